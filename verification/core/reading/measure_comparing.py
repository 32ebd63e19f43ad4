"""Whether two measures are one: by the row of the table that names them, by their words, qualifiers, form and sign."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from verification.core.language.relations import synonyms
from verification.core.language.texts import is_han
from verification.core.patterns import lazy_regex
from verification.core.reading.measure_words import (
    AMOUNT_OF,
    RATIO_OF,
    TOLD_BY_USE,
    VOLUME_OF,
    MeasureRow,
    chinese_key,
    english_key,
    is_exclusive,
    is_writing,
    own_qualifiers,
    qualifiers_of,
    rivals_of,
    row_coded,
    row_of,
)
from verification.core.reading.same_measures import are_same
from verification.core.reading.statement import Form, Measure

_CHINESE_SHORT = 2
# "Rates" are those of interest, but a "… rate" is of whatever stands before it.
# A word with a capital inside it.
_NAME_WITHIN = lazy_regex(r"\b[a-z]+[A-Z]\w*")
_INTEREST = "interest_rate"
_POLICY = frozenset(("policy_rate", "deposit_facility_rate", "refinancing_rate"))
_JOBS = frozenset(("payrolls", "new_jobs", "employment"))
_CLOSES = frozenset(("price", "index_level"))
_INTEREST_WORDS = frozenset({("interest", "rate"), ("cost", "of", "borrowing")})
_CHINESE_INTEREST = frozenset({"利率", "利息率"})


class SlotFit(StrEnum):
    """How a slot of a statement stands to the same slot of a question; ``open``: nothing tells."""

    FOUND = "found"
    COMPATIBLE = "compatible"
    OPEN = "open"
    CLASHES = "clashes"


class Difference(StrEnum):
    """What tells two slots apart."""

    OTHER_MEASURE = "other_measure"
    OTHER_QUALIFIER = "other_qualifier"
    QUALIFIER_MISSING = "qualifier_missing"
    QUALIFIER_ADDED = "qualifier_added"
    LEVEL_AND_CHANGE = "level_and_change"
    OTHER_BASIS = "other_basis"
    OPPOSITE_MOVE = "opposite_move"
    OTHER_SUBJECT = "other_subject"
    PART_OF_SUBJECT = "part_of_subject"
    WHOLE_OF_SUBJECT = "whole_of_subject"
    OTHER_PERIOD = "other_period"
    OTHER_STATUS = "other_status"
    OTHER_KIND = "other_kind"


@dataclass(frozen=True, slots=True)
class SlotComparison:
    """One slot of a question held against that of a statement: the fit, the words on both sides, and what tells them apart."""

    fit: SlotFit
    asked: str = ""
    said: str = ""
    difference: Difference | None = None


def compare_measures(asked: Measure, said: Measure, allowed: frozenset[str] = frozenset()) -> SlotComparison:
    """How the measure of a statement stands to the one asked for. ``allowed``: qualifiers that it may have all the same."""
    mine = asked.words.text if asked.words else ""
    theirs = said.words.text if said.words else ""
    named = SlotComparison(*_compare_words(mine, theirs, said.code))
    if named.fit is SlotFit.CLASHES:
        return named
    return _compare_qualifiers(asked, said, mine, theirs, allowed) or _compare_forms(asked, said, mine, theirs) or named


def _compare_words(mine: str, theirs: str, code: str) -> tuple[SlotFit, str, str, Difference | None]:
    if not mine or not theirs:
        return SlotFit.OPEN, mine, theirs, None
    one, other = row_of(mine), row_coded(code) if code in TOLD_BY_USE else row_of(theirs)
    if one is not None and other is not None and not (_is_mere_rate(mine, one) or _is_mere_rate(theirs, other)):
        fit = compare_rows(one, other)
        if fit is SlotFit.FOUND and _bears_name(mine, theirs):
            return SlotFit.CLASHES, mine, theirs, Difference.QUALIFIER_ADDED
        return fit, mine, theirs, Difference.OTHER_MEASURE if fit is SlotFit.CLASHES else None
    if _are_named_apart(mine, theirs):
        return SlotFit.CLASHES, mine, theirs, Difference.OTHER_MEASURE
    shared = _shared(mine, theirs)
    if shared == 1:
        return SlotFit.FOUND, mine, theirs, None
    return (SlotFit.COMPATIBLE if shared > 0 else SlotFit.OPEN), mine, theirs, None


def _bears_name(mine: str, theirs: str) -> bool:
    """Whether a name stands in a measure that was not asked for: iPhone revenue."""
    return bool({name.casefold() for name in _NAME_WITHIN.findall(theirs)} - {*mine.casefold().split()})


def _is_mere_rate(words: str, row: MeasureRow) -> bool:
    """Whether nothing but "rate" names the row: a "literacy rate" is none of interest."""
    return row.code == _INTEREST and chinese_key(words) not in _CHINESE_INTEREST and english_key(words) not in _INTEREST_WORDS


def _are_named_apart(mine: str, theirs: str) -> bool:
    """Whether two English phrases with one head each have a word before it that the other lacks: savings rate, literacy rate."""
    # An average rate is the rate of whatever is told beside it.
    one, other = ([word for word in english_key(words) if not qualifiers_of(word)] for words in (mine, theirs))
    if not one or not other or one[-1] != other[-1]:
        return False
    return all(
        any(word not in held and not synonyms(word, "en") & set(held) for word in words) for words, held in ((one, other), (other, one))
    )


def compare_rows(one: MeasureRow, other: MeasureRow) -> SlotFit:
    """How a measure of the table stands to one that is asked for."""
    if one.code == other.code:
        return SlotFit.FOUND
    if VOLUME_OF.get(one.code) == other.code or VOLUME_OF.get(other.code) == one.code:
        return SlotFit.COMPATIBLE  # 出口 for 出口量: whoever counts pieces says so
    if other.code in (RATIO_OF.get(one.code), AMOUNT_OF.get(one.code)):  # debt asked for in percent is its ratio
        return SlotFit.COMPATIBLE
    if "growth" in (one.code, other.code):  # how far something moved: the subject tells of what
        return SlotFit.COMPATIBLE
    if one.code == _INTEREST and other.family == one.family:  # a place's rate of interest is its policy rate, not that of its mortgages
        return SlotFit.COMPATIBLE if other.code in _POLICY else SlotFit.CLASHES
    if other.code == _INTEREST and other.family == one.family:  # what the page calls interest may be any kind
        return SlotFit.COMPATIBLE
    if {one.code, other.code} == _CLOSES or _are_indices(one, other):  # where an index closed is its 收盘 and its 收盘点位
        return SlotFit.COMPATIBLE
    if {one.code, other.code} <= _JOBS:  # jobs that the economy added are what payrolls tell of
        return SlotFit.COMPATIBLE
    if one.family == other.family and (one.is_general or other.is_general):
        return SlotFit.COMPATIBLE
    return SlotFit.CLASHES


def _are_indices(one: MeasureRow, other: MeasureRow) -> bool:
    """Whether one is the figure of a survey and the other just called an index: "the composite index" of purchasing managers."""
    return "index_level" in (one.code, other.code) and "survey" in (one.family, other.family)


@lru_cache(maxsize=8192)
def _shared(mine: str, theirs: str) -> float:
    """Which share of the words asked for the other phrase has, synonyms counted; of Chinese, of the pairs of signs."""
    if any(map(is_han, mine)) or any(map(is_han, theirs)):
        one, other = chinese_key(mine), chinese_key(theirs)
        if one == other or set(synonyms(one, "zh")) & {other}:
            return 1.0
        pairs = {one[at : at + _CHINESE_SHORT] for at in range(len(one) - 1)}
        return sum(pair in other for pair in pairs) / len(pairs) if pairs else 0.0
    wanted, held = english_key(mine), set(english_key(theirs))
    if not wanted:
        return 0.0
    return sum(word in held or bool(synonyms(word, "en") & held) for word in wanted) / len(wanted)


def _compare_qualifiers(asked: Measure, said: Measure, mine: str, theirs: str, allowed: frozenset[str]) -> SlotComparison | None:
    """A clash where one side narrows what the other does not: core, adjusted, per capita."""
    # 新增 of 非农新增就业 and 国内 of 国内生产总值 narrow nothing: they belong to the measure's own name.
    own = qualifiers_of(mine) if is_writing(mine) and are_same(mine, theirs) else frozenset()
    my_codes = {code for code in asked.qualifiers if is_exclusive(code)}
    named = qualifiers_of(theirs) if is_writing(theirs) else own_qualifiers(theirs)
    their_codes = {code for code in said.qualifiers - named if is_exclusive(code)}
    if missing := sorted(my_codes - own - their_codes - qualifiers_of(theirs)):
        rivals = [(code, other) for code in missing for other in rivals_of(code, said.qualifiers | qualifiers_of(theirs))]
        if rivals:
            return SlotComparison(SlotFit.CLASHES, *rivals[0], Difference.OTHER_QUALIFIER)
        if missing == ["close"] and row_of(theirs) is None:
            return SlotComparison(SlotFit.OPEN, missing[0], theirs)  # 涨0.71%，|报|22941点: a quote does not say of when in the day it is
        return SlotComparison(SlotFit.CLASHES, missing[0], theirs, Difference.QUALIFIER_MISSING)
    if added := sorted(their_codes - my_codes - allowed):
        return SlotComparison(SlotFit.CLASHES, mine, added[0], Difference.QUALIFIER_ADDED)
    return None


def _compare_forms(asked: Measure, said: Measure, mine: str, theirs: str) -> SlotComparison | None:
    forms = {asked.form, said.form}
    if forms == {Form.LEVEL, Form.CHANGE}:
        return SlotComparison(SlotFit.CLASHES, mine, theirs, Difference.LEVEL_AND_CHANGE)
    if asked.basis and said.basis and asked.basis != said.basis:
        return SlotComparison(SlotFit.CLASHES, asked.basis.value, said.basis.value, Difference.OTHER_BASIS)
    if Form.CHANGE in forms and asked.direction and said.direction and asked.direction != said.direction:
        return SlotComparison(SlotFit.CLASHES, asked.direction.value, said.direction.value, Difference.OPPOSITE_MOVE)
    return None
