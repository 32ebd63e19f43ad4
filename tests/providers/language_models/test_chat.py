"""Models behind chat completions: what is sent, what is read, and how each failure is told."""

import asyncio
import json
import logging
import ssl
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from email.utils import format_datetime
from time import monotonic
from typing import Any

import pytest

from tests.environment import GRACE_S
from tests.stubs.chat import ChatStub, Said, fail
from tests.stubs.server import Reply, json_reply
from verification.core.vocabulary import Fault
from verification.providers.base import CallUsage, ChatReply, ChatRequest, ChatTool, ProviderError, ToolCall
from verification.providers.connections import user_agent
from verification.providers.language_models.chat import Chat, ChatProfile

KEY = "sk-canary-0123456789abcdef"
SCHEMA = {"type": "object", "properties": {"value": {"type": "string"}}, "required": ["value"], "additionalProperties": False}
REQUEST = ChatRequest(
    system="Answer in JSON.", user="What is the rate?", prompt_version="t1", temperature=0.1, max_output_tokens=200, schema=SCHEMA
)


def profile_of(stub: ChatStub, **fields: Any) -> ChatProfile:
    return ChatProfile(**{"name": "stub", "base_url": stub.base_url, "model": "tiny", "key": KEY, "timeout_s": 60.0, **fields})


