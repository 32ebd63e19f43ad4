"""Streamable HTTP at ``/mcp``, and streams of progress: an ASGI application of its own beside the pages, with API tokens as bearer tokens.

There is no authorization server: people make tokens on their own page. So the metadata of the resource (RFC 9728) names scopes and where
tokens come from, and no server to ask for one.
"""

from urllib.parse import urlsplit

from django.conf import settings
from mcp.server.auth.middleware.auth_context import AuthContextMiddleware, get_access_token
from mcp.server.auth.middleware.bearer_auth import AuthorizationContext, BearerAuthBackend, RequireAuthMiddleware
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.routes import build_resource_metadata_url
from mcp.server.streamable_http import StreamableHTTPServerTransport
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import AnyHttpUrl, ConfigDict, Field
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from mcp_server.callers import Caller, find_caller
from mcp_server.calling import MOST_BYTES
from mcp_server.guard import Guard
from mcp_server.server import make_server
from mcp_server.streams.http import make_routes
from mcp_server.threads import in_thread
from verification.api.calls.problems import Code, RequestProblem
from verification.core.vocabulary import Scope as TokenScope

PATH = "/mcp"
MOST_SESSIONS, MOST_SESSIONS_OF_ONE = 1_000, 100
IDLE_SECONDS = 600
# What the protocol sends and reads across origins.
TAKEN = ["Authorization", "Content-Type", "Accept", "Mcp-Session-Id", "Mcp-Protocol-Version", "Last-Event-ID"]
METHODS = ["GET", "POST", "DELETE"]


class OurToken(AccessToken):
    """With whose it is, so that the call behind the request need not look again."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    caller: Caller = Field(exclude=True, repr=False)


class Tokens:
    """Verifies bearer tokens for the protocol's own middleware: with every request, so that a token ends at once."""

    async def verify_token(self, token: str) -> AccessToken | None:
        caller = await in_thread(find_caller, token)
        return None if caller is None else _access_token(token, caller)


class Sessions(StreamableHTTPSessionManager):
    """Those of all callers, of which one token has so many at most: an agent that opens one for each call and ends none, or means to,
    would take the room of everybody else until they rest.
    """

    def _admit_session(self, requestor: AuthorizationContext | None) -> StreamableHTTPServerTransport | None:
        if list(self._session_owners.values()).count(requestor) >= MOST_SESSIONS_OF_ONE:
            return None
        return super()._admit_session(requestor)


def make_app() -> Starlette:
    """The application; one for each process, for it keeps the sessions of its callers."""
    sessions = Sessions(
        make_server(_caller_at_hand),
        security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        max_request_body_size=MOST_BYTES,
        session_idle_timeout=IDLE_SECONDS,
        max_sessions=MOST_SESSIONS,
    )
    metadata = build_resource_metadata_url(AnyHttpUrl(settings.MCP_URL))
    return Starlette(
        routes=[
            Route(PATH, RequireAuthMiddleware(StreamableHTTPASGIApp(sessions), [], metadata)),
            Route(str(urlsplit(str(metadata)).path), _show_metadata),
            *make_routes(),
        ],
        middleware=[
            Middleware(Guard),
            Middleware(
                CORSMiddleware,
                allow_origins=settings.CORS_ORIGINS,
                allow_methods=METHODS,
                allow_headers=TAKEN,
                expose_headers=["Mcp-Session-Id", "WWW-Authenticate"],
            ),
            Middleware(AuthenticationMiddleware, backend=BearerAuthBackend(Tokens())),
            Middleware(AuthContextMiddleware),
        ],
        lifespan=lambda _app: sessions.run(),
    )


async def _show_metadata(request: Request) -> JSONResponse:
    return JSONResponse(
        {
            "resource": settings.MCP_URL,
            "resource_name": "CausalFlow",
            "resource_documentation": f"{settings.SITE_URL}/account/tokens/",
            "scopes_supported": [scope.value for scope in TokenScope if scope not in (TokenScope.RULE, TokenScope.ADMIN)],
            "bearer_methods_supported": ["header"],
        }
    )


def _access_token(secret: str, caller: Caller) -> OurToken:
    ends_at = caller.token.expires_at
    return OurToken(
        caller=caller,
        token=secret,
        client_id=f"token-{caller.token.pk}",
        scopes=caller.token.scope_list,
        expires_at=int(ends_at.timestamp()) if ends_at else None,
        subject=str(caller.user.pk),
    )


def _caller_at_hand() -> Caller:
    """Whose token came with the request that is being answered: of each message its own, within a session too."""
    token = get_access_token()
    if not isinstance(token, OurToken):
        raise RequestProblem(Code.BAD_TOKEN, status=401)
    return token.caller
