"""Paraphrases through a real embeddings service: asked by a worker under the ledger, and words alone where it fails."""

from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.test import Client

from attribution.core.answers.sources import RankedDocument
from attribution.models import Attribution
from attribution.services.answers.tracing import execute_attribution
from tests.attribution.rows import make_attribution
from tests.services.gateway.asking import make_profile
from tests.stubs.chat import fail
from tests.stubs.embeddings import EmbeddingsStub
from verification.models import ProviderCall

pytestmark = pytest.mark.django_db

PASSAGE = "Robbers emptied the accounts of Harborline Pay"
CLAIM = "Thieves looted the wallets of Harborline Pay"
SAME = {"thieves": "robbers", "looted": "emptied", "wallets": "accounts"}
FIGURE = "Thieves looted 900 wallets of Harborline Pay"


@pytest.fixture
def stub(settings: LazySettings) -> Iterator[EmbeddingsStub]:
    settings.EMBEDDINGS_PROFILE = "vectors"
    with EmbeddingsStub(same=SAME) as service:
        make_profile(service.base_url, "vectors", model="tiny-vectors", input_usd_per_million=10)
        yield service


def trace(answer: str = CLAIM, **overrides: object) -> Attribution:
    row = make_attribution(answer, [RankedDocument(PASSAGE)], **{"use_embeddings": True, "match_threshold": 0.5, **overrides})
    done = execute_attribution(attribution_id=row.pk)
    return done if done is not None else row


def test_worker_asks_once_and_the_ledger_knows(stub: EmbeddingsStub) -> None:
    row = trace()
    assert (row.status, row.supported_count, row.options["use_embeddings"]) == ("finished", 1, True)
    assert stub.texts == [[CLAIM, PASSAGE]]
    [call] = ProviderCall.objects.all()
    assert (call.purpose, call.provider, call.subject, call.status) == ("attribution", "vectors", f"attribution:{row.pk}", "ok")
    assert make_attribution(CLAIM, [RankedDocument(PASSAGE)], use_embeddings=True, match_threshold=0.5).is_cached


def test_a_figure_is_never_found_by_its_vector(stub: EmbeddingsStub) -> None:
    assert (trace(FIGURE).supported_count, stub.texts) == (0, [])


@pytest.mark.parametrize("overrides", [{"use_embeddings": False}, {"mode": "forward"}])
def test_nobody_is_asked_unless_asked_to(stub: EmbeddingsStub, overrides: dict[str, object]) -> None:
    row = trace(**overrides)
    assert (row.status, stub.received, ProviderCall.objects.count()) == ("finished", [], 0)


def test_without_a_model_words_decide_at_once(settings: LazySettings) -> None:
    settings.EMBEDDINGS_PROFILE = ""
    assert make_attribution(CLAIM, [RankedDocument(PASSAGE)], use_embeddings=True).status == "finished"


def test_words_alone_decide_where_the_model_fails_and_it_is_asked_again_next_time(stub: EmbeddingsStub, admin_client: Client) -> None:
    stub.script(*[fail(401, "no")] * 2)
    row = trace()
    assert (row.status, row.supported_count, row.result["words_only"], row.key) == ("finished", 0, True, "")
    assert "words alone decided" in admin_client.get(f"/attributions/{row.pk}/").content.decode()
    assert admin_client.get(f"/api/v1/attributions/{row.pk}/").json()["words_only"] is True
    again = make_attribution(CLAIM, [RankedDocument(PASSAGE)], use_embeddings=True, match_threshold=0.5)
    assert (again.is_cached, again.status) == (False, "queued")
