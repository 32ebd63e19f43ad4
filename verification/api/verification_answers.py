"""What the API answers about verifications and their webhooks, for the schema."""

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, Field

from verification.api.verification_bodies import ModeName
from verification.core.panel.critique import CheckName
from verification.core.vocabulary import ChallengeRuling, ChallengeType, Decision, DecisionMethod, Fault, RunStatus, Severity
from verification.enums import DeliveryStatus

Share = Annotated[float, Field(ge=0, le=1)]
Sentence = Annotated[str, Field(description="One sentence in the language asked for.")]


class IndividualResult(BaseModel):
    """One voter; in adversarial mode executor, challenger and arbiter."""

    voter_id: str
    model: Annotated[str, Field(description="`rules` where no model answered.")]
    result: Annotated[dict[str, Any], Field(description="value, quote, sources; `outcome` and whether the engine found it: `grounded`.")]
    confidence: Annotated[Share, Field(description="What the voter claims of itself, held between 0 and 1; it counts for nothing.")]
    reasoning: str
    execution_time_ms: int
    cost_usd: float


class VerificationConsensus(BaseModel):
    reached: bool
    agreement_ratio: Share
    final_result: Annotated[dict[str, Any], Field(description="`value`, null where there is none; `source` where a person named one.")]
    confidence: Share
    decision_method: DecisionMethod


class VerificationConflict(BaseModel):
    value: str
    voters: list[str]
    why: Sentence


class VerificationChallenge(BaseModel):
    challenge_id: str
    type: ChallengeType
    severity: Severity
    claim: str
    evidence: str
    ruling: Annotated[ChallengeRuling | None, Field(description="Null where nobody ruled.")]
    ruling_reason: str


class VerificationCheck(BaseModel):
    name: CheckName
    passed: Annotated[bool | None, Field(description="Null: not applicable, there is nothing to compare with.")]


class VerificationTrigger(BaseModel):
    rule: str
    why: Sentence


class VotingResult(BaseModel):
    """What was decided, by whom and why (seed 001). `decision` is null while it is worked out."""

    verification_id: UUID
    status: RunStatus
    mode: ModeName
    created_at: AwareDatetime
    finished_at: AwareDatetime | None
    individual_results: list[IndividualResult]
    consensus: VerificationConsensus
    conflicts: list[VerificationConflict]
    challenges: list[VerificationChallenge] | None
    checks: Annotated[list[VerificationCheck], Field(description="The critic's, in single mode.")]
    decision: Decision | None
    decision_reasoning: str
    triggers: list[VerificationTrigger]
    cost_usd: float


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
