"""A correction shows both sides and changes nothing by itself."""

from hypothesis import given
from hypothesis import strategies as st

from attribution.core.citations.corrections import Change, Segment, Substitution, find_substitutions, offer_correction

TEXT = "Rates rose. Prices fell 3% in May. Jobs grew."
START, END = 12, 34


def test_old_and_new_side_by_side() -> None:
    correction = offer_correction(TEXT, START, END, [Substitution(24, 26, "2.5%")])
    assert correction is not None
    assert (correction.old, correction.new) == ("Prices fell 3% in May.", "Prices fell 2.5% in May.")
    assert correction.segments == (
        Segment(Change.SAME, "Prices fell "),
        Segment(Change.OLD, "3%"),
        Segment(Change.NEW, "2.5%"),
        Segment(Change.SAME, " in May."),
    )


def test_only_words_that_stand_once_and_whole_are_changed() -> None:
    def changed(sentence: str, *differences: tuple[str, str]) -> list[tuple[int, int, str]]:
        return [(one.start, one.end, one.new) for one in find_substitutions(sentence, 0, len(sentence), differences)]

    assert changed("Prices fell 3% in May.", ("3%", "2.5%"), ("May", "June")) == [(12, 14, "2.5%"), (18, 21, "June")]
    assert changed("Prices fell 3% and 3% again.", ("3%", "2.5%")) == []
    assert changed("Prices fell 1.3% and 30.", ("3", "4"), ("1", "2"), ("30", "31"), ("", "x"), ("none", "x")) == [(21, 23, "31")]


def test_nothing_to_offer() -> None:
    assert offer_correction(TEXT, START, END, []) is None
    assert offer_correction(TEXT, START, END, [Substitution(24, 26, "3%")]) is None
    assert offer_correction(TEXT, START, END, [Substitution(0, 5, "x")]) is None
    assert offer_correction(TEXT, START, END, [Substitution(24, 26, "2%"), Substitution(25, 27, "4")]) is None


@given(st.text(min_size=1, max_size=30), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.text(max_size=4)), max_size=3))
def test_the_segments_spell_out_both_sides(text: str, changes: list[tuple[int, int, str]]) -> None:
    correction = offer_correction(text, 0, len(text), [Substitution(*change) for change in changes])
    if correction is not None:
        assert "".join(one.text for one in correction.segments if one.change != Change.NEW) == correction.old == text
        assert "".join(one.text for one in correction.segments if one.change != Change.OLD) == correction.new
