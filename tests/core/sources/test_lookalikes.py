"""Names that read like a trusted one are named with the one they are like; honest names are left alone."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.environment import PROJECT
from verification.core.sources.lookalikes import Lookalike, NameLikeness, find_lookalikes, foreign_letters_in

LISTED = ("reuters.com", "ft.com", "finance.sina.com.cn", "stats.gov.cn", "bloomberg.com", "10jqka.com.cn", "wallstreetcn.com")


def _idna(text: str) -> str:
    return text.encode("idna").decode("ascii")


@pytest.mark.parametrize(
    "host, likeness, listed",
    [
        (_idna("rеuters.com"), NameLikeness.CONFUSABLE, "reuters.com"),  # a Cyrillic е
        (_idna("réuters.com"), NameLikeness.CONFUSABLE, "reuters.com"),
        ("reuter5.com", NameLikeness.CONFUSABLE, "reuters.com"),
        ("b1oomberg.com", NameLikeness.CONFUSABLE, "bloomberg.com"),
        ("bloornberg.com", NameLikeness.CONFUSABLE, "bloomberg.com"),
        ("blo-omberg.com", NameLikeness.CONFUSABLE, "bloomberg.com"),
        ("reuter.com", NameLikeness.NEIGHBOUR, "reuters.com"),
        ("reutters.com", NameLikeness.NEIGHBOUR, "reuters.com"),
        ("reutesr.com", NameLikeness.NEIGHBOUR, "reuters.com"),
        ("rauters.net", NameLikeness.NEIGHBOUR, "reuters.com"),
        ("notreuters.com", NameLikeness.CONTAINED, "reuters.com"),
        ("reuters-news.org", NameLikeness.CONTAINED, "reuters.com"),
        ("reuters.com.evil.net", NameLikeness.EMBEDDED, "reuters.com"),
        ("www.reuters.com.evil.net", NameLikeness.EMBEDDED, "reuters.com"),
        ("finance.sina.com.cn.evil.net", NameLikeness.EMBEDDED, "finance.sina.com.cn"),
        ("reuters.co", NameLikeness.OTHER_ENDING, "reuters.com"),
        ("ft.net", NameLikeness.OTHER_ENDING, "ft.com"),
        ("news.reuters.com", NameLikeness.NESTED, "reuters.com"),
        ("sina.com.cn", NameLikeness.COVERS, "finance.sina.com.cn"),
    ],
)
def test_lookalike_is_named(host: str, likeness: NameLikeness, listed: str) -> None:
    assert [one for one in find_lookalikes(host, LISTED) if one.listed] == [Lookalike(likeness, listed)]


def test_mixed_scripts_are_named_after_what_they_look_like() -> None:
    assert find_lookalikes(_idna("rеuters.com"), LISTED) == (
        Lookalike(NameLikeness.CONFUSABLE, "reuters.com"),
        Lookalike(NameLikeness.MIXED_SCRIPTS, ""),
    )
    assert find_lookalikes(_idna("nеws-daily.com"), LISTED) == (Lookalike(NameLikeness.MIXED_SCRIPTS, ""),)


@pytest.mark.parametrize(
    "host",
    [
        "reuters.com",
        "caixin.com",
        "cnn.com",
        "ecb.europa.eu",
        "boj.or.jp",
        "tass.com",
        "theguardian.com",
        "tech.sina.com.cn",
        "pbc.gov.cn",
        _idna("例え.jp"),
        _idna("новости.рф"),
    ],
)
def test_honest_name_is_like_nothing(host: str) -> None:
    assert find_lookalikes(host, LISTED) == ()


def test_shipped_domains_are_not_like_each_other() -> None:
    shipped = json.loads((PROJECT / "verification/data/financial_sources.json").read_text(encoding="utf-8"))
    names = {name for group in shipped["search_domains"].values() for name in group["domains"]}
    assert {name: find_lookalikes(name, names - {name}) for name in names} == dict.fromkeys(names, ())


LABEL = st.from_regex(r"[a-z][a-z0-9]{4,14}", fullmatch=True)


@given(LABEL, st.integers(0, 14), st.sampled_from("abcdefghijklmnopqrstuvwxyz"))
def test_any_changed_letter_is_noticed(name: str, place: int, letter: str) -> None:
    place %= len(name)
    other = name[:place] + letter + name[place + 1 :]
    found = find_lookalikes(f"{other}.com", [f"{name}.com"])
    assert bool(found) == (other != name)


@given(LABEL)
def test_listed_domain_is_like_nothing_and_its_subdomain_is_nested(name: str) -> None:
    assert find_lookalikes(f"{name}.com", [f"{name}.com"]) == ()
    assert find_lookalikes(f"www.{name}.com", [f"{name}.com"]) == (Lookalike(NameLikeness.NESTED, f"{name}.com"),)


@given(st.text(max_size=40))
def test_any_text_is_survived(text: str) -> None:
    find_lookalikes(text, LISTED)
    find_lookalikes(f"xn--{text}.com", LISTED)


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("xn--fderalreserve-neg.gov", "fderalreserveʗ.gov"),
        ("xn--caf-dma.fr", "café.fr"),
        ("xn--fiqs8s.example", ""),
        ("federalreserve.gov", ""),
        ("xn--nonsense-that-is-none-.gov", ""),
    ],
)
def test_host_that_mixes_plain_letters_with_others_is_shown_decoded(host: str, shown: str) -> None:
    assert foreign_letters_in(host) == shown
