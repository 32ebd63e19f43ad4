"""Every call of the client reaches the server, waits, goes through all pages, is sent again once, and says what went wrong."""

import asyncio
import json
from collections.abc import Callable

import httpx
import pytest
from causalflow_client import ApiError, AsyncClient, BadSignature, Client, NotOver, calls, read_webhook
from django.contrib.auth.models import AbstractBaseUser

from tests.views.rows import make_node, make_verified
from verification.models import Event, Node, VerificationRun
from verification.services.notices.webhooks import sign_body
from verification.services.operations.tokens import create_token

CLAIM = "The Elbonian central bank kept its policy rate at 5.25%"
PAGES = [
    {"url": f"https://{name}.example/1", "title": "Policy", "content": f"{CLAIM} on Thursday, {name} reports after the meeting."}
    for name in ("alpha", "beta", "gamma")
]


def test_list_is_gone_through_page_by_page(flow: Client) -> None:
    for number in range(5):
        make_node(f"node-{number}")
    assert [node["slug"] for node in flow.find_nodes(limit=2)] == [f"node-{number}" for number in range(5)]
    assert [node["slug"] for node in flow.find_nodes(stale=True)] == []
    assert make_verified("bank-rate").slug == flow.get_node("bank-rate")["slug"]


@pytest.mark.usefixtures("_hands")
def test_what_takes_a_while_is_waited_for(flow: Client) -> None:
    make_node("bank-rate")
    make_node("gold")
    assert flow.verify_node("bank-rate", seconds=30)["status"] in calls.ENDED
    assert flow.verify_nodes(["bank-rate", "gold"], seconds=30)["ended"] == 2
    assert flow.verify_claim(CLAIM, evidence=PAGES, seconds=30)["decision"] == "accept"
    assert flow.check_citations("No link at all.", seconds=30)["status"] == "finished"
    traced = flow.trace_answer("The rate is 3.5%.", [{"content": "The rate is 3.5%."}])
    assert [sentence["supported"] for sentence in traced["sentences"]] == [True]
    assert flow.analyse_event("The SEC approves an ETF.", seconds=30)["status"] in calls.ENDED
    batch = flow.analyse_events(["Bybit was hacked", {"text": "The SEC approves an ETF."}], seconds=60)
    assert (batch["total"], batch["ended"], [each["status"] in calls.ENDED for each in batch["items"]]) == (2, 2, [True, True])


def test_documents_are_written_and_taken_out(base_url: str, admin: AbstractBaseUser) -> None:
    with Client(base_url, create_token(user=admin, name="a loader").secret) as flow:
        (written,) = flow.write_documents([{"url": "https://paper.example/1", "text": CLAIM}], reason="a test")["items"]
        assert (written["outcome"], [each["id"] for each in flow.iterate("documents/")]) == ("added", [written["id"]])
        assert flow.send(calls.delete(f"documents/{written['id']}/", reason="原因" * 250)) is None
        assert list(flow.iterate("documents/")) == []


def test_a_change_rests_on_what_was_read_and_is_done_once(base_url: str, admin: AbstractBaseUser) -> None:
    make_node("bank-rate")
    lossy = Lossy([])
    with Client(base_url, create_token(user=admin, name="an editor").secret, transport=lossy) as flow:
        flow.get_node("bank-rate")
        read = lossy.tag
        lossy.lost = [_hang_up]
        assert flow.send(calls.patch("nodes/bank-rate/", {"group": "Rates", "unit": None}, match=read))["after"]["group"] == "Rates"
        assert (len(set(lossy.keys[1:])), "" in lossy.keys[1:]) == (1, False)
        with pytest.raises(ApiError, match="412 changed_meanwhile"):
            flow.send(calls.patch("nodes/bank-rate/", {"group": "Banks"}, match=read))
    assert (Node.objects.get().group, Node.objects.get().unit) == ("Rates", "")


def test_a_deletion_of_which_the_answer_is_lost_is_none_that_failed(base_url: str, admin: AbstractBaseUser) -> None:
    make_node("bank-rate")
    token = create_token(user=admin, name="an editor").secret
    with Client(base_url, token, transport=Lossy([_hang_up])) as flow:
        assert flow.send(calls.delete("nodes/bank-rate/")) is None
        with pytest.raises(ApiError, match="404 not_found"):
            flow.send(calls.delete("nodes/bank-rate/"))
    with Client(base_url, token, transport=Lossy([_busy])) as flow, pytest.raises(ApiError, match="404 not_found"):
        flow.send(calls.delete("nodes/bank-rate/"))

    async def delete_again() -> None:
        async with AsyncClient(base_url, token, transport=AsyncLossy()) as flow:
            assert await flow.send(calls.delete("nodes/gold/")) is None
            with pytest.raises(ApiError, match="404 not_found"):
                await flow.send(calls.delete("nodes/gold/"))

    make_node("gold")
    asyncio.run(delete_again())


