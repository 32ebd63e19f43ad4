"""Forward attribution: the top reranked documents as they are (seed 004, 2.3)."""

from collections.abc import Sequence
from math import isfinite

from attribution.core.answers.sources import AnswerSource, Limits, Mode, RankedDocument, TracedAnswer


def list_documents(documents: Sequence[RankedDocument], limits: Limits = Limits()) -> TracedAnswer:  # noqa: B008 - frozen
    """The first documents in the order of their scores; the order given where there are none. Nothing is said of sentences."""
    scores = [document.rerank_score for document in documents]
    known = [score if score is not None and isfinite(score) else None for score in scores]
    kept = [position for position, score in enumerate(known) if score is None or score >= limits.min_relevance_score]
    order = sorted(kept, key=lambda position: -(known[position] or 0.0))
    return TracedAnswer(
        Mode.FORWARD, tuple(AnswerSource(number, position, None) for number, position in enumerate(order[: limits.max_sources], 1))
    )
