"""Answers traced to their documents: worked out at once where that is quick, remembered by content, otherwise left to a worker."""

import hashlib
import json
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from pathlib import Path

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django_q.tasks import async_task  # type: ignore[import-untyped]

from attribution import core
from attribution.core.answers import sources
from attribution.core.answers.forward import list_documents
from attribution.core.answers.paraphrase import Vectors
from attribution.core.answers.reverse import attribute_answer
from attribution.core.answers.sources import Mode, RankedDocument
from attribution.core.answers.states import SentenceState
from attribution.models import Attribution
from attribution.services.answers.paraphrases import find_vectors
from attribution.services.answers.results import Kept, read_documents, write_documents, write_result
from attribution.services.answers.settings import TracingSettings, read_settings
from attribution.services.answers.sizes import Size, measure_size
from verification import core as engine
from verification.core.quantities.grammar import guess_language
from verification.core.vocabulary import RunStatus
from verification.notice_kinds import AwaitedKind
from verification.services.audit import record_audit
from verification.services.notices.endings import await_end

TASK = "attribution.tasks.trace_attribution"
# Longer than a task may take (settings.Q_CLUSTER), for nothing can be said while the core works.
LEASE = timedelta(seconds=150)
MAX_ATTEMPTS = 2
_LANGUAGE_SAMPLE = 20_000

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody wants traced. ``overrides``: settings that this request names; ``reference``: the caller's own name for it;
    ``question``: what the answer answers, kept for its readers."""

    answer: str
    documents: tuple[RankedDocument, ...]
    overrides: Mapping[str, object] = field(default_factory=dict)
    reference: str = ""
    question: str = ""


@dataclass(frozen=True, slots=True)
class Traced:
    """A request with what became of it: ``result`` is None where a worker has to do it, or where ``error`` says what happened."""

    request: Request
    settings: TracingSettings
    size: Size
    key: str
    result: Kept | None = None
    duration_ms: int = 0
    is_cached: bool = False
    error: str = ""


def trace_answer(*, request: Request, settings: TracingSettings | None = None, done: Size = Size()) -> Traced:  # noqa: B008 - frozen
    """Work a request out, or find it in memory; left to a worker where it is not quick, with what was ``done`` for the caller before.

    ``TooLarge`` names a field. Nothing is written; at most two queries, none of them while the core works.
    """
    settings = settings or read_settings(request.overrides)
    size = measure_size(request.answer, request.documents)
    key = key_of(request, settings)
    if not settings.enabled:
        return Traced(request, settings, size, key, result={"sources": [], "sentences": []})
    known = Attribution.objects.filter(key=key, status=RunStatus.FINISHED).values_list("result", flat=True).first()
    if known is not None:
        return Traced(request, settings, size, key, result=known, is_cached=True)
    if settings.mode is Mode.REVERSE and (settings.asks_embeddings or not (size + done).is_quick):
        return Traced(request, settings, size, key)
    result, duration_ms, error = _work(request.answer, request.documents, settings)
    return Traced(request, settings, size, key, result, duration_ms, error=error)


def keep_attribution(*, traced: Traced, requested_by: User | None = None, callback_url: str = "") -> Attribution:
    """Keep what was traced, or queue it for a worker in the same transaction; audited where a person asked."""
    request = traced.request
    is_open = traced.result is None and not traced.error
    row = Attribution(
        answer=request.answer,
        documents=write_documents(request.documents),
        reference=request.reference,
        question=request.question,
        lang="zh" if guess_language(request.answer[:_LANGUAGE_SAMPLE]) == "zh" else "en",
        mode=traced.settings.mode.value,
        options=traced.settings.as_dict(),
        is_disabled=not traced.settings.enabled,
        status=RunStatus.QUEUED if is_open else RunStatus.FAILED if traced.error else RunStatus.FINISHED,
        key=traced.key,
        is_cached=traced.is_cached,
        error=traced.error,
        requested_by=requested_by,
        finished_at=None if is_open else timezone.now(),
        duration_ms=None if is_open else traced.duration_ms,
        result=traced.result,
        **_counts(traced.result),
    )
    with transaction.atomic():
        row.save(force_insert=True)
        if requested_by is not None:
            after = {"mode": row.mode, "documents": len(request.documents), "characters": len(request.answer), "key": row.key}
            record_audit(actor=requested_by, verb="attribution.trace", subject=row, after=after)
            await_end(kind=AwaitedKind.ATTRIBUTION, key=row.pk, user=requested_by, callback_url=callback_url)
        if is_open:
            async_task(TASK, row.pk)
    return row


def execute_attribution(*, attribution_id: int) -> Attribution | None:
    """Work out an attribution that waits, or whose worker died; None where there is nothing to take."""
    row = _claim(attribution_id)
    if row is None:
        return None
    settings = TracingSettings(**{**row.options, "mode": Mode(row.mode)})
    documents = read_documents(row.documents)
    vectors = find_vectors(row, documents, settings.limits) if settings.asks_embeddings else {}
    result, duration_ms, error = _work(row.answer, documents, settings, vectors)
    if vectors is None and result is not None:
        result["words_only"] = True
    ended = {
        # What words alone found is not given again where vectors are wanted.
        "key": row.key if vectors is not None else "",
        "status": RunStatus.FAILED if error else RunStatus.FINISHED,
        "result": result,
        "error": error,
        "duration_ms": duration_ms,
        "finished_at": timezone.now(),
        "lease_until": None,
        **_counts(result),
    }
    Attribution.objects.filter(pk=row.pk, status=RunStatus.RUNNING, attempts=row.attempts).update(**ended)
    row.refresh_from_db()
    return row


def switch_mode(*, attribution: Attribution, mode: Mode, user: User) -> Attribution:
    """The same answer in the other mode: the newest one of this person where there is one, else a new one."""
    overrides = {**attribution.options, "mode": mode.value, "enabled": None}
    request = Request(
        attribution.answer, tuple(read_documents(attribution.documents)), overrides, attribution.reference, attribution.question
    )
    settings = read_settings(overrides)
    known = Attribution.objects.filter(key=key_of(request, settings), requested_by=user, is_disabled=not settings.enabled)
    return known.exclude(status=RunStatus.FAILED).order_by("-pk").first() or keep_attribution(
        traced=trace_answer(request=request, settings=settings), requested_by=user
    )


def key_of(request: Request, settings: TracingSettings) -> str:
    """The hash of all that a result depends on: answer, documents, the settings that decide, and the engine itself."""
    said = [
        engine_version(),
        request.answer,
        [[one.content, one.rerank_score] for one in request.documents],
        [settings.enabled, settings.mode.value, settings.max_sources, settings.min_relevance_score],
        [settings.extract_entities, settings.match_threshold, settings.asks_embeddings],
    ]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


@cache
def engine_version() -> str:
    """The hash of the code and data that trace: what an older engine found is not given again by a newer one."""
    folders = [Path(path) for module in (core, engine) for path in module.__path__]
    files = sorted((path for folder in folders for ending in ("*.py", "*.sha256", "*.tsv") for path in folder.rglob(ending)), key=str)
    return hashlib.sha256(b"\0".join(path.name.encode() + path.read_bytes() for path in files)).hexdigest()[:16]


def _work(
    answer: str, documents: Sequence[RankedDocument], settings: TracingSettings, vectors: Vectors | None = None
) -> tuple[Kept | None, int, str]:
    """(result, how long it took, what went wrong). An error of ours is logged and told; it never takes the answer with it."""
    begin = time.monotonic()
    try:
        found = _attribute(answer, documents, settings, vectors)
    except Exception as error:
        logger.exception("An answer could not be traced.")
        return None, _ms_since(begin), _("An error of the program: %(name)s.") % {"name": type(error).__name__}
    return write_result(found), _ms_since(begin), ""


def _attribute(
    answer: str, documents: Sequence[RankedDocument], settings: TracingSettings, vectors: Vectors | None
) -> sources.TracedAnswer:
    if settings.mode is Mode.FORWARD:
        return list_documents(documents, settings.limits)
    return attribute_answer(answer, documents, settings.limits, vectors=vectors)


def _ms_since(begin: float) -> int:
    return round(1000 * (time.monotonic() - begin))


def _counts(result: Kept | None) -> dict[str, int]:
    sentences = result["sentences"] if result else []
    return {
        "sources_count": len(result["sources"]) if result else 0,
        "sentences_count": sum(one["state"] != SentenceState.NOTHING for one in sentences),
        "supported_count": sum(one["state"] == SentenceState.CARRIED for one in sentences),
    }


def _claim(pk: int) -> Attribution | None:
    now = timezone.now()
    free = Q(status=RunStatus.QUEUED) | Q(status=RunStatus.RUNNING, lease_until__lt=now)
    waiting = Attribution.objects.filter(free, pk=pk)
    with transaction.atomic():
        error = _("Given up: its worker died in each of %(count)s attempts.") % {"count": MAX_ATTEMPTS}
        if waiting.filter(attempts__gte=MAX_ATTEMPTS).update(status=RunStatus.FAILED, error=error, finished_at=now, lease_until=None):
            return None
        if not waiting.update(status=RunStatus.RUNNING, attempts=F("attempts") + 1, lease_until=now + LEASE):
            return None
        return Attribution.objects.get(pk=pk)
