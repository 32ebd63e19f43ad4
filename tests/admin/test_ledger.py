"""Providers, limits and the ledger in the admin pages."""

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.views.ledger import make_call
from verification.models import AuditEntry, Limit, ProviderHealth, SearchSetting

pytestmark = pytest.mark.django_db


def url(model: str, page: str, *arguments: object) -> str:
    return reverse(f"admin:verification_{model}_{page}", args=arguments)


def save_limit(client: Client, scope: str, amount: str) -> dict[str, list[str]]:
    response = client.post(url("limit", "add"), {"scope": scope, "amount": amount, "reason": "as agreed"})
    return {} if response.status_code == 302 else dict(response.context["adminform"].form.errors)


@pytest.mark.parametrize(
    ("scope", "typed", "kept"),
    [("usd", "60", 60_000_000), ("usd:event", "0.000001", 1), ("event:tools", "80", 80), ("search:tavily", "0", 0), ("model:qwen", "9", 9)],
)
def test_money_is_typed_in_dollars_and_calls_as_they_are(admin_client: Client, scope: str, typed: str, kept: int) -> None:
    assert save_limit(admin_client, scope, typed) == {}
    limit = Limit.objects.get()
    assert (limit.scope, limit.amount) == (scope, kept)
    assert AuditEntry.objects.get(verb="limit.add").reason == "as agreed"
    page = admin_client.get(url("limit", "change", limit.pk)).context["adminform"].form
    assert float(page["amount"].value()) == float(typed)


@pytest.mark.parametrize(
    ("scope", "typed", "field"),
    [
        ("usd:fun", "1", "scope"),
        ("search:bing", "1", "scope"),
        ("x", "1", "scope"),
        ("event:tools", "1.5", "amount"),
        ("usd", "-1", "amount"),
    ],
)
def test_limit_that_counts_nothing_is_refused(admin_client: Client, scope: str, typed: str, field: str) -> None:
    assert list(save_limit(admin_client, scope, typed)) == [field]
    assert not Limit.objects.exists()


def test_deleted_limit_is_audited(admin_client: Client) -> None:
    limit = Limit.objects.create(scope="usd", amount=1)
    admin_client.post(url("limit", "delete", limit.pk), {"reason": "back to the default"})
    assert not Limit.objects.exists()
    assert AuditEntry.objects.get(verb="limit.delete").before["amount"] == 1


def test_saved_provider_is_audited_and_its_failures_are_forgotten(admin_client: Client) -> None:
    ProviderHealth.objects.create(provider="search:tavily", failures=9, opened_at=timezone.now(), open_until=timezone.now())
    form = {"name": "tavily", "position": "1", "is_active": "on", "daily_limit": "1000", "request_usd": "0.008", "reason": "new plan"}
    assert admin_client.post(url("searchsetting", "add"), form).status_code == 302
    setting = SearchSetting.objects.get()
    assert (setting.daily_limit, setting.per_minute, str(setting.request_usd)) == (1000, None, "0.008000")
    assert ProviderHealth.objects.get().failures == 0
    admin_client.post(url("searchsetting", "change", setting.pk), {**form, "position": "7"})
    entry = AuditEntry.objects.get(verb="search.update")
    assert (entry.before, entry.after) == ({"position": 1}, {"position": 7})


def test_unknown_provider_can_not_be_set(admin_client: Client) -> None:
    response = admin_client.post(url("searchsetting", "add"), {"name": "bing", "position": "1", "request_usd": "0"})
    assert list(response.context["adminform"].form.errors) == ["name"]


def test_rest_is_ended_by_an_admin_and_audited(admin_client: Client) -> None:
    now = timezone.now()
    health = ProviderHealth.objects.create(provider="search:tavily", failures=5, opened_at=now, open_until=now, last_fault="timeout")
    response = admin_client.post(url("providerhealth", "changelist"), {"action": "ask_again", "_selected_action": [health.pk]})
    assert [str(message) for message in get_messages(response.wsgi_request)] == ["1 provider is asked again."]
    health.refresh_from_db()
    assert (health.failures, health.open_until, health.last_fault) == (0, None, "")
    assert AuditEntry.objects.get(verb="provider.reset").before["failures"] == 5


def test_ledger_is_read_and_never_changed(admin_client: Client) -> None:
    call = make_call(query="<script>alert(1)</script>", request='{"q": 1}')
    for page in (url("providercall", "changelist"), url("providercall", "change", call.pk)):
        html = admin_client.get(page).content.decode()
        assert "&lt;script&gt;" in html
        assert "<script>alert" not in html
    assert admin_client.post(url("providercall", "change", call.pk), {"provider": "x"}).status_code == 403
    assert admin_client.post(url("providercall", "delete", call.pk), {"post": "yes"}).status_code == 403
    assert admin_client.get(url("providercall", "add")).status_code == 403


@pytest.mark.parametrize("model", ["searchsetting", "limit", "providercall", "providerhealth", "allowance", "reservation", "cachedanswer"])
def test_lists_are_for_admins(admin_client: Client, reviewer_client: Client, model: str) -> None:
    assert admin_client.get(url(model, "changelist")).status_code == 200
    # What was spent is no secret; how it is set, and what was asked, is for admins.
    assert reviewer_client.get(url(model, "changelist")).status_code == (200 if model == "allowance" else 403)
