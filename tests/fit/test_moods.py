"""Ways in which a page stands to an act: each can be told of any act, and those that are counted are none that is learnt from."""

import re
from collections import Counter

from fit.support.generated import claimed, read_table, told
from fit.support.unseen import unseen_lines

ACTS, LEARNT, UNSEEN = read_table("acts"), read_table("moods"), read_table("unseen_moods")
_PLACES = {"en": {"p", "b", "pp", "o"}, "zh": {"p", "b", "o"}}


def test_every_way_names_who_and_what_once_and_says_how_it_stands() -> None:
    for lang, stands, text in (*LEARNT, *UNSEEN):
        places = re.findall(r"\{(\w*)\}", text)
        assert places.count("s") >= 1
        assert set(places) - {"s"} <= _PLACES[lang]
        assert len(places) >= 2
        assert stands in ("1", "0", "-1")


def test_no_way_stands_twice_and_none_that_is_counted_is_learnt_from() -> None:
    texts = [text for _, _, text in (*LEARNT, *UNSEEN)]
    assert len(set(texts)) == len(texts)
    assert min(Counter((lang, stands == "1") for lang, stands, _ in UNSEEN).values()) >= 35


def test_every_way_can_be_told_of_every_act() -> None:
    for lang, _, text in (*LEARNT[::50], *UNSEEN[::10]):
        for act in (act for act in ACTS if act[0] == lang):
            page = told(text, act, act[2])
            assert act[1].lower() in page.lower()
            assert "{" not in page
            assert claimed(act)[1:].startswith(act[1][1:])


def test_ways_that_are_counted_are_not_printed() -> None:
    printed = "\n".join(unseen_lines(UNSEEN[::12]))

    assert len(printed.splitlines()) == 4
    assert not [text for _, _, text in UNSEEN if text.split("{")[0] and text.split("{")[0] in printed]
