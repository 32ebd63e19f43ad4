"""What an English sentence has said so far, for the figures behind it."""

from dataclasses import dataclass, field

from verification.core.reading.figure_slots import FigureSlots, Span
from verification.core.reading.tokens import Token


@dataclass(slots=True)
class Memory:
    """What the sentence has said so far."""

    last: FigureSlots | None = None
    noun: FigureSlots | None = None
    verb: Token | None = None
    count: Span | None = None
    speaker: Span | None = None
    members: list[Span] = field(default_factory=list)
