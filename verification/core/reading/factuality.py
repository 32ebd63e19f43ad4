"""How likely the words about a figure or an act assert it of its own time: linear models over the runs of ``wording``.

``make fit`` writes the model of figures, ``make fit-support`` those of acts.
"""

from dataclasses import dataclass
from functools import cache

from verification.core.fitted.files import FittedFile
from verification.core.fitted.runs import RunModel, parse_run_model

FORMAT = 2
FIGURES_FILE = FittedFile("verification.core.reading", "figure_factuality", FORMAT, "make fit")
ACTS_FILE = FittedFile("verification.core.reading", "act_factuality", FORMAT, "make fit-support")
# The chance where no words tell.
UNKNOWN = 0.5


@dataclass(frozen=True, slots=True)
class ActModels:
    """The chance that an act is ``told`` as a fact, and that it is ``denied``."""

    told: RunModel
    denied: RunModel


@cache
def figure_model() -> RunModel:
    """The chance that a figure is asserted. ``FittedFileError`` where its file can't be trusted."""
    return parse_figure_model(*FIGURES_FILE.read())


@cache
def act_models() -> ActModels:
    """``FittedFileError`` where their file can't be trusted."""
    return parse_act_models(*ACTS_FILE.read())


def parse_figure_model(content: bytes, digest: str) -> RunModel:
    """The model of a fitted file. ``FittedFileError`` where it is not the one of ``digest``."""
    return parse_run_model(FIGURES_FILE.parse(content, digest)["figures"])


def parse_act_models(content: bytes, digest: str) -> ActModels:
    """The models of a fitted file. ``FittedFileError`` where it is not the one of ``digest``."""
    shape = ACTS_FILE.parse(content, digest)
    return ActModels(parse_run_model(shape["told"]), parse_run_model(shape["denied"]))
