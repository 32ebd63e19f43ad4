"""What a person may have meant who typed one letter wrong."""

import re

from verification.core.language.texts import is_han

SHORTEST, SHORTEST_HAN, LONGEST = 4, 3, 30
ANY = "."


def near_pattern(word: str) -> str:
    """A regular expression for ``word`` with one letter changed, left out, added or swapped with its neighbour; it finds ``word`` too.

    For words too short or too long to guess at, the word itself. Both databases and Python read it alike.
    """
    shortest = SHORTEST_HAN if any(map(is_han, word)) else SHORTEST
    if not shortest <= len(word) <= LONGEST:
        return re.escape(word)
    places = range(len(word))
    written = {
        *(_join(word[:at], ANY, word[at + 1 :]) for at in places),
        *(_join(word[:at], ANY, word[at:]) for at in range(1, len(word))),
        *(_join(word[:at], "", word[at + 1 :]) for at in places),
        *(_join(word[:at], re.escape(word[at + 1] + word[at]), word[at + 2 :]) for at in places[:-1]),
    }
    return f"(?:{'|'.join(sorted(written))})"


def _join(before: str, between: str, after: str) -> str:
    return re.escape(before) + between + re.escape(after)
