"""The streams alone, for processes that carry nothing of the protocol's SDK: many readers cost little there."""

from django.conf import settings
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware

from mcp_server.guard import Guard
from mcp_server.streams.http import make_routes

TAKEN = ["Authorization", "Last-Event-ID"]


def make_app() -> Starlette:
    """The application; one for each process, for its readers share one look at the database."""
    shared = Middleware(CORSMiddleware, allow_origins=settings.CORS_ORIGINS, allow_methods=["GET"], allow_headers=TAKEN)
    return Starlette(routes=make_routes(), middleware=[Middleware(Guard), shared])
