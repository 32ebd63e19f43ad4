"""Is a page that answers among the results: ``python -m benchmarks.evidence_found CORPUS.jsonl NODES.json GOLD.jsonl [--misses]``.

Loads the corpus into a database of its own and searches it for each node as a run does: among the trusted domains that are shipped, then
everywhere; no verdict is asked for. A row of GOLD has slug, as_of, expected, evidence (addresses of the pages that answer) and cross
(whether they are all in another language than the label); rows without an answer or without evidence are left out. Prints for both kinds
how many nodes have one of those pages among the results and how many of all those pages are; status 1 where across languages fewer than
the goal are found.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from benchmarks.crossing import GOAL_PAGE
from benchmarks.pages import open_database
from verification.core.evidence import NodeSpec
from verification.core.periods.freshness import parse_moment
from verification.core.sources.domains import canonical_url

RESULTS = 10


@dataclass(frozen=True, slots=True)
class Asked:
    """A node with the pages that answer it."""

    slug: str
    spec: NodeSpec
    as_of: datetime
    evidence: frozenset[str]
    is_across: bool


@dataclass(frozen=True, slots=True)
class Search:
    """What was found of the evidence, and under which words."""

    asked: Asked
    found: frozenset[str]
    phrasings: tuple[str, ...]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("nodes", type=Path)
    parser.add_argument("gold", type=Path)
    parser.add_argument("--misses", action="store_true", help="print the nodes of which no page was found")
    parser.add_argument("--folder", type=Path, help="where the SQLite database is, or is to stay")
    parser.add_argument("--vectors", metavar="URL", default="", help="compare with an OpenAI-compatible endpoint of vectors")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        open_database(arguments.folder or Path(scratch), "")
        from django.core.management import call_command

        call_command("load_corpus", str(arguments.corpus))
        call_command("load_nodes", str(arguments.nodes))
        rows = list(_read_gold(arguments.gold))
        if arguments.vectors:
            return _report_vectors([asked for asked in rows if asked.is_across], arguments.vectors)
        searches = [_search(asked) for asked in rows]
    return _report(searches, shows_misses=arguments.misses)


def _report_vectors(rows: Sequence[Asked], base_url: str) -> int:
    """What the nearest headlines hold for the nodes across languages, alone and beside the search of words; nothing is judged."""
    from benchmarks.vectors import Headline, embed, nearest
    from verification.models import Document

    headlines = [Headline(*row) for row in Document.objects.exclude(title="").values_list("url", "title", "published_at").order_by("pk")]
    vectors = embed(base_url, [f"passage: {headline.title}" for headline in headlines])
    asked_for = embed(base_url, [f"query: {asked.spec.label}" for asked in rows])
    by_vectors, by_words, by_either = 0, 0, 0
    for asked, vector in zip(rows, asked_for, strict=True):
        near = nearest(vector, headlines, vectors, as_of=asked.as_of, days=asked.spec.fresh_days)[:RESULTS]
        is_near = not asked.evidence.isdisjoint(canonical_url(url) or url for url in near)
        is_found = bool(_search(asked).found)
        by_vectors, by_words, by_either = by_vectors + is_near, by_words + is_found, by_either + (is_near or is_found)
    print(f"across languages, of {len(rows)} nodes: {by_vectors} by vectors, {by_words} by words, {by_either} by either")
    return 0


def _read_gold(path: Path) -> Iterator[Asked]:
    from django.utils import timezone

    from verification.models import Node

    specs = {node.slug: node.spec() for node in Node.objects.all()}
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        as_of = parse_moment(row["as_of"], zone=timezone.get_default_timezone(), end_of_day=True)
        if row["expected"] == "unknown" or not row["evidence"] or as_of is None:
            continue
        evidence = frozenset(canonical_url(url) or url for url in row["evidence"])
        yield Asked(row["slug"], specs[row["slug"]], as_of, evidence, bool(row["cross"]))


def _search(asked: Asked) -> Search:
    """The results of both stages of a run."""
    from asgiref.sync import async_to_sync
    from django.conf import settings

    from verification.core.reading.search_plan import plan_search
    from verification.providers.base import SearchQuery
    from verification.providers.search.corpus import CorpusSearch
    from verification.services.whitelist.trust import shipped_trust

    plan = plan_search(asked.spec, asked.as_of.date())
    found: set[str] = set()
    for suffixes, limit in ((shipped_trust().whitelist, settings.WHITELIST_RESULTS), ((), settings.WEB_RESULTS)):
        query = SearchQuery(
            plan.phrasings, asked.as_of, limit, fresh_days=asked.spec.fresh_days, suffixes=tuple(suffixes), slots=plan.slots
        )
        found |= {canonical_url(result.page.url) or result.page.url for result in async_to_sync(CorpusSearch().search)(query).results}
    return Search(asked, asked.evidence & found, plan.phrasings)


def _report(searches: Sequence[Search], *, shows_misses: bool) -> int:
    is_met = True
    for name, is_across in (("across languages", True), ("in one language", False)):
        those = [search for search in searches if search.asked.is_across is is_across]
        hits = sum(bool(search.found) for search in those)
        pages, all_pages = sum(len(search.found) for search in those), sum(len(search.asked.evidence) for search in those)
        print(f"{name}: a page that answers is found for {hits} of {len(those)} nodes, {pages} of {all_pages} pages")
        is_met &= not is_across or hits >= GOAL_PAGE * len(those)
        for search in those if shows_misses else ():
            if not search.found:
                print(f"  {search.asked.slug}: {' | '.join(search.phrasings)}")
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
