"""Every case read by the engine's own code: its features, and the most that the exclusions leave of its probability."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import Pool

from fit.support.cases import Case
from verification.core.claims.beside import Beside
from verification.core.claims.claims import read_claim
from verification.core.claims.exclusions import EXCLUSIONS, bounded
from verification.core.claims.passages import DocumentsReading
from verification.core.fitted.runs import buckets_of

_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class ReadClaim:
    """``bound`` is 1 where nothing is excluded; ``excluded`` names what is; ``runs`` are the buckets of the words about its act, or its
    figure where ``is_of_figure``."""

    case: Case
    features: dict[str, float]
    bound: float
    excluded: tuple[str, ...]
    runs: tuple[int, ...]
    is_of_figure: bool


def read_all(cases: Sequence[Case]) -> list[ReadClaim]:
    """The cases with anything to read, in their order; by as many processes as there are processors."""
    with Pool(os.cpu_count()) as pool:
        return [one for one in pool.map(_read, cases, chunksize=_AT_ONCE) if one is not None]


def _read(case: Case) -> ReadClaim | None:
    reading = DocumentsReading(read_claim(case.claim), case.documents)
    if not reading.lines or not (reading.claim.weights or reading.claim.figures):
        return None
    beside = Beside(reading)
    excluded = tuple(name for name, (holds, _) in EXCLUSIONS.items() if holds(beside))
    told = beside.standings.best
    runs = buckets_of(told.standing.wording) if told else ()
    is_of_figure = told is not None and told.standing.is_figure
    return ReadClaim(case, dict(beside.features), bounded(1.0, beside), excluded, tuple(sorted(runs)), is_of_figure)
