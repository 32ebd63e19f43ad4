"""Whose figure it is: the subject of a question held against the subject of a statement and what that hangs from.

Two names are the same where every part of one is a part of the other: known things by what they stand for in either language, words as they
are written. Who says more names a part of it (Shanghai of China, the Golden Dragon Index of the Nasdaq), who says less the whole; and
another name in its place is another subject, however alike the rest is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from verification.core.patterns import lazy_regex
from verification.core.subjects.introductions import spelt_out
from verification.core.subjects.likeness import How, link_names, link_parts, split_alike
from verification.core.subjects.parts import Part, parts_of, place_of_seat
from verification.core.subjects.relations import are_known_apart, are_of_one_kind, encloses, is_everything

_NOTHING: Mapping[str, str] = MappingProxyType({})


class Found(StrEnum):
    """How the subject of a statement stands to the one asked for; ``open``: the words name nobody who could be another."""

    SAME = "same"
    PART = "part"
    WHOLE = "whole"
    RIVAL = "rival"
    OPEN = "open"


# Where and as what a contract is traded tells nothing more of a crude than its name: 纽约商品交易所|WTI|原油期货, COMEX |12月|黄金期货.
_PRICED_BY_FUTURES = frozenset(("WTI", "Brent crude"))
_VENUE = lazy_regex(r"原油|纽约|伦敦|洲际|芝加哥|商品|商业|交易所|期货|合约|连续|当月|主力|近月|轻质|\d{1,2}|月|(?i:nymex|ice|futures)")


@dataclass(frozen=True, slots=True)
class Alignment:
    """``coverage`` is the share of the asked name's parts that were found, 0 to 1, by what they tell; ``how`` the weakest link among them.

    ``rival`` holds the words that name another subject, or that make it a part; ``are_both_known``: what these words and those asked for
    stand for is known, two countries or two companies.
    """

    found: Found
    coverage: float
    how: How | None = None
    rival: str = ""
    are_both_known: bool = False


@dataclass(slots=True)
class _Chain:
    """The parts asked for that are still missing, the links of those found, and the parts said beside them; ``rival`` are the words of
    another subject of the kind that is missing."""

    asked: tuple[Part, ...]
    missing: list[Part]
    links: list[How] = field(default_factory=list)
    found: list[Part] = field(default_factory=list)
    extra: list[Part] = field(default_factory=list)
    rival: str = ""


def align(asked: str, said: Sequence[str], *, introduced: Mapping[str, str] = _NOTHING, is_whole: bool = False) -> Alignment:
    """The subject ``asked`` for against that of a statement: ``said`` holds its words and those of its chain, nearest first.

    ``introduced``: short forms that the text introduces, with the names they stand for (``introductions.introduced_names``). ``is_whole``:
    nothing told where the subject ends and the measure begins, so that a name alone makes another subject.
    """
    names = (asked, spelt_out(asked, introduced)) if introduced else (asked,)
    found = [_align(name, said, introduced) for name in dict.fromkeys(names)]
    # A country's central bank may stand for the country, but never for another of its bodies.
    are_two_bodies = any(alignment.are_both_known for alignment in found)
    if not are_two_bodies and (by_seat := _align_seats(asked, said, introduced)):
        found.append(by_seat)
    best = max(found, key=lambda alignment: (_ORDER.index(alignment.found), alignment.coverage))
    if is_whole and best.found is Found.RIVAL and not any(_names_rival(name, said, introduced) for name in names):
        return replace(best, found=Found.OPEN)
    return best


def _names_rival(asked: str, said: Sequence[str], introduced: Mapping[str, str]) -> bool:
    """Whether the names alone that are asked for and said are another's."""
    chain = _chain_of([part for part in parts_of(asked, is_typed=True) if part.is_name], asked, said, introduced)
    chain.extra = [part for part in chain.extra if part.is_name]
    return _judged(chain).found is Found.RIVAL


def _align_seats(asked: str, said: Sequence[str], introduced: Mapping[str, str]) -> Alignment | None:
    """The same with central banks taken for the places they speak for, whose rate is the bank's. None where no bank is named."""
    mine, theirs = place_of_seat(asked, is_typed=True), [place_of_seat(element) for element in said]
    if not mine and not any(theirs):
        return None
    found = _align(mine or asked, [place or element for place, element in zip(theirs, said, strict=True)], introduced)
    if found.found is not Found.SAME:
        return None
    return found if mine and theirs[0] else replace(found, how=How.SEAT)


_ORDER = (Found.RIVAL, Found.OPEN, Found.WHOLE, Found.PART, Found.SAME)


def _align(asked: str, said: Sequence[str], introduced: Mapping[str, str]) -> Alignment:
    return _judged(_chain_of(parts_of(asked, is_typed=True), asked, said, introduced))


