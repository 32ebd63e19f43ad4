"""Candidates are ranked by the rarest words standing close together, the same way whatever their order."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.sources.ranking import Phrasing, RankedPage, Slot, join_slots, rank_candidates, rarity, weigh_phrasings

AT = datetime(2026, 6, 18, tzinfo=UTC)


def _candidate(key: int, title: str = "", text: str = "", *, at: datetime | None = AT, is_fresh: bool = True) -> RankedPage:
    return RankedPage(key=key, title=title, text=text, address=f"https://{key}.example/", published_at=at, is_fresh=is_fresh)


def _keys(candidates: list[RankedPage], *phrasings: str) -> list[int]:
    weighed = weigh_phrasings(phrasings, {}, 100)
    return [candidate.key for _, candidate in rank_candidates(candidates, weighed)]


def test_rarity_falls_with_the_count_and_stays_positive() -> None:
    assert rarity(0, 100) > rarity(1, 100) > rarity(50, 100) > rarity(99, 100) > 0


def test_phrasing_without_a_term_drops_out() -> None:
    assert weigh_phrasings(["____", "利率"], {}, 10) == (Phrasing({"利率": rarity(0, 10)}),)


@pytest.mark.parametrize(
    "better, worse",
    [
        ("The policy rate of the bank is 5%.", "The bank met. " + "Much else was said. " * 20 + "A policy on the rate of 5%."),
        ("The policy rates of banks: 5%", "The policy of the banks"),
        ("The policy rate of the bank is 5%.", "The policy rate of the bank is high."),
    ],
)
def test_better_page_comes_first(better: str, worse: str) -> None:
    assert _keys([_candidate(1, text=worse), _candidate(2, text=better)], "bank policy rate") == [2, 1]


def test_title_counts_more_than_text() -> None:
    assert _keys([_candidate(1, text="基准利率5%"), _candidate(2, title="基准利率5%", text="")], "基准利率") == [2, 1]


def test_fresh_pages_precede_and_then_the_newer_one_and_then_the_key() -> None:
    text = "policy rate 5%"
    candidates = [
        _candidate(1, text=text, is_fresh=False),
        _candidate(2, text=text, at=AT - timedelta(days=1)),
        _candidate(4, text=text),
        _candidate(3, text=text),
        _candidate(5, text=text, at=None, is_fresh=False),
    ]
    assert _keys(candidates, "policy rate") == [3, 4, 2, 1, 5]


def test_page_that_hardly_fits_is_left_out() -> None:
    assert _keys([_candidate(1, text="The rate of change")], "central bank of Elbonia policy rate") == []


def test_number_is_not_found_inside_another() -> None:
    assert _keys([_candidate(1, text="50 15.5 1500")], "5") == []
    assert _keys([_candidate(1, text="5月")], "5") == [1]


@given(st.permutations(range(5)))
def test_order_of_the_candidates_changes_nothing(order: list[int]) -> None:
    candidates = [_candidate(key, text="policy rate " * (key + 1)) for key in range(5)]
    assert _keys([candidates[place] for place in order], "policy rate") == _keys(candidates, "policy rate")


@given(st.text(max_size=200), st.text(max_size=60))
def test_score_lies_between_nothing_and_one(text: str, phrasing: str) -> None:
    for score, _ in rank_candidates([_candidate(1, title=text, text=text)], weigh_phrasings([phrasing], {}, 10)):
        assert 0 < score <= 1.000001


SLOTS = (Slot(3.0, ("以太坊", "Ether", "ETH")), Slot(2.0, ("价格", "price")))


def _slot_keys(*candidates: RankedPage) -> list[int]:
    return [
        candidate.key for _, candidate in rank_candidates(candidates, weigh_phrasings(["以太坊价格"], {}, 100), slots=join_slots(SLOTS))
    ]


def test_page_in_the_other_language_is_found_by_its_slots() -> None:
    assert _slot_keys(_candidate(1, text="Ether's price is $3,420."), _candidate(2, text="Lettuce is 2 dollars.")) == [1]


def test_subject_tells_more_than_the_measure() -> None:
    assert _slot_keys(_candidate(1, text="The price is $3,420."), _candidate(2, text="ETH is at $3,420.")) == [2]


def test_slot_is_no_part_of_a_longer_word() -> None:
    assert _slot_keys(_candidate(1, text="Ethics and methane, 3,420 of them.")) == []


def test_traditional_page_is_ranked_as_simplified() -> None:
    assert _slot_keys(_candidate(1, text="以太坊價格為3420美元。")) == [1]


def test_no_slots_are_no_phrasing() -> None:
    assert join_slots(()) is None
