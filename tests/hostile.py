"""Hostile input: three canaries for every page and form, and the public rows where they lie beside the project.

What lets text out (the escaping of templates, cells of tables, feeds, links) is asked with every row there is; a page or a form that uses
it is asked with the canaries, each of which breaks out wherever something is let through. ``canaries_and`` asks it with the rows too, in
``make test-all``.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data" / "hostile"
# An element (out of double quotes and of the elements that hold plain text), an attribute (out of single quotes) with a template's tags
# and marks that turn the text around, and an address.
CANARIES = (
    '"></textarea></title><script>alert(1)</script><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)' autofocus='{{ 7|add:7 }}{% debug %}\u202egnp.exe\u2066",
    "javascript:alert(1)",
)
# What is no word at all where a number, a day or a code is expected.
MISFITS = ("\x00", "-1", "²", "99999999999999999999")


def hostile_rows(name: str) -> list[dict]:
    """Every row of a set; none on a machine without them."""
    path = SHARED / f"{name}.jsonl"
    lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
    return [json.loads(line) for line in lines if line]


def hostile_texts(*names: str) -> list[str]:
    return [str(row["text"]) for name in names for row in hostile_rows(name)]


def storable(text: str) -> str:
    """Lone surrogates can't be stored, so none can be shown."""
    return text.encode("utf-8", "replace").decode()


def canaries_and(rows: Sequence[str], *more: str) -> pytest.MarkDecorator:
    """Gives a test ``texts``: the canaries and ``more`` in every run, ``rows`` as well in a long one."""
    quick = pytest.param([*CANARIES, *more], id="canaries")
    return pytest.mark.parametrize("texts", [quick, pytest.param([*rows, *more], id="whole", marks=pytest.mark.long)])
