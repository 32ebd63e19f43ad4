"""Tables and progress on a terminal."""

from io import StringIO

import pytest

from verification.management.tables import ProgressBar, clip, count_cells, format_table


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("text", "cells"), [("", 0), ("abc", 3), ("利率", 4), ("4.109万亿元", 11), ("ｅ％", 4), ("e\u0301", 1), ("a\u200bb", 2), ("—·…", 3)]
)
def test_count_cells_of_wide_and_combining_characters(text: str, cells: int) -> None:
    assert count_cells(text) == cells


def test_table_aligns_chinese_and_latin_columns() -> None:
    table = format_table(
        ("Node", "Value", "s"), [("美联储利率", "3.50%–3.75%", "0.1"), ("cpi", "4.109万亿元", "12.0")], right=frozenset({2})
    )
    assert table.split("\n") == [
        "Node        Value           s",
        "──────────  ───────────  ────",
        "美联储利率  3.50%–3.75%   0.1",
        "cpi         4.109万亿元  12.0",
    ]


def test_table_without_rows_is_its_header() -> None:
    assert format_table(("a", "bc"), []) == "a  bc\n─  ──"


def test_clip_keeps_one_line_and_no_control_characters() -> None:
    assert clip("one\ntwo\x1b[31m", 20) == "one two[31m"
    assert clip("美联储利率上限", 7) == "美联储…"
    assert clip("short", 5) == "short"


def test_progress_in_a_log_writes_a_line_at_each_quarter() -> None:
    log = StringIO()
    progress = ProgressBar(10, stream=log)
    for _step in range(10):
        progress.advance("node")
    progress.close()
    assert log.getvalue() == "3/10 verified\n5/10 verified\n8/10 verified\n10/10 verified\n"


def test_progress_on_a_terminal_fills_one_line_and_clears_it() -> None:
    screen = Terminal()
    progress = ProgressBar(2, stream=screen)
    progress.advance("first")
    progress.advance("second")
    progress.close()
    assert screen.getvalue() == "".join(
        [
            "\r\x1b[K" + "█" * 15 + "·" * 15 + " 1/2 first",
            "\r\x1b[K" + "█" * 30 + " 2/2 second",
            "\r\x1b[K",
        ]
    )
