"""The classes of ``data/disowning.tsv`` as parts of patterns, and the status that a word of theirs gives.

``kind`` is what a text is called that asserts nothing (drill, template, novel), ``maker`` what makes such a text of ``text`` (sample
letter), ``state`` what is said of a text or its figures (illustrative), ``purpose`` and ``trial`` what it is for, ``task`` what it sets
its reader to do.
"""

import re
from collections import defaultdict
from functools import cache
from operator import add

from verification.core.language.tables import read_rows
from verification.core.reading.statement import Status

# Classes whose words many texts have; no construction is of them alone.
_COMMON = frozenset({"text", "over", "ruled", "part", "verb", "topic"})
_PLURAL = "(?:e?s)?"


@cache
def rows_of(language: str) -> dict[str, dict[str, Status]]:
    """The words of each class with their status."""
    found: dict[str, dict[str, Status]] = defaultdict(dict)
    for words, kind, its, status, _reason in read_rows("reading", "disowning"):
        if its == language:
            found[kind][words] = Status(status)
    return found


def english(kind: str, *statuses: Status, name: str = "") -> str:
    """The words of a class, of these statuses alone where some are named, in either number; ``name`` names the group."""
    chosen = [words for words, status in rows_of("en")[kind].items() if not statuses or status in statuses]
    spelt = "|".join(re.escape(words).replace("\\ ", "\\s").replace("'", "['’]") for words in sorted(chosen, key=len, reverse=True))
    return f"(?P<{name}>(?:{spelt}){_PLURAL})" if name else f"(?:{spelt}){_PLURAL}"


def chinese(kind: str, *statuses: Status, name: str = "") -> str:
    """The same of a Chinese class."""
    chosen = [words for words, status in rows_of("zh")[kind].items() if not statuses or status in statuses]
    spelt = "|".join(map(re.escape, sorted(chosen, key=len, reverse=True)))
    return f"(?P<{name}>{spelt})" if name else f"(?:{spelt})"


def status_of(found: re.Match[str], language: str) -> Status | None:
    """The status of the word that a named group caught; None where none is named."""
    for kind, word in found.groupdict().items():
        if word is None or kind not in rows_of(language):
            continue
        rows = rows_of(language)[kind]
        spelt = re.sub(r"\s+", " ", word.lower().replace("’", "'"))
        for form in (spelt, spelt.removesuffix("s"), spelt.removesuffix("es")):
            if form in rows:
                return rows[form]
    return None


@cache
def english_heads() -> frozenset[str]:
    """One word of each English row, without which no construction is looked for."""
    heads: set[str] = set()
    for kind, rows in rows_of("en").items():
        if kind in _COMMON:
            continue
        for words in rows:
            parts = re.findall(r"[a-z]+", words)
            head = parts[0] if kind in {"task", "maker", "lapsed", "fancy", "spread"} else parts[-1]
            heads |= {head, f"{head}s", f"{head}es"}
    return frozenset(heads) | {"end", "never", "problem", "exercise", "question"}


@cache
def chinese_heads() -> dict[str, tuple[str, ...]]:
    """The shortest of the Chinese words, one of which every construction has, by their first two letters."""
    words = {word for kind, rows in rows_of("zh").items() if kind not in _COMMON for word in rows if len(word) > 1}
    words |= {"用“", "从未", "从没", *(f"{no}{verb}" for no in ("别", "勿", "不要") for verb in ("信", "再", "轻", "听", "相", "转", "传"))}
    shortest = [word for word in words if not any(other != word and other in word for other in words)]
    by_pair: dict[str, list[str]] = defaultdict(list)
    for word in sorted(shortest):
        by_pair[word[:2]].append(word)
    return {pair: tuple(found) for pair, found in by_pair.items()}


@cache
def lapsed_heads() -> re.Pattern[str]:
    """旧票价: of a single letter a construction has what it stands before, too."""
    single = "".join(word for word in rows_of("zh")["lapsed"] if len(word) == 1)
    return re.compile(f"[{single}][一-鿿]{{0,4}}{chinese('ruled')}")


def chinese_places(text: str) -> list[int]:
    """Where the words stand in ``text``."""
    heads = chinese_heads()
    places = [found.start() for found in lapsed_heads().finditer(text)]
    for pair in heads.keys() & set(map(add, text, text[1:])):
        for word in heads[pair]:
            at = text.find(word)
            while at >= 0:
                places.append(at)
                at = text.find(word, at + 1)
    return places
