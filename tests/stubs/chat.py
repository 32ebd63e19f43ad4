"""A chat-completions service on loopback: it answers, counts tokens and fails as the real ones do, and misbehaves as told.

``behave`` says what the model writes for a request: a text, a ``Said`` with another end, or a ``Reply`` of any sort.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.stubs.server import Reply, Request, StubServer, json_reply

PATH = "/v1/chat/completions"
_HAN = re.compile(r"[\u3000-\u9fff\uff00-\uffef]")


@dataclass(frozen=True, slots=True)
class Said:
    """What the model writes and how it ends: stop, length, content_filter or tool_calls; ``refusal`` stands in the content's place."""

    text: str | None = ""
    finish_reason: str = "stop"
    refusal: str | None = None
    tool_calls: tuple[tuple[str, str], ...] = ()


Behaviour = Callable[[Mapping], "str | Said | Reply"]


def answer_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def fail(status: int, message: str = "failed", *, code: str | None = None, param: str | None = None, **headers: str) -> Reply:
    """An error in the shape of OpenAI's; keyword arguments become headers (``retry_after="3"``)."""
    error = {"error": {"message": message, "type": "error", "param": param, "code": code}}
    return json_reply(error, status, headers={name.replace("_", "-"): value for name, value in headers.items()})


def tokens_in(text: str) -> int:
    """About as many as the tokenisers of the real services count."""
    han = len(_HAN.findall(text))
    return han + round((len(text) - han) / 3.6)


class ChatStub(StubServer):
    """``thinks``: tokens of thought before the first word, which count against the limit, unless the request holds ``quieted_by``.

    ``forms``: the response formats this endpoint knows; others, and parameters in ``unknown``, are a bad request."""

    def __init__(
        self,
        behave: Behaviour = lambda body: answer_json({"value": None}),
        *,
        key: str = "",
        forms: tuple[str, ...] = ("json_schema", "json_object"),
        unknown: tuple[str, ...] = (),
        latency_s: float = 0.0,
        port: int = 0,
        thinks: int = 0,
        quieted_by: Mapping | None = None,
    ) -> None:
        super().__init__(latency_s=latency_s, port=port)
        self.behave = behave
        self.key = key
        self.forms = forms
        self.unknown = unknown
        self.thinks = thinks
        self.quieted_by = quieted_by

    @property
    def base_url(self) -> str:
        return f"{self.url}/v1"

    @property
    def bodies(self) -> list[dict]:
        return [request.json() for request in self.received]

    def answer(self, request: Request) -> Reply:
        if request.path != PATH:
            return fail(404, "Unknown request URL")
        if self.key and request.headers.get("Authorization") != f"Bearer {self.key}":
            return fail(401, f"Incorrect API key provided: {request.headers.get('Authorization')}", code="invalid_api_key")
        body = request.json()
        refused = self._refused(body)
        if refused is not None:
            return refused
        said = self.behave(body)
        return said if isinstance(said, Reply) else completion(body, said, thought=self._thought(body))

    def _thought(self, body: Mapping) -> int:
        is_quiet = self.quieted_by is not None and self.quieted_by.items() <= body.items()
        return 0 if is_quiet else self.thinks

    def _refused(self, body: Mapping) -> Reply | None:
        for name in self.unknown:
            if name in body:
                return fail(400, f"Unsupported parameter: '{name}' is not supported with this model.", param=name)
        form = body.get("response_format", {}).get("type")
        if form and form not in self.forms:
            return fail(400, "This response_format type is unavailable now", code="invalid_request_error")
        return None


def completion(body: Mapping, said: str | Said, *, thought: int = 0) -> Reply:
    """A whole answer, with the usage that the texts come to; cut where thought and text pass the limit."""
    if isinstance(said, str):
        said = Said(said)
    limit = body.get("max_tokens") or body.get("max_completion_tokens") or 10**6
    if thought >= limit:
        said, thought = Said("", "length"), limit
    message = {"role": "assistant", "content": said.text, "refusal": said.refusal}
    if said.tool_calls:
        calls = [
            {"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for number, (name, arguments) in enumerate(said.tool_calls)
        ]
        message["tool_calls"] = calls
    sent = sum(tokens_in(part["content"]) + 4 for part in body["messages"])
    written = tokens_in(said.text or "") + thought
    details = {"completion_tokens_details": {"reasoning_tokens": thought}} if thought else {}
    return json_reply(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1_750_000_000,
            "model": f"{body['model']}-2026-01-01",
            "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": said.finish_reason}],
            "usage": {"prompt_tokens": sent, "completion_tokens": written, "total_tokens": sent + written, **details},
        }
    )
