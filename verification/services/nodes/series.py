"""The official series that a node may ask: those of the catalogue, and those that people added from a publisher's own list."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from verification.core.evidence import NodeSpec
from verification.core.periods.reference import parse_reference_period
from verification.core.series.catalogue import SeriesEntry, Transform, find_series, search_series
from verification.core.series.deciding import fits_unit
from verification.core.series.observations import fits_frequency
from verification.core.series.published import FoundSeries, fold_words, make_entry
from verification.core.vocabulary import NodeKind
from verification.enums import label_of
from verification.models import AddedSeries
from verification.services.audit import Actor, changed_columns, record_audit, snapshot_row
from verification.services.errors import Refused

MOST_FOUND = 20
_NOT_AUDITED = ("id", "added_at")


def load_series(key: str) -> SeriesEntry | None:
    """The series of that key; None for a key of none. One query where the catalogue has it not."""
    return load_all_series((key,)).get(key)


def load_all_series(keys: Iterable[str]) -> dict[str, SeriesEntry]:
    """The series of those keys that there are; one query, none where the catalogue has them all."""
    wanted = {key for key in keys if key}
    found = {key: entry for key in wanted if (entry := find_series(key)) is not None}
    if wanted - found.keys():
        found |= {row.key: row.entry() for row in AddedSeries.objects.filter(key__in=wanted - found.keys())}
    return found


def find_by_words(words: str) -> list[SeriesEntry]:
    """The series of the catalogue that hold every one of ``words``, then those that people added."""
    found = list(search_series(words, limit=MOST_FOUND))
    wanted = fold_words(words).split()
    if not wanted:
        return []
    for row in AddedSeries.objects.all():
        text = fold_words(f"{row.key} {row.publisher} {row.code} {row.title}")
        if len(found) < MOST_FOUND and all(word in text for word in wanted):
            found.append(row.entry())
    return found


def check_series(*, key: str, spec: NodeSpec) -> None:
    """``Refused`` where ``key`` is no series, or its figures can't answer such a node. Empty is none."""
    if not key:
        return
    entry = load_series(key)
    if entry is None:
        raise Refused(_("“%(key)s” is no series of the catalogue; expected a key such as us-unemployment-rate.") % {"key": key[:60]})
    check_fit(entry, spec)


def check_fit(entry: SeriesEntry, spec: NodeSpec) -> None:
    """``Refused`` where figures of the series can't answer such a node: by their kind, their unit or their periods."""
    if not fits_unit(entry, spec):
        given, wanted = entry.unit or label_of(NodeKind, entry.kind), spec.unit or label_of(NodeKind, spec.kind)
        told = {"key": entry.key, "unit": given, "wanted": wanted}
        raise Refused(_("“%(key)s” is given in %(unit)s, and the node asks for %(wanted)s.") % told)
    period = parse_reference_period(spec.reference_period)
    if period is not None and not fits_frequency(entry, period):
        raise Refused(_("“%(key)s” has no figures for periods such as %(period)s.") % {"key": entry.key, "period": spec.reference_period})


def add_series(*, found: FoundSeries, transform: Transform, actor: Actor) -> SeriesEntry:
    """Keep a row for what a person chose at a publisher; the row that is there already is brought up to what the publisher says now.

    Audited where anything changes.
    """
    entry = make_entry(found, transform)
    fields = {
        "publisher": entry.provider,
        "code": entry.code,
        "title": entry.title_en,
        "url": entry.url,
        "unit_written": found.unit[:120],
        "kind": entry.kind,
        "unit": entry.unit,
        "factor": str(entry.factor),
        "frequency": entry.frequency,
        "adjustment": entry.adjustment,
        "transform": entry.transform,
        "basis": entry.basis,
        "places": entry.places,
        "lag_days": entry.lag_days,
        "is_revised": entry.is_revised,
    }
    with transaction.atomic():
        row = AddedSeries.objects.select_for_update().filter(key=entry.key).first()
        before = snapshot_row(row, skip=_NOT_AUDITED) if row is not None else None
        row = row or AddedSeries(key=entry.key)
        for name, value in fields.items():
            setattr(row, name, value)
        row.save()
        after = snapshot_row(row, skip=_NOT_AUDITED)
        if before is None:
            record_audit(actor=actor, verb="series.add", subject=row, after=after)
        elif before != after:
            old, new = changed_columns(before, after)
            record_audit(actor=actor, verb="series.update", subject=row, before=old, after=new)
    return row.entry()
