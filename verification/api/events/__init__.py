"""Events: have messages analysed, one or many, and record what became of them."""

from verification.api.events.batches import EventBatchCancel, EventBatches, EventBatchView
from verification.api.events.events import EventCancel, EventNode, EventOutcomes, Events, EventView

__all__ = [
    "EventBatchCancel",
    "EventBatchView",
    "EventBatches",
    "EventCancel",
    "EventNode",
    "EventOutcomes",
    "EventView",
    "Events",
]
