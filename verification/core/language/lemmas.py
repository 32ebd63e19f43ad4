"""The form under which a dictionary has an English word."""

from functools import cache

from verification.core.language.tables import read_rows


@cache
def _table() -> dict[str, str]:
    return {form: base for form, base in read_rows("language", "lemmas_en")}  # noqa: C416 - a row is no pair by its type


def lemma(word: str) -> str:
    """The lemma of an English word in lower case: bought, buy; layoffs, layoff. The word itself where it is one, or is not known.

    A form that is also a word of its own takes the verb: rose, rise.
    """
    return _table().get(word, word)
