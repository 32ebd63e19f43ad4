"""What a receiver of webhooks makes of a message, as the demo plays one: whose it is, and whether its signatures are right."""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass

from verification.models import WebhookDelivery, WebhookSecret
from verification.services.notices.webhooks import DELIVERY, SIGNATURE, sign_body, standard_headers


@dataclass(frozen=True, slots=True)
class Receipt:
    """``event`` is "" for a message that is none of ours; the two words say whether each signature is that of its sender."""

    event: str = ""
    is_signed: bool = False
    is_standard: bool = False


def check_message(*, headers: Mapping[str, str], body: bytes) -> Receipt:
    """By the secret of the person whose delivery it says it is; header names in lower case."""
    key = headers.get(DELIVERY.lower(), "")
    row = WebhookDelivery.objects.filter(pk=int(key)).first() if key.isascii() and key.isdigit() and len(key) < 18 else None
    secret = WebhookSecret.objects.filter(user=row.user_id).first() if row else None
    at = headers.get("webhook-timestamp", "")
    if row is None or secret is None or not (at.isascii() and at.isdigit() and len(at) < 18):
        return Receipt()
    standard = standard_headers(body=body, row=secret, key=row.pk, at=int(at))["webhook-signature"]
    return Receipt(
        event=row.event,
        is_signed=_same(sign_body(body=body, secret=secret.secret, at=int(at)), headers.get(SIGNATURE.lower(), "")),
        is_standard=_same(standard, headers.get("webhook-signature", "")),
    )


def _same(wanted: str, given: str) -> bool:
    return hmac.compare_digest(wanted.encode(), given.encode("utf-8", "replace"))
