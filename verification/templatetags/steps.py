"""A run's steps: how long each took, and its figures as name and value."""

from collections.abc import Mapping

from django import template
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy

from verification.core.vocabulary import CallKind, Decision, Fault, VerificationMode
from verification.enums import codes_of, label_of, provider_label
from verification.models import RunStep
from verification.reads.words.days import say_day
from verification.templatetags.evidence import reason_label, visible
from verification.templatetags.figures import seconds

register = template.Library()

MAX_VALUE = 300
CODES = {"mode": VerificationMode, "decision": Decision}
NAMES = {
    "provider": pgettext_lazy("step", "Provider"),
    "query": pgettext_lazy("step", "Search words"),
    "pages": pgettext_lazy("step", "Pages"),
    "value": pgettext_lazy("step", "Value"),
    "reason": pgettext_lazy("step", "Reason"),
    "domains": pgettext_lazy("step", "Domains"),
    "stories": pgettext_lazy("step", "Independent stories"),
    "error": pgettext_lazy("step", "Error"),
    "read": pgettext_lazy("step", "Read in full"),
    "of": pgettext_lazy("step", "Of"),
    "fault": pgettext_lazy("step", "Failure"),
    "failed": pgettext_lazy("step", "Without"),
    "model": pgettext_lazy("step", "Model"),
    "prompt": pgettext_lazy("step", "Prompt"),
    "quote": pgettext_lazy("step", "Quote"),
    "accepted": pgettext_lazy("step", "Confirmed by the pages"),
    "fabricated": pgettext_lazy("step", "Claimed and not found"),
    "series": pgettext_lazy("step", "Official series"),
    "period": pgettext_lazy("step", "Period"),
    "due": pgettext_lazy("step", "Due"),
    "mode": pgettext_lazy("step", "Mode"),
    "voters": pgettext_lazy("step", "Voters"),
    "decision": pgettext_lazy("step", "Decision"),
}


@register.filter
def step_time(step: RunStep) -> str:
    """How long a step took, or has taken so far."""
    passed = (step.finished_at or timezone.now()) - step.started_at
    return seconds(max(0, int(passed.total_seconds() * 1000)))


@register.filter
def step_facts(step: RunStep) -> list[tuple[str, str]]:
    """The step's figures in their order; what has no value is left out."""
    detail = step.detail if isinstance(step.detail, dict) else {}
    return [(str(NAMES.get(name, name)), _written(name, value)) for name, value in detail.items() if value not in (None, "", [], {})]


@register.filter
def failure_text(failure: Mapping[str, object]) -> str:
    """A provider that failed and why, as ``run.failures`` and the steps keep it."""
    kind, provider = str(failure.get("kind", "")), str(failure.get("provider", ""))
    label = label_of(CallKind, kind) if not provider and kind in codes_of(CallKind) else provider_label(provider)
    return f"{label}: {_fault_label(str(failure.get('fault', '')))}"


def _fault_label(fault: str) -> str:
    return label_of(Fault, fault) if fault in codes_of(Fault) else visible(fault[:MAX_VALUE])


def _written(name: str, value: object) -> str:
    if name == "provider":
        return provider_label(str(value))
    if name == "fault":
        return _fault_label(str(value))
    if name in CODES and value in codes_of(CODES[name]):
        return label_of(CODES[name], str(value))
    if name == "due":
        return say_day(str(value)[:10])
    if isinstance(value, dict):
        return failure_text(value)
    if name == "reason":
        return reason_label(str(value))
    if name == "value" and value == "unknown":
        return gettext("unknown")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list):
        return gettext(", ").join(_written(name, item) for item in value)
    return visible(str(value)[:MAX_VALUE])
