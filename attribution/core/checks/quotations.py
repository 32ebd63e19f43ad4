"""What a language model says of a claim and a page, read strictly and grounded by the rules: the model proposes, the evidence disposes.

A model is heard only between the rules' clear answers. Its quotation has to stand in the page; the figures, years and names of the claim
have to be there too, and nothing in it may contradict the claim. Refused, the verdict of the rules stays.
"""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from attribution.core.vocabulary import CitationWhy
from verification.core.claims.claims import Claim, read_claim
from verification.core.claims.contradictions import Contradiction, contradictions
from verification.core.claims.features import look
from verification.core.claims.figures import check_figures
from verification.core.claims.judging import VERIFIED_FROM, SourceText, Support, SupportPassage
from verification.core.claims.passages import DocumentsReading
from verification.core.claims.reasons import SupportCode, SupportStatus
from verification.core.evidence import Why
from verification.core.panel.model_answers import read_choice, read_object, read_optional_text

MAX_QUOTE = 1_000
_KEYS = ("verdict", "quote")
_FEWEST_TOKENS = 3
# Below this score the rules are clear enough without a model. How much of the claim's weight the quotation and the page's title have to
# hold: other words are what a model is asked for, another subject is not. Both are so tight because a model may say
# yes to everything (docs/how-citations-are-judged.md has what that costs).
OPEN_FROM = 0.4
_LEAST_SHARE = 0.6


class JudgeVerdict(StrEnum):
    """What a model says a page does for a claim."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    NEITHER = "neither"


class JudgeRefusal(StrEnum):
    """Why a model's word does not count."""

    NOT_IN_PAGE = "not_in_page"
    TOO_SHORT = "too_short"
    FIGURE_MISSING = "figure_missing"
    NAME_MISSING = "name_missing"
    CONTRADICTED = "contradicted"
    OFF_TOPIC = "off_topic"
    NO_CONTRADICTION = "no_contradiction"


@dataclass(frozen=True, slots=True)
class ModelJudgement:
    """A model's answer as it stands, ``quote`` empty with ``neither``."""

    verdict: JudgeVerdict
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Settled:
    """The support that holds after a model was heard. ``refusal`` None: its word counted, or it had nothing to say."""

    support: Support
    refusal: JudgeRefusal | None = None


def can_judge_help(support: Support) -> bool:
    """Whether the rules leave a claim open that a quotation could settle: neither stated nor contradicted, and no figure missing."""
    is_open = support.status == SupportStatus.UNVERIFIED and OPEN_FROM <= support.score < VERIFIED_FROM
    return is_open and support.why.code != SupportCode.FIGURE_MISSING


def read_judgement(text: str) -> ModelJudgement:
    """``BadAnswer`` for everything but exactly the object asked for."""
    answer = read_object(text, _KEYS)
    verdict, quote = read_choice(answer["verdict"], "verdict", JudgeVerdict), read_optional_text(answer["quote"], "quote", MAX_QUOTE)
    return ModelJudgement(verdict, quote.strip() if verdict != JudgeVerdict.NEITHER else "")


def settle_support(claim: str, page: SourceText, support: Support, judgement: ModelJudgement, *, model: str) -> Settled:
    """``support`` as it is after ``judgement``; unchanged where the rules leave nothing open, whatever the model says."""
    if judgement.verdict == JudgeVerdict.NEITHER or not can_judge_help(support):
        return Settled(support)
    passage = find_quote(judgement.quote, page)
    if passage is None:
        return Settled(support, JudgeRefusal.NOT_IN_PAGE)
    said = read_claim(claim)
    quoted = DocumentsReading(said, [SourceText(passage.text, page.title, page.url)])
    if sum(len(line.tokens) for line in quoted.lines) < _FEWEST_TOKENS:
        return Settled(support, JudgeRefusal.TOO_SHORT)
    against = tuple(contradictions(look(quoted)))
    shown = (replace(passage, score=round(quoted.share(quoted.everything), 4)), *_others(support, passage))
    why = Why(CitationWhy.JUDGED_BY_MODEL, {"model": model})
    if judgement.verdict == JudgeVerdict.CONTRADICTS:
        return _contradicted(support, shown, against, passage, why)
    refusal = _objection(said, quoted, against)
    if refusal is not None:
        return Settled(support, refusal)
    return Settled(replace(support, status=SupportStatus.VERIFIED, passages=shown, why=why))


def find_quote(quote: str, page: SourceText) -> SupportPassage | None:
    """Where a quotation stands in the page, word for word; line breaks and spaces are one. None for one that is nowhere."""
    words = quote.split()
    found = re.search(r"\s+".join(map(re.escape, words)), page.text) if words and len(quote) <= MAX_QUOTE else None
    return SupportPassage(0, found.start(), found.end(), found.group(), 1.0) if found else None


def _objection(said: Claim, quoted: DocumentsReading, against: tuple[Contradiction, ...]) -> JudgeRefusal | None:
    """What the rules hold against a quotation that is said to support the claim."""
    if against:
        return JudgeRefusal.CONTRADICTED
    held = look(quoted)
    if any(check.is_unfound for check in check_figures(quoted)) or not said.numbers <= held.numbers or said.dates - held.dates:
        return JudgeRefusal.FIGURE_MISSING
    if quoted.missing_name() is not None:
        return JudgeRefusal.NAME_MISSING
    return JudgeRefusal.OFF_TOPIC if quoted.share(quoted.everything) < _LEAST_SHARE else None


def _contradicted(
    support: Support, shown: tuple[SupportPassage, ...], against: tuple[Contradiction, ...], passage: SupportPassage, why: Why
) -> Settled:
    """A contradiction needs both sides word for word, so the rules have to see it in the quotation as well."""
    if not against:
        return Settled(support, JudgeRefusal.NO_CONTRADICTION)
    aligned = tuple(replace(one, start=one.start + passage.start, end=one.end + passage.start) for one in against)
    return Settled(replace(support, status=SupportStatus.MISINFORMATION, passages=shown, why=why, aligned=aligned))


def _others(support: Support, passage: SupportPassage) -> tuple[SupportPassage, ...]:
    return tuple(one for one in support.passages if one.end <= passage.start or passage.end <= one.start)
