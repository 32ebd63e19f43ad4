"""Circuit breakers: a provider that fails again and again rests for a while, for all processes at once.

Five failures in a row open a breaker for half a minute, each further one for twice as long, up to ten minutes; a refused key or a plan
that is used up opens it at once; a model whose account has no money is asked no more until a person has mended that. When the rest is over
one call may try; what it finds closes the breaker or extends the rest. A provider that asked to wait (Retry-After) rests as long as it
asked, up to ten minutes, and then answers all again.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from verification.core.vocabulary import Fault
from verification.models import ProviderHealth

FAILURES_TO_OPEN = 5
FIRST_REST = timedelta(seconds=30)
LONGEST_REST = timedelta(minutes=10)
UNTIL_PAID = timedelta(days=30)
TRIAL = timedelta(seconds=60)  # for the one call that tries; if its process dies, the next may try after this
SEEN_AGAIN = timedelta(minutes=1)  # a success is written no more often

NEEDS_A_PERSON = frozenset({Fault.UNAUTHORIZED, Fault.OUT_OF_CREDIT, Fault.FORBIDDEN})
# These say something of the question or of ourselves, nothing of the provider's health.
NOT_THE_PROVIDER = frozenset(
    {
        Fault.BAD_REQUEST,
        Fault.CONTENT_REFUSED,
        Fault.TOO_LONG,
        Fault.EMPTY_CORPUS,
        Fault.NOT_CONFIGURED,
        Fault.BREAKER_OPEN,
        Fault.QUOTA_EXHAUSTED,
        Fault.BUDGET_EXHAUSTED,
    }
)


@dataclass(frozen=True, slots=True)
class Health:
    """One provider as it was last seen. ``is_restricted``: it answers, but its plan refuses part of what we ask for."""

    failures: int = 0
    opened_at: datetime | None = None
    open_until: datetime | None = None
    last_fault: str = ""
    last_success_at: datetime | None = None
    is_restricted: bool = False

    def is_resting(self, now: datetime) -> bool:
        return self.open_until is not None and self.open_until > now

    @property
    def needs_trial(self) -> bool:
        """After failures one call goes first; after a wait that was asked for, nobody has to."""
        return self.opened_at is not None


def load_health() -> dict[str, Health]:
    """All that is known; one query."""
    columns = ("failures", "opened_at", "open_until", "last_fault", "last_success_at", "is_restricted")
    return {name: Health(*values) for name, *values in ProviderHealth.objects.values_list("provider", *columns)}


def may_try(*, provider: str, now: datetime) -> bool:
    """Whether this call is the one that tries a provider whose rest is over; of many at once, one is."""
    over = ProviderHealth.objects.filter(provider=provider, opened_at__isnull=False, open_until__lte=now)
    return over.update(open_until=now + TRIAL) == 1


def note_success(*, provider: str, known: Health, now: datetime) -> Health:
    """Close the breaker. Nothing is written for a provider that was well a moment ago."""
    is_well = not known.failures and known.open_until is None and known.opened_at is None
    if is_well and known.last_success_at and now - known.last_success_at < SEEN_AGAIN:
        return known
    ProviderHealth.objects.bulk_create(
        [ProviderHealth(provider=provider, last_success_at=now, updated_at=now)],
        update_conflicts=True,
        unique_fields=["provider"],
        update_fields=["failures", "opened_at", "open_until", "last_fault", "last_success_at", "updated_at"],
    )
    return Health(last_success_at=now, is_restricted=known.is_restricted)


def note_failure(*, provider: str, fault: Fault, retry_after: float | None, now: datetime) -> Health:
    """Count a failure, and open the breaker where it is one too many; the provider as it stands now. Three queries."""
    ProviderHealth.objects.bulk_create([ProviderHealth(provider=provider)], ignore_conflicts=True)
    with transaction.atomic():
        row = ProviderHealth.objects.select_for_update().get(provider=provider)
        row.last_fault = fault.value
        # Being asked to slow down is no illness.
        if fault is not Fault.RATE_LIMITED or retry_after is None:
            row.failures += 1
            if rest := find_rest(failures=row.failures, fault=fault, provider=provider):
                row.opened_at, row.open_until = now, _later(row.open_until, now + rest)
        if retry_after is not None:
            row.open_until = _later(row.open_until, now + min(timedelta(seconds=max(0.0, retry_after)), LONGEST_REST))
        row.save()
    return Health(row.failures, row.opened_at, row.open_until, row.last_fault, row.last_success_at, row.is_restricted)


def note_plan(*, provider: str, is_restricted: bool) -> None:
    """Keep whether the account's plan refuses what we ask for."""
    ProviderHealth.objects.filter(provider=provider).update(is_restricted=is_restricted)


def reset_health(*, provider: str) -> None:
    """Forget the failures: somebody has mended what was wrong."""
    own = ProviderHealth.objects.filter(provider=provider)
    own.update(failures=0, opened_at=None, open_until=None, last_fault="", is_restricted=False)


def _later(one: datetime | None, other: datetime) -> datetime:
    return max(one, other) if one else other


def find_rest(*, failures: int, fault: Fault, provider: str = "") -> timedelta | None:
    """How long a provider rests after so many failures in a row; None where it goes on.

    Plans of searches are filled up again by themselves; the account of a model is not.
    """
    if fault is Fault.OUT_OF_CREDIT and provider.startswith("model:"):
        return UNTIL_PAID
    if fault in NEEDS_A_PERSON:
        return LONGEST_REST
    if failures < FAILURES_TO_OPEN:
        return None
    doublings = min(failures - FAILURES_TO_OPEN, 10)
    return min(FIRST_REST * (1 << doublings), LONGEST_REST)
