"""What goes wrong, as exceptions: the problem that the API answered, and work that did not end in time."""

from collections.abc import Mapping
from typing import Any

import httpx


class ApiError(Exception):
    """A problem (RFC 9457) that the API answered. ``code`` is stable and for programs; ``errors`` names each bad field.

    ``retry_after`` is in seconds, None where the answer names none.
    """

    def __init__(self, response: httpx.Response) -> None:
        problem = _read(response)
        self.status = response.status_code
        self.code = str(problem.get("code", ""))
        self.detail = str(problem.get("detail") or problem.get("title") or response.reason_phrase)
        self.errors: list[dict[str, str]] = list(problem.get("errors", []))
        self.problem = problem
        after = response.headers.get("Retry-After", "")
        self.retry_after = float(after) if after.isascii() and after.isdigit() else None
        super().__init__(f"{self.status} {self.code}: {self.detail}")

    @property
    def is_passing(self) -> bool:
        """Whether the same request may succeed a little later."""
        return self.status in (429, 502, 503, 504)


class NotOver(Exception):
    """The time to wait is over and the work is not; ``standing`` is how it stands. It goes on, and can be waited for again."""

    def __init__(self, standing: Mapping[str, Any]) -> None:
        self.standing = standing
        super().__init__(f"not over yet: {standing.get('status')}")


def _read(response: httpx.Response) -> dict[str, Any]:
    try:
        found = response.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
