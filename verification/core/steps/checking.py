"""A step's claim against what its tools returned and what it is about to send: each field agrees, differs or is missing.

One field that differs rejects; one that nothing confirms is for a person. A tool that says it failed, or has not finished, rejects a claim
that the step was done.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from verification.core.steps.fields import ACCOUNT_LENGTH, FAILED, WAITING, FieldValue, StepField, fold, read_data, read_form, read_prose
from verification.core.vocabulary import Decision, EvidenceKind

_SAYS_FAILED = re.compile(r"\b(?:failed|declined|was not|did not|could not|pending|cancelled|rejected)\b|失败|未能|没有|被拒|取消|尚未")
_NAME = re.compile(
    r"(?:\b(?:from|to|with|of|by|refunded|as|payee|vendor)\s+|:\s*)((?:[A-Z][\w.'-]*|&)(?:\s+(?:[A-Z][\w.'-]*|&))*)|"
    r"(?:向|给|与|在|从|应|对|由|：)([\u4e00-\u9fff]{2,16}?)(?=的|（|\(|要求|退款|转账|下单|购买|预订|付款|支付|，|,|。|已|$)|"
    r"^([\u4e00-\u9fff]{2,16}?)的(?:发票|订单|账单)"
)
_NO_NAME = frozenset(("USD", "EUR", "GBP", "CNY", "JPY", "Order", "Invoice", "Account", "Record", "File", "IBAN"))
_CLAUSE = re.compile(r"[;；。！？!?]|(?<!\d)[.,，](?!\d)|\band\b|，并|并且")
# What has to be there before such a step may pass: seed 001's actions that move money or take something away.
MONEY = ("purchase", "transfer", "payment", "refund", "pay", "buy")
REMOVAL = ("delete", "cancel", "revoke", "remove", "deletion")


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

    def fields(self) -> tuple[FieldValue, ...]:
        return read_data(self.data) if self.data is not None else read_form(self.text)


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


def check_step(
    claim: str, evidence: Sequence[StepEvidence], *, payload: Mapping[str, object] | None = None, action_type: str = ""
) -> StepVerdict:
    sides = [(each.title, each.fields(), each.text) for each in evidence]
    if payload:
        sides.append(("payload", read_data(payload), ""))
    checks = [*_compare_claim(claim, sides), *_compare_parties(claim, sides), *_check_status(claim, sides, action_type)]
    checks += _compare_payload(sides) if payload and len(sides) > 1 else []
    verdicts = {check.verdict for check in checks}
    if FieldVerdict.DIFFERS in verdicts:
        decision = Decision.REJECT
    elif not checks or FieldVerdict.MISSING in verdicts or not any(check.source != "payload" for check in checks):
        decision = Decision.NEEDS_HUMAN
    else:
        decision = Decision.ACCEPT
    return StepVerdict(decision, tuple(checks))


def split_claim(claim: str) -> tuple[str, ...]:
    """The clauses of a claim, each of which may hold a fact of its own."""
    return tuple(part.strip() for part in _CLAUSE.split(claim) if part.strip())


Sides = Sequence[tuple[str, tuple[FieldValue, ...], str]]


def _compare_claim(claim: str, sides: Sides) -> list[FieldCheck]:
    """Every figure, date and reference of the claim against each side that has the field."""
    checks = []
    for said in read_prose(claim):
        fact = next((part for part in split_claim(claim) if said.text in part), claim)
        known = [(source, each) for source, fields, _text in sides for each in fields if _is_comparable(said, each, fields)]
        if not known:
            checks.append(FieldCheck(said.field, FieldVerdict.MISSING, said.text, fact=fact))
        for source in dict.fromkeys(source for source, _each in known):
            own = [each for name, each in known if name == source]
            same = next((each for each in own if _agree(said, each)), None)
            verdict = FieldVerdict.AGREES if same else FieldVerdict.DIFFERS
            checks.append(FieldCheck(said.field, verdict, said.text, (same or own[0]).text, source, fact))
    return checks


def _is_comparable(said: FieldValue, other: FieldValue, side: Sequence[FieldValue]) -> bool:
    """A short number after "account" may be what the tool calls an id, where it names no account."""
    names = (StepField.REFERENCE, StepField.ACCOUNT)
    if said.field not in names or other.field not in names:
        return said.field == other.field
    if said.field == other.field or said.value == other.value:
        return True
    is_short = said.field == StepField.ACCOUNT and len(said.value) < ACCOUNT_LENGTH
    return is_short and not any(each.field == StepField.ACCOUNT for each in side)


def _agree(said: FieldValue, other: FieldValue) -> bool:
    return said.value == other.value


def _compare_parties(claim: str, sides: Sides) -> list[FieldCheck]:
    """A party that a side names and the claim does not, where the claim names somebody else."""
    checks, folded = [], fold(claim)
    named = _names(claim)
    for source, fields, text in sides:
        parties = [each for each in fields if each.field == StepField.PARTY and not each.value.isdigit()]
        if not parties:
            checks += [
                FieldCheck(StepField.PARTY, FieldVerdict.AGREES, name, name, source, claim) for name in named if text and name in text
            ]
            continue
        same = next((each for each in parties if each.value and each.value in folded), None)
        if same is not None:
            checks.append(FieldCheck(StepField.PARTY, FieldVerdict.AGREES, same.text, same.text, source, claim))
        elif named:
            checks.append(FieldCheck(StepField.PARTY, FieldVerdict.DIFFERS, named[0], parties[0].text, source, claim))
    if named and not checks:
        checks.append(FieldCheck(StepField.PARTY, FieldVerdict.MISSING, named[0], fact=claim))
    return checks


def _names(claim: str) -> list[str]:
    """Who is named as the other side of a step."""
    taken = {each.text for each in read_prose(claim)}
    found = ["".join(groups).strip() for groups in _NAME.findall(claim)]
    return [name for name in found if name and name.split()[0] not in _NO_NAME and not any(name in text or text in name for text in taken)]


def _check_status(claim: str, sides: Sides, action_type: str) -> list[FieldCheck]:
    """What the tools say became of it; a step that moves money or takes something away needs to be told so."""
    checks, is_done = [], not _SAYS_FAILED.search(claim)
    for source, fields, _text in sides:
        for each in fields:
            if each.field == StepField.STATUS and source != "payload":
                has_failed = each.value in FAILED or each.value in WAITING or (each.value not in _OK and _looks_failed(each.value))
                verdict = FieldVerdict.DIFFERS if has_failed == is_done else FieldVerdict.AGREES
                checks.append(FieldCheck(StepField.STATUS, verdict, claim, each.text, source, claim))
    if not checks and action_type.strip().lower() in (*MONEY, *REMOVAL):
        checks.append(FieldCheck(StepField.STATUS, FieldVerdict.MISSING, claim, fact=claim))
    return checks


_OK = frozenset(
    [
        "succeeded",
        "completed",
        "paid",
        "confirmed",
        "ok",
        "success",
        "done",
        "true",
        "sent",
        "delivered",
        "approved",
        "accepted",
        "created",
        "refunded",
        "deleted",
        "成功",
        "已完成",
        "完成",
        "已支付",
    ]
)


def _looks_failed(value: str) -> bool:
    """An outcome in other words: it failed where it says so, else it is taken as told."""
    return any(word in value for word in ("fail", "declin", "error", "reject", "cancel", "denied", "pending", "失败", "拒绝", "取消"))


def _compare_payload(sides: Sides) -> list[FieldCheck]:
    """What is about to be sent against what a tool returned, where each has one value of a field."""
    *others, (_name, sent, _text) = sides
    checks = []
    for field in (StepField.AMOUNT, StepField.CURRENCY, StepField.REFERENCE, StepField.ACCOUNT):
        mine = {each.value: each for each in sent if each.field == field}
        for source, fields, _other in others:
            theirs = {each.value: each for each in fields if each.field == field}
            if len(mine) == 1 and len(theirs) == 1 and set(mine) != set(theirs):
                sent_text, found = next(iter(mine.values())).text, next(iter(theirs.values())).text
                checks.append(FieldCheck(field, FieldVerdict.DIFFERS, sent_text, found, source, "payload"))
    return checks
