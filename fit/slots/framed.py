"""Texts that disown what they say from outside its sentence, beside twins that assert: ``python -m fit.slots.framed [--misses]``.

Pairs are dealt by hash into a half to learn from, whose misses ``--misses`` prints, and one of which counts alone are printed.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from fit.slots.gold import FOLDER, LANGUAGES
from verification.core.reading.status.statuses import StatusReader

_ASSERTED = "asserted"


class Framed(NamedTuple):
    """A text, and what it makes of the figure or predicate at ``start``..``end``. ``is_counted``: its misses are never shown."""

    lang: str
    kind: str
    status: str
    title: str
    text: str
    start: int
    end: int
    is_counted: bool

    def read(self) -> str:
        """The status that the reader gives."""
        return StatusReader(self.text, title=self.title).status_at(self.start, self.end).status


def read_framed() -> Iterator[Framed]:
    """Every row in the order of the table; a pair stands in one half."""
    lines = (FOLDER / "status_frames.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")][1:]
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        is_counted = sha256("|".join(first[3:]).encode()).digest()[0] % 2 == 1
        for lang, kind, status, title, marked in (first, second):
            start, end = marked.index("{"), marked.index("}") - 1
            text = marked.replace("{", "", 1).replace("}", "", 1)
            # A line's end is written out, and is one sign shorter than that.
            before = text[:start].count("\\n")
            yield Framed(lang, kind, status, title, text.replace("\\n", "\n"), start - before, end - before, is_counted)


def framed_lines(*, shows_misses: bool = False) -> Iterator[str]:
    """Counts by language and half, then the misses of the half to learn from."""
    read = [(row, row.read()) for row in read_framed()]
    counts = Counter[tuple[str, bool, str]]()
    for row, status in read:
        disowned, is_asserted = row.status != _ASSERTED, status == _ASSERTED
        counts[row.lang, row.is_counted, "disowned" if disowned else "asserted"] += 1
        counts[row.lang, row.is_counted, "false" if disowned else "true"] += is_asserted
        counts[row.lang, row.is_counted, "exact"] += disowned and status == row.status
    for lang in LANGUAGES:
        for is_counted in (False, True):
            of = {name: counts[lang, is_counted, name] for name in ("disowned", "asserted", "false", "true", "exact")}
            yield (
                f"frames {lang} {'counted' if is_counted else 'learn':7} false asserted {of['false']:3} of {of['disowned']}   "
                f"true asserted {of['true']:3} of {of['asserted']}   status right of the disowned {of['exact']:3}"
            )
    for row, status in read if shows_misses else ():
        if not row.is_counted and status != row.status:
            marked = f"{row.text[: row.start]}{{{row.text[row.start : row.end]}}}{row.text[row.end :]}"
            yield f"{row.lang} {row.kind}: {status}, gold {row.status} | {row.title} | {marked}".replace("\n", " / ")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--misses", action="store_true", help="print what is misread of the half to learn from")
    sys.stdout.write("\n".join(framed_lines(shows_misses=options.parse_args().misses)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
