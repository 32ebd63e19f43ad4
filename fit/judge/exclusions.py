"""What no likeness outweighs: the table of exclusions. Each has its record (``make record``) and leaves it when it errs too often.

An exclusion that fires on more than two right figures in a hundred of the open data is a feature and stands in no row here.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from verification.core.reasons import WhyCode

Features = Mapping[str, float]
# Of the question's words, by what they tell.
_MOSTLY = 0.7
_HALF = 0.5


class Exclusion(NamedTuple):
    """``fires`` is given the first code that the comparison found, and the features of the figure."""

    name: str
    code: WhyCode
    fires: Callable[[WhyCode | None, Features], bool]


def _is_of_other_period(code: WhyCode | None, features: Features) -> bool:
    """A sentence with a blank is held to its own words, which a page may put into another time of telling; a name has nothing else."""
    return not features["asks_sentence"] and code == WhyCode.OTHER_PERIOD


def _is_denied(code: WhyCode | None, features: Features) -> bool:
    return not features["asks_sentence"] and code == WhyCode.DENIED


def _is_foreseen(code: WhyCode | None, features: Features) -> bool:
    return not features["asks_sentence"] and code == WhyCode.FORECAST


def _is_other_subject(_: WhyCode | None, features: Features) -> bool:
    """Of a name or question: the statement has another subject, and the rarest word of the one asked for stands nowhere about it.

    Sentences with a blank tell their subject in many words, of which a page that says the same uses others.
    """
    return not features["asks_sentence"] and features["differs_other_subject"] == 1 and features["rarest_0"] == 0


def _is_rival(_: WhyCode | None, features: Features) -> bool:
    """Of a name or question: the statement and the names up to the title are another subject's, and the one asked for stands not beside."""
    is_other = features["differs_other_subject"] == 1 and features["chain_rival"] == 1
    return not features["asks_sentence"] and is_other and features["name_own"] < _HALF


def _is_other_measure(_: WhyCode | None, features: Features) -> bool:
    """Of a name or question: the statement has another measure, and words of the one asked for stand nowhere about it."""
    return not features["asks_sentence"] and features["differs_other_measure"] == 1 and features["whole_anywhere"] < _MOSTLY


EXCLUSIONS = (
    Exclusion("other period than a name's", WhyCode.OTHER_PERIOD, _is_of_other_period),
    Exclusion("denied, of a name", WhyCode.DENIED, _is_denied),
    Exclusion("foreseen, of a name", WhyCode.FORECAST, _is_foreseen),
    Exclusion("other country, company or thing", WhyCode.OTHER_SUBJECT, lambda _, found: found["other_identity"] == 1),
    Exclusion("other subject, the asked one nowhere", WhyCode.OTHER_SUBJECT, _is_other_subject),
    Exclusion("other subject, by statement and names", WhyCode.OTHER_SUBJECT, _is_rival),
    Exclusion("other measure, the asked one nowhere", WhyCode.OTHER_MEASURE, _is_other_measure),
    Exclusion("on another basis", WhyCode.OTHER_MEASURE, lambda _, found: found["differs_other_basis"] == 1),
    Exclusion("opposite move", WhyCode.OTHER_MEASURE, lambda _, found: found["direction_clashes"] == 1),
)


def exclusion_of(code: WhyCode | None, features: Features) -> WhyCode | None:
    """The code of the first exclusion that fires; None where the scorer decides."""
    return next((one.code for one in EXCLUSIONS if one.fires(code, features)), None)
