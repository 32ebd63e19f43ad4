"""The settings of attribution and who decides them: request, then admin, then environment, then default (seed 004, 3.2)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from attribution.core.answers.sources import Limits, Mode
from attribution.models import AttributionSetting
from verification.services.audit import Actor, changed_columns, record_audit


@dataclass(frozen=True, slots=True)
class TracingSettings:
    """Scores from 0 to 1. ``show_*`` say what a page shows unless asked otherwise; answers to programs always carry the scores."""

    enabled: bool = True
    mode: Mode = Mode.REVERSE
    max_sources: int = 5
    min_relevance_score: float = 0.3
    extract_entities: bool = True
    match_threshold: float = 0.3
    show_match_score: bool = False
    show_relevance_score: bool = False
    use_embeddings: bool = False

    @property
    def asks_embeddings(self) -> bool:
        """Whether a model is asked for vectors: it takes one, and a mode that looks for passages."""
        return self.use_embeddings and self.mode is Mode.REVERSE and bool(settings.EMBEDDINGS_PROFILE)

    @property
    def limits(self) -> Limits:
        return Limits(self.max_sources, self.min_relevance_score, self.match_threshold, self.extract_entities)

    def as_dict(self) -> dict[str, object]:
        return {**asdict(self), "mode": self.mode.value}


NAMES = tuple(field.name for field in fields(TracingSettings))


def read_environment() -> TracingSettings:
    """What the environment says, and the defaults where it says nothing."""
    return apply_overrides(TracingSettings(), settings.ATTRIBUTION)


def read_overrides() -> dict[str, object]:
    """What an admin set, by name; one query."""
    row = AttributionSetting.objects.filter(pk=1).first()
    return {} if row is None else _said_by(row)


def read_settings(overrides: Mapping[str, object] | None = None) -> TracingSettings:
    """The settings in force; ``overrides`` are a request's, those that are None are not said. One query."""
    return apply_overrides(apply_overrides(read_environment(), read_overrides()), overrides or {})


def apply_overrides(base: TracingSettings, said: Mapping[str, object]) -> TracingSettings:
    """``base`` with what is said; None says nothing."""
    known = {name: value for name, value in said.items() if value is not None}
    if "mode" in known:
        known["mode"] = Mode(str(known["mode"]))
    return replace(base, **known)  # type: ignore[arg-type]


def change_settings(*, changes: Mapping[str, object], actor: Actor, reason: str = "") -> dict[str, object]:
    """Set the named settings; None gives one back to the environment. Audited where something changes; answers all overrides."""
    unknown = set(changes) - set(NAMES)
    if unknown:
        raise LookupError(f"No settings of attribution: {sorted(unknown)}")
    with transaction.atomic():
        row = own_row().select_for_update().get()
        before = _columns(row)
        for name, value in changes.items():
            setattr(row, name, "" if name == "mode" and value is None else value)
        was, now = changed_columns(before, _columns(row))
        if now:
            row.full_clean(validate_unique=False)
            row.save()
            record_audit(actor=actor, verb="attribution.settings", subject=row, before=was, after=now, reason=reason)
    return _said_by(row)


def own_row() -> QuerySet[AttributionSetting]:
    """The one row, which is made where it is not there yet: two who change it at once wait for each other."""
    AttributionSetting.objects.get_or_create(pk=1)
    return AttributionSetting.objects.filter(pk=1)


def _columns(row: AttributionSetting) -> dict[str, object]:
    return {name: getattr(row, name) for name in NAMES}


def _said_by(row: AttributionSetting) -> dict[str, object]:
    return {name: value for name, value in _columns(row).items() if value is not None and value != ""}
