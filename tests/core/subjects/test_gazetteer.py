"""Names of places in both languages."""

import pytest

from verification.core.language.tables import read_rows
from verification.core.subjects.gazetteer import names_of, places_named, territory_of

pytestmark = pytest.mark.pure


def _codes(name: str) -> set[tuple[str, str]]:
    return {(place.kind, place.code) for place in places_named(name)}


@pytest.mark.parametrize(
    "name, expected",
    [
        ("Peru", {("territory", "PE")}),
        ("秘鲁", {("territory", "PE")}),
        ("Peruvian", {("demonym", "PE")}),
        ("Turkey", {("territory", "TR")}),
        ("Türkiye", {("territory", "TR")}),
        ("British", {("demonym", "GB")}),
        ("Chinese", {("demonym", "CN")}),
        ("Korean", {("demonym", "KR")}),
        ("U.S.", {("territory", "US")}),
        ("美", {("short", "US")}),
        ("Georgia", {("territory", "GE"), ("subdivision", "US-GA")}),
        ("加州", {("subdivision", "US-CA")}),
        ("深圳", {("city", "CN/Shenzhen")}),
        ("Mumbai", {("city", "IN/Mumbai")}),
        ("Bombay", {("city", "IN/Mumbai")}),
        ("孟买", {("city", "IN/Mumbai")}),
        ("Lima", {("capital", "PE/Lima"), ("subdivision", "PE-LIM")}),
        ("eurozone", {("region", "EZ")}),
        ("peru", set()),
        ("", set()),
        ("CPI", set()),
    ],
)
def test_a_name_has_its_places(name: str, expected: set[tuple[str, str]]) -> None:
    assert _codes(name) == expected


def test_a_place_has_its_names_in_both_languages() -> None:
    assert {("Peru", "en"), ("秘鲁", "zh"), ("Peruvian", "en"), ("PER", "en")} <= {(place.name, place.lang) for place in names_of("PE")}
    assert names_of("QQ") == ()


def test_every_place_lies_in_its_territory() -> None:
    assert [territory_of(code) for code in ("PE", "PE-LIM", "PE/Lima", "150", "EU")] == ["PE", "PE", "PE", "", "EU"]


def test_what_stands_in_the_compiled_table_is_not_written_by_hand() -> None:
    compiled = {row[:4] for row in read_rows("subjects", "places")}
    assert [row for row in read_rows("subjects", "place_aliases") if row[:4] in compiled] == []
