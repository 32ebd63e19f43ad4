"""Of two companies, indices or goods that the tables know, a page about one never verifies a node about the other."""

from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import drawn
from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust, Verdict
from verification.core.subjects.registry import Entity, entries
from verification.core.vocabulary import NodeKind

AT = datetime(2026, 5, 8, 18, tzinfo=UTC)
HOST = "plainview.example"


class Telling(NamedTuple):
    """A node's name and kind, and what a page says; where an index closed needs no name of its measure."""

    label: str
    kind: NodeKind
    said: str


TELLINGS = {
    ("company", "en"): Telling("{} Q1 2026 deliveries", NodeKind.NUMBER, "{}'s deliveries fell to {} in the first quarter."),
    ("company", "zh"): Telling("{}4月交付量", NodeKind.NUMBER, "{}4月交付{}辆，同比下降3%。"),
    ("index", "en"): Telling("{}", NodeKind.NUMBER, "{} closed at {}, up 0.4%."),
    ("index", "zh"): Telling("{}", NodeKind.NUMBER, "5月7日，{}收于{}点，涨0.4%。"),
    ("commodity", "en"): Telling("{} price", NodeKind.CURRENCY, "{} prices rose 1.2% to ${} on Thursday."),
    ("commodity", "zh"): Telling("{}价格", NodeKind.CURRENCY, "周四，{}价格上涨1.2%，至{}美元。"),
}


class Known(NamedTuple):
    """A name of a known thing."""

    name: str
    entity: Entity


def settled(asked: str, kind: NodeKind, said: str) -> Verdict:
    page = Page(f"https://{HOST}/1", "", said, AT)
    return settle(NodeSpec(asked, kind), [page], as_of=AT, trust=Trust(whitelist=(HOST,)))


@cache
def known(kind: str, lang: str) -> tuple[Known, ...]:
    rows = [one for one in entries() if one.entity.kind == kind]
    return tuple(Known(name, one.entity) for one in rows for name in (one.chinese if lang == "zh" else one.english))


def are_apart(one: Known, other: Known) -> bool:
    """Whether neither is the other or a part of it."""
    codes = {one.entity.code, other.entity.code}
    return len(codes) > 1 and not codes & {one.entity.within, other.entity.within}


@given(st.data(), st.sampled_from(sorted(TELLINGS)), st.integers(1000, 9900))
@drawn(150)
def test_another_known_thing_is_never_verified(data: st.DataObject, of: tuple[str, str], value: int) -> None:
    names = st.sampled_from(known(*of))
    mine, other = data.draw(st.tuples(names, names).filter(lambda pair: are_apart(*pair)))
    telling = TELLINGS[of]
    verdict = settled(telling.label.format(mine.name), telling.kind, telling.said.format(other.name, value))
    assert not verdict.is_accepted, (mine, other)


@pytest.mark.parametrize("of", sorted(TELLINGS))
def test_its_own_page_verifies_nearly_every_known_thing(of: tuple[str, str]) -> None:
    telling = TELLINGS[of]
    asked = known(*of)[::7]
    found = [settled(telling.label.format(one.name), telling.kind, telling.said.format(one.name, 5321)).number for one in asked]
    assert found.count("5321") >= 0.9 * len(asked)
    assert set(found) <= {"5321", None}


@pytest.mark.parametrize(
    ("kind", "asked", "said"),
    [
        ("index", "CSI 300", "CSI 1000"),
        ("index", "BSE Sensex", "BSE 50 Index"),
        ("index", "富时A50", "富时100"),
        ("commodity", "钯", "铜"),
        ("commodity", "原油", "纽约原油"),
    ],
)
def test_names_that_share_words_are_two_things(kind: str, asked: str, said: str) -> None:
    telling = TELLINGS[kind, "en" if said.isascii() else "zh"]
    assert not settled(telling.label.format(asked), telling.kind, telling.said.format(said, 5321)).is_accepted


@pytest.mark.parametrize("said", ["金价", "油价", "铜价", "银价", "煤价", "猪价", "粮价", "电价", "气价"])
def test_a_price_that_names_its_good_is_of_no_other(said: str) -> None:
    page = f"周四，{said}上涨1.2%，至5321.4美元。"
    accepted = [asked for asked in ("铝价", "钯价格", said) if settled(asked, NodeKind.CURRENCY, page).is_accepted]
    assert accepted == [said]
