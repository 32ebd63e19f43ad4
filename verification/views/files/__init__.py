"""What programs and reports take of the pages by its address: the table of nodes, badges, feeds."""

from verification.views.files.badges import show_badge, show_own_badge
from verification.views.files.exports import export_nodes_csv, export_nodes_json
from verification.views.files.feeds import show_node_feed, show_own_feed

__all__ = [
    "export_nodes_csv",
    "export_nodes_json",
    "show_badge",
    "show_node_feed",
    "show_own_badge",
    "show_own_feed",
]
