"""Six keys that work and fail: none of them is found in a log, a row, a page, an export, a message or a traceback."""

import io
import json
import logging
import traceback
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from causalflow import env
from causalflow.logs import JsonFormatter, LineFormatter
from tests.factories import make_node
from tests.stubs import rates
from tests.stubs.chat import ChatStub, fail
from tests.stubs.models import names
from tests.stubs.pages import StubPage
from tests.stubs.serper import SerperStub
from tests.stubs.server import Reply, json_reply
from tests.stubs.tavily import TavilyStub
from verification.enums import RunTrigger
from verification.models import CachedAnswer, ModelProfile, ProviderCall, VerificationRun
from verification.providers.language_models.chat import ChatProfile
from verification.services.gateway.model_profiles import list_usable_profiles
from verification.services.runs.execution import execute_run
from verification.services.runs.lifecycle import request_run

pytestmark = pytest.mark.django_db

CANARIES = {
    name: f"canary-{name.lower().replace('_', '-')}-0123456789abcdef"
    for name in ("TAVILY_API_KEY", "SERPER_API_KEY", "OPENAI_API_KEY", "DEEPSEEK_API_KEY", "DASHSCOPE_API_KEY", "METRICS_TOKEN")
}
MODELS = {"openai": "OPENAI_API_KEY", "deepseek": "DEEPSEEK_API_KEY", "qwen": "DASHSCOPE_API_KEY"}
TEXT = rates.LOOSE.format(rate="5.25") + " {paper}land, {paper}shire and {paper}ville have markets of their own."


