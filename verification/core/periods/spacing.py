"""Chinese written with a space between digits and signs ("2023 年 7 月 31 日", "前 7 个月"), as many papers and their readers' tools do."""

from bisect import bisect_right
from dataclasses import dataclass

from verification.core.patterns import lazy_regex

_SPACE = "[ \u00a0\u2009\u3000]"
# The space first, which is soon looked for: what stands before it is looked at only there.
_SPACED = lazy_regex(rf"{_SPACE}(?:(?<=\d.)(?=[年月日号季周天个财半度])|(?<=[年月第前首头近至到止财].)(?=\d))")


@dataclass(frozen=True, slots=True)
class Closed:
    """A text without those spaces; ``gaps`` are their places in it, each where the sign behind it now stands."""

    text: str
    gaps: tuple[int, ...]

    def start(self, at: int) -> int:
        """Where what starts at ``at`` starts in the text as it is written."""
        return at + bisect_right(self.gaps, at)

    def end(self, at: int) -> int:
        """Where what ends at ``at`` ends there: before a space, not behind it."""
        return self.start(at - 1) + 1


def closed(text: str) -> Closed:
    """``text`` with its digits and signs beside one another."""
    places = [found.start() for found in _SPACED.finditer(text)]
    return Closed(_SPACED.sub("", text) if places else text, tuple(place - before for before, place in enumerate(places)))
