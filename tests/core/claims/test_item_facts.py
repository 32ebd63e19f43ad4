"""What a claim is about, and which statements of an item agree with it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.claims.item_facts import (
    LONGEST_SUBJECT,
    MOST_SHOWN,
    ItemProperty,
    StatementKind,
    WikidataStatement,
    agreeing,
    subject_of,
)

TEXT = "The Eiffel Tower is 330 metres tall and was opened on 31 March 1889"
QUANTITY, DATE, NAME = StatementKind


def quantity(value: str, unit: str = "", when: str = "", of: ItemProperty = ItemProperty.POPULATION) -> WikidataStatement:
    return WikidataStatement(of, QUANTITY, value, unit, when)


def is_shown(claim: str, statement: WikidataStatement, subject: str = "France") -> bool:
    return bool(agreeing(claim, [statement], subject=subject))


@pytest.mark.parametrize(
    ("claim", "subject"),
    [
        ("France had a population of 67.4 million people in 2020", "France"),
        ("The population of France was 67,391,582 in 2020.", "France"),
        (TEXT, "Eiffel Tower"),
        ("In 1949, the People's Republic of China was founded", "People's Republic of China"),
        ("According to NASA, Apple Inc. employs 164,000 people.", "Apple Inc"),
        ("Retail sales in Elbonia rose 3.1% in May", "Elbonia"),
        ("Germany's area is 357,022 km²", "Germany"),
        ("In March 2020 it fell", ""),
        ("it rose by 5%", ""),
        ("", ""),
        ("法国2020年人口为6739万人", "法国"),
        ("2020年，法国人口约6739万", "法国"),
        ("埃菲尔铁塔高330米，1889年3月31日落成", "埃菲尔铁塔"),
        ("苹果公司有16.4万名员工", "苹果公司"),
        ("据国家统计局数据，北京市常住人口2189万", "北京市"),
        ("《红楼梦》成书于1791年", "红楼梦"),
    ],
)
def test_the_subject_is_the_name_as_it_is_written(claim: str, subject: str) -> None:
    assert subject_of(claim) == subject


@pytest.mark.parametrize(
    ("claim", "statement", "expected"),
    [
        ("France has 67,391,582 inhabitants", quantity("67391582"), True),
        ("France has about 67.4 million inhabitants", quantity("67391582"), True),
        ("法国人口约6739万", quantity("67391582"), True),
        ("France has 66 million inhabitants", quantity("67391582"), False),
        ("France had 67.4 million inhabitants in 2020", quantity("67391582", when="2020"), True),
        ("France had 67.4 million inhabitants in 2021", quantity("67391582", when="2020-01-01"), False),
        ("France has an area of 551,695 km²", quantity("551695", "km²", of=ItemProperty.AREA), True),
        ("France has an area of 551,695 km²", quantity("551695"), False),
        ("France has 551,695 inhabitants", quantity("551695", "km²", of=ItemProperty.AREA), False),
        ("France lost 5 million people", quantity("5", of=ItemProperty.DEATHS), False),
        ("France has 12 people", quantity("12"), False),
        ("It is -5 °C", quantity("5", "°C", of=ItemProperty.ELEVATION), False),
        ("France has 5% unemployed", quantity("5", "%", of=ItemProperty.UNEMPLOYMENT_RATE), True),
        (TEXT, WikidataStatement(ItemProperty.OPENED, DATE, "1889-03-31"), True),
        ("It opened in March 1889", WikidataStatement(ItemProperty.OPENED, DATE, "1889-03-31"), True),
        ("It opened in 1889", WikidataStatement(ItemProperty.OPENED, DATE, "1889"), True),
        ("它于1889年3月31日落成", WikidataStatement(ItemProperty.OPENED, DATE, "1889-03-31"), True),
        ("It opened on 2 March 1889", WikidataStatement(ItemProperty.OPENED, DATE, "1889-03-31"), False),
        ("It opened on March 3, 1889", WikidataStatement(ItemProperty.OPENED, DATE, "1889-03-31"), False),
        ("It opened on 31 March 1889", WikidataStatement(ItemProperty.OPENED, DATE, "1889"), False),
        ("It holds 1,889 seats", WikidataStatement(ItemProperty.OPENED, DATE, "1889"), False),
        ("它有1889万人", WikidataStatement(ItemProperty.OPENED, DATE, "1889"), False),
        ("France is officially the French Republic", WikidataStatement(ItemProperty.OFFICIAL_NAME, NAME, "French Republic"), True),
        ("France is old", WikidataStatement(ItemProperty.SHORT_NAME, NAME, "France"), False),
        ("France is old", WikidataStatement(ItemProperty.SHORT_NAME, NAME, "F"), False),
    ],
)
def test_a_statement_is_shown_where_it_says_what_the_claim_says(claim: str, statement: WikidataStatement, expected: bool) -> None:
    assert is_shown(claim, statement) is expected


def test_one_statement_of_each_property_and_five_in_all() -> None:
    claim = "It has 67,391,582 of each"
    twice = [quantity("67391582"), quantity("67391582", when="2020")]
    assert agreeing(claim, twice, subject="It") == (twice[0],)
    all_kinds = [quantity("67391582", of=one) for one in ItemProperty]
    assert agreeing(claim, all_kinds, subject="It") == tuple(all_kinds[:MOST_SHOWN])


@given(st.text(max_size=300))
def test_a_subject_is_a_part_of_any_text(text: str) -> None:
    found = subject_of(text)
    assert (" ".join(found.split()) in " ".join(text.split()), len(found) <= LONGEST_SUBJECT) == (True, True)


@given(st.integers(min_value=1_000, max_value=10**12))
def test_a_count_agrees_with_itself_and_with_no_other_scale(number: int) -> None:
    claim = f"Elbonia has {number:,} inhabitants"
    assert (is_shown(claim, quantity(str(number))), is_shown(claim, quantity(str(number * 1_000)))) == (True, False)
