"""Streams of progress: what is told, to whom, from where on, and with how few looks at the database."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from uuid import UUID

import httpx2
import psutil
import pytest
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve, reverse

from attribution.core.answers.sources import RankedDocument
from attribution.services.answers.tracing import Request, keep_attribution, trace_answer
from attribution.services.citations.lifecycle import create_report
from mcp_server.streams.hub import Hub
from mcp_server.streams.standings import GONE, KINDS, Watched, WatchedProgress, look_at
from tests.faults.processes import database_url, wait_for
from tests.views.rows import make_node
from tests.views.verified import make_verification
from verification.core.vocabulary import Scope
from verification.enums import RunTrigger
from verification.models import VerificationRun
from verification.services.events.batches import Message, request_event_batch
from verification.services.events.lifecycle import cancel_event, request_event
from verification.services.operations.tokens import create_token, revoke_token
from verification.services.runs.batches import request_batch
from verification.services.runs.lifecycle import cancel_run, request_run

Event = dict[str, str]


def url_of(address: str, kind: str, name: object) -> str:
    return address.replace("/mcp", f"/api/v1/{kind}/{name}/progress/")


@contextmanager
def reading(url: str, secret: str = "", **headers: str) -> Iterator[tuple[httpx2.Response, Iterator[Event]]]:
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    with httpx2.stream("GET", url, headers=headers, timeout=20, trust_env=False) as response:
        yield response, _events(response.iter_lines())


def _events(lines: Iterator[str]) -> Iterator[Event]:
    event: Event = {}
    for line in lines:
        name, _colon, value = line.partition(": ")
        if not line and event:
            yield event
            event = {}
        elif name in ("id", "event", "data"):
            event[name] = value


def status_of(url: str, secret: str = "", **headers: str) -> int:
    with reading(url, secret, **headers) as (response, _events):
        return response.status_code


def request_some_run(user: AbstractBaseUser, slug: str = "bank-rate") -> VerificationRun:
    return request_run(node=make_node(slug), trigger=RunTrigger.API, requested_by=user)


def test_run_is_told_up_to_its_end_and_then_no_more(address: str, secret: str, analyst: AbstractBaseUser) -> None:
    run = request_some_run(analyst)
    url = url_of(address, "runs", run.pk)
    with reading(url, secret) as (response, events):
        first = next(events)
        assert (response.headers["content-type"], first["event"]) == ("text/event-stream; charset=utf-8", "progress")
        assert json.loads(first["data"]) == {
            "kind": "runs",
            "id": str(run.pk),
            "status": "queued",
            "is_over": False,
            "done": 0,
            "total": None,
            "step": None,
            "found": None,
            "link": f"/api/v1/runs/{run.pk}/",
        }
        cancel_run(run=run, actor=analyst)
        (last,) = events
    assert (last["event"], json.loads(last["data"])["status"]) == ("end", "cancelled")
    assert status_of(url, secret, **{"Last-Event-ID": last["id"]}) == 204
    with reading(url, secret, **{"Last-Event-ID": first["id"]}) as (_response, events):
        assert list(events) == [last]


def test_who_has_the_newest_is_told_the_next_change_alone(address: str, secret: str, analyst: AbstractBaseUser) -> None:
    event = request_event(text="The SEC approves an ETF.", trigger=RunTrigger.API, requested_by=analyst)
    url = url_of(address, "events", event.pk)
    with reading(url, secret) as (_response, events):
        first = next(events)
    with reading(url, secret, **{"Last-Event-ID": first["id"]}) as (_response, events):
        cancel_event(event=event, user=analyst)
        assert [told["event"] for told in events] == ["end"]


def test_strangers_are_told_nothing(address: str, secret: str, analyst: AbstractBaseUser, django_user_model: type) -> None:
    event = request_event(text="The SEC approves an ETF.", trigger=RunTrigger.API, requested_by=analyst)
    url = url_of(address, "events", event.pk)
    other = django_user_model.objects.create_user("other")
    other.groups.set(analyst.groups.all())
    asked = create_token(user=analyst, name="asks", scopes=[Scope.VERIFY])
    stranger = create_token(user=django_user_model.objects.create_user("stranger"), name="x").secret
    assert [status_of(url, each) for each in ("", "cf_wrong", create_token(user=other, name="x").secret)] == [401, 401, 404]
    assert [status_of(url, each) for each in (asked.secret, stranger)] == [403, 403]
    assert [status_of(url_of(address, kind, name), secret) for kind, name in (("runs", 4711), ("runs", "x"), ("nodes", 1))] == [404] * 3
    revoke_token(token=asked.token, actor=analyst)
    type(analyst).objects.filter(pk=analyst.pk).update(is_active=False)
    assert [status_of(url, each) for each in (asked.secret, secret)] == [401, 401]


def test_our_own_pages_come_in_with_the_log_in_and_others_do_not(address: str, analyst_client: Client, analyst: AbstractBaseUser) -> None:
    run = request_some_run(analyst)
    cancel_run(run=run, actor=analyst)
    url, cookie = url_of(address, "runs", run.pk), f"sessionid={analyst_client.cookies['sessionid'].value}"
    with reading(url, Cookie=cookie, Origin="http://localhost:8000") as (response, events):
        assert [told["event"] for told in events] == ["end"]
        allowed = response.headers["access-control-allow-origin"], response.headers["access-control-allow-credentials"]
        assert allowed == ("http://localhost:8000", "true")
    assert status_of(url, Cookie=cookie, Origin="https://evil.example") == 403
    assert status_of(url, Cookie="sessionid=wrong", Origin="http://localhost:8000") == 401
    type(analyst).objects.update(is_active=False)
    assert status_of(url, Cookie=cookie) == 401


def test_log_in_of_a_proxy_in_front_is_no_token(address: str, secret: str, analyst_client: Client, analyst: AbstractBaseUser) -> None:
    """A browser sends it with every request to the host; the API passes it over too."""
    url = url_of(address, "runs", request_some_run(analyst).pk)
    cookie = f"sessionid={analyst_client.cookies['sessionid'].value}"
    assert [
        status_of(url, Authorization="Basic YTpi", Cookie=cookie),
        status_of(url, Authorization=f"bearer {secret}"),
        status_of(url, Authorization="Basic YTpi"),
        status_of(url, Authorization="Bearer cf_wrong", Cookie=cookie),
    ] == [200, 200, 401, 401]


def test_one_person_takes_no_place_from_the_others(
    address: str, secret: str, analyst: AbstractBaseUser, reviewer: AbstractBaseUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By whichever token: a program that opens a stream for each look and closes none is refused itself."""
    monkeypatch.setattr("mcp_server.streams.http.MOST_READERS_OF_ONE", 2)
    url = url_of(address, "runs", request_some_run(analyst).pk)
    second, other = create_token(user=analyst, name="second").secret, create_token(user=reviewer, name="other").secret
    with reading(url, secret) as (_first, events), reading(url, second) as (_second, more):
        next(events), next(more)
        with reading(url, secret) as (refused, _none):
            said = json.loads(refused.read())
            assert (refused.status_code, said["code"], refused.headers["retry-after"]) == (429, "throttled", "10")
        assert status_of(url, other) == 200
    wait_for(lambda: status_of(url, secret) == 200)


