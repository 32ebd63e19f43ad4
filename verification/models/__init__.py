"""Fields, constraints and querysets; what is done with the rows lives in ``verification.services``."""

from verification.models.api import ApiToken, IdempotencyRecord
from verification.models.audit import AuditEntry, AuditHead
from verification.models.batch import EventBatch, VerificationBatch
from verification.models.comparison import Comparison
from verification.models.corpus import Document
from verification.models.event import Event, EventEntity, EventRule, EventStep
from verification.models.feedback import NodeFlag, NodeWatch
from verification.models.fetch import PageFetch
from verification.models.housekeeping import Chore, HealthAlert
from verification.models.ledger import Allowance, CachedAnswer, Limit, ProviderCall, Reservation
from verification.models.node import Node, NodeLink, NodeState
from verification.models.other_name import NodeName
from verification.models.profile import UserProfile
from verification.models.proposal import WhitelistProposal
from verification.models.provider import ModelProfile, ProviderHealth, SearchSetting
from verification.models.review import ReviewItem, Ruling
from verification.models.run import RunStep, VerificationRun
from verification.models.second import ReviewSetting, SecondReview
from verification.models.series import AddedSeries, SeriesObservation
from verification.models.source import PageSnapshot, Source
from verification.models.usage import UsageDay, UsageSlice, UsageSoFar
from verification.models.verification import SiteJudgement, SiteProfile, TriggerSetting, Verification
from verification.models.webhook import WebhookCallback, WebhookDelivery, WebhookSecret
from verification.models.whitelist import Listing, SourceGroup, WhitelistDomain
from verification.models.worker import Worker

__all__ = [
    "AddedSeries",
    "Allowance",
    "ApiToken",
    "AuditEntry",
    "AuditHead",
    "CachedAnswer",
    "Chore",
    "Comparison",
    "Document",
    "Event",
    "EventBatch",
    "EventEntity",
    "EventRule",
    "EventStep",
    "HealthAlert",
    "IdempotencyRecord",
    "Limit",
    "Listing",
    "ModelProfile",
    "Node",
    "NodeFlag",
    "NodeLink",
    "NodeName",
    "NodeState",
    "NodeWatch",
    "PageFetch",
    "PageSnapshot",
    "ProviderCall",
    "ProviderHealth",
    "Reservation",
    "ReviewItem",
    "ReviewSetting",
    "Ruling",
    "RunStep",
    "SearchSetting",
    "SecondReview",
    "SeriesObservation",
    "SiteJudgement",
    "SiteProfile",
    "Source",
    "SourceGroup",
    "TriggerSetting",
    "UsageDay",
    "UsageSlice",
    "UsageSoFar",
    "UserProfile",
    "Verification",
    "VerificationBatch",
    "VerificationRun",
    "WebhookCallback",
    "WebhookDelivery",
    "WebhookSecret",
    "WhitelistDomain",
    "WhitelistProposal",
    "Worker",
]
