"""Verifications and webhook deliveries: who sees which, and a verification as the contract's VotingResult (contracts, section 4)."""

from collections.abc import Mapping
from math import ceil
from typing import Annotated, Any, Literal, NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext
from pydantic import Field

from verification.core.evidence import Why
from verification.core.panel.critique import CheckName
from verification.core.vocabulary import (
    ChallengeRuling,
    ChallengeType,
    Decision,
    DecisionMethod,
    RiskLevel,
    RunStatus,
    Severity,
    VerificationMode,
)
from verification.enums import RulingDecision
from verification.models import Ruling, Verification, WebhookDelivery
from verification.reads.answers import Answer, Moment, local, local_or_none
from verification.reads.runs.rulings import StandingRuling
from verification.reads.words.explanations import explain, language_of

PER_PAGE = 25


class VerificationPage(NamedTuple):
    """``after`` names the verification behind which the next page begins, None on the last."""

    rows: list[Verification]
    after: UUID | None


def list_verifications(*, user: User | AnonymousUser) -> QuerySet[Verification]:
    """One's own and those of nodes, newest first; everybody's for those who rule. Lists need neither payload nor evidence."""
    return _seen_by(user).defer("payload", "evidence").order_by("-created_at", "-pk")


def read_page(*, user: User | AnonymousUser, after: UUID | None) -> VerificationPage:
    """A page behind the verification ``after``, as fast at any depth; from the top where the person sees no such one, or none behind it."""
    rows = behind = list_verifications(user=user)
    last = rows.filter(public_id=after).first() if after else None
    if last is not None:
        behind = rows.filter(created_at__lte=last.created_at).filter(Q(created_at__lt=last.created_at) | Q(pk__lt=last.pk))
    found = list(behind[: PER_PAGE + 1]) or list(rows[: PER_PAGE + 1] if last else ())
    return VerificationPage(found[:PER_PAGE], found[PER_PAGE - 1].public_id if len(found) > PER_PAGE else None)


def filter_decided(rows: QuerySet[Verification], decision: Decision) -> QuerySet[Verification]:
    """Those of which this holds: a person's ruling, else the machine's decision."""
    by_machine = Q(ruling__isnull=True, decision=decision.value)
    if decision == Decision.REJECT:
        return rows.filter(by_machine | Q(ruling__decision=RulingDecision.REJECT))
    if decision == Decision.ACCEPT:
        return rows.filter(by_machine | Q(ruling__isnull=False) & ~Q(ruling__decision=RulingDecision.REJECT))
    return rows.filter(by_machine)


def get_verification(*, user: User | AnonymousUser, public_id: UUID) -> Verification | None:
    return _seen_by(user).filter(public_id=public_id).first()


def list_deliveries(*, user: User | AnonymousUser) -> QuerySet[WebhookDelivery]:
    """One's own; everybody's for those who may send them again."""
    rows = WebhookDelivery.objects.select_related("verification", "state__node").order_by("-created_at", "-pk")
    return rows if user.has_perm("verification.change_webhookdelivery") else rows.filter(user_id=user.pk)  # type: ignore[misc]


def _seen_by(user: User | AnonymousUser) -> QuerySet[Verification]:
    rows = Verification.objects.select_related("ruling__decided_by", "requested_by", "run__node", "node")
    return rows if user.has_perm("verification.add_ruling") else rows.filter(Q(requested_by=user.pk) | Q(run__isnull=False))


ModeName = Literal["single", "voting", "adversarial"]
Share = Annotated[float, Field(ge=0, le=1)]
Sentence = Annotated[str, Field(description="One sentence in the language asked for.")]
NOTHING: Mapping[str, Any] = {"reached": False, "agreement_ratio": 0.0, "value": None, "confidence": 0.0, "decision_method": "single"}


