"""A step's claim against what its tools returned and what it is about to send: each field agrees, differs or is missing.

One field that differs rejects; one that nothing confirms is for a person. A tool that says it failed, or has not finished, rejects a claim
that the step was done.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from verification.core.patterns import lazy_regex
from verification.core.steps.comparing import agrees, can_differ
from verification.core.steps.fields import FieldValue, StepField, fold
from verification.core.steps.outcomes import Outcome, names_outcome, says_failed
from verification.core.steps.parties import find_like, has_side_changed, names_in, parties_of
from verification.core.steps.prose import read_prose
from verification.core.steps.returned import list_texts, read_data, read_text
from verification.core.vocabulary import Decision, EvidenceKind

_CLAUSE = lazy_regex(r"[;；。！？!?]|(?<!\d)[.,，](?!\d)|\band\b|，并|并且")
# What has to be there before such a step may pass: seed 001's actions that move money or take something away.
MONEY = ("purchase", "transfer", "payment", "refund", "pay", "buy")
REMOVAL = ("delete", "cancel", "revoke", "remove", "deletion")
PAYLOAD = "payload"
_HAN = lazy_regex(r"[\u4e00-\u9fff]")


class FieldVerdict(StrEnum):
    AGREES = "agrees"
    DIFFERS = "differs"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class StepEvidence:
    """What an agent brings: ``data`` of a tool, or the ``text`` of a document or message."""

    kind: EvidenceKind
    title: str
    text: str = ""
    data: object = None


@dataclass(frozen=True, slots=True)
class FieldCheck:
    """``claimed`` and ``found`` are quoted as they were written; ``source`` names where, ``fact`` is the clause of the claim."""

    field: StepField
    verdict: FieldVerdict
    claimed: str
    found: str = ""
    source: str = ""
    fact: str = ""


@dataclass(frozen=True, slots=True)
class StepVerdict:
    decision: Decision
    checks: tuple[FieldCheck, ...]


@dataclass(frozen=True, slots=True)
class _Told:
    """One piece of evidence, or the payload: its fields, and all that is written in it."""

    source: str
    fields: tuple[FieldValue, ...]
    texts: tuple[str, ...]
    is_prose: bool = False


def check_step(
    claim: str, evidence: Sequence[StepEvidence], *, payload: Mapping[str, object] | None = None, action_type: str = ""
) -> StepVerdict:
    lang = _language(claim, evidence)
    told = [_tell(each, lang) for each in evidence]
    if payload:
        told.append(_Told(PAYLOAD, read_data(payload, lang), tuple(list_texts(payload))))
    checks = [*_compare_claim(claim, told), *_compare_parties(claim, told), *_check_status(claim, told, action_type)]
    checks += _compare_payload(told) if payload and len(told) > 1 else []
    verdicts = {check.verdict for check in checks}
    if FieldVerdict.DIFFERS in verdicts:
        decision = Decision.REJECT
    elif not checks or FieldVerdict.MISSING in verdicts or not any(check.source != PAYLOAD for check in checks):
        decision = Decision.NEEDS_HUMAN
    else:
        decision = Decision.ACCEPT
    return StepVerdict(decision, tuple(checks))


def split_claim(claim: str) -> tuple[str, ...]:
    """The clauses of a claim, each of which may hold a fact of its own."""
    return tuple(part.strip() for part in _CLAUSE.split(claim) if part.strip())


def _language(claim: str, evidence: Sequence[StepEvidence]) -> str | None:
    """Chinese where anything is written in it, since ¥ is read by it; else whatever each text is."""
    written = chain((claim,), (f"{each.title}{each.text}" for each in evidence))
    return "zh" if any(_HAN.search(text) for text in written) else None


def _tell(each: StepEvidence, lang: str | None) -> _Told:
    if each.data is not None:
        return _Told(each.title, read_data(each.data, lang), tuple(list_texts(each.data)))
    fields = (*read_text(each.text, lang), *read_prose(each.title, lang))
    return _Told(each.title, fields, (each.text, each.title), is_prose=True)


def _fact_of(claim: str, words: str) -> str:
    return next((part for part in split_claim(claim) if words in part), claim)


def _compare_claim(claim: str, told: Sequence[_Told]) -> list[FieldCheck]:
    """Every figure, date and reference of the claim against each side that has the field."""
    said = read_prose(claim)
    checks: list[FieldCheck] = []
    for each in said:
        if each.field == StepField.CURRENCY:
            continue
        own = list(chain.from_iterable(_compare(claim, each, said, side) for side in told))
        fact = _fact_of(claim, each.text)
        if _is_settled_elsewhere(each, own):
            own = [check for check in own if check.verdict == FieldVerdict.AGREES or check.source == PAYLOAD]
        checks += own or [FieldCheck(each.field, FieldVerdict.MISSING, each.text, fact=fact)]
        if each.field == StepField.AMOUNT and each.unit and not any(check.field == StepField.CURRENCY for check in own):
            checks.append(FieldCheck(StepField.CURRENCY, FieldVerdict.MISSING, each.text, fact=fact))
    return checks


def _is_settled_elsewhere(said: FieldValue, checks: Sequence[FieldCheck]) -> bool:
    """A reference or a date that one tool gives need not be that of every other: each has numbers and times of its own."""
    own = (StepField.REFERENCE, StepField.DATE, StepField.QUANTITY)
    return said.field in own and any(check.verdict == FieldVerdict.AGREES and check.source != PAYLOAD for check in checks)


def _compare(claim: str, said: FieldValue, all_said: Sequence[FieldValue], side: _Told) -> list[FieldCheck]:
    """One value of the claim on one side; nothing where the side has no such field."""
    fact = _fact_of(claim, said.text)
    same = [each for each in side.fields if agrees(said, each, claim)]
    if said.field == StepField.AMOUNT:
        return _compare_money(claim, said, all_said, side, same, fact)
    if same or _is_written(said, side):
        return [FieldCheck(said.field, FieldVerdict.AGREES, said.text, same[0].text if same else said.text, side.source, fact)]
    other = _rival(claim, said, all_said, side)
    return [FieldCheck(said.field, FieldVerdict.DIFFERS, said.text, other.text, side.source, fact)] if other else []


def _rival(claim: str, said: FieldValue, all_said: Sequence[FieldValue], side: _Told) -> FieldValue | None:
    """The value that stands in the place of the one that was claimed: of the same field, and not that of another part of the claim."""
    known = [each for each in side.fields if can_differ(said, each, claim)]
    free = [each for each in known if not any(agrees(other, each, claim) for other in all_said if other is not said)]
    swapped = [each for each in known if said.side and each.side and each.side == said.side]
    return next(iter(swapped or free), None)


def _compare_money(
    claim: str, said: FieldValue, all_said: Sequence[FieldValue], side: _Told, same: Sequence[FieldValue], fact: str
) -> list[FieldCheck]:
    """The amount, and the currency of the very amount that agrees, or of the side where it has but one."""
    if not same:
        other = _rival(claim, said, all_said, side)
        return [FieldCheck(StepField.AMOUNT, FieldVerdict.DIFFERS, said.text, other.text, side.source, fact)] if other else []
    checks = [FieldCheck(StepField.AMOUNT, FieldVerdict.AGREES, said.text, same[0].text, side.source, fact)]
    units = {each.unit for each in same if each.unit}
    if not units:
        units = {each.value for each in side.fields if each.field == StepField.CURRENCY}
    if units and said.unit:
        verdict = FieldVerdict.AGREES if said.unit in units else FieldVerdict.DIFFERS
        found = said.unit if said.unit in units else ", ".join(sorted(units))
        checks.append(FieldCheck(StepField.CURRENCY, verdict, said.text, found, side.source, fact))
    return checks


def _is_written(said: FieldValue, side: _Told) -> bool:
    """A reference that stands as it is, in one piece, in something that the side says."""
    if said.field not in (StepField.REFERENCE, StepField.ACCOUNT) or said.side:
        return False
    own = re.compile(rf"(?<![\w-]){re.escape(said.text)}(?![\w-])", re.IGNORECASE | re.ASCII)
    return any(own.search(text) for text in side.texts)


def _compare_parties(claim: str, told: Sequence[_Told]) -> list[FieldCheck]:
    """A name of the claim that a side does not have, and a party of a side in whose place the claim names somebody else."""
    checks: list[FieldCheck] = []
    named, folded = names_in(claim), fold(claim)
    for side in told:
        known = [name for name in named if _has_name(name, side)]
        checks += [FieldCheck(StepField.PARTY, FieldVerdict.AGREES, name, name, side.source, _fact_of(claim, name)) for name in known]
        checks += _compare_party_fields(claim, folded, [name for name in named if name not in known], side)
    told_of = {check.claimed for check in checks}
    return checks + [
        FieldCheck(StepField.PARTY, FieldVerdict.MISSING, name, fact=_fact_of(claim, name)) for name in named if name not in told_of
    ]


def _has_name(name: str, side: _Told) -> bool:
    """Whether a side writes the name, or has a party whose name is what it ends with (房东王建国: 王建国)."""
    folded = fold(name)
    is_ending = any(len(party.value) > 1 and folded.endswith(party.value) for party in parties_of(side.fields))
    return is_ending or any(folded in fold(text) for text in side.texts)


def _compare_party_fields(claim: str, folded: str, unknown: Sequence[str], side: _Told) -> list[FieldCheck]:
    checks: list[FieldCheck] = []
    for party in parties_of(side.fields):
        if party.value in folded:
            verdict = FieldVerdict.DIFFERS if has_side_changed(claim, party) else FieldVerdict.AGREES
            checks.append(FieldCheck(StepField.PARTY, verdict, party.text, party.text, side.source, _fact_of(claim, party.text)))
            continue
        other = next(iter(unknown), "") or find_like(claim, party.text)
        if other:
            checks.append(FieldCheck(StepField.PARTY, FieldVerdict.DIFFERS, other, party.text, side.source, _fact_of(claim, other)))
    return checks


def _check_status(claim: str, told: Sequence[_Told], action_type: str) -> list[FieldCheck]:
    """What the tools say became of it; a step that moves money or takes something away needs to be told so."""
    checks: list[FieldCheck] = []
    for side in told:
        if side.source != PAYLOAD:
            outcomes = [each for each in side.fields if each.field == StepField.STATUS]
            checks += [check for each in outcomes if (check := _check_outcome(claim, each, side.source))]
            if side.is_prose and not outcomes and says_failed(" ".join(side.texts)) != says_failed(claim):
                checks.append(FieldCheck(StepField.STATUS, FieldVerdict.DIFFERS, claim, side.texts[0][:200], side.source, claim))
    if not checks and action_type.strip().lower() in (*MONEY, *REMOVAL):
        checks.append(FieldCheck(StepField.STATUS, FieldVerdict.MISSING, claim, fact=claim))
    return checks


def _check_outcome(claim: str, found: FieldValue, source: str) -> FieldCheck | None:
    """An outcome in words that nobody knows confirms nothing."""
    has_failed = found.value in (Outcome.FAILED, Outcome.WAITING)
    if names_outcome(claim, found.text):
        verdict = FieldVerdict.DIFFERS if found.sign < 0 else FieldVerdict.AGREES
    elif found.value == Outcome.OPEN:
        verdict = FieldVerdict.MISSING
    else:
        is_bad_news = says_failed(claim) and not names_outcome(claim, claim)
        verdict = FieldVerdict.DIFFERS if has_failed or is_bad_news else FieldVerdict.AGREES
    return FieldCheck(StepField.STATUS, verdict, claim, found.text, source, claim)


def _compare_payload(told: Sequence[_Told]) -> list[FieldCheck]:
    """What is about to be sent against what a tool returned, where each has one value of a field."""
    *others, sent = told
    checks = []
    for field in (StepField.AMOUNT, StepField.CURRENCY, StepField.REFERENCE, StepField.ACCOUNT):
        mine = {each.value: each for each in sent.fields if each.field == field and not each.is_open}
        for side in others:
            theirs = {each.value: each for each in side.fields if each.field == field and not each.is_open}
            if len(mine) == 1 and len(theirs) == 1 and set(mine) != set(theirs):
                sent_text, found = next(iter(mine.values())).text, next(iter(theirs.values())).text
                checks.append(FieldCheck(field, FieldVerdict.DIFFERS, sent_text, found, side.source, PAYLOAD))
    return checks
