"""Acts told by hands that knew no reader: of every other claim the texts are learnt from, of the others there are counts alone."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from fit.support.cases import Case
from verification.core.claims.entailment import Entailment, judge_statement
from verification.core.claims.passages import SourceText
from verification.core.evidence import Page

_TABLE = Path(__file__).with_name("written.tsv")
_PUBLISHED = datetime(2026, 3, 18, tzinfo=UTC)


class Written(NamedTuple):
    """One row. ``says``: the text asserts the claim; ``is_open``: it may be looked at and is learnt from."""

    lang: str
    way: str
    says: bool
    claim: str
    text: str
    is_open: bool


def read_written() -> Iterator[Written]:
    """The rows in the order of the table."""
    for line in _TABLE.read_text(encoding="utf-8").split("\n"):
        if line and not line.startswith("#"):
            lang, way, says, claim, text = line.split("\t")
            yield Written(lang, way, says == "yes", claim, text, int(sha256(claim.encode()).hexdigest(), 16) % 2 == 0)


def written_cases() -> Iterator[Case]:
    """The rows that are learnt from, as claims beside their texts."""
    for number, row in enumerate(read_written()):
        if row.is_open:
            text = SourceText(row.text, f"({_PUBLISHED:%Y-%m-%d})")
            yield Case("written", f"written-{number}", f"written/{row.claim}", row.claim, (text,), row.says, False)


def is_green(row: Written) -> bool:
    """Whether the page of the row verifies its claim."""
    page = Page("https://harbour-ledger.example/written", "", row.text, _PUBLISHED)
    return judge_statement(row.claim, page).entailment is Entailment.ENTAILED


def written_lines(rows: Iterable[Written]) -> Iterator[str]:
    """Verified rows by half, language and whether the text says so; then what is wrong in the half that may be looked at."""
    judged = [(row, is_green(row)) for row in rows]
    counts = Counter((row.is_open, row.lang, row.says) for row, _ in judged)
    green = Counter((row.is_open, row.lang, row.says) for row, is_in in judged if is_in)
    for key in sorted(counts):
        is_open, lang, says = key
        yield f"{'open' if is_open else 'counted'} {lang} {'says so' if says else 'does not'}: {green[key]} of {counts[key]} verified"
    yield from (f"{row.way}: {row.claim} | {row.text}" for row, is_in in judged if row.is_open and is_in and not row.says)
