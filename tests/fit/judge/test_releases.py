"""Pages of those who make figures: they are read as the product reads a page, half of them are counted alone, and a value is one number."""

from collections import Counter

import pytest

from fit.judge.releases import FOLDER, RELEASES, learnt_releases, parse_releases, release_cases

CASES = list(release_cases())


def test_every_page_is_read_and_each_half_has_right_names_and_look_alikes() -> None:
    uses = Counter(case.scenario for case in CASES)
    expected = {
        f"{RELEASES}_{lang}, {half}, {use}" for lang in ("en", "zh") for half in ("read", "counted") for use in ("own", "look-alike")
    }
    assert uses.keys() == expected
    assert min(uses.values()) > sum(uses.values()) / 16
    assert [case.key for case in CASES if not case.pages[0].content or not case.pages[0].title] == []
    assert len({case.key for case in CASES}) == len(CASES)


def test_a_page_is_of_one_half_and_look_alikes_have_no_answer() -> None:
    halves = {}
    for case in CASES:
        halves.setdefault(case.pages[0].url, set()).add(case.scenario.split(", ")[1])
    assert [url for url, found in halves.items() if len(found) > 1] == []
    assert [case.key for case in CASES if bool(case.right) != case.scenario.endswith("own")] == []


def test_no_page_that_is_counted_is_learnt_from() -> None:
    learnt = [one for path in sorted(FOLDER.glob("learnt_*.txt")) for one in parse_releases(path.read_text(encoding="utf-8"))]
    urls = [one.url for one in learnt]
    assert len(set(urls)) == len(urls) > 500
    assert set(urls).isdisjoint(case.pages[0].url for case in CASES)
    values = Counter(value for one in learnt for _, _, _, value in one.names)
    assert 0.35 < values["-"] / values.total() < 0.5


def test_what_is_learnt_from_stays_with_its_publisher() -> None:
    case = next(learnt_releases())
    assert (case.source, case.group) == (RELEASES, f"{RELEASES}/{case.trust.whitelist[0]}")


def test_values_are_plain_numbers() -> None:
    names = "? A sales ; currency ; USD = 1.5e9\n? B sales ; currency ;  = -\n"
    (release,) = parse_releases(f"=== https://a.example/b | 2026-11-09 | A title\n<p>Sales were $1.5 billion.</p>\n{names}")
    assert release.names == (("A sales", "currency", "USD", "1.5e9"), ("B sales", "currency", "", "-"))
    assert (release.url, release.title, release.markup) == ("https://a.example/b", "A title", "<p>Sales were $1.5 billion.</p>")
    assert {text for case in CASES for text in case.right if "e" in text} == set()


@pytest.mark.parametrize("text", ["=== no address\n? A ; percent ; % = 1", "=== https://a.example/ | 2026-11-09 | A\n? A percent = 1"])
def test_a_line_that_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        list(parse_releases(text))
