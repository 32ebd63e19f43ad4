"""robots.txt by RFC 9309, its own examples among them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.growth import grows_within
from verification.providers.door.robots import is_allowed

EXAMPLE = """User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
"""


@pytest.mark.parametrize(
    "agent, path, is_open",
    [
        ("anybot", "/", True),
        ("anybot", "/a.gif", False),
        ("anybot", "/a.gif?size=1", True),
        ("anybot", "/example/page.html", False),
        ("anybot", "/publications/", True),
        ("foobot", "/", False),
        ("foobot", "/example/page.html", True),
        ("FooBot", "/example/allowed.gif", True),
        ("barbot", "/example/page.html", False),
        ("bazbot", "/example/page.html", False),
        ("bazbot", "/a.gif", True),
        ("quxbot", "/example/", True),
        ("foobot", "/robots.txt", True),
    ],
)
def test_the_example_of_the_rfc(agent: str, path: str, is_open: bool) -> None:
    assert is_allowed(EXAMPLE, agent, path) == is_open


@pytest.mark.parametrize(
    "rules, path, is_open",
    [
        ("Disallow: /foo/bar", "/foo/bar", False),
        ("Disallow: /foo/bar?baz=https://a.b", "/foo/bar?baz=https://a.b", False),
        ("Disallow: /foo/bar/ツ", "/foo/bar/%E3%83%84", False),
        ("Disallow: /foo/bar/%E3%83%84", "/foo/bar/%e3%83%84", False),
        ("Disallow: /foo/bar/%62%61%7A", "/foo/bar/baz", False),
        ("Disallow: /a%3Cb", "/a%3cb", False),
        ("Disallow: /example/page/\nAllow: /example/page/disallowed.gif", "/example/page/disallowed.gif", True),
        ("Disallow: /same\nAllow: /same", "/same", True),
        ("Disallow: /*/private*.html$", "/a/private-1.html", False),
        ("Disallow: /*/private*.html$", "/a/private-1.html5", True),
        ("Disallow: /exact$", "/exact", False),
        ("Disallow: /exact$", "/exactly", True),
        ("Disallow: *", "/anything", False),
        ("Disallow:", "/anything", True),
        ("disallow : /a # why not", "/abc", False),
        ("Crawl-delay: 10\nDisallow: /a", "/a", False),
        ("nonsense\n:::\nDisallow /a", "/a", True),
    ],
)
def test_rules_match_as_written(rules: str, path: str, is_open: bool) -> None:
    assert is_allowed(f"\ufeffUser-agent: *\r\n{rules}\n", "CausalFlow", path) == is_open


def test_groups_of_our_name_add_up_and_stand_for_all_others() -> None:
    robots = "User-agent: causalflow\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n\nUser-agent: CausalFlow/2.0\nDisallow: /b\n"
    assert [is_allowed(robots, "CausalFlow", path) for path in ("/a", "/b", "/c")] == [False, False, True]
    assert not is_allowed(robots, "another", "/c")


def test_rules_before_any_name_are_nobodys() -> None:
    assert is_allowed("Disallow: /\nUser-agent: *\nDisallow: /a", "CausalFlow", "/b")


def test_hostile_patterns_cost_little() -> None:
    robots = "User-agent: *\n" + f"Disallow: /{'a*' * 500}b$\n" * 500
    assert is_allowed(robots, "CausalFlow", "/" + "a" * 5_000)
    assert grows_within(
        8, lambda: is_allowed(robots, "CausalFlow", "/" + "a" * 1_250), lambda: is_allowed(robots, "CausalFlow", "/" + "a" * 5_000)
    )


@given(st.text(max_size=200), st.text(max_size=30))
def test_any_text_gives_an_answer(robots: str, path: str) -> None:
    assert is_allowed(f"User-agent: *\n{robots}", "CausalFlow", f"/{path}") in (True, False)
