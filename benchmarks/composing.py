"""Documents made of documents: the titles of some over the texts of others, by the database itself, so that a million take minutes.

What stands in the index is what the product would write of them. Indices are dropped before and built anew behind.
"""

import time
from typing import Any

from django.db import connection

TITLES = "ts_filter(t.terms, '{a}')"
INDICES = {
    "all words": ("verification_documentindex_terms", "gin (terms)"),
    "titles": ("verification_documentindex_titles", "gin (ts_filter(terms, '{a}'))"),
}
SHIFT = 7919  # a prime: no text meets the same title twice


def compose(copies: int) -> None:
    """So many times as many documents as there are, the first of them included. Prints what building the indices takes."""
    is_postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        for name, _definition in INDICES.values() if is_postgresql else ():
            cursor.execute(f"DROP INDEX {name}")
        cursor.execute("SELECT max(id) FROM verification_document")
        (stride,) = cursor.fetchone()
        _number_places(cursor)
        for copy in range(1, copies):
            _copy_documents(cursor, copy, stride)
            _copy_index(cursor, copy, stride, is_postgresql=is_postgresql)
        cursor.execute("DROP TABLE benchmark_place")
        for label, (name, definition) in INDICES.items() if is_postgresql else ():
            began = time.perf_counter()
            cursor.execute(f"CREATE INDEX {name} ON verification_documentindex USING {definition}")
            print(f"index of {label} built in {time.perf_counter() - began:.0f} s")
        cursor.execute("VACUUM ANALYZE" if is_postgresql else "ANALYZE")


def _number_places(cursor: Any) -> None:
    cursor.execute("DROP TABLE IF EXISTS benchmark_place")
    cursor.execute(
        "CREATE TABLE benchmark_place AS SELECT id, lang, row_number() OVER (PARTITION BY lang ORDER BY id) - 1 AS place,"
        " count(*) OVER (PARTITION BY lang) AS total FROM verification_document"
    )
    cursor.execute("CREATE UNIQUE INDEX benchmark_place_place ON benchmark_place (lang, place)")


def _pairs(copy: int, table: str, key: str) -> str:
    """Every row of ``table``, d, with another of its language, t, whose title it takes. SQLite joins in this order."""
    return (
        f"FROM benchmark_place AS b CROSS JOIN benchmark_place AS o CROSS JOIN {table} AS d CROSS JOIN {table} AS t"
        f" WHERE o.lang = b.lang AND o.place = (b.place + {SHIFT * copy}) % b.total AND d.{key} = b.id AND t.{key} = o.id"
    )


def _copy_documents(cursor: Any, copy: int, stride: int) -> None:
    new = f"d.url || '-{copy}', d.host, t.title, t.title || '. ' || d.text, 'copy {copy} of ' || d.id"
    rest = "d.source, d.lang, d.published_at, d.loaded_at"
    cursor.execute(
        "INSERT INTO verification_document (id, url, host, title, text, sha256, source, lang, published_at, loaded_at)"
        f" SELECT {copy * stride} + d.id, {new}, {rest} {_pairs(copy, 'verification_document', 'id')}"
    )


def _copy_index(cursor: Any, copy: int, stride: int, *, is_postgresql: bool) -> None:
    table, key = "verification_documentindex", "document_id" if is_postgresql else "rowid"
    if is_postgresql:
        columns, terms = f"{key}, terms", f"{TITLES} || setweight({TITLES}, 'D') || ts_filter(d.terms, '{{d}}')"
    else:
        columns, terms = f"{key}, title, body", "t.title, t.title || ' ' || d.body"
    cursor.execute(f"INSERT INTO {table} ({columns}) SELECT {copy * stride} + b.id, {terms} {_pairs(copy, table, key)}")
