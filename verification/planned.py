"""Statements whose plan PostgreSQL keeps while a connection lasts: planning eight joined tables takes longer than reading the rows.

``prepare_threshold`` of the connection's settings says how often a statement is asked before its plan is kept; a pooler by transaction has
none, nor has SQLite.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count
from typing import Any

from django.db import NotSupportedError
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import RawCursor

_MARK = re.compile("%([s%])")
_Rows = list[tuple[Any, ...]]


def fetch_all(connection: BaseDatabaseWrapper, sql: str, params: Sequence[Any]) -> _Rows:
    """The rows of a statement as Django writes it.

    A plan that a migration has outdated is refused, which would end a transaction: within one, no kept plan is used.
    """
    if connection.settings_dict["OPTIONS"].get("prepare_threshold") is None or connection.in_atomic_block:
        return _fetch(connection, sql, params)
    try:
        return _fetch(connection, sql, params, _Planned)
    except NotSupportedError:
        return _fetch(connection, sql, params)


def _fetch(connection: BaseDatabaseWrapper, sql: str, params: Sequence[Any], kind: Callable[[Any], Any] | None = None) -> _Rows:
    with connection.cursor() as cursor:
        if kind is not None:
            cursor.cursor = kind(connection.connection)
        cursor.execute(sql, params)
        rows: _Rows = cursor.fetchall()
        return rows


class _Planned(RawCursor[tuple[Any, ...]]):
    """Sends what is given beside the statement, where Django's own cursor writes it into the text."""

    def execute(self, query: str, params: Sequence[Any] | None = None, **options: Any) -> "_Planned":  # type: ignore[override]
        return super().execute(_numbered(query), params, **options)


@lru_cache(maxsize=500)
def _numbered(sql: str) -> str:
    """With $1, $2 … in the places of %s."""
    places = count(1)
    return _MARK.sub(lambda mark: f"${next(places)}" if mark[1] == "s" else "%", sql)


def write_in(connection: BaseDatabaseWrapper, sql: str, params: Sequence[Any], is_given: Callable[[Any], bool]) -> tuple[str, list[Any]]:
    """The statement with all that is not given written into it, and what is given.

    The plan may count on what stands in the statement, as the index of open reviews must. SQLite's statements stay as they are.
    """
    if connection.vendor != "postgresql":
        return sql, list(params)
    left = iter(params)

    def write(mark: re.Match[str]) -> str:
        if mark[1] == "%" or is_given(param := next(left)):
            return mark[0]
        return connection.ops.compose_sql("%s", [param]).replace("%", "%%")  # type: ignore[attr-defined, no-any-return]

    return _MARK.sub(write, sql), [param for param in params if is_given(param)]
