"""How likely the words about a figure or an act assert it of its own time: linear models over the runs of ``wording``.

``make fit`` writes the models of figures, ``make fit-support`` those of claims, which learn from none of the other's cases: each is told
what it is worth out of fold.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from verification.core.fitted.files import FittedFile
from verification.core.fitted.runs import RunModel, buckets_of, parse_run_model

FIGURES_FILE = FittedFile("verification.core.reading", "figure_factuality", 3, "make fit")
CLAIMS_FILE = FittedFile("verification.core.reading", "claim_factuality", 1, "make fit-support")
# The chance where no words tell.
UNKNOWN = 0.5


@dataclass(frozen=True, slots=True)
class FigureModels:
    """The chance that a figure is ``told`` as its measure's own, by ways to tell one that hands have written; and the same ``in_news``, by
    what real papers assert too, whose words are more."""

    told: RunModel
    in_news: RunModel

    def chances(self, runs: Sequence[str]) -> tuple[float, float]:
        """Both; ``UNKNOWN`` where there are no runs."""
        buckets = buckets_of(runs)
        return (self.told.chance_of(buckets), self.in_news.chance_of(buckets)) if buckets else (UNKNOWN, UNKNOWN)


@dataclass(frozen=True, slots=True)
class ClaimModels:
    """Of what a claim claims: the chance that an act is ``told`` as a fact and that it is ``denied``, and that a ``figure`` is told."""

    told: RunModel
    denied: RunModel
    figure: RunModel


@cache
def figure_models() -> FigureModels:
    """``FittedFileError`` where their file can't be trusted."""
    return parse_figure_models(*FIGURES_FILE.read())


@cache
def claim_models() -> ClaimModels:
    """``FittedFileError`` where their file can't be trusted."""
    return parse_claim_models(*CLAIMS_FILE.read())


def parse_figure_models(content: bytes, digest: str) -> FigureModels:
    """The models of a fitted file. ``FittedFileError`` where it is not the one of ``digest``."""
    shape = FIGURES_FILE.parse(content, digest)
    return FigureModels(parse_run_model(shape["told"]), parse_run_model(shape["in_news"]))


def parse_claim_models(content: bytes, digest: str) -> ClaimModels:
    """The models of a fitted file. ``FittedFileError`` where it is not the one of ``digest``."""
    shape = CLAIMS_FILE.parse(content, digest)
    return ClaimModels(*(parse_run_model(shape[name]) for name in ("told", "denied", "figure")))
