"""The review desk: the queue, one item, second reviews, and how often people agree with the machine."""

from verification.views.reviews.agreement import export_agreement_csv, export_agreement_json, show_agreement
from verification.views.reviews.item import claim_item, release_item, reopen_item, show_lease, show_review, undo_item
from verification.views.reviews.queue import change_moves, list_reviews, rule_together, start_reviewing
from verification.views.reviews.second_reviews import list_seconds, show_second

__all__ = [
    "change_moves",
    "claim_item",
    "export_agreement_csv",
    "export_agreement_json",
    "list_reviews",
    "list_seconds",
    "release_item",
    "reopen_item",
    "rule_together",
    "show_agreement",
    "show_lease",
    "show_review",
    "show_second",
    "start_reviewing",
    "undo_item",
]
