"""The words of support as enumerations: the verdict on a claim, and why."""

from enum import StrEnum


class SupportStatus(StrEnum):
    """Whether documents support a claim (contracts, section 2)."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    INCONCLUSIVE = "inconclusive"
    MISINFORMATION = "misinformation"


class Outcome(StrEnum):
    """What readers are told became of a claim or of one of its parts, where the four statuses say too little."""

    VERIFIED = "verified"
    STATED = "stated"  # of a part: a passage states it
    REFUTED = "refuted"  # the documents say otherwise; both sides are quoted
    SUPPOSED_ONLY = "supposed_only"  # a passage holds it and doesn't assert it; the word that says so is quoted
    PARTLY = "partly"  # some parts are stated, others are not
    NOT_STATED = "not_stated"
    CANNOT_BE_READ = "cannot_be_read"  # too little text to tell
    NOTHING_TO_CHECK = "nothing_to_check"


class SupportCode(StrEnum):
    """Why a claim has its status; the parameters of a code stand behind it."""

    STATED = "stated"  # a passage says it
    CALCULATED = "calculated"  # figure, operation: its figure follows from two of the documents
    OTHER_FIGURE = "other_figure"  # claimed, found
    OTHER_NUMBER = "other_number"  # claimed, found: another year, day or code
    OPPOSITE_WORD = "opposite_word"  # claimed, found
    OPPOSITE_DIRECTION = "opposite_direction"  # claimed, found: the same figure, risen on one side and fallen on the other
    NEGATED = "negated"  # claimed, found: one side denies what the other says
    NOT_ASSERTED = "not_asserted"  # how, cue: a passage holds it, and only asks, supposes, foresees, passes on or takes it back
    PARTLY = "partly"  # missing: the part that no passage states
    FIGURE_MISSING = "figure_missing"  # claimed: no document has it
    NAME_MISSING = "name_missing"  # claimed
    UNSURE = "unsure"  # a passage has each part, and too little else agrees to count on it
    NOT_FOUND = "not_found"  # no passage says it
    THIN_DOCUMENTS = "thin_documents"  # too little text to tell
    EMPTY_CLAIM = "empty_claim"  # nothing in it can be checked


_OUTCOMES = {
    SupportCode.STATED: Outcome.VERIFIED,
    SupportCode.CALCULATED: Outcome.VERIFIED,
    SupportCode.NOT_ASSERTED: Outcome.SUPPOSED_ONLY,
    SupportCode.PARTLY: Outcome.PARTLY,
    SupportCode.THIN_DOCUMENTS: Outcome.CANNOT_BE_READ,
    SupportCode.EMPTY_CLAIM: Outcome.NOTHING_TO_CHECK,
}


def outcome_of(status: SupportStatus, code: SupportCode) -> Outcome:
    """What readers are told of a claim with this status and reason."""
    if status is SupportStatus.VERIFIED:
        return Outcome.VERIFIED
    return Outcome.REFUTED if status is SupportStatus.MISINFORMATION else _OUTCOMES.get(code, Outcome.NOT_STATED)
