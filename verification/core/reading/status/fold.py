"""What the cues that reach a place make of it together: each changes what the one outside it left

(Nairn, Condoravdi and Karttunen, "Computing relative polarity for textual inference", 2006).
"""

from dataclasses import dataclass

from verification.core.reading.statement import Status
from verification.core.reading.status.lexicon import Effect, Scope
from verification.core.reading.status.matching import Cue

_PLAIN_NEGATION = frozenset({Scope.CLAUSE, Scope.NEXT})
_NOBODY = frozenset({"nobody", "no one", "no-one", "none", "nothing", "neither", "无人", "没人", "没有人"})
# Adverbs that deny their own predicate alone: 未上市公司的利润|没有升至 tells of two, 从未|不 of one.
_OF_ITS_PREDICATE = frozenset({"未", "没", "未曾", "从未", "并未", "尚未", "从没", "并没", "不曾", "不"})
_ADJACENT = 2
_TURNS_BACK = frozenset({Effect.ASSERTED, Effect.CONFIRMED, Effect.ANNOUNCED})
# A fact stays one under "if", "whether" and "may".
_PRESUPPOSED = frozenset({Effect.ASSERTED})


@dataclass(frozen=True, slots=True)
class Folded:
    """The status, and the cue that decided it (None while nothing did). ``is_vouched``: somebody confirmed it."""

    status: Status = Status.ASSERTED
    cue: Cue | None = None
    is_vouched: bool = False


def fold(cues: list[Cue], negated: frozenset[Cue] = frozenset()) -> Folded:
    """The status that ``cues``, the outermost first, leave; ``negated`` are judgements that are themselves denied ("is not true")."""
    state = Folded()
    for cue in cues:
        state = _apply(state, cue, is_negated=cue in negated)
    return state


def _apply(state: Folded, cue: Cue, *, is_negated: bool) -> Folded:
    row = cue.row
    if is_negated:
        effect = row.under_negation
    elif state.status is Status.ASSERTED:
        effect = row.effect
    elif state.status is Status.DENIED:
        effect = row.under_negation
        if _is_of_another_predicate(state.cue, cue) or _is_one_judgement(state.cue, cue):
            return state
        if effect is Effect.PAST:
            # "No withdrawals had been suspended": what never was is not over.
            return state
        if row.effect is Effect.DENIED and effect is Effect.UNCONFIRMED and state.cue is not None and state.cue.row.words in _NOBODY:
            # "Nobody denies that …": what none denies is so.
            return Folded(Status.ASSERTED, None, is_vouched=True)
        is_plain = state.cue is None or state.cue.row.scope in _PLAIN_NEGATION
        if effect is Effect.FORESEEN or (effect not in _TURNS_BACK and not is_plain):
            # "denied claims that …" denies what was claimed; "did not claim that …" says nothing of it. No plan is no plan.
            return state
    elif row.effect is Effect.ASKED and state.status is Status.FORESEEN:
        # "want to know whether": asked, not wished for.
        return Folded(Status.ASKED, cue)
    elif row.effect is Effect.OPINION and state.status is Status.UNCONFIRMED:
        # "Scholars think it should be 2%": what ought to be, whoever thinks so.
        return Folded(Status.OPINION, cue)
    else:
        is_fact = row.effect in _PRESUPPOSED and row.under_negation in _PRESUPPOSED
        return Folded(Status.ASSERTED) if is_fact and row.scope is not Scope.LABEL else state
    return _next(state, cue, effect)


def _is_one_judgement(outer: Cue | None, cue: Cue) -> bool:
    """ "纯属编造": one judgement in two words."""
    return outer is not None and outer.row.scope is Scope.VERDICT and cue.row.scope is Scope.VERDICT


def _is_of_another_predicate(outer: Cue | None, cue: Cue) -> bool:
    """Whether two negations stand apart, the outer one an adverb that denies only what is right behind it."""
    is_negation = cue.row.effect is Effect.DENIED and cue.row.scope in _PLAIN_NEGATION
    return outer is not None and is_negation and outer.row.words in _OF_ITS_PREDICATE and cue.start - outer.end > _ADJACENT


def _next(state: Folded, cue: Cue, effect: Effect) -> Folded:
    if effect is Effect.KEEP:
        return state
    if effect is Effect.ASSERTED:
        return Folded(Status.ASSERTED, None, state.is_vouched)
    if effect in {Effect.CONFIRMED, Effect.ANNOUNCED}:
        return Folded(Status.ASSERTED, None, is_vouched=True)
    if effect is Effect.HEARSAY:
        return state if state.is_vouched else Folded(Status.UNCONFIRMED, cue)
    return Folded(Status(effect.value), cue if effect is not Effect.DENIED or state.status is not Status.DENIED else state.cue)
