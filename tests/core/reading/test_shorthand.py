"""What analysts shorten is written out before a name is read; what is no shorthand stays as it is."""

from datetime import date

import pytest

from verification.core.language.tables import read_rows
from verification.core.reading.questions import read_question
from verification.core.reading.shorthand import written_out
from verification.core.vocabulary import NodeKind

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("US unemp rate May", "US unemployment rate May"),
        ("EZ HICP flash", "euro zone HICP flash"),
        ("China non-mfg PMI", "China non-manufacturing PMI"),
        ("10y UST yield", "10-year Treasury yield"),
        ("30-yr mortgage avg", "30-year mortgage average"),
        ("Kelter adj. op profit Q3", "Kelter adjusted operating profit Q3"),
        ("spot gold/oz", "spot gold per ounce"),
        ("TSLA Q4 rev", "Tesla Q4 revenue"),
        ("USDJPY", "yen"),
        ("GBPUSD", "pound"),
        ("USD/BRL", "Brazilian real"),
        ("EUR/USD", "euro"),
        ("Trump approval", "Trump approval rating"),
        ("Trump approval, Gallup", "Trump approval rating, Gallup"),
        ("Dec qtr rev", "Dec quarter revenue"),
        ("10Y国债收益率", "10年期国债收益率"),
        ("10年国开收益率", "10年期国开收益率"),
        ("美债10Y", "10年期美债收益率"),
        ("德债10年期收益率", "10年期德债收益率"),
        ("2年期美债", "2年期美债收益率"),
        ("7D逆回购利率", "7天期逆回购利率"),
        ("5Y LPR 11月", "5年期LPR 11月"),
    ],
)
def test_a_name_is_written_out(typed: str, written: str) -> None:
    assert written_out(typed) == written
    assert written_out(written) == written


@pytest.mark.parametrize(
    "name",
    [
        "Rev'd Motors sales",
        "ez pass revenue",
        "FDA approval of Nuvigil",
        "Op-Ed readers",
        "co-op profit",
        "population of Peru",
        "Peru jobless rate",
        "gal-pal index",
        "1Q25 revenue",
        "$AAL shares",
        "10年国家预算",
        "2015年美债持仓",
        "5年期存款利率",
        "国债期货成交量",
        "",
    ],
)
def test_what_is_no_shorthand_stays(name: str) -> None:
    assert written_out(name) == name


def test_every_row_is_read_where_it_may_stand() -> None:
    frames = {"any": "Peru {} May", "capitals": "Peru {} May", "end": "Peru {}"}
    for short, long, where, _reason in read_rows("reading", "shorthand"):
        frame = frames.get(where, f"Peru {{}} {where.removeprefix('before ').split(',')[0]}")
        assert long in written_out(frame.format(short)), short


def test_a_question_is_read_in_what_was_written_out() -> None:
    found = read_question("Peru unemp rate", base=date(2026, 5, 14), kind=NodeKind.PERCENT)
    assert (found.text, found.measure.code) == ("Peru unemployment rate", "unemployment_rate")
    assert read_question("Peru unemp rate is ____", base=date(2026, 5, 14)).text == "Peru unemp rate is ____"
