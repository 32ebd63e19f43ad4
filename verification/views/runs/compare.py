"""Two runs of one node side by side: what each found, and which pages came, went or changed their stance."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from verification.models import Node, Source, VerificationRun
from verification.reads.nodes import history as history_queries
from verification.reads.nodes import nodes as queries
from verification.templatetags.figures import ShownFigure
from verification.views import cards
from verification.views.access import needs
from verification.views.sentences import describe_run

MAX_DIGITS = 18


@dataclass(frozen=True, slots=True)
class RunSide:
    """One of the two runs. ``figure`` is None where it found no value."""

    run: VerificationRun
    figure: ShownFigure | None
    sentence: str
    pages: int


@dataclass(frozen=True, slots=True)
class SourceChange:
    """A page that only one run saw (the other is None), or that both saw with different stances; ``source`` is its newer sight."""

    source: Source
    before: Source | None = None
    after: Source | None = None


@needs("view_node")
@require_safe
def compare_runs(request: HttpRequest, slug: str) -> HttpResponse:
    """404 where the two are no ended runs of this node; without a choice, the newest two ended ones and the list to choose from."""
    node = queries.get_node(slug=slug, now=timezone.now())
    if node is None:
        raise Http404
    runs = [run for run in queries.list_runs(node=node) if run.is_final]
    ids = _chosen(request, runs)
    pair = history_queries.list_pair(node=node, ids=ids) if ids else None
    if ids and pair is None:
        raise Http404
    context: dict[str, object] = {"node": node, "rows": [cards.make_run_row(node, run) for run in _with_chosen(runs, pair)], "sides": []}
    if pair:
        context |= {"sides": [_make_side(node, run) for run in pair], "sources": _compare(*(list(run.sources.all()) for run in pair))}
        context |= {"a": pair[0].pk, "b": pair[1].pk, "is_same": pair[0].pk == pair[1].pk}
    return render(request, "nodes/compare.html", context)


def _chosen(request: HttpRequest, runs: Sequence[VerificationRun]) -> tuple[int, int] | None:
    """The numbers ``a`` and ``b``; nonsense is no run."""
    texts = [request.GET.get(name, "") for name in ("a", "b")]
    if not any(texts):
        return (runs[1].pk, runs[0].pk) if len(runs) > 1 else None
    if not all(text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS for text in texts):
        raise Http404
    return int(texts[0]), int(texts[1])


def _with_chosen(runs: Sequence[VerificationRun], pair: tuple[VerificationRun, VerificationRun] | None) -> list[VerificationRun]:
    """The newest runs and those chosen, newest first."""
    known = {run.pk: run for run in (*(pair or ()), *runs)}
    return sorted(known.values(), key=lambda run: (run.created_at, run.pk), reverse=True)


def _make_side(node: Node, run: VerificationRun) -> RunSide:
    return RunSide(run, cards.make_run_row(node, run).figure, describe_run(node=node, run=run), len(run.sources.all()))


def _compare(before: Sequence[Source], after: Sequence[Source]) -> dict[str, list[SourceChange]]:
    """By address: gained, lost and changed pages in the engine's order. A page that both runs saw alike is left out."""
    old = {source.url: source for source in reversed(before)}
    new = {source.url: source for source in reversed(after)}
    kept = [SourceChange(new[source.url], source, new[source.url]) for source in before if source is old[source.url] and source.url in new]
    return {
        "gained": [SourceChange(source, after=source) for source in after if source is new[source.url] and source.url not in old],
        "lost": [SourceChange(source, before=source) for source in before if source is old[source.url] and source.url not in new],
        "changed": [change for change in kept if change.before and change.after and _differs(change.before, change.after)],
    }


def _differs(before: Source, after: Source) -> bool:
    return (before.stance, before.is_accepted, before.number) != (after.stance, after.is_accepted, after.number)
