"""Attributions: who sees which, and one as the contract's JSON (contracts, section 6)."""

from collections.abc import Sequence
from dataclasses import asdict

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet

from attribution.core.answers.formatting import format_source
from attribution.core.answers.sources import AttributedSentence, Calculation, RankedDocument
from attribution.core.answers.sources import TracedAnswer as FoundSources
from attribution.models import Attribution, AttributionMark
from verification.reads.answers import Shape

MAX_WORDS = 10


def list_attributions(*, user: User | AnonymousUser, words: str = "") -> QuerySet[Attribution]:
    """Those that ``user`` may see, newest first, without their texts' weight: all of ``words`` stand in the answer."""
    rows = _visible(user).select_related("requested_by").defer("documents", "result", "options").order_by("-created_at", "-pk")
    for word in words.split()[:MAX_WORDS]:
        rows = rows.filter(answer__icontains=word)
    return rows


def get_attribution(*, pk: int, user: User | AnonymousUser) -> Attribution | None:
    """None where there is none, or where it is somebody else's."""
    return _visible(user).filter(pk=pk).select_related("requested_by").first()


def list_own_marks(*, attribution: Attribution, user: User) -> list[AttributionMark]:
    return list(AttributionMark.objects.filter(attribution=attribution, user=user).order_by("index"))


def _visible(user: User | AnonymousUser) -> QuerySet[Attribution]:
    """One's own; whoever may change attributions sees everybody's."""
    if user.has_perm("attribution.change_attribution"):
        return Attribution.objects.all()
    return Attribution.objects.filter(requested_by_id=user.pk)


def attribution_shape(attribution: FoundSources, documents: Sequence[RankedDocument], *, lang: str) -> Shape:
    """``{mode, sources, sentences}``; ``lang`` "zh" or "en" is what the entries are written in."""
    return {
        "mode": attribution.mode.value,
        "sources": [asdict(format_source(source, documents[source.position], lang=lang)) for source in attribution.sources],
        "sentences": [_sentence_shape(sentence, documents) for sentence in attribution.sentences],
    }


def _sentence_shape(sentence: AttributedSentence, documents: Sequence[RankedDocument]) -> Shape:
    return {
        "start": sentence.start,
        "end": sentence.end,
        "supported": sentence.supported,
        "sources": [{"index": link.index, "start": link.start, "end": link.end, "score": link.score} for link in sentence.sources],
        "derivation": _derivation_shape(sentence.derivation, documents) if sentence.derivation else None,
    }


def _derivation_shape(calculation: Calculation, documents: Sequence[RankedDocument]) -> Shape:
    return {
        "op": calculation.operation.value,
        "operands": [
            {
                "document_id": document_id(documents, operand.position),
                "start": operand.start,
                "end": operand.end,
                "value": format(operand.value, "f"),
            }
            for operand in calculation.operands
        ],
        "value": format(calculation.value, "f"),
    }


def document_id(documents: Sequence[RankedDocument], position: int) -> str | int:
    """The input's id, else the zero-based position."""
    given = documents[position].id
    return position if given is None else given
