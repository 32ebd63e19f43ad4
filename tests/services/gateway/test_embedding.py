"""Vectors by the gateway, and past events compared by them: asked once for a text, paid for, and words where they fail."""

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.event_rows import make_event
from tests.services.gateway.asking import EVENT, make_profile, within
from tests.stubs.chat import fail
from tests.stubs.embeddings import EmbeddingsStub, vectors_reply
from tests.stubs.server import Reply
from verification.core.events.flow import FlowState
from verification.core.vocabulary import CallKind, CallStatus, Fault
from verification.enums import RunTrigger
from verification.models import CachedAnswer, Event, Limit, ModelProfile, ProviderCall, ProviderHealth, Reservation
from verification.providers.base import ProviderError
from verification.services.events.analysis import analyse_event
from verification.services.events.lifecycle import request_event
from verification.services.gateway.calls import CallTally
from verification.services.gateway.model_profiles import find_embedder, list_usable_profiles

pytestmark = pytest.mark.django_db

PRICE = Decimal("10")
PAST = "Thieves drained the wallets of Harborline Pay"
NOW = "Harborline Pay looted: robbers emptied its accounts"
SAME = {"thieves": "robbers", "drained": "emptied", "looted": "robbers", "wallets": "accounts"}


@pytest.fixture
def stub(settings: LazySettings) -> Iterator[EmbeddingsStub]:
    settings.EMBEDDINGS_PROFILE = "vectors"
    with EmbeddingsStub(same=SAME) as service:
        make_profile(service.base_url, "vectors", model="tiny-vectors", input_usd_per_million=PRICE)
        yield service


def embed(*texts: str) -> tuple[dict[str, tuple[float, ...]], CallTally]:
    tally = CallTally()
    return within(lambda gateway: gateway.embed(texts, work=EVENT, tally=tally)), tally


def failure(*texts: str) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        embed(*(texts or ("one",)))
    return caught.value


def analyse(text: str = NOW) -> Event:
    event = request_event(text=text, trigger=RunTrigger.COMMAND, enqueue=False, given={"event_type": "hack", "confidence": 0.8})
    return analyse_event(event_id=event.pk)


def context_of(event: Event) -> dict[str, Any]:
    return event.steps.get(state=FlowState.CONTEXT).output


def make_past(text: str = PAST) -> Event:
    return make_event(text=text, memory_text=text, event_type="hack", asset="", confidence=Decimal("0.8"))


@pytest.mark.postgres("upserts")
def test_call_is_paid_for_and_written_down(stub: EmbeddingsStub) -> None:
    stub.script(vectors_reply([[1, 0], [0, 1]], tokens=500))
    vectors, tally = embed("one", "two", "one", " ")
    assert vectors == {"one": (1.0, 0.0), "two": (0.0, 1.0)}
    assert (tally.calls, tally.cost_usd) == (1, Decimal("0.005"))
    row = ProviderCall.objects.get()
    assert (row.kind, row.provider, row.query, row.prompt_version, row.purpose) == (
        "model",
        "vectors",
        "tiny-vectors",
        "embeddings",
        "event",
    )
    assert (row.status, row.input_tokens, row.output_tokens, row.cost_usd) == ("ok", 500, 0, Decimal("0.005"))
    assert row.response == '{"vectors": 2, "dimensions": 2}'
    assert not Reservation.objects.exists()


def test_same_text_is_asked_once_in_a_week(stub: EmbeddingsStub) -> None:
    first, _ = embed("one two", "three")
    again, _ = embed("three", "four", "one two")
    assert stub.texts == [["one two", "three"], ["four"]]
    assert again["three"] == pytest.approx(first["three"])
    assert embed("four", "three")[1].calls == 0
    assert list(ProviderCall.objects.order_by("pk").values_list("is_cached", "units")) == [(False, 1), (False, 1), (True, 0)]
    old = timezone.now() - timedelta(days=8)
    CachedAnswer.objects.update(created_at=old, expires_at=old + timedelta(days=7))
    embed("four")
    assert stub.texts[2:] == [["four"]]


@pytest.mark.postgres("rows")
def test_long_texts_are_cut_and_long_lists_divided(stub: EmbeddingsStub) -> None:
    texts = ["x " * 1_500, *(f"text {number}" for number in range(101)), "x " * 1_500 + "y"]
    vectors, tally = embed(*texts)
    assert [len(batch) for batch in stub.texts] == [100, 2]
    assert (max(map(len, stub.texts[0])), tally.calls, vectors.keys()) == (2_000, 2, set(texts))


def test_kept_vectors_of_another_model_are_asked_for_again(stub: EmbeddingsStub) -> None:
    embed("one", "two")
    stub.script(vectors_reply([[1, 0]]), vectors_reply([[0, 1]]))
    assert embed("one", "three")[0] == {"three": (1.0, 0.0), "one": (0.0, 1.0)}


