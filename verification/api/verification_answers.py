"""What the API answers about verifications and their webhooks, for the schema."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, Field

from verification.core.vocabulary import Fault
from verification.enums import DeliveryStatus
from verification.reads.verifications import VotingResult as VotingResult


class DeliveryAttempt(BaseModel):
    at: AwareDatetime
    status: Annotated[int | None, Field(description="The HTTP status that came back.")]
    fault: Annotated[Fault | None, Field(description="Null where the receiver took it.")]
    ms: int


class Delivery(BaseModel):
    id: int
    verification_id: Annotated[UUID | Literal[""], Field(description="Empty where it tells of a node, or is a test.")]
    node: Annotated[str | None, Field(description="The watched node that it tells of.")]
    event: Annotated[str, Field(description="`verification.decided`, `node.changed` or `webhook.test`.")]
    url: str
    status: DeliveryStatus
    attempts: list[DeliveryAttempt]
    created_at: AwareDatetime
    next_at: AwareDatetime | None
    delivered_at: AwareDatetime | None


class DeliveryPage(BaseModel):
    items: list[Delivery]
    next: Annotated[str | None, Field(description="`cursor` of the next page; null on the last.")]


class WebhookSettingsAnswer(BaseModel):
    watch_url: Annotated[str, Field(description="Empty: nowhere.")]


class WebhookSecretAnswer(BaseModel):
    """`CausalFlow-Signature: t=SECONDS,v1=HEX` is the HMAC-SHA256 of `SECONDS.` and the body under this secret."""

    secret: str
    created_at: AwareDatetime
