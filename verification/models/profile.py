"""How a person wants the pages."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class UserProfile(models.Model):
    """A person's choices. Without a row, or where a field is empty, the browser's language and colours and the installation's zone hold.

    ``watch_url`` is where a program of theirs hears of what ``told_of`` names, in words that spaces part; ``feed_token`` is the secret
    part of the address of the person's feed: a feed reader has no log-in.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="profile", verbose_name=_("user"))
    language = models.CharField(_("language"), max_length=10, choices=settings.LANGUAGES, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True)
    theme = models.CharField(_("colours"), max_length=5, choices=[("light", _("light")), ("dark", _("dark"))], blank=True)
    has_email_alerts = models.BooleanField(_("alerts by e-mail"), default=True)
    watch_url = models.CharField(_("address for watched nodes"), max_length=2000, blank=True, default="")
    told_of = models.CharField(_("what the address hears of"), max_length=300, blank=True, default="node.changed")
    feed_token = models.CharField(_("feed token"), max_length=64, unique=True, null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("profile")
        verbose_name_plural = _("profiles")

    def __str__(self) -> str:
        return f"#{self.user_id}"
