"""Nodes as rows: saved, deleted, summarised for lists, and shipped for the demo."""

from verification.services.nodes.demo import load_demo
from verification.services.nodes.nodes import (
    check_fields,
    check_unit,
    delete_node,
    expand_interval,
    list_next_times,
    load_nodes,
    node_fields,
    save_node,
    switch_nodes,
)
from verification.services.nodes.summaries import list_wrong_summaries, lock_nodes, set_state, summarise_nodes

__all__ = [
    "check_fields",
    "check_unit",
    "delete_node",
    "expand_interval",
    "list_next_times",
    "list_wrong_summaries",
    "load_demo",
    "load_nodes",
    "lock_nodes",
    "node_fields",
    "save_node",
    "set_state",
    "summarise_nodes",
    "switch_nodes",
]
