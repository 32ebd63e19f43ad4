"""Events: the list, the page of one with what moved its confidence, and the calibration."""

from verification.views.events.events import (
    change_outcome,
    create_node,
    list_events,
    remove_event,
    repeat_event,
    show_calibration,
    show_event,
    show_event_live,
    stop_event,
)

__all__ = [
    "change_outcome",
    "create_node",
    "list_events",
    "remove_event",
    "repeat_event",
    "show_calibration",
    "show_event",
    "show_event_live",
    "stop_event",
]
