"""Messages to the programs that asked: signed, tried again, and every attempt on record."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from verification.enums import DeliveryStatus
from verification.notice_kinds import AwaitedKind


class WebhookSecret(models.Model):
    """What a person's webhooks are signed with. It has to be readable: the receiver checks the same signature."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhook_secret", verbose_name=_("user"))
    secret = models.CharField(_("secret"), max_length=64)
    former = models.CharField(_("former secret"), max_length=64, blank=True, default="")
    created_at = models.DateTimeField(_("created"))

    class Meta:
        verbose_name = _("webhook secret")
        verbose_name_plural = _("webhook secrets")

    def __str__(self) -> str:
        return str(self.user)


class WebhookDelivery(models.Model):
    """One message to one address: of a ``verification``, of the ``state`` that a watched node came to, of a ``subject``, or a test.

    ``subject`` is a word and a key, as in ``report:17``; the message of one is written when it is queued, with what it tells of.

    ``body`` is what is signed, byte for byte; ``log`` is [{at, status, fault, ms}], one entry an attempt.
    """

    verification = models.ForeignKey(
        "Verification", on_delete=models.PROTECT, null=True, blank=True, related_name="deliveries", verbose_name=_("verification")
    )
    state = models.ForeignKey("NodeState", on_delete=models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("state"))
    subject = models.CharField(_("about"), max_length=40, blank=True, default="")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("user"))
    event = models.CharField(_("event"), max_length=40)
    url = models.CharField(_("address"), max_length=2000)
    body = models.TextField(_("body"), blank=True)
    status = models.CharField(_("status"), max_length=10, choices=DeliveryStatus.choices, default=DeliveryStatus.PENDING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    log = models.JSONField(_("attempts made"), default=list)
    next_at = models.DateTimeField(_("next attempt"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    delivered_at = models.DateTimeField(_("delivered"), null=True, blank=True)

    class Meta:
        verbose_name = _("webhook delivery")
        verbose_name_plural = _("webhook deliveries")
        ordering = ("-created_at", "-id")
        constraints = (
            models.CheckConstraint(
                condition=Q(status="delivered", delivered_at__isnull=False) | (~Q(status="delivered") & Q(delivered_at__isnull=True)),
                name="delivery_time_iff_delivered",
            ),
            models.CheckConstraint(condition=Q(verification__isnull=True) | Q(state__isnull=True), name="delivery_about_one_thing"),
        )
        indexes = (
            models.Index(fields=("user", "-created_at", "-id"), name="delivery_newest"),
            models.Index(fields=("next_at",), condition=Q(status="pending"), name="delivery_due"),
        )

    def __str__(self) -> str:
        return f"{self.event} #{self.pk}"


class WebhookCallback(models.Model):
    """That an address is told when some work has ended. The row goes with the message."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("user"))
    kind = models.CharField(_("what is awaited"), max_length=12, choices=AwaitedKind.choices)
    key = models.PositiveBigIntegerField(_("key"))
    url = models.CharField(_("address"), max_length=2000)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("awaited end")
        verbose_name_plural = _("awaited ends")
        ordering = ("-created_at", "-id")
        constraints = (models.UniqueConstraint(fields=("kind", "key", "user", "url"), name="callback_once_per_address"),)
        indexes = (models.Index(fields=("created_at",), name="callback_age"),)

    def __str__(self) -> str:
        return f"{self.kind}:{self.key}"
