"""Whom a message is about: names, those of the lists, and what everybody knows."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from verification.core.events.chinese_whom import parties_beside, trimmed
from verification.core.events.english_whom import everyday_names
from verification.core.events.frames import Span, frames_in
from verification.core.events.terms import entities_in, term_places
from verification.core.events.vocabulary import Entity, EntityKind, Lexicon
from verification.core.language.dictionary import written_as
from verification.core.language.frequency import zipf
from verification.core.language.lemmas import lemma
from verification.core.language.script import to_simplified
from verification.core.language.tables import read_rows
from verification.core.language.texts import is_han
from verification.core.patterns import lazy_regex
from verification.core.quantities.grammar import find_quantities
from verification.core.subjects.known import Known, find_known
from verification.core.subjects.names import NameWords, name_tokens

_EVERYDAY = 3.2
# Kinds of things that a page may leave unsaid: its country, the currency, the central bank.
_IMPLIED = frozenset({"place", "currency", "institution"})
_FIRM = lazy_regex(
    r"\b(?:bank|air(?:lines?|ways)?|exchange|motors|group|holdings|capital|energy|oil|gas|power|insurance|steel|mining|pharma|foods|port|refinery|university|"
    r"telecom|technologies|systems|industries|partners|securities|trust|protocol|network|labs|finance|banc(?:orp|shares))$",
    re.IGNORECASE,
)
_JOINED = lazy_regex(r"\s(?:and|of|vs)\s|\s?[-/x]\s|(?<=[a-z])-(?=[A-Z])|[与和及]")
_OF = lazy_regex(r"^of\s")
# Between a sum and the coin in which it is told.
_IN = lazy_regex(r"\s?(?:(?:worth\s)?(?:of|in)\s)?[枚个的]?")
_OWNER = lazy_regex(r"['’]s?$")
_HEARSAY = lazy_regex(
    r"^(?:网传|据传|传闻|传|听说|据称|据说|爆料|小道消息|未经证实|知情人士称|内部人士透露|据知情人士透露|消息人士|突发|快讯|真的吗|刚刚|重磅)+[:：，,？?]?"
)
# When it was, behind whom it is of: 中国|5月社零.
_TIME = lazy_regex(r"(?<=[\u4e00-\u9fff])(?:\d{2,4}年|\d{1,2}月|第?[一二三四]季度?|[上下]半年|全年|[今去]年)")
_HAN_BORDERS = lazy_regex(r"[，。：:；;、！!？?“”（）()\s]|将以|将把|宣布|确认|发行方|今日|今早|今天|已经|多家|董事长|实际控制人|实控人")


@dataclass(frozen=True, slots=True)
class Whom:
    """``names`` stand in no list, and the page has to name them; ``entities`` are those of the lists, ``needed`` those of them whom it has
    to name too, ``coins`` those whom it has to name where the event is a coin's; ``known`` the codes of what everybody knows, countries and
    central banks, ``monies`` the currencies among them, ``seats`` the countries among them or that they speak for."""

    names: tuple[str, ...]
    entities: tuple[Entity, ...]
    needed: tuple[Entity, ...] = ()
    coins: tuple[Entity, ...] = ()
    known: frozenset[str] = frozenset()
    monies: frozenset[str] = frozenset()
    seats: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.names or self.entities or self.known)

    def is_alike(self, other: "Whom") -> bool:
        """Whether the same people are named."""
        return (self.names, self.entities, self.known) == (other.names, other.entities, other.known)

    def of_event(self, *parts: str, is_of_coins: bool) -> "Whom":
        """Of the lists only those are needed whom the first of ``parts`` names that names one of them; a coin's peg is nobody."""
        wanted = tuple(dict.fromkeys((*self.needed, *self.coins))) if is_of_coins else self.needed
        told = ([one for one in wanted if term_places(part, one)] for part in parts)
        known = self.known - self.monies if is_of_coins else self.known
        return replace(self, needed=next((tuple(inside) for inside in told if inside), wanted), known=known)


def whom_in(text: str, lexicon: Lexicon) -> Whom:
    """Whom folded ``text`` names, what tells of the event and its figures left out."""
    entities = entities_in(text, lexicon)
    figures = [(one.start, one.end) for one in find_quantities(text)]
    kept = list(dict.fromkeys(names_in(text, entities))) or ([] if entities else _everyday(text))
    found = [token for token in name_tokens(text) if not any(start <= token.start < end for start, end in figures)]
    known = [one for token in found for one in token.entities if _is_implied(token)]
    seats = frozenset(one.code if one.kind == "place" else one.within for one in known if one.kind in ("place", "institution"))
    coins = tuple(one for one in entities if one.kind is EntityKind.ASSET and not _is_unit(text, one, figures))
    needed = _needed(entities, has_names=bool(kept))
    monies = frozenset(one.code for one in known if one.kind == "currency")
    return Whom(tuple(kept), entities, needed, coins, frozenset(one.code for one in known), monies, seats)


def _everyday(text: str) -> list[str]:
    """Where nobody else is named: words of every day that are names, or what a Chinese message begins with."""
    taken = _taken(text)
    names = [name for name in dict.fromkeys(everyday_names(text, taken)) if name.casefold() not in no_names()]
    if names or not any(map(is_han, text)):
        return names
    return [name for name in _leading(text, taken) if not is_common(name) or is_written_abroad(name)]


