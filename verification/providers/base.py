"""What the product asks of the outside, and how the outside says that it failed.

``ProviderError`` is the one exception: a provider raises it and nothing else, and ``verification.services.gateway.gateway`` alone decides
whether to ask again, to ask another provider, or to go on without.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Protocol

from verification.core.evidence import Page
from verification.core.sources.ranking import Slot
from verification.core.vocabulary import CallKind, Fault


class ProviderError(Exception):
    """A provider could not answer. The message is one plain sentence that may be shown; it never holds a secret.

    ``permanent``: asking again will not help (a wrong key, an empty corpus). ``retry_after``: seconds that the provider asked to wait.
    ``fault``: what went wrong as a code, ``http_status``: the answer's status where there was one.
    """

    def __init__(
        self,
        message: str,
        *,
        permanent: bool = False,
        retry_after: float | None = None,
        fault: Fault = Fault.FAILED,
        http_status: int | None = None,
    ) -> None:
        super().__init__(message)
        self.permanent = permanent
        self.retry_after = retry_after
        self.fault = fault
        self.http_status = http_status


@dataclass(frozen=True, slots=True)
class CallUsage:
    """What one call took: tokens of a model, and money by the provider's price; for a search, ``units`` are billed requests.

    ``reasoning_tokens`` are those of ``output_tokens`` that nobody gets to see.
    """

    units: int = 1
    input_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0

    def __add__(self, other: "CallUsage") -> "CallUsage":
        return CallUsage(
            units=self.units + other.units,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            reasoning_tokens=self.reasoning_tokens + other.reasoning_tokens,
        )


@dataclass(frozen=True, slots=True)
class Failure:
    """A provider that was asked and did not answer, while others did."""

    provider: str
    kind: CallKind
    fault: Fault


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """What to look for: ``phrasings`` say the same thing in several ways or languages, the best first.

    Pages published after ``as_of`` are not wanted; those of the last ``fresh_days`` (None: of any age) are preferred. ``suffixes``
    restricts the search to these hosts and their sub-domains; empty is everywhere. ``slots``: what a page has to name, for providers
    that rank pages themselves; they say nothing that the phrasings don't.
    """

    phrasings: tuple[str, ...]
    as_of: datetime
    limit: int
    fresh_days: int | None = None
    suffixes: tuple[str, ...] = ()
    slots: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One page found, ``rank`` from 1, ``score`` (0 to 1) where the provider gives one.

    ``is_snippet``: the page itself may say more, for the text is the provider's excerpt (a passage may be cut or missing) or undated.
    """

    page: Page
    rank: int
    score: float | None = None
    is_snippet: bool = False


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What a search gave, best first. ``query`` is what was really asked, for the record; ``calls`` counts what may cost money.

    ``is_restricted``: whether the plan of the account refuses to name hosts; None where none were named. The gateway fills ``failures``
    (providers that were asked before), ``is_cached`` and ``cost_usd``.
    """

    results: tuple[SearchResult, ...]
    provider: str
    query: str
    calls: int = 1
    failures: tuple[Failure, ...] = ()
    is_cached: bool = False
    cost_usd: Decimal = Decimal(0)
    is_restricted: bool | None = None


class SearchProvider(Protocol):
    """Finds pages. Raises ``ProviderError`` and nothing else; finding nothing is an answer.

    ``planned_calls`` says before the search how many requests that may cost money it will take at most.
    """

    name: str

    def planned_calls(self, query: SearchQuery) -> int: ...

    async def search(self, query: SearchQuery) -> SearchAnswer: ...


@dataclass(frozen=True, slots=True)
class WebPage:
    """A page as the door read it: main text, not markup. ``published_at`` is what the page says of itself, or None."""

    url: str
    final_url: str
    status: int
    title: str
    text: str
    published_at: datetime | None
    fetched_at: datetime
    content_type: str = ""
    hops: tuple[str, ...] = ()
    is_cached: bool = False


@dataclass(frozen=True, slots=True)
class ChatTool:
    """A function that a model may call; ``parameters`` is its JSON schema."""

    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that a model wants made: ``arguments`` is JSON text as it wrote it, unchecked."""

    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One question to a model: its instructions, the material, and how the answer has to look.

    ``schema``: the JSON schema of the answer (JSON is forced); None for free text or where ``tools`` are offered.
    """

    system: str
    user: str
    prompt_version: str
    temperature: float
    max_output_tokens: int
    schema: Mapping[str, object] | None = None
    tools: tuple[ChatTool, ...] = ()


@dataclass(frozen=True, slots=True)
class ChatReply:
    """What a model wrote, unchecked. ``is_whole`` is False where it was cut off or refused; then ``text`` proposes nothing.

    ``is_starved``: its limit was used up before the first word of the answer, by thinking most often.
    """

    text: str
    model: str
    profile: str
    usage: CallUsage
    is_whole: bool = True
    tool_calls: tuple[ToolCall, ...] = ()
    cost_usd: Decimal = Decimal(0)
    failures: tuple[Failure, ...] = field(default=())
    is_starved: bool = False


class ChatModel(Protocol):
    """A language model behind a chat-completions endpoint. Raises ``ProviderError`` and nothing else."""

    name: str

    async def complete(self, request: ChatRequest) -> ChatReply: ...
