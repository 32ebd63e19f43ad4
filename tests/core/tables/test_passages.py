"""Documents as units and blocks, sentences as facts, words as terms: every span cuts its text."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.tables.passages import split_passages
from verification.core.tables.sentences import read_answer, years_in
from verification.core.tables.words import known_terms, significant_digits, term_key, terms_of

MIXED = "港口新建两座泊位。预计2026年投入使用。\n\n| 年 | 箱 |\n|---|---|\n| 2025 | 320 |\n\nThe ferry sails at noon. It is blue."


def test_units_are_sentences_and_rows() -> None:
    found = split_passages([MIXED, "", "Tail."])
    assert [(unit.document, (MIXED, "", "Tail.")[unit.document][unit.start : unit.end]) for unit in found.units] == [
        (0, "港口新建两座泊位。"),
        (0, "预计2026年投入使用。"),
        (0, "| 年 | 箱 |"),
        (0, "| 2025 | 320 |"),
        (0, "The ferry sails at noon."),
        (0, "It is blue."),
        (2, "Tail."),
    ]
    assert [(block.first, block.last, block.table is not None) for block in found.blocks] == [
        (0, 2, False),
        (2, 4, True),
        (4, 6, False),
        (6, 7, False),
    ]


def test_long_tables_and_paragraphs_are_several_blocks() -> None:
    table = "\n".join(f"line {number} | {number}" for number in range(130))
    assert len(split_passages([table]).blocks) == 3
    assert len(split_passages(["The ferry sails at noon. " * 100]).blocks) > 1


@given(st.lists(st.text(alphabet="ab。.|\t\n 12五,<tr><td>", max_size=80), max_size=3))
def test_units_are_in_order_and_inside(contents: list[str]) -> None:
    found = split_passages(contents)
    places = [(unit.document, unit.start, unit.end) for unit in found.units]
    assert places == sorted(places)
    assert all(start < end <= len(contents[document]) for document, start, end in places)
    assert all(one[2] <= other[1] for one, other in itertools.pairwise(places) if one[0] == other[0])
    assert [index for block in found.blocks for index in range(block.first, block.last)] == list(range(len(found.units)))


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("from 2017 to 2019", {2017, 2018, 2019}),
        ("2021年至2023年", {2021, 2022, 2023}),
        ("between fiscal 2018 and fiscal 2019", {2018, 2019}),
        ("FY18 and FY19", {2018, 2019}),
        ("2,019 ferries at 2019%", set()),
        ("1.2019 and 20195", set()),
    ],
)
def test_years(text: str, years: set[int]) -> None:
    assert years_in(text) == years


def test_an_answer_behind_its_question_is_one_sentence() -> None:
    answer = "How many ferries sail? : 12. They are blue."
    assert [answer[facts.start : facts.end] for facts in read_answer(answer)] == ["How many ferries sail? : 12.", "They are blue."]
    assert [figure.text for figure in read_answer(answer)[0].figures] == ["12"]


def test_words_that_say_nothing_weigh_nothing() -> None:
    [facts] = read_answer("What was the average change in Harbour ferries")
    assert facts.factors["harbour"] > 1 > facts.factors["averag"]
    assert "the" not in facts.factors
    assert read_answer(" \n") == ()


@pytest.mark.parametrize(
    ("noun", "verb"),
    [
        ("operations", "operating"),
        ("depreciation", "depreciated"),
        ("amortisation", "amortised"),
        ("investments", "invested"),
        ("issuance", "issued"),
        ("retirement", "retired"),
    ],
)
def test_a_noun_is_known_by_its_verb(noun: str, verb: str) -> None:
    assert term_key(noun) == term_key(verb)


@pytest.mark.parametrize(
    ("noun", "other"), [("statement", "state"), ("pension", "pens"), ("million", "mill"), ("segment", "seg"), ("region", "reg")]
)
def test_other_nouns_keep_their_endings(noun: str, other: str) -> None:
    assert term_key(noun) != term_key(other)


def test_what_is_not_something_is_no_less_of_a_word() -> None:
    keys = {text: [term.key for term in terms_of(text)] for text in ("non-vested", "Nonvested", "non- GAAP", "non-U.S.", "vested")}
    assert keys == {
        "non-vested": ["nonvest"],
        "Nonvested": ["nonvest"],
        "non- GAAP": ["nongaap"],
        "non-U.S.": ["non", "us"],
        "vested": ["vest"],
    }


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Sales in the United States", ["sale", "us"]),
        ("U.S. sales", ["us", "sale"]),
        ("US sales", ["us", "sale"]),
        ("United Kingdom and U.K. sales", ["uk", "uk", "sale"]),
        ("Sales of united stationers", ["sale", "unit", "stationer"]),
        ("The Federal Republic of Germany", ["federal", "republic", "germany"]),
    ],
)
def test_a_country_is_called_by_its_name_and_by_its_initials(text: str, keys: list[str]) -> None:
    assert [term.key for term in terms_of(text)] == keys


@pytest.mark.parametrize(
    ("number", "digits"), [("3.2", "32"), ("32,000", "32"), ("0.050", "5"), ("0", "0"), ("0.00", "0"), ("1,002", "1002")]
)
def test_digits_that_count(number: str, digits: str) -> None:
    assert significant_digits(number) == digits


@given(st.text(alphabet="abS的储能电池 12.,。İ１", max_size=60))
def test_terms_stand_where_they_are_said_to(text: str) -> None:
    terms = list(terms_of(text))
    assert all(0 <= term.start < term.end <= len(text) for term in terms)
    assert [term.at for term in terms] == sorted(term.at for term in terms)
    wanted = {term.key for term in terms}
    assert list(known_terms(text, wanted)) == terms
    assert list(known_terms(text, set())) == []