class IndividualResult(Answer):
    """One voter; in adversarial mode executor, challenger and arbiter."""

    voter_id: str
    model: Annotated[str, Field(description="`rules` where no model answered.")]
    result: Annotated[dict[str, Any], Field(description="value, quote, sources; `outcome` and whether the engine found it: `grounded`.")]
    confidence: Annotated[Share, Field(description="What the voter claims of itself, held between 0 and 1; it counts for nothing.")]
    reasoning: str
    execution_time_ms: int
    cost_usd: float

    @classmethod
    def of(cls, vote: Mapping[str, Any]) -> "IndividualResult":
        return cls(
            voter_id=vote["voter_id"],
            model=vote["model"],
            result={**vote["result"], "outcome": vote["outcome"], "grounded": vote["is_grounded"]},
            confidence=vote["confidence"],
            reasoning=vote["reasoning"],
            execution_time_ms=vote["execution_time_ms"],
            cost_usd=round(float(vote["cost_usd"]), 6),
        )


class VerificationConsensus(Answer):
    reached: bool
    agreement_ratio: Share
    final_result: Annotated[dict[str, Any], Field(description="`value`, null where there is none; `source` where a person named one.")]
    confidence: Share
    decision_method: DecisionMethod

    @classmethod
    def of(cls, row: Verification) -> "VerificationConsensus":
        found = {**NOTHING, **(row.result or {}).get("consensus", {})}
        ruling: Ruling | None = row.ruling
        value = found["value"] if ruling is None else None if ruling.decision == RulingDecision.REJECT else ruling.value or found["value"]
        return cls(
            reached=bool(found["reached"]) or ruling is not None,
            agreement_ratio=found["agreement_ratio"],
            final_result={"value": value, **({"source": ruling.source_url} if ruling and ruling.source_url else {})},
            confidence=found["confidence"] if ruling is None else 1.0,
            decision_method=DecisionMethod(found["decision_method"]) if ruling is None else DecisionMethod.HUMAN,
        )


class VerificationConflict(Answer):
    value: str
    voters: list[str]
    why: Sentence


class VerificationChallenge(Answer):
    challenge_id: str
    type: ChallengeType
    severity: Severity
    claim: str
    evidence: str
    ruling: Annotated[ChallengeRuling | None, Field(description="Null where nobody ruled.")]
    ruling_reason: str
    invented: Annotated[bool, Field(description="Its words stand in no page, so that nobody was asked about it.")] = False


class VerificationSeats(Answer):
    """Who sat on the panel: so many models, the rest rules."""

    models: int
    rules: int


class VerificationCheck(Answer):
    name: CheckName
    passed: Annotated[bool | None, Field(description="Null: not applicable, there is nothing to compare with.")]


class VerificationTrigger(Answer):
    rule: str
    why: Sentence


class VerificationFact(Answer):
    fact: str
    decision: Decision
    decision_reasoning: str


class VotingResult(Answer):
    """What was decided, by whom and why (seed 001). `decision` is null while it is worked out."""

    verification_id: UUID
    status: RunStatus
    mode: ModeName
    created_at: Moment
    finished_at: Moment | None
    individual_results: list[IndividualResult]
    seats: Annotated[VerificationSeats | None, Field(description="Null where nobody was asked.")]
    consensus: VerificationConsensus
    conflicts: list[VerificationConflict]
    challenges: list[VerificationChallenge] | None
    facts: Annotated[list[VerificationFact], Field(description="Each fact of a claim that holds several; empty where it holds one.")]
    asked: Annotated[list[str], Field(description="Whose answer is waited for, while it is worked out.")]
    checks: Annotated[list[VerificationCheck], Field(description="The critic's, in single mode.")]
    decision: Decision | None
    decision_reasoning: str
    retry_after: Annotated[int | None, Field(description="`needs_retry`: in so many seconds, from `finished_at`.")]
    ruled: Annotated[StandingRuling | None, Field(description="The person's decision, where one stands above the machine's.")]
    triggers: list[VerificationTrigger]
    cost_usd: float

    @classmethod
    def of(cls, row: Verification, *, lang: str | None) -> "VotingResult":
        """A person's ruling stands in decision and consensus."""
        said_in = lang or language_of(row.claim or row.value)
        result: Mapping[str, Any] = row.result or {}
        challenges = result.get("challenges")
        decision = decision_of(row)
        return cls(
            verification_id=row.public_id,
            status=RunStatus(row.status),
            mode=VerificationMode(row.mode).value,
            created_at=local(row.created_at),
            finished_at=local_or_none(row.finished_at),
            individual_results=[IndividualResult.of(vote) for vote in result.get("votes", [])],
            seats=VerificationSeats.model_validate(result["seats"]) if result.get("seats") else None,
            consensus=VerificationConsensus.of(row),
            conflicts=[
                VerificationConflict(value=entry["value"], voters=entry["voters"], why=_explain(entry, said_in))
                for entry in result.get("conflicts", [])
            ],
            challenges=None if challenges is None else [VerificationChallenge.model_validate(entry) for entry in challenges],
            facts=[
                VerificationFact(
                    fact=entry["fact"],
                    decision=entry["decision"],
                    decision_reasoning=" ".join(_explain(why, said_in) for why in entry.get("reasons", [])),
                )
                for entry in result.get("facts", [])
            ],
            asked=_still_asked(row),
            checks=[VerificationCheck.model_validate(entry) for entry in result.get("checks", [])],
            decision=Decision(decision) if decision else None,
            decision_reasoning=_reasoning(row, said_in),
            retry_after=_retry_after(row),
            ruled=StandingRuling.made(row.ruling, row.standing),
            triggers=[VerificationTrigger(rule=entry["rule"], why=_explain(entry, said_in)) for entry in row.triggers],
            cost_usd=float(row.cost_usd),
        )


