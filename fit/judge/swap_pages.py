"""What generated cases share: their moment, hosts, tables, and the page that a sentence stands in."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from itertools import islice
from pathlib import Path

from fit.judge.cases import Case, corpus_documents
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.language.texts import Language, language_of, split_sentences
from verification.core.vocabulary import Stage

GENERATED = "generated"
# Three pages that say one thing in one way: to choose the bars by, and never to learn from.
AGREEING = "generated, alike"
# Wording that neither judge nor bars are fitted on: what it is worth on sentences that nobody thought of.
UNSEEN = "generated, unseen wording"
COUNTED = "generated, counted"
AS_OF = datetime(2026, 3, 20, tzinfo=UTC)
HOSTS = ("harbour-ledger.example", "plainview.example", "eastwire.example")
_PUBLISHED = datetime(2026, 3, 18, tzinfo=UTC)
_HERE = Path(__file__).parent
# How many pages bear the name of a column, which tells nothing.
_TITLED = 0.3
# How many pages stand between sentences of real news, which hold names, figures and moods of their own.
_AMONG_NEWS = 0.35
_NEWS_DOCUMENTS = 800
_NEWS_LENGTHS = range(20, 180)
# How many pages hold their sentence alone, and how many say it in their title too.
_BARE, _HEADLINED = 0.25, 0.15
_ALIKE = 0.15


def read_table(name: str) -> Iterator[tuple[str, ...]]:
    """The rows of a table beside this file."""
    for line in (_HERE / f"{name}.tsv").read_text(encoding="utf-8").split("\n"):
        if line and not line.startswith("#"):
            yield tuple(line.split("\t"))


@cache
def _fillers(lang: str) -> Sequence[str]:
    return [text for its, use, text in read_table("swap_patterns") if (its, use) == (lang, "filler")]


@cache
def _news(lang: str) -> Sequence[str]:
    """Sentences of real news in a language, each once."""
    texts = (document["text"] for document in islice(corpus_documents(), _NEWS_DOCUMENTS))
    wanted = Language.CHINESE if lang == "zh" else Language.ENGLISH
    sentences = (text[start:end].strip() for text in texts if language_of(text) is wanted for start, end in split_sentences(text).spans)
    return [one for one in dict.fromkeys(sentences) if len(one) in _NEWS_LENGTHS and "\n" not in one]


def other_values(source: random.Random, value: Decimal) -> tuple[Decimal, Decimal]:
    """Two other figures of the same size, as those told beside one are."""
    near = [value + Decimal(step) / 10 for step in range(-40, 41) if step and value + Decimal(step) / 10 > 0]
    first, second = source.sample(near, 2)
    return first, second


def page_of(host: str, number: int, title: str, sentence: str, lang: str, source: random.Random, beside: str = "") -> Page:
    """A page with ``sentence`` alone, or between two that tell nothing, or one of them and ``beside``."""
    around = [text.format(v=source.randint(3, 90)) for text in source.sample(_fillers(lang), 2)]
    if source.random() < _AMONG_NEWS:
        around = source.sample(_news(lang), 2)
    if beside:
        around[source.randrange(2)] = beside
    drawn = source.random()
    if not title and drawn < _TITLED:
        title = "Markets today" if lang == "en" else "今日要闻"
    elif not title and drawn < _TITLED + _HEADLINED:
        title = sentence
    parts = (sentence,) if source.random() < _BARE and not beside else (around[0], sentence, around[1])
    content = (" " if lang == "en" else "").join(parts)
    return Page(f"https://{host}/{number}", title, content, _PUBLISHED)


def case_of(key: str, group: str, use: str, node: NodeSpec, page: Page, right: tuple[str, ...], source: random.Random) -> Case:
    """The case of one page that is trusted, or now and then of three publishers that say the same in the same words.

    Agreement tells nothing where all pages are made alike: the open sets teach its worth.
    """
    is_alike = source.random() < _ALIKE
    hosts = HOSTS if is_alike else HOSTS[:1]
    return Case(
        key=key,
        source=AGREEING if is_alike else GENERATED,
        group=group,
        scenario=use,
        node=node,
        pages=tuple(replace(page, url=page.url.replace(HOSTS[0], host)) for host in hosts),
        as_of=AS_OF,
        trust=Trust() if is_alike else Trust(whitelist=HOSTS),
        stage=Stage.VOTES if is_alike else Stage.WHITELIST,
        right=right,
        is_unsigned=True,
        supports=None,
    )
