"""What a ruling does to a node: the value that a person chose or wrote becomes its state, and can be taken back."""

from django.utils import timezone
from django.utils.translation import gettext as _

from verification.core.support.typed_values import TypedValue, read_typed_value
from verification.core.vocabulary import Badge, BoundBy, Confidence, NodeKind, Trend
from verification.enums import RulingDecision, RunTrigger
from verification.models import Node, NodeState, ReviewItem, Ruling
from verification.services.errors import Refused
from verification.services.nodes.summaries import set_state
from verification.services.notices.alerts import announce_state
from verification.services.reviews.evidence import ReviewEvidence
from verification.services.reviews.site_judgements import judge_sites, list_shown_sources, unjudge_sites
from verification.services.runs.lifecycle import request_run
from verification.services.runs.standing import list_stated, write_stated

UNKNOWN = "unknown"


def read_value(*, item: ReviewItem, decision: RulingDecision, value: str, unit: str, evidence: ReviewEvidence) -> TypedValue:
    """What is accepted is one of the candidates; what is fixed has to be an answer to the node's question. ``Refused`` says what is."""
    if decision == RulingDecision.ACCEPT:
        chosen = next((each for each in evidence.candidates if value.strip() and value.strip() in (each.value, each.number)), None)
        if chosen is None:
            raise Refused(_("Choose one of the values shown; to set another, fix it."))
        return TypedValue(chosen.value, chosen.number, chosen.unit)
    node = _node_of(item)
    typed = read_typed_value(value, kind=NodeKind(node.kind), unit=unit, node_unit=node.unit)
    if typed is None and node.kind == NodeKind.TEXT:
        raise Refused(_("The value of this node is yes or no."), field="value")
    if typed is None:
        raise Refused(_("The value has to be one figure in the node's unit (%(unit)s).") % {"unit": node.unit or _("none")}, field="value")
    return typed


def apply(*, item: ReviewItem, ruling: Ruling) -> None:
    """Accept and fix write a state that a person stands for, reject an unknown, retry asks for a new run and leaves the state alone."""
    node = _node_of(item)
    if ruling.decision == RulingDecision.RETRY:
        request_run(node=node, trigger=RunTrigger.PAGE, requested_by=ruling.decided_by)
        return
    is_rejected = ruling.decision == RulingDecision.REJECT
    state = NodeState(
        node=node,
        ruling=ruling,
        value=UNKNOWN if is_rejected else ruling.value,
        number="" if is_rejected else ruling.number,
        unit="" if is_rejected else ruling.unit or node.unit,
        trend=node.state.trend if node.state and not is_rejected else Trend.STABLE,
        confidence=Confidence.HUMAN_RULED,
        badge=Badge.UNKNOWN if is_rejected else Badge.HUMAN_RULED,
        bound_by=BoundBy.HUMAN,
        as_of=timezone.now(),
        ruled_on=write_stated(list_stated(list_shown_sources(item))),
    )
    _set_state(node, state)
    judge_sites(item=item, ruling=ruling)


def undo(*, item: ReviewItem, ruling: Ruling, by: Ruling) -> None:
    """The node is as it was before the ruling, unless something newer was found meanwhile; history keeps both."""
    unjudge_sites(ruling=ruling)
    node = _node_of(item)
    own = NodeState.objects.filter(ruling=ruling).first()
    if own is None or node.state is None or (node.state_id != own.pk and node.state.kept_ruling_id != ruling.pk):
        return
    before = NodeState.objects.filter(node=node, pk__lt=own.pk).order_by("-pk").first()
    if before is None:
        return
    fields = ("value", "number", "unit", "trend", "confidence", "badge", "bound_by", "as_of", "evidence_at", "ruled_on")
    _set_state(node, NodeState(node=node, ruling=by, restores=before.basis, **{name: getattr(before, name) for name in fields}))


def _node_of(item: ReviewItem) -> Node:
    if item.node_id is None:
        raise Refused(_("The item has no node."))
    return Node.objects.select_for_update(of=("self",)).select_related("state").get(pk=item.node_id)


def _set_state(node: Node, state: NodeState) -> None:
    before = node.state
    state.save(force_insert=True)
    set_state(node=node, state=state)
    announce_state(before=before, after=state)
