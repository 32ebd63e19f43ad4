"""What a figure of an English sentence says of its measure: how far it moved or where it stands, which way, and against what."""

import re

from verification.core.language.lemmas import lemma
from verification.core.language.word_tables import words
from verification.core.patterns import lazy_regex
from verification.core.reading.clause_words import MOVES, Role
from verification.core.reading.english.stretches import BESIDE_LEVEL
from verification.core.reading.figure_slots import FigureSlots
from verification.core.reading.measure_words import DONE_TO_JOBS, DONE_TO_PEOPLE, DONE_TO_STAFF, MeasureRow, qualifiers_of, row_coded
from verification.core.reading.statement import Basis, Form
from verification.core.reading.tokens import Kind, Token
from verification.core.vocabulary import Direction

_BASIS_BEHIND = lazy_regex(
    r"(?:than|from|on|over|against|compared\s+(?:with|to)|in)\s+(?:a\s|the\s|one\s|last\s|twelve\s|12\s){0,2}"
    r"(?:same\s|previous\s|prior\s)?(?P<unit>year|quarter|months?|week|day)s?\b"
    r"(?=\s(?:earlier|ago|before|to|prior)|[.,;]|$|\s+in\b)",
    re.IGNORECASE,
)
_UNITS = {"year": Basis.YEAR, "quarter": Basis.QUARTER, "month": Basis.MONTH, "months": Basis.YEAR, "week": Basis.WEEK, "day": Basis.DAY}
_BASES = {basis.value: basis for basis in Basis}


_DONE_TO = {"employment": DONE_TO_JOBS, "headcount": DONE_TO_STAFF, "people": DONE_TO_PEOPLE}
_PEOPLE = dict.fromkeys(
    words("people persons civilians passengers soldiers children students miners residents villagers migrants"), "people"
)
SO_FAR = lazy_regex(r"\bytd\b|year[ -]to[ -]date|so far")
_TURNED = (Role.MOVED, *MOVES)
_PHRASAL = words("ended ends rang rings notched racked chalked wound turned turns showed opened set made")
_LEVEL_TIES = words("to at from below above near past beyond toward towards")
# "Raised the rate by 0.25 points |to", "closed down 3.4 percent |at", "grew 14% |from a year earlier to".
_LEADS_TO_LEVEL = (["to"], ["at"], ["from", "to"])
_MOVE_TIES = _LEVEL_TIES | words("by of")
_COMPARED = {"more": Direction.UP, "higher": Direction.UP, "less": Direction.DOWN, "fewer": Direction.DOWN, "lower": Direction.DOWN}
_PACES = words("rate pace clip")
_PACE_REACH = 2
_REACH = 60


def read_move(text: str, slots: FigureSlots, lead: list[Token], behind: list[Token], predicate: Token | None) -> FigureSlots:
    """The slots with basis, qualifiers, form and sign by the words around the figure."""
    for token in [*lead, *behind]:
        if token.kind is Kind.PERIOD and SO_FAR.search(token.word):
            slots.qualifiers |= {"cumulative"}
        if token.kind is Kind.BASIS and slots.basis is None:
            slots.basis = _BASES.get(token.value)
        if token.kind is Kind.QUALIFIER or token is predicate:
            slots.qualifiers |= qualifiers_of(text[token.start : token.end])
    if slots.basis is None and behind:
        slots.basis = _basis_behind(text[behind[0].start : behind[0].start + _REACH])
    return _turned(slots, lead, behind)


def row_done_to(text: str, slots: FigureSlots, told: list[Token]) -> MeasureRow | None:
    """The row of a measure by what is done to those who are counted: "is |laying| off 281 workers", "1,700 people were |killed|"."""
    counted = "" if slots.row else _PEOPLE.get(text[slice(*slots.measure or (0, 0))].lower(), "")
    done_to = _DONE_TO.get(slots.row.code if slots.row else counted)
    if done_to is None:
        return slots.row
    return row_coded(next(filter(None, (done_to.get(lemma(token.word)) for token in told)), "")) or slots.row


def _turned(slots: FigureSlots, lead: list[Token], behind: list[Token]) -> FigureSlots:
    turn = next((token for at, token in reversed(list(enumerate(lead))) if token.role in _TURNED and not _ends_up(lead, at)), None)
    tie = next((token for token in reversed(lead[-4:]) if token.word in _MOVE_TIES), None)
    if turn is not None:
        if tie is not None and tie.start > turn.start and tie.word in _LEVEL_TIES and not _is_pace(tie, behind):
            # Growth that slowed to 2% and inflation that fell to it are changes still.
            is_change = slots.row is not None and slots.row.form is Form.CHANGE
            slots.form = slots.form or (Form.CHANGE if is_change else Form.LEVEL)
        elif turn.role is not Role.MOVED or (tie is not None and tie.word == "by"):
            slots.form, slots.direction = Form.CHANGE, _sign(turn)
    elif [token.word for token in lead if token.kind not in BESIDE_LEVEL] in _LEADS_TO_LEVEL:
        slots.form = slots.form or Form.LEVEL
    elif behind and behind[0].role in MOVES:
        slots.form, slots.direction = Form.CHANGE, _sign(behind[0])
    elif behind and behind[0].word in _COMPARED and slots.basis:
        slots.form, slots.direction = Form.CHANGE, _COMPARED[behind[0].word]
    return slots


def _is_pace(tie: Token, behind: list[Token]) -> bool:
    """Whether what stands behind "at" is how fast, and not where: "grew |at| a 4 percent annual rate"."""
    return tie.word == "at" and any(token.word.rpartition(" ")[2] in _PACES for token in behind[:_PACE_REACH])


def _ends_up(lead: list[Token], at: int) -> bool:
    """Whether "up" moves nothing: "ended up with", "rang up sales of"."""
    return lead[at].word == "up" and at > 0 and lead[at - 1].word in _PHRASAL


def _sign(turn: Token) -> Direction | None:
    return {Role.UP: Direction.UP, Role.DOWN: Direction.DOWN}.get(turn.role or Role.IS)


def _basis_behind(text: str) -> Basis | None:
    """What a change is measured against by the words behind it: "more than a week earlier", "in the year to August"."""
    found = _BASIS_BEHIND.search(text)
    if found is None or (found[0].lower().startswith("in") and "to" not in text[found.end() : found.end() + 4]):
        return None
    return _UNITS[found["unit"].lower()]
