"""Sentences that judge the one before them by their whole shape and not by a word: "Wrong.", "That was ten years ago."."""

import re
from functools import cache

from verification.core.language.tables import read_rows
from verification.core.reading.statement import Status

# What is longer says more than that.
_LONGEST = 160


def judged_outright(sentence: str, *, is_chinese: bool) -> Status | None:
    """What a sentence makes of the one before it; None where it says nothing of it."""
    told = sentence.strip()
    if not told or len(told) > _LONGEST:
        return None
    return next((status for status, pattern in _patterns("zh" if is_chinese else "en") if pattern.match(told)), None)


@cache
def _patterns(language: str) -> tuple[tuple[Status, re.Pattern[str]], ...]:
    rows = read_rows("reading", "outright")
    return tuple((Status(status), re.compile(pattern, re.IGNORECASE)) for pattern, lang, status, _, _ in rows if lang == language)
