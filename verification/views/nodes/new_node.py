"""A node of one's own: while its name is typed, what was understood and which pages would speak; saving it verifies it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from verification.core.evidence import NodeSpec, Page
from verification.core.reading.node_fields import NodeFields
from verification.core.vocabulary import NodeKind, Reason
from verification.enums import RunTrigger, label_of
from verification.models import Node
from verification.node_forms import NewNodeForm
from verification.reads.nodes.counts import list_groups
from verification.services.errors import Refused
from verification.services.nodes.changes import write_node
from verification.services.nodes.other_names import FoundName, NamingPage, keep_chosen, suggest_names
from verification.services.runs.lifecycle import request_run
from verification.services.runs.trials import NodeTrial, find_pages, try_node
from verification.templatetags.figures import ShownFigure, make_figure
from verification.views.access import needs

MAX_SHOWN = 6
MAX_NAMES = 8


@dataclass(frozen=True, slots=True)
class SpeakingPage:
    """A page that would speak: ``is_counted`` where it carries the value of the verdict."""

    domain: str
    title: str
    stance: str
    figure: ShownFigure | None
    is_counted: bool


@needs("add_node")
@require_http_methods(["GET", "HEAD", "POST"])
def create_node(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _show(request, NewNodeForm(initial={"label": request.GET.get("label", "")[:300]}))
    form = NewNodeForm(request.POST)
    if not form.is_valid():
        return _show(request, form, status=400)
    spec = _spec(form)[1]
    chosen = _choose(form, spec)
    entry = form.entry(replace(spec, aliases=(*spec.aliases, *(one.name for one in chosen))))
    if entry is None:
        return _show(request, form, status=400)
    try:
        write_node(entry=entry, is_active=True, is_new=True, actor=request.user)
        node = Node.objects.get(slug=entry.slug)
        keep_chosen(node=node, suggested=chosen, actor=request.user)
        run = request_run(node=node, requested_by=request.user, trigger=RunTrigger.PAGE)
    except Refused as refusal:
        messages.info(request, str(refusal))
        return redirect("nodes")
    messages.success(request, gettext("Created “%(name)s”. Its first verification has begun.") % {"name": entry.label})
    return redirect("run", pk=run.pk)


@needs("add_node")
@require_safe
def read_name(request: HttpRequest) -> HttpResponse:
    """The fragment beside the form: what the name was read as, and what the pages held here say of it."""
    form = NewNodeForm(request.GET)
    form.is_valid()
    if not form.cleaned_data.get("label"):
        return render(request, "nodes/reading.html")
    reading, spec, trial = _tried(form)
    shown = {
        "parts": _parts(reading, spec),
        "spec": spec,
        "kind": label_of(NodeKind, spec.kind),
        "trial": trial,
        "reason": label_of(Reason, trial.verdict.reason),
        "figure": _figure(spec, trial.verdict.value, trial.verdict.number) if trial.verdict.is_accepted else None,
        "speaking": _speaking(trial),
        "more": max(0, len(trial.speaking) - MAX_SHOWN),
        "found_names": _suggest(spec, trial.pages),
        "ticked": form.ticked(),
    }
    return render(request, "nodes/reading.html", shown)


def _tried(form: NewNodeForm) -> tuple[NodeFields, NodeSpec, NodeTrial]:
    now = timezone.now()
    reading = form.reading(timezone.localdate())
    trial = try_node(form.spec(reading), is_kind_open=form.is_kind_open and reading.kind is None, now=now)
    return reading, trial.spec, trial


def _spec(form: NewNodeForm) -> tuple[NodeFields, NodeSpec]:
    """The reading alone where it settles the kind; else the pages are asked as well."""
    reading = form.reading(timezone.localdate())
    if reading.kind is not None or not form.is_kind_open:
        return reading, form.spec(reading)
    return _tried(form)[:2]


def _suggest(spec: NodeSpec, pages: Sequence[Page]) -> tuple[FoundName, ...]:
    """Other names of what is being named, by open data and by the pages held here."""
    read = [NamingPage(page.url, f"{page.title}\n{page.content}") for page in pages]
    return suggest_names(spec, base=timezone.localdate(), pages=read)[:MAX_NAMES]


def _choose(form: NewNodeForm, spec: NodeSpec) -> list[FoundName]:
    """Those of the suggested names that the person ticked; what nobody suggested is none."""
    ticked = form.ticked()
    if not ticked:
        return []
    return [one for one in _suggest(spec, find_pages(spec, timezone.now())) if one.name in ticked]


def _parts(reading: NodeFields, spec: NodeSpec) -> list[str]:
    """Chile · unemployment rate · percent · latest: what is asked, in the order of a sentence."""
    question = reading.question
    subject = question.subject.head.text if question.subject.head else gettext("any")
    measure = question.measure.words.text if question.measure.words and question.measure.words != question.subject.head else ""
    told = question.predicate.words.text if question.predicate else measure
    period = spec.reference_period or (gettext("latest") if spec.kind != NodeKind.TEXT else "")
    return [part for part in (subject, told, label_of(NodeKind, spec.kind), period) if part]


def _figure(spec: NodeSpec, written: str, number: str | None) -> ShownFigure:
    return make_figure(number=number or "", unit=spec.unit or "", kind=spec.kind, written=written)


def _speaking(trial: NodeTrial) -> list[SpeakingPage]:
    counted = {finding.position for finding in trial.verdict.sources}
    return [
        SpeakingPage(
            domain=finding.domain,
            title=finding.title,
            stance=finding.stance.value,
            figure=_figure(trial.spec, finding.value, finding.number) if finding.value else None,
            is_counted=finding.position in counted,
        )
        for finding in trial.speaking[:MAX_SHOWN]
    ]


def _show(request: HttpRequest, form: NewNodeForm, *, status: int = 200) -> HttpResponse:
    fields = [form[name] for name in ("kind", "unit", "period", "fresh_days")]
    return render(request, "nodes/new.html", {"form": form, "fields": fields, "groups": list_groups()}, status=status)
