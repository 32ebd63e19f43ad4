"""The engine's codes, as rows store them ({code, params}), in the reader's language."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import template

from verification.core.evidence import TraceStep, Why
from verification.core.panel.decision import DecisionCode
from verification.core.reasons import TraceCode, WhyCode
from verification.core.vocabulary import Stance
from verification.enums import codes_of, label_of
from verification.models import Node
from verification.reads.words.explanations import explain, explain_review, explain_trace
from verification.templatetags.evidence import visible
from verification.templatetags.figures import make_figure, make_text_answer, parse_number

register = template.Library()

_ICONS: Mapping[str, str] = {
    TraceCode.COPIES_MERGED: "copy",
    TraceCode.NEWS_ORIGIN: "copy",
    TraceCode.OFFICIAL_ORIGIN: "quote",
    TraceCode.ONE_VOTE_PER_DOMAIN: "copy",
    TraceCode.ONE_VOTE_PER_OWNER: "copy",
    TraceCode.REJECTED_VALUE: "x",
    TraceCode.STAGE_ONE_NOTHING: "minusc",
    TraceCode.STAGE_ONE_UNDATED: "minusc",
    TraceCode.STAGE_ONE_DOUBTED: "minusc",
    TraceCode.STAGE_ONE_CONTRADICTED: "split",
    TraceCode.CONFLICT_TWO_VALUES: "split",
    TraceCode.CONFLICT_OFFICIAL: "split",
    TraceCode.CONFLICT_NEWER: "split",
    TraceCode.SERIES_DISSENT: "split",
    TraceCode.SERIES_REVISED: "refresh",
    TraceCode.SERIES_DUE: "clock",
    TraceCode.TOO_FEW_VOTES: "minusc",
    DecisionCode.SERIES_DIFFERS: "split",
    DecisionCode.SERIES_REVISED: "refresh",
    DecisionCode.NOBODY_GROUNDED: "minusc",
    DecisionCode.NO_MAJORITY: "split",
    DecisionCode.GROUNDED_MINORITY: "split",
    DecisionCode.OTHER_VALUE: "split",
    DecisionCode.CHALLENGE_UPHELD: "x",
    DecisionCode.CHALLENGE_OPEN: "minusc",
    DecisionCode.NOT_ENOUGH_MODELS: "minusc",
    DecisionCode.RETRIES_SPENT: "minusc",
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
    if params.get("stance") in codes_of(Stance):
        params["stance"] = label_of(Stance, params["stance"])
    return str(stored.get("code") or ""), params


def _in_words(params: dict[str, object], node: Node | None, written: str = "") -> dict[str, object]:
    """Values as the reader's language writes them, with the node's unit and the decimals of ``written``."""
    if node is None:
        return params

    def shown(value: object) -> object:
        if not isinstance(value, str):
            return value
        if parse_number(value):
            return str(make_figure(number=value, unit=node.unit, kind=node.kind, written=written))
        # Within a sentence "no" alone would be read as its negation.
        answer = make_text_answer(value)
        return f"“{answer}”" if value in ("yes", "no") else answer

    words = {name: shown(params[name]) for name in ("value", "other", "earlier") if name in params}
    if isinstance(params.get("values"), list):
        words["values"] = [shown(value) for value in params["values"]]
    return params | words


@register.filter
def has_dissent(cards: Iterable[Any]) -> bool:
    """Whether one of the pages that were set aside says otherwise than the authority: those are not folded away."""
    return any(_code_and_params(card.source.why)[0] == WhyCode.SERIES_SAYS_OTHERWISE for card in cards)


@register.filter
def why_text(stored: object) -> str:
    """Why a page has its stance."""
    code, params = _code_and_params(stored)
    return visible(explain(Why(code, params))) if code else ""


@register.simple_tag
def review_text(stored: object, node: Node | None = None) -> str:
    """Why a person is needed."""
    code, params = _code_and_params(stored)
    return visible(explain_review(Why(code, _in_words(params, node)))) if code else ""


@register.simple_tag
def trace_lines(stored: object, node: Node | None = None, *, written: str = "", is_brief: bool = False) -> list[TraceLine]:
    """One line for each rule that fired, with its icon; brief: without those that only count pages or found none."""
    found = [_code_and_params(step) for step in (stored if isinstance(stored, list) else [])]
    steps = [
        TraceStep(code, _in_words(params, node, written)) for code, params in found if code and not (is_brief and _is_count(code, params))
    ]
    texts = explain_trace(steps)
    return [TraceLine(_ICONS.get(step.code, "check"), visible(text)) for step, text in zip(steps, texts, strict=True)]


def _is_count(code: str, params: dict[str, object]) -> bool:
    return code == TraceCode.PAGES_READ or (code in (TraceCode.STAGE_ONE, TraceCode.STAGE_TWO) and not params.get("bound"))
