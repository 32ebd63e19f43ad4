"""Names that hands wrote for figures of real news, in several styles, and names like them that the pages do not answer.

``named.tsv`` names facts of the open sets, whose pages and values it takes from there; ``named_news.tsv`` figures of the open news corpus,
each beside what a search for the name would find. Only names and values stand here, no text of a page.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from urllib.parse import urlsplit

from fit.judge.cases import Case, read_cases
from fit.judge.corpus import Corpus
from fit.judge.swap_pages import read_table
from verification.core.evidence import NodeSpec, Trust
from verification.core.vocabulary import Independence, NodeKind, Stage

NAMED = "named"
_FACTS = ("train/binding_pairs", "train/news_large")
# A name is asked in the evening of the day on which its page appeared, or soon after.
_LATER = timedelta(hours=20)
_FOUND = 6


def named_cases() -> Iterator[Case]:
    """One case for each name, in the order of the tables; the judge learns from none of them."""
    facts = {case.key: case for name in _FACTS for case in read_cases(name)}
    for number, (key, use, name) in enumerate(read_table("named")):
        yield _of_fact(f"named-{number}", facts[key], use, name)
    corpus = Corpus()
    for number, row in enumerate(read_table("named_news")):
        yield from _of_news(f"named-news-{number}", row, corpus)


def _of_fact(key: str, fact: Case, use: str, name: str) -> Case:
    """A fact under another name; under one that is not its own its figure is no answer, and what stands beside it may be one."""
    named = replace(
        fact,
        key=key,
        source=NAMED,
        scenario=use,
        node=replace(fact.node, label=name, independence=Independence.DOMAINS),
        trust=Trust(whitelist=tuple(sorted({urlsplit(page.url).hostname or "" for page in fact.pages})), owners=fact.trust.owners),
        stage=Stage.WHITELIST,
    )
    return named if use != "wrong" else replace(named, right=(), wrong=fact.right, supports=None)


def _of_news(key: str, row: tuple[str, ...], corpus: Corpus) -> Iterator[Case]:
    url, use, kind, unit, period, value, name = row
    page = corpus.page(url)
    if page.published_at is None:
        return
    is_right = use == "named"
    pages = corpus.pages(name, page.published_at + _LATER, frozenset((url,)), most=_FOUND)
    yield Case(
        key=key,
        source=NAMED,
        group=f"node/{Decimal(value).normalize():f}",
        scenario=f"news, {use}",
        node=NodeSpec(name, NodeKind(kind), unit=unit or None, reference_period=period or None, independence=Independence.DOMAINS),
        pages=pages,
        as_of=page.published_at + _LATER,
        trust=Trust(whitelist=(urlsplit(url).hostname or "",)),
        stage=Stage.WHITELIST,
        right=(value,) if is_right else (),
        is_unsigned=True,
        # The page that was read; what others say is not known.
        supports={url: True} if is_right else None,
        wrong=() if is_right else (value,),
    )
