"""Verifications for people: the list, one with its votes, and the page on which a claim is asked about."""

from verification.views.verifications.asking import ask_verification
from verification.views.verifications.verifications import list_verifications, show_verification

__all__ = [
    "ask_verification",
    "list_verifications",
    "show_verification",
]
