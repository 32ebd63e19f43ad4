"""Attributions in the admin pages: who reads them, and how settings are changed."""

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.test import Client

from attribution.models import AttributionSetting
from attribution.services.answers.marks import mark_source
from tests.attribution.rows import make_attribution
from verification.models import AuditEntry

pytestmark = pytest.mark.django_db

ADMIN = "/admin/attribution/"
FORM = {"enabled": "false", "mode": "forward", "max_sources": "9", "min_relevance_score": "", "match_threshold": "0.5"}
OTHERS = {
    "extract_entities": "unknown",
    "show_match_score": "unknown",
    "show_relevance_score": "true",
    "use_embeddings": "unknown",
    "reason": "For a while.",
}


def test_analysts_see_nobody_s_and_nobody_changes_any(
    analyst_client: Client, reviewer_client: Client, admin_client: Client, analyst: AbstractBaseUser
) -> None:
    row = make_attribution(user=analyst)
    mark_source(attribution=row, index=1, is_right=True, user=analyst)
    for address in ("attribution/", f"attribution/{row.pk}/change/", "attributionmark/"):
        found = [client.get(f"{ADMIN}{address}").status_code for client in (analyst_client, reviewer_client, admin_client)]
        assert found == [403, 200, 200], address
    assert admin_client.post(f"{ADMIN}attribution/{row.pk}/change/", {"answer": "x"}).status_code == 403
    assert admin_client.post(f"{ADMIN}attribution/{row.pk}/delete/", {"post": "yes"}).status_code == 403


def test_settings_are_made_changed_and_given_back(admin_client: Client, reviewer_client: Client) -> None:
    address = f"{ADMIN}attributionsetting/"
    assert [client.get(f"{address}add/").status_code for client in (reviewer_client, admin_client)] == [403, 200]
    assert admin_client.post(f"{address}add/", {**FORM, **OTHERS}).status_code == 302
    row = AttributionSetting.objects.get()
    assert (row.enabled, row.mode, row.max_sources, row.min_relevance_score, row.show_relevance_score) == (False, "forward", 9, None, True)
    assert admin_client.get(f"{address}add/").status_code == 403
    assert admin_client.post(f"{address}1/change/", {**FORM, **OTHERS, "max_sources": "900"}).status_code == 200
    assert admin_client.post(f"{address}1/change/", {**FORM, **OTHERS, "max_sources": "12"}).status_code == 302
    assert admin_client.post(f"{address}1/delete/", {"reason": "Over."}).status_code == 302
    row.refresh_from_db()
    assert (row.enabled, row.mode, row.max_sources, row.match_threshold) == (None, "", None, None)
    reasons = AuditEntry.objects.filter(verb="attribution.settings").order_by("pk").values_list("reason", flat=True)
    assert list(reasons) == ["For a while.", "For a while.", "Over."]
