"""Whom a message is about, and whether a page speaks of them: names in full, in short, or as the owner of the page."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from verification.core.events.chinese_whom import parties_beside, trimmed
from verification.core.events.frames import Span, frames_in
from verification.core.events.terms import entities_in, holds
from verification.core.events.vocabulary import Entity, EntityKind, Lexicon
from verification.core.language.frequency import zipf
from verification.core.language.lemmas import lemma
from verification.core.language.script import to_simplified
from verification.core.language.tables import read_rows
from verification.core.language.texts import is_han
from verification.core.quantities.grammar import find_quantities
from verification.core.sources.domains import host_of, registrable_domain
from verification.core.subjects.known import Known, find_known
from verification.core.subjects.names import NameWords, name_tokens

_RARE, _EVERYDAY = 3.9, 3.2
_SHORT = 3
# Kinds of things that a page may leave unsaid: its country, the currency, the central bank.
_IMPLIED = frozenset({"place", "currency", "institution"})
_FIRM = re.compile(
    r"\b(?:bank|air(?:lines?|ways)?|exchange|motors|group|holdings|capital|energy|oil|gas|power|insurance|steel|mining|pharma|foods|port|refinery|university|"
    r"telecom|technologies|systems|industries|partners|securities|trust|protocol|network|labs|finance|banc(?:orp|shares))$",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9.&-]*[A-Za-z0-9]|[A-Za-z0-9]")
_JOINED = re.compile(r"\s(?:and|of|vs)\s|\s?[-/x]\s|(?<=[a-z])-(?=[A-Z])|[与和及]")
_OF = re.compile(r"^of\s")
_OWNER = re.compile(r"['’]s?$")
_HEARSAY = re.compile(
    r"^(?:网传|据传|传闻|传|听说|据称|据说|爆料|小道消息|未经证实|知情人士称|内部人士透露|据知情人士透露|消息人士|突发|快讯|真的吗|刚刚|重磅)+[:：，,？?]?"
)
# When it was, behind whom it is of: 中国|5月社零.
_TIME = re.compile(r"(?<=[\u4e00-\u9fff])(?:\d{2,4}年|\d{1,2}月|第?[一二三四]季度?|[上下]半年|全年|[今去]年)")
_HAN_BORDERS = re.compile(r"[，。：:；;、！!？?“”（）()\s]|将以|将把|宣布|确认|发行方|今日|今早|今天|已经|多家|董事长|实际控制人|实控人")


@dataclass(frozen=True, slots=True)
class Whom:
    """``names`` stand in no list, and the page has to name them; ``entities`` are those of the lists, ``known`` the codes of what everybody
    knows, countries and central banks, ``seats`` the countries among them or that they speak for."""

    names: tuple[str, ...]
    entities: tuple[Entity, ...]
    known: frozenset[str] = frozenset()
    seats: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.names or self.entities or self.known)


def whom_in(text: str, lexicon: Lexicon) -> Whom:
    """Whom folded ``text`` names, what tells of the event and its figures left out."""
    entities = entities_in(text, lexicon)
    kept = names_in(text, entities)
    if not kept and any(map(is_han, text)) and not entities:
        kept = [name for name in _leading(text, _taken(text)) if not _is_common(name)]
    known = [one for found in name_tokens(text) for one in found.entities if _is_implied(found)]
    seats = frozenset(one.code if one.kind == "place" else one.within for one in known if one.kind in ("place", "institution"))
    return Whom(tuple(dict.fromkeys(kept)), entities, frozenset(one.code for one in known), seats)


def names_in(text: str, entities: Sequence[Entity]) -> list[str]:
    """The names of folded ``text`` that stand in no list."""
    taken, tokens = _taken(text), name_tokens(text)
    listed = [word for entity in entities for word in entity.words]
    names = [name for found in tokens if not (found.entities and _is_implied(found)) for name in _pieces(text, found, taken)]
    kept = [name for name in map(trimmed, names) if len(name) > 1 and not _is_common(name) and not _is_listed(name, listed)]
    if any(map(is_han, text)):
        told = [(found.start, found.end) for found in tokens] + [span for word in listed for span in _places(text, word)]
        events = [(frame.start, frame.end) for frame in frames_in(text) if not frame.is_loose]
        beside = parties_beside(text, events, [*taken, *told])
        kept += [name for name in beside if not _is_common(name) and not _is_listed(name, (*listed, *kept))]
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
    known = [(one.start, one.end) for one in find_known(text) if not _companies_of(one)] if not found.entities else []
    inside = sorted(span for span in (*taken, *known) if span[0] < found.end and found.start < span[1])
    kept, at = "", found.start
    for start, end in inside:
        kept, at = kept + text[at : max(at, start)] + "\n", max(at, end)
    pieces = [_HEARSAY.sub("", _OWNER.sub("", _OF.sub("", part.strip(" -的")))) for part in _parts(kept + text[at : found.end])]
    # What is left of Tarn Bank without the place is no name: all of it is one.
    is_whole = " " in found.text and inside and not any(len(piece) > 1 and not _is_common(piece) for piece in pieces)
    return [found.text] if is_whole and _FIRM.search(found.text) else pieces


def _parts(text: str) -> Iterable[str]:
    return (part for piece in text.split("\n") for part in _JOINED.split(_OWNER.sub("", piece.strip())))


def _companies_of(known: Known) -> frozenset[str]:
    return frozenset(one.code for one in known.entities if one.kind == "company")


@lru_cache(maxsize=4_096)
def _companies_named(name: str) -> frozenset[str]:
    """The companies that everybody knows under a name, whichever word of everyday it is too (Apple, 微软)."""
    return frozenset(code for one in find_known(name) if one.end - one.start == len(name) for code in _companies_of(one))


def _is_common(name: str) -> bool:
    """Whether it is a word of everyday or of finance that only looks like a name."""
    if _companies_named(name):
        return False
    key = name.casefold()
    if any(map(is_han, name)):
        return key in no_names() or zipf(key, "zh") > 0
    return key in no_names() or (" " not in key and zipf(lemma(key), "en") >= _EVERYDAY)


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


def is_known_named(whom: Whom, text: str) -> bool:
    """Whether a text names a country, currency or central bank of theirs."""
    return any(one.code in whom.known for found in find_known(text) for one in found.entities)


def is_named(whom: Whom, text: str, url: str, lexicon: Lexicon) -> bool:
    """Whether a page speaks of them: of every name that stands in no list (one may be the page's owner), else of somebody of the lists.

    Where only countries and the like are named, a page that names none of them or nobody of their kind will do.
    """
    is_own = owns(whom, url, lexicon)
    if whom.names:
        return sum(not _holds_name(text, name) for name in whom.names) <= is_own
    if whom.entities:
        return is_own or any(_holds_entity(text, entity, lexicon) for entity in whom.entities)
    theirs = [one for found in find_known(text) for one in found.entities] if whom.known else []
    return not theirs or any(one.code in whom.known or (one.kind == "institution" and one.within in whom.seats) for one in theirs)


def is_any_named(whom: Whom, text: str, lexicon: Lexicon) -> bool:
    """Whether a text names anybody of them."""
    return any(_holds_name(text, name) for name in whom.names) or any(_holds_entity(text, entity, lexicon) for entity in whom.entities)


def _holds_entity(text: str, entity: Entity, lexicon: Lexicon) -> bool:
    behind = [one for one in lexicon.entities if entity.symbol and one.symbol == entity.symbol]
    return any(holds(text, word) for one in (entity, *behind) for word in one.words)


def _holds_name(text: str, name: str) -> bool:
    """In full, by one of its rare words, a company by any of its names, or a Chinese name by its beginning and most of its signs."""
    companies = _companies_named(name)
    if companies and any(companies & _companies_of(one) for one in find_known(text)):
        return True
    if any(map(is_han, name)):
        plain, said = to_simplified(name), to_simplified(text)
        return plain in said or (len(plain) > _SHORT and plain[:2] in said)
    words = _WORD.findall(name)
    rare = [word for word in words if len(word) >= _SHORT and zipf(word.casefold(), "en") < _RARE]
    return holds(text, name) or any(re.search(rf"(?<![A-Za-z0-9]){re.escape(word)}(?![A-Za-z0-9])", text, re.IGNORECASE) for word in rare)


def owns(whom: Whom, url: str, lexicon: Lexicon) -> bool:
    """Whether a page stands on a host of those named: one of the lists, or one whose name is theirs, letter for letter."""
    host = host_of(url) or ""
    domain = registrable_domain(host) or host
    listed = [own for entity in whom.entities if entity.kind is not EntityKind.ASSET for own in entity.domains]
    if any(domain == own or host.endswith(f".{own}") for own in listed):
        return True
    label = domain.split(".")[0].replace("-", "")
    return any(label == key for name in whom.names for key in _labels(name))


def _labels(name: str) -> Iterable[str]:
    words = [word.casefold() for word in _WORD.findall(name) if word.isascii()]
    rare = [word for word in words if zipf(word, "en") < _RARE and len(word) > _SHORT]
    return {"".join(words), *(rare[:1] if len(rare) == 1 else ())} - {""}