def _needed(entities: Sequence[Entity], *, has_names: bool) -> tuple[Entity, ...]:
    """Organisations; where nobody else is named, coins, and an authority that comes first."""
    organisations = tuple(one for one in entities if one.kind is EntityKind.ORGANISATION)
    if organisations or has_names:
        return organisations
    return tuple(one for at, one in enumerate(entities) if not at or one.kind is EntityKind.ASSET)


def _is_unit(text: str, entity: Entity, figures: Sequence[Span]) -> bool:
    """Whether a coin is named only as what a sum is told in: $1.5 billion in ETH, 15 亿美元以太坊."""
    places = term_places(text, entity)
    return bool(places) and all(any(start <= at <= end or _is_told_in(text, start, end, at) for start, end in figures) for at in places)


def _is_told_in(text: str, start: int, end: int, at: int) -> bool:
    return start < at and _IN.fullmatch(text, end, at) is not None


def names_in(text: str, entities: Sequence[Entity]) -> list[str]:
    """The names of folded ``text`` that stand in no list."""
    taken, tokens = _taken(text), name_tokens(text)
    listed = [word for entity in entities for word in entity.words]
    names = [name for found in tokens if not (found.entities and _is_implied(found)) for name in _pieces(text, found, taken)]
    kept = [name for name in map(trimmed, names) if len(name) > 1 and not is_common(name) and not _is_listed(name, listed)]
    if any(map(is_han, text)):
        told = [(found.start, found.end) for found in tokens] + [span for word in listed for span in _places(text, word)]
        events = [(frame.start, frame.end) for frame in frames_in(text) if not frame.is_loose]
        beside = parties_beside(text, events, [*taken, *told])
        kept += [name for name in beside if not is_common(name) and not _is_listed(name, (*listed, *kept))]
    return kept


def _taken(text: str) -> list[Span]:
    """What tells of the event and its figures."""
    taken = [span for frame in frames_in(text) if not frame.is_loose for span in frame.spans]
    return taken + [(one.start, one.end) for one in find_quantities(text)]


def _is_implied(found: NameWords) -> bool:
    return all(one.kind in _IMPLIED for one in found.entities)


def _places(text: str, word: str) -> Iterable[Span]:
    return ((found.start(), found.end()) for found in re.finditer(re.escape(word), text, re.IGNORECASE))


def _pieces(text: str, found: NameWords, taken: Sequence[Span]) -> Iterable[str]:
    """The parts of a name that tell of nobody else and of nothing that happens."""
    known = [(one.start, one.end) for one in find_known(text) if not companies_of(one)] if not found.entities else []
    inside = sorted(span for span in (*taken, *known) if span[0] < found.end and found.start < span[1])
    kept, at = "", found.start
    for start, end in inside:
        kept, at = kept + text[at : max(at, start)] + "\n", max(at, end)
    pieces = [_HEARSAY.sub("", _OWNER.sub("", _OF.sub("", part.strip(" -的")))) for part in _parts(kept + text[at : found.end])]
    # What is left of Tarn Bank without the place is no name: all of it is one.
    is_whole = " " in found.text and inside and not any(len(piece) > 1 and not is_common(piece) for piece in pieces)
    return [found.text] if is_whole and _FIRM.search(found.text) else pieces


def _parts(text: str) -> Iterable[str]:
    return (part for piece in text.split("\n") for part in _JOINED.split(_OWNER.sub("", piece.strip())))


def companies_of(known: Known) -> frozenset[str]:
    return frozenset(one.code for one in known.entities if one.kind == "company")


@lru_cache(maxsize=4_096)
def companies_named(name: str) -> frozenset[str]:
    """The companies that everybody knows under a name, whichever word of everyday it is too (Apple, 微软)."""
    return frozenset(code for one in find_known(name) if one.end - one.start == len(name) for code in companies_of(one))


def is_common(name: str) -> bool:
    """Whether it is a word of everyday or of finance that only looks like a name."""
    if companies_named(name):
        return False
    key = name.casefold()
    if any(map(is_han, name)):
        return key in no_names() or zipf(key, "zh") > 0
    return key in no_names() or (" " not in key and zipf(lemma(key), "en") >= _EVERYDAY)


def is_written_abroad(name: str) -> bool:
    """Whether dictionaries know a common Chinese word as the name of somebody: 特朗普."""
    written = written_as(to_simplified(name))
    return bool(written) and not any(word.casefold() in no_names() for word in written)


@cache
def no_names() -> frozenset[str]:
    return frozenset(word for word, _reason in read_rows("events", "no_names"))


def _is_listed(name: str, listed: Iterable[str]) -> bool:
    return any(word.casefold() in name.casefold() or name.casefold() in word.casefold() for word in listed)


def _leading(text: str, taken: Sequence[Span]) -> Iterable[str]:
    """What a Chinese message begins with, up to the words that tell what happened."""
    end = min((start for start, _ in taken if start), default=len(text))
    pieces = [piece for piece in _HAN_BORDERS.split(_TIME.split(_HEARSAY.sub("", text[:end]), maxsplit=1)[0]) if len(piece) > 1]
    return [re.sub(r"(?:的|被|遭|将|因|与|没有|未|已|全面|发生|出现|今|或|要|向)+$", "", pieces[0])[:8]] if pieces else []
