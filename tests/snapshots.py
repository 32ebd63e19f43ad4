"""The rows that the migrations made, put back after a test whose commits were real."""

from dataclasses import dataclass

from django.core.management import call_command
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper


@dataclass(frozen=True)
class Table:
    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]


def take_snapshot() -> list[Table]:
    """Every table of ours that holds something."""
    tables = []
    with connection.cursor() as cursor:
        for name in connection.introspection.django_table_names(only_existing=True, include_views=False):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(name)}")  # noqa: S608 (Django's own names)
            tables.append(Table(name, tuple(column[0] for column in cursor.description), tuple(map(tuple, cursor.fetchall()))))
    return [table for table in tables if table.rows]


def _empty_with_deletes(cursor: CursorWrapper) -> None:
    """For a few rows this is far quicker than Django's TRUNCATE, which makes every table's files anew; keys are looked at in the end."""
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    cursor.execute("; ".join(f"DELETE FROM {connection.ops.quote_name(name)}" for name in names))  # noqa: S608 (Django's own names)


def restore_snapshot(tables: list[Table]) -> None:
    """Empty everything and fill in what ``tables`` hold. The triggers that guard history are open meanwhile."""
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO verification_historykey (opened) VALUES (1)")
        if connection.vendor != "postgresql":
            call_command("flush", verbosity=0, interactive=False, reset_sequences=False, inhibit_post_migrate=True)
        with transaction.atomic():
            if connection.vendor == "postgresql":
                _empty_with_deletes(cursor)
            for table in tables:
                columns, places = ", ".join(map(quote, table.columns)), ", ".join(["%s"] * len(table.columns))
                cursor.executemany(f"INSERT INTO {quote(table.name)} ({columns}) VALUES ({places})", table.rows)  # noqa: S608
        cursor.execute("DELETE FROM verification_historykey")
