"""What a piece of work was answered before its worker died, so that nobody is asked, or paid, for the same thing twice.

Each answer stays with its row of the ledger, written by the same UPDATE that completes it, until the work has ended: a kill loses at most
the calls that were under way.
"""

import asyncio
import hashlib
import json
from collections import defaultdict, deque
from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, cast

from asgiref.sync import sync_to_async
from django.db.models import Q
from django.utils import timezone

from verification.core.vocabulary import CallKind, CallStatus, Fault
from verification.models import ProviderCall
from verification.providers.base import CallUsage, ChatReply, ChatRequest, Failure, SearchAnswer, SearchQuery, ToolCall, WebPage
from verification.services.gateway import answer_cache
from verification.services.gateway.answer_cache import read_answer, storable, write_answer
from verification.services.gateway.call_results import write_request
from verification.services.gateway.ledger import CallNote, Work, record_cached

# Work that lay longer begins anew: answers about the present are old by then.
RESUMABLE = timedelta(hours=1)
MOST_TEXT = 200_000

Kept = dict[str, Any]


class Recall:
    """The answers of all work that goes through one gateway, read once for each work that was begun before."""

    def __init__(self) -> None:
        self._known: dict[Work, dict[str, deque[Kept]]] = {}
        self._turn = asyncio.Lock()

    async def take(self, fingerprint: str, *, work: Work) -> Kept | None:
        """The answer to this very request, the oldest first where it was made several times. Work that begins asks no query."""
        if work.attempt == 1:
            return None
        key = replace(work, ends_at=None)
        async with self._turn:
            if key not in self._known:
                self._known[key] = await sync_to_async(_load)(key)
        answers = self._known[key].get(fingerprint)
        return answers.popleft() if answers else None


def forget_answers(*, now: datetime) -> int:
    """Drop the answers of work that has ended, or can't be taken up any more; of how many calls."""
    ended = Q(run__finished_at__isnull=False) | Q(created_at__lt=now - RESUMABLE)
    return ProviderCall.objects.filter(ended, answer__isnull=False).update(answer=None)


def fingerprint_search(query: SearchQuery) -> str:
    """Of what is asked; its moment is the work's own."""
    return _hash(CallKind.SEARCH, [query.phrasings, query.limit, query.fresh_days, query.suffixes])


def fingerprint_page(url: str) -> str:
    return _hash(CallKind.PAGE, url)


def fingerprint_model(request: ChatRequest, profile: str | None) -> str:
    return _hash(CallKind.MODEL, [request.prompt_version, write_request(request), profile])


def write_search(answer: SearchAnswer, *, failures: list[Failure], calls: int, cost_usd: Decimal) -> Kept:
    """``failures``: the providers asked before; ``calls`` and ``cost_usd``: what the question took altogether."""
    return {**write_answer(answer), "failures": _write_failures([*failures, *answer.failures]), "calls": calls, "cost_usd": str(cost_usd)}


def read_search(kept: Kept) -> SearchAnswer:
    return replace(read_answer(kept), calls=kept["calls"], cost_usd=Decimal(kept["cost_usd"]), failures=_read_failures(kept))


def write_page(page: WebPage) -> Kept | None:
    """None for a page too long to keep; it is read again."""
    if len(page.text) > MOST_TEXT:
        return None
    moments = {"published_at": page.published_at and page.published_at.isoformat(), "fetched_at": page.fetched_at.isoformat()}
    texts = {name: storable(getattr(page, name)) for name in ("url", "final_url", "title", "text", "content_type")}
    return {"status": page.status, "hops": [storable(hop) for hop in page.hops], **texts, **moments}


def read_page(kept: Kept) -> WebPage:
    published_at = datetime.fromisoformat(kept["published_at"]) if kept["published_at"] else None
    fetched_at = datetime.fromisoformat(kept["fetched_at"])
    return WebPage(**{**kept, "hops": tuple(kept["hops"]), "published_at": published_at, "fetched_at": fetched_at, "is_cached": True})


def write_reply(reply: ChatReply, *, failures: list[Failure], cost_usd: Decimal) -> Kept:
    return {
        "text": storable(reply.text),
        "model": storable(reply.model),
        "profile": reply.profile,
        "usage": asdict(reply.usage),
        "is_whole": reply.is_whole,
        "tool_calls": [[storable(call.name), storable(call.arguments)] for call in reply.tool_calls],
        "failures": _write_failures(failures),
        "cost_usd": str(cost_usd),
    }


def read_reply(kept: Kept) -> ChatReply:
    return ChatReply(
        text=kept["text"],
        model=kept["model"],
        profile=kept["profile"],
        usage=CallUsage(**kept["usage"]),
        is_whole=kept["is_whole"],
        tool_calls=tuple(ToolCall(name, arguments) for name, arguments in kept["tool_calls"]),
        cost_usd=Decimal(kept["cost_usd"]),
        failures=_read_failures(kept),
    )


def _load(work: Work) -> dict[str, deque[Kept]]:
    """The answers that earlier attempts got; what they still waited for when they died has failed."""
    calls = ProviderCall.objects.filter(run_id=work.run_id, subject=work.subject, created_at__gte=timezone.now() - RESUMABLE)
    calls.filter(status=CallStatus.PENDING).update(status=CallStatus.FAILED, fault=Fault.FAILED)
    known: dict[str, deque[Kept]] = defaultdict(deque)
    answered = calls.filter(status=CallStatus.OK, answer__isnull=False).order_by("pk")
    for fingerprint, answer in answered.values_list("fingerprint", "answer"):
        known[fingerprint].append(cast(Kept, answer))
    return dict(known)


def _hash(kind: CallKind, asked: object) -> str:
    return hashlib.sha256(json.dumps([kind.value, asked]).encode()).hexdigest()


def _write_failures(failures: list[Failure]) -> list[Mapping[str, str]]:
    return [{"provider": each.provider, "kind": each.kind.value, "fault": each.fault.value} for each in failures]


def _read_failures(kept: Kept) -> tuple[Failure, ...]:
    return tuple(Failure(each["provider"], CallKind(each["kind"]), Fault(each["fault"])) for each in kept["failures"])


def find_kept(key: str, query: SearchQuery, work: Work) -> SearchAnswer | None:
    """An answer that is still held, noted in the ledger as one that cost nothing."""
    kept = answer_cache.find_answer(key=key, query=query, now=timezone.now())
    if kept is not None:
        note = CallNote(kind=CallKind.SEARCH, provider=kept.provider, work=work, query=kept.query, fingerprint=fingerprint_search(query))
        record_cached(note=note, answer=write_search(kept, failures=[], calls=0, cost_usd=Decimal(0)))
    return kept
