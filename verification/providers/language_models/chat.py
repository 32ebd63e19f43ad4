"""Any language model behind an OpenAI-compatible chat-completions endpoint, and what every endpoint of such a service needs.

The ``openai`` package is imported only where a model can be asked (it costs 0.4 s and more). Its own retries are off: whether to ask again
is the gateway's to decide. Nothing that the endpoint says of an error is passed on, for it may repeat the key.
"""

import asyncio
import json
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache, cached_property, partial
from importlib import import_module
from threading import Thread
from typing import Any, TypeVar

from verification.core.strict_json import BadInput, parse_answer
from verification.core.vocabulary import Fault
from verification.providers.api_faults import failed_status, unreadable
from verification.providers.base import CallUsage, ChatReply, ChatRequest, ProviderError, ToolCall
from verification.providers.connections import CHAT_BYTES, user_agent
from verification.providers.language_models.chat_faults import fault_of, status_of, words_of
from verification.providers.language_models.chat_text import unwrap

MAX_TOOL_CALLS = 16
_MILLION = Decimal(1_000_000)
_NO_KEY = "none"
# What an endpoint asks for in the words of its refusal: DashScope of its hybrids, OpenAI of models that think.
_ASKED_FOR = (
    ("enable_thinking", False, "enable_thinking must be set to false"),
    ("reasoning_effort", "none", "function tools with reasoning_effort"),
)
_JSON_FORMS = ("response_format", "json_schema", "json_object", "json mode", "structured output", "guided", "grammar")
_WHOLE = ("stop", "tool_calls")

_ALL_FORMS = ("json_schema", "json_object", "")
# What is asked again with so much more room where a limit was used up before the first word.
MORE_ROOM = 4

ReplyT = TypeVar("ReplyT")


@dataclass(frozen=True, slots=True)
class ChatProfile:
    """One model as the deployment uses it. ``key`` comes from the environment, "" where the endpoint asks for none; it is never shown.

    ``extra_body`` is JSON, members of every request that its vendor needs; ``limit_name`` and ``json_form`` say how it calls the output
    limit and which form of JSON it takes, "" where that is learnt. ``thinking_tokens``: room that is added to every limit.
    """

    name: str
    base_url: str
    model: str
    key: str = field(default="", repr=False)
    timeout_s: float = 30.0
    concurrency: int = 5
    input_usd_per_million: Decimal = Decimal(0)
    output_usd_per_million: Decimal = Decimal(0)
    extra_body: str = ""
    limit_name: str = ""
    has_temperature: bool = True
    json_form: str = ""
    thinking_tokens: int = 0

    def cost_usd(self, usage: CallUsage) -> Decimal:
        """What a call cost by the profile's prices."""
        return (self.input_usd_per_million * usage.input_tokens + self.output_usd_per_million * usage.output_tokens) / _MILLION


@dataclass(frozen=True, slots=True)
class _Dialect:
    """How an endpoint takes a request. Each field is given up once, when the endpoint refuses it; ``extra`` are members as JSON."""

    json_forms: tuple[str, ...] = _ALL_FORMS
    tokens_name: str = "max_tokens"
    has_temperature: bool = True
    extra: tuple[tuple[str, str], ...] = ()

    def with_extra(self, name: str, value: object) -> "_Dialect":
        return replace(self, extra=(*(pair for pair in self.extra if pair[0] != name), (name, json.dumps(value))))


# By address, model and what the profile says, for as long as the process lives.
_learnt: dict[tuple[str, ...], _Dialect] = {}


@cache
def load_early() -> None:
    """Have the client's package loaded beside other work, once for the process: the first question would wait most of a second for it."""
    Thread(target=import_module, args=("openai",), name="load-openai", daemon=True).start()


