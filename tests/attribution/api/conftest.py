"""Callers of the API, as its other tests have them."""

from tests.api.conftest import _fresh_counts_and_language, call, program, unthrottled

__all__ = ["_fresh_counts_and_language", "call", "program", "unthrottled"]
