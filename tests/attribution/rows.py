"""Attributions for tests, traced by the product itself."""

from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser

from attribution.core.answers.sources import RankedDocument
from attribution.models import Attribution
from attribution.services.answers.tracing import Request, keep_attribution, trace_answer

ANSWER = "Ferry traffic on the northern line rose 12.5 percent in May. The harbour will close next year."
TEXT = "In May, ferry traffic on the northern line rose 12.5 percent from a year before, the port authority said."


def make_document(content: str = TEXT, **fields: object) -> RankedDocument:
    return RankedDocument(content, **{"metadata": {"document_name": "Port report", "page_number": 3, "chunk_type": "text"}, **fields})


def make_attribution(
    answer: str = ANSWER, documents: Sequence[RankedDocument] | None = None, *, user: AbstractBaseUser | None = None, **overrides: object
) -> Attribution:
    """One source and two sentences, the first supported, unless told otherwise."""
    request = Request(answer, tuple(documents if documents is not None else [make_document()]), overrides)
    return keep_attribution(traced=trace_answer(request=request), requested_by=user)
