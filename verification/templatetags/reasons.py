"""The engine's codes, as rows store them ({code, params}), in the reader's language."""

from dataclasses import dataclass

from django import template

from verification.core.evidence import TraceStep, Why
from verification.core.reasons import TraceCode
from verification.enums import Stance
from verification.explanations import explain, explain_review, explain_trace, reason_text
from verification.templatetags.evidence import visible

register = template.Library()

_ICONS = {
    TraceCode.COPIES_MERGED: "copy",
    TraceCode.NEWS_ORIGIN: "copy",
    TraceCode.OFFICIAL_ORIGIN: "quote",
    TraceCode.ONE_VOTE_PER_DOMAIN: "copy",
    TraceCode.ONE_VOTE_PER_OWNER: "copy",
    TraceCode.REJECTED_VALUE: "x",
    TraceCode.STAGE_ONE_NOTHING: "minusc",
    TraceCode.STAGE_ONE_UNDATED: "minusc",
    TraceCode.STAGE_ONE_CONTRADICTED: "split",
    TraceCode.CONFLICT_TWO_VALUES: "split",
    TraceCode.CONFLICT_OFFICIAL: "split",
    TraceCode.CONFLICT_NEWER: "split",
    TraceCode.TOO_FEW_VOTES: "minusc",
    TraceCode.NOTHING_FOUND: "minusc",
    TraceCode.INJECTION_SEEN: "warn",
    TraceCode.SOURCES_FABRICATED: "warn",
    TraceCode.PROPOSAL_REFUSED: "x",
}


@dataclass(frozen=True, slots=True)
class TraceLine:
    icon: str
    text: str


def _code_and_params(stored: object) -> tuple[str, dict[str, object]]:
    """What a JSON column holds, with anything that is not of its shape read as empty."""
    if not isinstance(stored, dict):
        return "", {}
    params = stored.get("params")
    params = dict(params) if isinstance(params, dict) else {}
    if params.get("stance") in Stance.values:
        params["stance"] = str(Stance(params["stance"]).label)
    return str(stored.get("code") or ""), params


@register.filter
def why_text(stored: object) -> str:
    code, params = _code_and_params(stored)
    return visible(explain(Why(code, params))) if code else ""


@register.filter
def review_text(stored: object) -> str:
    code, params = _code_and_params(stored)
    return visible(explain_review(Why(code, params))) if code else ""


@register.filter
def trace_lines(stored: object) -> list[TraceLine]:
    """One line for each rule that fired, with its icon."""
    steps = [TraceStep(code, params) for code, params in map(_code_and_params, stored if isinstance(stored, list) else []) if code]
    texts = explain_trace(steps)
    return [TraceLine(_ICONS.get(step.code, "check"), visible(text)) for step, text in zip(steps, texts, strict=True)]


@register.filter
def reason_sentence(code: str) -> str:
    return reason_text(code) if code else ""