class VerificationRow(Answer):
    """One line of a list; the VotingResult stands at the address of the verification."""

    verification_id: UUID
    claim: str
    value: str
    node: Annotated[str | None, Field(description="The slug of the node that it was asked or heard for.")]
    run: Annotated[int | None, Field(description="The run of that node, where voters heard its value.")]
    mode: ModeName
    risk_level: RiskLevel
    action_type: str
    status: RunStatus
    decision: Decision | None
    requested_by: str | None
    created_at: Moment
    finished_at: Moment | None
    cost_usd: float

    @classmethod
    def of(cls, row: Verification) -> "VerificationRow":
        decision = decision_of(row)
        node = row.node or (row.run.node if row.run else None)
        return cls(
            verification_id=row.public_id,
            claim=row.claim,
            value=row.value,
            node=node.slug if node else None,
            run=row.run_id,
            mode=VerificationMode(row.mode).value,
            risk_level=RiskLevel(row.risk_level),
            action_type=row.action_type,
            status=RunStatus(row.status),
            decision=Decision(decision) if decision else None,
            requested_by=row.requested_by.get_username() if row.requested_by else None,
            created_at=local(row.created_at),
            finished_at=local_or_none(row.finished_at),
            cost_usd=float(row.cost_usd),
        )


def decision_of(row: Verification) -> str:
    """What holds: a person's ruling, else the machine's decision; empty while there is neither."""
    if row.ruling is None:
        return row.decision
    return str(Decision.REJECT if row.ruling.decision == RulingDecision.REJECT else Decision.ACCEPT)


def _still_asked(row: Verification) -> list[str]:
    """Who was asked and has not answered yet; nobody once it has ended."""
    if row.is_final:
        return []
    result = row.result or {}
    heard = {vote["voter_id"] for vote in result.get("votes", [])}
    return [name for name in result.get("asked", []) if name not in heard]


def _reasoning(row: Verification, lang: str) -> str:
    if row.ruling is not None:
        return row.ruling.reason or _person_said(decision_of(row), lang)
    return " ".join(_explain(entry, lang) for entry in row.reasons)


def _retry_after(row: Verification) -> int | None:
    if row.retry_at is None or row.finished_at is None:
        return None
    return max(1, ceil((row.retry_at - row.finished_at).total_seconds()))


def _person_said(decision: str, lang: str) -> str:
    with translation.override(lang):
        return gettext("A person rejected it.") if decision == Decision.REJECT else gettext("A person accepted it.")


def _explain(entry: Mapping[str, Any], lang: str) -> str:
    params = {name: tuple(value) if isinstance(value, list) else value for name, value in entry.get("params", {}).items()}
    return explain(Why(str(entry.get("code", "")), params), lang)
