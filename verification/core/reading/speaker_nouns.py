"""The nouns that say what kind of speaker somebody is, read once from ``data/speakers.tsv``."""

import re
from functools import cache

from verification.core.language.tables import read_rows
from verification.core.language.word_tables import words
from verification.core.reading.statement import Speaker

# A paper that measures or rules is no anonymous person: "a letter said", "a judge said".
_DOCUMENTS = words(
    "letter document memo notice bill law chart index gauge prospectus circular transcript ruling judgment judgement contract label invoice"
)


def kind_of(words: str, language: str) -> Speaker | None:
    """The kind of the last noun of ``words`` that names a speaker; None where there is none."""
    found = [*_nouns(language).finditer(words)]
    return _speakers(language)[found[-1].group().lower()] if found else None


def is_speaker(words: str) -> bool:
    """Whether ``words`` name an office, a party, an outlet, an expert or a document, which vouch for what they say."""
    language = "en" if words.isascii() else "zh"
    if language == "en" and (words in _DOCUMENTS or words not in _speakers(language)):
        return words in _DOCUMENTS
    return kind_of(words, language) not in {None, Speaker.ANONYMOUS}


def speaker_spans(text: str, language: str) -> list[tuple[int, int]]:
    """Where the nouns of speakers stand in ``text``."""
    return [found.span() for found in _nouns(language).finditer(text)]


@cache
def _speakers(language: str) -> dict[str, Speaker]:
    rows = read_rows("reading", "speakers")
    return {words: Speaker(speaker) for words, row_language, speaker, _reason in rows if row_language == language}


@cache
def _nouns(language: str) -> re.Pattern[str]:
    words = "|".join(re.escape(words) for words in sorted(_speakers(language), key=len, reverse=True))
    return re.compile(words if language == "zh" else rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)
