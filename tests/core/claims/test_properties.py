"""What holds of support for every claim and every document: bounds, determinism, spans, growth, and that a changed digit never helps."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.examples import drawn
from tests.growth import grows_within
from verification.core.claims.figures import states
from verification.core.claims.judging import VERIFIED_FROM, SourceText, Support, SupportStatus, judge, score_passages
from verification.core.quantities.grammar import find_quantities

PIECES = [
    "The harbour", "港务局", " rose", " fell", " not", "没有", " 4.2 million", "3.2万亿元", " 12%", "百分之十二", " in 2023",
    "2023年5月", ". ", "。", ", ", "，", " Maria Lind", "林雪", " May 4, 2021", " | ", "\n", " first", " last", "第一", " tonnes",
    "(", ")", "[3]", "\u0301", "İ", "½", " $3,\n450", "$1e9", "-",
]  # fmt: skip
TEXTS = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
SUBJECTS = st.sampled_from(
    ["ticket sales of the harbour line", "rainfall at the northern mill", "prices of smoked herring", "the yield of the old orchard"]
)
VERBS = st.sampled_from(["rose", "fell"])
AMOUNTS = st.integers(min_value=1001, max_value=99_999)
YEARS = st.integers(min_value=1950, max_value=2030)


def _check(found: Support, documents: list[SourceText]) -> None:
    assert 0 <= found.score <= 1
    assert (found.status == SupportStatus.VERIFIED) == (found.score >= VERIFIED_FROM)
    assert (found.status == SupportStatus.MISINFORMATION) == bool(found.aligned)
    for passage in found.passages:
        assert passage.text == documents[passage.document].text[passage.start : passage.end]
        assert 0 <= passage.score <= 1
    for pair in found.aligned:
        assert pair.found == documents[pair.document].text[pair.start : pair.end]


@drawn(200)
@given(TEXTS, st.lists(TEXTS, max_size=4))
def test_scores_are_shares_and_spans_hold_their_slice(claim: str, texts: list[str]) -> None:
    documents = [SourceText(text) for text in texts]
    found = judge(claim, documents)
    _check(found, documents)
    assert judge(claim, documents) == found


@drawn(100)
@given(SUBJECTS, VERBS, AMOUNTS, YEARS, st.lists(SUBJECTS, max_size=3))
def test_a_document_that_says_the_claim_verifies_it(subject: str, verb: str, amount: int, year: int, others: list[str]) -> None:
    claim = f"In {year}, {subject} {verb} to {amount:,} crowns in all."
    documents = [
        *(SourceText(f"Nobody asked about {other} that day.") for other in others),
        SourceText(f"A short note. {claim} So it was."),
    ]
    assert judge(claim, documents).status == SupportStatus.VERIFIED


@drawn(100)
@given(SUBJECTS, VERBS, AMOUNTS, YEARS, st.integers(min_value=0, max_value=4), st.sampled_from("0123456789"))
def test_a_changed_digit_is_never_verified(subject: str, verb: str, amount: int, year: int, place: int, digit: str) -> None:
    said = f"{amount:,}"
    places = [at for at, letter in enumerate(said) if letter.isdigit()]
    at = places[place % len(places)]
    changed = said[:at] + digit + said[at + 1 :]
    assume(changed != said and not changed.startswith("0"))
    document = SourceText(f"A short note. In {year}, {subject} {verb} to {said} crowns in all.")
    found = judge(f"In {year}, {subject} {verb} to {changed} crowns in all.", [document])
    assert found.status != SupportStatus.VERIFIED


@drawn(60)
@given(SUBJECTS, VERBS, AMOUNTS, YEARS, YEARS)
def test_another_year_is_never_verified(subject: str, verb: str, amount: int, year: int, other: int) -> None:
    assume(year != other)
    document = SourceText(f"A short note. In {year}, {subject} {verb} to {amount:,} crowns in all.")
    assert judge(f"In {other}, {subject} {verb} to {amount:,} crowns in all.", [document]).status != SupportStatus.VERIFIED


@drawn(100)
@given(TEXTS, st.lists(TEXTS, max_size=4), st.integers(min_value=0, max_value=6))
def test_passages_are_disjoint_and_no_more_than_asked_for(claim: str, texts: list[str], limit: int) -> None:
    documents = [SourceText(text) for text in texts]
    passages = score_passages(claim, documents, limit=limit)
    assert len(passages) <= limit
    taken = sorted((passage.document, passage.start, passage.end) for passage in passages)
    assert all(one[0] != two[0] or one[2] <= two[1] for one, two in pairwise(taken))


@pytest.mark.parametrize(
    ("claimed", "other", "is_same"),
    [
        ("32000亿元", "3.2万亿元", True),
        ("5.25%", "525 basis points", True),
        ("$5.2 million", "$5,213,400", True),
        ("$5.2 million", "$5,313,400", False),
        ("$22,118", "22,118", True),
        ("$22,118 thousand", "22,118", True),
        ("$3 million", "€3 million", False),
        ("3%", "3 percentage points", False),
        ("10", "10,000", False),
        ("百分之7.2", "7.2%", True),
    ],
)
def test_a_figure_is_itself_however_it_is_written(claimed: str, other: str, is_same: bool) -> None:
    assert states(find_quantities(claimed)[0], find_quantities(other)[0]) == is_same


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        (
            "Traffic on the northern line rose 41.5 percent in May 2031.",
            "Traffic on the northern line rose 12.5 percent to 3,400 people in May 2020. ",
        ),
        ("2031年5月北线客流增长41.5%。", "2020年5月份北线客流增长12.5%，达到34万人次。"),
        ("$" * 40 + " 4 million", "4 " * 30),
        ("a b c d e f g h", "(" * 50 + "1 -- 2 "),
    ],
)
@pytest.mark.share(4)
def test_time_grows_with_the_length(claim: str, sentence: str) -> None:
    def work(size: int) -> Callable[[], object]:
        return lambda: judge(claim, [SourceText(sentence * (size // len(sentence)))])

    assert grows_within(6, work(8_000), work(32_000))
