"""The review desk for programs: the queue, items with their evidence, rulings, and how often people agree with the machine."""

from verification.api.reviews.agreement import ReviewAgreement
from verification.api.reviews.reviews import (
    ReviewBulk,
    ReviewClaim,
    ReviewRelease,
    ReviewReopen,
    ReviewRule,
    Reviews,
    ReviewUndo,
    ReviewView,
)

__all__ = [
    "ReviewAgreement",
    "ReviewBulk",
    "ReviewClaim",
    "ReviewRelease",
    "ReviewReopen",
    "ReviewRule",
    "ReviewUndo",
    "ReviewView",
    "Reviews",
]
