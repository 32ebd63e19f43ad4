"""The life of a verification that a program asked for: requested, claimed by one worker, decided, and ended once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django_q.tasks import async_task  # type: ignore[import-untyped]

from verification.core.evidence import Why
from verification.core.panel.decision import DecisionCode
from verification.core.panel.triggers import TriggerFacts
from verification.core.sources.domains import host_of, registrable_domain
from verification.core.vocabulary import Decision, RiskLevel, RunStatus, Standing, VerificationMode
from verification.enums import SubjectKind
from verification.models import Node, SiteProfile, Verification
from verification.services.audit import record_audit
from verification.services.notices.webhooks import announce_verification
from verification.services.panel.cases import Deliberation
from verification.services.panel.triggers import choose_mode
from verification.services.queue.leases import lease_from
from verification.services.queue.rescue import queue_again
from verification.services.reviews.desk import open_review
from verification.services.runs.decisions import decision_columns, firing_shape
from verification.services.runs.lifecycle import LostClaim
from verification.services.runs.postponing import find_retry_at
from verification.services.runs.results import code_shape
from verification.services.verifications.standing import explain_question, find_ruled, is_past, is_unchanged

TASK = "verification.tasks.execute_verification"
MAX_ERROR = 500


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a program asks for, checked. ``evidence`` is [{url, title, content, published_at}], times in ISO 8601."""

    claim: str = ""
    value: str = ""
    payload: Mapping[str, Any] | None = None
    query: str = ""
    evidence: Sequence[Mapping[str, Any]] = ()
    risk_level: RiskLevel = RiskLevel.LOW
    action_type: str = ""
    amount: Decimal | None = None
    currency: str = ""
    amount_usd: Decimal | None = None
    domain: str = ""
    retry_count: int = 0
    mode: VerificationMode | None = None
    callback_url: str = ""
    node: Node | None = None


@dataclass(frozen=True, slots=True)
class VerificationClaim:
    """The right to work on a verification: it holds as long as nobody claimed it again or ended it."""

    verification: Verification
    attempt: int


def request_verification(*, wanted: Wanted, requested_by: User) -> Verification:
    """Fire the trigger rules, keep what fired and why, and queue the work in the same transaction."""
    domain = name_site(wanted.domain)
    with transaction.atomic():
        mode, firings = choose_mode(facts=_facts(wanted, domain), asked=wanted.mode)
        row = Verification.objects.create(
            node=wanted.node,
            claim=wanted.claim,
            value=wanted.value,
            payload=dict(wanted.payload) if wanted.payload is not None else None,
            query=wanted.query,
            evidence=[dict(entry) for entry in wanted.evidence],
            risk_level=wanted.risk_level.value,
            action_type=wanted.action_type.strip().lower(),
            amount=wanted.amount,
            currency=wanted.currency,
            amount_usd=wanted.amount_usd,
            domain=domain,
            retry_count=wanted.retry_count,
            mode_asked=wanted.mode.value if wanted.mode else "",
            mode=mode.value,
            triggers=[firing_shape(firing) for firing in firings],
            requested_by=requested_by,
            callback_url=wanted.callback_url,
        )
        after = {"mode": row.mode, "triggers": [firing.rule for firing in firings], "action": row.action_type}
        record_audit(actor=requested_by, verb="verification.request", subject=row, after=after)
        async_task(TASK, row.pk)
    return row


def name_site(domain: str) -> str:
    """The registrable domain of a host or address; as written where there is none."""
    written = domain.strip().lower().rstrip(".")
    host = host_of(written if "://" in written else f"https://{written}/") if written else None
    return (registrable_domain(host) or host) if host else written


def claim_verification(*, verification_id: int) -> VerificationClaim | None:
    """Take one that waits, or whose worker's lease ran out; None where there is nothing to take."""
    now = timezone.now()
    free = Q(status=RunStatus.QUEUED) | Q(status=RunStatus.RUNNING, lease_until__lt=now)
    waiting = Verification.objects.filter(free, pk=verification_id)
    with transaction.atomic():
        spent = waiting.filter(attempts__gte=settings.RUN_MAX_ATTEMPTS).first()
        if spent is not None:
            _give_up(spent, _("Given up: its worker died in each of %(count)s attempts.") % {"count": settings.RUN_MAX_ATTEMPTS}, now)
            return None
        if not waiting.update(status=RunStatus.RUNNING, attempts=F("attempts") + 1, lease_until=lease_from(now), started_at=now):
            return None
        row = Verification.objects.get(pk=verification_id)
    return VerificationClaim(row, row.attempts)


