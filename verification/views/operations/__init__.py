"""For those who run the installation: how it is doing, what the calls to the outside took, and whether each service answers."""

from verification.views.operations.operations import show_operations, show_operations_live
from verification.views.operations.services import try_all
from verification.views.operations.usage import export_usage_csv, export_usage_json, show_usage

__all__ = [
    "export_usage_csv",
    "export_usage_json",
    "show_operations",
    "show_operations_live",
    "show_usage",
    "try_all",
]
