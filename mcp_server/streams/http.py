"""``/api/v1/…/progress/``: Server-Sent Events for programs with a token, and for our own pages with the person's log-in.

What is sent is how things stand, whole each time. So resuming is simple: whoever has the newest (``Last-Event-ID``) gets the next change,
and a stream that was read to its end is 204, after which a browser comes no more.
"""

import hashlib
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import aclosing
from functools import partial
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.http import HttpRequest
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Send
from starlette.types import Scope as ASGIScope

from mcp_server.callers import admit, find_caller
from mcp_server.streams.hub import Hub
from mcp_server.streams.standings import KINDS, Watched, WatchedProgress, look_at
from mcp_server.threads import in_thread
from verification.api.calls.access import SCHEME
from verification.api.calls.problems import TITLES, Code, RequestProblem
from verification.core.vocabulary import Scope

MOST_READERS, MOST_READERS_OF_ONE = 1_000, 100
COME_AGAIN_SECONDS = "10"
# Then the stream ends and the reader comes again, with what it may do by then.
LONGEST_SECONDS = 300
PING_SECONDS = 15
RETRY_MS = 2_000


def make_routes() -> list[Route]:
    """The routes of the streams; one hub, and one count of who reads, for the process."""
    hub = Hub(partial(in_thread, look_at))
    return [Route("/api/v1/{kind}/{name}/progress/", partial(_stream, hub, Counter()), methods=["GET"])]


async def _stream(hub: Hub, readers: Counter[int], request: Request) -> Response:
    """``readers``: how many streams each person reads."""
    if hub.readers >= MOST_READERS:
        return _refuse(_crowded(503))
    try:
        person, subject = await in_thread(_find, request)
    except RequestProblem as problem:
        return _refuse(problem)
    headers = {**_shared_with_pages(request), "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    seen = request.headers.get("last-event-id", "")
    standing = (await in_thread(look_at, [subject]))[subject]
    if standing.is_over and _stamp(standing) == seen:
        return Response(status_code=204, headers=headers)
    if readers[person] >= MOST_READERS_OF_ONE:
        return _refuse(_crowded(429))
    return _Stream(_tell(hub, subject, seen), readers, person, headers=headers, ping=PING_SECONDS, sep="\n")


class _Stream(EventSourceResponse):
    """Counts for ``person`` until it has ended, however it ends."""

    def __init__(self, told: AsyncIterator[ServerSentEvent], readers: Counter[int], person: int, **given: Any) -> None:
        super().__init__(told, **given)
        self._readers, self._person = readers, person
        readers[person] += 1

    async def __call__(self, scope: ASGIScope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._readers[self._person] -= 1
            if not self._readers[self._person]:
                del self._readers[self._person]


async def _tell(hub: Hub, subject: Watched, seen: str) -> AsyncIterator[ServerSentEvent]:
    async with aclosing(hub.watch(subject, seconds=LONGEST_SECONDS)) as watching:
        async for progress in watching:
            stamp = _stamp(progress)
            if stamp != seen:
                data = json.dumps(subject.shape(progress), separators=(",", ":"))
                yield ServerSentEvent(data, event="end" if progress.is_over else "progress", id=stamp, retry=RETRY_MS, sep="\n")


def _find(request: Request) -> tuple[int, Watched]:
    """Whoever asks, and what the address names for them; ``RequestProblem`` as the API answers it."""
    kind = KINDS.get(request.path_params["kind"])
    user = _admitted(request, kind.permission if kind else "")
    name = request.path_params["name"]
    key = kind.find(user, name) if kind else None
    if key is None:
        raise RequestProblem(Code.NOT_FOUND, status=404)
    return user.pk, Watched(request.path_params["kind"], name, key)


def _admitted(request: Request, permission: str) -> User:
    """The owner of the token, else whoever is logged in."""
    scheme, _space, secret = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == SCHEME.lower():
        caller = find_caller(secret.strip())
        if caller is None:
            raise RequestProblem(Code.BAD_TOKEN, status=401)
        if permission:
            admit(caller, permission=permission, scope=Scope.READ, kind="read")
        return caller.user
    user = _logged_in(request.cookies.get(settings.SESSION_COOKIE_NAME, ""))
    if user is None:
        raise RequestProblem(Code.NOT_AUTHENTICATED, status=401)
    if permission and not user.has_perm(permission):
        raise RequestProblem(Code.FORBIDDEN, status=403)
    return user


def _logged_in(session_key: str) -> User | None:
    """The person of a session, by the checks that the pages make."""
    if not session_key:
        return None
    asked = HttpRequest()
    asked.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = get_user(asked)
    return user if isinstance(user, User) and user.is_active else None


def _shared_with_pages(request: Request) -> dict[str, str]:
    """Our own pages may stand at another port: what lets them read the answer, log-in and all."""
    origin, own = request.headers.get("origin", ""), urlsplit(settings.SITE_URL)
    if origin and origin == f"{own.scheme}://{own.netloc}":
        return {"Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true", "Vary": "Origin"}
    return {}


def _stamp(progress: WatchedProgress) -> str:
    return hashlib.sha256(repr(progress).encode()).hexdigest()[:16]


def _crowded(status: int) -> RequestProblem:
    return RequestProblem(
        Code.THROTTLED, status=status, detail="Too many streams are read at once.", headers={"Retry-After": COME_AGAIN_SECONDS}
    )


def _refuse(problem: RequestProblem) -> JSONResponse:
    """As the API says it; its own function for that would load all addresses of the product."""
    title = str(TITLES[problem.code])
    said = {
        "type": f"/api/v1/docs/#{problem.code}",
        "title": title,
        "status": problem.status,
        "detail": str(problem.detail or title),
        "code": problem.code.value,
        **problem.members,
    }
    return JSONResponse(said, status_code=problem.status, media_type="application/problem+json", headers=problem.headers)
