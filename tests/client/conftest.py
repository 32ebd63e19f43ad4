"""The Python client against the server as it runs: real HTTP, real tokens, and hands that do the work."""

from collections.abc import Iterator

import pytest
from causalflow_client import Client
from django.contrib.auth.models import AbstractBaseUser
from django.core.cache import cache
from pytest_django.live_server_helper import LiveServer

from tests.mcp.serving import working
from verification.services.operations.tokens import create_token


@pytest.fixture(autouse=True)
def _committed(committed_db: None) -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def base_url(live_server: LiveServer) -> str:
    return f"{live_server.url}/api/v1"


@pytest.fixture
def token(analyst: AbstractBaseUser) -> str:
    return create_token(user=analyst, name="a client").secret


@pytest.fixture
def flow(base_url: str, token: str) -> Iterator[Client]:
    with Client(base_url, token) as client:
        yield client


@pytest.fixture
def _hands() -> Iterator[None]:
    with working():
        yield
