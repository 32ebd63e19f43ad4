"""Labels for what housekeeping and its alerts tell, as pages, admin and messages show them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from verification.core.operations import health


class Trouble(models.TextChoices):
    BUDGET_NEARLY_SPENT = health.Trouble.BUDGET_NEARLY_SPENT.value, _("the month's budget is spent to 80 %")
    BUDGET_SPENT = health.Trouble.BUDGET_SPENT.value, _("the month's budget is used up")
    PROVIDER_RESTING = health.Trouble.PROVIDER_RESTING.value, _("a provider does not answer")
    QUEUE_WAITING = health.Trouble.QUEUE_WAITING.value, _("work waits and nobody takes it")
    RUNS_FAILING = health.Trouble.RUNS_FAILING.value, _("many runs fail")


class Told(models.TextChoices):
    """How much of an episode a channel was told."""

    NOTHING = "", _("nothing")
    BEGAN = "began", _("that it began")
    OVER = "over", _("that it is over")


class ChoreName(models.TextChoices):
    PURGE = "purge", _("old evidence and results deleted")
    EXPIRED = "expired", _("kept searches and remembered answers deleted")
    RESERVATIONS = "reservations", _("reservations that nobody settled given back")
    HEALTH = "health", _("health looked at, alerts sent")
    SECOND_REVIEWS = "second_reviews", _("rulings drawn for a second review")
    SUGGESTIONS = "suggestions", _("whitelist changes suggested from the findings")
