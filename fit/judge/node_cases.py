"""Names as analysts write them over the open news corpus (``train/nodes``): each beside the pages that a search for it would find."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from math import log
from zoneinfo import ZoneInfo

from fit.judge.cases import DATA, Case, corpus_documents
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.language.lemmas import lemma
from verification.core.language.texts import is_han, tokens_of
from verification.core.periods.freshness import parse_moment
from verification.core.vocabulary import Independence, NodeKind, Stage

NODES = "train/nodes"
_FOUND = 14
_AGE = timedelta(days=45)
_SHANGHAI = ZoneInfo("Asia/Shanghai")
_READ_LETTERS = 6_000


def node_cases() -> Iterator[Case]:
    """One case for each name of a figure, in the order of the file; those that no page answers teach nothing and are counted."""
    nodes = {node["slug"]: node for node in json.loads((DATA / NODES / "nodes.json").read_text(encoding="utf-8"))}
    golds = [json.loads(line) for line in (DATA / NODES / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    trusted = tuple(sorted({host for gold in golds for host in gold["whitelisted"]}))
    corpus = _Corpus()
    for gold in golds:
        node = nodes[gold["slug"]]
        if node["kind"] != NodeKind.TEXT:
            yield _case(node, gold, corpus, trusted)


def _case(node: Mapping, gold: Mapping, corpus: "_Corpus", trusted: tuple[str, ...]) -> Case:  # type: ignore[type-arg]
    as_of = parse_moment(gold["as_of"], zone=UTC, end_of_day=True)
    assert as_of is not None  # noqa: S101 - every line of the set has a day
    expected = [value for value in (gold["expected"], *gold.get("accept_also", ())) if value != "unknown"]
    named = " ".join((node["label"], *node.get("aliases", ())))
    return Case(
        key=gold["slug"],
        source=NODES,
        group=f"node/{gold['expected'] if expected else gold['slug']}",
        scenario=gold["scenario"],
        node=NodeSpec(
            label=node["label"],
            kind=NodeKind(node["kind"]),
            aliases=tuple(node.get("aliases", ())),
            unit=node.get("unit") or None,
            reference_period=node.get("reference_period") or None,
            fresh_days=node.get("fresh_days", 30),
            independence=Independence.DOMAINS,
        ),
        pages=corpus.pages(named, as_of, frozenset((*gold["evidence"], *gold["misleading"]))),
        as_of=as_of,
        trust=Trust(whitelist=trusted),
        stage=Stage.WHITELIST,
        right=tuple(str(value) for value in expected) if gold["expected"] != "unknown" else (),
        is_unsigned=True,
        supports=None,
    )


@dataclass(frozen=True, slots=True)
class _Article:
    page: Page
    published: datetime


class _Corpus:
    """The open news corpus with what a plain search needs: which articles hold a term, and how many."""

    def __init__(self) -> None:
        self._articles: list[_Article] = []
        self._holding: dict[str, list[int]] = defaultdict(list)
        for document in corpus_documents():
            self._add(document)

    def _add(self, row: Mapping[str, str]) -> None:
        published = parse_moment(row["published_at"], zone=_SHANGHAI if row["lang"] == "zh" else UTC)
        if published is None:
            return
        for term in set(_terms(f"{row['title']} {row['text'][:_READ_LETTERS]}")):
            self._holding[term].append(len(self._articles))
        self._articles.append(_Article(Page(row["url"], row["title"], row["text"], published), published))

    def pages(self, name: str, as_of: datetime, wanted: frozenset[str]) -> tuple[Page, ...]:
        """The pages that were there at ``as_of`` and share the rarest words with ``name``, best first, and those that are ``wanted``."""
        score: Counter[int] = Counter()
        for term in sorted(set(_terms(name))):
            holding = self._holding.get(term, ())
            for at in holding:
                score[at] += log(1 + len(self._articles) / len(holding))  # type: ignore[assignment]
        there = [at for at in score if as_of - _AGE <= self._articles[at].published <= as_of]
        ranked = sorted(there, key=lambda at: (-score[at], at))
        chosen = [at for at in ranked if self._articles[at].page.url in wanted]
        chosen += [at for at in ranked if at not in chosen][: max(0, _FOUND - len(chosen))]
        return tuple(self._articles[at].page for at in chosen)


def _terms(text: str) -> Sequence[str]:
    tokens = tokens_of(text)
    words = [lemma(token.text) for token in tokens if not is_han(token.text[0])]
    pairs = [one.text + other.text for one, other in pairwise(tokens) if is_han(one.text[0]) and is_han(other.text[0])]
    return [*words, *pairs]
