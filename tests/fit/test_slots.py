"""The slot gold keeps its format, its sizes and its halves; a row that breaks the format is refused."""

import pytest

from fit.slots import gold
from fit.slots.gold import LANGUAGES, BadGold, Fields

pytestmark = pytest.mark.pure

SENTENCE: Fields = {
    "id": "en900", "lang": "en", "title": "", "published": "2026-05-14", "text": "Output rose 3.4%, after 13.4% in Peru.", "figure": "3.4%",
    "nth": 1, "subject": "Peru", "subject_also": [], "measure": "Output", "measure_also": [], "qualifiers": ["change"], "period": "",
    "period_also": [], "status": "asserted", "speaker": "page",
}  # fmt: skip
EVENT: Fields = {
    **{key: value for key, value in SENTENCE.items() if key not in {"figure", "nth"}},
    "text": "Peru was fined by Chile.", "event": "was fined", "measure": "fined", "object": None, "qualifiers": [],
}  # fmt: skip
NAME: Fields = {
    "id": "nen90", "lang": "en", "name": "Peru output April", "kind": "percent", "unit": "%", "asked": "2026-05-20", "subject": "Peru",
    "subject_also": [], "measure": "output", "measure_also": [], "qualifiers": [], "period": "2026-04", "period_also": [],
    "status": "asserted",
}  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_keeps_the_format(lang: str) -> None:
    rows = gold.read_sentences(lang)
    assert len(rows) == 200
    assert {row.slots.status for row in rows} == gold.STATUSES
    assert {speaker for row in rows for speaker in row.speakers} == gold.SPEAKERS
    assert 60 <= sum(row.is_event for row in rows) <= 75


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_name_keeps_the_format(lang: str) -> None:
    assert len(gold.read_names(lang)) == 75


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_fresh_series_and_the_pairs_keep_the_format(lang: str) -> None:
    assert (len(gold.read_sentences(lang, series="fresh_")), len(gold.read_names(lang, series="fresh_"))) == (100, 50)
    pairs = gold.read_status_pairs(lang)
    assert len(pairs) == len(set(pairs)) > 90
    assert all(status in gold.STATUSES and text.index("[") < text.index("]") for status, text in pairs)


def test_no_id_and_no_text_occurs_twice() -> None:
    sentences = [row for lang in LANGUAGES for series in gold.series_of(lang) for row in gold.read_sentences(lang, series=series)]
    names = [row for lang in LANGUAGES for series in gold.series_of(lang) for row in gold.read_names(lang, series=series)]
    ids = [row.id for row in sentences] + [row.id for row in names]
    asked = [(row.title, row.text, row.start) for row in sentences]
    assert len(set(ids)) == len(ids)
    assert len(set(asked)) == len(asked)


def test_the_halves_share_nothing_and_do_not_depend_on_the_order() -> None:
    rows = gold.read_names("en")
    learn, test = gold.halves(rows)
    assert gold.halves(rows[::-1]) == (learn, test)
    assert (len(learn), len(test)) == (38, 37)
    assert {row.id for row in learn} | {row.id for row in test} == {row.id for row in rows}


def test_a_figure_is_placed_where_it_stands() -> None:
    assert (gold.sentence_from(SENTENCE).start, gold.sentence_from(SENTENCE).end) == (12, 16)
    event = gold.sentence_from(EVENT)
    assert (event.start, event.end, event.is_event, event.object) == (5, 14, True, None)


@pytest.mark.parametrize(
    "changes",
    [
        {"figure": "3.5%"},
        {"nth": 2},
        {"nth": 3},
        {"subject": "Chile"},
        {"measure": ""},
        {"measure": "output of mines"},
        {"qualifiers": ["strong"]},
        {"qualifiers": ["core", "core"]},
        {"period": "2026-13"},
        {"period_also": [""]},
        {"status": "certain"},
        {"speaker": "press"},
        {"published": "14 May 2026"},
        {"event": "rose", "object": None},
        {"object": None},
        {"mood": "asserted"},
    ],
)
def test_a_sentence_that_breaks_the_format_is_refused(changes: Fields) -> None:
    with pytest.raises(BadGold, match=r"^en900: "):
        gold.sentence_from(SENTENCE | changes)


@pytest.mark.parametrize("changes", [{"event": "was freed"}, {"measure": "Peru"}, {"object": "Bolivia"}, {"figure": "Peru"}])
def test_an_event_that_breaks_the_format_is_refused(changes: Fields) -> None:
    with pytest.raises(BadGold, match=r"^en900: "):
        gold.sentence_from(EVENT | changes)


@pytest.mark.parametrize("changes", [{"kind": "ratio"}, {"asked": ""}, {"subject": "Chile"}, {"speaker": "page"}])
def test_a_name_that_breaks_the_format_is_refused(changes: Fields) -> None:
    assert gold.name_from(NAME).name == "Peru output April"
    with pytest.raises(BadGold, match=r"^nen90: "):
        gold.name_from(NAME | changes)


@pytest.mark.parametrize(
    "period",
    [
        "2026",
        "2026-H2",
        "2026-Q4",
        "2026-04",
        "2024-02-29",
        "FY2026",
        "FY2027-Q1",
        "FY2027-H1",
        "2026-01..2026-05",
        "2025-12-29..2026-01-04",
    ],
)
def test_periods(period: str) -> None:
    assert gold.is_period(period)


@pytest.mark.parametrize(
    "period",
    [
        "",
        "April",
        "26",
        "2026-H3",
        "2026-Q5",
        "2026-Q0",
        "2026-13",
        "2026-02-29",
        "FY2026-04",
        "2026-05..2026-01",
        "2026..2026-05",
        "2026..",
    ],
)
def test_no_periods(period: str) -> None:
    assert not gold.is_period(period)
