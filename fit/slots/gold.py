"""Reads the slot gold, refuses a row that breaks its format, and deals the rows into a half to learn from and a half to test on.

What the keys mean is told in ``README.md`` beside this file.
"""

import datetime
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

FOLDER = Path(__file__).parent
LANGUAGES = ("en", "zh")
# What was written before the reader, and what was written when the halves of that had been looked at too often.
SERIES = ("", "fresh_", "later_", "daily_", "market_", "quick_", "plain_")
QUALIFIERS = frozenset({
    "adjusted", "annualized", "attributable", "average", "change", "close", "core", "cumulative", "domestic", "final", "gross", "high",
    "intraday", "level_start", "low", "manufacturing", "median", "mom", "net", "new", "nominal", "non_manufacturing", "open", "overseas",
    "per_capita", "preliminary", "qoq", "real", "record", "recurring", "revised", "rural", "seasonally_adjusted", "services", "share",
    "total", "unadjusted", "urban", "wow", "yoy",
})  # fmt: skip
STATUSES = frozenset({
    "asserted", "asked", "corrected", "denied", "fiction", "foreseen", "opinion", "past", "supposed", "unconfirmed",
})  # fmt: skip
SPEAKERS = frozenset({"anonymous", "expert", "official", "outlet", "page", "party"})
KINDS = frozenset({"currency", "number", "percent", "text"})

_YEAR = r"(?:19|20)\d\d"
_POINT = re.compile(rf"FY{_YEAR}(?:-[QH]\d)?|{_YEAR}(?:-(?:Q\d|H\d|\d\d|\d\d-\d\d))?")
_LAST_PART = {"Q": 4, "H": 2}
_ALSO = ("subject_also", "measure_also", "period_also")
_SLOTS = {"id", "lang", "subject", "measure", "qualifiers", "period", "status", *_ALSO}
_SENTENCE_KEYS = _SLOTS | {"title", "published", "text", "speaker"}
_SENTENCE_OPTIONAL = {"figure", "nth", "event", "object", "speaker_also", "why"}
_NAME_KEYS = _SLOTS | {"name", "kind", "unit", "asked"}
_NAME_OPTIONAL = {"object", "why"}

Fields = dict[str, object]


class BadGold(ValueError):
    """A row breaks the format; the message names the row and what is wrong with it."""


@dataclass(frozen=True)
class Slots:
    """What is said of one figure or event. Every ``…_also`` holds wordings or periods that count as right beside the first."""

    subject: str
    measure: str
    qualifiers: frozenset[str]
    period: str
    status: str
    subject_also: tuple[str, ...] = ()
    measure_also: tuple[str, ...] = ()
    period_also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sentence:
    """A text and the slots of the figure or event that stands at ``start``..``end`` (code points) in it."""

    id: str
    lang: str
    title: str
    published: datetime.date
    text: str
    start: int
    end: int
    is_event: bool
    object: str | None
    speakers: tuple[str, ...]
    slots: Slots


@dataclass(frozen=True)
class Name:
    """A node's name, asked on a day, and the slots it states."""

    id: str
    lang: str
    name: str
    kind: str
    unit: str
    asked: datetime.date
    object: str | None
    slots: Slots


Row = TypeVar("Row", Sentence, Name, tuple[str, str])


def series_of(lang: str) -> tuple[str, ...]:
    """The series that a language has, in the order they were written."""
    return tuple(series for series in SERIES if (FOLDER / f"{series}sentences_{lang}.jsonl").exists())


def read_sentences(lang: str, *, series: str = "") -> list[Sentence]:
    """Every sentence of a language in the order of the file; ``series`` is one of ``SERIES``. Raises BadGold."""
    return [sentence_from(fields) for fields in _read(FOLDER / f"{series}sentences_{lang}.jsonl", lang)]


def read_names(lang: str, *, series: str = "") -> list[Name]:
    """Every name of a language in the order of the file; ``series`` is one of ``SERIES``. Raises BadGold."""
    return [name_from(fields) for fields in _read(FOLDER / f"{series}names_{lang}.jsonl", lang)]


