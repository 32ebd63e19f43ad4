"""The shipped profiles name models that live; what an admin changed is left alone."""

from decimal import Decimal
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from verification.models import ModelProfile

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("migrations")]

renewal = import_module("verification.migrations.0039_models_that_live")


def _as_shipped_first() -> None:
    renewal.bring_back(apps, connection.schema_editor())
    assert set(ModelProfile.objects.values_list("model", "priced_on")) == {
        ("gpt-4.1-mini", None),
        ("deepseek-v4-pro", None),
        ("qwen-plus", None),
    }


def test_shipped_models_live_and_say_when_their_price_was_seen() -> None:
    rows = {row.name: row for row in ModelProfile.objects.all()}
    assert {name: row.model for name, row in rows.items()} == {"openai": "gpt-6-luna", "deepseek": "deepseek-flash", "qwen": "qwen-plus"}
    assert (rows["openai"].input_usd_per_million, rows["openai"].output_usd_per_million) == (Decimal("0.10"), Decimal("0.50"))
    assert all(row.priced_on for row in rows.values())


@pytest.mark.parametrize(
    "changed",
    [
        {"model": "gpt-4.1"},
        {"input_usd_per_million": Decimal("0.3")},
        {"base_url": "https://proxy.example.com/v1"},
        {"position": 5},
        {"is_active": False},
        {"extra_body": {"seed": 1}},
    ],
)
def test_a_profile_that_was_changed_stays_as_it_is(changed: dict[str, object]) -> None:
    _as_shipped_first()
    ModelProfile.objects.filter(name="openai").update(**changed)
    before = ModelProfile.objects.filter(name="openai").values().get()
    renewal.renew_models(apps, connection.schema_editor())
    assert ModelProfile.objects.filter(name="openai").values().get() == before
    assert ModelProfile.objects.get(name="deepseek").model == "deepseek-flash"
