"""Schemathesis: requests made from the schema, good and bad, over every call; each answer has to be one that the schema describes."""

from collections.abc import Iterator
from functools import cache

import pytest
import schemathesis
from django.contrib.auth.models import AbstractBaseUser
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import APIOperation, Case, GenerationMode, checks
from schemathesis.schemas import BaseSchema

from tests.views.rows import make_conflict, make_open_run, make_verified
from verification.api.calls.openapi import make_schema
from verification.services.operations.tokens import create_token

EXAMPLES, MANY = 2, 20
OPERATIONS = [(path, method) for path, methods in make_schema()["paths"].items() for method in methods]
MODES = {"good": GenerationMode.POSITIVE, "bad": GenerationMode.NEGATIVE}
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
    checks.negative_data_rejection,
]


@pytest.fixture
def _open_connection() -> Iterator[None]:
    """Requests end without closing the test's transaction, as Django's own test client has it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def headers(reviewer: AbstractBaseUser) -> dict[str, str]:
    """Nobody works on runs here, so nothing is waited for."""
    return {"Authorization": f"Bearer {create_token(user=reviewer, name='fuzzer').secret}", "Prefer": "wait=0"}


@cache
def _served() -> BaseSchema:
    """Read once: the schema is the same for every call, and long."""
    return schemathesis.openapi.from_wsgi("/api/v1/schema/", WSGIHandler())


def operation_at(path: str, method: str) -> APIOperation:
    return _served()[path][method.upper()]


@pytest.mark.usefixtures("unthrottled", "_open_connection")
@pytest.mark.parametrize("examples", [EXAMPLES, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
@pytest.mark.share(8)
def test_every_answer_is_described(headers: dict[str, str], path: str, method: str, mode: str, examples: int) -> None:
    run = make_open_run(make_verified("rate"))
    item = make_conflict().review_items.get()
    known = {"slug": "rate", "id": item.pk if "/reviews/" in path else run.pk}
    operation = operation_at(path, method)
    strategy = operation.as_strategy(
        MODES[mode], path_parameters={name: known[name] for name in known if f"{{{name}}}" in path}, headers=headers
    )

    @given(case=strategy)
    @settings(
        max_examples=examples,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def send(case: Case) -> None:
        case.call_and_validate(checks=CHECKS)

    send()
