"""Nodes: the dashboard, the page of one with its history and its place in the graph, and what people may do there."""

from verification.views.nodes.flags import flag_value
from verification.views.nodes.graph import show_graph
from verification.views.nodes.history import export_history_csv, export_history_json, go_to_day
from verification.views.nodes.new_node import create_node, read_name
from verification.views.nodes.nodes import dismiss_welcome, list_nodes, show_node, verify_node
from verification.views.nodes.other_names import decide_name
from verification.views.nodes.series import choose_series
from verification.views.nodes.series_search import choose_found, search_series, show_table
from verification.views.nodes.watches import unwatch, watch

__all__ = [
    "choose_found",
    "choose_series",
    "create_node",
    "decide_name",
    "dismiss_welcome",
    "export_history_csv",
    "export_history_json",
    "flag_value",
    "go_to_day",
    "list_nodes",
    "read_name",
    "search_series",
    "show_graph",
    "show_node",
    "show_table",
    "unwatch",
    "verify_node",
    "watch",
]
