"""What a model said of an event, read strictly: nothing is repaired, and what can't be read was not said."""

from dataclasses import dataclass
from decimal import Decimal

from verification.core.events.planning import choose_tools, clean_keywords
from verification.core.events.reading import MAX_ASSET, MAX_SUMMARY
from verification.core.events.terms import folded, resolve_asset
from verification.core.events.vocabulary import EventDirection, EventReading, EventType, Lexicon, Reader
from verification.core.panel.model_answers import BadAnswer, read_choice, read_object, read_text

MAX_ANSWER = 8_000
MAX_REASON = 300
MAX_TOOLS = 10
_READING_KEYS = ("event_type", "asset", "direction", "confidence", "summary")
_ONE, _ZERO = Decimal(1), Decimal(0)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a model would do next: tools that exist, keywords as they may be sent (empty: none), and its words for why."""

    tools: tuple[str, ...]
    keywords: str
    said: str
    unknown: tuple[str, ...] = ()


def read_reading(text: str, lexicon: Lexicon) -> EventReading:
    """A model's reading of a message; ``BadAnswer`` for everything but exactly the object asked for."""
    answer = read_object(text, _READING_KEYS, limit=MAX_ANSWER)
    asset, name = resolve_asset(read_text(answer["asset"], "asset", MAX_ASSET), lexicon) if answer["asset"] else ("", "")
    return EventReading(
        event_type=read_choice(answer["event_type"], "event_type", EventType),
        asset=asset,
        asset_name=name,
        direction=read_choice(answer["direction"], "direction", EventDirection),
        confidence=_share(answer["confidence"]),
        summary=folded(read_text(answer["summary"], "summary", 2_000))[:MAX_SUMMARY],
        read_by=Reader.MODEL,
    )


def read_wish(arguments: str, available: tuple[str, ...]) -> Wish:
    """The arguments of ``decide_next_tools``; ``BadAnswer`` where they are none."""
    answer = read_object(arguments, limit=MAX_ANSWER)
    tools = answer.get("tools")
    if not isinstance(tools, list) or len(tools) > MAX_TOOLS or not all(isinstance(name, str) for name in tools):
        raise BadAnswer(f"tools is no list of at most {MAX_TOOLS} names")
    names = [str(name)[:40] for name in tools]
    keywords, said = answer.get("search_keywords", ""), answer.get("reason", "")
    return Wish(
        tools=choose_tools(names, available),
        keywords=clean_keywords(keywords) if isinstance(keywords, str) else "",
        said=folded(said)[:MAX_REASON] if isinstance(said, str) else "",
        unknown=tuple(dict.fromkeys(name for name in names if name not in available)),
    )


def read_argument(text: str) -> tuple[Decimal, str]:
    """The step that a model argues for, and why; ``BadAnswer`` where it is no figure. Whether it lies in the band is not judged here."""
    answer = read_object(text, ("delta", "reason"), limit=MAX_ANSWER)
    delta = answer["delta"]
    if isinstance(delta, bool) or not isinstance(delta, int | float):
        raise BadAnswer("delta is no number")
    return Decimal(str(delta)), folded(read_text(answer["reason"], "reason", 2_000))[:MAX_REASON]


def _share(value: object) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadAnswer("confidence is no number")
    share = Decimal(str(value))
    if not _ZERO <= share <= _ONE:
        raise BadAnswer("confidence is not from 0 to 1")
    return share
