"""A hundred claims of our own beside pages in the other language, half of them wrong in one slot: whether a page carries the claim.

They were written before the code. Every other one by its hash is the test half, whose misses are counted and never printed.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from verification.core.claims.beside import Beside
from verification.core.claims.claims import read_claim
from verification.core.claims.passages import DocumentsReading, SourceText

_TABLE = Path(__file__).parent / "cross_language.tsv"


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim, a page that says it and one that is wrong in ``slot``."""

    slot: str
    claim: str
    says: str
    says_otherwise: str


def halves() -> tuple[list[Pair], list[Pair]]:
    """The pairs to learn from and those to test on, dealt out in turn by the hash of the claim."""
    with _TABLE.open(encoding="utf-8") as lines:
        pairs = [Pair(**row) for row in csv.DictReader(lines, delimiter="\t")]
    ordered = sorted(pairs, key=lambda pair: sha256(pair.claim.encode()).hexdigest())
    return ordered[::2], ordered[1::2]


def is_carried(claim: str, page: str) -> bool:
    """Whether the page carries the claim across the languages."""
    return Beside(DocumentsReading(read_claim(claim), (SourceText(page),))).features["is_carried_across"] == 1


def crossing_lines() -> Iterator[str]:
    """Both halves, in Markdown."""
    yield "| across languages | pages that say it: carried | pages that say otherwise: carried |"
    yield "|---|---|---|"
    for name, pairs in zip(("learn", "test"), halves(), strict=True):
        right = sum(is_carried(pair.claim, pair.says) for pair in pairs)
        wrong = sum(is_carried(pair.claim, pair.says_otherwise) for pair in pairs)
        yield f"| {name} | {right} of {len(pairs)} | {wrong} of {len(pairs)} |"
