"""What the demo's receiver makes of a message: only what its sender signed, both ways, is right."""

import pytest
from django.contrib.auth.models import User

from tests.commands.shell import run_command
from verification.enums import DeliveryStatus
from verification.management.commands.receiver import describe
from verification.models import WebhookDelivery
from verification.services.notices.receiving import Receipt, check_message
from verification.services.notices.webhooks import get_secret, renew_secret, sign_body, standard_headers

pytestmark = pytest.mark.postgres("rows")

BODY, AT = b'{"event": "webhook.test"}', 1_790_000_000


@pytest.fixture
def delivery() -> WebhookDelivery:
    user = User.objects.create_user("mei")
    return WebhookDelivery.objects.create(user=user, event="webhook.test", url="http://127.0.0.1:8001/", status=DeliveryStatus.PENDING)


def _headers(delivery: WebhookDelivery, body: bytes = BODY) -> dict[str, str]:
    row = get_secret(user=delivery.user)
    ours = {"causalflow-delivery": str(delivery.pk), "causalflow-signature": sign_body(body=body, secret=row.secret, at=AT)}
    return {**ours, **standard_headers(body=body, row=row, key=delivery.pk, at=AT)}


@pytest.mark.django_db
def test_what_was_signed_is_right_also_after_a_renewal(delivery: WebhookDelivery) -> None:
    assert check_message(headers=_headers(delivery), body=BODY) == Receipt("webhook.test", is_signed=True, is_standard=True)
    renew_secret(user=delivery.user)
    assert check_message(headers=_headers(delivery), body=BODY) == Receipt("webhook.test", is_signed=True, is_standard=True)


@pytest.mark.django_db
def test_what_was_changed_on_its_way_is_wrong(delivery: WebhookDelivery) -> None:
    assert check_message(headers=_headers(delivery), body=BODY + b" ") == Receipt("webhook.test")
    for name in ("causalflow-signature", "webhook-signature"):
        receipt = check_message(headers={**_headers(delivery), name: "t=1,v1=é"}, body=BODY)
        assert (receipt.is_signed, receipt.is_standard) == (name == "webhook-signature", name == "causalflow-signature")


@pytest.mark.django_db
@pytest.mark.parametrize("changed", [{"causalflow-delivery": "0"}, {"causalflow-delivery": "²"}, {"webhook-timestamp": "now"}])
def test_what_nobody_sent_is_none_of_ours(delivery: WebhookDelivery, changed: dict[str, str]) -> None:
    assert check_message(headers={**_headers(delivery), **changed}, body=BODY) == Receipt()
    assert check_message(headers={}, body=b"") == Receipt()


def test_a_receipt_is_one_line() -> None:
    assert describe(Receipt()) == "a message that is none of ours."
    assert describe(Receipt("node.changed", is_signed=True)) == "node.changed, signature right, that of Standard Webhooks WRONG."


def test_the_receiver_is_for_the_demo_alone() -> None:
    done = run_command("receiver")
    assert (done.status, done.err.strip()) == (2, "CommandError: The receiver needs DEMO=1; make run sets it.")
