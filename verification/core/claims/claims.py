"""What a claim says, in pieces that can be checked: its words with their weight, its names, its figures and numbers, its clauses."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from verification.core.claims.vocabulary import VERBS
from verification.core.claims.wording import is_han, terms_of, token_spans, tokens_of, weight_of
from verification.core.evidence import Quantity
from verification.core.language.texts import clause_spans, split_sentences
from verification.core.patterns import lazy_regex
from verification.core.quantities.grammar import find_quantities
from verification.core.vocabulary import QuantityKind

MAX_CLAIM = 2_000
_NAME_FACTOR = 1.3
_LEAST_TERMS = 2
_YEAR = lazy_regex(r"(?:1\d|20)\d\d")
_FOOTNOTE = lazy_regex(r"(?:\s?References?:)?\s?\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20}\]")
# Where one clause of an English claim ends and another thing is said.
_JOINTS = lazy_regex(
    r"\b(?:while|whereas|despite|although|though|but|and|which|with|because|due\sto|as\swell\sas|including)\b", re.IGNORECASE
)
_PAST = lazy_regex(r"[a-z]{2,}ed")
MONTHS = frozenset(tokens_of("january february march april may june july august september october november december"))
_REACH = 2

Span = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a claim: ``text`` is ``claim.text[start:end]``, ``terms`` its content terms."""

    start: int
    end: int
    terms: frozenset[str]


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim taken apart. ``tokens`` are the keys of all its words outside figures; ``terms`` its content terms in order, ``tail`` those
    after its first verb; ``weights`` what each term weighs, names more; ``numbers`` are years, days and codes, which are no figures."""

    text: str
    tokens: tuple[str, ...]
    terms: tuple[str, ...]
    tail: tuple[str, ...]
    weights: Mapping[str, float]
    names: frozenset[str]
    figures: tuple[Quantity, ...]
    numbers: frozenset[str]
    dates: frozenset[tuple[str, str]]
    units: tuple[Clause, ...]


def read_claim(text: str) -> Claim:
    """``text`` (its first 2,000 characters, without footnote marks) as a claim."""
    text = _FOOTNOTE.sub(" ", text[:MAX_CLAIM])
    figures = tuple(figure for figure in find_quantities(text) if not _is_year(figure))
    spans = [span for span in token_spans(text) if not any(f.start < span[2] and span[1] < f.end for f in figures)]
    tokens = tuple(key for key, _, _ in spans)
    names = _names(text, spans)
    terms = _terms(tokens)
    verb = next((at for at, (_, start, end) in enumerate(spans) if at and _is_verb(text[start:end])), len(tokens) // 3)
    weights = {term: weight_of(term) * (_NAME_FACTOR if term in names else 1.0) for term in terms}
    numbers = frozenset(key for key in tokens if key[0].isdigit())
    return Claim(text, tokens, terms, _terms(tokens[verb:]), weights, names, figures, numbers, dates_in(tokens), tuple(_units(text, spans)))


def _is_year(figure: Quantity) -> bool:
    return figure.kind == QuantityKind.NUMBER and _YEAR.fullmatch(figure.text) is not None


def _terms(tokens: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(terms_of(tokens))


def _is_verb(word: str) -> bool:
    return word in VERBS or _PAST.fullmatch(word) is not None


def dates_in(tokens: Sequence[str]) -> frozenset[tuple[str, str]]:
    """Each month with the days and years written beside it."""
    found = set()
    for at, token in enumerate(tokens):
        if token in MONTHS:
            found |= {(token, near) for near in tokens[max(0, at - 1) : at + 1 + _REACH] if near[0].isdigit()}
    return frozenset(found)


def _units(text: str, spans: list[Span]) -> list[Clause]:
    """The clauses with at least two content terms; a shorter one goes with the one before."""
    found: list[Clause] = []
    for start, end in clause_spans(text, 0, len(text)):
        cuts = [start, *(match.start() for match in _JOINTS.finditer(text, start + 1, end)), end]
        for first, last in pairwise(cuts):
            terms = frozenset(_terms(tuple(key for key, at, to in spans if first <= at and to <= last)))
            words = sum(not term[0].isdigit() and term not in MONTHS for term in terms)
            if (words >= _LEAST_TERMS and not text[first:last].strip()[:1].isdigit()) or not found:
                found.append(Clause(first, last, terms))
            else:
                found[-1] = Clause(found[-1].start, last, found[-1].terms | terms)
    return [unit for unit in found if unit.terms]


def _names(text: str, spans: list[Span]) -> frozenset[str]:
    """Capitalised words; the first of a sentence only where it is a rare word or another follows it."""
    starts = {start for start, _ in split_sentences(text).spans}
    found = set()
    for index, (key, start, _) in enumerate(spans):
        if not text[start].isupper() or is_han(key) or not weight_of(key):
            continue
        follows = index + 1 < len(spans) and text[spans[index + 1][1]].isupper()
        if start not in starts or follows or weight_of(key) >= 1:
            found.add(key)
    return frozenset(found)
