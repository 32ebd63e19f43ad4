"""What a person may have meant who typed one letter wrong."""

import re
from string import ascii_lowercase

from verification.core.language.texts import is_han

SHORTEST, SHORTEST_HAN, LONGEST = 4, 3, 30
SHORTEST_GUESSED = 6
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


def one_letter_apart(word: str) -> tuple[str, ...]:
    """Every word that a Latin ``word`` in lower case may be a slip of: one letter other than its first changed, left out, added or swapped.

    None for a word shorter than ``SHORTEST_GUESSED`` letters, which has too many neighbours that are words.
    """
    if not (SHORTEST_GUESSED <= len(word) <= LONGEST and word.isascii() and word.isalpha()):
        return ()
    found: dict[str, None] = {}
    for at in range(1, len(word) + 1):
        before, after = word[:at], word[at:]
        written = [before + letter + after for letter in ascii_lowercase]
        if after:
            written += [before + after[1:], *(before + letter + after[1:] for letter in ascii_lowercase)]
        if len(after) > 1:
            written.append(before + after[1] + after[0] + after[2:])
        found.update(dict.fromkeys(written))
    found.pop(word, None)
    return tuple(found)


def _join(before: str, between: str, after: str) -> str:
    return re.escape(before) + between + re.escape(after)
