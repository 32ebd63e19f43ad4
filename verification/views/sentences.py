"""One plain sentence for a state: what the pages say, never what is true (look.md, section 6)."""

from django.utils.translation import gettext, ngettext

from verification.core.reasons import TraceCode
from verification.core.vocabulary import Badge, BoundBy, NodeKind, Reason
from verification.enums import codes_of
from verification.models import Node, NodeState, Ruling, VerificationRun
from verification.reads.words.days import say_period
from verification.reads.words.explanations import reason_text
from verification.templatetags.figures import candidate_figure, state_figure
from verification.templatetags.moments import plain_date


def describe_state(*, node: Node, state: NodeState, run: VerificationRun | None) -> str:
    """The sentence under the value."""
    if state.ruled_by is not None:
        return _ruled(node, state, state.ruled_by)
    if run is None:
        return ""
    return describe_run(node=node, run=run)


def describe_run(*, node: Node, run: VerificationRun) -> str:
    """What a finished run found, in one sentence."""
    if node.kind == NodeKind.TEXT and run.value in ("yes", "no"):
        return _stated(run)
    if run.bound_by == BoundBy.SERIES:
        return _observed(node, run)
    if run.badge == Badge.WHITELIST_DIRECT:
        return _whitelisted(node, run)
    if run.badge == Badge.CROSS_VALIDATED:
        return _agreed(node, run)
    if run.badge == Badge.NEEDS_HUMAN and run.conflicts:
        return _disagreed(node, run)
    if run.reason == Reason.TOO_FEW_DOMAINS:
        return _too_few(node, run)
    return reason_text(run.reason) if run.reason in codes_of(Reason) else ""


def _ruled(node: Node, state: NodeState, ruling: Ruling) -> str:
    who = ruling.decided_by.get_username()
    figure = state_figure(state, node.kind)
    date = plain_date(ruling.decided_at)
    if figure is None:
        return gettext("%(who)s ruled on %(date)s that the value is not known.") % {"who": who, "date": date}
    return gettext("%(who)s ruled %(value)s on %(date)s.") % {"who": who, "value": figure, "date": date}


def _whitelisted(node: Node, run: VerificationRun) -> str:
    figure = state_figure(run, node.kind)
    return ngettext(
        "%(count)d whitelisted domain states %(value)s, and no whitelisted page says otherwise.",
        "%(count)d whitelisted domains state %(value)s, and no whitelisted page says otherwise.",
        run.domains_count,
    ) % {"count": run.domains_count, "value": figure}


def _observed(node: Node, run: VerificationRun) -> str:
    """An official series has a figure for each period, which the name of a node rarely tells."""
    period = next((step["params"].get("period", "") for step in run.trace if step["code"] == TraceCode.STAGE_ZERO), "")
    value = state_figure(run, node.kind)
    if not period:
        return gettext("The official series says %(value)s.") % {"value": value}
    return gettext("The official series says %(value)s for %(period)s.") % {"value": value, "period": say_period(period)}


def _stated(run: VerificationRun) -> str:
    """A node of kind text is answered by pages that state or deny it."""
    count = _independent(run)
    if run.value == "yes":
        sentence = ngettext("%(count)d independent domain states it.", "%(count)d independent domains state it.", count)
    else:
        sentence = ngettext("%(count)d independent domain denies it.", "%(count)d independent domains deny it.", count)
    return sentence % {"count": count}


def _agreed(node: Node, run: VerificationRun) -> str:
    figure, count = state_figure(run, node.kind), _independent(run)
    return ngettext(
        "No trusted page settled it. On the whole web %(count)d independent domain states %(value)s.",
        "No trusted page settled it. On the whole web %(count)d independent domains state %(value)s.",
        count,
    ) % {"count": count, "value": figure}


def _disagreed(node: Node, run: VerificationRun) -> str:
    values = [str(candidate_figure(entry, unit=run.unit or node.unit, kind=node.kind)) for entry in run.conflicts]
    if len(values) == 1:
        return gettext("The pages carry “%(value)s”, but not all voters confirmed it. A person has to rule.") % {"value": values[0]}
    separator = gettext(", ")
    return gettext("The pages disagree: %(values)s. A person has to rule.") % {"values": separator.join(values)}


def _too_few(node: Node, run: VerificationRun) -> str:
    count = _independent(run)
    return ngettext(
        "Only %(count)d independent domain states a current value; %(needed)d are needed.",
        "Only %(count)d independent domains state a current value; %(needed)d are needed.",
        count,
    ) % {"count": count, "needed": node.min_domains}


def _independent(run: VerificationRun) -> int:
    """How many of its domains tell it of their own: domains that copy one story are one."""
    return min(run.domains_count, run.stories_count or run.domains_count)
