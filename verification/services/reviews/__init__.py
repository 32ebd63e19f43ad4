"""The review desk: what a card shows, how a person rules, and what a ruling does."""

from verification.services.reviews.bulk_rulings import rule_many
from verification.services.reviews.desk import (
    claim_review,
    escalate_review,
    latest_ruling,
    open_review,
    release_review,
    reopen_review,
    rule_review,
    undo_ruling,
)
from verification.services.reviews.evidence import find_run_key, gather_evidence, show_evidence
from verification.services.reviews.feedback import flag_node, unwatch_node, watch_node
from verification.services.reviews.second_reviews import decide_second, draw_second_reviews, list_waiting, save_setting
from verification.services.reviews.subjects import group_pages, may_see, present_subjects, read_voice

__all__ = [
    "claim_review",
    "decide_second",
    "draw_second_reviews",
    "escalate_review",
    "find_run_key",
    "flag_node",
    "gather_evidence",
    "group_pages",
    "latest_ruling",
    "list_waiting",
    "may_see",
    "open_review",
    "present_subjects",
    "read_voice",
    "release_review",
    "reopen_review",
    "rule_many",
    "rule_review",
    "save_setting",
    "show_evidence",
    "undo_ruling",
    "unwatch_node",
    "watch_node",
]
