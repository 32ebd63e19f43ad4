"""Both ways in, each as a function that opens a client with a token."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.core.cache import cache

from tests.mcp.serving import http_client, serving, stdio_client
from verification.services.operations.tokens import create_token

Opener = Callable[..., Any]


@pytest.fixture(autouse=True)
def _committed(committed_db: None) -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def address() -> Iterator[str]:
    with serving() as found:
        yield found


# A server over stdio is a start of the product: a quick run asks all that differs there in one session (test_access.py).
@pytest.fixture(params=["http", pytest.param("stdio", marks=pytest.mark.long)])
def way(request: pytest.FixtureRequest) -> Opener:
    """``way(secret)`` opens a client; over HTTP the server shares the test's process, over stdio it has one of its own."""
    if request.param == "stdio":
        return stdio_client
    return partial(http_client, request.getfixturevalue("address"))


@pytest.fixture
def secret(analyst: AbstractBaseUser) -> str:
    return create_token(user=analyst, name="an agent").secret
