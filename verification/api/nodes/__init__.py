"""Nodes: read, written and verified, with their history, other names and official series."""

from verification.api.nodes.history import NodeHistory
from verification.api.nodes.nodes import NodeFlags, NodeRuns, Nodes, NodeVerify, NodeView, NodeWatchView
from verification.api.nodes.other_names import NodeNames
from verification.api.nodes.series import NodeSeries, NodeSeriesSuggestions, PublishedView, PublisherSeries, PublisherTable, SeriesView

__all__ = [
    "NodeFlags",
    "NodeHistory",
    "NodeNames",
    "NodeRuns",
    "NodeSeries",
    "NodeSeriesSuggestions",
    "NodeVerify",
    "NodeView",
    "NodeWatchView",
    "Nodes",
    "PublishedView",
    "PublisherSeries",
    "PublisherTable",
    "SeriesView",
]
