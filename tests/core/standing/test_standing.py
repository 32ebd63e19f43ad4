"""A ruling stands until the evidence changes, and ages like any state."""

from datetime import UTC, datetime, timedelta

import pytest

from verification.core.standing.evidence import Scale, StatedValue, list_new, make_stated, merge
from verification.core.standing.standing import LaterFinding, RuledState, weigh_ruling
from verification.core.vocabulary import Standing

NOW = datetime(2026, 6, 18, 12, 0, tzinfo=UTC)
SCALE = Scale("%")


def stated(value: str, domain: str, *, days: int | None = 1, words: str = "", is_copy: bool = False) -> StatedValue:
    at = None if days is None else NOW - timedelta(days=days)
    return make_stated(value=value, domain=domain, published_at=at, passage=words or f"{domain} says {value} on {days}", is_copy=is_copy)


KNOWN = (stated("5.25%", "a.example"), stated("5.5%", "b.example"))


def ruled(value: str | None = "5.5%", **fields: object) -> RuledState:
    return RuledState(**{"value": value, "stated": KNOWN, "held_at": NOW - timedelta(days=1), "fresh_days": 30, **fields})


def found(*new: StatedValue, at: datetime = NOW, **fields: object) -> LaterFinding:
    return LaterFinding(stated=(*KNOWN, *new), now=at, **fields)


@pytest.mark.parametrize(
    ("again", "is_new"),
    [
        (KNOWN[0], False),
        (stated("525 bp", "a.example", words="The rate is 525 bp."), False),
        (stated("5.25%", "a.example", days=0, words="a.example — says 5.25% on 1!"), False),  # the same words with another date
        (stated("5.25%", "c.example", days=0, words="A.EXAMPLE says 5.25% on 1"), False),  # the same words elsewhere
        (stated("5.25%", "a.example", days=0, words="Still 5.25%, the bank said today."), True),
        (stated("5.25%", "a.example", days=3, words="An older page of theirs."), False),
        (stated("5.25%", "a.example", days=None, words="An undated page of theirs."), False),
        (stated("5.25%", "c.example"), True),
        (stated("5.25%", "c.example", is_copy=True), False),
        (stated("5.5%", "a.example", days=3, words="They said 5.5% as well."), True),
    ],
)
def test_new_is_what_the_person_had_not_before_them(again: StatedValue, is_new: bool) -> None:
    assert list_new(KNOWN, [again], SCALE) == ((again,) if is_new else ())


def test_the_same_evidence_keeps_a_ruling_and_lets_it_age() -> None:
    weighed = weigh_ruling(ruled(), found(needs_person=True), SCALE)
    assert (weighed.standing, weighed.stated, weighed.held_at, weighed.new) == (Standing.UNCHANGED, KNOWN, NOW - timedelta(days=1), ())
    assert weigh_ruling(ruled(), LaterFinding((), NOW), SCALE).standing == Standing.UNCHANGED
    late = NOW + timedelta(days=40)
    assert weigh_ruling(ruled(), found(at=late), SCALE).standing == Standing.EXPIRED
    assert weigh_ruling(ruled(fresh_days=None), found(at=late), SCALE).standing == Standing.UNCHANGED
    assert weigh_ruling(ruled(expires_at=NOW), found(), SCALE).standing == Standing.EXPIRED


def test_the_engine_does_not_overrule_on_what_the_person_saw() -> None:
    assert weigh_ruling(ruled(), found(accepted="5.25%"), SCALE).standing == Standing.UNCHANGED
    assert weigh_ruling(ruled(expires_at=NOW), found(accepted="5.25%"), SCALE).standing == Standing.EXPIRED


def test_new_evidence_that_agrees_confirms_and_makes_young() -> None:
    new = stated("5.50 percent", "c.example", days=0)
    weighed = weigh_ruling(ruled(held_at=NOW - timedelta(days=50)), found(new), SCALE)
    assert (weighed.standing, weighed.stated) == (Standing.CONFIRMED, merge(KNOWN, [new]))
    assert weighed.held_at == NOW.replace(hour=0)
    again = RuledState("5.5%", weighed.stated, NOW, 30)
    assert weigh_ruling(again, found(new), SCALE).standing == Standing.UNCHANGED
    assert weigh_ruling(ruled(expires_at=NOW), found(new, accepted="5.5%"), SCALE).standing is None


def test_new_evidence_that_disagrees_is_a_question_once() -> None:
    new = stated("5.75%", "c.example", days=0)
    weighed = weigh_ruling(ruled(), found(new, accepted="5.75%"), SCALE)
    assert (weighed.standing, weighed.new, weighed.held_at) == (Standing.UNDER_REVIEW, (new,), NOW - timedelta(days=1))
    again = ruled(stated=weighed.stated, standing=Standing.UNDER_REVIEW)
    assert weigh_ruling(again, found(new), SCALE).standing == Standing.UNDER_REVIEW
    assert weigh_ruling(again, found(new), SCALE).new == ()
    agreeing = stated("5.5%", "d.example", days=0)
    assert weigh_ruling(again, found(new, agreeing), SCALE).standing == Standing.UNDER_REVIEW


def test_a_stale_ruling_gives_way_to_new_evidence_that_the_engine_accepts() -> None:
    new, late = stated("5.75%", "c.example", days=0), NOW + timedelta(days=40)
    assert weigh_ruling(ruled(), found(new, at=late, accepted="5.75%"), SCALE).standing is None
    assert weigh_ruling(ruled(), found(new, at=late, needs_person=True), SCALE).standing == Standing.UNDER_REVIEW


def test_a_refusal_of_all_values_stands_against_them_alone() -> None:
    refused, other = stated("5.25%", "c.example"), stated("5.75%", "c.example")
    assert weigh_ruling(ruled(None), found(refused, accepted="5.25%"), SCALE).standing == Standing.UNDER_REVIEW
    assert weigh_ruling(ruled(None), found(other, accepted="5.75%"), SCALE).standing is None
    few = weigh_ruling(ruled(None), found(other), SCALE)
    assert (few.standing, few.stated) == (Standing.UNCHANGED, KNOWN)
    assert weigh_ruling(ruled(None), found(other, needs_person=True), SCALE).standing == Standing.UNDER_REVIEW
