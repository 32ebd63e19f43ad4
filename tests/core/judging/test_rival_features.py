"""What other figures tell of one: the gap to the best other value of its page and sentence, and what other publishers say."""

from verification.core.judging.rival_features import COMPARED, Figure, FigurePage, across_pages, with_rivals


def figure(value: str, share: float, sentence: int = 0) -> Figure:
    return Figure(value, sentence, {**dict.fromkeys(COMPARED, 0.0), "whole_own": share})


def test_a_figure_is_held_against_the_best_other_value_of_its_page_and_sentence() -> None:
    found = with_rivals([figure("5", 0.9), figure("5", 0.4), figure("7", 0.6), figure("8", 0.8, sentence=1)])
    assert [round(each["page_whole_own"], 2) for each in found] == [0.1, -0.4, -0.3, -0.1]
    assert [round(each["sentence_whole_own"], 2) for each in found] == [0.3, -0.2, -0.3, 0.8]
    assert [each["said_again"] for each in found] == [2.0, 2.0, 1.0, 1.0]
    assert [each["values_on_page"] for each in found] == [3.0] * 4


def test_only_other_publishers_that_count_speak_for_a_figure() -> None:
    pages = [
        FigurePage("one", True, (figure("5", 1.0),)),
        FigurePage("one", True, (figure("5", 1.0),)),
        FigurePage("two", True, (figure("5", 1.0), figure("7", 1.0))),
        FigurePage("three", False, (figure("5", 1.0),)),
    ]
    told = across_pages(pages, [[0.9], [0.8], [0.4, 0.6], [0.7]])
    first, third = told[0][0], told[2]
    assert (first["same_elsewhere"], first["owners_elsewhere"], first["other_elsewhere"]) == (0.4, 1.0, 0.6)
    assert (third[0]["same_elsewhere"], third[0]["other_here"]) == (0.9, 0.6)
    assert (third[1]["same_elsewhere"], third[1]["owners_elsewhere"], third[1]["other_elsewhere"]) == (0.0, 0.0, 0.9)
    assert told[3][0]["same_elsewhere"] == 0.9
