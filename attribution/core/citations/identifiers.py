"""Identifiers of works, written with or without a link: DOIs, arXiv numbers, those of PubMed, and ISBNs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from attribution.core.citations.link_hosts import CJK, STOPS
from attribution.core.vocabulary import CitationKind
from verification.core.patterns import lazy_regex

_DOI = lazy_regex(
    rf"(?P<mark>(?<![A-Za-z0-9_])doi\s{{0,2}}[:：]?\s{{0,2}})?(?<![A-Za-z0-9_.])(?P<doi>10\.\d{{4,9}}(?:\.\d{{1,9}})*/[^\s\"<>|`\\{CJK}{STOPS}]+)",
    re.IGNORECASE,
)
_DOI_HOST = lazy_regex(r"(?:https?:)?(?://)?(?:dx\.|www\.)?doi\.org/(?=10\.\d{4,9}/)", re.IGNORECASE)
_ARXIV = lazy_regex(
    r"(?<![A-Za-z0-9_])arXiv\s{0,2}[:：]\s{0,2}(?P<id>\d{4}\.\d{4,5}(?:v\d{1,2})?|[a-z-]{2,12}(?:\.[A-Z]{2})?/\d{7}(?:v\d{1,2})?)(?![\w/]|\.\d)",
    re.IGNORECASE,
)
_PUBMED = lazy_regex(r"(?<![A-Za-z0-9_])PMID\s{0,2}[:：]?\s{0,2}(?P<id>[1-9]\d{3,7})(?![\w]|[.,]\d)", re.IGNORECASE)
_PUBMED_CENTRAL = lazy_regex(r"(?<![A-Za-z0-9_/])(?:PMCID\s{0,2}[:：]?\s{0,2})?(?P<id>PMC[1-9]\d{4,7})(?![\w]|[.,]\d)")
_ISBN = lazy_regex(r"(?<![A-Za-z0-9_])ISBN(?:-1[03])?\s{0,2}[:：]?\s{0,2}(?P<id>\d(?:[-–\s]?\d){8,11}[-–\s]?[\dXx])(?![\w])", re.IGNORECASE)
_ISBN_LENGTHS = (10, 13)
# Behind the word "doi" any suffix is one; without it "10.1234/5" may be a score or a fraction.
_SURE_SUFFIX = lazy_regex(r"(?=[^/]*[A-Za-z(.:_-]).{4,}", re.DOTALL)
_TRAILING = ".,;:!?'*_~"
_PAIRS = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True, slots=True)
class Identifier:
    """An identifier with the address it resolves at, None for an ISBN; the span covers its mark ("doi:")."""

    kind: CitationKind
    url: str | None
    start: int
    end: int


def find_identifiers(text: str) -> Iterator[Identifier]:
    """The identifiers of a text in their order; they don't overlap."""
    yield from sorted([*_dois(text), *_arxiv_numbers(text), *_pubmed_numbers(text), *_isbns(text)], key=lambda one: one.start)


def doi_of(url: str) -> str | None:
    """The DOI that a link to doi.org names, decoded and in lower case; None for every other link."""
    host = _DOI_HOST.match(url)
    name = unquote(url[host.end() :]).partition("?")[0].partition("#")[0] if host else url[4:] if url[:4].lower() == "doi:" else ""
    return name.strip().lower() or None


def _dois(text: str) -> Iterator[Identifier]:
    for found in _DOI.finditer(text):
        doi = _trimmed(found.group("doi"))
        suffix = doi.partition("/")[2]
        if not suffix or (not found.group("mark") and not _SURE_SUFFIX.match(suffix)):
            continue
        yield Identifier(CitationKind.DOI, f"https://doi.org/{doi}", found.start(), found.start("doi") + len(doi))


def _arxiv_numbers(text: str) -> Iterator[Identifier]:
    for found in _ARXIV.finditer(text):
        yield Identifier(CitationKind.ARXIV, f"https://arxiv.org/abs/{found.group('id')}", *found.span())


def _pubmed_numbers(text: str) -> Iterator[Identifier]:
    for found in _PUBMED.finditer(text):
        yield Identifier(CitationKind.PUBMED, f"https://pubmed.ncbi.nlm.nih.gov/{found.group('id')}/", *found.span())
    for found in _PUBMED_CENTRAL.finditer(text):
        yield Identifier(CitationKind.PUBMED, f"https://pmc.ncbi.nlm.nih.gov/articles/{found.group('id')}/", *found.span())


def _isbns(text: str) -> Iterator[Identifier]:
    for found in _ISBN.finditer(text):
        if _is_isbn(re.sub(r"[^\dX]", "", found.group("id").upper())):
            yield Identifier(CitationKind.ISBN, None, *found.span())


def _is_isbn(digits: str) -> bool:
    """Whether the check digit is right, so that no other number behind the word is taken for a book."""
    if len(digits) not in _ISBN_LENGTHS or "X" in digits[:-1] or (len(digits) == max(_ISBN_LENGTHS) and digits[-1] == "X"):
        return False
    values = [10 if sign == "X" else int(sign) for sign in digits]
    if len(values) == min(_ISBN_LENGTHS):
        return sum(weight * value for weight, value in zip(range(10, 0, -1), values, strict=True)) % 11 == 0
    return sum(value * (3 if place % 2 else 1) for place, value in enumerate(values)) % 10 == 0


def _trimmed(doi: str) -> str:
    """Without the punctuation of the sentence and brackets that the DOI didn't open."""
    opened: list[str] = []
    for at, letter in enumerate(doi):
        if letter in "([{":
            opened.append(letter)
        elif letter in _PAIRS and (not opened or opened.pop() != _PAIRS[letter]):
            doi = doi[:at]
            break
    return doi.rstrip(_TRAILING)
