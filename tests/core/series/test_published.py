"""Series as publishers list them: found by words, their units read, and made into rows like those of the catalogue."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.evidence import NodeSpec
from verification.core.periods.reference import parse_reference_period
from verification.core.series.catalogue import Frequency, Transform, all_series
from verification.core.series.deciding import fits_unit
from verification.core.series.published import (
    MOST_KEY,
    FoundSeries,
    FoundTable,
    SeriesListing,
    list_entries,
    make_entry,
    make_key,
    match_listing,
)
from verification.core.series.suggesting import explains
from verification.core.series.units import read_unit
from verification.core.vocabulary import NodeKind

PERCENT, CURRENCY, NUMBER = NodeKind.PERCENT, NodeKind.CURRENCY, NodeKind.NUMBER


@pytest.mark.parametrize(
    ("written", "kind", "unit", "factor"),
    [
        ("Percent", PERCENT, "%", 1),
        ("Percent Change from Year Ago", PERCENT, "%", 1),
        ("Per cent per year", PERCENT, "%", 1),
        ("% of GDP", PERCENT, "%", 1),
        ("Percentage of population in the labour force", PERCENT, "%", 1),
        ("Annual rate of change", PERCENT, "%", 1),
        ("Percentage Points", NUMBER, "", 1),
        ("Basis Points", NUMBER, "", 1),
        ("Billions of Dollars", CURRENCY, "USD", 10**9),
        ("Millions of U.S. Dollars", CURRENCY, "USD", 10**6),
        ("Hundreds of Millions of Yen", CURRENCY, "JPY", 10**8),
        ("current US$", CURRENCY, "USD", 1),
        ("EUR", CURRENCY, "EUR", 1),
        ("Dollars per Barrel", CURRENCY, "USD", 1),
        ("U.S. Dollars to One Euro", NUMBER, "USD", 1),
        ("Chinese Yuan Renminbi to One U.S. Dollar", NUMBER, "CNY", 1),
        ("Billions of Chained 2017 Dollars", NUMBER, "", 10**9),
        ("constant 2015 US$", NUMBER, "", 1),
        ("National Currency", NUMBER, "", 1),
        ("Thousands of Persons", NUMBER, "", 1000),
        ("Index 1982-1984=100", NUMBER, "", 1),
        ("", NUMBER, "", 1),
    ],
)
def test_a_unit_is_read_from_its_words(written: str, kind: NodeKind, unit: str, factor: int) -> None:
    assert read_unit(written) == (kind, unit, Decimal(factor))


@given(st.text(max_size=120))
def test_any_words_are_some_unit(written: str) -> None:
    found = read_unit(written)
    assert (found.kind == PERCENT) == (found.unit == "%")


def found(unit: str = "Percent", **fields: object) -> FoundSeries:
    given_fields = {
        "provider": "fred",
        "code": "UNRATE",
        "title": "Rate",
        "frequency": Frequency.MONTH,
        "unit": unit,
        "url": "https://x.org",
    }
    return FoundSeries(**{**given_fields, **fields})


def test_a_percentage_is_taken_as_it_is_and_a_level_may_be_made_into_changes() -> None:
    assert [entry.transform for entry in list_entries(found())] == [Transform.LEVEL]
    made = {entry.transform: (entry.kind, entry.unit, entry.basis) for entry in list_entries(found("Billions of Dollars"))}
    assert made == {
        Transform.LEVEL: (CURRENCY, "USD", "-"),
        Transform.CHANGE: (CURRENCY, "USD", "mom"),
        Transform.CHANGE_PERCENT: (PERCENT, "%", "mom"),
        Transform.YEAR_CHANGE: (CURRENCY, "USD", "yoy"),
        Transform.YEAR_PERCENT: (PERCENT, "%", "yoy"),
    }


def test_figures_of_a_row_fit_the_nodes_that_ask_for_their_unit() -> None:
    level = make_entry(found("Billions of Dollars"), Transform.LEVEL)
    share = make_entry(found("Billions of Dollars"), Transform.YEAR_PERCENT)
    asks = [
        NodeSpec("x", CURRENCY, unit="USD"),
        NodeSpec("x", PERCENT),
        NodeSpec("x", NUMBER, unit="persons"),
        NodeSpec("x", NodeKind.TEXT),
    ]
    assert [(fits_unit(level, one), fits_unit(share, one)) for one in asks] == [
        (True, False),
        (False, True),
        (False, False),
        (False, False),
    ]


def test_a_row_is_due_as_long_after_its_period_as_the_last_one_was() -> None:
    month = parse_reference_period("2026-10")
    told = {day: make_entry(found(last=month, published_on=day), Transform.LEVEL).lag_days for day in (date(2026, 11, 6), date(2030, 1, 1))}
    assert list(told.values()) == [6, 60]
    assert make_entry(found(frequency=Frequency.YEAR), Transform.LEVEL).lag_days == 400
    assert make_entry(found(is_revised=False, frequency=Frequency.DAY), Transform.LEVEL).lag_days == 0


def test_keys_are_readable_and_never_the_same_for_two() -> None:
    assert make_key("fred", "CPIAUCSL", Transform.LEVEL) == "fred-cpiaucsl"
    assert make_key("fred", "CPIAUCSL", Transform.YEAR_PERCENT) == "fred-cpiaucsl-year-percent"
    alike = [make_key("ecb", code, Transform.LEVEL) for code in ("ICP/M.U2", "ICP/M-U2", "icp/m.u2")]
    assert len(set(alike)) == 3
    assert not {make_key(entry.provider, entry.code, Transform.LEVEL) for entry in all_series().values()} & all_series().keys()


@given(st.text(min_size=1, max_size=120), st.sampled_from(Transform))
def test_every_key_fits_its_column(code: str, transform: Transform) -> None:
    assert len(make_key("worldbank", code, transform)) <= MOST_KEY


def test_a_list_is_searched_by_all_words_whole_ones_first() -> None:
    titles = {"A": "Unemployment rate", "B": "Rates of employment", "C": "Employment rate, total", "D": "Inflation"}
    listing = SeriesListing(tables=tuple(FoundTable("ecb", code, title) for code, title in titles.items()))
    chosen = match_listing(listing, "EMPLOYMENT  rate", limit=2)
    assert ([one.code for one in chosen.tables], chosen.total) == (["C", "A"], 3)
    assert [one.code for one in match_listing(listing, "employment rate", limit=2, page=2).tables] == ["B"]
    assert match_listing(listing, "失业率", limit=2).total == 0


def test_a_row_without_words_of_its_own_explains_no_name() -> None:
    entry = make_entry(found(), Transform.LEVEL)
    assert not any(explains(entry, NodeSpec(name, PERCENT), base=date(2026, 11, 29)) for name in ("The rate", "", "in October 2026"))
