"""Every outside service that the product can ask: whether it is set up, how it stands, what it costs, and what one needs to do."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from verification.composed import Composed
from verification.core.operations.health import Trouble, TroubleSign
from verification.core.vocabulary import CallKind, Fault
from verification.enums import codes_of, label_of
from verification.models import ModelProfile, ProviderHealth, SearchSetting
from verification.providers import drawn_pages
from verification.providers.registry import (
    LOOKUP_SETTINGS,
    NEEDED_SETTINGS,
    SEARCH_PROVIDERS,
    SHIPPED_USD,
    is_configured,
    is_lookup_configured,
)
from verification.providers.series.registry import SERIES_PROVIDERS, missing_setting
from verification.services.gateway.model_profiles import find_problem, is_key_present, is_usable
from verification.services.gateway.provider_order import SearchTerms, load_limits, load_searches, lookup_scope, model_scope
from verification.services.notices.alert_channels import describe_need

RETIRES_SOON_DAYS = 60


@dataclass(frozen=True, slots=True)
class OutsideService:
    """``scope`` names its breaker and quota, such as ``search:tavily``; ``missing`` is the variable without which nobody asks it.

    ``price`` and ``quota`` are in plain words; ``problem`` says what is wrong and what to do, "" where nothing is.
    """

    kind: str
    name: str
    scope: str
    is_ready: bool
    missing: str = ""
    price: str = ""
    quota: str = ""
    problem: str = ""

    @property
    def label(self) -> str:
        """Its kind in the reader's language."""
        if self.kind in codes_of(CallKind):
            return label_of(CallKind, self.kind)
        return {"embeddings": _("vectors"), "mail": _("mail"), "series": _("official series")}[self.kind]


def list_services() -> list[OutsideService]:
    """All of them in the order in which they are set up: models, searches, look-ups, pages, letters, webhooks."""
    return list_known_services(health={row.provider: row for row in ProviderHealth.objects.all()}, limits=load_limits())


def list_known_services(
    *, health: dict[str, ProviderHealth], limits: Mapping[str, int | None], searches: Sequence[SearchSetting] | None = None
) -> list[OutsideService]:
    """The same for whoever has read how they do and what they may; two queries, one with how the ``searches`` are set."""
    return [*_models(health, limits), *_searches(health, limits, searches), *_lookups(health, limits), *_doors()]


def _models(health: dict[str, ProviderHealth], limits: Mapping[str, int | None]) -> Iterator[OutsideService]:
    rows = list(_profiles())
    for row in rows:
        scope = model_scope(row.name)
        ready = is_usable(profile=row)
        yield OutsideService(
            kind="embeddings" if row.name == settings.EMBEDDINGS_PROFILE else CallKind.MODEL.value,
            name=row.name,
            scope=scope,
            is_ready=ready,
            missing="" if is_key_present(profile=row) else row.key_variable,
            price=_model_price(row),
            quota=_quota(limits.get(scope)),
            problem=_rest(health.get(scope)) or _words(_sign_of_model(row, health.get(scope)) if ready else None) or _wrong(row),
        )
    named = settings.EMBEDDINGS_PROFILE
    if named and named not in {row.name for row in rows}:
        said = _("No model profile has this name; EMBEDDINGS_PROFILE names it.")
        yield OutsideService(kind="embeddings", name=named, scope=model_scope(named), is_ready=False, problem=said)


@Composed
def _profiles() -> QuerySet[ModelProfile]:
    return ModelProfile.objects.order_by("position", "name")


def _wrong(row: ModelProfile) -> str:
    """What keeps a profile that somebody means to use from being asked."""
    return find_problem(profile=row) if row.is_active and is_key_present(profile=row) else ""


def find_service_signs() -> tuple[TroubleSign, ...]:
    """What is wrong with services as they are set up; two queries."""
    health = {row.provider: row for row in ProviderHealth.objects.all()}
    rows = [row for row in ModelProfile.objects.order_by("name") if is_usable(profile=row)]
    signs = [_sign_of_model(row, health.get(model_scope(row.name))) for row in rows]
    signs += [_sign_of_plan(health[name]) for name in sorted(health)]
    return tuple(sign for sign in signs if sign is not None)


