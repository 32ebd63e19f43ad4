"""Accounts: logging in, one's own page, tokens for programs, and webhooks."""

from verification.views.accounts.log_in import LogIn, LogOut
from verification.views.accounts.profile import ChangePassword, change_feed, show_account
from verification.views.accounts.tokens import end_token, list_tokens
from verification.views.accounts.webhooks import send_again, show_webhooks

__all__ = [
    "ChangePassword",
    "LogIn",
    "LogOut",
    "change_feed",
    "end_token",
    "list_tokens",
    "send_again",
    "show_account",
    "show_webhooks",
]
