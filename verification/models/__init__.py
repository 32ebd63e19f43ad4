"""Fields, constraints and querysets; what is done with the rows lives in ``verification.services``."""

from verification.models.api import ApiToken, IdempotencyRecord
from verification.models.audit import AuditEntry
from verification.models.batch import VerificationBatch
from verification.models.corpus import Document
from verification.models.feedback import NodeFlag, NodeWatch
from verification.models.node import Node, NodeLink, NodeState, Ruling
from verification.models.profile import UserProfile
from verification.models.proposal import WhitelistProposal
from verification.models.review import ReviewItem
from verification.models.run import RunStep, VerificationRun
from verification.models.source import PageSnapshot, Source
from verification.models.whitelist import Listing, SourceGroup, WhitelistDomain

__all__ = [
    "ApiToken",
    "AuditEntry",
    "Document",
    "IdempotencyRecord",
    "Listing",
    "Node",
    "NodeFlag",
    "NodeLink",
    "NodeState",
    "NodeWatch",
    "PageSnapshot",
    "ReviewItem",
    "Ruling",
    "RunStep",
    "Source",
    "SourceGroup",
    "UserProfile",
    "VerificationBatch",
    "VerificationRun",
    "WhitelistDomain",
    "WhitelistProposal",
]
