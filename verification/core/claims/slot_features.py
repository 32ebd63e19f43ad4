"""What the slots of a claim's propositions tell, as named numbers from 0 to 1: part of what the fitted judge of claims weighs."""

from collections.abc import Callable, Iterator, Sequence, Set

from verification.core.claims.crossing import is_carried_across
from verification.core.claims.likeness import words_of
from verification.core.claims.slots import Held, Proposition, SlotsReading
from verification.core.claims.standings import Standings
from verification.core.reading.factuality import UNKNOWN, claim_models
from verification.core.reading.measure_comparing import SlotFit
from verification.core.reading.statement import Origin, Speaker, Status
from verification.core.support.standing import Standing

_MOST = 4
_SLOTS = ("subject", "measure", "period")
_MET = frozenset({SlotFit.FOUND, SlotFit.COMPATIBLE})
_NAMED = frozenset({Speaker.OFFICIAL, Speaker.PARTY})


def slot_features(slots: SlotsReading, standings: Standings) -> dict[str, float]:
    """Every feature by its name; of a claim without propositions the counts are 0 and so is the rest."""
    figures = [one for one in slots.propositions if one.is_figure]
    events = [one for one in slots.propositions if not one.is_figure]
    return {
        "is_crossed": float(slots.is_crossed),
        "is_carried_across": float(slots.is_crossed and is_carried_across(slots)),
        **dict(_of_kind("figure", figures)),
        **dict(_of_kind("event", events)),
        "figure_bound_differs": _share(figures, _bound_differs),
        "figure_opposed": _share(figures, lambda held: held.is_opposed),
        "period_added": _share(slots.propositions, _adds_period),
        "words_added": max((_added(one) for one in slots.propositions), default=0.0),
        "status_lost": max((_status_lost(one) for one in slots.propositions), default=0.0),
        "figure_rival": _share(figures, _has_rival),
        "figure_rival_clear": _share(figures, _has_clear_rival),
        **dict(_standing(standings)),
    }


def _of_kind(name: str, chosen: Sequence[Proposition]) -> Iterator[tuple[str, float]]:
    """How many there are, and of how many each slot is met, clashes or stands open in the statement that is nearest to each."""
    yield f"{name}_propositions", float(min(_MOST, len(chosen)))
    yield f"{name}_same", _share(chosen, lambda held: held.is_same)
    for at, slot in enumerate(_SLOTS):
        yield f"{name}_{slot}_met", _share(chosen, _fits(at, _MET))
        yield f"{name}_{slot}_clashes", _share(chosen, _fits(at, frozenset({SlotFit.CLASHES})))
    yield f"{name}_status_clashes", _share(chosen, lambda held: held.comparison.status.fit is SlotFit.CLASHES)
    yield f"{name}_all_met", _share(chosen, lambda held: held.is_carried)
    yield f"{name}_worst", min((_grade(one.best) for one in chosen), default=0.0)
    yield f"{name}_is_named", _share(chosen, lambda held: held.statement.speaker in _NAMED)
    yield f"{name}_is_anonymous", _share(chosen, lambda held: held.statement.speaker is Speaker.ANONYMOUS)


def _fits(at: int, fits: Set[SlotFit]) -> Callable[[Held], bool]:
    return lambda held: held.slots[at].fit in fits


def _grade(held: Held | None) -> float:
    if held is None:
        return 0.0
    return max(0.0, (2.0 * held.is_same + held.met - 2 * len(held.comparison.clashes)) / 5)


def _share(chosen: Sequence[Proposition], test: Callable[[Held], bool]) -> float:
    if not chosen:
        return 0.0
    return sum(one.best is not None and test(one.best) for one in chosen) / len(chosen)


def _bound_differs(best: Held) -> bool:
    """Whether one side gives a limit and the other the figure itself, or another limit."""
    mine, theirs = best.proposition.value, best.statement.value
    return mine is not None and theirs is not None and mine.approximation != theirs.approximation


def _adds_period(best: Held) -> bool:
    """Whether the statement is of a time that the proposition doesn't name."""
    return best.proposition.period.words is None and best.statement.period.words is not None


def _added(one: Proposition) -> float:
    """How many words the statement's subject and measure have that the claim lacks: those may narrow it."""
    if one.best is None:
        return 0.0
    said = one.best.statement
    slots = [words.text for words in (said.subject.head, said.measure.words) if words is not None and words.origin is Origin.CLAUSE]
    return float(min(_MOST, len(frozenset().union(*map(words_of, slots)) - words_of(one.claim)) if slots else 0))


def _status_lost(one: Proposition) -> float:
    """Whether the statement that has the same value or predicate is held in another way, and none is held as the claim is."""
    same = [held for held in one.held if held.is_same]
    return float(bool(same) and all(held.comparison.status.fit is SlotFit.CLASHES for held in same))


def _has_rival(best: Held) -> bool:
    return not best.is_same and not best.clashing and best.met >= 2


def _has_clear_rival(best: Held) -> bool:
    return _has_rival(best) and best.comparison.subject.fit is SlotFit.FOUND and not best.comparison.clashes


def _standing(standings: Standings) -> Iterator[tuple[str, float]]:
    best = standings.best.standing if standings.best else Standing()
    yield "standing_share", best.share
    yield "standing_open", float(best.is_open)
    yield "standing_denied", float(best.is_denied)
    yield "standing_claimed", float(best.claimed is not Status.ASSERTED)
    for status in Status:
        yield f"standing_{status}", float(best.found is status)
    yield from _wording(best, is_plain=standings.is_plain)
    yield "standings_lost", standings.lost
    yield "standings_plain", float(standings.is_plain)


def _wording(best: Standing, *, is_plain: bool) -> Iterator[tuple[str, float]]:
    """The chances that the words about the figure or act tell it as claimed, and that they say the opposite: a claim that denies an act
    (``is_plain`` False) is told where the act is denied."""
    if not best.wording:
        told, opposed = UNKNOWN, UNKNOWN
    elif best.is_figure:
        told, opposed = claim_models().figure.chance(best.wording), UNKNOWN
    else:
        models = claim_models()
        told, opposed = models.told.chance(best.wording), models.denied.chance(best.wording)
        if not is_plain:
            told, opposed = opposed, told
    yield from (("factuality", told), ("denial", opposed))
