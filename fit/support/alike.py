"""Pages beside a claim that is so and one that differs from it in one thing: of half the pages both are learnt from, of the others there
are counts alone."""

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from fit.support.cases import Case
from verification.core.claims.judging import judge
from verification.core.claims.passages import SourceText
from verification.core.claims.reasons import SupportStatus

_TABLE = Path(__file__).with_name("alike.tsv")


class Alike(NamedTuple):
    """One row. ``claim`` is so by ``text``, ``altered`` is not; ``wording``: ``near`` in the page's words, or ``reworded``;
    ``is_open``: both claims may be looked at and are learnt from."""

    lang: str
    differs: str
    wording: str
    text: str
    claim: str
    altered: str
    is_open: bool


def read_alike() -> Iterator[Alike]:
    """The rows in the order of the table."""
    for line in _TABLE.read_text(encoding="utf-8").split("\n"):
        if line and not line.startswith("#"):
            lang, differs, wording, text, claim, altered = line.split("\t")
            yield Alike(lang, differs, wording, text, claim, altered, int(sha256(text.encode()).hexdigest(), 16) % 2 == 0)


def alike_cases() -> Iterator[Case]:
    """Both claims of the rows that are learnt from, beside their page."""
    for number, row in enumerate(read_alike()):
        if row.is_open:
            documents, group = (SourceText(row.text),), f"alike/{number}"
            yield Case("alike", f"{group}/own", group, row.claim, documents, True, False)
            yield Case("alike", f"{group}/altered", group, row.altered, documents, False, False)


def alike_lines(rows: Iterable[Alike]) -> Iterator[str]:
    """What becomes of both claims by half and language, then by what differs; then those of the open half that are wrongly verified."""
    judged = [(row, _status(row.claim, row.text), _status(row.altered, row.text)) for row in rows]
    halves: Counter[tuple[str, str]] = Counter()
    kinds: Counter[tuple[str, str]] = Counter()
    for row, own, altered in judged:
        half = "open" if row.is_open else "counted"
        for group, counts in ((f"{half} {row.lang} {row.wording}", halves), (f"{half} {row.differs}", kinds)):
            counts[group, "rows"] += 1
            counts[group, "own"] += own is SupportStatus.VERIFIED
            counts[group, "altered"] += altered is SupportStatus.VERIFIED
            counts[group, "refuted"] += altered is SupportStatus.MISINFORMATION
    for counts in (halves, kinds):
        for group in sorted({group for group, _ in counts}):
            told = f"{counts[group, 'own']} true and {counts[group, 'altered']} altered claims verified"
            yield f"{group}, {counts[group, 'rows']} rows: {told}, {counts[group, 'refuted']} altered refuted"
    for row, _, altered in judged:
        if row.is_open and altered is SupportStatus.VERIFIED:
            yield f"{row.differs}: {row.altered} | {row.text}"


def _status(claim: str, text: str) -> SupportStatus:
    return judge(claim, [SourceText(text)]).status
