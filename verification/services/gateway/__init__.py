"""The one way to the outside: every search, page and model call, with its order, limits, ledger and memory."""
