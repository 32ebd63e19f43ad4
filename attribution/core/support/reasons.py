"""The words of support as enumerations: the verdict on a claim, and why."""

from enum import StrEnum


class SupportStatus(StrEnum):
    """Whether documents support a claim (contracts, section 2)."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    INCONCLUSIVE = "inconclusive"
    MISINFORMATION = "misinformation"


class SupportCode(StrEnum):
    """Why a claim has its status; the parameters of a code stand behind it."""

    STATED = "stated"  # a passage says it
    CALCULATED = "calculated"  # figure, operation: its figure follows from two of the documents
    OTHER_FIGURE = "other_figure"  # claimed, found
    OTHER_NUMBER = "other_number"  # claimed, found: another year, day or code
    OPPOSITE_WORD = "opposite_word"  # claimed, found
    OPPOSITE_DIRECTION = "opposite_direction"  # claimed, found: the same figure, risen on one side and fallen on the other
    NEGATED = "negated"  # claimed, found: one side denies what the other says
    NOT_ASSERTED = "not_asserted"  # a passage holds it, and only asks, supposes, foresees, passes on or takes it back
    FIGURE_MISSING = "figure_missing"  # claimed: no document has it
    NAME_MISSING = "name_missing"  # claimed
    NOT_FOUND = "not_found"  # no passage says it
    THIN_DOCUMENTS = "thin_documents"  # too little text to tell
    EMPTY_CLAIM = "empty_claim"  # nothing in it can be checked
