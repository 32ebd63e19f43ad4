"""What a Chinese name holds beside whose figure it is: a part (纯电 of 比亚迪全年纯电销量), with whom it trades (对华 of 韩国对华出口),
a second name."""

from collections.abc import Iterable
from functools import cache

from verification.core.language.script import to_simplified
from verification.core.language.tables import read_rows
from verification.core.language.texts import is_han
from verification.core.patterns import lazy_regex
from verification.core.reading.measure_words import qualifiers_of, row_of, tables
from verification.core.reading.statement import Question
from verification.core.subjects.gazetteer import names_of
from verification.core.subjects.known import find_known
from verification.core.subjects.registry import Entity, entry_of

_HOME = "CN"
_COUNTERPART = lazy_regex(
    r"[对自输从](?P<sign>[美华中日韩欧俄英德法印澳加墨越台港])(?=(?:[^对自]{0,6})(?:出口|进口|贸易|顺差|逆差|投资|关税))"
)
_CLAUSE = lazy_regex(r"[^,;:，；：。！？\n]+")
_BETWEEN = lazy_regex(r"^[的在之\s]+|[的之\s]+$")
# Shorter it is no name of a part; longer it is several words, which a page writes in another order.
_LENGTHS = range(2, 7)


def part_asked(question: Question) -> str:
    """What stands in a Chinese name between whose figure it is and the measure, qualifiers and periods aside; empty where nothing does."""
    measure, period = question.measure.words, question.period.words
    if measure is None or not question.measure.code or not is_han(measure.text[-1]):
        return ""
    text = to_simplified(question.text)
    end = next((at for at in range(measure.start, measure.end) if text[at : measure.end] in tables().chinese), measure.end)
    owner = next((one for one in find_known(text) if one.end <= end and not text[: one.start].strip()), None)
    if owner is None:
        return ""
    rest = text[owner.end : end]
    if period is not None and owner.end <= period.start and period.end <= end:
        rest = f"{text[owner.end : period.start]}{text[period.end : end]}"
    part = _BETWEEN.sub("", rest)
    is_name = len(part) in _LENGTHS and all(map(is_han, part)) and not qualifiers_of(part) and row_of(part) is None
    return part if is_name else ""


def is_counterpart_untold(name: str, told: str) -> bool:
    """Whether ``name`` asks for what is exchanged with a country, of which ``told`` has no word."""
    asked = _COUNTERPART.search(to_simplified(name))
    if asked is None:
        return False
    text = to_simplified(told)
    return not any(word in text for word in _counterparts().get(asked["sign"], (asked.group(),)))


@cache
def _counterparts() -> dict[str, tuple[str, ...]]:
    return {sign: tuple(told.split("; ")) for sign, told, _reason in read_rows("judging", "counterparts")}


def is_told_of(part: str, sentences: Iterable[str]) -> bool:
    """Whether a clause with a figure names the part."""
    clauses = (clause.group() for sentence in sentences for clause in _CLAUSE.finditer(to_simplified(sentence)))
    return any(part in clause and any(sign.isdigit() for sign in clause[clause.index(part) :]) for clause in clauses)


def is_second_untold(name: str, told: str) -> bool:
    """Whether ``name`` holds two known names or more (菲律宾 and 台湾, a bank and an oil), one of which ``told`` calls by none of its own;
    China goes unsaid at home."""
    plain, low = to_simplified(name), to_simplified(told).casefold()
    known = [one for one in find_known(plain) if len(one.entities) == 1 and one.entities[0].kind != "currency"]
    return len(known) > 1 and not all(
        one.entities[0].code == _HOME or any(word.casefold() in low for word in (plain[one.start : one.end], *_writings(one.entities[0])))
        for one in known
    )


def _writings(entity: Entity) -> tuple[str, ...]:
    if entity.kind == "place":
        return tuple(place.name for place in names_of(entity.code))
    entry = entry_of(entity.code)
    return (*entry.chinese, *entry.english, *entry.tickers) if entry else ()
