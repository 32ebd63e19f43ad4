"""Whether a word is one of every day, which names nobody by itself."""

from functools import cache

from verification.core.language.frequency import LEAST, zipf
from verification.core.language.tables import read_rows


@cache
def _table(name: str) -> frozenset[str]:
    return frozenset(word for (word,) in read_rows("language", name))


def is_everyday(word: str, lang: str) -> bool:
    """Whether dictionaries have ``word`` ("en", in lower case, or "zh", simplified) as no name: 重挫, "ledger"; "Clinton" is one."""
    if zipf(word, lang) >= LEAST:
        return lang == "zh" or word not in _table("names_en")
    return word in _table(f"everyday_{lang}")
