"""The same facts in other frames fill the same slots, whatever the names and the measure; a figure of another is never the asked one's."""

from datetime import date
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import drawn
from verification.core.periods.reference import parse_reference_period
from verification.core.reading.measure_words import row_of
from verification.core.reading.reader import read_statements
from verification.core.reading.statement import Status

pytestmark = pytest.mark.pure

BASE = date(2026, 11, 15)
PLACES = ("Norway", "Ohio", "Sierra Leone", "Kyoto", "South Africa", "Bavaria")
COMPANIES = ("Tesla", "Wistrel", "Best Buy", "Johnson & Johnson", "Samsung Electronics", "Norvik Group", "Second Cup")
MEASURES = {
    "unemployment rate": ("5.2%", "5.4%", PLACES),
    "inflation": ("5.2%", "5.4%", PLACES),
    "exports": ("$5.2 billion", "$5.4 billion", PLACES),
    "population": ("5.2 million", "5.4 million", PLACES),
    "revenue": ("$5.2 billion", "$5.4 billion", COMPANIES),
    "net profit": ("$5.2 billion", "$5.4 billion", COMPANIES),
    "operating margin": ("5.2%", "5.4%", COMPANIES),
    "headcount": ("5,200", "5,400", COMPANIES),
}
ALONE = [
    "{N}'s {m} fell to {v} in October.",
    "In October, {N}'s {m} was {v}.",
    "The {m} of {N} was {v} in October, down from {w}.",
    "The {m} of {N} was {w} in September and {v} in October.",
    "{N} {m} {v} in October vs {w} in September",
    "At {v}, {N}'s {m} in October was the lowest since 2008.",
    "October {m} at {N}: {v}",
    "{N} reported {m} of {v} for October.",
    "Official figures put {N}'s {m} at {v} in October.",
    "{N}'s October {m}, at {v}, missed the {w} that analysts had expected.",
    "{N}, whose {m} was {v} in October, is looking up.",
    "{M} in {N} stood at {v} in October.",
    "{M} at {N} fell in October to {v} from {w}.",
    "{N} said on Friday its {m} had fallen to {v} in October.",
    "After {w} in September, {N}'s {m} came in at {v} in October.",
    "{m} ({N}, October): {v}",
    "{v} was {N}'s {m} in October.",
    "October's {m} for {N} came to {v}.",
    "{N} saw its {m} slip to {v} in October.",
    "Kelham's rival {N} had {m} of {v} in October.",
    "{N}'s {m}, which had been {w} in September, was {v} in October.",
]
BESIDE = [
    "{N}'s {m} was {v} in October, while {O}'s was {w}.",
    "{N}'s {m} of {v} in October topped {O}'s {w}.",
    "In October {m} was {v} at {N} and {w} at {O}.",
    "{N} and {O} reported {m} of {v} and {w}, respectively, for October.",
    "{M} at {N} rose to {v} in October; at {O} it was {w}.",
    "{N}'s October {m} rose to {v}, compared with {w} for {O}.",
    "Unlike {O}, whose {m} was {w} in October, {N} had {m} of {v}.",
    "{N}, which competes with {O}, had {m} of {v} in October.",
    "{N}'s {m} was {v} in October, {O} said.",
    "{O} backed {N}, which had {m} of {v} in October.",
    "According to {O}, {N}'s {m} was {v} in October.",
    "Shares of {O} fell after {N} reported {m} of {v} for October.",
    "{O} fell 3% as {N}'s {m} slid to {v} in October.",
    "{O}'s {m} was {w} in October. {N}'s was {v}.",
    "{O}'s {m} was {w} in October. In {N} it was {v}.",
    "While {O}'s {m} rose to {w} in October, {N}'s fell to {v}.",
    "{N} had {m} of {v} in October, more than {O}'s {w}.",
]


class Read(NamedTuple):
    subject: str
    code: str
    period: object
    status: Status


def _read(text: str, figure: str) -> Read:
    told = next(one for one in read_statements(text, base=BASE) if one.value and one.value.text == figure)
    return Read(told.subject.head.text if told.subject.head else "", told.measure.code, told.period.period, told.status.status)


def _code(measure: str) -> str:
    row = row_of(measure)
    return row.code if row else ""


@given(st.data(), st.sampled_from(sorted(MEASURES)), st.sampled_from(ALONE))
@drawn(150)
def test_one_name(data: st.DataObject, measure: str, frame: str) -> None:
    value, other, names = MEASURES[measure]
    name = data.draw(st.sampled_from(names))
    text = frame.format(N=name, m=measure, M=measure.capitalize(), v=value, w=other)
    assert _read(text, value) == (name, _code(measure), parse_reference_period("2026-10"), Status.ASSERTED), text


@given(st.data(), st.sampled_from(sorted(MEASURES)), st.sampled_from(BESIDE))
@drawn(150)
def test_each_of_two_names_has_its_own_figure(data: st.DataObject, measure: str, frame: str) -> None:
    value, other, names = MEASURES[measure]
    mine, theirs = data.draw(st.tuples(st.sampled_from(names), st.sampled_from(names)).filter(lambda pair: pair[0] != pair[1]))
    text = frame.format(N=mine, O=theirs, m=measure, M=measure.capitalize(), v=value, w=other)
    assert _read(text, value)[:2] == (mine, _code(measure)), text
    if other in text:
        assert _read(text, other).subject == theirs, text
