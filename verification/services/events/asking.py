"""What a model is asked about an event. Whatever it answers or fails to, the rules are there: nothing here raises for it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TypeVar

from django.conf import settings

from verification.core.events.answers import Wish, read_argument, read_reading, read_wish
from verification.core.events.confidence import BANDS, AdjustmentRule
from verification.core.events.evidence import Evidence
from verification.core.events.prompts import (
    ARGUMENT_SCHEMA,
    READING_SCHEMA,
    TOOL_DESCRIPTION,
    TOOL_NAME,
    TOOL_PARAMETERS,
    argument_prompt,
    planning_prompt,
    reading_prompt,
)
from verification.core.events.vocabulary import EventReading, Lexicon
from verification.core.panel.model_answers import BadAnswer
from verification.core.vocabulary import CallKind
from verification.providers.base import ChatReply, ChatRequest, ChatTool, Failure, ProviderError
from verification.providers.language_models.embeddings import Vector
from verification.services.gateway.calls import CallTally
from verification.services.gateway.gateway import Gateway, Unanswered, Work
from verification.services.gateway.prompting import make_request, whole_text

MAX_OUTPUT_TOKENS = 600
_TOOL = ChatTool(name=TOOL_NAME, description=TOOL_DESCRIPTION, parameters=TOOL_PARAMETERS)

SaidT = TypeVar("SaidT")


@dataclass(slots=True)
class Asked:
    """What one question took, and why it gave nothing, where it did not (``problem``: a sentence, or a fault's code)."""

    calls: int = 0
    cost_usd: Decimal = Decimal(0)
    failures: list[Failure] = field(default_factory=list)
    problem: str = ""
    model: str = ""


async def ask_reading(text: str, lexicon: Lexicon, *, gateway: Gateway, work: Work) -> tuple[EventReading | None, Asked]:
    request = make_request(reading_prompt(text), schema=READING_SCHEMA, max_output_tokens=MAX_OUTPUT_TOKENS)
    return await _ask(request, lambda reply: read_reading(whole_text(reply), lexicon), gateway, work)


async def ask_plan(
    text: str, reading: EventReading, *, force: bool, past: int, available: tuple[str, ...], gateway: Gateway, work: Work
) -> tuple[Wish | None, Asked]:
    """What the model would call next, by function calling; a model that writes the arguments as its answer is understood too."""
    prompt = planning_prompt(text, reading, force=force, past=past)
    request = make_request(prompt, tools=(_TOOL,), max_output_tokens=MAX_OUTPUT_TOKENS)
    return await _ask(request, lambda reply: read_wish(_arguments(reply), available), gateway, work)


async def ask_argument(
    text: str, reading: EventReading, evidence: Evidence, rule: AdjustmentRule, *, gateway: Gateway, work: Work
) -> tuple[tuple[Decimal, str] | None, Asked]:
    prompt = argument_prompt(text, reading, evidence, BANDS[rule])
    request = make_request(prompt, schema=ARGUMENT_SCHEMA, max_output_tokens=MAX_OUTPUT_TOKENS)
    return await _ask(request, lambda reply: read_argument(whole_text(reply)), gateway, work)


async def ask_vectors(texts: Sequence[str], *, gateway: Gateway, work: Work) -> tuple[dict[str, Vector] | None, Asked]:
    """A vector by text, for each that is not blank; None where the model gave none."""
    asked, tally, vectors = Asked(), CallTally(), None
    try:
        vectors = await gateway.embed(texts, work=work, tally=tally)
    except ProviderError as error:
        asked.problem = error.fault.value
        asked.failures.append(Failure(provider=settings.EMBEDDINGS_PROFILE, kind=CallKind.MODEL, fault=error.fault))
    asked.calls, asked.cost_usd = tally.calls, tally.cost_usd
    return vectors, asked


async def _ask(request: ChatRequest, read: Callable[[ChatReply], SaidT], gateway: Gateway, work: Work) -> tuple[SaidT | None, Asked]:
    asked = Asked()
    try:
        reply = await gateway.complete(request, work=work)
    except ProviderError as error:
        asked.problem = error.fault.value
        asked.failures += error.failures if isinstance(error, Unanswered) else []
        asked.failures += [] if asked.failures else [Failure(provider="", kind=CallKind.MODEL, fault=error.fault)]
        if isinstance(error, Unanswered):
            asked.calls, asked.cost_usd = error.calls, error.cost_usd
        return None, asked
    asked.calls, asked.cost_usd, asked.model = 1 + len(reply.failures), reply.cost_usd, reply.model
    asked.failures += reply.failures
    try:
        return read(reply), asked
    except BadAnswer as error:
        asked.problem = str(error)
        return None, asked


def _arguments(reply: ChatReply) -> str:
    text = whole_text(reply)
    named = [call.arguments for call in reply.tool_calls if call.name == TOOL_NAME]
    if reply.tool_calls and not named:
        raise BadAnswer(f"expected a call of {TOOL_NAME}")
    return named[0] if named else text
