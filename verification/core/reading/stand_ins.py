"""What stands in English for a name told before: "the company", "The Danish drugmaker", "the Board"."""

import re

from verification.core.language.everyday import is_everyday
from verification.core.language.word_tables import words
from verification.core.patterns import lazy_regex
from verification.core.reading.figure_slots import Span
from verification.core.subjects.known import find_known
from verification.core.subjects.parts import names_nobody

_THE = lazy_regex(r"\bthe\s$", re.IGNORECASE)
_REACH = 4
_MOST_WORDS = 4
_MAKER = "maker"
# What a company or body is, as the text calls it once its name is told.
_KINDS = words(
    "company companies group firm bank lender retailer carmaker airline carrier brewer miner insurer utility builder homebuilder developer "
    "exchange chain manufacturer maker giant operator producer startup start-up broker brokerage conglomerate grocer publisher studio "
    "streamer supplier subsidiary business unit bourse fund owner platform board committee"
)
_COUNCILS = frozenset(["board", "committee"])


def stands_in(text: str, span: Span | None) -> bool:
    """Whether a phrase calls whoever was named before by what that is: with its article, or in a word that never names anybody."""
    if span is None:
        return False
    written = text[slice(*span)]
    if written[:1].islower() and names_nobody(written):
        return True
    told = written.split()
    if not told or len(told) > _MOST_WORDS or _THE.search(text, max(0, span[0] - _REACH), span[0]) is None:
        return False
    head = told[-1].lower()
    if head not in _KINDS and not head.endswith(_MAKER):
        return False
    if names_nobody(written) or all(one.islower() or _is_of_place(one) for one in (*told[:-1], head)):
        return True
    return head in _COUNCILS and not find_known(written) and all(is_everyday(one.lower(), "en") for one in told)


def _is_of_place(word: str) -> bool:
    """Whether a word with a capital only says where from: "Danish", "Austin-based"."""
    return word.endswith("-based") or any(
        one.end == len(word) and all(it.kind == "place" for it in one.entities) for one in find_known(word)
    )
