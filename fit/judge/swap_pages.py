"""What generated cases share: their moment, hosts, tables, and the page that a sentence stands in."""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from verification.core.evidence import Page

GENERATED = "generated"
AS_OF = datetime(2026, 3, 20, tzinfo=UTC)
HOSTS = ("harbour-ledger.example", "plainview.example", "citydesk.example", "eastwire.example")
_PUBLISHED = datetime(2026, 3, 18, tzinfo=UTC)
_HERE = Path(__file__).parent
# How many pages bear the name of a column, which tells nothing.
_TITLED = 0.3


def read_table(name: str) -> Iterator[tuple[str, ...]]:
    """The rows of a table beside this file."""
    for line in (_HERE / f"{name}.tsv").read_text(encoding="utf-8").split("\n"):
        if line and not line.startswith("#"):
            yield tuple(line.split("\t"))


@cache
def _fillers(lang: str) -> Sequence[str]:
    return [text for its, use, text in read_table("swap_patterns") if (its, use) == (lang, "filler")]


def page_of(host: str, number: int, title: str, sentence: str, lang: str, source: random.Random, beside: str = "") -> Page:
    """A page with ``sentence`` between two that tell nothing, or one of them and ``beside``."""
    around = [text.format(v=source.randint(3, 90)) for text in source.sample(_fillers(lang), 2)]
    if beside:
        around[source.randrange(2)] = beside
    if not title and source.random() < _TITLED:
        title = "Markets today" if lang == "en" else "今日要闻"
    content = (" " if lang == "en" else "").join((around[0], sentence, around[1]))
    return Page(f"https://{host}/{number}", title, content, _PUBLISHED)
