"""The dashboard and the page of one node."""

from dataclasses import dataclass, replace

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from verification.core.vocabulary import Badge, NodeKind
from verification.enums import RunTrigger, badge_icon, label_of
from verification.forms import NodeFilterForm
from verification.models import Node, Source, VerificationRun
from verification.reads.nodes import nodes as queries
from verification.reads.nodes.counts import count_facets, list_groups, survey_nodes
from verification.reads.nodes.links import read_links
from verification.reads.nodes.pages import NodePages, list_rows
from verification.reads.runs.rulings import explain_ruling, split_by_ruling
from verification.reads.series.series import describe_series, find_suggestions
from verification.services.errors import Refused
from verification.services.nodes.other_names import FoundName, list_suggested
from verification.services.runs.lifecycle import request_run
from verification.services.whitelist.site_profiles import load_accuracy
from verification.views import cards
from verification.views.access import needs
from verification.views.charts.strip import make_strip
from verification.views.nodes import graph, history
from verification.views.nodes.citing import CitedState, make_citation
from verification.views.preferences import A_YEAR
from verification.views.runs.advice import advise
from verification.views.sentences import describe_state

BADGES = (Badge.WHITELIST_DIRECT, Badge.CROSS_VALIDATED, Badge.NEEDS_HUMAN, Badge.UNKNOWN, Badge.HUMAN_RULED, Badge.FAILED)
WELCOME_COOKIE = "welcome"


@dataclass(frozen=True, slots=True)
class Pill:
    """One quick filter: ``badge``, ``stale`` and ``conflict`` are what its link sets, the others it clears."""

    label: str
    icon: str
    count: int
    is_current: bool
    badge: str | None = None
    stale: str | None = None
    conflict: str | None = None


@dataclass(frozen=True, slots=True)
class StripNotice:
    """One part of the strip above the list: what needs somebody, and the filter that shows it."""

    text: str
    icon: str
    query: str


@needs("view_node")
@require_safe
def list_nodes(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    form = NodeFilterForm(request.GET)
    filters = form.filters()
    marked = survey_nodes(filters=filters, now=now)
    if filters.q and not marked:
        filters = replace(filters, is_near=True)
        marked = survey_nodes(filters=filters, now=now)
    counts = count_facets(marked)
    page = NodePages(filters=filters, marked=marked, now=now).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "filters": filters,
        "groups": list_groups(),
        "pills": _pills(counts, filters),
        "notices": _notices(counts),
        "badges": BADGES if filters.is_empty and WELCOME_COOKIE not in request.COOKIES else (),
        "stale_count": counts["stale"],
        "page": page,
        "rows": list_rows(keys=page.object_list, now=now),
    }
    return render(request, "nodes/list.html", context)


@needs("view_node")
@require_POST
def dismiss_welcome(request: HttpRequest) -> HttpResponse:
    """The card for newcomers has been read; this browser shows it no more."""
    response = redirect("nodes")
    response.set_cookie(WELCOME_COOKIE, "read", max_age=A_YEAR, samesite="Lax", secure=settings.HTTPS_ONLY, httponly=True)
    return response


def _notices(counts: dict[str, int]) -> list[StripNotice]:
    """3 need a ruling · 9 lack evidence · 2 stale: what there is of it."""
    ruling, lacking, failed, stale = (counts[facet] for facet in (Badge.NEEDS_HUMAN, Badge.UNKNOWN, Badge.FAILED, "stale"))
    found = (
        (ruling, ngettext("%(count)d needs a ruling", "%(count)d need a ruling", ruling), "person", f"badge={Badge.NEEDS_HUMAN}"),
        (failed, ngettext("%(count)d run failed", "%(count)d runs failed", failed), "octagon", f"badge={Badge.FAILED}"),
        (lacking, ngettext("%(count)d lacks evidence", "%(count)d lack evidence", lacking), "unknown", f"badge={Badge.UNKNOWN}"),
        (stale, ngettext("%(count)d is stale", "%(count)d are stale", stale), "clock", "stale=1"),
    )
    return [StripNotice(text % {"count": count}, icon, query) for count, text, icon, query in found if count]


def _pills(counts: dict[str, int], filters: queries.NodeFilters) -> list[Pill]:
    """All, each badge that occurs, stale and conflict; one that is chosen is always there."""
    nothing = not (filters.badge or filters.stale or filters.conflict)
    pills = [Pill(gettext("All"), "", counts["all"], nothing)]
    for badge in BADGES:
        is_current = filters.badge == badge
        if counts[badge.value] or is_current:
            pills.append(Pill(label_of(Badge, badge), badge_icon(badge), counts[badge.value], is_current, badge=badge.value))
    pills.append(Pill(gettext("Stale"), "clock", counts["stale"], filters.stale, stale="1"))
    pills.append(Pill(gettext("Values disagree"), "split", counts["conflict"], filters.conflict, conflict="1"))
    return pills