def test_what_is_not_over_in_time_says_how_it_stands(flow: Client) -> None:
    make_node("bank-rate")
    run = flow.verify_node("bank-rate", seconds=0)
    assert (run["status"], VerificationRun.objects.get().pk) == ("queued", run["run"])
    with pytest.raises(NotOver) as late:
        flow.wait_for(f"runs/{run['run']}/", seconds=0.3)
    assert late.value.standing["status"] == "queued"


def test_async_client_has_the_same_calls(base_url: str, token: str) -> None:
    for number in range(3):
        make_node(f"node-{number}")

    async def ask() -> tuple[list[str], str]:
        async with AsyncClient(base_url, token) as flow:
            slugs = [node["slug"] async for node in flow.find_nodes(limit=2)]
            run = await flow.verify_node(slugs[0], seconds=0)
            with pytest.raises(ApiError, match="404 not_found"):
                await flow.get_node("nothing")
            return slugs, run["status"]

    assert asyncio.run(ask()) == (["node-0", "node-1", "node-2"], "queued")
    names = {name for name in vars(Client) if not name.startswith("_")}
    assert names == {name for name in vars(AsyncClient) if not name.startswith("_")}


def test_problem_is_an_error_with_its_code_and_fields(flow: Client, base_url: str, analyst: AbstractBaseUser) -> None:
    with pytest.raises(ApiError) as refused:
        flow.analyse_event("x", seconds=0, callback_url="http://10.0.0.1/")
    assert (refused.value.status, refused.value.code, refused.value.errors[0]["field"]) == (400, "invalid_request", "callback_url")
    with Client(base_url, "cf_wrong") as stranger, pytest.raises(ApiError, match="401 bad_token"):
        stranger.get_node("x")
    type(analyst).objects.update(is_active=False)
    with pytest.raises(ApiError, match="401 bad_token"):
        flow.get_node("x")


class Lossy(httpx.BaseTransport):
    """Passes requests on and loses the first answers, or answers for the server."""

    def __init__(self, lost: list[Callable[[httpx.Request], httpx.Response]]) -> None:
        self.lost = lost
        self.keys: list[str] = []
        self.tag = ""
        self._passing = httpx.HTTPTransport()

    def close(self) -> None:
        self._passing.close()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.keys.append(request.headers.get("Idempotency-Key", ""))
        response = self._passing.handle_request(request)
        self.tag = response.headers.get("ETag", self.tag)
        if self.lost:
            response.read()
            return self.lost.pop(0)(request)
        return response


class AsyncLossy(httpx.AsyncHTTPTransport):
    """Loses the first answer."""

    is_lost = False

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        if self.is_lost:
            return response
        self.is_lost = True
        await response.aread()
        raise httpx.ReadError("the line was lost", request=request)


def _hang_up(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadError("the line was lost", request=request)


def _busy(request: httpx.Request) -> httpx.Response:
    return httpx.Response(429, headers={"Retry-After": "0"}, json={"code": "throttled"}, request=request)


def test_answer_that_is_lost_is_asked_for_again_and_done_once(base_url: str, token: str) -> None:
    lossy = Lossy([_hang_up, _busy])
    with Client(base_url, token, transport=lossy) as flow:
        event = flow.analyse_event("The SEC approves an ETF.", seconds=0)
    assert (len(lossy.keys), len(set(lossy.keys)), Event.objects.get().pk) == (3, 1, event["event_id"])
    lossy = Lossy([_busy] * 9)
    with Client(base_url, token, transport=lossy, attempts=2) as flow, pytest.raises(ApiError, match="429 throttled"):
        flow.get_node("x")
    assert len(lossy.keys) == 2


def test_webhook_of_the_server_is_read_and_others_are_not() -> None:
    body = json.dumps({"event": "event.ended", "sent_at": "2026-11-23T10:00:00+00:00", "data": {"event_id": 1}}).encode()
    headers = {"CausalFlow-Signature": sign_body(body=body, secret="s", at=1_000)}
    assert read_webhook(body, headers, "s", now=1_100)["data"] == {"event_id": 1}
    bad = [(body + b" ", headers, "s", 1_100), (body, headers, "t", 1_100), (body, headers, "s", 1_400), (body, {}, "s", 1_100)]
    bad += [(body, {"CausalFlow-Signature": header}, "s", 1_100) for header in ("t=x,v1=", "v1", "t=１０００,v1=é", "t=1000")]
    for sent, signed, secret, now in bad:
        with pytest.raises(BadSignature):
            read_webhook(sent, signed, secret, now=now)
