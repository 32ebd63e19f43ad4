"""Who hears of what: mail and feeds about nodes, webhooks of programs, and alerts about the installation."""

from verification.services.notices.alert_channels import describe_alert, list_channels
from verification.services.notices.alerts import announce_state, language_of, one_line, wants_mail
from verification.services.notices.webhooks import (
    announce_verification,
    check_callback,
    get_secret,
    redeliver,
    renew_secret,
    send_test,
    set_watch_url,
)

__all__ = [
    "announce_state",
    "announce_verification",
    "check_callback",
    "describe_alert",
    "get_secret",
    "language_of",
    "list_channels",
    "one_line",
    "redeliver",
    "renew_secret",
    "send_test",
    "set_watch_url",
    "wants_mail",
]
