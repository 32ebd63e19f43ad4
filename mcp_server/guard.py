"""Who may speak to our servers of their own: hosts that are ours, and pages of origins that are listed."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send


class Guard:
    """Refuses hosts that are not ours and pages of origins that are not listed, before anything is read.

    A browser can be made to call a server on its own machine or network (DNS rebinding); its ``Origin`` gives that away.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (problem := _problem_of(Headers(scope=scope))):
            await problem(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _problem_of(headers: Headers) -> JSONResponse | None:
    host = headers.get("host", "")
    name = urlsplit(f"//{host}").hostname or ""
    if not validate_host(f"[{name}]" if ":" in name else name, settings.ALLOWED_HOSTS):
        return _refuse(421, "The host is none of ours; ALLOWED_HOSTS lists them.")
    origin = headers.get("origin")
    own = {f"{each.scheme}://{each.netloc}" for each in map(urlsplit, (settings.MCP_URL, settings.SITE_URL))}
    if origin is not None and origin not in own and origin not in settings.CORS_ORIGINS:
        return _refuse(403, "Pages of this origin may not call; CORS_ORIGINS lists those that may.")
    return None


def _refuse(status: int, detail: str) -> JSONResponse:
    problem = {"type": "about:blank", "title": detail, "status": status, "detail": detail, "code": "forbidden"}
    return JSONResponse(problem, status_code=status, media_type="application/problem+json")
