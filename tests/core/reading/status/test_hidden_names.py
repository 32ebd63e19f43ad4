"""Names that hold a word of status (南非, 比利时, Target Corp) say nothing about how a figure is put."""

import pytest

from verification.core.reading.statement import Status
from verification.core.reading.status.hidden_names import hide_names
from verification.core.reading.status.statuses import StatusReader
from verification.core.subjects.gazetteer import all_places
from verification.core.subjects.registry import entries

pytestmark = pytest.mark.pure

FIGURE = "8.7%"
# What stands on their pages is said by whoever writes there.
_PLATFORMS = {"Facebook", "TikTok", "YouTube"}
# Words of status themselves, which a name alone does not tell apart.
_WORDS = {"理想", "Man"}


def _names(lang: str) -> list[str]:
    places = {place.name for place in all_places() if place.lang == lang and place.kind == "territory"}
    known = (entry for entry in entries() if entry.entity.kind in ("company", "institution", "crypto"))
    return sorted(places.union(*((entry.chinese if lang == "zh" else entry.english) for entry in known)))


def _misread(names: list[str], pattern: str) -> set[str]:
    found = set()
    for name in names:
        text = pattern.format(name)
        at = text.index(FIGURE)
        if StatusReader(text).status_at(at, at + len(FIGURE)).status is not Status.ASSERTED:
            found.add(name)
    return found


@pytest.mark.parametrize("pattern", [f"{{}}失业率为{FIGURE}。", f"最新数据显示，{{}}的毛利率为{FIGURE}。", f"{{}}公布的利率为{FIGURE}。"])
def test_no_chinese_name_makes_a_plain_figure_anything_else(pattern: str) -> None:
    assert _misread(_names("zh"), pattern) <= _WORDS


@pytest.mark.parametrize("pattern", [f"The margin of {{}} is {FIGURE}.", f"{{}} posted a margin of {FIGURE}."])
def test_no_english_name_makes_a_plain_figure_anything_else(pattern: str) -> None:
    assert _misread(_names("en"), pattern) <= _PLATFORMS | _WORDS


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("南非失业率并非8.7%。", Status.DENIED),
        ("较比利时的8.7%更高，法国为9%。", Status.PAST),
        ("南非预计失业率为8.7%。", Status.FORESEEN),
        ("未名医药的毛利率并未升至8.7%。", Status.DENIED),
        ("Target Corp has a target of 8.7%.", Status.FORESEEN),
        ("Traders price in a margin of 8.7%.", Status.FORESEEN),
        ("The futures price in London came in at 8.7%.", Status.ASSERTED),
    ],
)
def test_words_beside_such_a_name_say_what_they_said(text: str, status: Status) -> None:
    at = text.index(FIGURE)
    assert StatusReader(text).status_at(at, at + len(FIGURE)).status is status


def test_hiding_keeps_every_place() -> None:
    text = "据比亚迪公告，Target Corp与南非的利润为5亿元"
    hidden = hide_names(text)
    assert hidden == "据埃埃埃公告，Xxxxxx Xxxx与埃埃的利润为5亿元"
    assert len(hidden) == len(text)
