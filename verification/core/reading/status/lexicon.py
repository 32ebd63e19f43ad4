"""The words that tell a status, read once from ``data/status_en.tsv`` and ``data/status_zh.tsv``.

One row is one cue: its words, what it makes of a proposition that was affirmed so far, what it makes of one that was negated so far
(the veridicality signature of complement-taking verbs: "fail to" is denied / asserted), and where it reaches.
"""

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from verification.core.language.tables import read_rows
from verification.core.reading.inflection import past_forms, present_forms

GAP = "…"
SENTENCE_START = "^"
_VERB, _AMBIGUOUS = "/v", "/w"


class Effect(StrEnum):
    """What a cue makes of what it reaches; the values of ``Status`` and five of its own.

    "announced" is confirmed by whoever makes it so.
    """

    ASSERTED = "asserted"
    CONFIRMED = "confirmed"
    ANNOUNCED = "announced"
    KEEP = "keep"
    HEARSAY = "hearsay"
    DENIED = "denied"
    ASKED = "asked"
    SUPPOSED = "supposed"
    FORESEEN = "foreseen"
    UNCONFIRMED = "unconfirmed"
    PAST = "past"
    CORRECTED = "corrected"
    OPINION = "opinion"
    FICTION = "fiction"


class Scope(StrEnum):
    """Where a cue reaches."""

    CLAUSE = "clause"
    WIDE = "wide"
    NOUN = "noun"
    SOURCE = "source"
    AROUND = "around"
    LEFT = "left"
    VERDICT = "verdict"
    NEXT = "next"
    HEAD = "head"
    POST = "post"
    SENTENCE = "sentence"
    IF = "if"
    ANTECEDENT = "antecedent"
    LABEL = "label"
    FIGURE = "figure"
    BEFORE = "before"
    COMPARE = "compare"
    COMPARED_NOUN = "comparenoun"
    OUTCOME = "outcome"
    CORRECTS = "corrects"
    BACK = "back"
    SPEECH_NOUN = "speechnoun"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Row:
    """One cue of the lists. ``needs_complement``: a noun too ("plans"), so a verb only before what a verb takes."""

    words: str
    effect: Effect
    under_negation: Effect
    scope: Scope
    needs_complement: bool = False


@dataclass(frozen=True, slots=True)
class Phrase:
    """The tokens of one spelling of a cue; ``GAP`` stands for up to five others."""

    tokens: tuple[str, ...]
    rows: tuple[Row, ...]
    is_initial: bool = False


class Begun(NamedTuple):
    """The phrases that begin with one word, the longest first: ``every`` one, those that may go on with each second word, and those that
    may go on with ``any`` other."""

    every: tuple[Phrase, ...]
    by_second: dict[str, tuple[Phrase, ...]]
    any: tuple[Phrase, ...]

    def before(self, word: str) -> tuple[Phrase, ...]:
        """The phrases that may go on with ``word``."""
        return self.by_second.get(word, self.any)


@cache
def english_phrases() -> dict[str, tuple[Phrase, ...]]:
    """Phrases by their first token, the longest first."""
    spelt: dict[tuple[tuple[str, ...], bool], list[Row]] = defaultdict(list)
    for row in _rows("en"):
        is_initial = row.words.startswith(SENTENCE_START)
        for tokens, needs in _spellings(row.words.removeprefix(SENTENCE_START)):
            spelt[tokens, is_initial].append(Row(row.words, row.effect, row.under_negation, row.scope, needs))
    by_first: dict[str, list[Phrase]] = defaultdict(list)
    for (tokens, is_initial), rows in spelt.items():
        by_first[tokens[0]].append(Phrase(tokens, tuple(rows), is_initial))
    return {
        first: tuple(sorted(found, key=lambda phrase: (-len(phrase.tokens), not phrase.is_initial))) for first, found in by_first.items()
    }


@cache
def english_beginnings() -> dict[str, Begun]:
    """The same phrases, parted by their second word too."""
    return {first: _begun(found) for first, found in english_phrases().items()}


def _begun(found: tuple[Phrase, ...]) -> Begun:
    told = {phrase.tokens[1] for phrase in found if len(phrase.tokens) > 1} - {GAP}
    any_word = tuple(phrase for phrase in found if len(phrase.tokens) == 1 or phrase.tokens[1] == GAP)
    by_second = {word: tuple(phrase for phrase in found if phrase in any_word or phrase.tokens[1] == word) for word in told}
    return Begun(found, by_second, any_word)


@cache
def chinese_phrases() -> dict[str, tuple[Phrase, ...]]:
    """Phrases by their first two letters (their one, if they have no more), the longest first; the one token of a phrase is its letters."""
    spelt: dict[str, list[Row]] = defaultdict(list)
    for row in _rows("zh"):
        spelt[row.words].append(row)
    by_first: dict[str, list[Phrase]] = defaultdict(list)
    for words, rows in spelt.items():
        by_first[words[:2]].append(Phrase((words,), tuple(rows)))
    return {first: tuple(sorted(found, key=lambda phrase: -len(phrase.tokens[0]))) for first, found in by_first.items()}


def _rows(language: str) -> list[Row]:
    return [
        Row(words, Effect(effect), Effect(under_negation), Scope(scope))
        for words, _language, effect, under_negation, scope, _reason in read_rows("reading", f"status_{language}")
    ]


def _spellings(words: str) -> list[tuple[tuple[str, ...], bool]]:
    first, *rest = words.split(" ")
    tail = tuple(rest)
    if first.endswith(_VERB):
        verb = first.removesuffix(_VERB)
        return [((form, *tail), False) for form in dict.fromkeys((*present_forms(verb), *past_forms(verb)))]
    if first.endswith(_AMBIGUOUS):
        verb = first.removesuffix(_AMBIGUOUS)
        present = present_forms(verb)
        past = [form for form in dict.fromkeys(past_forms(verb)) if form not in present]
        return [((form, *tail), True) for form in present] + [((form, *tail), False) for form in past]
    return [((first, *tail), False)]
