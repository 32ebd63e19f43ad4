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
    cursor.execute(
        "CREATE TABLE benchmark_place AS SELECT id, lang, row_number() OVER (PARTITION BY lang ORDER BY id) - 1 AS place,"
        " count(*) OVER (PARTITION BY lang) AS total FROM verification_document"
    )
    cursor.execute("CREATE UNIQUE INDEX benchmark_place_place ON benchmark_place (lang, place)")


def _pairs(copy: int) -> str:
    """Every document, b, with another of its language, o, whose title it takes."""
    return f"benchmark_place AS b JOIN benchmark_place AS o ON o.lang = b.lang AND o.place = (b.place + {SHIFT * copy}) % b.total"


def _copy_documents(cursor: Any, copy: int, stride: int) -> None:
    new = f"d.url || '-{copy}', d.host, t.title, t.title || '. ' || d.text, 'copy {copy} of ' || d.id"
    cursor.execute(
        "INSERT INTO verification_document (id, url, host, title, text, sha256, source, lang, published_at, loaded_at)"  # noqa: S608 - of constants
        f" SELECT {copy * stride} + d.id, {new}, d.source, d.lang, d.published_at, d.loaded_at FROM {_pairs(copy)}"
        " JOIN verification_document AS d ON d.id = b.id JOIN verification_document AS t ON t.id = o.id"
    )


def _copy_index(cursor: Any, copy: int, stride: int, *, is_postgresql: bool) -> None:
    table = "verification_documentindex"
    if is_postgresql:
        terms = f"{TITLES} || setweight({TITLES}, 'D') || ts_filter(d.terms, '{{d}}')"
        cursor.execute(
            f"INSERT INTO {table} (document_id, terms) SELECT {copy * stride} + b.id, {terms} FROM {_pairs(copy)}"  # noqa: S608 - of constants
            f" JOIN {table} AS d ON d.document_id = b.id JOIN {table} AS t ON t.document_id = o.id"
        )
    else:
        cursor.execute(
            f"INSERT INTO {table} (rowid, title, body) SELECT {copy * stride} + b.id, t.title, t.title || ' ' || d.body"  # noqa: S608
            f" FROM {_pairs(copy)} JOIN {table} AS d ON d.rowid = b.id JOIN {table} AS t ON t.rowid = o.id"
        )
