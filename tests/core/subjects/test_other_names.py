"""Other names: by open data in both languages, and by pages that introduce a short form beside the long one."""

import pytest

from tests.growth import grows_within
from verification.core.subjects.other_names import MAX_NAME, MAX_SAID, MOST_SUGGESTED, NameOrigin, OtherName, names_by_data, names_by_page

SAID = "Contemporary Amperex Technology (CATL) said on Monday its net profit rose."


def test_names_of_open_data_are_the_other_language_and_the_subject_called_otherwise() -> None:
    found = names_by_data("Fed interest rate", ("Fed interest rate", "美联储利率"), is_chinese=False)
    assert [one.text for one in found] == ["美联储利率", "Federal Reserve interest rate", "US Federal Reserve interest rate"]
    assert {(one.origin, one.said) for one in found} == {(NameOrigin.DATA, "")}


def test_a_place_is_not_called_by_its_third_name_nor_a_company_by_digits() -> None:
    assert names_by_data("China CPI", ("China CPI", "中国CPI"), is_chinese=False) == (OtherName("中国CPI", NameOrigin.DATA),)
    found = names_by_data("CATL net profit", ("CATL net profit",), is_chinese=False)
    assert [one.text for one in found] == ["Contemporary Amperex Technology net profit"]


def test_a_name_that_no_data_knows_has_no_other() -> None:
    assert names_by_data("widgets of Corvo", ("widgets of Corvo",), is_chinese=False) == ()


@pytest.mark.parametrize(
    ("names", "text", "found"),
    [
        (("CATL net profit",), SAID, ["Contemporary Amperex Technology net profit"]),
        (("Contemporary Amperex Technology net profit",), SAID, ["CATL net profit"]),
        (("宁德时代净利润",), "宁德时代（CATL）发布一季报。", ["CATL净利润"]),
        (("CATL net profit",), "宁德时代（CATL）发布一季报。", []),
        (("CATLER net profit",), SAID, []),
        (("Umber net profit",), SAID, []),
        (("CATL net profit", "Contemporary Amperex Technology net profit"), SAID, []),
        (("CATL net profit",), "CATL said on Monday its net profit rose.", []),
        ((), SAID, []),
        (("CATL net profit",), "", []),
    ],
)
def test_names_that_a_page_introduces(names: tuple[str, ...], text: str, found: list[str]) -> None:
    assert [one.text for one in names_by_page(names, text)] == found


def test_a_name_of_a_page_comes_with_the_sentence_that_introduces_it() -> None:
    (one,) = names_by_page(("CATL net profit",), f"Shares rose. {SAID} Others fell.")
    assert one == OtherName("Contemporary Amperex Technology net profit", NameOrigin.PAGE, SAID)


def test_what_a_page_says_is_cut() -> None:
    text = f"Contemporary Amperex Technology (CATL) {'and so on ' * 60}ended."
    (one,) = names_by_page(("CATL net profit",), text)
    assert len(one.said) == MAX_SAID
    assert names_by_page((f"CATL {'x' * MAX_NAME}",), text) == ()


def test_a_page_of_many_names_suggests_a_few() -> None:
    text = " ".join(f"{word} Amperex Technology ({word[0]}AT) said so." for word in ("Contemporary", "Corvo", "Dune"))
    assert len(names_by_page(("CAT DAT profit",), text * 9)) <= MOST_SUGGESTED


def test_a_long_page_costs_its_length() -> None:
    short, long = (f"{SAID} " * count for count in (30, 180))
    assert grows_within(14, lambda: names_by_page(("CATL net profit",), short), lambda: names_by_page(("CATL net profit",), long))
