"""How many slots of the gold are read right: ``python -m fit.slots.reading [--learn] [--misses]``; misses are those of the learn half
alone, and ``--learn`` leaves the test half uncounted.

A subject is right where it is one of the gold's wordings or aligns with one as the same in both directions; a measure where it is one of
the wordings or names the same row of the table; of an event the predicate counts as the measure. Qualifiers are right where all that the
gold states are read, and none but those that narrow nothing beside them.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from fit.slots.gold import LANGUAGES, SERIES, Name, Sentence, Slots, halves, read_names, read_sentences, series_of
from verification.core.language.script import to_simplified
from verification.core.language.texts import fold, is_han
from verification.core.periods.reference import parse_reference_period
from verification.core.reading.measure_words import english_key, is_exclusive, row_of
from verification.core.reading.questions import read_question
from verification.core.reading.reader import read_statements
from verification.core.reading.statement import Question, Statement
from verification.core.subjects.align import Found, align
from verification.core.vocabulary import NodeKind, PassageField

SLOTS = ("found", "subject", "measure", "qualifiers", "period", "status")
_FORMS = frozenset({"change", "share"})


def judge(row: Sentence | Name) -> dict[str, bool]:
    """Which slots of a row are read right; none where no statement stands at its figure or event."""
    read = _question(row) if isinstance(row, Name) else _statement(row)
    if read is None:
        return dict.fromkeys(SLOTS, False)
    slots = row.slots
    subject = read.subject.head.text if read.subject.head else None
    words = read.predicate.words if read.predicate else read.measure.words
    period = read.period.period
    status = read.status if isinstance(read, Question) else read.status.status
    return {
        "found": True,
        "subject": _is_subject(subject, slots),
        "measure": _is_measure(words.text if words else "", slots, is_event=read.predicate is not None),
        "qualifiers": _are_qualifiers(read, slots),
        "period": period in tuple(map(parse_reference_period, (slots.period, *slots.period_also))),
        "status": status.value == slots.status,
    }


def _question(row: Name) -> Question:
    return read_question(row.name, base=row.asked, kind=NodeKind(row.kind))


def _statement(row: Sentence) -> Statement | None:
    for one in read_statements(row.text, base=row.published, title=row.title):
        place = one.predicate.words if row.is_event and one.predicate else one.value if not row.is_event and not one.predicate else None
        if place is not None and one.field is PassageField.CONTENT and place.start < row.end and row.start < place.end:
            return one
    return None


def _is_subject(said: str | None, slots: Slots) -> bool:
    wanted = (slots.subject, *slots.subject_also)
    if said is None:  # nobody is named: right where the gold takes what is measured for it
        return bool(set(map(_normal, wanted)) & set(map(_normal, (slots.measure, *slots.measure_also))))
    return any(
        _normal(said) == _normal(name) or (align(name, [said]).found is Found.SAME and align(said, [name]).found is Found.SAME)
        for name in wanted
    )


def _is_measure(said: str, slots: Slots, *, is_event: bool) -> bool:
    return bool(said) and any(_is_wording(said, wanted, is_event=is_event) for wanted in (slots.measure, *slots.measure_also))


def _is_wording(said: str, wanted: str, *, is_event: bool) -> bool:
    one, other = _normal(said), _normal(wanted)
    if one == other or (is_event and (one in other or other in one)):
        return True
    if not any(map(is_han, one)) and english_key(one) == english_key(other):
        return True
    mine, theirs = row_of(said), row_of(wanted)
    return mine is not None and theirs is not None and mine.code == theirs.code and mine.code != "growth"


def _are_qualifiers(read: Statement | Question, slots: Slots) -> bool:
    said = set(read.measure.qualifiers) | ({read.measure.basis.value} if read.measure.basis else set())
    wanted = slots.qualifiers - _FORMS
    return wanted <= said and not any(is_exclusive(code) for code in said - wanted)


def _normal(words: str) -> str:
    text = fold(to_simplified(words)).strip()
    if any(map(is_han, text)):
        return re.sub(r"[\s（()）“”的]", "", text)
    text = re.sub(r"\s+", " ", text.replace("’", "'"))
    return re.sub(r"^(?:the|a|an|its|their|his|her) ", "", re.sub(r"'s?$", "", text))


def _groups(lang: str, series: str) -> Iterator[tuple[str, Sequence[Sentence] | Sequence[Name]]]:
    parted = zip(("learn", "test"), halves(read_sentences(lang, series=series)), halves(read_names(lang, series=series)), strict=True)
    for half, sentences, names in parted:
        yield f"{half} figures", [row for row in sentences if not row.is_event]
        yield f"{half} events", [row for row in sentences if row.is_event]
        yield f"{half} names", names


def _shares(counts: Counter[str], total: int) -> str:
    return ", ".join(f"{slot} {counts[slot]}/{total}" for slot in SLOTS)


def _misses(rows: Iterable[tuple[Sentence | Name, dict[str, bool]]]) -> Iterator[str]:
    for row, right in rows:
        if wrong := [slot for slot, is_right in right.items() if not is_right]:
            yield f"  {row.id}: {', '.join(wrong)}\n"


def main() -> int:
    """Prints the counts of right slots by series, language, half and kind."""
    for series, lang in ((series, lang) for series in SERIES for lang in LANGUAGES if series in series_of(lang)):
        for name, rows in _groups(lang, series):
            if "--learn" in sys.argv[1:] and not name.startswith("learn"):
                continue
            judged = [(row, judge(row)) for row in rows]
            counts = Counter(slot for _, right in judged for slot, is_right in right.items() if is_right)
            sys.stdout.write(f"{series}{lang} {name}: {_shares(counts, len(judged))}\n")
            if "--misses" in sys.argv[1:] and name.startswith("learn"):
                sys.stdout.writelines(_misses(judged))
    return 0


if __name__ == "__main__":
    sys.exit(main())