def _chain_of(mine: Sequence[Part], asked: str, said: Sequence[str], introduced: Mapping[str, str]) -> _Chain:
    """The parts asked for held against what was said, up to a rival."""
    chain = _Chain(tuple(mine), list(mine))
    for element in said:
        before = len(chain.extra)
        _take(chain, asked, element, introduced)
        if not chain.missing:
            break
        chain.rival = _clash(chain, chain.extra[before:])
        if chain.rival:
            break
    return chain


def _take(chain: _Chain, asked: str, element: str, introduced: Mapping[str, str]) -> None:
    """What one element of the chain adds: parts found, and others."""
    full = spelt_out(element, introduced) if introduced else element
    link = link_names(asked, element) or (How.INTRODUCED if full != element and link_names(asked, full) else None)
    if link and chain.missing:
        chain.found, chain.missing = list(chain.asked), []
        chain.links.append(link)
        return
    theirs = list(parts_of(full))
    chain.missing, theirs = split_alike(chain.missing, theirs)
    for part in theirs:
        links = [(mine, link) for mine in chain.missing if (link := link_parts(mine, part))]
        if links:
            mine, link = links[0]
            chain.missing.remove(mine)
            chain.found.append(mine)
            chain.links.append(How.INTRODUCED if full != element else link)
        elif not any(link_parts(mine, part) for mine in chain.found):
            chain.extra.append(part)


def _clash(chain: _Chain, extra: Sequence[Part]) -> str:
    """The words of another subject of the kind that is still missing."""
    for part in extra:
        for mine in chain.missing:
            if are_of_one_kind(mine, part) and not encloses(mine, part) and not encloses(part, mine):
                return part.text
    return ""


def _judged(chain: _Chain) -> Alignment:
    if chain.rival:
        return Alignment(Found.RIVAL, _coverage(chain), None, chain.rival, _are_both_known(chain.missing, chain.extra))
    missing = [part for part in chain.missing if not any(encloses(part, found) for found in chain.found)]
    extra = [part for part in chain.extra if not (part.is_officer or any(encloses(part, found) for found in chain.found))]
    if any(map(_has_one_venue, chain.asked)):
        extra = [part for part in extra if _VENUE.fullmatch(part.text) is None]
    how = max(chain.links, default=None)
    words = " ".join(part.text for part in extra)
    coverage = _coverage(chain)
    if not chain.asked or not (chain.found or extra):
        return Alignment(Found.OPEN, 0.0)
    if not missing:
        if not extra:
            return Alignment(Found.SAME, 1.0, how)
        is_joint = any(_stand_side_by_side(found, part) for found in chain.found for part in extra)
        return Alignment(Found.WHOLE if is_joint else Found.PART, coverage, how, words)
    found = _incomplete(chain, missing, extra)
    return Alignment(found, coverage, how, words, found is Found.RIVAL and _are_both_known(missing, extra))


def _has_one_venue(part: Part) -> bool:
    """Whether it is a crude that is priced by its futures, or a contract that says so itself."""
    return "期货" in part.text or any(entity.code in _PRICED_BY_FUTURES for entity in part.entities)


def _are_both_known(missing: Sequence[Part], extra: Sequence[Part]) -> bool:
    return any(are_known_apart(mine, part) for mine in missing for part in extra)


def _incomplete(chain: _Chain, missing: Sequence[Part], extra: Sequence[Part]) -> Found:
    """What is said where a part of the name asked for is not."""
    if not extra:
        if any(_stand_side_by_side(part, found) for part in missing for found in chain.found):
            return Found.PART  # one of several that were asked for together
        is_about_place = all(part.is_place for part in missing) and not any(part.is_listed for part in chain.asked)
        return Found.OPEN if is_about_place else Found.WHOLE
    if all(any(encloses(part, other) for other in extra) for part in missing):
        return Found.PART
    if all(is_everything(part) or any(encloses(part, other) for other in missing) for part in extra):
        return Found.WHOLE
    if not any(part.is_name for part in extra) and any(part.is_name for part in missing):
        return Found.OPEN
    mine = [part for part in missing if part.is_name and not part.entities]
    theirs = [part for part in extra if part.is_name]
    if mine and theirs and all(not other.entities and part.is_chinese != other.is_chinese for part in mine for other in theirs):
        return Found.OPEN  # two unknown names in two scripts may be one
    return Found.RIVAL


def _stand_side_by_side(one: Part, other: Part) -> bool:
    """Whether two parts are two subjects of one kind that are told together: 中石油、中石化."""
    return bool(one.entities and are_of_one_kind(one, other)) and not (encloses(one, other) or encloses(other, one))


def _coverage(chain: _Chain) -> float:
    total = sum(part.weight for part in chain.asked)
    missing = sum(part.weight for part in chain.missing)
    return max(0.0, 1 - missing / total) if total else 0.0
