"""A program's step, decided by what its tools returned, without a page: each field stands in the result with both sides quoted."""

from collections.abc import Mapping, Sequence
from typing import Any

from verification.core.evidence import Why
from verification.core.panel.decision import ONE, ZERO, Decided, DecisionCode, Vote, VoteConsensus
from verification.core.steps.checking import FieldCheck, FieldVerdict, StepEvidence, StepVerdict, check_step
from verification.core.vocabulary import Decision, DecisionMethod, EvidenceKind, VerificationMode, VoteOutcome
from verification.models import Verification
from verification.services.panel.cases import RULES, Deliberation, FactVerdict, Seats

VOTER = "fields"
MAX_QUOTED = 300


def is_step(row: Verification) -> bool:
    """Whether a program brought what its tools, its papers or its letters say, and not pages alone."""
    return any(entry.get("kind", EvidenceKind.PAGE) != EvidenceKind.PAGE for entry in row.evidence)


def decide_step(row: Verification) -> Deliberation:
    """The claim against every piece of evidence and against the payload; no model is asked."""
    evidence = [_read(entry) for entry in row.evidence]
    found = check_step(row.claim or row.value, evidence, payload=row.payload, action_type=row.action_type)
    accepted = found.decision == Decision.ACCEPT
    vote = Vote(
        voter_id=VOTER,
        model=RULES,
        outcome=VoteOutcome.ANSWERED,
        value="yes" if accepted else "no" if found.decision == Decision.REJECT else None,
        is_grounded=found.decision != Decision.NEEDS_HUMAN,
        result={
            "value": "yes" if accepted else "no" if found.decision == Decision.REJECT else None,
            "fields": {name: _shape(checks) for name, checks in _by_field(found).items()},
            "facts": _facts(found),
            "quote": next((f"{each.claimed} ≠ {each.found}" for each in found.checks if each.verdict == FieldVerdict.DIFFERS), ""),
            "sources": [],
        },
    )
    share = ONE if found.decision != Decision.NEEDS_HUMAN else ZERO
    consensus = VoteConsensus(share == ONE, share, vote.value, share, DecisionMethod.SINGLE)
    decided = Decided(VerificationMode(row.mode), found.decision, consensus, _why(found))
    return Deliberation(decided, (vote,), Seats(0, 1), facts=_fact_verdicts(found, row.claim))


def _fact_verdicts(found: StepVerdict, claim: str) -> tuple[FactVerdict, ...]:
    """The clauses with their verdicts, where there are several."""
    by: dict[str, list[FieldCheck]] = {}
    for check in found.checks:
        if check.fact != claim:
            by.setdefault(check.fact, []).append(check)
    if len(by) < 2:
        return ()
    return tuple(
        FactVerdict(fact[:MAX_QUOTED], _decision_of(checks), _why(StepVerdict(_decision_of(checks), tuple(checks))))
        for fact, checks in by.items()
    )


def _read(entry: Mapping[str, Any]) -> StepEvidence:
    kind = EvidenceKind(entry.get("kind", EvidenceKind.PAGE))
    return StepEvidence(kind, entry.get("title") or entry.get("url") or kind.value, entry.get("content") or "", entry.get("data"))


def _by_field(found: StepVerdict) -> dict[str, list[FieldCheck]]:
    by: dict[str, list[FieldCheck]] = {}
    for check in found.checks:
        by.setdefault(check.field.value, []).append(check)
    return by


def _shape(checks: list[FieldCheck]) -> dict[str, object]:
    """The worst of a field's comparisons."""
    worst = min(checks, key=lambda check: (FieldVerdict.DIFFERS, FieldVerdict.MISSING, FieldVerdict.AGREES).index(check.verdict))
    said = {"claimed": worst.claimed, "found": worst.found, "source": worst.source}
    return {"verdict": worst.verdict.value, **{name: text[:MAX_QUOTED] for name, text in said.items()}}


def _facts(found: StepVerdict) -> list[dict[str, str]]:
    """Each clause of the claim with a verdict of its own."""
    by: dict[str, list[FieldCheck]] = {}
    for check in found.checks:
        by.setdefault(check.fact, []).append(check)
    return [{"fact": fact[:MAX_QUOTED], "decision": _decision_of(checks).value} for fact, checks in by.items()]


def _decision_of(checks: Sequence[FieldCheck]) -> Decision:
    order = ((FieldVerdict.DIFFERS, Decision.REJECT), (FieldVerdict.MISSING, Decision.NEEDS_HUMAN), (FieldVerdict.AGREES, Decision.ACCEPT))
    verdicts = {check.verdict for check in checks}
    return next(decision for verdict, decision in order if verdict in verdicts)


def _why(found: StepVerdict) -> tuple[Why, ...]:
    wrong = [check for check in found.checks if check.verdict == FieldVerdict.DIFFERS]
    missing = [check for check in found.checks if check.verdict == FieldVerdict.MISSING]
    if wrong:
        return tuple(
            Why(
                DecisionCode.FIELD_DIFFERS,
                {"field": each.field.value, "claimed": each.claimed[:MAX_QUOTED], "found": each.found[:MAX_QUOTED], "source": each.source},
            )
            for each in wrong
        )
    if missing:
        return tuple(Why(DecisionCode.FIELD_MISSING, {"field": each.field.value, "claimed": each.claimed[:MAX_QUOTED]}) for each in missing)
    if not found.checks:
        return (Why(DecisionCode.NO_EVIDENCE),)
    return (Why(DecisionCode.FIELDS_AGREE, {"count": len(found.checks)}),)