def test_a_stream_that_was_read_to_its_end_gives_its_place_back(
    address: str, secret: str, analyst: AbstractBaseUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcp_server.streams.http.MOST_READERS_OF_ONE", 1)
    run = request_some_run(analyst)
    cancel_run(run=run, actor=analyst)
    url = url_of(address, "runs", run.pk)
    for _ in range(2):
        with reading(url, secret) as (_response, events):
            (last,) = events
        wait_for(lambda last=last: status_of(url, secret, **{"Last-Event-ID": last["id"]}) == 204)
    assert status_of(url_of(address, "runs", 4711), secret) == 404
    wait_for(lambda: status_of(url, secret) == 200)


def test_refusals_say_what_those_of_the_api_say(address: str, analyst: AbstractBaseUser) -> None:
    url = url_of(address, "runs", request_some_run(analyst).pk)
    asks = create_token(user=analyst, name="asks", scopes=[Scope.VERIFY]).secret
    with reading(url, asks) as (refused, _none):
        said = json.loads(refused.read())
        assert (refused.status_code, said["code"], said["scope"], said["scopes"]) == (403, "missing_scope", "read", ["verify"])
    seldom = create_token(user=analyst, name="seldom", per_minute=1).secret
    assert status_of(url, seldom) == 200
    with reading(url, seldom) as (refused, _none):
        assert json.loads(refused.read())["code"] == "throttled"
        assert 1 <= int(refused.headers["retry-after"]) <= 60


def _subjects(kind: str, user: AbstractBaseUser, count: int) -> list[Watched]:
    request = Request("It is so.", (RankedDocument("It is so.", "d", 0.9, {}),), {}, "")
    make: dict[str, Callable[[int], int]] = {
        "runs": lambda number: request_some_run(user, f"n-{number}").pk,
        "verification-batches": lambda number: request_batch(nodes=[make_node(f"b-{number}")], requested_by=user).pk,
        "verifications": lambda number: make_verification(user).pk,
        "events": lambda number: request_event(text=f"The SEC approves ETF {number}.", trigger=RunTrigger.API, requested_by=user).pk,
        "event-batches": lambda number: request_event_batch(messages=[Message(f"Bank {number} was hacked.")], requested_by=user).pk,
        "citation-reports": lambda number: create_report(text="See https://a.example/1", trigger=RunTrigger.API, requested_by=user).pk,
        "attributions": lambda number: keep_attribution(traced=trace_answer(request=request), requested_by=user).pk,
    }
    return [Watched(kind, "x", make[kind](number)) for number in range(count)]


@pytest.mark.parametrize("kind", KINDS)
def test_link_is_an_address_of_the_api(kind: str) -> None:
    name = str(UUID(int=1)) if kind == "verifications" else "1"
    link = Watched(kind, name, 1).shape(GONE)["link"]
    match = resolve(str(link))
    assert (match.namespace, match.url_name == "nowhere", reverse(match.view_name, kwargs=match.kwargs)) == ("api", False, link)


@pytest.mark.parametrize("kind", KINDS)
def test_one_look_takes_as_many_queries_for_three_as_for_one(analyst: AbstractBaseUser, kind: str) -> None:
    subjects, counts = _subjects(kind, analyst, 3), []
    for asked in (subjects[:1], subjects):
        with CaptureQueriesContext(connection) as queries:
            found = look_at(asked)
        counts.append(len(queries))
        assert len(found) == len(asked)
        assert GONE not in found.values()
    assert counts[0] == counts[1] <= 2
    assert look_at([Watched(kind, "x", 10**9)]) == {Watched(kind, "x", 10**9): GONE}


def test_all_readers_share_one_look_and_nobody_looks_where_nobody_reads() -> None:
    subjects = [Watched("runs", str(number), number) for number in range(5)]
    looks: list[int] = []

    async def look(asked: Iterable[Watched]) -> dict[Watched, WatchedProgress]:
        looks.append(len(tuple(asked)))
        is_over = len(looks) > 2
        return {subject: WatchedProgress("finished" if is_over else "running", is_over, done=min(len(looks), 2)) for subject in asked}

    async def read(hub: Hub, subject: Watched) -> list[int | None]:
        return [progress.done async for progress in hub.watch(subject, seconds=10)]

    async def run() -> list[list[int | None]]:
        hub = Hub(look, every=0.01)
        told = await asyncio.gather(*(read(hub, subject) for subject in subjects * 20))
        await asyncio.sleep(0.05)
        assert hub.readers == 0
        return told

    assert asyncio.run(run()) == [[1, 2, 2]] * 100
    assert looks == [5, 5, 5]


def test_stream_ends_with_its_time_though_nothing_changes() -> None:
    async def look(asked: Iterable[Watched]) -> dict[Watched, WatchedProgress]:
        return dict.fromkeys(asked, WatchedProgress("running", is_over=False))

    async def run() -> int:
        hub = Hub(look, every=0.01)
        return len([progress async for progress in hub.watch(Watched("runs", "1", 1), seconds=0.1)]) + hub.readers

    assert asyncio.run(run()) == 1


def _begin_progress(*arguments: str) -> subprocess.Popen[str]:
    known = {"DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "causalflow.settings", "SECRET_KEY": settings.SECRET_KEY}
    environment = {**os.environ, **known, "VAR_DIR": str(settings.VAR_DIR)}
    command = [sys.executable, "manage.py", "progress", *arguments]
    return subprocess.Popen(command, env=environment, cwd=settings.BASE_DIR, stderr=subprocess.PIPE, text=True)


def test_streams_come_from_forked_processes_and_one_that_dies_is_begun_anew(secret: str, analyst: AbstractBaseUser) -> None:
    run = request_some_run(analyst)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    serving = _begin_progress("--bind", f"127.0.0.1:{port}")
    assert serving.stderr is not None
    try:
        assert serving.stderr.readline() == f"Streams of progress at http://127.0.0.1:{port}\n"
        url = f"http://127.0.0.1:{port}/api/v1/runs/{run.pk}/progress/"
        with reading(url, secret) as (_response, events):
            assert json.loads(next(events)["data"])["link"] == f"/api/v1/runs/{run.pk}/"
        first = {child.pid for child in psutil.Process(serving.pid).children()}
        os.kill(min(first), signal.SIGKILL)
        assert "ended by itself" in serving.stderr.readline()
        assert [status_of(url), status_of(url, secret, Host="evil.example"), status_of(url, secret, Origin="https://evil.example")] == [
            401,
            421,
            403,
        ]
        cancel_run(run=run, actor=analyst)
        with reading(url, secret) as (_response, events):
            assert [told["event"] for told in events] == ["end"]
        until = time.monotonic() + 30
        while len(now := {child.pid for child in psutil.Process(serving.pid).children()}) < len(first) and time.monotonic() < until:
            time.sleep(0.1)
        assert (len(first), len(now), len(first & now)) == (2, 2, 1)
    finally:
        serving.terminate()
        assert serving.wait(30) == 0
        serving.stderr.close()


@pytest.mark.parametrize(
    "arguments", [("--workers", "0"), ("--workers", "17"), ("--bind", "8002"), ("--bind", "127.0.0.1:0"), ("--bind", "a:x")]
)
def test_command_of_the_streams_refuses_what_makes_no_sense(arguments: tuple[str, str]) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("progress", *arguments)
    assert refused.value.returncode == 2


def test_busy_port_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(CommandError) as refused:
        call_command("progress", "--bind", f"127.0.0.1:{taken.getsockname()[1]}")
    assert refused.value.returncode == 1
