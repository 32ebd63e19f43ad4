"""Each call of the API as data: what both clients send, and which of it may be sent again."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import httpx

from causalflow_client.problems import ApiError

ATTEMPTS, LONGEST_WAIT = 5, 60.0
PAGE = 100
# A proxy had no answer to pass on; the request may have been done.
LOST_ON_THE_WAY = (502, 504)
ENDED = frozenset({"finished", "degraded", "failed", "cancelled"})

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """One request. What changes something carries a key, so that sending it again does it once."""

    method: str
    path: str
    body: Any = None
    params: Mapping[str, Any] = field(default_factory=dict)
    wait: int = 0
    key: str = ""
    match: str = ""

    def headers(self) -> dict[str, str]:
        found = {}
        if self.method in ("POST", "PATCH"):
            found["Idempotency-Key"] = self.key or uuid.uuid4().hex
        if self.wait:
            found["Prefer"] = f"wait={min(self.wait, 30)}"
        if self.match:
            found["If-Match"] = self.match
        return found


def get(path: str, **params: Any) -> Call:
    return Call("GET", path, params={name: _written(value) for name, value in params.items() if value is not None})


def post(path: str, body: Mapping[str, Any], *, wait: int = 0, key: str = "") -> Call:
    return Call("POST", path, body={name: value for name, value in body.items() if value is not None}, wait=wait, key=key)


def patch(path: str, body: Mapping[str, Any], *, match: str = "", key: str = "") -> Call:
    """What is None is emptied. ``match``: the ``ETag`` that was read; 412 where something changed since."""
    return Call("PATCH", path, body=dict(body), key=key, match=match)


def delete(path: str, *, reason: str = "", match: str = "") -> Call:
    """A reason stands in the body: an address has no room for a long one."""
    return Call("DELETE", path, body={"reason": reason} if reason else None, match=match)


def node(slug: str) -> str:
    return f"nodes/{quote(slug, safe='')}/"


def step(claim: str, action_type: str, payload: Mapping[str, Any] | None, evidence: Sequence[Mapping[str, Any]]) -> Answer:
    return {"claim": claim, "action_type": action_type, "payload": payload, "evidence": list(evidence)}


def open_http(base_url: str, token: str, timeout: float) -> dict[str, Any]:
    """The arguments of httpx' clients. Redirects are not followed: the token goes nowhere else."""
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/json", "User-Agent": "causalflow-client"}
    return {"base_url": f"{base_url.rstrip('/')}/", "headers": headers, "timeout": timeout, "follow_redirects": False}


def read(response: httpx.Response, *, may_be_done: bool = False) -> Any:
    """The body of an answer; ``ApiError`` for a problem.

    ``may_be_done``: an earlier answer was lost. What was to be deleted and is gone was deleted then.
    """
    if may_be_done and response.status_code == httpx.codes.NOT_FOUND and response.request.method == "DELETE":
        return None
    if not response.is_success:
        raise ApiError(response)
    return response.json() if response.content else None


def pause_after(error: Exception) -> bool | float:
    """For stamina: whether to send again, and after how many seconds where the answer says so."""
    if isinstance(error, ApiError):
        return error.retry_after or True if error.is_passing else False
    return isinstance(error, httpx.TransportError)


def is_over(standing: Mapping[str, Any]) -> bool:
    return bool(standing.get("is_over", standing.get("status") in ENDED))


def _written(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value