@needs("view_node")
@require_safe
def show_node(request: HttpRequest, slug: str) -> HttpResponse:
    now = timezone.now()
    node = queries.get_node_of_page(slug=slug, now=now, user=request.user)
    if node is None:
        raise Http404
    past = history.find_past(request=request, node=node, now=now)
    if past and past.moment:
        history.show_as_known(node=node, moment=past.moment)
    run = queries.get_evidence_run(node.state)
    sources, listings = queries.list_sources_with_authorities(run=run) if run else ([], {})
    carrying, others = _split(node, sources)
    runs = queries.list_runs(node=node, before=_run_before(request, node))
    context = {
        "node": node,
        "state": node.state,
        "run": run,
        "row": cards.make_node_row(node, []),
        "sentence": describe_state(node=node, state=node.state, run=run) if node.state else "",
        "advice": advise(node=node, run=run, sources=sources) if node.state and not node.state.ruled_by else None,
        "ruled": explain_ruling(node.state)[1:] if node.state else [],
        "accepted": cards.make_source_cards(carrying, listings),
        "others": cards.make_source_cards(others, listings),
        "sources_heading": cards.sources_heading(run, len(sources)) if run else "",
        "accuracies": load_accuracy(now=now, domains=[source.domain for source in sources]),
        "strip": make_strip(node=node, run=run, sources=sources) if run else None,
        "runs": [cards.make_run_row(node, run) for run in runs[: queries.RUNS_PER_PAGE]],
        "older_than": runs[queries.RUNS_PER_PAGE - 1].pk if len(runs) > queries.RUNS_PER_PAGE else None,
        "is_first_page": "before" not in request.GET,
        "open_run": queries.get_open_run(node=node) if node.is_running else None,
        "past": past,
        **_describe_series(request, node),
        "found_names": _find_names(request, node),
        "review": _has_review(request, node, past),
        "neighbours": graph.describe_neighbours(node=node, links=read_links(node.all_links), now=now),
        "citation": _cite(request, node, sources) if node.state else None,
        **history.describe_history(request=request, node=node, now=now),
    }
    return render(request, "nodes/node.html", context)


def _describe_series(request: HttpRequest, node: Node) -> dict[str, object]:
    """The node's series; for those who may choose one, what it could ask, and whether publishers can be searched for more."""
    may_choose = request.user.has_perm("verification.change_node")
    return {
        "official": describe_series(node),
        "suggestions": find_suggestions(node=node) if may_choose and not node.series else [],
        "can_search_series": may_choose and node.kind != NodeKind.TEXT,
    }


def _find_names(request: HttpRequest, node: Node) -> list[FoundName]:
    """Other names that wait for those who may take them."""
    return list_suggested(node, base=timezone.localdate()) if request.user.has_perm("verification.change_node") else []


def _split(node: Node, sources: list[Source]) -> tuple[list[Source], list[Source]]:
    """The pages that carry what is shown, be it a run's value or a person's, and all others."""
    if node.state is not None and node.state.ruled_by is not None:
        return split_by_ruling(node, node.state, sources)
    return [source for source in sources if source.is_accepted], [source for source in sources if not source.is_accepted]


def _has_review(request: HttpRequest, node: Node, past: history.Past | None) -> bool:
    """Whether anything waits for a ruling on the node now; nothing on the page of a day that has passed."""
    is_past = past is not None and past.moment is not None
    return node.open_review is not None and not is_past and request.user.has_perm("verification.view_reviewitem")


def _cite(request: HttpRequest, node: Node, sources: list[Source]) -> CitedState:
    """The link stays with what is cited: the run, or the day of the ruling."""
    state = node.state
    address = reverse("run", args=[state.run_id]) if state.run_id else f"{reverse('node', args=[node.slug])}?h=all#state-{state.pk}"
    return make_citation(node=node, state=state, sources=sources, permalink=request.build_absolute_uri(address))


def _run_before(request: HttpRequest, node: Node) -> VerificationRun | None:
    """The run below which the table goes on; nonsense in the address starts it from the top."""
    wanted = request.GET.get("before", "")
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) <= 18):
        return None
    run = queries.get_run(pk=int(wanted))
    return run if run and run.node_id == node.pk else None


@needs("add_verificationrun")
@require_POST
def verify_node(request: HttpRequest, slug: str) -> HttpResponse:
    node = queries.get_node(slug=slug, now=timezone.now())
    if node is None:
        raise Http404
    try:
        run = request_run(node=node, requested_by=request.user, trigger=RunTrigger.PAGE)
    except Refused as refusal:
        messages.info(request, str(refusal))
        return redirect("node", slug=slug)
    return redirect("run", pk=run.pk)