class Endpoint:
    """One profile's client: its places, its deadline, and whatever goes wrong as a ``ProviderError``.

    Use it within one event loop, and close it. ``answers_with`` names what is expected of it.
    """

    answers_with = "chat completion"
    max_bytes = CHAT_BYTES

    def __init__(self, profile: ChatProfile) -> None:
        self.profile = profile
        self.name = profile.name
        self._service = f"The model {profile.name}"
        self._places = asyncio.Semaphore(profile.concurrency)

    async def aclose(self) -> None:
        if "_client" in vars(self):
            await self._client.close()

    @cached_property
    def _client(self) -> Any:
        from openai import AsyncOpenAI

        from verification.providers.language_models.chat_transport import open_client

        http = open_client(limit=self.max_bytes, connections=self.profile.concurrency, agent=user_agent())
        return AsyncOpenAI(api_key=self.profile.key or _NO_KEY, base_url=self.profile.base_url, max_retries=0, http_client=http)

    async def _in_time(self, ask: Callable[[], Awaitable[ReplyT]]) -> ReplyT:
        """The deadline of the profile is over everything but the wait for a free place."""
        async with self._places:
            try:
                async with asyncio.timeout(self.profile.timeout_s):
                    return await ask()
            except TimeoutError:
                raise _late(self._service, self.profile.timeout_s) from None

    async def _send(self, send: Callable[[Any], Awaitable[Any]]) -> bytes:
        """The body that the client's raw answer brings; ``EndpointRefusal`` where the endpoint calls the request bad."""
        import openai

        try:
            answer = await send(self._client)
            return bytes(answer.http_response.content)
        except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
            said = words_of(error.body) or str(error)
            if (fault := fault_of(error.status_code, said)) is not None:
                # No other form of the request would help.
                raise self._failed(error.status_code, error.response.headers, fault) from None
            raise EndpointRefusal(error.status_code, str(error.param or ""), str(error)) from None
        except openai.APIStatusError as error:
            said = words_of(error.body) or str(error)
            fault = fault_of(error.status_code, said)
            raise self._failed(error.status_code, error.response.headers, fault) from None
        except openai.APITimeoutError:
            raise _late(self._service, self.profile.timeout_s) from None
        except openai.APIConnectionError as error:
            raise _no_connection(self._service, error, self.max_bytes) from None
        except (openai.OpenAIError, ValueError, TypeError, RecursionError):
            raise self._unreadable() from None

    def _parse(self, body: bytes) -> dict[str, object]:
        try:
            answer = parse_answer(body)
        except BadInput:
            raise self._unreadable() from None
        error = answer.get("error")
        if error and not answer.get("choices") and not answer.get("data"):
            # A router that could not reach the model says so under status 200.
            status, said = status_of(error), words_of(error)
            raise self._failed(status, {}, fault_of(status, said))
        return answer

    def _failed(self, status: int, headers: Mapping[str, str], fault: Fault | None) -> ProviderError:
        return failed_status(self._service, status, headers, b"", lambda _status, _text: fault)

    def _unreadable(self) -> ProviderError:
        return unreadable(self._service, f"something that is no {self.answers_with}")


class Chat(Endpoint):
    """A ``ChatModel``."""

    def __init__(self, profile: ChatProfile) -> None:
        super().__init__(profile)
        self._endpoint = (profile.base_url, profile.model, profile.extra_body, profile.limit_name, profile.json_form)

    async def complete(self, request: ChatRequest) -> ChatReply:
        """What the model answers, unchecked. One that thought until its limit is asked once more with four times the room."""
        reply = await self._answer(request)
        if not reply.is_starved:
            return reply
        roomier = replace(request, max_output_tokens=MORE_ROOM * (request.max_output_tokens + self.profile.thinking_tokens))
        try:
            again = await self._answer(roomier)
        except ProviderError:
            # What was paid for stands in the ledger with an answer that proposes nothing.
            return reply
        return replace(again, usage=reply.usage + again.usage)

    async def _answer(self, request: ChatRequest) -> ChatReply:
        return self._read(await self._in_time(lambda: self._ask(request)), is_json=request.schema is not None)

    async def _ask(self, request: ChatRequest) -> bytes:
        """The body of the answer. What the endpoint does not know is left out and asked again; a refused request costs nothing."""
        dialect = _learnt.get(self._endpoint) or _dialect_of(self.profile)
        while True:
            body = _body(request, self.profile, dialect)
            try:
                answer = await self._send(partial(_complete, body))
            except EndpointRefusal as refusal:
                simpler = _simpler(dialect, refusal, is_json=request.schema is not None)
                if simpler is None:
                    raise failed_status(self._service, refusal.status, {}, b"", None) from None
                dialect = simpler
            else:
                # Only what helped is remembered: a request may be refused for its words.
                _learnt[self._endpoint] = dialect
                return answer

    def _read(self, body: bytes, *, is_json: bool) -> ChatReply:
        answer = self._parse(body)
        choices = answer.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        message = choice.get("message") if isinstance(choice, dict) else None
        if not isinstance(choice, dict) or not isinstance(message, dict):
            raise self._unreadable()
        text = message.get("content")
        calls = tuple(_tool_calls(message.get("tool_calls")))
        is_refused = bool(message.get("refusal")) or choice.get("finish_reason") not in _WHOLE
        written = text if isinstance(text, str) else ""
        return ChatReply(
            text=unwrap(written) if is_json else written,
            model=str(answer.get("model") or self.profile.model)[:100],
            profile=self.profile.name,
            usage=read_usage(answer.get("usage")),
            is_whole=not is_refused and (isinstance(text, str) or bool(calls)),
            tool_calls=calls,
            is_starved=choice.get("finish_reason") == "length" and not unwrap(written).strip() and not calls,
        )


class EndpointRefusal(Exception):
    """The endpoint calls the request bad. ``parameter`` and ``said`` tell which part it does not know."""

    def __init__(self, status: int, parameter: str, said: str) -> None:
        super().__init__("refused")
        self.status = status
        self.parameter = parameter
        self.said = said.lower()

    def is_about(self, word: str) -> bool:
        return self.parameter.startswith(word) or (not self.parameter and word in self.said)