def hold_verification(*, claim: VerificationClaim) -> None:
    """Extend the lease; ``LostClaim`` where it is no longer ours."""
    if not _ours(claim).update(lease_until=lease_from(timezone.now())):
        raise LostClaim


def finish_verification(*, claim: VerificationClaim, deliberation: Deliberation, is_degraded: bool = False) -> None:
    """Save the decision, open a review item where a person is needed, and write to the program; ``LostClaim`` where it is not ours."""
    decided = deliberation.decided
    now = timezone.now()
    with transaction.atomic():
        ended = _ours(claim).update(
            status=(RunStatus.DEGRADED if is_degraded else RunStatus.FINISHED).value,
            lease_until=None,
            finished_at=now,
            retry_at=find_retry_at(now=now) if decided.decision == Decision.NEEDS_RETRY else None,
            **decision_columns(deliberation),
        )
        if not ended:
            raise LostClaim
        row = Verification.objects.get(pk=claim.verification.pk)
        why = _as_ruled_before(row, now) or decided.why[0]
        if decided.decision == Decision.NEEDS_HUMAN and row.ruling is None:
            open_review(subject_kind=SubjectKind.VERIFICATION, subject_id=row.pk, why=why, risk_level=row.risk_level)
        announce_verification(verification=row)


def _as_ruled_before(row: Verification, now: datetime) -> Why | None:
    """Give a row the ruling that a person made on the very same question and evidence; else why they are asked again, None without one."""
    former = find_ruled(row=row)
    if former is None or former.ruling is None:
        return None
    if is_past(ruling=former.ruling, now=now) or not is_unchanged(row=row, former=former):
        return explain_question(row=row, former=former, ruling=former.ruling, now=now)
    row.ruling, row.standing = former.ruling, Standing.UNCHANGED
    row.save(update_fields=["ruling", "standing"])
    return None


def fail_verification(*, claim: VerificationClaim, error: str) -> bool:
    """End it as failed: a defect of ours decides nothing, so a person does. False where it is no longer ours."""
    with transaction.atomic():
        row = _ours(claim).select_for_update().first()
        if row is None:
            return False
        _give_up(row, error, timezone.now())
    return True


def rescue_verifications(*, now: datetime, dead: str = "") -> int:
    return queue_again(Verification.objects.all(), task=TASK, now=now, dead=dead)


def _facts(wanted: Wanted, domain: str) -> TriggerFacts:
    profile = SiteProfile.objects.filter(domain=domain).first() if domain else None
    return TriggerFacts(
        risk_level=wanted.risk_level,
        action_type=wanted.action_type,
        amount=wanted.amount,
        currency=wanted.currency,
        amount_usd=wanted.amount_usd,
        domain=domain,
        has_profile=profile is not None,
        tries=profile.tries if profile else 0,
        successes=profile.successes if profile else 0,
        retry_count=wanted.retry_count,
    )


def _give_up(row: Verification, error: str, now: datetime) -> None:
    why = Why(DecisionCode.NO_EVIDENCE)
    Verification.objects.filter(pk=row.pk).update(
        status=RunStatus.FAILED,
        decision=Decision.NEEDS_HUMAN,
        reasons=[code_shape(why)],
        error=error[:MAX_ERROR],
        lease_until=None,
        finished_at=now,
    )
    row.refresh_from_db()
    open_review(subject_kind=SubjectKind.VERIFICATION, subject_id=row.pk, why=why, risk_level=row.risk_level)
    announce_verification(verification=row)


def _ours(claim: VerificationClaim) -> Any:
    return Verification.objects.filter(pk=claim.verification.pk, status=RunStatus.RUNNING, attempts=claim.attempt)
