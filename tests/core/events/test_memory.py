"""Past events compared by meaning: what vectors may change, and what they may not."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from verification.core.events.memory import LEAST_SIMILARITY, MOST_CASES, PastEvent, recall
from verification.core.events.vocabulary import EventType

PAST = st.lists(
    st.builds(
        PastEvent,
        event_id=st.integers(1, 20),
        event_type=st.sampled_from(EventType),
        asset=st.sampled_from(("", "BTC", "ETH")),
        text=st.sampled_from(("BTC exchange hacked", "nothing alike", "")),
        confidence=st.decimals("0", "1", places=2),
    ),
    max_size=12,
    unique_by=lambda event: event.event_id,
)


def past(number: int, text: str = "nothing alike", **fields: object) -> PastEvent:
    return PastEvent(**{"event_id": number, "event_type": EventType.HACK, "asset": "BTC", "text": text, "confidence": Decimal(1), **fields})


def test_meaning_stands_in_place_of_the_words() -> None:
    events = [past(1, "BTC exchange hacked"), past(2), past(3)]
    found = recall(events, event_type=EventType.HACK, asset="BTC", text="BTC exchange hacked", alike={1: 0.1, 2: 0.9})
    assert [(case.event.event_id, str(case.similarity)) for case in found] == [(2, "0.96"), (1, "0.64"), (3, "0.60")]


@given(PAST, st.dictionaries(st.integers(1, 20), st.floats(0, 1)))
def test_no_vector_makes_up_for_confidence_or_likeness(events: list[PastEvent], alike: dict[int, float]) -> None:
    found = recall(events, event_type=EventType.HACK, asset="BTC", text="BTC exchange hacked", alike=alike)
    assert len(found) <= MOST_CASES
    assert all(case.event.confidence >= Decimal("0.6") and LEAST_SIMILARITY <= case.similarity <= 1 for case in found)
    # Another type and another asset are never so alike that a case could stand for a search.
    others = [case for case in found if case.event.event_type is not EventType.HACK or case.event.asset != "BTC"]
    assert all(case.similarity <= Decimal("0.8") for case in others)
