"""The observations of official series, as they are kept: read before a publisher is asked, written after it answered."""

from collections.abc import Iterable, Sequence

from verification.core.series.catalogue import SeriesEntry
from verification.core.series.observations import Observation, write_period
from verification.models import SeriesObservation


def load_observations(*, entry: SeriesEntry) -> list[Observation]:
    """Every vintage that was ever read of a series."""
    rows = SeriesObservation.objects.filter(publisher=entry.provider, code=entry.code)
    return [row.observation() for row in rows]


def keep_observations(*, entry: SeriesEntry, known: Iterable[Observation], all_of_it: Sequence[Observation]) -> int:
    """Add what is not among ``known``; how many. Rows are never changed, and two workers may add the same."""
    before = set(known)
    new = [one for one in all_of_it if one not in before]
    SeriesObservation.objects.bulk_create(
        [
            SeriesObservation(
                publisher=entry.provider,
                code=entry.code,
                period=write_period(one.period),
                value=str(one.value),
                vintage=one.vintage,
                is_exact_vintage=one.is_exact_vintage,
            )
            for one in new
        ],
        ignore_conflicts=True,
        batch_size=500,
    )
    return len(new)
