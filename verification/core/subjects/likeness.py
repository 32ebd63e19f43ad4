"""What makes two names, or two parts of them, one: equal words, a name in the other language, initials, a ticker, a legal form more."""

from enum import IntEnum

from verification.core.language.script import to_simplified
from verification.core.language.texts import fold, is_han
from verification.core.subjects.initials import is_short_for
from verification.core.subjects.known import key_of
from verification.core.subjects.parts import TRADE_AND_FORM, Part, bare, parts_of
from verification.core.subjects.registry import Entity, entry_of
from verification.core.subjects.spelling import is_adjective_of, is_misspelt

_SHORTEST_CHINESE = 2


class How(IntEnum):
    """What links two names, from the surest to the weakest."""

    EQUAL = 1
    ALIAS = 2
    TRANSLATION = 3
    TICKER = 4
    SUFFIX = 5
    SEAT = 6
    INTRODUCED = 7
    INITIALS = 8
    SPELLING = 9


def link_names(one: str, other: str) -> How | None:
    """What links two whole names; None where their parts have to tell."""
    mine, theirs = bare(one), bare(other)
    if not mine or not theirs or _are_both_known(one, other):
        return None
    if mine == theirs:
        return How.EQUAL if key_of(one) == key_of(other) else How.SUFFIX
    if _is_long_form(one, theirs) or _is_long_form(other, mine):
        return How.SUFFIX
    return How.INITIALS if is_short_for(one.strip(), other) or is_short_for(other.strip(), one) else None


def _are_both_known(one: str, other: str) -> bool:
    """Whether both names are known as a whole: then what they stand for tells."""
    return all(len(parts) == 1 and parts[0].entities for parts in (parts_of(one, is_typed=True), parts_of(other)))


def _is_long_form(full: str, short: str) -> bool:
    """Whether a company's full Chinese name is ``short``, its trade and its legal form: 宁德时代新能源科技股份有限公司."""
    if len(short) < _SHORTEST_CHINESE or not is_han(short[0]):
        return False
    name = fold(to_simplified(full)).strip()
    return name.startswith(short) and TRADE_AND_FORM.fullmatch(name, len(short)) is not None


def link_parts(mine: Part, theirs: Part) -> How | None:
    """What links a part asked for with one said; None where nothing does."""
    if mine.entities and theirs.entities:
        return _link_entities(mine, theirs)
    if mine.is_chinese != theirs.is_chinese:
        return None
    if mine.key == theirs.key:
        return How.EQUAL
    if mine.is_chinese:
        return None
    if mine.is_name and theirs.is_name and is_adjective_of(mine.key, theirs.key):
        return How.ALIAS
    return How.SPELLING if is_misspelt(mine.key, theirs.key) else None


def _link_entities(mine: Part, theirs: Part) -> How | None:
    shared = mine.codes & theirs.codes
    if shared:
        if mine.key == theirs.key:
            return How.EQUAL
        if any(_is_ticker(part, code) for part in (mine, theirs) for code in shared):
            return How.TICKER
        return How.TRANSLATION if mine.is_chinese != theirs.is_chinese else How.ALIAS
    seats = _seats(mine) & theirs.codes or _seats(theirs) & mine.codes
    return How.SEAT if seats else None


def _is_ticker(part: Part, code: str) -> bool:
    entry = entry_of(code)
    return entry is not None and part.text in entry.tickers


def _seats(part: Part) -> frozenset[str]:
    """The places that an institution speaks for: the Fed's rate is that of the United States."""
    return frozenset(entity.within for entity in part.entities if _is_institution(entity))


def _is_institution(entity: Entity) -> bool:
    return entity.kind == "institution"


def split_alike(mine: list[Part], theirs: list[Part]) -> tuple[list[Part], list[Part]]:
    """Both lists with Chinese names cut where the other has a piece of them: 天齐锂业 beside 天齐 is 天齐 and 锂业."""
    return _cut(mine, theirs), _cut(theirs, mine)


def _cut(parts: list[Part], others: list[Part]) -> list[Part]:
    pieces = [part.key for part in others if part.is_chinese and not part.entities and len(part.key) >= _SHORTEST_CHINESE]
    cut: list[Part] = []
    for part in parts:
        piece = next((key for key in pieces if part.is_chinese and not part.entities and key != part.key and key in part.key), None)
        cut.extend(_around(part, piece) if piece else (part,))
    return cut


def _around(part: Part, piece: str) -> list[Part]:
    before, _, after = part.key.partition(piece)
    return [part._replace(key=key, text=key) for key in (before, piece, after) if key]
