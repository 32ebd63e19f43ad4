"""The HTTP API under ``/api/v1/`` (contracts, section 3)."""
