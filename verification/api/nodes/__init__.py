"""Nodes: read, written and verified, with their history, other names and official series."""

from verification.api.nodes.history import NodeHistoryView
from verification.api.nodes.nodes import NodeFlags, NodeRuns, Nodes, NodeVerify, NodeView, NodeWatchView
from verification.api.nodes.other_names import NodeNamesView
from verification.api.nodes.series import NodeSeriesSuggestions, NodeSeriesView, PublishedView, PublisherSeries, PublisherTable, SeriesView

__all__ = [
    "NodeFlags",
    "NodeHistoryView",
    "NodeNamesView",
    "NodeRuns",
    "NodeSeriesSuggestions",
    "NodeSeriesView",
    "NodeVerify",
    "NodeView",
    "NodeWatchView",
    "Nodes",
    "PublishedView",
    "PublisherSeries",
    "PublisherTable",
    "SeriesView",
]
