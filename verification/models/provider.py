"""The providers as an admin sets them. Keys are never stored: a profile names the environment variable that holds its key."""

import json

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator, URLValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

# Members of a request that are the product's to set.
OWN_MEMBERS = frozenset(
    {"model", "messages", "stream", "n", "tools", "tool_choice", "response_format", "max_tokens", "max_completion_tokens", "temperature"}
)
_LONGEST_BODY = 2_000
KEY_VARIABLE = r"^[A-Z][A-Z0-9_]{0,50}_API_KEY$"


class LimitName(models.TextChoices):
    LEARNT = "", _("as it turns out")
    MAX_TOKENS = "max_tokens", "max_tokens"
    MAX_COMPLETION_TOKENS = "max_completion_tokens", "max_completion_tokens"


class JsonForm(models.TextChoices):
    LEARNT = "", _("as it turns out")
    SCHEMA = "json_schema", "json_schema"
    OBJECT = "json_object", "json_object"
    NONE = "none", _("by the prompt alone")


def check_extra_body(value: object) -> None:
    """``ValidationError`` for what can't be added to a request."""
    if not isinstance(value, dict):
        raise ValidationError(_('Expected a JSON object such as {"enable_thinking": false}.'))
    taken = sorted(OWN_MEMBERS & value.keys())
    if taken:
        raise ValidationError(_("%(names)s: set by the product itself; expected other members.") % {"names": ", ".join(taken)})
    if len(json.dumps(value)) > _LONGEST_BODY:
        raise ValidationError(_("Expected at most %(count)s characters of JSON.") % {"count": _LONGEST_BODY})


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
        _("address"),
        max_length=300,
        validators=[URLValidator(schemes=["http", "https"])],
        help_text=_(
            "Up to and including /v1. A key of DashScope (Qwen) is good for one region: dashscope for China, dashscope-intl elsewhere."
        ),
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
    extra_body = models.JSONField(
        _("members of every request"),
        null=True,
        blank=True,
        validators=[check_extra_body],
        help_text=_('JSON that the vendor needs, such as {"enable_thinking": false}; empty: as known of the vendor; {}: none.'),
    )
    limit_name = models.CharField(_("name of the output limit"), max_length=30, blank=True, choices=LimitName.choices, default="")
    has_temperature = models.BooleanField(_("takes a temperature"), default=True)
    json_form = models.CharField(_("form of JSON"), max_length=20, blank=True, choices=JsonForm.choices, default="")
    thinking_tokens = models.PositiveIntegerField(
        _("tokens for thinking"),
        default=0,
        blank=True,
        validators=[MaxValueValidator(100_000)],
        help_text=_("Added to every limit, where thinking can’t be switched off."),
    )
    priced_on = models.DateField(_("prices looked up on"), null=True, blank=True)
    retires_on = models.DateField(_("retires on"), null=True, blank=True, help_text=_("When the vendor shuts the model down."))

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
    is_restricted = models.BooleanField(_("its plan refuses hosts"), default=False)
    updated_at = models.DateTimeField(_("updated"), auto_now=True)

    class Meta:
        verbose_name = _("health of a provider")
        verbose_name_plural = _("health of the providers")
        ordering = ("provider",)

    def __str__(self) -> str:
        return self.provider
