"""What a webhook tells: a VotingResult, the change of a watched node, or nothing but that it comes through."""

from django.conf import settings
from django.urls import reverse

from verification.models import NodeState, WebhookDelivery
from verification.reads.answers import Shape
from verification.reads.verifications import VotingResult


def message_shape(delivery: WebhookDelivery) -> Shape:
    """``data`` of a delivery's body. Reads the node's state before where it tells of a change."""
    if delivery.verification is not None:
        return VotingResult.of(delivery.verification, lang=None).shape()
    state = delivery.state
    if state is None:
        return {"message": "This is a test."}
    before = NodeState.objects.filter(node=state.node_id, pk__lt=state.pk).order_by("-pk").first()
    return {
        "node": state.node.slug,
        "label": state.node.label,
        "before": _state_shape(before) if before else None,
        "now": _state_shape(state),
        "run": state.run_id,
        "link": settings.SITE_URL + reverse("node", args=[state.node.slug]),
    }


def _state_shape(state: NodeState) -> Shape:
    return {
        "value": state.value,
        "number": state.number or None,
        "unit": state.unit or None,
        "badge": state.badge,
        "as_of": state.as_of.isoformat(),
    }
