"""Who is asked, after whom, how often and at what price: the rows that an admin set, as they were read a moment ago."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal

from django.conf import settings
from django.db.models import QuerySet

from verification.composed import Composed
from verification.core.operations.budget import day_of, month_of, to_micro
from verification.core.vocabulary import Fault, Purpose
from verification.models import Limit, SearchSetting
from verification.providers.language_models.chat import ChatProfile
from verification.providers.registry import SEARCH_PROVIDERS, SHIPPED_USD, is_configured
from verification.services.gateway.allowances import BUDGET, EVENT_TOOLS, SpendingClaim
from verification.services.gateway.breakers import Health, load_health
from verification.services.gateway.model_profiles import find_embedder, list_usable_profiles
from verification.services.gateway.provider_rates import SCOPE, RateClaim

CORPUS = "corpus"
# Settings take effect within a minute, what one process learns of a provider's health within seconds.
SETTINGS_AGE_S, HEALTH_AGE_S = 30.0, 2.0


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """One search provider as it is set."""

    name: str
    request_usd: Decimal = Decimal(0)
    daily_limit: int | None = None
    per_minute: int | None = None

    @property
    def is_local(self) -> bool:
        """The corpus: no network, no price, no limit; what is left when everything else is spent."""
        return self.name == CORPUS

    @property
    def scope(self) -> str:
        """Of its breaker and of its quota of a day."""
        return f"search:{self.name}"

    @property
    def rate_scope(self) -> str:
        return f"{SCOPE}{self.name}"


@dataclass(frozen=True, slots=True)
class ProviderTerms:
    """What an admin set, read at one moment: the search providers in their order, the models in theirs, and the limits by scope.

    ``embedder`` gives vectors and is none of ``profiles``; None where embeddings are off.
    """

    searches: tuple[SearchTerms, ...]
    profiles: tuple[ChatProfile, ...]
    embedder: ChatProfile | None = None
    limits: dict[str, int] = field(default_factory=dict)

    def led_by(self, name: str) -> "ProviderTerms":
        """These terms with ``name`` before the other search providers; as they are where it is not among them."""
        return replace(self, searches=tuple(sorted(self.searches, key=lambda own: own.name != name))) if name else self

    @property
    def budget_micro(self) -> int:
        return self.limits.get(BUDGET, to_micro(settings.DEEP_ANALYSIS_MONTHLY_BUDGET))

    def search_claims(self, terms: SearchTerms, *, units: int, purpose: Purpose, now: datetime) -> list[SpendingClaim | RateClaim]:
        """What a search has to set aside, and to be counted by, before it is made; a free one nothing."""
        if terms.is_local:
            return []
        claims: list[SpendingClaim | RateClaim] = [*self.money_claims(terms.request_usd * units, purpose=purpose, now=now)]
        if purpose is Purpose.EVENT:
            limit = self.limits.get(EVENT_TOOLS, settings.DEEP_ANALYSIS_TOOL_DAILY_LIMIT)
            claims.append(SpendingClaim(EVENT_TOOLS, day_of(now), 1, limit, Fault.QUOTA_EXHAUSTED))
        limit_a_day = self.limits.get(terms.scope, terms.daily_limit)
        if limit_a_day is not None:
            claims.append(SpendingClaim(terms.scope, day_of(now), units, limit_a_day, Fault.QUOTA_EXHAUSTED))
        if terms.per_minute is not None:
            claims.append(RateClaim(terms.rate_scope, units, terms.per_minute))
        return claims

    def model_claims(self, name: str, usd: Decimal, *, purpose: Purpose, now: datetime) -> list[SpendingClaim]:
        """What a question to a model has to set aside: the most that it can cost, and one of its calls where those are limited."""
        claims = self.money_claims(usd, purpose=purpose, now=now)
        scope = model_scope(name)
        if scope in self.limits:
            claims.append(SpendingClaim(scope, day_of(now), 1, self.limits[scope], Fault.QUOTA_EXHAUSTED))
        return claims

    def lookup_claims(self, name: str, *, now: datetime, units: int = 1) -> list[SpendingClaim]:
        """``units`` of a day's calls where an admin limits them; the service costs nothing."""
        scope = lookup_scope(name)
        if scope not in self.limits:
            return []
        return [SpendingClaim(scope, day_of(now), units, self.limits[scope], Fault.QUOTA_EXHAUSTED)]

    def money_claims(self, usd: Decimal, *, purpose: Purpose, now: datetime) -> list[SpendingClaim]:
        """Of the month's budget, and of the purpose's own where an admin set one (``usd:event``)."""
        amount = to_micro(usd)
        if not amount:
            return []
        period, fault = month_of(now), Fault.BUDGET_EXHAUSTED
        claims = [SpendingClaim(BUDGET, period, amount, self.budget_micro, fault)]
        scope = f"{BUDGET}:{purpose.value}"
        if scope in self.limits:
            claims.append(SpendingClaim(scope, period, amount, self.limits[scope], fault))
        return claims


