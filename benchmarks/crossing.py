"""Names in one language over pages in the other: ``python -m benchmarks.crossing [--misses]``.

A hundred nodes of our own that are counted: sixty (``crossing/nodes.tsv``), half of them traps whose page is about another subject, measure
or period, and forty of a later hand (``crossing/fresh.tsv``), a third of them traps; and 76 whose misses are looked at
(``crossing/looked_at.tsv``). The pages of each table lie in one local corpus, on one trusted domain; each node is searched for there and
settled by the engine. Prints for each table how often the page that answers is among the results, how many nodes are answered, and how many
traps are; status 1 where a goal is missed by the nodes that are counted, both tables together.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.pages import open_database
from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust, Verdict
from verification.core.vocabulary import NodeKind

HOST = "chronicle.example"
GOAL_FOUND, GOAL_OTHER, GOAL_PAGE = 0.60, 0.01, 0.85
RESULTS = 10
_TABLES = Path(__file__).resolve().parent / "crossing"
COUNTED, FRESH, LOOKED_AT = "nodes", "fresh", "looked_at"


@dataclass(frozen=True, slots=True)
class Case:
    """One node with the page written for it; ``expected`` is empty for a trap."""

    node: NodeSpec
    expected: str
    page: Page

    @property
    def as_of(self) -> datetime:
        """The evening of the day after the page."""
        assert self.page.published_at is not None  # noqa: S101 - every row has its day
        return self.page.published_at + timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Outcome:
    case: Case
    is_found: bool
    verdict: Verdict

    @property
    def is_answered(self) -> bool:
        return self.verdict.value != "unknown"

    @property
    def is_right(self) -> bool:
        return self.is_answered and self.verdict.number == self.case.expected


def read_cases(table: str = COUNTED) -> list[Case]:
    """The nodes of a table in their order."""
    lines = (_TABLES / f"{table}.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    # A trap may stand beside the page of another node.
    texts = list(dict.fromkeys(row[-1] for row in rows))
    return [_case(f"https://www.{HOST}/{table}/{texts.index(row[-1]) + 1}", row) for row in rows]


def _case(url: str, row: Sequence[str]) -> Case:
    _, label, kind, unit, expected, published, title, text = row
    page = Page(url, title, text, datetime.fromisoformat(published).replace(hour=12, tzinfo=UTC))
    return Case(NodeSpec(label=label, kind=NodeKind(kind), unit=unit or None), expected, page)


def load_pages(cases: Sequence[Case]) -> None:
    """The pages of all cases as one corpus."""
    from verification.services.gateway.corpus import DocumentEntry, load_documents

    pages = {case.page.url: case.page for case in cases}.values()
    entries = [DocumentEntry(line, page.title, page.content, page.url, page.published_at) for line, page in enumerate(pages, 1)]
    load_documents(entries=entries, now=datetime(2027, 1, 1, tzinfo=UTC), actor="crossing")


def answer(case: Case) -> Outcome:
    """The case searched for in the corpus and settled on what was found."""
    from asgiref.sync import async_to_sync

    from verification.core.reading.search_plan import plan_search
    from verification.providers.base import SearchQuery
    from verification.providers.search.corpus import CorpusSearch

    plan = plan_search(case.node, case.as_of.date())
    query = SearchQuery(plan.phrasings, case.as_of, RESULTS, fresh_days=case.node.fresh_days, suffixes=(HOST,), slots=plan.slots)
    pages = [result.page for result in async_to_sync(CorpusSearch().search)(query).results]
    verdict = settle(case.node, pages, as_of=case.as_of, trust=Trust(whitelist=(HOST,)))
    return Outcome(case, any(page.url == case.page.url for page in pages), verdict)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--misses", action="store_true", help="print the nodes to look at that are not answered as they should be")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        open_database(Path(folder), "")
        looked_at, counted, fresh = _answer_all(LOOKED_AT), _answer_all(COUNTED), _answer_all(FRESH)
    print(f"to look at: {_counts(looked_at)}")
    for outcome in looked_at if arguments.misses else ():
        _print_miss(outcome)
    print(f"counted: {_counts(counted)}")
    print(f"counted, fresh: {_counts(fresh)}")
    return _end([*counted, *fresh])


def _answer_all(table: str) -> list[Outcome]:
    """The nodes of a table, each searched for among the table's pages alone."""
    from verification.models import Document

    Document.objects.all().delete()
    cases = read_cases(table)
    load_pages(cases)
    return [answer(case) for case in cases]


def _counts(outcomes: Sequence[Outcome]) -> str:
    own = [outcome for outcome in outcomes if outcome.case.expected]
    pages, right = sum(outcome.is_found for outcome in own), sum(outcome.is_right for outcome in own)
    false = sum(outcome.is_answered and not outcome.is_right for outcome in outcomes)
    return f"page among the results {pages} of {len(own)}; answered {right} of {len(own)}; wrongly answered {false} of {len(outcomes)}"


def _print_miss(outcome: Outcome) -> None:
    if outcome.is_right or (not outcome.case.expected and not outcome.is_answered):
        return
    wanted, page = outcome.case.expected or "unknown", "page found" if outcome.is_found else "page not found"
    print(f"  {outcome.case.node.label}: {outcome.verdict.value} ({outcome.verdict.reason}), expected {wanted}; {page}")


def _end(outcomes: Sequence[Outcome]) -> int:
    own = [outcome for outcome in outcomes if outcome.case.expected]
    pages, right = sum(outcome.is_found for outcome in own), sum(outcome.is_right for outcome in own)
    false = sum(outcome.is_answered and not outcome.is_right for outcome in outcomes)
    is_met = pages >= GOAL_PAGE * len(own) and right >= GOAL_FOUND * len(own) and false <= GOAL_OTHER * len(outcomes)
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
