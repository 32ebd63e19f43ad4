"""Whatever puts a sentence in doubt, denies, foresees or takes it back keeps its figure from being asserted, whatever the sentence says."""

from datetime import date

import pytest

from verification.core.reading.reader import read_statements
from verification.core.reading.statement import Status

pytestmark = pytest.mark.pure

BASE = date(2026, 11, 15)
TOLD = {
    "Norway's unemployment rate fell to 5.2% in October": "5.2%",
    "YouTube's revenue rose to $5.2 billion in October": "$5.2 billion",
    "exports from Ohio were $5.2 billion in October": "$5.2 billion",
    "headcount at Best Buy stood at 5,200 in October": "5,200",
}
DOUBTED = [
    "It is not true that {s}.",
    "There is no truth in the claim that {s}.",
    "Analysts expect that {s}.",
    "If {s}, rates would be cut.",
    "Reports that {s} are false.",
    "A post on X claims that {s}.",
    "Rumours that {s} spread on Thursday.",
    "Some say {s}.",
    "Suppose {s}.",
    "The ministry denied that {s}.",
    "Nobody believes that {s}.",
    "It is doubtful whether {s}.",
    "Critics allege that {s}.",
    "Imagine that {s}.",
    "In the novel, {s}.",
    "Is it true that {s}?",
    "Contrary to reports that {s}, nothing has changed.",
    "The bank withdrew its statement that {s}.",
    "The paper wrongly said that {s}.",
    "{S}, a fake notice said.",
    "{S}? No.",
    "{S}. That is false.",
    "{S}. The ministry later denied this.",
    "{S}, if the leak is right.",
    "{S}, it is claimed.",
    "{S}, according to unconfirmed reports.",
    "{S} in the worst case.",
    "{S}, the model predicts.",
    "In a draft, {s}.",
    "Economists had hoped that {s}.",
    "Traders bet that {s}.",
    "Unless {s}, the bank will act.",
    "The target is that {s}.",
    "April fool: {s}.",
    "The bill proposes that {s}.",
    "An unnamed official said {s}.",
    "Two people briefed on the matter said {s}.",
    "A source told Reuters that {s}.",
    "Sources: {s}",
    "Prediction: {s}",
    "Fake news: {s}",
    "Myth: {s}",
    "BREAKING (unconfirmed): {s}",
    "What if {s}?",
    "The minister hopes that {s}.",
    "The claim that {s} has been debunked.",
    "No one has confirmed that {s}.",
    "It has yet to be shown that {s}.",
    "The idea that {s} is absurd.",
    "The story that {s} turned out to be a hoax.",
    "A TikTok video says {s}.",
    "On Reddit, users say {s}.",
    "A viral Facebook post said {s}.",
    "A chatbot made up that {s}.",
    "The quiz asked whether {s}.",
    "He joked that {s}.",
    "The court will decide whether {s}.",
    "A survey asked if {s}.",
    "Bookmakers give odds that {s}.",
    "Polymarket traders put a 40% chance on whether {s}.",
    "Under the scenario, {s}.",
    "The simulation shows that {s}.",
    "{S}, or so the story goes.",
    "{S}, allegedly.",
    "{S}, critics say.",
    "{S} — or did it?",
    "{S}, the company had forecast.",
    "{S}, which turned out to be wrong.",
    "{S}, a figure since retracted.",
    "{S}. The figure was later revised to 6.1%.",
    "An earlier version of this story said {s}.",
    "{S}, the spoof site wrote.",
    "{S}. Just kidding.",
]
ASSERTED = [
    "{S}.",
    "The ministry confirmed that {s}.",
    "It is true that {s}.",
    "{S}, as had been expected.",
    "{S}, the statistics office said on Friday.",
    "After months of rumours, {s}.",
]


def _statuses(text: str, figure: str) -> set[Status]:
    found = read_statements(text, base=BASE)
    return {one.status.status for one in found if one.value is not None and one.value.text == figure}


@pytest.mark.parametrize("told", sorted(TOLD))
@pytest.mark.parametrize("frame", DOUBTED)
def test_it_is_not_asserted(frame: str, told: str) -> None:
    text = frame.format(s=told, S=told[0].upper() + told[1:])
    assert Status.ASSERTED not in _statuses(text, TOLD[told])


@pytest.mark.parametrize("told", sorted(TOLD))
@pytest.mark.parametrize("frame", ASSERTED)
def test_it_is_asserted(frame: str, told: str) -> None:
    text = frame.format(s=told, S=told[0].upper() + told[1:])
    assert _statuses(text, TOLD[told]) == {Status.ASSERTED}
