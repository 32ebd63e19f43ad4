"""Spans of a run, at a receiver of OpenTelemetry on loopback; and none without one."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.utils import timezone
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from causalflow.checks import check_tracing
from tests.factories import make_document, make_node
from tests.faults.processes import wait_for
from tests.stubs.server import Reply, Request, StubServer
from verification import tracing
from verification.enums import RunTrigger
from verification.providers import registry
from verification.providers.base import ProviderError, SearchAnswer, SearchQuery
from verification.services.runs.execution import execute_run
from verification.services.runs.lifecycle import request_run

TEXT = "The central bank of Elbonia kept its policy rate at 5.25% on Thursday after the meeting of its board."


class Receiver(StubServer):
    """Takes spans as OTLP over HTTP has them."""

    def answer(self, request: Request) -> Reply:
        return Reply(status=200 if request.path == "/v1/traces" else 404)

    def spans(self) -> dict[str, Span]:
        """The last of each name."""
        sent = [ExportTraceServiceRequest.FromString(request.body) for request in self.received]
        return {span.name: span for each in sent for found in each.resource_spans for scope in found.scope_spans for span in scope.spans}


@pytest.fixture
def receiver(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
    tracing._tracer.cache_clear()
    with Receiver() as receiver:
        settings.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.url
        yield receiver
    tracing._tracer.cache_clear()


def _said(span: Span) -> dict[str, str | int]:
    return {pair.key: pair.value.string_value or pair.value.int_value for pair in span.attributes}


@pytest.mark.django_db
def test_a_run_is_a_span_above_its_searches_and_what_the_engine_made_of_them(receiver: Receiver) -> None:
    make_document(url="https://www.reuters.com/policy", text=TEXT, published_at=timezone.now() - timedelta(hours=2))
    run = request_run(node=make_node("elbonia", label="Elbonia central bank policy rate"), trigger=RunTrigger.COMMAND, enqueue=False)
    assert execute_run(run_id=run.pk).value == "5.25%"
    wait_for(lambda: {"run", "search", "judge"} <= receiver.spans().keys())
    spans = receiver.spans()
    assert _said(spans["run"]) == {"causalflow.run": run.pk, "causalflow.trigger": "command", "causalflow.attempt": 1}
    search = {"causalflow.provider": "corpus", "causalflow.purpose": "node", "causalflow.attempt": 1}
    assert _said(spans["search"]) == search
    assert _said(spans["judge"]) == {"causalflow.stage": "1", "causalflow.pages": 1}
    assert {spans[name].parent_span_id for name in ("search", "judge")} == {spans["run"].span_id}
    assert len({span.trace_id for span in spans.values()}) == 1


class Broken:
    name = "corpus"

    def planned_calls(self, query: SearchQuery) -> int:
        return 1

    async def search(self, query: SearchQuery) -> SearchAnswer:
        raise ProviderError("out of order", permanent=True)


@pytest.mark.django_db
def test_a_call_that_failed_is_a_span_that_failed(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.SEARCH_PROVIDERS, "corpus", f"{__name__}.Broken")
    run = request_run(node=make_node(), trigger=RunTrigger.COMMAND, enqueue=False)
    assert execute_run(run_id=run.pk).status == "failed"
    wait_for(lambda: {"run", "search"} <= receiver.spans().keys())
    assert receiver.spans()["search"].status.code == Status.STATUS_CODE_ERROR


def test_without_a_receiver_nothing_is_loaded_and_nothing_done(settings: LazySettings) -> None:
    settings.OTEL_EXPORTER_OTLP_ENDPOINT = ""
    tracing._tracer.cache_clear()
    with tracing.span("run", run=1) as nothing:
        assert nothing is None
    assert tracing.span("run", run=1) is tracing.span("search", provider="corpus")
    assert tracing._tracer.cache_info().currsize == 0


@pytest.mark.parametrize("endpoint", ["collector:4318", "grpc://collector:4317", "http://", "http://a b"])
def test_an_address_that_is_none_is_refused_by_name(settings: LazySettings, endpoint: str) -> None:
    settings.OTEL_EXPORTER_OTLP_ENDPOINT = endpoint
    (problem,) = check_tracing(None)
    assert problem.msg == f"OTEL_EXPORTER_OTLP_ENDPOINT is {endpoint!r}; expected http:// or https://, a host, and a path if any."


def test_what_sends_spans_has_to_be_installed(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:4318"
    assert check_tracing(None) == []
    monkeypatch.setattr("causalflow.checks.find_spec", lambda name: None)
    (problem,) = check_tracing(None)
    assert problem.msg.endswith("pip install -r requirements-tracing.txt")
