"""The volumes in which PostgreSQL keeps the sources and steps of runs (migration 0092): the next ones made, old ones emptied at once.

SQLite has none: nothing here does anything there.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from django.db import OperationalError, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Max, QuerySet
from psycopg import errors, sql

from verification.models import RunStep, Source, VerificationRun

RUNS = 100_000
PARTS = (Source, RunStep)
# Shorter than a deadlock takes to be found (1 s): of two that wait for each other it is we who give up.
PATIENCE_MS = 500
TRIES = 5


@dataclass(frozen=True, slots=True)
class Volume:
    """The runs from ``first`` up to and without ``end``."""

    number: int
    first: int
    end: int


def make_volumes() -> int:
    """Make the volumes of the newest run and of those that follow, where they are missing; how many tables are new.

    Where rows of a volume lie in the rest already, because nobody made it in time, they stay there. Where somebody holds the tables for
    longer than ``PATIENCE_MS``, it is left to the next time.
    """
    if connection.vendor != "postgresql":
        return 0
    current = _newest_run() // RUNS
    return make_volume(current) + make_volume(current + 1)


def make_volume(number: int) -> int:
    """Make the tables of one volume, behind all others; how many are new."""
    made = 0
    for model in PARTS:
        table = _table_of(model)
        if number > max(_list_numbers(table)) and not _holds_in_rest(table, number):
            made += _make(table, number)
    return made


def list_full_volumes() -> list[Volume]:
    """Those that no new run comes to, oldest first."""
    known = list_volumes()
    newest = _newest_run() if known else 0
    return [volume for volume in known if volume.end <= newest]


def list_volumes() -> list[Volume]:
    """Every one, oldest first; the first begins with the first run."""
    if connection.vendor != "postgresql":
        return []
    numbers = _list_numbers(_table_of(Source))
    starts = [0, *((number + 1) * RUNS for number in numbers)]
    return [Volume(number, first, end) for number, (first, end) in zip(numbers, pairwise(starts), strict=True)]


def empty_volume(volume: Volume, *, but: QuerySet[VerificationRun]) -> Counter[str] | None:
    """Delete the sources and steps of a volume's runs without looking at each, except those of the runs ``but``; how many went.

    In a transaction in which history is unlocked. None, and nothing changed, where somebody reads the volume for longer than we wait.
    """
    tables = [f"{_table_of(model)}_v{volume.number}" for model in PARTS]
    if not _lock(tables):
        return None
    kept = list(but.values_list("pk", flat=True))
    return Counter(dict(zip(("sources", "steps"), (_empty(table, kept) for table in tables), strict=True)))


def _newest_run() -> int:
    return VerificationRun.objects.aggregate(newest=Max("pk"))["newest"] or 0


def _table_of(model: type[Source] | type[RunStep]) -> str:
    return model._meta.db_table  # noqa: SLF001 - Django's documented model API


def _list_numbers(table: str) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT substring(inhrelid::regclass::text FROM '_v(\\d+)$')::int AS number FROM pg_inherits"
            " WHERE inhparent = %s::regclass AND inhrelid::regclass::text ~ '_v\\d+$' ORDER BY number",
            [table],
        )
        return [number for (number,) in cursor.fetchall()]


def _holds_in_rest(table: str, number: int) -> bool:
    statement = sql.SQL("SELECT EXISTS (SELECT 1 FROM {} WHERE run_id >= %s AND run_id < %s)").format(sql.Identifier(f"{table}_rest"))
    with connection.cursor() as cursor:
        cursor.execute(statement, [number * RUNS, (number + 1) * RUNS])
        return bool(cursor.fetchone()[0])


def _make(table: str, number: int) -> int:
    statement = sql.SQL("CREATE TABLE IF NOT EXISTS {} PARTITION OF {} (PRIMARY KEY (id)) FOR VALUES FROM ({}) TO ({})").format(
        sql.Identifier(f"{table}_v{number}"), sql.Identifier(table), sql.Literal(number * RUNS), sql.Literal((number + 1) * RUNS)
    )
    runs = VerificationRun._meta.db_table  # noqa: SLF001 - Django's documented model API
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            _wait_at_most(cursor)
            # Whoever ends a run holds it before its parts: in the other order we would wait for each other.
            cursor.execute(sql.SQL("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE").format(sql.Identifier(runs)))
            cursor.execute(statement)
    except OperationalError as error:
        if isinstance(error.__cause__, errors.LockNotAvailable):
            return 0
        raise
    return 1


def _lock(tables: Iterable[str]) -> bool:
    names = sql.SQL(", ").join(map(sql.Identifier, tables))
    for _ in range(TRIES):
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                _wait_at_most(cursor)
                cursor.execute(sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(names))
                cursor.execute("SET LOCAL lock_timeout = DEFAULT")
        except OperationalError as error:
            if not isinstance(error.__cause__, errors.LockNotAvailable):
                raise
        else:
            return True
    return False


def _wait_at_most(cursor: CursorWrapper) -> None:
    cursor.execute(f"SET LOCAL lock_timeout = {PATIENCE_MS}")


def _empty(table: str, kept: list[int]) -> int:
    """Rows that stay are put back: what is emptied gives its room back at once, and leaves nothing to vacuum."""
    name = sql.Identifier(table)
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("SELECT count(*) FROM {}").format(name))
        (before,) = cursor.fetchone()
        cursor.execute(
            sql.SQL("CREATE TEMPORARY TABLE kept_part ON COMMIT DROP AS SELECT * FROM {} WHERE run_id = ANY(%s)").format(name), [kept]
        )
        cursor.execute(sql.SQL("TRUNCATE {}").format(name))
        cursor.execute(sql.SQL("INSERT INTO {} SELECT * FROM kept_part").format(name))
        after = cursor.rowcount
        cursor.execute("DROP TABLE kept_part")
    return int(before - after)
