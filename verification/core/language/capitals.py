"""Names that capitals alone give away: words of every day in a row, each with a capital where none is needed ("Second Cup", "May & Baker").

A headline gives every word a capital, so there they tell nothing.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from verification.core.language.tables import read_rows
from verification.core.language.texts import MAX_SENTENCE, split_sentences
from verification.core.language.word_tables import words
from verification.core.patterns import lazy_regex

_WORD = lazy_regex(r"[^\W\d_][\w-]*(?:['’](?=[A-Z])\w+)?")
_PAIR = lazy_regex(r"[A-Z][\w'’-]*\s(?:&\s)?[A-Z]")
_JOINTS = (" ", " & ")
_OPENING = lazy_regex(r"[.:?!|–—\"“‘(\[•*]\s*$")
# A text as short has no more words than a headline, and is one where no other word is written small.
_SHORT = 4
_HEADLINE = 0.6
_CONTENT = 4
_FEWEST = 2

Place = tuple[int, int]


# What opens a sentence before a name and is no part of it.
_LEADS = words(
    "the a an in on at by for from of with to as and but or if when while since until after before during under over amid despite like "
    "yesterday today tomorrow tonight now then here there meanwhile still yet so both all some most many "
    "unlike like between among against versus via within without near outside inside behind besides following including excluding "
    "will would should could can may might must shall is are was were has have had do does did"
)
# Times have capitals too: "Best Buy |October| sales".
TIME_WORDS = words(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug sep "
    "sept oct nov dec "
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun"
)


class CapitalRun(NamedTuple):
    """Two words or more with capitals in a row at ``text[start:end]``; ``words`` are their places.

    ``opens``: the first of them opens a sentence, so that its capital tells nothing; ``is_organisation``: the last one ends the names of
    organisations, or "&" joins them.
    """

    start: int
    end: int
    words: tuple[Place, ...]
    opens: bool
    is_organisation: bool


@cache
def organisation_words() -> frozenset[str]:
    """The words in lower case that names of organisations end in: networks, foods, university."""
    return frozenset(row[0] for row in read_rows("language", "organisation_words"))


def capital_runs(text: str) -> tuple[CapitalRun, ...]:
    """The runs of an English text, in order."""
    if _PAIR.search(text) is None:
        return ()
    # Sentences are asked for again and again, and a page by one reader after the other.
    return _kept(text) if len(text) <= MAX_SENTENCE else _kept_page(text)


def is_plain(sentence: str) -> bool:
    """Whether capitals tell names in a sentence, as they do not in a headline."""
    return not _is_headline(sentence, [found.span() for found in _WORD.finditer(sentence)])


def _find(text: str) -> tuple[CapitalRun, ...]:
    spans = split_sentences(text).spans if len(text) > MAX_SENTENCE or "." in text[:-1] or "\n" in text else ((0, len(text)),)
    return tuple(run for start, end in spans if _PAIR.search(text, start, end) for run in _in_sentence(text, start, end))


_kept = lru_cache(maxsize=2048)(_find)
_kept_page = lru_cache(maxsize=4)(_find)


def _in_sentence(text: str, start: int, end: int) -> Iterator[CapitalRun]:
    places = [found.span() for found in _WORD.finditer(text, start, end)]
    if not _is_headline(text, places):
        yield from _runs(text, places)


def _is_headline(text: str, places: list[Place]) -> bool:
    capitals = sum([text[start].isupper() for start, _ in places])
    if len(places) > _SHORT:
        return capitals > _HEADLINE * len(places)
    return not any(text[start].islower() and end - start >= _CONTENT for start, end in places)


def _runs(text: str, places: list[Place]) -> Iterator[CapitalRun]:
    run: list[Place] = []
    for place in places:
        if run and not (text[place[0]].isupper() and text[run[-1][1] : place[0]] in _JOINTS):
            yield from _run(text, run)
            run = []
        if text[place[0]].isupper():
            run.append(place)
    yield from _run(text, run)


def _run(text: str, run: list[Place]) -> Iterator[CapitalRun]:
    while run and _opens(text, run[0][0]) and text[slice(*run[0])].lower() in _LEADS and not text.startswith(" & ", run[0][1]):
        run = run[1:]
    while run and text[slice(*run[-1])].lower() in TIME_WORDS:
        run = run[:-1]
    if len(run) < _FEWEST:
        return
    start, end = run[0][0], run[-1][1]
    is_organisation = text[run[-1][0] : end].lower() in organisation_words() or " & " in text[start:end]
    yield CapitalRun(start, end, tuple(run), _opens(text, start), is_organisation)


def _opens(text: str, at: int) -> bool:
    """Whether what stands at a place has a capital by its place."""
    return at == 0 or text[at - 1] == "\n" or _OPENING.search(text, max(0, at - 4), at) is not None
