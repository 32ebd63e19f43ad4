"""What the rows and cards of the pages show, gathered from rows that are already loaded: no query here."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext, ngettext

from verification.core.reasons import TraceCode
from verification.core.vocabulary import Badge, Reason, Stance
from verification.enums import label_of
from verification.models import Node, NodeState, Source, VerificationRun, WhitelistDomain
from verification.reads.nodes.pages import StatePoint
from verification.templatetags.figures import ShownFigure, candidate_figure, has_scale, make_figure, state_figure
from verification.templatetags.sides import domains_told, list_sides, stories_told
from verification.views.charts.sparkline import Sparkline, make_sparkline
from verification.views.sentences import describe_state

MAX_CANDIDATES = 4


@dataclass(frozen=True, slots=True)
class WhyCard:
    """Why a badge was given: a sentence, then pairs of a name and what it counts."""

    badge: Badge
    sentence: str
    counted: str = ""
    merged: str = ""
    rejected: list[str] = field(default_factory=list)
    run: VerificationRun | None = None


@dataclass(frozen=True, slots=True)
class NodeLine:
    """One row of the dashboard. ``figure`` is None where the value is unknown; then ``candidates`` or ``missing`` say why."""

    node: Node
    state: NodeState | None
    figure: ShownFigure | None
    candidates: list[ShownFigure]
    missing: str
    evidence: str
    why: WhyCard | None
    spark: Sparkline | None


@dataclass(frozen=True, slots=True)
class SourceCard:
    source: Source
    listing: WhitelistDomain | None


def make_node_row(node: Node, states: Sequence[StatePoint]) -> NodeLine:
    state = node.state
    run = state.basis.run if state and state.ruled_by is None else None
    figure = state_figure(state, node.kind) if state else None
    candidates = list_conflicts(node, run)
    return NodeLine(
        node=node,
        state=state,
        figure=figure,
        candidates=candidates if figure is None else [],
        missing="" if figure else _missing(node, state, run),
        evidence=_evidence(run),
        why=make_why_card(node, state, run) if state else None,
        spark=make_sparkline(states),
    )


def list_conflicts(node: Node, run: VerificationRun | None) -> list[ShownFigure]:
    """The values that compete in a run."""
    if run is None or run.reason not in (Reason.VALUES_DISAGREE, Reason.WHITELIST_CONTRADICTED):
        return []
    figures = [candidate_figure(entry, unit=run.unit or node.unit, kind=node.kind) for entry in run.conflicts[:MAX_CANDIDATES]]
    # 210万 or 140万: a scale belongs to each figure. What counts alone, "%" or a currency, is said once.
    if len({figure.unit for figure in figures}) > 1 or any(has_scale(figure) for figure in figures):
        return figures
    return [*(ShownFigure(figure.text) for figure in figures[:-1]), *figures[-1:]]


def _missing(node: Node, state: NodeState | None, run: VerificationRun | None) -> str:
    """What an unknown lacks, in the place of its value."""
    if state is not None and state.ruled_by is not None:
        return gettext("ruled unknown")
    if run is None:
        return gettext("not verified yet")
    if run.reason == Reason.TOO_FEW_DOMAINS:
        return ngettext("%(count)d domain, %(needed)d needed", "%(count)d domains, %(needed)d needed", run.domains_count) % {
            "count": run.domains_count,
            "needed": node.min_domains,
        }
    return label_of(Reason, run.reason)


def _evidence(run: VerificationRun | None) -> str:
    return _domains(run) if run is not None and run.domains_count else ""


def _domains(run: VerificationRun) -> str:
    if list_sides(run):
        return ngettext("%(counts)s domain", "%(counts)s domains", list_sides(run)[-1][0]) % {"counts": domains_told(run)}
    return ngettext("%(count)d domain", "%(count)d domains", run.domains_count) % {"count": run.domains_count}


def _stories(run: VerificationRun) -> str:
    if list_sides(run):
        return gettext("%(counts)s stories") % {"counts": stories_told(run)}
    return ngettext("%(count)d story", "%(count)d stories", run.stories_count) % {"count": run.stories_count}


def make_why_card(node: Node, state: NodeState, run: VerificationRun | None) -> WhyCard:
    sentence = describe_state(node=node, state=state, run=run)
    if run is None:
        return WhyCard(badge=Badge(state.badge), sentence=sentence)
    return WhyCard(
        badge=Badge(state.badge),
        sentence=sentence,
        counted=_counted(node, run),
        merged=_merged(run),
        rejected=_rejected(node, run),
        run=run,
    )


def _counted(node: Node, run: VerificationRun) -> str:
    if run.badge == Badge.WHITELIST_DIRECT:
        counted = ngettext("%(domains)d whitelisted domain", "%(domains)d whitelisted domains", run.domains_count)
        return counted % {"domains": run.domains_count}
    told = {"domains": _domains(run), "stories": _stories(run), "needed": node.min_domains}
    return gettext("%(domains)s, %(stories)s; %(needed)d needed") % told


def _params(run: VerificationRun, code: TraceCode) -> list[dict[str, object]]:
    steps = [step for step in run.trace if isinstance(step, dict) and step.get("code") == code.value]
    return [params for step in steps if isinstance(params := step.get("params"), dict)]


def _merged(run: VerificationRun) -> str:
    copies = sum(int(str(params.get("copies") or 0)) for params in _params(run, TraceCode.COPIES_MERGED))
    if not copies:
        return ""
    return ngettext("%(count)d page", "%(count)d pages", copies) % {"count": copies}


def _rejected(node: Node, run: VerificationRun) -> list[str]:
    entries = []
    for params in _params(run, TraceCode.REJECTED_VALUE)[:MAX_CANDIDATES]:
        code = str(params.get("stance") or "")
        label = label_of(Stance, code)
        figure = make_figure(number="", unit=run.unit or node.unit, kind=node.kind, written=str(params.get("value") or ""))
        entries.append(gettext("%(value)s (%(stance)s)") % {"value": figure, "stance": label})
    return entries


def make_source_cards(sources: Sequence[Source], listings: dict[str, WhitelistDomain]) -> list[SourceCard]:
    return [SourceCard(source=source, listing=listings.get(source.domain)) for source in sources]


@dataclass(frozen=True, slots=True)
class RunLine:
    run: VerificationRun
    figure: ShownFigure | None


def make_run_row(node: Node, run: VerificationRun) -> RunLine:
    return RunLine(run=run, figure=state_figure(run, node.kind))


def sources_heading(run: VerificationRun, pages: int) -> str:
    """Sources (3 independent domains, 6 pages); 数据来源（3 个独立域名，6 个页面）. Domains that copy each other are not independent."""
    pages_part = ngettext("%(count)d page", "%(count)d pages", pages) % {"count": pages}
    return gettext("Sources (%(domains)s, %(pages)s)") % {"domains": _independence(run), "pages": pages_part}


def _independence(run: VerificationRun) -> str:
    domains, stories = run.domains_count, run.stories_count
    sides = list_sides(run)
    if any(count < of for of, count in sides):
        told = {"domains": _domains(run), "stories": stories_told(run)}
        return gettext("%(domains)s, %(stories)s independent stories") % told
    if sides:
        said = ngettext("%(counts)s independent domain", "%(counts)s independent domains", sides[-1][0])
        return said % {"counts": domains_told(run)}
    if 0 < stories < domains:
        counted = ngettext(
            "%(domains)d domains, %(count)d independent story", "%(domains)d domains, %(count)d independent stories", stories
        )
    else:
        counted = ngettext("%(domains)d independent domain", "%(domains)d independent domains", domains)
    return counted % {"domains": domains, "count": stories}
