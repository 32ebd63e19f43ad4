"""Whom the engine is told to trust: the database's whitelist, the shipped one, or one given with a request."""

import json
import time
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path

from django.utils import timezone

from verification.core.evidence import Trust
from verification.core.sources.accuracy import weigh_authority
from verification.core.sources.domains import registrable_domain
from verification.models import WhitelistDomain
from verification.services.gateway.provider_order import SETTINGS_AGE_S
from verification.services.whitelist.site_profiles import load_accuracy

SHIPPED_FILE = Path(__file__).resolve().parent.parent.parent / "data" / "financial_sources.json"


def load_trust() -> Trust:
    """The active whitelist of the database, its authority weighed by what rulings found, in two queries."""
    accuracy = load_accuracy(now=timezone.now())
    domains = list(WhitelistDomain.objects.filter(is_active=True).order_by("domain"))
    return Trust(
        whitelist=tuple(row.domain for row in domains),
        official=tuple(row.domain for row in domains if row.is_official),
        owners=_by_registrable_domain((row.domain, row.owner) for row in domains),
        authority={
            row.domain: weigh_authority(row.authority, accuracy.get(registrable_domain(row.domain) or row.domain)) for row in domains
        },
    )


class HeldTrust:
    """The trust of many pieces of work that are done together, read again when it is old; used from one thread."""

    def __init__(self) -> None:
        self._trust = Trust()
        self._read_at = float("-inf")

    def load(self) -> Trust:
        if (clock_s := time.monotonic()) - self._read_at > SETTINGS_AGE_S:
            self._trust, self._read_at = load_trust(), clock_s
        return self._trust


@cache
def shipped_trust() -> Trust:
    """The 26 domains as shipped (seed 000), never the database's."""
    shipped = json.loads(SHIPPED_FILE.read_text(encoding="utf-8"))
    groups = shipped["search_domains"].values()
    authority: dict[str, Decimal] = {}
    for group in groups:
        for domain in group["domains"]:
            authority.setdefault(domain, Decimal(group["authority"]))
    return Trust(
        whitelist=tuple(sorted(authority)),
        official=tuple(sorted(domain for group in groups if group.get("official") for domain in group["domains"])),
        owners=_by_registrable_domain((domain, entry.get("owner", "")) for domain, entry in shipped["domains"].items()),
        authority=authority,
    )


def given_trust(*, whitelist: Iterable[str] | None, owners: Mapping[str, str] | None) -> Trust:
    """The trust of a stateless request: without ``whitelist`` the shipped one; what is known of its domains is kept."""
    shipped = shipped_trust()
    if whitelist is None and owners is None:
        return shipped
    names = shipped.whitelist if whitelist is None else tuple(sorted({name.strip().lower().rstrip(".") for name in whitelist} - {""}))
    return Trust(
        whitelist=names,
        official=tuple(name for name in shipped.official if name in names),
        owners=shipped.owners if owners is None else _by_registrable_domain(owners.items()),
        authority={name: weight for name, weight in shipped.authority.items() if name in names},
    )


def _by_registrable_domain(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {registrable_domain(domain) or domain: owner for domain, owner in pairs if owner}
