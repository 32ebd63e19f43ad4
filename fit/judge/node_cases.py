"""Names as analysts write them over the open news corpus (``train/nodes``): each beside the pages that a search for it would find."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC

from fit.judge.cases import DATA, Case
from fit.judge.corpus import Corpus
from verification.core.evidence import NodeSpec, Trust
from verification.core.periods.freshness import parse_moment
from verification.core.vocabulary import Independence, NodeKind, Stage

NODES = "train/nodes"


def node_cases() -> Iterator[Case]:
    """One case for each name of a figure, in the order of the file; those that no page answers teach nothing and are counted."""
    nodes = {node["slug"]: node for node in json.loads((DATA / NODES / "nodes.json").read_text(encoding="utf-8"))}
    golds = [json.loads(line) for line in (DATA / NODES / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    trusted = tuple(sorted({host for gold in golds for host in gold["whitelisted"]}))
    corpus = Corpus()
    for gold in golds:
        node = nodes[gold["slug"]]
        if node["kind"] != NodeKind.TEXT:
            yield _case(node, gold, corpus, trusted)


def _case(node: Mapping, gold: Mapping, corpus: Corpus, trusted: tuple[str, ...]) -> Case:  # type: ignore[type-arg]
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