def _sign_of_model(row: ModelProfile, health: ProviderHealth | None) -> TroubleSign | None:
    scope = model_scope(row.name)
    if row.retires_on and (row.retires_on - timezone.localdate()).days <= RETIRES_SOON_DAYS:
        return TroubleSign(Trouble.MODEL_RETIRES, scope, row.retires_on.isoformat())
    if health is not None and health.last_fault == Fault.NOT_FOUND:
        return TroubleSign(Trouble.MODEL_NOT_FOUND, scope)
    if row.key_variable and not row.input_usd_per_million and not row.output_usd_per_million:
        return TroubleSign(Trouble.PRICE_UNKNOWN, scope)
    return None


def _sign_of_plan(health: ProviderHealth | None) -> TroubleSign | None:
    return TroubleSign(Trouble.PLAN_RESTRICTED, health.provider) if health is not None and health.is_restricted else None


def _words(sign: TroubleSign | None) -> str:
    return describe_need(sign) if sign else ""


def _model_price(row: ModelProfile) -> str:
    if not row.input_usd_per_million and not row.output_usd_per_million:
        return "" if row.key_variable else _("free")
    asked, answered = (f"{price.normalize():f}" for price in (row.input_usd_per_million, row.output_usd_per_million))
    price = _("US$%(asked)s in, %(answered)s out per million tokens") % {"asked": asked, "answered": answered}
    return f"{price} ({row.priced_on.isoformat()})" if row.priced_on else price


def _searches(
    health: dict[str, ProviderHealth], limits: Mapping[str, int | None], rows: Sequence[SearchSetting] | None
) -> Iterator[OutsideService]:
    terms = {own.name: own for own in load_searches(rows)}
    for name in SEARCH_PROVIDERS:
        if name not in NEEDED_SETTINGS:
            continue
        own = terms.get(name, SearchTerms(name=name, request_usd=SHIPPED_USD.get(name, Decimal(0))))
        yield OutsideService(
            kind=CallKind.SEARCH.value,
            name=name,
            scope=own.scope,
            is_ready=name in terms,
            missing="" if is_configured(name) else NEEDED_SETTINGS[name],
            price=_usd_each(own.request_usd),
            quota=_quota(limits.get(own.scope, own.daily_limit)),
            problem=_rest(health.get(own.scope)) or _words(_sign_of_plan(health.get(own.scope))),
        )


def _lookups(health: dict[str, ProviderHealth], limits: Mapping[str, int | None]) -> Iterator[OutsideService]:
    for name, needed in LOOKUP_SETTINGS.items():
        scope, ready = lookup_scope(name), is_lookup_configured(name)
        rest = _rest(health.get(scope))
        price = "" if name == drawn_pages.NAME else _("free")
        yield OutsideService("lookup", name, scope, ready, "" if ready else needed, price, _quota(limits.get(scope)), rest)
    for name in SERIES_PROVIDERS:
        scope, missing = lookup_scope(name), missing_setting(name)
        yield OutsideService("series", name, scope, not missing, missing, _("free"), _quota(limits.get(scope)), _rest(health.get(scope)))
    for name, setting in (("crossref", "CROSSREF_URL"), ("datacite", "DATACITE_URL"), ("wayback", "WAYBACK_INDEX_URL")):
        ready = bool(getattr(settings, setting))
        yield OutsideService("lookup", name, "", ready, "" if ready else setting, _("free"))


def _doors() -> Iterator[OutsideService]:
    yield OutsideService("page", "web", "", is_ready=True, price=_("free"))
    yield OutsideService("mail", "smtp", "", is_ready=settings.HAS_EMAIL, missing="" if settings.HAS_EMAIL else "EMAIL_HOST")
    is_told = bool(settings.ALERT_WEBHOOK)
    yield OutsideService("webhook", "alerts", "", is_ready=is_told, missing="" if is_told else "ALERT_WEBHOOK")


def _rest(row: ProviderHealth | None) -> str:
    if row is None or row.open_until is None or row.open_until <= timezone.now():
        return ""
    fault = label_of(Fault, row.last_fault) if row.last_fault in codes_of(Fault) else row.last_fault
    return _("It rests until %(time)s: %(fault)s.") % {"time": _moment(row.open_until), "fault": fault}


def _moment(moment: datetime) -> str:
    return timezone.localtime(moment).strftime("%Y-%m-%d %H:%M")


def _quota(limit: int | None) -> str:
    return "" if limit is None else _("%(count)s a day") % {"count": limit}


def _usd_each(price: Decimal) -> str:
    return _("US$%(usd)s a request") % {"usd": f"{price.normalize():f}"} if price else _("free")
