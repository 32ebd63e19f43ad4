"""How common a word is in general language."""

from functools import cache

from verification.core.language.tables import read_rows

LEAST = 3.5  # the table ends here: about three words in a million


@cache
def _table(lang: str) -> dict[str, float]:
    return {word: float(zipf) for word, zipf in read_rows("language", f"frequency_{lang}")}


def zipf(word: str, lang: str) -> float:
    """The decimal logarithm of how often ``word`` comes in a thousand million words of ``lang`` ("en", in lower case, or "zh", simplified).

    7.7 for "the", 5.0 for a word of everyday news, 0.0 for one that is rarer than ``LEAST``.
    """
    return _table(lang).get(word, 0.0)
