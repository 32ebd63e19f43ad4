"""How common words are (wordfreq), and the lemmas of English ones (simplemma; WordNet for irregular verbs)."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from math import log10

import simplemma
from wordfreq import get_frequency_dict

from fit import wordnet
from fit.tables import Table, distinct

SOURCE = f"wordfreq {version('wordfreq')}, list `large`"
LICENCE = "CC-BY-SA-4.0"
LEMMAS = f"simplemma {version('simplemma')}, lemmatisation lists of M. Mechura and others"
COMMON = 3.5  # Zipf: three and a half in a million
KNOWN = 3.0
# Of irregular forms also what is rarer, for no rule tells their verb: shrank, totalled.
RARE = 2.5
_ENGLISH = re.compile(r"[a-z]+(?:['-][a-z]+)*")
_CHINESE = re.compile(r"[\u4e00-\u9fff]+")


@cache
def zipf(lang: str) -> dict[str, float]:
    """The words of ``lang`` with the decimal logarithm of how often they come in 1,000,000,000, to two places."""
    written = _ENGLISH if lang == "en" else _CHINESE
    return {word: round(log10(share) + 9, 2) for word, share in get_frequency_dict(lang, "large").items() if written.fullmatch(word)}


def frequencies() -> list[Table]:
    return [_frequency("en"), _frequency("zh")]


def _frequency(lang: str) -> Table:
    rows = sorted((-value, word) for word, value in zipf(lang).items() if value >= COMMON)
    named = tuple((word, f"{-value:.2f}") for value, word in rows)
    return Table("language", f"frequency_{lang}", ("word", "zipf"), (SOURCE,), LICENCE, named)


def _lemmas() -> Iterator[tuple[str, str]]:
    irregular = wordnet.irregular_verbs()
    for word, value in zipf("en").items():
        if value < (RARE if word in irregular else KNOWN) or not word.isalpha():
            continue
        lemma = simplemma.lemmatize(word, lang="en").lower()
        if lemma == word and zipf("en").get(irregular.get(word, ""), 0) >= COMMON:
            lemma = irregular[word]  # rose, felt, left: nouns and adjectives too, and forms of a verb
        if lemma != word and wordnet.knows(lemma):  # no pronouns: us is the United States at least as often as we
            yield word, lemma


def lemmas() -> Table:
    licence = "ODbL-1.0 AND CC-BY-SA-4.0 AND LicenseRef-WordNet-3.0"
    return Table("language", "lemmas_en", ("word", "lemma"), (LEMMAS, wordnet.SOURCE, SOURCE), licence, distinct(_lemmas()))
