"""Initials of Latin names: IBM of International Business Machines Corp, BoE of Bank of England."""

from collections.abc import Iterator
from itertools import product

from verification.core.patterns import lazy_regex
from verification.core.subjects.known import Token, latin_tokens
from verification.core.subjects.parts import FORMS, FUNCTION

_INITIALS = lazy_regex(r"[A-Z][A-Za-z]{1,5}[A-Z]")


def is_short_for(short: str, name: str) -> bool:
    """Whether ``short`` is made of the initials of ``name``; small words and the legal form may be among them or not.

    Two letters tell too little.
    """
    letters = short.replace(".", "")
    if not _INITIALS.fullmatch(letters):
        return False
    return letters.lower() in _initials(latin_tokens(name))


def _initials(tokens: tuple[Token, ...]) -> Iterator[str]:
    words = [token.key for token in tokens if token.key[0].isalpha()]
    while words:
        for drops_small, drops_forms in product((False, True), repeat=2):
            yield "".join(
                word[0]
                for index, word in enumerate(words)
                if not (drops_small and word in FUNCTION) and not (drops_forms and index and word in FORMS)
            )
        if words[-1] not in FORMS:
            return
        words.pop()
