"""What may be said against a value that the engine accepted: words of a page that was read, with another figure that the page asserts.

A quote that stands nowhere is invented. One that stands and says something else (a past value, another subject, a page about something
else, a page that carries the accepted value itself) is no evidence against it either. Fewer than three models overturn nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from verification.core.evidence import NodeSpec, Page, Verdict, Why
from verification.core.panel.decision import VOTERS, Challenge, Decided, DecisionCode, DecisionTerms, Vote
from verification.core.quantities.conversion import convert
from verification.core.quantities.grammar import find_quantities
from verification.core.support.answers import same_answer
from verification.core.vocabulary import ChallengeRuling, Decision, NodeKind, Stance, VoteOutcome

MIN_QUOTE = 4
MAJORITY = 2
# The engine read the page as saying something else of the node, or found nothing that it could bind.
_MAY_CONTEST = (Stance.CONTRADICTS, Stance.NO_VALUE)


@dataclass(frozen=True, slots=True)
class ReadPages:
    """The question, the pages that were read for it, and what the engine made of them."""

    node: NodeSpec
    pages: Sequence[Page]
    verdict: Verdict

    def same(self, one: str, other: str) -> bool:
        return same_answer(one, other, unit=self.node.unit, tolerance=self.node.tolerance)


def stands(quote: str, pages: Sequence[Page]) -> bool:
    """Whether these very words stand in a page."""
    return bool(_places(quote, pages))


def is_fit(value: str, quote: str, read: ReadPages) -> bool:
    """Whether a voter's quote stands in a page and holds its value."""
    if not stands(quote, read.pages):
        return False
    return read.node.kind == NodeKind.TEXT or any(read.same(figure, value) for figure in _figures(quote, read.node))


def contested_value(quote: str, read: ReadPages, *, value: str = "") -> str | None:
    """The other value that a page asserts in these words, ``value`` where one is named; None where they say nothing against the verdict."""
    findings = {finding.position: finding for finding in (*read.verdict.sources, *read.verdict.others)}
    for place in _places(quote, read.pages):
        finding = findings.get(place)
        if finding is None or finding.stance not in _MAY_CONTEST:
            continue
        if read.node.kind == NodeKind.TEXT:
            if finding.stance == Stance.CONTRADICTS:
                return finding.value or value or "no"
            continue
        for figure in _figures(quote, read.node):
            is_wanted = not value or read.same(figure, value)
            is_its_own = finding.stance == Stance.NO_VALUE or read.same(figure, finding.value or "")
            if is_wanted and is_its_own and not read.same(figure, read.verdict.value):
                return figure
    return None


def dismiss_invented(challenges: Sequence[Challenge], pages: Sequence[Page]) -> tuple[Challenge, ...]:
    """A challenge whose words stand in no page is dismissed before anybody rules on it, and recorded as invented."""
    return tuple(
        each if stands(each.evidence, pages) else replace(each, ruling=ChallengeRuling.DISMISSED, is_invented=True) for each in challenges
    )


def rule_by_engine(challenges: Sequence[Challenge], read: ReadPages) -> tuple[Challenge, ...]:
    """Where no arbiter answers: what says nothing against an accepted value is dismissed, anything else stays open."""
    return tuple(
        replace(each, ruling=ChallengeRuling.DISMISSED)
        if each.ruling is None and read.verdict.is_accepted and contested_value(each.evidence, read) is None
        else each
        for each in challenges
    )


def find_contest(
    votes: Sequence[Vote], challenges: Sequence[Challenge], read: ReadPages, *, is_debate: bool, is_lenient: bool = False
) -> str | None:
    """The other value on which the accepted one founders; None where it stands.

    Of three models that answered, two have to state it with words that stand in a page, or one whose proposal the engine confirms. In a
    debate it is the executor whom nobody refuted, or a challenge that was upheld. ``votes`` are those of the three models alone; an
    arbiter who had nothing to rule on has none. ``is_lenient``: any words of a page bear an upheld challenge; without another value in
    them it is the accepted value itself that is contested, and only a person may take it away.
    """
    ruled_on = [each for each in challenges if not each.is_invented]
    needed = VOTERS - 1 if is_debate and not ruled_on else VOTERS
    if sum(vote.outcome in (VoteOutcome.ANSWERED, VoteOutcome.ABSTAINED) for vote in votes) < needed:
        return None
    others = [vote for vote in votes if vote.outcome == VoteOutcome.ANSWERED and not read.same(vote.value or "", read.verdict.value)]
    said = [value for vote in others if (value := contested_value(str(vote.result.get("quote", "")), read, value=vote.value or ""))]
    for vote in others:
        if vote.is_grounded:
            return vote.value
    for value in said:
        if is_debate or sum(read.same(value, other) for other in said) >= MAJORITY:
            return value
    upheld = [each for each in ruled_on if each.ruling == ChallengeRuling.UPHELD]
    if is_lenient and upheld:
        return contested_value(upheld[0].evidence, read) or read.verdict.value
    return next((value for each in upheld if (value := contested_value(each.evidence, read)) is not None), None)


def hold_to_evidence(decided: Decided, contest: str | None, read: ReadPages, terms: DecisionTerms) -> Decided:
    """What the engine accepted stays accepted, or contradicts the claim, unless a page that was read says otherwise."""
    value = read.verdict.value
    if not read.verdict.is_accepted:
        return decided
    is_other = terms.claimed is not None and not read.same(value, terms.claimed)
    if contest is not None:
        if decided.decision == Decision.REJECT and not is_other and read.same(contest, value):
            # Words of a page that hold no other value: a person weighs them, no model rejects by them.
            return replace(decided, decision=Decision.NEEDS_HUMAN)
        if decided.decision in (Decision.REJECT, Decision.NEEDS_HUMAN):
            return decided
        return replace(decided, decision=Decision.NEEDS_HUMAN, why=(Why(DecisionCode.OTHER_VALUE, {"value": contest}),))
    decision = Decision.REJECT if is_other else Decision.ACCEPT
    consensus = replace(decided.consensus, is_reached=True, value=value)
    is_same = decided.decision == decision and read.same(decided.consensus.value or "", value)
    if is_same:
        return decided
    why = Why(DecisionCode.NOT_AS_CLAIMED, {"value": value}) if is_other else Why(DecisionCode.ENGINE_STANDS, {"value": value})
    return replace(decided, decision=decision, consensus=consensus, why=(why,))


def _places(quote: str, pages: Sequence[Page]) -> list[int]:
    wanted = quote.strip()
    if len(wanted) < MIN_QUOTE:
        return []
    return [place for place, page in enumerate(pages) if wanted in page.title or wanted in page.content]


def _figures(quote: str, node: NodeSpec) -> list[str]:
    """The figures of a quote that could answer the node."""
    found = find_quantities(quote)
    return [each.text for each in found if convert(each, node.unit if each.unit is not None else None) is not None]
