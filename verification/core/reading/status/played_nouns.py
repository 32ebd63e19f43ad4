"""Drills, simulations and templates that are things of this world and make nothing unreal: "the drill found oil", "the template maker"."""

from collections.abc import Sequence

from verification.core.language.lemmas import lemma
from verification.core.language.word_tables import words
from verification.core.reading.event_clauses import event_verbs
from verification.core.reading.status.lexicon import Effect, Row, Scope

_BE = words("is was are were has have had")
_OVER = words("over ended finished complete completed concluded done")
# What a simulation shows happened in it alone.
_SHOWS = words(
    "show see find suggest assume imagine suppose put give predict project model set call involve simulate feature include let take"
)
# What works on the world too: "the drill found oil", not "the simulation found losses".
_TOOLS = words("drill dummy")
_AGENT_ENDS = ("er", "ers", "or", "ors")
_AGENTS = words("maker makers producer producers provider providers industry market company firm business chip chips software")


def is_of_this_world(row: Row, following: Sequence[str]) -> bool:
    """Whether a noun of an exercise, with the words behind it, names a thing that does something or that something is made of."""
    if row.effect is not Effect.SUPPOSED or row.scope is not Scope.AROUND or row.words.startswith("in ") or not following:
        return False
    first, second = following[0], following[1] if len(following) > 1 else ""
    if first in _BE:
        return second in _OVER
    if first in _AGENTS or (first.endswith(_AGENT_ENDS) and _verb_of(first) in event_verbs("en")):
        return True
    verb = lemma(first)
    return verb != first and not first.endswith(("ing", "s")) and verb in event_verbs("en") and (row.words in _TOOLS or verb not in _SHOWS)


def _verb_of(agent: str) -> str:
    stem = agent.removesuffix("s")[:-2]
    return stem if stem in event_verbs("en") else f"{stem}e"
