"""By which words a name asks for what is foreseen (a forecast, a target, guidance) or for what was before."""

import re

from verification.core.patterns import lazy_regex
from verification.core.reading.figure_slots import Span
from verification.core.subjects.known import find_known

_FORESEEN = lazy_regex(
    r"预期值?|[预預][测測]值?|[预預][计計]|[预預]告|[预預]估|目[标標](?![价價])|指引|前瞻|展望|一致预期|预增|预亏|拟|计划|有望|将(?=[\u4e00-\u9fff])|"
    r"\b(?:forecasts?|expected|expectations?|consensus|cons\.|guidance|guide|targets?|outlook|estimates?|projections?|projected|planned|plans?|proposed)\b",
    re.IGNORECASE,
)
# The target of a central bank is the rate that is in force.
_RATE_TARGET = lazy_regex(r"目标(?:区间|利率|范围)|target\s+range|(?:funds|rate)\s+target", re.IGNORECASE)
# What was before the figure of now: 零售销售前值, "previous reading"; not the year before, of which a change is told as well.
_BEFORE = lazy_regex(
    r"前值|前次值|上次|上一次|上期(?!所|货)|此前|先前|原先|调整前|修订前|[加降]息前|"
    r"\b(?:previous|prior)\s(?!(?:year|quarter|month|week|day|session)\b)(?:[a-z]+\s){1,2}rates?\b|"
    r"\b(?:(?:previous|prior|earlier|former)\s(?:values?|readings?|figures?|rates?|prices?|levels?|estimates?|forecasts?|sizes?|amounts?|records?))\b",
    re.IGNORECASE,
)


def foreseen_words(name: str) -> list[Span]:
    """The places of the words by which a name asks for what is foreseen; none where it asks for what is."""
    in_force = [found.span() for found in _RATE_TARGET.finditer(name)]
    in_force += [(one.start, one.end) for one in find_known(name, is_typed=True)]  # "|Target Corp| revenue"
    return [found.span() for found in _FORESEEN.finditer(name) if not any(start <= found.start() < end for start, end in in_force)]


def before_words(name: str) -> list[Span]:
    """The places of the words by which a name asks for the figure before the one of now."""
    return [found.span() for found in _BEFORE.finditer(name)]