def _simpler(dialect: _Dialect, refusal: EndpointRefusal, *, is_json: bool) -> _Dialect | None:
    """The request without what was refused, or with what was asked for; None where nothing is left to give up."""
    for name, value, said in _ASKED_FOR:
        if said in refusal.said and (name, json.dumps(value)) not in dialect.extra:
            return dialect.with_extra(name, value)
    for name, _value in dialect.extra:
        if refusal.is_about(name.lower()):
            return replace(dialect, extra=tuple(pair for pair in dialect.extra if pair[0] != name))
    if dialect.tokens_name == "max_tokens" and refusal.is_about("max_tokens"):
        return replace(dialect, tokens_name="max_completion_tokens")
    if dialect.has_temperature and refusal.is_about("temperature"):
        return replace(dialect, has_temperature=False)
    if is_json and len(dialect.json_forms) > 1 and any(refusal.is_about(word) for word in _JSON_FORMS):
        return replace(dialect, json_forms=dialect.json_forms[1:])
    return None


async def _complete(body: Mapping[str, Any], client: Any) -> Any:
    return await client.chat.completions.with_raw_response.create(**body)


def _dialect_of(profile: ChatProfile) -> _Dialect:
    """As the profile says; what it leaves open is tried."""
    given = json.loads(profile.extra_body) if profile.extra_body else {}
    forms = {"": _ALL_FORMS, "none": ("",)}.get(profile.json_form) or _ALL_FORMS[_ALL_FORMS.index(profile.json_form) :]
    return _Dialect(
        json_forms=forms,
        tokens_name=profile.limit_name or "max_tokens",
        has_temperature=profile.has_temperature,
        extra=tuple((name, json.dumps(value)) for name, value in given.items()),
    )


def _body(request: ChatRequest, profile: ChatProfile, dialect: _Dialect) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": profile.model,
        "messages": [{"role": "system", "content": request.system}, {"role": "user", "content": request.user}],
        dialect.tokens_name: request.max_output_tokens + profile.thinking_tokens,
    }
    if dialect.extra:
        body["extra_body"] = {name: json.loads(value) for name, value in dialect.extra}
    if dialect.has_temperature:
        body["temperature"] = request.temperature
    if request.schema is not None and dialect.json_forms[0]:
        body["response_format"] = _response_format(dialect.json_forms[0], request.schema)
    if request.tools:
        body["tools"] = [
            {"type": "function", "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}}
            for tool in request.tools
        ]
    return body


def _response_format(form: str, schema: Mapping[str, object]) -> dict[str, Any]:
    if form == "json_object":
        return {"type": form}
    return {"type": form, "json_schema": {"name": "answer", "strict": True, "schema": dict(schema)}}


def _tool_calls(given: object) -> Iterator[ToolCall]:
    """The calls that are calls; anything else in the list is passed over."""
    for call in given[:MAX_TOOL_CALLS] if isinstance(given, list) else ():
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict) and isinstance(function.get("name"), str) and isinstance(function.get("arguments"), str):
            yield ToolCall(name=function["name"], arguments=function["arguments"])


def read_usage(given: object) -> CallUsage:
    """Tokens as the service counted them; 0 where it counted none, or nonsense."""
    details = given.get("completion_tokens_details") if isinstance(given, dict) else None
    return CallUsage(
        units=1,
        input_tokens=_count(given, "prompt_tokens"),
        output_tokens=_count(given, "completion_tokens"),
        reasoning_tokens=_count(details, "reasoning_tokens"),
    )


def _count(given: object, name: str) -> int:
    number = given.get(name) if isinstance(given, dict) else None
    return number if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 1_000_000_000 else 0


def _no_connection(service: str, error: BaseException, max_bytes: int) -> ProviderError:
    from verification.providers.language_models.chat_transport import AnswerTooLong, Compressed

    causes = list(_causes(error))
    if any(isinstance(cause, AnswerTooLong) for cause in causes):
        message = f"{service} answered with more than {max_bytes // 1_000_000} MB."
        return ProviderError(message, permanent=True, fault=Fault.TOO_LARGE)
    if any(isinstance(cause, Compressed) for cause in causes):
        return unreadable(service, "something compressed")
    if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in causes):
        return ProviderError(f"The certificate of {service} is not valid.", permanent=True, fault=Fault.BAD_CERTIFICATE)
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return ProviderError(f"The host of {service} is unknown.", fault=Fault.UNKNOWN_HOST)
    return ProviderError(f"{service} can't be reached.", fault=Fault.UNREACHABLE)


def _late(service: str, seconds: float) -> ProviderError:
    return ProviderError(f"{service} did not answer within {seconds:g} seconds.", fault=Fault.TIMEOUT)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
