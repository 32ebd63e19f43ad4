"""Verifications for programs: asked for, read, and told of by webhooks."""

from verification.api.verifications.verifications import (
    Verifications,
    VerificationView,
    WebhookDeliveries,
    WebhookRedelivery,
    WebhookSecretView,
    WebhookSettings,
    WebhookTest,
)

__all__ = [
    "VerificationView",
    "Verifications",
    "WebhookDeliveries",
    "WebhookRedelivery",
    "WebhookSecretView",
    "WebhookSettings",
    "WebhookTest",
]
