"""Every seat is asked in one frame, and sees the sentences that the engine's own binding chooses."""

from datetime import UTC, datetime

import pytest

from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.panel.contesting import ReadPages
from verification.core.panel.panel_prompts import make_ballot_prompt, make_challenge_prompt
from verification.core.vocabulary import NodeKind

NOW = datetime(2023, 8, 1, tzinfo=UTC)
FILLING = [
    "Markets were calm in the morning.",
    "Traders had lunch by the river.",
    "Shares of shipping firms rose a little.",
    "Rain is expected.",
]
SENTENCE = "The Federal Reserve raised the federal funds rate to 5.25 to 5.50 percent."


@pytest.mark.parametrize("label", ["美联储利率", "Federal funds rate"])
def test_a_label_in_either_language_gets_the_right_sentence(label: str) -> None:
    node = NodeSpec(label, NodeKind.PERCENT, aliases=("federal funds rate", "美联储利率"), unit="%", reference_period="2023-07")
    page = Page("https://a.example/1", "Policy", " ".join([*FILLING, SENTENCE, "Analysts went home."]), NOW)
    pages = (page,)
    read = ReadPages(node, pages, settle(node, pages, as_of=NOW, trust=Trust()))
    for prompt in (make_ballot_prompt(read, today=NOW.date()), make_challenge_prompt(read, today=NOW.date(), value="5%", quote="x")):
        assert SENTENCE in prompt.user
        question = prompt.user.split("<<<DATA")[0]
        assert [part in question for part in ("federal funds rate", "2023-07", "%", "2023-08-01")] == [True] * 4
