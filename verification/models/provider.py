"""The providers as an admin sets them. Keys are never stored: a profile names the environment variable that holds its key."""

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator, URLValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

KEY_VARIABLE = r"^[A-Z][A-Z0-9_]{0,50}_API_KEY$"


class SearchSetting(models.Model):
    """One search provider of the registry: whether it is asked, after whom, how often, and what a request costs.

    A provider without a row is asked after those with one, if its key or address is set.
    """

    name = models.CharField(_("provider"), max_length=30, unique=True)
    position = models.PositiveSmallIntegerField(_("position"), default=100, help_text=_("The lowest is asked first."))
    is_active = models.BooleanField(_("active"), default=True)
    daily_limit = models.PositiveIntegerField(_("requests a day"), null=True, blank=True, help_text=_("Counted in UTC; empty is no limit."))
    per_minute = models.PositiveIntegerField(_("requests a minute"), null=True, blank=True, help_text=_("Empty is no limit."))
    request_usd = models.DecimalField(
        _("price of a request in USD"), max_digits=10, decimal_places=6, default=0, validators=[MinValueValidator(0)]
    )

    class Meta:
        verbose_name = _("search provider")
        verbose_name_plural = _("search providers")
        ordering = ("position", "name")
        constraints = (models.CheckConstraint(condition=models.Q(request_usd__gte=0), name="search_setting_price_not_negative"),)

    def __str__(self) -> str:
        return self.name


class ModelProfile(models.Model):
    """One language model behind an OpenAI-compatible endpoint."""

    name = models.SlugField(_("name"), max_length=40, unique=True)
    vendor = models.CharField(_("vendor"), max_length=40, help_text=_("Who made the model."))
    base_url = models.CharField(
        _("address"), max_length=300, validators=[URLValidator(schemes=["http", "https"])], help_text=_("Up to and including /v1.")
    )
    model = models.CharField(_("model"), max_length=100)
    key_variable = models.CharField(
        _("variable of the key"),
        max_length=60,
        blank=True,
        validators=[RegexValidator(KEY_VARIABLE, _("Expected the name of an environment variable that ends in _API_KEY."))],
        help_text=_("The environment variable that holds the key, such as OPENAI_API_KEY; empty for an endpoint without one."),
    )
    input_usd_per_million = models.DecimalField(_("USD per million tokens in"), max_digits=10, decimal_places=4, default=0)
    output_usd_per_million = models.DecimalField(_("USD per million tokens out"), max_digits=10, decimal_places=4, default=0)
    timeout_s = models.PositiveSmallIntegerField(
        _("seconds to wait"), default=30, validators=[MinValueValidator(1), MaxValueValidator(300)]
    )
    concurrency = models.PositiveSmallIntegerField(
        _("requests at once"), default=5, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    position = models.PositiveSmallIntegerField(_("position"), default=100, help_text=_("The lowest is asked first."))
    is_active = models.BooleanField(_("active"), default=True)

    class Meta:
        verbose_name = _("model profile")
        verbose_name_plural = _("model profiles")
        ordering = ("position", "name")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(input_usd_per_million__gte=0, output_usd_per_million__gte=0), name="model_profile_prices_not_negative"
            ),
            models.CheckConstraint(condition=models.Q(timeout_s__gte=1, concurrency__gte=1), name="model_profile_limits_positive"),
        )

    def __str__(self) -> str:
        return self.name


class ProviderHealth(models.Model):
    """The circuit breaker of one provider, shared by all processes: after failures in a row it rests until ``open_until``."""

    provider = models.CharField(_("provider"), max_length=60, unique=True)
    failures = models.PositiveIntegerField(_("failures in a row"), default=0)
    opened_at = models.DateTimeField(_("resting since"), null=True, blank=True)
    open_until = models.DateTimeField(_("resting until"), null=True, blank=True)
    last_fault = models.CharField(_("last failure"), max_length=30, blank=True)
    last_success_at = models.DateTimeField(_("last success"), null=True, blank=True)
    updated_at = models.DateTimeField(_("updated"), auto_now=True)

    class Meta:
        verbose_name = _("health of a provider")
        verbose_name_plural = _("health of the providers")
        ordering = ("provider",)

    def __str__(self) -> str:
        return self.provider
