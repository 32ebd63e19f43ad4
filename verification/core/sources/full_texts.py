"""Which search results have to be read in full: a provider's excerpt may lack the passage, or cut it."""

from collections.abc import Sequence

from verification.core.evidence import Page, Passage, Verdict
from verification.core.vocabulary import PassageField, Stage

ELLIPSES = ("…", "...", "[...]", "[…]")
SENTENCE_ENDS = tuple('.。!！?？"”」』）)')


def pages_to_read(verdict: Verdict, pages: Sequence[Page], is_snippet: Sequence[bool]) -> tuple[int, ...]:
    """The zero-based positions of the excerpts whose pages may change or confirm the verdict, in order.

    Without an accepted value that is every excerpt. A value accepted by votes is confirmed on every page that carries it: copies of one
    story are told by their whole texts, never by three sentences of them. One accepted on the whitelist's word is confirmed where the
    provider cut the sentence off.
    """
    if not verdict.is_accepted:
        return tuple(position for position, is_excerpt in enumerate(is_snippet) if is_excerpt)
    is_voted = verdict.stage == Stage.VOTES
    carrying = {finding.position: finding.passage for finding in verdict.sources if is_snippet[finding.position]}
    return tuple(
        position
        for position, passage in sorted(carrying.items())
        if is_voted or (passage is not None and is_cut(passage, pages[position].content))
    )


def is_cut(passage: Passage, content: str) -> bool:
    """Whether a passage of a text's content goes on beyond what the excerpt shows, at either end."""
    if passage.field != PassageField.CONTENT:
        return False
    text = passage.text.strip()
    if text.startswith(ELLIPSES) or text.endswith(ELLIPSES):
        return True
    is_last = not content[passage.end :].strip()
    return is_last and not text.endswith(SENTENCE_ENDS)