class Outside:
    """Every service of the six keys, on loopback."""

    def __init__(self, stack: ExitStack, pages: list[Any]) -> None:
        self.tavily = stack.enter_context(TavilyStub(pages, key=CANARIES["TAVILY_API_KEY"]))
        self.serper = stack.enter_context(SerperStub(pages, key=CANARIES["SERPER_API_KEY"]))
        self.models = {name: stack.enter_context(ChatStub(names("5.25%"), key=CANARIES[key])) for name, key in MODELS.items()}

    @property
    def servers(self) -> list[Any]:
        return [self.tavily, self.serper, *self.models.values()]


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What both formats of the log would write, at the level that says most."""
    written = io.StringIO()
    handlers = []
    for formatter in (LineFormatter(), JsonFormatter()):
        handler = logging.StreamHandler(written)
        handler.setFormatter(formatter)
        handlers.append(handler)
    root = logging.getLogger()
    level = root.level
    root.setLevel(logging.DEBUG)
    for handler in handlers:
        root.addHandler(handler)
    yield written
    root.setLevel(level)
    for handler in handlers:
        root.removeHandler(handler)


@pytest.fixture
def outside(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Outside]:
    # As the settings do with what they read at start.
    for canary in CANARIES.values():
        env.hide_secret(canary)
    with ExitStack() as stack:
        outside = Outside(stack, _pages())
        for name, key in MODELS.items():
            monkeypatch.setenv(key, CANARIES[key])
            ModelProfile.objects.filter(name=name).update(base_url=outside.models[name].base_url, timeout_s=2)
        settings.TAVILY_API_KEY, settings.TAVILY_URL = CANARIES["TAVILY_API_KEY"], outside.tavily.url
        settings.SERPER_API_KEY, settings.SERPER_URL = CANARIES["SERPER_API_KEY"], outside.serper.url
        settings.METRICS_TOKEN = CANARIES["METRICS_TOKEN"]
        yield outside


def _pages() -> list[Any]:
    # A port that the door refuses: whatever is read of a page is read without dialling anybody.
    at = timezone.now() - timedelta(hours=3)
    return [
        StubPage(f"https://{paper}.example:8444/policy", "Elbonia policy rate", TEXT.format(paper=paper), at)
        for paper in ("a1", "b1", "c1")
    ]


def _verify(slug: str) -> VerificationRun:
    CachedAnswer.objects.all().delete()
    node = make_node(slug, label="Elbonia policy rate")
    run = request_run(node=node, trigger=RunTrigger.COMMAND, enqueue=False)
    return execute_run(run_id=run.pk)


def _echo(key: str) -> Reply:
    """A service that repeats the key in its error, in the body and in a header."""
    return json_reply(
        {"error": {"message": f"bad key {key}"}, "detail": {"error": key}}, 401, headers={"X-Echo": key, "WWW-Authenticate": key}
    )


def _rows() -> str:
    return "\n".join(str(row) for model in apps.get_models() for row in model._base_manager.values())


def _exports(client: Client) -> list[str]:
    """Pages and files that show runs, calls and settings."""
    addresses = [
        "/",
        "/usage/",
        "/admin/verification/providercall/",
        "/admin/verification/modelprofile/",
        "/admin/verification/searchsetting/",
    ]
    addresses += [reverse("run", args=[run.pk]) for run in VerificationRun.objects.all()]
    addresses += [f"/api/v1/runs/{run.pk}/" for run in VerificationRun.objects.all()]
    addresses += [f"/admin/verification/providercall/{pk}/change/" for pk in _calls()]
    answers = [client.get(address, follow=True) for address in addresses]
    assert {answer.status_code for answer in answers} <= {200, 404}
    return [b"".join(answer).decode() for answer in answers] + [str(answer.headers) for answer in answers]


def _calls() -> list[int]:
    return list(ProviderCall.objects.values_list("pk", flat=True))


def _dump() -> str:
    written = io.StringIO()
    call_command("dumpdata", "verification", stdout=written)
    return written.getvalue()


def _found_in(texts: list[str]) -> list[tuple[str, str]]:
    found = []
    for name, canary in CANARIES.items():
        for text in texts:
            at = text.find(canary)
            if at >= 0:
                found.append((name, text[max(0, at - 200) : at + 60]))
    return found


def test_no_key_leaves_by_any_way(outside: Outside, admin_client: Client, log: io.StringIO, capsys: pytest.CaptureFixture[str]) -> None:
    good = _verify("good")
    assert good.value == "5.25%"
    for server in (outside.tavily, outside.models["openai"], outside.models["deepseek"]):
        server.script(*[_echo(server.key)] * 4)
    bad = _verify("bad")
    assert (bad.status, bad.value) == ("degraded", "5.25%")
    for server in outside.servers:
        server.script(*[_echo(server.key), fail(500, f"broken {server.key}"), Reply(body=server.key.encode()), Reply(is_reset=True)] * 3)
    worse = _verify("worse")
    admin_client.get("/metrics", HTTP_AUTHORIZATION=f"Bearer {CANARIES['METRICS_TOKEN']}")
    admin_client.get("/metrics", HTTP_AUTHORIZATION="Bearer wrong")
    printed = capsys.readouterr()
    told = [log.getvalue(), _rows(), _dump(), printed.out, printed.err, *_exports(admin_client)]
    told += [json.dumps([run.error, run.failures, run.trace], ensure_ascii=False, default=str) for run in (good, bad, worse)]
    assert _found_in(told) == []
    sent = "".join(str(request.headers) for server in outside.servers for request in server.received)
    reached = {name for name, canary in CANARIES.items() if canary in sent}
    assert reached == set(CANARIES) - {"METRICS_TOKEN"}


def _break(profiles: tuple[ChatProfile, ...]) -> None:
    raise RuntimeError(repr(profiles))


def test_no_key_is_in_a_traceback_of_the_program(outside: Outside) -> None:
    """An error of ours where the keys are at hand: its traceback holds none, not even with the values of its frames."""
    profiles = list_usable_profiles()
    assert len(profiles) == 3
    with pytest.raises(RuntimeError) as caught:
        _break(profiles)
    told = "".join(traceback.TracebackException.from_exception(caught.value, capture_locals=True).format())
    assert "ChatProfile" in told
    assert _found_in([told]) == []
