"""What the machines behind the pages do and are told: enumerations of operations, with their labels."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Told(models.TextChoices):
    """How much of an episode a channel was told."""

    NOTHING = "", _("nothing")
    BEGAN = "began", _("that it began")
    OVER = "over", _("that it is over")


class ChoreName(models.TextChoices):
    PURGE = "purge", _("old evidence and results deleted")
    VOLUMES = "volumes", _("volumes for the evidence of coming runs made")
    USAGE = "usage", _("usage of past days added up")
    EXPIRED = "expired", _("kept searches and remembered answers deleted")
    RESERVATIONS = "reservations", _("unsettled reservations released")
    HEALTH = "health", _("health checked, alerts sent")
    SECOND_REVIEWS = "second_reviews", _("rulings drawn for a second review")
    SUGGESTIONS = "suggestions", _("whitelist changes suggested from the findings")
    RETIREMENTS = "retirements", _("vendors asked when they shut their models down")
