"""Official series as pages and the API show them: what one measures, why it is suggested for a node, and what was last read of it."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from django.utils import timezone, translation
from django.utils.translation import gettext as _
from pydantic import Field

from verification.core.series.catalogue import Adjustment, Frequency, SeriesEntry, Transform
from verification.core.series.suggesting import SeriesSlot, Suggestion, suggest_series
from verification.core.vocabulary import NodeKind
from verification.models import Node
from verification.providers.series.registry import missing_setting
from verification.reads.answers import Answer
from verification.services.nodes.series import find_by_words, load_series

PUBLISHERS = {
    "fred": "FRED",
    "bls": "BLS",
    "ecb": "ECB",
    "eurostat": "Eurostat",
    "bis": "BIS",
    "oecd": "OECD",
    "imf": "IMF",
    "ilo": "ILO",
    "worldbank": "World Bank",
    "fiscaldata": "US Treasury FiscalData",
    "hkma": "HKMA",
    "boe": "Bank of England",
    "coinbase": "Coinbase",
    "kraken": "Kraken",
}


class Series(Answer):
    """A row of the catalogue. `code` is what the publisher calls it; `is_ready`: whether this deployment may ask the publisher."""

    key: str
    title: str
    publisher: str
    code: str
    url: str
    kind: NodeKind
    unit: str | None
    frequency: Annotated[Frequency, Field(description="D, W, M, Q or A.")]
    adjustment: Annotated[Adjustment, Field(description="sa, nsa, or - where there is nothing to adjust.")]
    transform: Annotated[Transform, Field(description="What is made of the published figures.")]
    is_ready: bool

    @classmethod
    def of(cls, entry: SeriesEntry, lang: str | None = None) -> "Series":
        return cls(
            key=entry.key,
            title=entry.title(lang or translation.get_language() or "en"),
            publisher=PUBLISHERS[entry.provider],
            code=entry.code,
            url=entry.url,
            kind=entry.kind,
            unit=entry.unit or None,
            frequency=entry.frequency,
            adjustment=entry.adjustment,
            transform=entry.transform,
            is_ready=not missing_setting(entry.provider),
        )


class SeriesList(Answer):
    items: list[Series]


class SeriesSuggestion(Answer):
    """A series that a node's name asks for. `why` in words; `asks` are the slots that the name leaves open: a person has to choose."""

    series: Series
    why: str
    asks: list[SeriesSlot]
    question: Annotated[str, Field(description="What to make sure of, in words; empty where the name says all.")]

    @classmethod
    def of(cls, suggestion: Suggestion, lang: str | None = None) -> "SeriesSuggestion":
        with translation.override(lang or translation.get_language()):
            series = Series.of(suggestion.entry, lang)
            return cls(series=series, why=tell_why(suggestion), asks=list(suggestion.asks), question=tell_question(suggestion))


class SeriesSuggestions(Answer):
    chosen: Annotated[str | None, Field(description="The key of the node's series, or null.")]
    items: list[SeriesSuggestion]


@dataclass(frozen=True, slots=True)
class NodeSeries:
    """The series of a node on its page. ``missing``: the setting without which its publisher is not asked."""

    entry: SeriesEntry
    title: str
    publisher: str
    missing: str
    due: date | None


def find_suggestions(*, node: Node, lang: str | None = None) -> list[SeriesSuggestion]:
    base = timezone.localdate()
    return [SeriesSuggestion.of(one, lang) for one in suggest_series(node.spec(), base=base)]


def search(words: str, lang: str | None = None) -> list[Series]:
    return [Series.of(entry, lang) for entry in find_by_words(words)]


def tell_why(suggestion: Suggestion) -> str:
    """The words of the name that speak for a series."""
    words = dict(suggestion.found)
    return _("The name says %(words)s.") % {"words": _(", ").join(f"“{word}”" for word in dict.fromkeys(words.values()))}


def tell_question(suggestion: Suggestion) -> str:
    """What the name leaves open."""
    told = {
        SeriesSlot.ADJUSTMENT: _("seasonally adjusted or not"),
        SeriesSlot.BASIS: _("changed on the year or on the period before"),
        SeriesSlot.FREQUENCY: _("of which length of time"),
    }
    if not suggestion.asks:
        return ""
    return _("The name does not say: %(slots)s. Which is meant?") % {"slots": _("; ").join(told[slot] for slot in suggestion.asks)}


def describe_series(node: Node) -> NodeSeries | None:
    """The node's series; None where it has none that the catalogue knows."""
    entry = load_series(node.series)
    if entry is None:
        return None
    due = timezone.localdate(node.next_due_at) if node.next_due_at else None
    title = entry.title(translation.get_language() or "en")
    return NodeSeries(entry, title, PUBLISHERS[entry.provider], missing_setting(entry.provider), due)
