"""Official series held against the claims of texts and programs: what nodes hold and what is kept of it, read once and asked often."""

from datetime import UTC, date, datetime
from functools import cache

from asgiref.sync import sync_to_async

from verification.core.series.catalogue import SeriesEntry
from verification.core.series.claims import HeldSeries, SeriesAsked, SeriesWord, answer_asked, find_asked
from verification.core.series.deciding import merge_observations
from verification.core.series.observations import Observation
from verification.core.vocabulary import NodeKind
from verification.models import Node, SeriesObservation
from verification.providers.base import ProviderError
from verification.providers.series.base import SeriesQuery, first_day_of
from verification.services.gateway.gateway import Gateway, Work
from verification.services.nodes.series import load_all_series
from verification.services.runs.official_series import keep_observations, load_observations

MOST_NODES = 2_000


class SeriesHearing:
    """What series say to claims, as known at ``now``.

    Two queries when it is opened, three where people added series, and one more for each that is looked into.
    """

    def __init__(self, *, now: datetime) -> None:
        self.now = now
        rows = list(Node.objects.filter(is_active=True).exclude(series="").order_by("pk")[:MOST_NODES])
        entries = load_all_series(row.series for row in rows)
        self.held = [HeldSeries(row.slug, (row.label, *row.aliases), NodeKind(row.kind), entries.get(row.series)) for row in rows]
        self._kept = frozenset(SeriesObservation.objects.order_by().values_list("publisher", "code").distinct())
        self.load = cache(self._load)

    @property
    def day(self) -> date:
        """By which vintages are told."""
        return self.now.astimezone(UTC).date()

    @property
    def is_empty(self) -> bool:
        """Whether no series can say anything."""
        return not self._kept and not self.held

    def find(self, text: str, *, base: date) -> tuple[SeriesAsked, ...]:
        """The figures of a claim that series publish."""
        return () if self.is_empty else find_asked(text, self.held, base=base, kept=self.load)

    def hear(self, text: str, *, base: date) -> tuple[SeriesWord, ...]:
        """What is kept says to a claim; no publisher is asked."""
        return self.answer(self.find(text, base=base))

    def answer(self, asked: tuple[SeriesAsked, ...]) -> tuple[SeriesWord, ...]:
        words = (answer_asked(one, self.load(one.entry), day=self.day) for one in asked)
        return tuple(word for word in words if word is not None)

    def _load(self, entry: SeriesEntry) -> tuple[Observation, ...]:
        if (entry.provider, entry.code) not in self._kept:
            return ()
        return tuple(load_observations(entry=entry))


async def ask_for_claim(text: str, *, now: datetime, base: date, gateway: Gateway, work: Work) -> tuple[SeriesWord, ...]:
    """What the series of nodes say to a claim, each asked for the period that it names; where one does not answer, by what is kept.

    Nothing raises. A series that the catalogue alone suggests is not asked: nobody chose it.
    """
    hearing = await sync_to_async(lambda: SeriesHearing(now=now))()
    asked = await sync_to_async(hearing.find)(text, base=base)
    renewed = [one for one in asked if one.node]
    for one in renewed:
        try:
            query = SeriesQuery(one.entry, now, first_day_of(one.entry, now, one.period))
            answer = await gateway.observe(query, work=work)
        except ProviderError:
            continue
        await sync_to_async(_keep)(one.entry, answer.observations)
    if renewed:
        hearing = await sync_to_async(lambda: SeriesHearing(now=now))()
    return await sync_to_async(hearing.answer)(asked)


def _keep(entry: SeriesEntry, fetched: tuple[Observation, ...]) -> None:
    stored = load_observations(entry=entry)
    keep_observations(entry=entry, known=stored, all_of_it=merge_observations(stored, fetched))
