"""Every finished fetch is counted with its site: tries, and successes among them."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from verification.core.pages.kinds import is_challenge
from verification.core.sources.domains import host_of, registrable_domain
from verification.core.vocabulary import Fault
from verification.models import SiteProfile
from verification.providers.door.web import Fetched

Tries = tuple[int, int]  # tries, and successes among them
# Refused before the site was asked, or by the site to programs as such: neither says how reliable the site is.
SAYS_NOTHING = frozenset(
    {
        Fault.NOT_PUBLIC, Fault.BAD_ADDRESS, Fault.ROBOTS, Fault.FORBIDDEN, Fault.RATE_LIMITED, Fault.UNAUTHORIZED, Fault.WALL,
        Fault.CONSENT, Fault.LOGIN, Fault.PAYWALL, Fault.NEEDS_SCRIPT,
    }
)  # fmt: skip
_KEPT_OUT = frozenset({401, 402, 403, 407, 429, 451})
_BEGINNING = 20_000  # bytes of a body in which a guard's marks are looked for


def note_visits(visits: Sequence[tuple[str, bool]]) -> None:
    """Count fetches that came to an end: of which address, and whether it answered."""
    tallies: dict[str, Tries] = {}
    for url, is_success in visits:
        host = host_of(url)
        if host:
            domain = registrable_domain(host) or host
            tallies[domain] = _add(tallies.get(domain, (0, 0)), is_success)
    count_tries(tallies, timezone.now())


def _add(tally: Tries, is_success: bool) -> Tries:
    return tally[0] + 1, tally[1] + int(is_success)


def count_tries(tallies: Mapping[str, Tries], now: datetime) -> None:
    """Add to the tries and successes of each domain. Rows are locked in one order, and of two that see a site first one makes its row."""
    with transaction.atomic():
        own = SiteProfile.objects.filter(domain__in=tallies)
        known = set(own.select_for_update().order_by("domain").values_list("domain", flat=True))
        new = [SiteProfile(domain=domain, first_seen_at=now, last_seen_at=now) for domain in sorted(tallies.keys() - known)]
        if new:
            SiteProfile.objects.bulk_create(new, ignore_conflicts=True)
        for tries, successes in sorted(set(tallies.values())):
            alike = [domain for domain, tally in tallies.items() if tally == (tries, successes)]
            counted = {"tries": F("tries") + tries, "successes": F("successes") + successes}
            SiteProfile.objects.filter(domain__in=alike).update(**counted, last_seen_at=now)


def is_kept_out(visited: object) -> bool:
    """Whether an answer only keeps programs out, which is no failure of the site."""
    if not isinstance(visited, Fetched) or visited.status < 400:
        return False
    return visited.status in _KEPT_OUT or is_challenge(visited.headers, visited.body[:_BEGINNING].decode("latin-1"))