def model_scope(name: str) -> str:
    """Of a model's breaker and of its quota of a day."""
    return f"model:{name}"


def lookup_scope(name: str) -> str:
    """Of the breaker and the quota of a day of a service for look-ups."""
    return f"lookup:{name}"


@Composed
def _limits() -> QuerySet[Limit, tuple[str, int]]:
    return Limit.objects.order_by().values_list("scope", "amount")


def load_limits() -> dict[str, int]:
    """What an admin allows, by scope; one query."""
    return dict(_limits())


def load_terms() -> ProviderTerms:
    """Three queries, and one for the embedding model where one is named."""
    return ProviderTerms(searches=load_searches(), profiles=list_usable_profiles(), embedder=find_embedder(), limits=load_limits())


@Composed
def _search_settings() -> QuerySet[SearchSetting]:
    return SearchSetting.objects.order_by("position", "name")


def load_search_settings() -> list[SearchSetting]:
    """The rows in their order; one query."""
    return _search_settings()


def load_searches(rows: Sequence[SearchSetting] | None = None) -> tuple[SearchTerms, ...]:
    """Providers with a row come first, in their positions; then the others that are configured; the corpus is the last.

    One query, none with the ``rows``.
    """
    rows = load_search_settings() if rows is None else rows
    named = {row.name for row in rows}
    wanted = [_terms_of(row) for row in rows if row.is_active]
    wanted += [SearchTerms(name=name, request_usd=SHIPPED_USD.get(name, Decimal(0))) for name in SEARCH_PROVIDERS if name not in named]
    usable = [terms for terms in wanted if is_configured(terms.name)]
    return tuple(sorted(usable, key=lambda terms: terms.is_local))


def _terms_of(row: SearchSetting) -> SearchTerms:
    return SearchTerms(name=row.name, request_usd=row.request_usd, daily_limit=row.daily_limit, per_minute=row.per_minute)


class ProviderState:
    """Terms and health as one gateway knows them, read again when they are old; used from one thread."""

    def __init__(self) -> None:
        self.terms = ProviderTerms(searches=(), profiles=())
        self.health: dict[str, Health] = {}
        self._terms_at = self._health_at = float("-inf")

    def is_due(self, clock_s: float) -> bool:
        """Whether something has to be read again: asked without the database."""
        return clock_s - self._terms_at > SETTINGS_AGE_S or clock_s - self._health_at > HEALTH_AGE_S

    def refresh(self, clock_s: float) -> None:
        if clock_s - self._terms_at > SETTINGS_AGE_S:
            self.terms, self._terms_at = load_terms(), clock_s
        if clock_s - self._health_at > HEALTH_AGE_S:
            self.health, self._health_at = load_health(), clock_s

    def health_of(self, provider: str) -> Health:
        return self.health.get(provider, Health())
