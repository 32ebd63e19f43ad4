"""How fast the local corpus is: ``python -m benchmarks.corpus_search [--documents 200000 --rounds 3 --folder FOLDER]``.

Fills a database of its own (SQLite, or an empty one that ``--database`` names) with news made here, half Chinese and half English, whose
words come as often as in general language and whose facts name listed things. Of more than ``--written`` the database makes the rest, the
titles of some over the texts of others. Then searches it for the sixty nodes of ``benchmarks.crossing`` as both stages of a run do, and for
their names with a letter left out. Prints median and 95th percentile in milliseconds, by the clock and of the processor alone, the
database's included where it runs on this machine (for one that does other work), beside those of a plain full-text query for the words of
each name; status 1 where the goal is missed by the processor's.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import accumulate
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

from benchmarks.crossing import read_cases
from benchmarks.pages import open_database
from verification.core.evidence import NodeSpec
from verification.core.language.tables import read_rows
from verification.core.subjects.registry import Entry, entries

GOAL_P95_MS = 150.0
LAST = datetime(2026, 8, 1, tzinfo=UTC)
AGE = timedelta(days=730)
HOSTS, TRUSTED = 400, 26
WORDS = {"en": (80, 320), "zh": (100, 420)}
FACTS = 4
MILLISECONDS = 1000.0


class News:
    """Documents that differ with ``number`` alone: any part of a corpus can be made again."""

    def __init__(self) -> None:
        self._words = {lang: _weighed(lang) for lang in WORDS}
        listed = entries()
        self._things = [entry for entry in listed if entry.entity.kind != "measure" and entry.chinese]
        self._measures = [entry for entry in listed if entry.entity.kind == "measure" and entry.chinese]
        # A few things are in the news every day, most hardly ever.
        self._often = list(accumulate(1 / (place + 1) for place in range(len(self._things))))

    def text(self, number: int) -> tuple[str, str, str]:
        """Language, title and text."""
        dice = random.Random(number)  # noqa: S311 - no secret
        lang = ("en", "zh")[number % 2]
        words, weights = self._words[lang]
        count = dice.randint(*WORDS[lang])
        spoken = dice.choices(words, cum_weights=weights, k=count)
        facts = [self._fact(dice, lang) for _ in range(dice.randint(1, FACTS))]
        joint, stop = ("", "。") if lang == "zh" else (" ", ". ")
        cuts = sorted(dice.sample(range(count), len(facts)))
        sentences = []
        for start, end, fact in zip([0, *cuts], [*cuts, count], [*facts, ""], strict=True):
            sentences += [joint.join(spoken[start:end]), fact]
        return lang, facts[0][:120], stop.join(sentence for sentence in sentences if sentence)

    def _fact(self, dice: random.Random, lang: str) -> str:
        thing = dice.choices(self._things, cum_weights=self._often)[0]
        measure = dice.choice(self._measures)
        year, month, figure = dice.randint(2024, 2026), dice.randint(1, 12), dice.randint(1, 99_999) / 100
        if lang == "zh":
            return f"{year}年{month}月{_named(thing, 'zh', dice)}{_named(measure, 'zh', dice)}为{figure}%"
        return f"The {_named(measure, 'en', dice)} of {_named(thing, 'en', dice)} was {figure} percent in {month}/{year}"


def _weighed(lang: str) -> tuple[list[str], list[float]]:
    rows = list(read_rows("language", f"frequency_{lang}"))
    return [word for word, _ in rows], list(accumulate(10 ** float(zipf) for _, zipf in rows))


def _named(entry: Entry, lang: str, dice: random.Random) -> str:
    return dice.choice(entry.english if lang == "en" else entry.chinese)


@dataclass(frozen=True, slots=True)
class Asking:
    """One way in which a run asks the corpus."""

    name: str
    is_trusted: bool = False
    is_misspelt: bool = False


PLAIN = "words alone, for comparison"
ASKINGS = (Asking("trusted domains", is_trusted=True), Asking("everywhere"), Asking("a letter left out", is_misspelt=True))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=200_000)
    parser.add_argument("--written", type=int, default=0, help="of the documents, by the product itself; 0 for all")
    parser.add_argument("--rounds", type=int, default=3, help="how often each node is searched for")
    parser.add_argument("--folder", type=Path, help="where the SQLite database is, or is to stay")
    parser.add_argument("--database", default="", help="postgres://… of a database that may be filled")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        open_database(arguments.folder or Path(scratch), arguments.database)
        _fill(arguments.documents, arguments.written or arguments.documents)
        specs = [case.node for case in read_cases()]
        took = {asking.name: _measure(asking, specs, arguments.rounds) for asking in ASKINGS}
        plain = [_timed(partial(_search_words, spec), spec) for _ in range(arguments.rounds) for spec in specs]
    return _report(took, plain)


def _fill(documents: int, written: int) -> None:
    from django.db import connection

    from benchmarks.composing import compose
    from verification.models import Document
    from verification.services.gateway.corpus import load_documents

    if Document.objects.count() >= documents:
        return
    started = time.perf_counter()
    load_documents(entries=_entries(written), now=LAST, actor="corpus_search")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(f"{written} documents indexed in {time.perf_counter() - started:.0f} s")
    if documents > written:
        compose(documents // written)


def _entries(documents: int) -> "Iterator[DocumentEntry]":  # noqa: F821
    from verification.services.gateway.corpus import DocumentEntry

    news = News()
    for number in range(documents):
        lang, title, text = news.text(number)
        published_at = LAST - AGE * ((number * 7919) % documents / documents)
        yield DocumentEntry(number, title, text, f"https://www.{_host(number)}/{number}", published_at, lang=lang)


def _host(number: int) -> str:
    return f"paper-{number * 31 % HOSTS}.example"


class Took(NamedTuple):
    """Milliseconds of a search, by the clock and of the processor; whether it was for a Chinese name."""

    wall: float
    cpu: float
    is_chinese: bool


def _measure(asking: Asking, specs: Sequence[NodeSpec], rounds: int) -> list[Took]:
    """What each search took, of every node ``rounds`` times; a first search that fills the caches of the process is not counted."""
    trusted = tuple(_host(number) for number in range(TRUSTED)) if asking.is_trusted else ()
    asked = [_misspelt(spec) if asking.is_misspelt else spec for spec in specs]
    _search(asked[0], trusted)
    return [_timed(partial(_search, spec, trusted), spec) for _ in range(rounds) for spec in asked]


def _timed(search: Callable[[], None], spec: NodeSpec) -> Took:
    started, worked = time.perf_counter(), _worked()
    search()
    return Took((time.perf_counter() - started) * MILLISECONDS, (_worked() - worked) * MILLISECONDS, not spec.label.isascii())


def _search_words(spec: NodeSpec) -> None:
    """The documents that hold most words of a name, as the index ranks them."""
    from django.conf import settings

    from verification.core.language.terms import query_terms
    from verification.models.fulltext import Filter, find_documents

    find_documents(dict.fromkeys(query_terms(spec.label), 1.0), where=Filter(until=LAST), limit=settings.WEB_RESULTS)


def _worked() -> float:
    """Seconds of the processor that this process has used, and the one of PostgreSQL that serves it, if that is on this machine."""
    from django.db import connection

    if connection.vendor != "postgresql" or connection.connection is None:
        return time.process_time()
    shares = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")
    return time.process_time() + (int(shares.read_text().split()[0]) / 1e9 if shares.is_file() else 0)


def _search(spec: NodeSpec, trusted: tuple[str, ...]) -> None:
    from asgiref.sync import async_to_sync
    from django.conf import settings

    from verification.core.reading.search_plan import plan_search
    from verification.providers.base import SearchQuery
    from verification.providers.search.corpus import CorpusSearch

    plan = plan_search(spec, LAST.date())
    limit = settings.WHITELIST_RESULTS if trusted else settings.WEB_RESULTS
    query = SearchQuery(plan.phrasings, LAST, limit, fresh_days=spec.fresh_days, suffixes=trusted, slots=plan.slots)
    async_to_sync(CorpusSearch().search)(query)


def _misspelt(spec: NodeSpec) -> NodeSpec:
    """The label with the third letter of its longest Latin word left out; of a Chinese one the second sign changed."""
    word = max(spec.label.split(), key=len)
    wrong = word[:2] + word[3:] if word.isascii() else word[0] + "得" + word[2:]
    return replace(spec, label=spec.label.replace(word, wrong, 1))


def _report(took: dict[str, list[Took]], plain: Sequence[Took]) -> int:
    every = [one for found in took.values() for one in found]
    by_language = {"Chinese names": [one for one in every if one.is_chinese], "English names": [one for one in every if not one.is_chinese]}
    for name, found in {**took, **by_language, "all": every, PLAIN: plain}.items():
        wall, cpu = [one.wall for one in found], [one.cpu for one in found]
        by_clock = f"median {median(wall):.0f} ms, p95 {_p95(wall):.0f} ms"
        print(f"{name}: {by_clock}; of the processor {median(cpu):.0f} and {_p95(cpu):.0f} ms; {len(found)} searches")
    p95 = _p95([one.cpu for one in every])
    print(f"of the processor a search takes {p95 / _p95([one.cpu for one in plain]):.2f} times what words alone take (p95)")
    return 0 if p95 <= GOAL_P95_MS else 1


def _p95(found: Sequence[float]) -> float:
    return quantiles(found, n=20)[-1]


if __name__ == "__main__":
    sys.exit(main())
