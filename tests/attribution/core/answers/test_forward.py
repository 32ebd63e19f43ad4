"""Forward attribution: the top documents as they are, none judged."""

from hypothesis import given
from hypothesis import strategies as st

from attribution.core.answers.forward import list_documents
from attribution.core.answers.sources import AnswerSource, Limits, Mode, RankedDocument


def positions(*scores: float | None, limits: Limits | None = None) -> list[int]:
    documents = [RankedDocument(f"text {number}", rerank_score=score) for number, score in enumerate(scores)]
    return [source.position for source in list_documents(documents, limits or Limits()).sources]


def test_the_best_reranked_come_first() -> None:
    assert positions(0.4, 0.9, 0.6) == [1, 2, 0]
    assert positions(0.5, 0.5, 0.5) == [0, 1, 2]
    assert positions(None, None) == [0, 1]


def test_weak_ones_are_left_out_where_a_score_is_given() -> None:
    assert positions(0.29, 0.3, None) == [1, 2]
    assert positions(0.29, limits=Limits(min_relevance_score=0.0)) == [0]
    assert positions(float("nan"), 0.2) == [0]


def test_no_more_than_asked_for_and_nothing_said_of_sentences() -> None:
    found = list_documents([RankedDocument("a"), RankedDocument("b")], Limits(max_sources=1))
    assert (found.mode, found.sources, found.sentences) == (Mode.FORWARD, (AnswerSource(1, 0, None),), ())
    assert list_documents([]).sources == ()


@given(st.lists(st.none() | st.floats(0, 1), max_size=8))
def test_sources_fall(scores: list[float | None]) -> None:
    documents = [RankedDocument("x", rerank_score=score) for score in scores]
    found = [scores[source.position] or 0.0 for source in list_documents(documents).sources]
    assert found == sorted(found, reverse=True)
