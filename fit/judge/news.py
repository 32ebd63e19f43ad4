"""Figures of real news with the words about them, and whether the reader finds them asserted: how papers put what they tell.

No hand has labelled them: our own patterns teach what does not assert a figure, and these keep them from making a trap of every word
that they happen to hold.
"""

import json
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import date
from functools import cache

from fit.judge.cases import DATA, corpus_documents
from fit.judge.folds import fold_of
from verification.core.fitted.runs import buckets_of
from verification.core.judging.page_texts import PageText
from verification.core.reading.statement import Statement, Status
from verification.core.reading.wording import OTHER, PERIOD, AskedWords, Wording
from verification.core.vocabulary import PassageField

_PARTS = 16
_SETS = ("train/news_large", "train/binding_pairs", "train/short_labels", "consensus_news")
_DAY = date(2026, 3, 1)
_READ_LETTERS = 3_000
_MOST_IN_SENTENCE = 4
# Texts that begin alike are one.
_SAME = 200


@dataclass(frozen=True, slots=True)
class NewsFigure:
    """The buckets of the runs of words about one figure; ``fold`` is that of its text."""

    runs: tuple[int, ...]
    is_asserted: bool
    fold: int


@cache
def news_figures() -> list[NewsFigure]:
    """Every figure in a fixed order."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return [figure for figures in pool.map(_read_part, range(_PARTS)) for figure in figures]


def _read_part(part: int) -> list[NewsFigure]:
    return [figure for number, text in enumerate(_texts()) if number % _PARTS == part for figure in _figures(text)]


def _texts() -> Iterator[str]:
    seen = set()
    for title, content in _pages():
        if content[:_SAME] not in seen:
            seen.add(content[:_SAME])
            yield f"{title}\n{content[:_READ_LETTERS]}"


def _pages() -> Iterator[tuple[str, str]]:
    for document in corpus_documents():
        yield document.get("title") or "", document["text"]
    for name in _SETS:
        for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            for page in json.loads(line)["results"]:
                yield page.get("title") or "", page["content"]


def _figures(text: str) -> Iterator[NewsFigure]:
    page = PageText(PassageField.CONTENT, text, _DAY, _DAY)
    fold = fold_of(f"news/{text[:_SAME]}")
    for number, (start, _) in enumerate(page.spans):
        sentence = page.sentence(number)
        if not sentence.quantities:
            continue
        statements = {one.value.start: one for one in page.reader.statements_beside(start) if one.value is not None}
        holes = [(one.start, one.end, OTHER) for one in sentence.quantities] + [(one.start, one.end, PERIOD) for one in sentence.periods]
        for figure in sentence.quantities[:_MOST_IN_SENTENCE]:
            statement = statements.get(start + figure.start)
            if statement is not None and statement.measure.words is not None:
                runs = Wording(AskedWords.of(_asked(statement)), sentence.text, holes).about(figure.start, figure.end)
                is_asserted = statement.status.status is Status.ASSERTED
                yield NewsFigure(tuple(sorted(buckets_of(runs))), is_asserted, fold)


def _asked(statement: Statement) -> str:
    """What somebody would ask who wants this figure: its subject and measure."""
    return " ".join(words.text for words in (statement.subject.head, statement.measure.words) if words is not None)
