"""What a name asks for that is only foreseen: a forecast, a target, guidance."""

import re

from verification.core.reading.figure_slots import Span
from verification.core.subjects.known import find_known

_FORESEEN = re.compile(
    r"预期值?|[预預][测測]值?|[预預][计計]|[预預]告|[预預]估|目[标標](?![价價])|指引|前瞻|展望|一致预期|预增|预亏|拟|计划|有望|将(?=[\u4e00-\u9fff])|"
    r"\b(?:forecasts?|expected|expectations?|consensus|cons\.|guidance|guide|targets?|outlook|estimates?|projections?|projected|planned|plans?|proposed)\b",
    re.IGNORECASE,
)
# The target of a central bank is the rate that is in force.
_RATE_TARGET = re.compile(r"目标(?:区间|利率|范围)|target\s+range|(?:funds|rate)\s+target", re.IGNORECASE)


def foreseen_words(name: str) -> list[Span]:
    """The places of the words by which a name asks for what is foreseen; none where it asks for what is."""
    in_force = [found.span() for found in _RATE_TARGET.finditer(name)]
    in_force += [(one.start, one.end) for one in find_known(name, is_typed=True)]  # "|Target Corp| revenue"
    return [found.span() for found in _FORESEEN.finditer(name) if not any(start <= found.start() < end for start, end in in_force)]
