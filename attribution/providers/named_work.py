"""A scholarly work as the agency that registered its DOI describes it."""

import re
from dataclasses import dataclass

from verification.core.patterns import lazy_regex

MAX_TITLE = 500
_RETRACTED_TITLE = lazy_regex(r"\s{0,3}\W?(?:retracted|withdrawn)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NamedWork:
    """``has_concern``: its publisher warns of it (an "expression of concern") and has not decided."""

    title: str
    is_retracted: bool = False
    has_concern: bool = False


def is_retracted_title(title: str) -> bool:
    """Whether a title begins by saying so, as publishers write over a retracted work."""
    return bool(_RETRACTED_TITLE.match(title))
