"""Titles of reports: what a line of Markdown or HTML says in plain words."""

import time

import pytest

from attribution.core.citations.plain_words import plain_words

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Consumer prices, says the [Bureau](https://www.bls.gov/cpi/).", "Consumer prices, says the Bureau."),
        ("## **Prices** in _May_", "Prices in _May_"),
        ("1. A first point [^1]", "A first point"),
        ("> quoted `code`", "quoted code"),
        ("Rates rose ([1]) in May, see https://bank.example/a_(b).", "Rates rose in May, see."),
        ("![Rates since 2020](https://a.example/r.png)", "Rates since 2020"),
        ("A <a href='https://a.example'>bank</a> said so", "A bank said so"),
        ("据[国家统计局](https://www.stats.gov.cn/)，物价上涨。", "据国家统计局，物价上涨。"),
        ("见 https://a.example/x 。", "见。"),
        ('[Link][ref] and [text](https://a.example "Title")', "Link and text"),
        ("https://a.example/only", ""),
        ("-----", ""),
        ("", ""),
        ("2 * 3 * 4 is 24", "2 * 3 * 4 is 24"),
        ("snake_case_name stays", "snake_case_name stays"),
    ],
)
def test_line_in_plain_words(line: str, expected: str) -> None:
    assert plain_words(line) == expected


@pytest.mark.parametrize("sign", ["[", "![", "(", "*", "`", "<a", "[a](", "https://", "[^"])
def test_hostile_lines_take_no_time(sign: str) -> None:
    began = time.process_time()
    plain_words(sign * 5_000)
    assert time.process_time() - began < 5
