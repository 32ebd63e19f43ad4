"""How the people who run an installation are told that it is not well: a letter, and a message to a webhook of theirs."""

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from verification.core.operations.health import Trouble, TroubleSign
from verification.enums import label_of
from verification.models import HealthAlert
from verification.operation_enums import Told
from verification.providers.base import ProviderError
from verification.providers.door.web import Fetched
from verification.services.gateway.pages import make_door

MAX_ANSWER = 16_384

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Channel:
    """``column`` of the alert says what this channel was told; ``send`` answers whether a message went out, and raises nothing."""

    column: str
    send: Callable[[HealthAlert, str], bool]


def list_channels() -> list[Channel]:
    """Those that are configured."""
    found = []
    if settings.ALERT_EMAILS and settings.HAS_EMAIL:
        found.append(Channel("emailed", _send_mail))
    if settings.ALERT_WEBHOOK:
        found.append(Channel("posted", _post))
    return found


def describe_alert(alert: HealthAlert) -> str:
    """What is wrong as one sentence in the language that is active."""
    return describe_sign(TroubleSign(Trouble(alert.trouble), alert.subject, alert.figure))


def describe_sign(sign: TroubleSign) -> str:
    """One sentence about ``sign.subject``, with what to do where a person has to do it."""
    if need := describe_need(sign):
        return _("%(subject)s: %(need)s") % {"subject": sign.subject, "need": need}
    return {
        Trouble.BUDGET_NEARLY_SPENT: _("%(figure)s %% of this month's budget is spent."),
        Trouble.BUDGET_SPENT: _("This month's budget is used up: what is free goes on, priced services wait."),
        Trouble.PROVIDER_RESTING: _("%(subject)s has not answered for ten minutes and rests for now."),
        Trouble.QUEUE_WAITING: _("The oldest task has waited for %(figure)s s. Is a worker running?"),
        Trouble.RUNS_FAILING: _("%(figure)s %% of the runs of the last hour failed."),
        Trouble.ATTRIBUTIONS_FAILING: _("In the last hour, %(figure)s %% of answers could not be traced."),
        Trouble.ATTRIBUTIONS_SLOW: _("Tracing in the last hour: one answer in twenty took %(figure)s s or more."),
    }[sign.trouble] % {"subject": sign.subject, "figure": sign.figure}


def describe_need(sign: TroubleSign) -> str:
    """What a person has to do about a service that is set up, as a sentence beside its name; "" for another trouble."""
    said = {
        Trouble.MODEL_RETIRES: _("Its model is shut down on %(figure)s: set another model and its prices."),
        Trouble.MODEL_NOT_FOUND: _("There is no such model or address any more: set another in the profile."),
        Trouble.PRICE_UNKNOWN: _("Its price is unknown, so the budget doesn’t count it: set USD per million tokens."),
        Trouble.PLAN_RESTRICTED: _(
            "Its free plan refuses searches of named hosts; those of the whitelist find less. A paid plan takes them."
        ),
    }.get(sign.trouble, "")
    return said % {"figure": sign.figure} if said else ""


def _send_mail(alert: HealthAlert, told: str) -> bool:
    with translation.override(settings.LANGUAGE_CODE):
        label = label_of(Trouble, alert.trouble)
        subject = _("CausalFlow, over: %(trouble)s") if told == Told.OVER else _("CausalFlow: %(trouble)s")
        lines = [describe_alert(alert), "", _("Since %(when)s.") % {"when": _moment(alert.began_at)}]
        if alert.ended_at:
            lines.append(_("Over since %(when)s.") % {"when": _moment(alert.ended_at)})
        lines += ["", _link()]
        headers = {"Auto-Submitted": "auto-generated"}
        mail = EmailMessage(subject=subject % {"trouble": label}, body="\n".join(lines), to=settings.ALERT_EMAILS, headers=headers)
    try:
        mail.send()
    except OSError as error:
        logger.warning("An alert can't be mailed: %s.", type(error).__name__)
        return False
    return True


def _post(alert: HealthAlert, told: str) -> bool:
    with translation.override(settings.LANGUAGE_CODE):
        text = describe_alert(alert)
    message = {
        "id": alert.pk,
        "event": f"health.{told}",
        "trouble": alert.trouble,
        "about": alert.subject,
        "figure": alert.figure,
        "text": text,
        "began_at": alert.began_at.isoformat(),
        "over_at": alert.ended_at.isoformat() if alert.ended_at else None,
        "link": _link(),
    }
    try:
        answer = asyncio.run(_ask(json.dumps(message, ensure_ascii=False).encode()))
    except ProviderError as error:
        # The address may hold a secret, and the error may name it.
        logger.warning("An alert can't be posted: %s.", error.fault)
        return False
    if not 200 <= answer.status < 300:
        logger.warning("An alert can't be posted: ALERT_WEBHOOK answers %s.", answer.status)
        return False
    return True


async def _ask(body: bytes) -> Fetched:
    async with make_door() as door:
        headers = {"Content-Type": "application/json; charset=utf-8"}
        return await door.fetch(settings.ALERT_WEBHOOK, method="POST", headers=headers, content=body, max_bytes=MAX_ANSWER, is_cut=True)


def _moment(moment: datetime) -> str:
    return timezone.localtime(moment).isoformat(sep=" ", timespec="minutes")


def _link() -> str:
    return str(settings.SITE_URL) + reverse("operations")