def read_status_pairs(lang: str) -> list[tuple[str, str]]:
    """Status and text of the minimal pairs; the figure or predicate asked about stands in square brackets."""
    lines = (FOLDER / f"status_pairs_{lang}.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return [(status, text) for status, text in (line.split("\t") for line in lines)]


def halves(rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """(learn, test): the rows in the order of the SHA-256 of their ids (of pairs, of their texts), dealt out in turn."""
    ordered = sorted(rows, key=lambda row: hashlib.sha256((row[1] if isinstance(row, tuple) else row.id).encode()).hexdigest())
    return ordered[0::2], ordered[1::2]


def sentence_from(fields: Fields) -> Sentence:
    """A validated sentence; raises BadGold."""
    _check_keys(fields, _SENTENCE_KEYS, _SENTENCE_OPTIONAL)
    _require(fields, ("figure" in fields) != ("event" in fields), "needs either a figure or an event")
    is_event = "event" in fields
    _require(fields, is_event == ("object" in fields), "an object belongs to an event, and an event has one or null")
    title, text = _text(fields, "title"), _text(fields, "text")
    start, end = _place(fields, text)
    slots = _slots(fields, f"{title}\n{text}")
    _require(fields, not is_event or _stands_in(slots.measure, text[start:end]), "the measure of an event stands outside of it")
    speakers = (_text(fields, "speaker"), *_texts(fields, "speaker_also"))
    _require(fields, set(speakers) <= SPEAKERS, f"unknown speaker among {speakers}")
    return Sentence(
        id=_text(fields, "id"),
        lang=_text(fields, "lang"),
        title=title,
        published=_day(fields, "published"),
        text=text,
        start=start,
        end=end,
        is_event=is_event,
        object=_object(fields, f"{title}\n{text}"),
        speakers=speakers,
        slots=slots,
    )


def name_from(fields: Fields) -> Name:
    """A validated name; raises BadGold."""
    _check_keys(fields, _NAME_KEYS, _NAME_OPTIONAL)
    name, kind = _text(fields, "name"), _text(fields, "kind")
    _require(fields, kind in KINDS, f"unknown kind {kind!r}")
    return Name(
        id=_text(fields, "id"),
        lang=_text(fields, "lang"),
        name=name,
        kind=kind,
        unit=_text(fields, "unit"),
        asked=_day(fields, "asked"),
        object=_object(fields, name),
        slots=_slots(fields, name),
    )


def is_period(text: str) -> bool:
    """Whether this is a point such as ``2026-04`` or ``FY2027-Q1``, or a span of two points of one grain, the earlier first."""
    first, dots, last = text.partition("..")
    if not dots:
        return _is_point(first)
    return _is_point(first) and _is_point(last) and _grain(first) == _grain(last) and first < last


def _read(path: Path, lang: str) -> list[Fields]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    ids = [row.get("id") for row in rows]
    if len(set(ids)) < len(ids):
        raise BadGold(f"{path.name}: an id occurs twice")
    for row in rows:
        _require(row, row.get("lang") == lang, f"stands in the file of {lang}")
    return rows


def _require(fields: Fields, condition: bool, message: str) -> None:
    if not condition:
        raise BadGold(f"{fields.get('id', 'a row without id')}: {message}")


def _check_keys(fields: Fields, needed: set[str], optional: set[str]) -> None:
    missing, unknown = needed - fields.keys(), fields.keys() - needed - optional
    _require(fields, not missing and not unknown, f"lacks {sorted(missing)}, has unknown {sorted(unknown)}")


def _text(fields: Fields, key: str) -> str:
    value = fields[key]
    if not isinstance(value, str) or value != value.strip():
        raise BadGold(f"{fields['id']}: {key} is no text without blanks around it")
    return value


def _texts(fields: Fields, key: str) -> tuple[str, ...]:
    values = fields.get(key, [])
    if not isinstance(values, list) or not all(isinstance(value, str) and value for value in values):
        raise BadGold(f"{fields['id']}: {key} is no list of texts")
    _require(fields, len(set(values)) == len(values), f"{key} holds a value twice")
    return tuple(values)


def _day(fields: Fields, key: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(_text(fields, key))
    except ValueError as error:
        raise BadGold(f"{fields['id']}: {key} is no day") from error


def _object(fields: Fields, words: str) -> str | None:
    if fields.get("object") is None:
        return None
    value = _text(fields, "object")
    _require(fields, _stands_in(value, words), "the object does not stand in the words")
    return value


def _slots(fields: Fields, words: str) -> Slots:
    subject, measure, period, status = (_text(fields, key) for key in ("subject", "measure", "period", "status"))
    qualifiers, period_also = _texts(fields, "qualifiers"), _texts(fields, "period_also")
    for key, value in (("subject", subject), ("measure", measure)):
        _require(fields, bool(value) and _stands_in(value, words), f"the {key} {value!r} does not stand in the words")
    _require(fields, set(qualifiers) <= QUALIFIERS, f"unknown qualifiers {sorted(set(qualifiers) - QUALIFIERS)}")
    _require(fields, status in STATUSES, f"unknown status {status!r}")
    _require(fields, period == "" or is_period(period), f"{period!r} is no period")
    _require(fields, all(is_period(also) for also in period_also), f"{period_also} are no periods")
    return Slots(
        subject=subject,
        measure=measure,
        qualifiers=frozenset(qualifiers),
        period=period,
        status=status,
        subject_also=_texts(fields, "subject_also"),
        measure_also=_texts(fields, "measure_also"),
        period_also=period_also,
    )


def _place(fields: Fields, text: str) -> tuple[int, int]:
    """Where the figure or event stands; a figure is whole: no digit goes on before or after it."""
    wanted, nth = _text(fields, "event" if "event" in fields else "figure"), fields.get("nth", 1)
    starts = [match.start() for match in re.finditer(f"(?={re.escape(wanted)})", text)]
    if not wanted or not isinstance(nth, int) or not 1 <= nth <= len(starts):
        raise BadGold(f"{fields['id']}: {wanted!r} does not stand in the text {nth} times")
    start = starts[nth - 1]
    end = start + len(wanted)
    _require(fields, "event" in fields or not _is_cut(text, start, end), f"{wanted!r} is part of a longer figure")
    return start, end


def _is_cut(text: str, start: int, end: int) -> bool:
    begins_inside = text[start].isdigit() and re.search(r"\d[.,]?$", text[:start])
    ends_inside = text[end - 1].isdigit() and re.match(r"[.,]?\d", text[end:])
    return bool(begins_inside or ends_inside)


def _stands_in(value: str, words: str) -> bool:
    """As it is, or word by word (Chinese: character by character): what is measured may be said in parts."""
    if value in words:
        return True
    parts = value.split() if value.isascii() else [character for character in value if not character.isspace()]
    return all(part in words for part in parts)


def _grain(point: str) -> str:
    return re.sub(r"\d", "0", point)


def _is_point(text: str) -> bool:
    if not _POINT.fullmatch(text):
        return False
    part = text.rpartition("-")[2]
    if part[0] in _LAST_PART:
        return 1 <= int(part[1:]) <= _LAST_PART[part[0]]
    if text.startswith("FY") or len(text) == len("2026"):
        return True
    try:
        datetime.date.fromisoformat(text if text.count("-") > 1 else f"{text}-01")
    except ValueError:
        return False
    return True
