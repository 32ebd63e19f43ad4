"""Which series a node's name asks for: a gold of names as analysts write them, in Chinese and English, and names that have none."""

from datetime import date
from pathlib import Path

import pytest

from verification.core.evidence import NodeSpec
from verification.core.series.catalogue import all_series, search_series
from verification.core.series.suggesting import SeriesSlot, suggest_series
from verification.core.subjects.gazetteer import names_of
from verification.core.vocabulary import NodeKind

pytestmark = pytest.mark.pure

BASE = date(2026, 11, 23)


def read(name: str) -> list[list[str]]:
    lines = Path(__file__).with_name(f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line[:1] != "#"]


GOLDS = {name: read(name) for name in ("gold", "second_gold")}
LEAST = {"gold": 40, "second_gold": 25}


def suggest(label: str, kind: str = "percent", unit: str = "%", **fields: object) -> list[str]:
    node = NodeSpec(label, NodeKind(kind), unit=unit or None, **fields)
    return [one.entry.key for one in suggest_series(node, base=BASE)]


def asked(label: str) -> tuple[SeriesSlot, ...]:
    return suggest_series(NodeSpec(label, NodeKind.PERCENT, unit="%"), base=BASE)[0].asks


@pytest.mark.parametrize("gold", GOLDS)
def test_nine_names_of_ten_get_their_series_first(gold: str) -> None:
    named = [row for row in GOLDS[gold] if row[3] != "-"]
    found = [(name, suggest(name, kind, unit)[:1], keys.split(" | ")) for name, kind, unit, keys in named]
    wrong = [(name, first) for name, first, keys in found if first == [] or first[0] not in keys]
    assert len(named) >= LEAST[gold]
    assert len(wrong) <= len(named) / 10, wrong


def test_nine_series_of_ten_are_suggested_by_their_own_titles() -> None:
    """A node is often called as the series it was made for: by the publisher's name too, and in the words of its table."""
    titles = [(entry, title) for entry in all_series().values() for title in (entry.title_en, entry.title_zh)]
    missed = [title for entry, title in titles if entry.key not in suggest(title, entry.kind.value, entry.unit)]
    assert len(missed) <= len(titles) / 10, missed


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("US consumer prices, change on a year earlier", "us-cpi-yoy"),
        ("德国国内生产总值同比", "de-gdp-growth-yoy"),
        ("US average hourly earnings, year on year", "us-hourly-earnings-yoy"),
        ("India inflation (OECD)", "in-cpi-yoy"),
        ("Bitcoin price on Kraken", "btc-usd-kraken"),
        ("欧元参考汇率：1欧元兑美元", "eur-usd"),
        ("Brent crude oil, US dollars a barrel", "brent-oil"),
        ("香港贴现窗基本利率", "hk-base-rate"),
    ],
)
def test_parts_of_a_name_that_tell_of_no_other_thing(name: str, key: str) -> None:
    """What a change is measured against, words within a measure's own words, a publisher, a thing named twice, a price told by its unit;
    and what a publisher calls its own rate."""
    kind, unit = {"btc-usd-kraken": ("currency", "USD"), "eur-usd": ("number", "USD"), "brent-oil": ("currency", "USD")}.get(
        key, ("percent", "%")
    )
    assert suggest(name, kind, unit)[:1] == [key]


def test_a_publisher_that_is_named_is_no_other() -> None:
    assert suggest("India inflation (IMF)") == []
    assert suggest("Indonesia inflation (IMF)") == ["id-cpi-yoy"]


@pytest.mark.parametrize(("name", "kind", "unit", "_none"), [row for gold in GOLDS.values() for row in gold if row[3] == "-"])
def test_a_name_that_has_none_gets_none(name: str, kind: str, unit: str, _none: str) -> None:
    assert suggest(name, kind, unit) == []


def test_a_name_that_fits_two_says_in_what_they_differ() -> None:
    assert asked("US unemployment rate") == (SeriesSlot.ADJUSTMENT,)
    assert asked("US unemployment rate, seasonally adjusted") == ()
    assert asked("美国失业率（未季调）") == ()
    assert asked("US core PCE inflation") == (SeriesSlot.BASIS,)
    assert asked("美国核心PCE同比") == ()


def test_the_words_that_speak_for_it_are_told() -> None:
    found = suggest_series(NodeSpec("US 10-year Treasury yield", NodeKind.PERCENT, unit="%"), base=BASE)[0].found
    assert dict(found)["mark"] == "10-year"


def test_the_period_asked_has_to_be_one_of_the_series() -> None:
    assert suggest("India GDP growth", reference_period="2025") == ["in-gdp-growth-annual"]
    assert suggest("US unemployment rate", reference_period="2026-05")[:1] == ["us-unemployment-rate"]
    assert suggest("US unemployment rate", reference_period="2025") == []
    assert suggest("US real GDP growth", reference_period="2026-Q2")[:1] == ["us-gdp-growth"]


def test_another_unit_or_kind_is_another_thing() -> None:
    assert suggest("EUR/USD exchange rate", "number", "USD") == ["eur-usd"]
    assert suggest("EUR/USD exchange rate", "currency", "USD") == ["eur-usd"]
    assert suggest("EUR/USD exchange rate", "number", "JPY") == []
    assert suggest("Bitcoin price", "currency", "EUR") == []
    assert suggest("US unemployment rate", "number", "") == []


def test_the_order_of_a_pair_matters() -> None:
    assert suggest("USD/JPY", "number", "JPY") == ["usd-jpy"]
    assert suggest("JPY/USD", "number", "USD") == []


def test_a_term_inside_a_longer_one_is_another() -> None:
    assert suggest("美国三十年期国债收益率") == ["us-treasury-30y"]
    assert suggest("美国15年期国债收益率") == []
    assert suggest("US 20-year Treasury yield") == []


def test_an_alias_speaks_where_the_label_does_not() -> None:
    assert suggest("Joblessness over there", aliases=("US unemployment rate",))[:1] == ["us-unemployment-rate"]


def test_the_catalogue_is_searched_in_both_languages() -> None:
    assert [entry.key for entry in search_series("10年期 国债")] == ["us-treasury-10y"]
    assert [entry.key for entry in search_series("UNRATE")] == ["us-unemployment-rate", "us-unemployment-rate-nsa"]
    assert search_series("  ") == search_series("no such thing") == ()


def test_every_row_is_whole() -> None:
    entries = list(all_series().values())
    assert len(entries) >= 60
    assert [entry.key for entry in entries if entry.place != "-" and not names_of(entry.place)] == []
    assert [entry.key for entry in entries if not (entry.title_en and entry.title_zh and entry.url.startswith("https://"))] == []
    assert [entry.key for entry in entries if (entry.kind == NodeKind.PERCENT) != (entry.unit == "%")] == []
