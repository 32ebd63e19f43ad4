"""The lists by which events are read, as the core takes them, and how an admin's edits of them are saved."""

import re
from collections.abc import Sequence
from typing import TypeVar

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from verification.core.events.vocabulary import Entity, EntityKind, EventDirection, EventType, Lexicon, SearchPolicy, Timeframe, TypeRule
from verification.core.sources.domains import registrable_domain
from verification.models import EventEntity, EventRule, WhitelistDomain
from verification.services.audit import Actor, changed_columns, record_audit, snapshot_row
from verification.services.errors import Refused

MAX_ENTRIES, MAX_ENTRY = 200, 80
_DOMAIN = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+")

RowT = TypeVar("RowT", EventRule, EventEntity)


def load_lexicon() -> Lexicon:
    """All lists as they are now; three queries."""
    official = WhitelistDomain.objects.filter(is_active=True, is_official=True).order_by("domain")
    return Lexicon(
        rules={EventType(row.event_type): _as_rule(row) for row in EventRule.objects.all()},
        entities=tuple(_as_entity(row) for row in EventEntity.objects.order_by("name")),
        official=tuple(official.values_list("domain", flat=True)),
        preferred=tuple(settings.SEARCH_INCLUDE_DOMAINS),
    )


def read_entries(text: str) -> list[str]:
    """The entries of a list that a person wrote, one a line; ``Refused`` where one is too long or there are too many."""
    entries = list(dict.fromkeys(" ".join(line.split()) for line in text.splitlines() if line.strip()))
    if len(entries) > MAX_ENTRIES:
        raise Refused(_("A list holds at most %(most)s entries.") % {"most": MAX_ENTRIES})
    for entry in entries:
        if len(entry) > MAX_ENTRY or "\x00" in entry:
            raise Refused(_("“%(entry)s” is too long; expected at most %(most)s characters.") % {"entry": entry[:40], "most": MAX_ENTRY})
    return entries


def read_domains(text: str) -> list[str]:
    """As ``read_entries``, for hosts; ``Refused`` names what is none, or a public suffix."""
    domains = [entry.lower().removeprefix("https://").removeprefix("http://").strip("/") for entry in read_entries(text)]
    for domain in domains:
        if not _DOMAIN.fullmatch(domain) or registrable_domain(domain) is None:
            raise Refused(_("“%(domain)s” can’t be registered; expected something like circle.com.") % {"domain": domain[:60]})
    return domains


def save_row(*, row: RowT, actor: Actor, reason: str = "") -> RowT:
    """Add or change a rule or an entity, with its audit entry."""
    verb = _verb(row)
    with transaction.atomic():
        stored = type(row).objects.select_for_update().filter(pk=row.pk).first() if row.pk else None
        before = snapshot_row(stored) if stored else None
        row.save()
        after = snapshot_row(row)
        if before is None:
            record_audit(actor=actor, verb=f"{verb}.add", subject=row, after=after, reason=reason)
        elif before != after:
            old, new = changed_columns(before, after)
            record_audit(actor=actor, verb=f"{verb}.update", subject=row, before=old, after=new, reason=reason)
    return row


def delete_row(*, row: RowT, actor: Actor, reason: str = "") -> None:
    """Forget a row; events that were read by it stay as they are."""
    with transaction.atomic():
        record_audit(actor=actor, verb=f"{_verb(row)}.delete", subject=row, before=snapshot_row(row), reason=reason)
        row.delete()


def _verb(row: EventRule | EventEntity) -> str:
    return "event-rule" if isinstance(row, EventRule) else "event-entity"


def _as_rule(row: EventRule) -> TypeRule:
    return TypeRule(
        event_type=EventType(row.event_type),
        policy=SearchPolicy(row.policy),
        is_numeric=row.is_numeric,
        direction=EventDirection(row.direction),
        timeframe=Timeframe(row.timeframe),
        signals=_words(row.signals),
        keywords=_words(row.keywords),
        preferred=_words(row.preferred_domains),
    )


def _as_entity(row: EventEntity) -> Entity:
    return Entity(
        name=row.name,
        kind=EntityKind(row.kind),
        symbol=row.symbol,
        aliases=_words(row.aliases),
        domains=_words(row.domains),
    )


def _words(listed: Sequence[object]) -> tuple[str, ...]:
    return tuple(word for word in listed if isinstance(word, str) and word)
