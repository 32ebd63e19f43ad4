"""Cells that a spreadsheet shows as they are and never runs."""

import re

# What spreadsheets take for the start of a formula, full-width forms included; a line break before it changes nothing.
_FORMULA = re.compile(r"[\s\x00]*[=+\-@＝＋－＠−\t\r\n]")
_NUMBER = re.compile(r"-?\d{1,60}(?:\.\d{1,60})?(?:\.\.-?\d{1,60}(?:\.\d{1,60})?)?%?")


def guard_cell(text: str) -> str:
    """``text``, with an apostrophe before it where a spreadsheet might run it. A plain number, a share in % or
    a range a..b stays what it is."""
    if _NUMBER.fullmatch(text):
        return text
    return "'" + text if _FORMULA.match(text) else text
