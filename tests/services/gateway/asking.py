"""The gateway as services use it, from a test: one question, or several at once."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

from asgiref.sync import async_to_sync
from django.utils import timezone

from verification.core.vocabulary import Purpose
from verification.models import ModelProfile
from verification.providers.base import ChatRequest, SearchAnswer, SearchQuery
from verification.services.gateway.gateway import Gateway, Work, open_gateway

NODE = Work(Purpose.NODE)
EVENT = Work(Purpose.EVENT, subject="event:12")
REQUEST = ChatRequest(system="Answer.", user="What is the rate?", prompt_version="t1", temperature=0.1, max_output_tokens=100)


def question(text: str = "Elbonia policy rate", **fields: Any) -> SearchQuery:
    return SearchQuery(**{"phrasings": (text,), "as_of": timezone.now() + timedelta(seconds=5), "limit": 5, **fields})


def within(work: Callable[[Gateway], Awaitable[Any]]) -> Any:
    """What ``work`` gives with a gateway of its own."""

    async def run() -> Any:
        async with open_gateway() as gateway:
            return await work(gateway)

    return async_to_sync(run)()


def search(query: SearchQuery | None = None, *, work: Work = NODE) -> SearchAnswer:
    return within(lambda gateway: gateway.search(query or question(), work=work))


def make_profile(base_url: str, name: str = "stub", **fields: Any) -> ModelProfile:
    """A model without a key, on loopback; the shipped ones have no key here and are not asked."""
    given = {"vendor": "Tests", "base_url": base_url, "model": "tiny", "timeout_s": 20, **fields}
    return ModelProfile.objects.create(name=name, **given)
