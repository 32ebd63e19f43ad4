"""Events from message to outcome: analysed state by state, with the tools and models each state may ask."""

from verification.services.events.analysis import analyse_event
from verification.services.events.lifecycle import cancel_event, check_message, make_node, record_outcome, request_event
from verification.services.events.lists import delete_row, read_domains, read_entries, save_row

__all__ = [
    "analyse_event",
    "cancel_event",
    "check_message",
    "delete_row",
    "make_node",
    "read_domains",
    "read_entries",
    "record_outcome",
    "request_event",
    "save_row",
]
