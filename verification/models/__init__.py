"""Fields, constraints and querysets; what is done with the rows lives in ``verification.services``."""

from verification.models.audit import AuditEntry
from verification.models.corpus import Document
from verification.models.node import Node, NodeLink, NodeState, Ruling
from verification.models.review import ReviewItem
from verification.models.run import RunStep, VerificationRun
from verification.models.source import PageSnapshot, Source
from verification.models.whitelist import Listing, SourceGroup, WhitelistDomain

__all__ = [
    "AuditEntry",
    "Document",
    "Listing",
    "Node",
    "NodeLink",
    "NodeState",
    "PageSnapshot",
    "ReviewItem",
    "Ruling",
    "RunStep",
    "Source",
    "SourceGroup",
    "VerificationRun",
    "WhitelistDomain",
]
