"""How often the status reader calls asserted what a page asserts, and what it does not:

``python -m fit.status [--show SET] [--data DIR]``.

Families of constructions are parted by hash: seven eighths may be looked at while rules are written; of the last figures alone are printed.
"""

import argparse
import hashlib
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fit.slots.gold import LANGUAGES, halves, read_sentences, read_status_pairs, series_of
from verification.core.language.texts import split_sentences
from verification.core.language.word_tables import words
from verification.core.reading.statement import Status
from verification.core.reading.status.statuses import StatusReader

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "train"
SETS = ("moods_numeric", "moods_statements", "moods_support", "support_realnews")
# Whose figure, which period and which bound it is are other slots.
OTHER_SLOTS = frozenset({"othersubject", "exclusion", "threshold", "comparison", "othertime"})
_PAST = dict(
    pair.split("-")
    for pair in words(
        "bought-buy froze-freez withdrew-withdr cut-cut sold-sell shut-shut won-win lost-los left-leav began-beg hit-hit "
        "paid-pay sent-send took-tak gave-giv made-mak built-buil died-die"
    )
)
_NEAR = 120
_FUNCTION = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "in",
        "on",
        "to",
        "for",
        "at",
        "by",
        "and",
        "is",
        "was",
        "are",
        "were",
        "be",
        "has",
        "had",
        "have",
        "it",
        "its",
        "that",
        "with",
        "from",
        "s",
    ]
)
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*|\d[\d.,]*|[\u4e00-\u9fff]")


@dataclass
class Tally:
    """How many asserting cases were called asserted, and how many others."""

    asserting: int = 0
    others: int = 0
    true_asserted: int = 0
    false_asserted: int = 0

    def add(self, *, says: bool, is_asserted: bool) -> None:
        self.asserting += is_asserted
        self.others += not is_asserted
        self.true_asserted += says and is_asserted
        self.false_asserted += says and not is_asserted

    def __str__(self) -> str:
        true_rate = self.true_asserted / max(self.asserting, 1)
        false_rate = self.false_asserted / max(self.others, 1)
        rates = f"true asserted {true_rate:6.1%} of {self.asserting:4}   false asserted {false_rate:6.1%} of {self.others:4}"
        return f"{rates}   balanced {(true_rate + 1 - false_rate) / 2:.3f}"


