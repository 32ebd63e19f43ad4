"""What calls a figure planned: the rows of ``data/plan_words.tsv``."""

import re
from functools import cache, lru_cache

from verification.core.language.tables import read_rows


@lru_cache(maxsize=8192)
def heads_plan(head: str) -> bool:
    """Whether a head calls its column planned: a budget, target or outlook."""
    return _words("any").search(head) is not None


def foresees(sentence: str) -> bool:
    """Whether a sentence speaks of something planned or expected."""
    return heads_plan(sentence) or _words("sentence").search(sentence) is not None


@cache
def _words(where: str) -> re.Pattern[str]:
    rows = [row for row in read_rows("tables", "plan_words") if row[2] == where]
    return re.compile("|".join(rf"\b(?:{row[0]})\b" if row[1] == "en" else row[0] for row in rows), re.IGNORECASE)
