"""What is asked of a publisher of series, and how its answers are read: exactly, and nothing that it did not say."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import Period, first_day
from verification.core.periods.reference import parse_reference_period
from verification.core.series.catalogue import Frequency, SeriesEntry
from verification.core.series.observations import Observation, due_on, fits_frequency, period_of
from verification.core.series.published import FoundSeries, SeriesListing, TableOutline
from verification.core.strict_json import BadInput, parse_json
from verification.core.vocabulary import Fault
from verification.providers.api_faults import unreadable
from verification.providers.base import ProviderError

# How services write that there is no figure.
MISSING = frozenset(("", ".", "..", ":", "-", "nan", "null", "none", "n/a", "na"))
MOST_OBSERVATIONS = 20_000
MOST_PAGES = 10
PAGE_OF_FOUND = 20
# How far back a series is read; a year's change needs a year more than the chart, and an exchange gives 300 days at once.
_WINDOW_DAYS = {
    Frequency.DAY: 299,
    Frequency.WEEK: 2 * 366,
    Frequency.MONTH: 4 * 366,
    Frequency.QUARTER: 7 * 366,
    Frequency.YEAR: 16 * 366,
}
_BEFORE_A_PERIOD_DAYS = 430
_FIGURE = lazy_regex(r"[+-]?\d{1,30}(?:\.\d{0,30})?(?:[eE][+-]?\d{1,2})?")
_DAY = lazy_regex(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class SeriesQuery:
    """The observations of ``entry`` from ``since`` on, as they were known at ``as_of``."""

    entry: SeriesEntry
    as_of: datetime
    since: date

    @property
    def day(self) -> date:
        """The day of ``as_of`` in UTC, by which vintages are told."""
        return self.as_of.astimezone(UTC).date()


@dataclass(frozen=True, slots=True)
class SeriesAnswer:
    """``observations`` with their vintages, of one period perhaps several. ``next_release``: the next day of the publisher's calendar."""

    observations: tuple[Observation, ...]
    next_release: date | None = None
    calls: int = 1


def first_day_of(entry: SeriesEntry, as_of: datetime, period: Period | None = None) -> date:
    """From when on observations are asked for: enough for a chart and a change on the year, and for ``period`` where one is asked."""
    day = as_of.astimezone(UTC).date() - timedelta(days=_WINDOW_DAYS[entry.frequency])
    if period is None:
        return day
    return min(day, first_day(period) - timedelta(days=_BEFORE_A_PERIOD_DAYS))


class SearchKind(StrEnum):
    """How a publisher's series are found by words. ``LIST``: it gives all that it has, which is kept and searched here."""

    NONE = "none"
    WORDS = "words"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class SeriesSearch:
    """Words that a person looks for; ``page`` counts from 1, of ``PAGE_OF_FOUND`` series each. A list is asked without words."""

    words: str = ""
    page: int = 1


class SeriesProvider(Protocol):
    """Publishes series. Raises ``ProviderError`` and nothing else; ``planned_calls`` is the most requests that an answer takes.

    ``search_kind`` says whether its API has a search at all, and ``search_calls`` the most requests that one takes. ``identify`` gives the
    series of that code as the publisher describes it now, None where there is none.
    """

    name: str
    search_kind: SearchKind
    search_calls: int

    def planned_calls(self, query: SeriesQuery) -> int: ...

    async def observe(self, query: SeriesQuery) -> SeriesAnswer: ...

    async def search(self, search: SeriesSearch) -> SeriesListing: ...

    async def identify(self, code: str, outline: TableOutline | None = None) -> FoundSeries | None: ...


@runtime_checkable
class TableProvider(SeriesProvider, Protocol):
    """Publishes tables, whose series are told by a code of each dimension: ``table/code.code.code``, as ``code_of`` puts them together."""

    async def outline(self, table: str) -> TableOutline | None: ...

    @staticmethod
    def code_of(table: str, codes: Sequence[str]) -> str: ...

    @staticmethod
    def table_of(code: str) -> tuple[str, tuple[str, ...]]: ...


