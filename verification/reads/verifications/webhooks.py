"""What a webhook tells (a VotingResult, the change of a watched node, or nothing but that it comes through), and what became of it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from pydantic import Field

from verification.core.vocabulary import Badge, Fault
from verification.enums import DeliveryStatus
from verification.models import NodeState, WebhookDelivery, WebhookSecret
from verification.reads.answers import Answer, Moment, Shape, local, local_or_none
from verification.reads.runs.rulings import StandingRuling
from verification.reads.verifications.verifications import VotingResult


class DeliveryAttempt(Answer):
    at: Moment
    status: Annotated[int | None, Field(description="The HTTP status that came back.")]
    fault: Annotated[Fault | None, Field(description="Null where the receiver took it.")]
    ms: int

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> "DeliveryAttempt":
        at, fault = datetime.fromisoformat(entry["at"]), entry["fault"]
        return cls(at=at, status=entry["status"], fault=Fault(fault) if fault else None, ms=entry["ms"])


class Delivery(Answer):
    id: int
    verification_id: Annotated[UUID | Literal[""], Field(description="Empty where it tells of a node, or is a test.")]
    node: Annotated[str | None, Field(description="The watched node that it tells of.")]
    subject: Annotated[str, Field(description="Of other messages, what they tell of: `report:17`, `run:5`, `review:3`.")]
    event: Annotated[str, Field(description="`verification.decided`, `node.changed`, `report.ended` …, or `webhook.test`.")]
    url: str
    status: DeliveryStatus
    attempts: list[DeliveryAttempt]
    created_at: Moment
    next_at: Moment | None
    delivered_at: Moment | None

    @classmethod
    def of(cls, row: WebhookDelivery) -> "Delivery":
        return cls(
            id=row.pk,
            verification_id=row.verification.public_id if row.verification else "",
            node=row.state.node.slug if row.state else None,
            subject=row.subject,
            event=row.event,
            url=row.url,
            status=DeliveryStatus(row.status),
            attempts=[DeliveryAttempt.of(entry) for entry in row.log],
            created_at=local(row.created_at),
            next_at=local_or_none(row.next_at),
            delivered_at=local_or_none(row.delivered_at),
        )


class WebhookSecretAnswer(Answer):
    """`CausalFlow-Signature: t=SECONDS,v1=HEX` is the HMAC-SHA256 of `SECONDS.` and the body under this secret."""

    secret: str
    created_at: Moment

    @classmethod
    def of(cls, row: WebhookSecret) -> "WebhookSecretAnswer":
        return cls(secret=row.secret, created_at=local(row.created_at))


class ToldState(Answer):
    """A node's state in a message."""

    value: str
    number: str | None
    unit: str | None
    badge: Badge
    as_of: Moment

    @classmethod
    def of(cls, state: NodeState) -> "ToldState":
        return cls(value=state.value, number=state.number or None, unit=state.unit or None, badge=Badge(state.badge), as_of=state.as_of)


class NodeChanged(Answer):
    """The message of a watched node."""

    node: str
    label: str
    before: ToldState | None
    now: ToldState
    run: int | None
    ruled: Annotated[StandingRuling | None, Field(description="The person's decision that the state rests on.")]
    link: str

    @classmethod
    def of(cls, state: NodeState) -> "NodeChanged":
        """Reads the node's state before."""
        before = NodeState.objects.filter(node=state.node_id, pk__lt=state.pk).order_by("-pk").first()
        return cls(
            node=state.node.slug,
            label=state.node.label,
            before=ToldState.of(before) if before else None,
            now=ToldState.of(state),
            run=state.basis.run_id,
            ruled=StandingRuling.of(state),
            link=settings.SITE_URL + reverse("node", args=[state.node.slug]),
        )


def message_shape(delivery: WebhookDelivery) -> Shape:
    """``data`` of a delivery's body."""
    if delivery.verification is not None:
        return VotingResult.of(delivery.verification, lang=None).shape()
    return NodeChanged.of(delivery.state).shape() if delivery.state else {"message": "This is a test."}
