"""What pages say of an event in the many ways that English and Chinese have: asserted (+), denied (-) or left open (0).

``wordings_en.txt`` and ``wordings_zh.txt`` give a message (``M``) and behind it one page a line.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.core.events.event_lists import shipped_lexicon
from verification.core.events.propositions import read_propositions
from verification.core.events.stances import PageReading
from verification.core.evidence import Page

LEXICON = shipped_lexicon()
SIGNS = {"+": "supports", "-": "contradicts", "0": "silent"}


def misread(lang: str) -> Iterator[tuple[str, str, str, str]]:
    """The message, the page, what it says and what is read of it, where the two differ."""
    message = ""
    for line in (Path(__file__).parent / f"wordings_{lang}.txt").read_text(encoding="utf-8").splitlines():
        sign, text = line.split(" ", 1)
        if sign == "M":
            message = text
            continue
        first = read_propositions(message, LEXICON)[0]
        read = PageReading(Page("https://www.reuters.com/1", "", text, None), LEXICON).tell(first).says.value
        if read != SIGNS[sign]:
            yield message, text, SIGNS[sign], read


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_wordings_are_read_for_what_they_say(lang: str) -> None:
    assert list(misread(lang)) == []