@dataclass(frozen=True)
class Case:
    """One page and the place in it of the figure or event asked about."""

    name: str
    kind: str
    family: str
    lang: str
    title: str
    text: str
    start: int
    end: int
    is_asserted: bool

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Under what the case is counted: its part, whether status or another slot decides it, its set and its kind, by language."""
        half = "looked" if self.is_looked else "unlooked"
        slot = "other slots" if self.kind in OTHER_SLOTS else "status"
        return (half, slot), (half, slot, self.name, self.lang), (half, "kind", self.kind, self.lang)

    @property
    def is_looked(self) -> bool:
        return any(byte % 2 == 0 for byte in hashlib.sha256(("status:" + self.family).encode()).digest()[:3])


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, default=DATA)
    options.add_argument("--show", help='print the misses of this set that may be looked at; "slots" for the slot gold, "pairs"')
    chosen = options.parse_args()
    counts: dict[tuple[str, ...], Tally] = defaultdict(Tally)
    for name in SETS:
        for case in cases_of(name, chosen.data):
            reading = StatusReader(case.text, title=case.title).status_at(case.start, case.end)
            says = reading.status is Status.ASSERTED
            for key in case.groups:
                counts[key].add(says=says, is_asserted=case.is_asserted)
            if chosen.show == name and case.is_looked and says != case.is_asserted:
                sys.stdout.write(
                    f"{case.family}: {reading.status}, asserted {case.is_asserted} | {_marked(case.text, case.start, case.end)}\n"
                )
    for key in sorted(counts):
        sys.stdout.write(f"{' '.join(key):52} {counts[key]}\n")
    for lang in LANGUAGES:
        for series in series_of(lang):
            _slot_gold(lang, series, is_shown=chosen.show == "slots")
        _pairs(lang, is_shown=chosen.show == "pairs")
    return 0


def _pairs(lang: str, *, is_shown: bool) -> None:
    """The minimal pairs: misses of the learn half alone are printed."""
    for half, rows in zip(("learn", "test"), halves(read_status_pairs(lang)), strict=True):
        right = 0
        for status, marked in rows:
            start, end = marked.index("["), marked.index("]") - 1
            read = StatusReader(marked.replace("[", "", 1).replace("]", "", 1)).status_at(start, end).status
            right += read == status
            if is_shown and half == "learn" and read != status:
                sys.stdout.write(f"{read}, gold {status} | {marked}\n")
        sys.stdout.write(f"pairs {lang} {half:6} status {right / len(rows):.3f}   of {len(rows)}\n")


def _slot_gold(lang: str, series: str, *, is_shown: bool) -> None:
    """Status and speaker against the slot gold: misses of the learn half alone are printed."""
    for half, rows in zip(("learn", "test"), halves(read_sentences(lang, series=series)), strict=True):
        right = speakers = 0
        for row in rows:
            reader = StatusReader(row.text, title=row.title, is_chinese=lang == "zh")
            status = reader.status_at(row.start, row.end).status
            speaker = reader.speaker_at(row.start, row.end)
            right += status == row.slots.status
            speakers += speaker in row.speakers
            if is_shown and half == "learn" and (status != row.slots.status or speaker not in row.speakers):
                gold = f"{row.slots.status} {row.speakers}"
                sys.stdout.write(f"{row.id}: {status} {speaker}, gold {gold} | {_marked(row.text, row.start, row.end)}\n")
        sys.stdout.write(
            f"{series}slots {lang} {half:6} status {right / len(rows):.3f}   speaker {speakers / len(rows):.3f}   of {len(rows)}\n"
        )


def _marked(text: str, start: int, end: int) -> str:
    near = f"{text[max(0, start - _NEAR) : start]}[{text[start:end]}]{text[end : end + _NEAR]}"
    return near.replace("\n", " / ")


def cases_of(name: str, data: Path) -> Iterator[Case]:
    """The cases of one set whose figure or event could be found in the page."""
    asked = {row["id"]: row for row in _rows(data / f"{name}.jsonl")}
    gold = list(_rows(data / f"{name}.gold.jsonl"))
    values = {row["base"]: row["expected"] for row in gold if row.get("mood") == "asserted" and name == "moods_numeric"}
    for row in gold:
        mood = row.get("mood") or ("asserted" if row["label"] == "supported" else "not_asserted")
        if mood == "one_asserted":
            continue
        case = asked[row["id"]]
        pages = case["results"] if "node" in case else case["documents"]
        claim = case["node"]["label"] if "node" in case else case["claim"]
        families = row.get("family", row.get("document", "")).split("+")
        for family, page in zip(families, pages, strict=False):
            text = page.get("content", page.get("text", ""))
            value = row.get("expected", "") if mood in {"asserted", "other_value"} else values.get(row.get("base"), "")
            place = _figure(text, claim, value) if name == "moods_numeric" else place_of(text, claim)
            if place is not None:
                is_asserted = mood == "asserted" or (mood == "other_value" and name == "moods_numeric")
                kind = family.split("/")[0] if "/" in family else row["scenario"]
                yield Case(name, kind, family, row["lang"], page.get("title", ""), text, *place, is_asserted)


def place_of(text: str, claim: str) -> tuple[int, int] | None:
    """Where the event or value of ``claim`` stands: its predicate in the sentence that shares most words with it."""
    claim = claim.strip(" 。.")
    if re.search(r"[\u4e00-\u9fff]", claim):
        return _chinese_place(text, claim)
    figure = re.findall(r"[$€£]?\d[\d.,]*(?:%| ?(?:billion|million|percent|barrels))?", claim)
    if figure and re.search(r"\b(?:is|was)\b", claim):
        return _figure(text, claim, figure[-1])
    start, end = _best_sentence(text, claim)
    told = [word for word in claim.split() if word.lower() not in _FUNCTION]
    if re.search(r"\s(?:is|was|are)\s(?!\w+ed\b)", claim):
        name = re.split(r"\s(?:is|was|are)\s", claim)[-1]
        at = text.find(name, start, end)
        return (at, at + len(name)) if at >= 0 else None
    lower = [word for word in told[1:] if word[0].islower()]
    for word in [word for word in lower if word.endswith("ed") or word in _PAST] or lower or told[1:]:
        stem = _PAST.get(word.lower(), word[: max(4, len(word) - 3)].lower())
        found = re.search(rf"\b(?:{re.escape(stem)}|{re.escape(word)})\w*", text[start:end], re.IGNORECASE)
        if found:
            return start + found.start(), start + found.end()
    return None


def _chinese_place(text: str, claim: str) -> tuple[int, int] | None:
    value = re.split(r"[为是]", claim)[-1] if re.search(r"[为是]", claim) else ""
    if value:
        return _figure(text, claim, value)
    for length in range(len(claim), 3, -1):
        at = text.find(claim[-length:])
        if at >= 0:
            end = at + length
            return end - 4, end
    return None


def _figure(text: str, claim: str, value: str) -> tuple[int, int] | None:
    if not value:
        return None
    places = [found.span() for found in re.finditer(re.escape(value), text)]
    if not places:
        return None
    spans = split_sentences(text)
    return max(places, key=lambda place: (_shared(text, claim, spans.spans[spans.index_at(place[0])]), -place[0]))


def _best_sentence(text: str, claim: str) -> tuple[int, int]:
    return max(split_sentences(text).spans, key=lambda span: _shared(text, claim, span))


def _shared(text: str, claim: str, span: tuple[int, int]) -> int:
    own = {word.lower()[:5] for word in _WORD.findall(text[span[0] : span[1]])}
    return len({word.lower()[:5] for word in _WORD.findall(claim)} & own)


def _rows(path: Path) -> Iterator[dict]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)


if __name__ == "__main__":
    sys.exit(main())