@pytest.mark.postgres("deletion")
def test_nobody_is_asked_without_a_profile_its_key_or_money(stub: EmbeddingsStub, settings: LazySettings) -> None:
    Limit.objects.create(scope="usd", amount=0)
    assert failure().fault == Fault.BUDGET_EXHAUSTED
    ModelProfile.objects.filter(name="vectors").update(key_variable="NO_SUCH_API_KEY")
    assert failure().fault == Fault.NOT_CONFIGURED
    ModelProfile.objects.filter(name="vectors").delete()
    assert failure().fault == Fault.NOT_CONFIGURED
    settings.EMBEDDINGS_PROFILE = ""
    assert failure().fault == Fault.NOT_CONFIGURED
    assert stub.received == []


def test_embedding_model_is_never_asked_to_answer(stub: EmbeddingsStub, settings: LazySettings) -> None:
    assert list_usable_profiles() == ()
    found = find_embedder()
    assert found is not None
    assert found.name == "vectors"
    settings.EMBEDDINGS_PROFILE = ""
    assert [profile.name for profile in list_usable_profiles()] == ["vectors"]
    assert find_embedder() is None


def test_model_that_fails_rests(stub: EmbeddingsStub) -> None:
    stub.script(fail(401, "no"))
    assert failure().fault == Fault.UNAUTHORIZED
    assert ProviderHealth.objects.get(provider="model:vectors").open_until is not None
    assert failure().fault == Fault.BREAKER_OPEN
    assert len(stub.received) == 1
    assert not CachedAnswer.objects.exists()


def test_past_event_is_found_by_its_meaning(stub: EmbeddingsStub, settings: LazySettings) -> None:
    past = make_past()
    event = analyse()
    output = context_of(event)
    assert ([case["event"] for case in output["similar"]], output["alike_by"], output["failures"]) == ([past.pk], "embeddings", [])
    assert (event.calls, len(stub.received), event.cost_usd > 0) == (1, 1, True)
    settings.EMBEDDINGS_PROFILE = ""
    by_words = context_of(analyse(f"{NOW}!"))
    assert [key for key in by_words if key in ("alike_by", "failures", "model_problem")] == []
    found = {case["event"]: Decimal(case["similarity"]) for case in by_words["similar"]}
    assert found.get(past.pk, Decimal(0)) < Decimal(output["similar"][0]["similarity"])


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        (fail(401, "no"), "unauthorized"),
        (fail(429, "slow down", code="insufficient_quota"), "out_of_credit"),
        (vectors_reply([[1.0, 0.0]]), "bad_answer"),
        (vectors_reply([[1.0, 0.0], [float("nan"), 0.0]]), "bad_answer"),
        (vectors_reply([[1.0, 0.0], [1.0, 0.0, 0.0]]), "bad_answer"),
        (Reply(body=b"<html>", content_type="text/html"), "bad_answer"),
    ],
)
def test_words_stand_in_where_the_embeddings_fail(stub: EmbeddingsStub, settings: LazySettings, reply: Reply, fault: str) -> None:
    make_past(NOW)
    stub.script(*[reply] * 3)
    output = context_of(analyse(f"{NOW}!"))
    assert (output["alike_by"], output["model_problem"]) == ("words", fault)
    assert output["failures"] == [{"provider": "vectors", "kind": "model", "fault": fault}]
    settings.EMBEDDINGS_PROFILE = ""
    Event.objects.filter(text=f"{NOW}!").delete()
    assert context_of(analyse(f"{NOW}!"))["similar"] == output["similar"] != []


def test_nothing_is_asked_where_nothing_is_past(stub: EmbeddingsStub) -> None:
    assert (context_of(analyse()).get("alike_by"), stub.received) == (None, [])


def test_call_that_was_cut_off_with_its_worker_is_not_paid_again(stub: EmbeddingsStub) -> None:
    make_past()
    event = request_event(text=NOW, trigger=RunTrigger.COMMAND, enqueue=False, given={"event_type": "hack", "confidence": 0.8})
    ProviderCall.objects.create(
        kind=CallKind.MODEL, provider="vectors", purpose="event", subject=event.ledger_subject, status=CallStatus.PENDING
    )
    output = context_of(analyse_event(event_id=event.pk))
    assert ("alike_by" in output, stub.received) == (False, [])


@pytest.mark.parametrize("count", [1, 3])
def test_queries_do_not_grow_with_the_texts(stub: EmbeddingsStub, count: int) -> None:
    texts = [f"text {number}" for number in range(count)]
    with CaptureQueriesContext(connection) as seen:
        embed(*texts)
    assert sum("verification_cachedanswer" in query["sql"] for query in seen.captured_queries) == 2
