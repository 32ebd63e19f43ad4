"""What a later verified value says of those who stated one before."""

from hypothesis import given
from hypothesis import strategies as st

from verification.core.sources.confirmation import EarlierValue, weigh_statements

SAID = [EarlierValue(1, "a.example", "5.25"), EarlierValue(1, "b.example", "5.00")]


def _weigh(
    statements: list[EarlierValue], value: str, *supporters: str, owners: dict[str, str] | None = None, is_lasting: bool = True
) -> dict[tuple[str, str], bool]:
    return weigh_statements(statements, value=value, supporters=supporters, owners=owners or {}, is_lasting=is_lasting)


def test_a_new_domain_confirms_and_refutes() -> None:
    assert _weigh(SAID, "5.25", "c.example") == {("a.example", "5.25"): True, ("b.example", "5.00"): False}


def test_nobody_confirms_what_they_said_themselves() -> None:
    assert _weigh(SAID, "5.25", "a.example") == {}
    assert _weigh(SAID, "5.00", "a.example", "b.example") == {}


def test_a_domain_of_the_same_owner_is_no_witness() -> None:
    assert _weigh(SAID, "5.25", "c.example", owners={"c.example": "House", "b.example": "House"}) == {}


def test_what_may_have_changed_since_is_not_refuted() -> None:
    assert _weigh(SAID, "5.25", "c.example", is_lasting=False) == {("a.example", "5.25"): True}
    assert _weigh(SAID, "5.50", "c.example", is_lasting=False) == {}


def test_a_domain_that_said_both_was_right() -> None:
    both = [*SAID, EarlierValue(1, "b.example", "5.25")]
    assert _weigh(both, "5.25", "c.example") == {("a.example", "5.25"): True, ("b.example", "5.25"): True}


NAMES = st.sampled_from("abcd")
STATEMENTS = st.lists(st.builds(EarlierValue, st.integers(1, 3), NAMES, st.sampled_from(["1", "2"])), max_size=12)


@given(STATEMENTS, st.sets(NAMES), st.booleans())
def test_only_what_was_said_is_judged_and_right_means_equal(said: list[EarlierValue], supporters: set[str], is_lasting: bool) -> None:
    found = _weigh(said, "1", *sorted(supporters), is_lasting=is_lasting)
    assert set(found) <= {(each.domain, each.value) for each in said}
    assert all(is_right == (value == "1") for (_domain, value), is_right in found.items())
    if not supporters:
        assert found == {}
