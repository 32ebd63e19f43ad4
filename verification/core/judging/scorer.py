"""The fitted judge of figures: its forests, the bars they are held to, and the file they come from (``make fit`` writes it).

One forest weighs a figure by its own page, another also by what the other pages say.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log
from typing import Any, NamedTuple

from verification.core.fitted.files import FittedFile
from verification.core.fitted.forest import PLACES, Forest, parse_forest
from verification.core.judging.rival_features import FigurePage, across_pages
from verification.core.reading.frames.labels import Asking

FORMAT = 2
FILE = FittedFile("verification.core.judging", "judge", FORMAT, "make fit")


@dataclass(frozen=True, slots=True)
class Bars:
    """The probabilities from which a figure counts, fitted out of fold.

    ``trusted``: one trusted page decides; ``vote``: a page votes beside what others say, where its own words alone reach ``own``, for
    pages that make one mistake agree too; ``doubt``: another value on a trusted page withholds green, and ``doubt_shared`` where a second
    trusted publisher states the value too; ``sure``: a figure counts though its slots seem to clash.
    """

    trusted: float
    vote: float
    own: float
    doubt: float
    doubt_shared: float
    sure: float


class Chance(NamedTuple):
    """The probability of a figure to be the answer, 0 to 1: by its own page ``alone``, and ``together`` with what others say."""

    alone: float
    together: float

    @classmethod
    def pooled(cls, alone: float, beside: float) -> "Chance":
        """The chance by both forests: ``together`` is the mean of their log-odds, of which the one that knows the others has two thirds.

        The two err in different places, so that their mean moves less than either when the data change (Genest and Zidek 1986).
        """
        log_odds = (_log_odds(alone) + 2 * _log_odds(beside)) / 3
        return cls(alone, round(1 / (1 + exp(-log_odds)), PLACES))


_LEAST = 0.0001


def _log_odds(chance: float) -> float:
    kept = min(max(chance, _LEAST), 1 - _LEAST)
    return log(kept / (1 - kept))


# What was never weighed passes no bar.
UNWEIGHED = Bars(2.0, 2.0, 2.0, 2.0, 2.0, 2.0)
# A publisher stands for a value whose figure more likely answers than not.
LIKELY = 0.5


@dataclass(frozen=True, slots=True)
class Scorer:
    """Two forests for one way of asking, and their bars."""

    alone: Forest
    together: Forest
    bars: Bars

    def chances(self, pages: Sequence[FigurePage]) -> list[list[Chance]]:
        """The chances of each figure of each page."""
        alone = [[self.alone.probability(figure.features) for figure in page.figures] for page in pages]
        across = across_pages(pages, alone)
        return [
            [
                Chance.pooled(own, self.together.probability({**figure.features, **told}))
                for figure, own, told in zip(page.figures, owns, telling, strict=True)
            ]
            for page, owns, telling in zip(pages, alone, across, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Judge:
    """What ``make fit`` found: names and questions are weighed apart from sentences with a blank, whose words tell more.

    ``data`` is the digest of what it was fitted on.
    """

    names: Scorer
    sentences: Scorer
    data: str

    def scorer_of(self, asking: Asking) -> Scorer:
        return self.sentences if asking == Asking.SENTENCE else self.names


@cache
def shipped_judge() -> Judge:
    """The judge that is shipped. ``FittedFileError`` where its file can't be trusted."""
    return parse_judge(*FILE.read())


def parse_judge(content: bytes, digest: str) -> Judge:
    """The judge of a fitted file. ``FittedFileError`` where it is not the one of ``digest``."""
    shape = FILE.parse(content, digest)
    return Judge(_parse_scorer(shape["names"]), _parse_scorer(shape["sentences"]), shape["data"])


def _parse_scorer(shape: dict[str, Any]) -> Scorer:
    return Scorer(parse_forest(shape["alone"]), parse_forest(shape["together"]), Bars(**shape["bars"]))