class Unsearched:
    """What a publisher is whose API describes its series nowhere: it has no search, and a code tells nothing but figures."""

    name = ""
    search_kind = SearchKind.NONE
    search_calls = 0

    async def search(self, search: SeriesSearch) -> SeriesListing:
        raise ProviderError(f"The API of {self.name} has no search.", permanent=True, fault=Fault.BAD_REQUEST)

    async def identify(self, code: str, outline: TableOutline | None = None) -> FoundSeries | None:
        raise ProviderError(f"The API of {self.name} does not describe its series.", permanent=True, fault=Fault.BAD_REQUEST)


def read_value(service: str, written: object) -> Decimal | None:
    """The figure exactly as it is written, None where the service says that there is none."""
    if isinstance(written, bool) or not isinstance(written, str | int | Decimal | None):
        raise unreadable(service, "something else than figures")
    text = "" if written is None else str(written).strip().replace(",", "")
    if text.lower() in MISSING:
        return None
    if not _FIGURE.fullmatch(text):
        raise unreadable(service, "something else than figures")
    try:
        return Decimal(text)
    except InvalidOperation:
        raise unreadable(service, "something else than figures") from None


def read_period(service: str, entry: SeriesEntry, written: object) -> Period:
    """The period that a row is of: of a date the day, month, quarter or year, as the series has it.

    ``BAD_ANSWER`` for a period of another length: the series is not what it was.
    """
    text = str(written).strip()
    if _DAY.fullmatch(text):
        try:
            return period_of(entry.frequency, date.fromisoformat(text))
        except ValueError:
            raise unreadable(service, "a day that no calendar has") from None
    period = parse_reference_period(text)
    if period is None or not fits_frequency(entry, period):
        raise unreadable(service, "periods of another length than this series has")
    return period


def read_rows(service: str, query: SeriesQuery, rows: Iterable[tuple[object, object]]) -> tuple[Observation, ...]:
    """Observations of a service that keeps no vintages, of rows of period and figure.

    What is never revised counts as known from its usual release on; all else from the day of asking alone.
    """
    entry, found = query.entry, dict[Period, Observation]()
    for count, (when, written) in enumerate(rows):
        if count >= MOST_OBSERVATIONS:
            raise ProviderError(
                f"{service} answered with more than {MOST_OBSERVATIONS} rows.", permanent=True, fault=Fault.TOO_LARGE, http_status=200
            )
        value = read_value(service, written)
        if value is None:
            continue
        period = read_period(service, entry, when)
        if period in found:
            raise unreadable(service, "more than one series")
        today = datetime.now(UTC).date()
        if first_day(period) > today:
            # What has not begun was not observed: some offices write their projections behind what was.
            continue
        vintage = today if entry.is_revised else min(due_on(entry, period), today)
        found[period] = Observation(period, value, vintage, is_exact_vintage=False)
    return tuple(found.values())


def read_exactly(service: str, body: bytes) -> object:
    """JSON whose figures stay as they are written."""
    if not body.strip():
        raise unreadable(service, "nothing")
    try:
        return parse_json(body, is_exact=True)
    except BadInput:
        raise unreadable(service, "something else than JSON that can be read") from None


def member(service: str, value: object, *names: str | int) -> Any:
    """What lies at a path of names and places in an answer; ``BAD_ANSWER`` where nothing does."""
    found: Any = value
    for name in names:
        is_there = name in found if isinstance(found, Mapping) else isinstance(found, list) and isinstance(name, int) and len(found) > name
        if not is_there:
            raise unreadable(service, "another form than is documented")
        found = found[name]
    return found


def text_in(service: str, value: object, *names: str | int, most: int = 300) -> str:
    """The text that lies there, on one line and without signs that are no letters of any kind; "" where it is null."""
    found = member(service, value, *names)
    if not isinstance(found, str | int | None):
        raise unreadable(service, "another form than is documented")
    return one_line("" if found is None else str(found))[:most]


def one_line(text: str) -> str:
    """Without control characters, line breaks and runs of spaces."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def rows_in(service: str, value: object, *names: str | int) -> list[object]:
    """The list that lies there."""
    found = member(service, value, *names)
    if not isinstance(found, list):
        raise unreadable(service, "another form than is documented")
    return found
