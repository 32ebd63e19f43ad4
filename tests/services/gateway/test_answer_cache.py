from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import make_page
from tests.services.gateway.asking import question
from verification.core.vocabulary import CallKind, Fault, Purpose
from verification.models import CachedAnswer
from verification.providers.base import Failure, SearchAnswer, SearchResult
from verification.services.gateway.answer_cache import find_answer, keep_answer, key_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("rows")]

NAMES = ("tavily", "corpus")


def answer_with(content: str = "The rate is 5.25%.") -> SearchAnswer:
    page = replace(make_page(), content=content)
    return SearchAnswer(results=(SearchResult(page=page, rank=1, score=0.5, is_snippet=True),), provider="tavily", query="rate", calls=2)


def keep(answer: SearchAnswer, key: str = "k", purpose: Purpose = Purpose.NODE) -> None:
    keep_answer(key=key, answer=answer, purpose=purpose, now=timezone.now())


def test_kept_answer_comes_back_whole_and_costs_nothing() -> None:
    keep(answer_with())
    found = find_answer(key="k", query=question(), now=timezone.now())
    assert found == replace(answer_with(), calls=0, is_cached=True)


def test_newer_answer_takes_the_place_of_the_older_one() -> None:
    keep(answer_with("old"))
    keep(answer_with("new"))
    found = find_answer(key="k", query=question(), now=timezone.now())
    assert found is not None
    assert (found.results[0].page.content, CachedAnswer.objects.count()) == ("new", 1)


def test_answer_with_a_failure_is_not_kept() -> None:
    keep(replace(answer_with(), failures=(Failure("tavily", CallKind.SEARCH, Fault.TIMEOUT),)))
    assert not CachedAnswer.objects.exists()


def test_life_of_nothing_keeps_nothing(settings: object) -> None:
    settings.SEARCH_CACHE_TTL_SECONDS = 0
    keep(answer_with(), purpose=Purpose.EVENT)
    assert not CachedAnswer.objects.exists()


def test_text_that_a_database_can_not_hold_is_kept_without_what_it_can_not() -> None:
    keep(answer_with("5.25%\x00 利率 \ud800"))
    found = find_answer(key="k", query=question(), now=timezone.now())
    assert found is not None
    assert found.results[0].page.content == "5.25% 利率 ?"


def test_key_is_of_the_question_and_of_whom_it_goes_to() -> None:
    now = timezone.now()

    def key(**other: object) -> str:
        given = {"query": question(as_of=now), "providers": NAMES, "purpose": Purpose.NODE, **other}
        return key_of(given.pop("query"), now=now, **given)

    same = [key(), key(query=question(as_of=now - timedelta(seconds=200))), key(purpose=Purpose.VERIFICATION)]
    others = [
        key(providers=("corpus",)),
        key(purpose=Purpose.EVENT),
        key(query=question(as_of=now - timedelta(days=1))),
        key(query=question("rate", as_of=now)),
        key(query=question(as_of=now, suffixes=("a.example",))),
    ]
    assert len(set(same)) == 1
    assert len({*same, *others}) == 6
