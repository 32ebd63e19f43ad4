"""Models at work on a question: which mode it needs, how a panel decides it, and when one model is asked to propose."""

from verification.services.panel.deliberation import deliberate
from verification.services.panel.proposing import prepare_prompt, propose
from verification.services.panel.triggers import check_rule, choose_mode, choose_node_mode, delete_rule, save_rule

__all__ = [
    "check_rule",
    "choose_mode",
    "choose_node_mode",
    "delete_rule",
    "deliberate",
    "prepare_prompt",
    "propose",
    "save_rule",
]
