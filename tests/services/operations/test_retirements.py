"""The day on which a vendor shuts a model down is found in its list of models, once a day, and asked for with the key alone."""

from collections.abc import Iterator

import pytest

from tests.services.gateway.asking import make_profile
from tests.stubs.server import Reply, Request, StubServer, json_reply
from verification.models import ModelProfile, ProviderHealth
from verification.services.operations.retirements import look_for_ends

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("rows")]


class Vendor(StubServer):
    """Lists its models."""

    models: list = [{"id": "tiny", "shutdown_date": "2027-01-14"}, {"id": "other", "shutdown_date": "2026-12-01"}]

    def answer(self, request: Request) -> Reply:
        return json_reply({"data": self.models}) if request.path == "/v1/models" else json_reply({}, 404)


@pytest.fixture
def vendor(monkeypatch: pytest.MonkeyPatch) -> Iterator[Vendor]:
    monkeypatch.setenv("PLAYED_API_KEY", "sk-played-0123456789")
    with Vendor() as stub:
        make_profile(f"{stub.url}/v1", "played", key_variable="PLAYED_API_KEY", input_usd_per_million="1")
        make_profile(f"{stub.url}/v1", "local")
        yield stub


def _ends() -> dict[str, object]:
    return {
        name: day and day.isoformat()
        for name, day in ModelProfile.objects.filter(name__in=("played", "local")).values_list("name", "retires_on")
    }


def test_the_day_is_kept_with_the_profile_and_a_local_model_is_not_asked_about(vendor: Vendor) -> None:
    assert look_for_ends() == 1
    assert _ends() == {"played": "2027-01-14", "local": None}
    assert [request.headers["Authorization"] for request in vendor.received] == ["Bearer sk-played-0123456789"]


@pytest.mark.parametrize(
    "models", [[], [{"id": "tiny"}], [{"id": "tiny", "shutdown_date": "soon"}], "none", [3], [{"id": "tiny", "shutdown_date": None}]]
)
def test_a_list_that_says_nothing_changes_nothing(vendor: Vendor, models: object) -> None:
    vendor.models = models
    assert (look_for_ends(), _ends()) == (0, {"played": None, "local": None})


def test_a_vendor_without_a_list_is_no_illness(vendor: Vendor) -> None:
    vendor.script(*[Reply(404, b"", "text/plain")] * 3)
    assert look_for_ends() == 0
    assert not ProviderHealth.objects.filter(provider="lookup:models-played", open_until__isnull=False).exists()


def test_without_a_key_nobody_is_asked() -> None:
    assert look_for_ends() == 0
