"""Answers of searches that may be given again: five minutes to nodes (seed 000), ten to events (seed 003). Failures are not kept."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from verification.core.evidence import Page
from verification.core.vocabulary import Purpose
from verification.models import CachedAnswer
from verification.providers.base import SearchAnswer, SearchQuery, SearchResult

NODE_SECONDS = 300


def lifetime(purpose: Purpose) -> timedelta:
    return timedelta(seconds=settings.SEARCH_CACHE_TTL_SECONDS if purpose is Purpose.EVENT else NODE_SECONDS)


def key_of(query: SearchQuery, *, providers: tuple[str, ...], purpose: Purpose, now: datetime) -> str:
    """Of what was asked, and of whom. Questions about the present are the same question for as long as an answer is kept."""
    is_present = abs(now - query.as_of) <= lifetime(purpose)
    asked = [
        providers,
        purpose is Purpose.EVENT,
        query.phrasings,
        None if is_present else query.as_of.isoformat(),
        query.limit,
        query.fresh_days,
        sorted(query.suffixes),
    ]
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()


def find_answer(*, key: str, query: SearchQuery, now: datetime) -> SearchAnswer | None:
    """The kept answer without what was published after the question's own moment, at no cost; one query."""
    kept = find_kept(key=key, now=now)
    if kept is None:
        return None
    answer = read_answer(kept)
    seen = tuple(found for found in answer.results if found.page.published_at is None or found.page.published_at <= query.as_of)
    return replace(answer, results=seen, calls=0, is_cached=True)


def keep_answer(*, key: str, answer: SearchAnswer, purpose: Purpose, now: datetime) -> None:
    """Keep an answer that needed no second choice; one query."""
    if not answer.failures:
        keep(key=key, answer=write_answer(answer), purpose=purpose, now=now)


def find_kept(*, key: str, now: datetime) -> dict[str, Any] | None:
    """What ``keep`` was given under ``key``, while it may be given again; one query."""
    return CachedAnswer.objects.filter(key=key, expires_at__gt=now).values_list("answer", flat=True).first()


def keep(*, key: str, answer: Mapping[str, object], purpose: Purpose, now: datetime, age: timedelta | None = None) -> None:
    """Keep an answer, as JSON, for ``age``, else for the lifetime of the purpose; one query, none where nothing is kept."""
    if not (age := age or lifetime(purpose)):
        return
    CachedAnswer.objects.bulk_create(
        [CachedAnswer(key=key, answer=answer, created_at=now, expires_at=now + age)],
        update_conflicts=True,
        unique_fields=["key"],
        update_fields=["answer", "created_at", "expires_at"],
    )


def write_answer(answer: SearchAnswer) -> dict[str, object]:
    """As JSON keeps it."""
    return {
        "provider": answer.provider,
        "query": storable(answer.query),
        "results": [
            {
                "url": storable(found.page.url),
                "title": storable(found.page.title),
                "content": storable(found.page.content),
                "published_at": found.page.published_at.isoformat() if found.page.published_at else None,
                "rank": found.rank,
                "score": found.score,
                "is_snippet": found.is_snippet,
            }
            for found in answer.results
        ],
    }


def read_answer(kept: dict[str, Any]) -> SearchAnswer:
    results = tuple(
        SearchResult(
            page=Page(
                url=entry["url"],
                title=entry["title"],
                content=entry["content"],
                published_at=datetime.fromisoformat(entry["published_at"]) if entry["published_at"] else None,
            ),
            rank=entry["rank"],
            score=entry["score"],
            is_snippet=entry["is_snippet"],
        )
        for entry in kept["results"]
    )
    return SearchAnswer(results=results, provider=kept["provider"], query=kept["query"])


def storable(text: str) -> str:
    """Without NUL and lone surrogates, which PostgreSQL's JSON can't hold."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