def use(profile: ChatProfile, work: Callable[[Chat], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        chat = Chat(profile)
        try:
            return await work(chat)
        finally:
            await chat.aclose()

    return asyncio.run(run())


def ask(stub: ChatStub, request: ChatRequest = REQUEST, **fields: Any) -> ChatReply:
    return use(profile_of(stub, **fields), lambda chat: chat.complete(request))


def failure(stub: ChatStub, **fields: Any) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        ask(stub, **fields)
    return caught.value


def test_complete_answers_text_and_usage() -> None:
    with ChatStub(lambda body: '{"value": "5.25%"}', key=KEY) as stub:
        reply = ask(stub)
    assert (reply.text, reply.is_whole, reply.model, reply.profile) == ('{"value": "5.25%"}', True, "tiny-2026-01-01", "stub")
    assert (reply.usage.units, reply.usage.input_tokens > 5, reply.usage.output_tokens > 2) == (1, True, True)
    assert stub.bodies == [
        {
            "model": "tiny",
            "messages": [{"role": "system", "content": "Answer in JSON."}, {"role": "user", "content": "What is the rate?"}],
            "max_tokens": 200,
            "temperature": 0.1,
            "response_format": {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": SCHEMA}},
        }
    ]


def test_cost_goes_by_the_prices_of_the_profile() -> None:
    profile = ChatProfile("a", "", "", input_usd_per_million=Decimal("0.4"), output_usd_per_million=Decimal("1.6"))
    assert profile.cost_usd(CallUsage(1, 1_000, 100)) == Decimal("0.00056")


def test_environment_adds_neither_headers_nor_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-secret")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-another-key-of-the-environment")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Leak: 1")
    monkeypatch.setenv("HTTP_PROXY", "http://proxy.example:3128")
    with ChatStub() as stub:
        ask(stub)
    sent = {name.lower(): value for name, value in stub.received[0].headers.items()}
    assert sorted(sent) == ["accept", "accept-encoding", "authorization", "content-length", "content-type", "host", "user-agent"]
    assert (sent["authorization"], sent["user-agent"], sent["accept-encoding"]) == (f"Bearer {KEY}", user_agent(), "identity")


def test_endpoint_without_a_key_gets_none_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-another-key-of-the-environment")
    with ChatStub() as stub:
        ask(stub, key="")
    assert stub.received[0].headers["Authorization"] == "Bearer none"


@pytest.mark.parametrize(
    "forms, asked",
    [
        (("json_schema", "json_object"), ["json_schema"]),
        (("json_object",), ["json_schema", "json_object"]),
        ((), ["json_schema", "json_object", None]),
    ],
)
def test_json_is_forced_as_the_endpoint_takes_it_and_that_is_remembered(forms: tuple[str, ...], asked: list[str | None]) -> None:
    async def twice(chat: Chat) -> list[ChatReply]:
        return [await chat.complete(REQUEST), await chat.complete(REQUEST)]

    with ChatStub(forms=forms) as stub:
        replies = use(profile_of(stub), twice)
    formats = [body.get("response_format", {}).get("type") for body in stub.bodies]
    assert formats == [*asked, asked[-1]]
    assert all(reply.is_whole for reply in replies)


def test_what_an_endpoint_takes_is_remembered_beyond_one_batch_of_work() -> None:
    with ChatStub(forms=("json_object",)) as stub:
        ask(stub)
        ask(stub)
    assert [body["response_format"]["type"] for body in stub.bodies] == ["json_schema", "json_object", "json_object"]


def test_request_refused_for_its_words_teaches_nothing() -> None:
    with ChatStub() as stub:
        stub.script(fail(400, "Your words are not taken."))
        failure(stub)
        ask(stub)
    assert stub.bodies[-1]["response_format"]["type"] == "json_schema"


def test_parameters_that_a_model_does_not_know_are_left_out() -> None:
    with ChatStub(unknown=("max_tokens", "temperature")) as stub:
        ask(stub)
    assert "temperature" not in stub.bodies[-1]
    assert stub.bodies[-1]["max_completion_tokens"] == 200
    assert len(stub.bodies) == 3


def test_request_that_stays_bad_is_refused_after_what_can_be_left_out() -> None:
    with ChatStub(lambda body: fail(400, f"bad response_format {KEY}")) as stub:
        error = failure(stub)
    assert (error.fault, error.permanent, error.http_status, len(stub.received)) == (Fault.BAD_REQUEST, True, 400, 3)


def test_tool_calls_are_read_unchecked() -> None:
    tool = ChatTool("search", "Find pages.", {"type": "object", "properties": {"query": {"type": "string"}}})
    said = Said(None, "tool_calls", tool_calls=(("search", '{"query": "rate"'),))
    with ChatStub(lambda body: said) as stub:
        reply = ask(stub, replace(REQUEST, schema=None, tools=(tool,)))
    assert (reply.tool_calls, reply.text, reply.is_whole) == ((ToolCall("search", '{"query": "rate"'),), "", True)
    assert stub.bodies[0]["tools"][0]["function"]["name"] == "search"


@pytest.mark.parametrize(
    "said",
    [
        Said('{"value": "5', "length"),
        Said('{"value": "5.25%"}', "content_filter"),
        Said(None, refusal="I can't help with that."),
        Said(None),
    ],
)
def test_answer_cut_off_or_refused_is_not_whole(said: Said) -> None:
    with ChatStub(lambda body: said) as stub:
        assert ask(stub).is_whole is False


@pytest.mark.parametrize(
    "status, code, fault, permanent",
    [
        (401, None, Fault.UNAUTHORIZED, True),
        (402, None, Fault.OUT_OF_CREDIT, True),
        (403, None, Fault.FORBIDDEN, True),
        (404, None, Fault.NOT_FOUND, True),
        (408, None, Fault.TIMEOUT, False),
        (429, None, Fault.RATE_LIMITED, False),
        (429, "insufficient_quota", Fault.OUT_OF_CREDIT, True),
        (500, None, Fault.SERVER_ERROR, False),
        (503, None, Fault.SERVER_ERROR, False),
    ],
)
def test_each_status_has_its_fault(status: int, code: str | None, fault: Fault, permanent: bool) -> None:
    with ChatStub(lambda body: fail(status, f"wrong {KEY}", code=code)) as stub:
        error = failure(stub)
    assert (error.fault, error.permanent, error.http_status, len(stub.received)) == (fault, permanent, status, 1)


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_passed_on(status: int) -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    with ChatStub() as stub:
        stub.script(fail(status, retry_after="7"), fail(status, retry_after=later), fail(status, retry_after="soon"))
        waits = [failure(stub).retry_after for _ in range(3)]
    assert waits[0] == 7.0
    assert 80 < waits[1] <= 90
    assert waits[2] is None


def test_redirect_is_not_followed_with_the_key() -> None:
    with ChatStub() as other, ChatStub(lambda body: Reply(307, headers={"Location": other.base_url + "/chat/completions"})) as stub:
        error = failure(stub)
        assert (error.permanent, error.http_status, len(other.received)) == (True, 307, 0)


GARBAGE = [
    Reply(body=b"<html>Sign in</html>", content_type="text/html"),
    Reply(body=b"<html>Sign in</html>"),
    Reply(body=b""),
    Reply(body=b'{"choices": [{"message": {"content": "5'),
    Reply(body=b"\xff\xfe{}"),
    Reply(body=b"[" * 100_000),
    Reply(body=b'{"choices": NaN}'),
    Reply(body=b'{"choices": [], "choices": []}'),
    json_reply({"choices": []}),
    json_reply({"choices": [None]}),
    json_reply({"choices": "x"}),
    json_reply([1]),
    json_reply({"choices": [{"message": "hello"}]}),
    Reply(body=b"\x1f\x8b" + b"\0" * 50, headers={"Content-Encoding": "gzip"}),
]


@pytest.mark.parametrize("reply", GARBAGE)
def test_garbage_is_a_bad_answer(reply: Reply) -> None:
    with ChatStub(lambda body: reply) as stub:
        error = failure(stub)
    assert (error.fault, error.permanent) == (Fault.BAD_ANSWER, False)


def test_connection_that_breaks_is_unreachable() -> None:
    with ChatStub(lambda body: Reply(is_reset=True)) as stub:
        assert failure(stub).fault == Fault.UNREACHABLE
    assert failure(stub).fault == Fault.UNREACHABLE


@pytest.mark.parametrize(
    "reply", [Reply(delay_s=20), Reply(body=b'{"choices": []}', pause_s=20), Reply(body=b"  ", is_endless=True, delay_s=0.3)]
)
def test_one_deadline_is_over_everything(reply: Reply) -> None:
    began = monotonic()
    with ChatStub(lambda body: reply) as stub:
        error = failure(stub, timeout_s=0.25)
        assert monotonic() - began < 0.25 + GRACE_S
    assert (error.fault, error.permanent) == (Fault.TIMEOUT, False)


def test_endless_answer_is_cut_at_a_megabyte() -> None:
    with ChatStub(lambda body: Reply(body=b" " * 65_536, is_endless=True)) as stub:
        error = failure(stub, timeout_s=20)
    assert error.fault == Fault.TOO_LARGE


def test_no_more_requests_at_once_than_the_profile_says() -> None:
    async def many(chat: Chat) -> None:
        await asyncio.gather(*(chat.complete(REQUEST) for _ in range(8)))

    with ChatStub(latency_s=0.2) as stub:
        use(profile_of(stub, concurrency=2), many)
    assert (stub.peak, len(stub.received)) == (2, 8)


def test_waiting_for_a_place_does_not_count_against_the_deadline() -> None:
    async def many(chat: Chat) -> list[ChatReply]:
        return await asyncio.gather(*(chat.complete(REQUEST) for _ in range(5)))

    with ChatStub(latency_s=0.5) as stub:
        assert len(use(profile_of(stub, concurrency=1, timeout_s=2), many)) == 5


def test_key_is_in_no_message_traceback_or_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with ChatStub(key="sk-another") as stub:
        error = failure(stub)
        assert KEY in stub.received[0].headers["Authorization"]
    told = "".join(traceback.format_exception(error)) + caplog.text + repr(profile_of(stub)) + repr(vars(error))
    assert KEY not in told
    assert error.fault == Fault.UNAUTHORIZED


def test_profile_repr_hides_the_key() -> None:
    assert "sk-secret" not in repr(ChatProfile("a", "b", "c", key="sk-secret-secret"))


def test_certificate_of_nobody_is_refused(tmp_path: Any) -> None:
    with ChatStub() as stub:
        error = failure(stub, base_url=stub.base_url.replace("http:", "https:"))
    # A plain server under https: no handshake, and no request.
    assert (error.fault, len(stub.received)) == (Fault.UNREACHABLE, 0)
    assert ssl.create_default_context().verify_mode == ssl.CERT_REQUIRED


def test_openai_is_imported_only_when_a_model_is_asked() -> None:
    import subprocess
    import sys

    code = "import sys; import verification.providers.language_models.chat; print('openai' in sys.modules, 'httpx2' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.dumps(found.stdout.split()) == '["False", "False"]'
