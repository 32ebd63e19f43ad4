"""Callers of the API: with a token of each person, or with none."""

from collections.abc import Callable, Iterator

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import AbstractBaseUser
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from verification.services.operations.tokens import create_token


@pytest.fixture(autouse=True)
def _fresh_counts_and_language() -> Iterator[None]:
    """Throttles count in the cache, and a request leaves its language behind in the thread."""
    cache.clear()
    yield
    cache.clear()
    translation.deactivate()


def program_of(user: AbstractBaseUser) -> Client:
    """A program that comes in with a token of ``user``, and sends and wants no cookies."""
    secret = create_token(user=user, name="a program").secret
    return Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {secret}"})


@pytest.fixture
def call(request: pytest.FixtureRequest) -> Callable[[str], Client]:
    """``call("analyst")`` is a program of alice; ``call("nobody")`` has no token."""

    def make(person: str) -> Client:
        return Client(enforce_csrf_checks=True) if person == "nobody" else program_of(request.getfixturevalue(person))

    return make


@pytest.fixture
def program(analyst: AbstractBaseUser) -> Client:
    return program_of(analyst)


@pytest.fixture
def unthrottled(settings: LazySettings) -> None:
    """For tests that send more than a program may in a minute."""
    settings.API_PER_MINUTE = dict.fromkeys(settings.API_PER_MINUTE, 1_000_000)
