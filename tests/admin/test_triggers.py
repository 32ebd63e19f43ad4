"""Trigger rules as an admin edits them: validated, audited, and in force at once; deliveries can be sent again."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.views.verified import make_delivery
from verification.core.panel.triggers import DEFAULT_RULES
from verification.models import AuditEntry, TriggerSetting
from verification.services.panel.triggers import load_rules

pytestmark = pytest.mark.django_db


def _form(**fields: object) -> dict[str, object]:
    given = {"name": "risk_medium", "kind": "risk_level", "mode": "voting", "words": "Medium", "limit": 0, "min_tries": 0, "position": 5}
    return {**given, "is_active": "on", "reason": "We were wrong before.", **fields}


def test_the_rules_of_the_specification_are_shipped() -> None:
    assert load_rules() == DEFAULT_RULES


def test_a_rule_is_added_first_with_its_reason_on_record(admin_client: Client) -> None:
    response = admin_client.post(reverse("admin:verification_triggersetting_add"), _form())
    assert response.status_code == 302
    first = load_rules()[0]
    assert (first.name, first.words) == ("risk_medium", ("medium",))
    entry = AuditEntry.objects.get(verb="trigger.add")
    assert (entry.actor_name, entry.reason, entry.after["words"]) == ("charlie", "We were wrong before.", ["medium"])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"words": ""}, "needs at least one word"),
        ({"words": "extreme"}, "Risk is one of"),
        ({"kind": "amount", "words": "medium"}, "have words"),
        ({"kind": "success_rate", "words": "", "limit": 2}, "between 0 and 1"),
        ({"kind": "retry_count", "words": ""}, "counted from 1"),
        ({"limit": -1}, "greater than or equal to 0"),
    ],
)
def test_what_could_never_fire_is_refused(admin_client: Client, fields: dict[str, object], message: str) -> None:
    response = admin_client.post(reverse("admin:verification_triggersetting_add"), _form(**fields))
    assert (response.status_code, message in response.content.decode()) == (200, True)
    assert not TriggerSetting.objects.filter(name="risk_medium").exists()


def test_deliveries_are_sent_again(admin_client: Client, analyst: User) -> None:
    failed, pending = make_delivery(analyst, status="failed"), make_delivery(analyst)
    chosen = {"action": "send_again", "_selected_action": [failed.pk, pending.pk]}
    page = admin_client.post(reverse("admin:verification_webhookdelivery_changelist"), chosen, follow=True).content.decode()
    assert (f"#{pending.pk}: The delivery is under way." in page, "1 delivery is sent again." in page) == (True, True)
    failed.refresh_from_db()
    assert failed.status == "pending"


def test_accuracy_is_shown_for_judged_sites_alone(admin_client: Client) -> None:
    assert admin_client.get(reverse("admin:verification_siteprofile_changelist")).status_code == 200
