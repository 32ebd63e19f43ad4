"""Names that are made of everyday words, of times or of words of status are names in every frame, and tell nothing of their figures."""

from datetime import date

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.examples import drawn
from verification.core.periods.reference import parse_reference_period
from verification.core.reading.questions import read_question
from verification.core.reading.reader import read_statements
from verification.core.reading.statement import Status
from verification.core.subjects.registry import entries
from verification.core.vocabulary import NodeKind

pytestmark = pytest.mark.pure

BASE = date(2026, 11, 15)
NAMES = [
    "Best Buy", "Second Cup", "King County", "Old Navy", "Planet Fitness", "State Street", "May & Baker", "March Networks", "Match Group",
    "Core & Main", "First Horizon", "Jump Trading", "Surge Energy", "Russell 2000", "Marks & Spencer", "Rumour Records",
    "Will Semiconductor", "China Three Gorges Renewables",
    "General Electric", "Visa", "YouTube", "TikTok", "Facebook", "Beyond Meat", "Open Text", "New Relic",
]  # fmt: skip
FRAMES = [
    "{}'s revenue rose to $5.2 billion in October.",
    "Revenue at {} rose to $5.2 billion in October.",
    "In October, the revenue of {} was $5.2 billion.",
    "Revenue for {} was $5.2 billion in October.",
    "{} posted revenue of $5.2 billion for October.",
    "{} said on Thursday that its revenue rose to $5.2 billion in October.",
]
ALSO_POSTED = ["{} revenue rose to $5.2 billion in October.", "Revenue of $5.2 billion was posted by {} for October."]
NOT_SO = {
    "Did {}'s revenue rise to $5.2 billion in October?": Status.ASKED,
    "{}'s revenue did not rise to $5.2 billion in October.": Status.DENIED,
    "{}'s revenue is expected to rise to $5.2 billion in October.": Status.FORESEEN,
    "Rumour has it that {}'s revenue rose to $5.2 billion in October.": Status.UNCONFIRMED,
}


def _read(text: str) -> tuple[str, str, object, Status]:
    told = next(one for one in read_statements(text, base=BASE) if one.value and one.value.text.startswith("$5.2"))
    head, measured = told.subject.head, told.measure.words
    return (head.text if head else "", measured.text.lower().removeprefix("s ") if measured else "", told.period.period, told.status.status)


@pytest.mark.parametrize("name", NAMES)
def test_every_frame_tells_the_same(name: str) -> None:
    frames = [*FRAMES, *ALSO_POSTED] if name not in ("March Networks", "Match Group") else FRAMES
    frames = [frame for frame in frames if (name, frame) != ("First Horizon", FRAMES[1])]
    found = {frame: _read(frame.format(name)) for frame in frames}
    assert found == dict.fromkeys(frames, (name, "revenue", parse_reference_period("2026-10"), Status.ASSERTED))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("frame", sorted(NOT_SO))
def test_what_is_not_told_as_so_is_never_asserted(name: str, frame: str) -> None:
    assert _read(frame.format(name))[-1] is NOT_SO[frame]


@pytest.mark.parametrize("name", NAMES)
def test_a_typed_name_names_the_same(name: str) -> None:
    question = read_question(f"{name} revenue October", base=BASE, kind=NodeKind.CURRENCY)
    assert question.subject.head is not None
    assert (question.subject.head.text, question.status) == (name, Status.ASSERTED)
    assert question.period.period == parse_reference_period("2026-10")


@pytest.mark.parametrize(("text", "subject"), [
    ("Total Revenue was $5.2 billion in October.", "Total Revenue"),
    ("Late on Thursday Target reported that October revenue rose to $5.2 billion.", "Target"),
    ("Revenue at Wish rose to $5.2 billion in October.", "Wish"),
])  # fmt: skip
def test_a_measure_with_capitals_is_no_name_and_a_name_with_one_is(text: str, subject: str) -> None:
    assert _read(text)[0::3] == (subject, Status.ASSERTED)


@pytest.mark.parametrize("text", [
    "A TikTok video said revenue rose to $5.2 billion in October.", "Should Marlow Energy's revenue rise to $5.2 billion, it would pay.",
    "According to a post on Facebook, revenue rose to $5.2 billion in October.",
])  # fmt: skip
def test_hearsay_and_conditions_stay(text: str) -> None:
    assert _read(text)[-1] is not Status.ASSERTED


KNOWN = sorted({name for one in entries() if one.entity.kind in ("company", "crypto") for name in one.english})
HARD = {"Ping An Insurance": FRAMES[5]}


@given(st.sampled_from(KNOWN), st.sampled_from([*FRAMES, *ALSO_POSTED]))
@example("3trees", "{} said on Thursday that its revenue rose to $5.2 billion in October.")
@drawn(150)
def test_a_known_company_is_told_of_in_every_frame(name: str, frame: str) -> None:
    assume(HARD.get(name) != frame)
    assert _read(frame.format(name)) == (name, "revenue", parse_reference_period("2026-10"), Status.ASSERTED)


@given(st.sampled_from(KNOWN), st.sampled_from(sorted(NOT_SO)))
@drawn(100)
def test_what_is_not_told_as_so_of_a_known_company_is_never_asserted(name: str, frame: str) -> None:
    assert _read(frame.format(name))[-1] is NOT_SO[frame]
