"""The full-text index beside ``Document``: written and searched here alone, in the dialect of the database (migrations 0004 and 0096)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from verification.core.language.terms import index_terms

TITLE_WEIGHT = 3.0
MAX_COUNTED = 20_000  # a term of more documents than this tells nothing more
MAX_EXACT = 100_000  # documents that are counted one by one; more are estimated where the database knows about how many
_MAX_POSITION = 16_383  # of a tsvector; later words keep the last place
_MAX_POSITIONS_PER_TERM = 255
# What the two indices of PostgreSQL hold, by whether it is of the title alone; written as in migration 0096, or the index is not found.
_TERMS = {False: "i.terms", True: "ts_filter(i.terms, '{a}')"}


@dataclass(frozen=True, slots=True)
class Filter:
    """Which documents may be found: published from ``since`` to ``until`` (undated ones only with ``is_undated``), on ``hosts``.

    Without ``hosts`` (None) on any; with an empty tuple on none.
    """

    until: datetime
    since: datetime | None = None
    is_undated: bool = False
    hosts: tuple[str, ...] | None = None


class Group(NamedTuple):
    """Phrases of which a document has to hold one; a phrase is the terms that stand side by side in it."""

    phrases: tuple[tuple[str, ...], ...]
    is_in_title: bool = False


Naming = Sequence[Group]


@contextmanager
def reading_indices() -> Iterator[None]:
    """What is searched meanwhile is looked for in the indices: PostgreSQL takes every row for cheap to look at, but each is packed.

    And by one process: to start two others for some thousand rows takes longer than to read them.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)")
        yield


def list_hosts() -> list[str]:
    """The hosts of all documents, each found behind the one before: there are far fewer of them than documents."""
    with connection.cursor() as cursor:
        cursor.execute("""
            WITH RECURSIVE one(host) AS (
                SELECT min(host) FROM verification_document
                UNION ALL
                SELECT (SELECT min(d.host) FROM verification_document AS d WHERE d.host > one.host) FROM one WHERE one.host IS NOT NULL
            ) SELECT host FROM one WHERE host IS NOT NULL""")
        return [row[0] for row in cursor.fetchall()]


def write_index(documents: Iterable[tuple[int, str, str]]) -> None:
    """Index (id, title, text) of documents that are not in the index yet."""
    terms = ((pk, index_terms(title), index_terms(text)) for pk, title, text in documents)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.executemany(
                "INSERT INTO verification_documentindex (document_id, terms) VALUES (%s, %s::tsvector)",
                [(pk, _tsvector(title, body)) for pk, title, body in terms],
            )
        else:
            cursor.executemany(
                "INSERT INTO verification_documentindex (rowid, title, body) VALUES (%s, %s, %s)",
                [(pk, " ".join(title), " ".join(body)) for pk, title, body in terms],
            )


def count_documents() -> int:
    """How many documents there are; more than ``MAX_EXACT`` as of the last ANALYZE, where PostgreSQL would read them all to count them."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT reltuples::bigint FROM pg_class WHERE oid = 'verification_document'::regclass")
            if (estimated := int(cursor.fetchone()[0])) > MAX_EXACT:
                return estimated
        cursor.execute("SELECT count(*) FROM verification_document")
        return int(cursor.fetchone()[0])


def count_documents_with(terms: Sequence[str]) -> dict[str, int]:
    """In how many documents each term stands, counted up to ``MAX_COUNTED``; absent terms are 0."""
    if not terms:
        return {}
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            noted = _list_noted(cursor, terms)
            return noted | _count_each(cursor, [term for term in terms if term not in noted])
        marks = ", ".join(["%s"] * len(terms))
        cursor.execute(f"SELECT term, min(doc, %s) FROM verification_documentterms WHERE term IN ({marks})", [MAX_COUNTED, *terms])  # noqa: S608 - the statement is made of placeholders
        found = dict(cursor.fetchall())
    return {term: found.get(term, 0) for term in terms}


def _list_noted(cursor: CursorWrapper, terms: Sequence[str]) -> dict[str, int]:
    """Of more documents than ``MAX_EXACT`` those of the terms whose share ANALYZE noted: they are common, and the index needn't be read."""
    cursor.execute(
        """
        SELECT noted.term, least(%s, noted.share * c.reltuples)::integer FROM pg_class AS c
        JOIN pg_stats AS s ON s.schemaname = current_schema() AND s.tablename = c.relname AND s.attname = 'terms'
        CROSS JOIN LATERAL unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) AS noted(term, share)
        WHERE c.oid = 'verification_documentindex'::regclass AND c.reltuples > %s AND noted.term = ANY(%s)""",
        [MAX_COUNTED, MAX_EXACT, list(terms)],
    )
    return dict(cursor.fetchall())


def _count_each(cursor: CursorWrapper, terms: Sequence[str]) -> dict[str, int]:
    cursor.execute(
        """
        SELECT asked.term, (
            SELECT count(*) FROM (SELECT 1 FROM verification_documentindex WHERE terms @@ asked.quoted::tsquery LIMIT %s) AS found
        ) FROM unnest(%s::text[], %s::text[]) AS asked(term, quoted)""",
        [MAX_COUNTED, list(terms), [_quote(term) for term in terms]],
    )
    return dict(cursor.fetchall())


def find_documents(weights: dict[str, float], *, where: Filter, limit: int) -> list[int]:
    """Ids of the ``limit`` documents that hold most of the terms by weight, words of the title counted more; newest first among equals."""
    if not weights:
        return []
    search = _search_postgresql if connection.vendor == "postgresql" else _search_sqlite
    with connection.cursor() as cursor:
        statement, parameters = search(weights, where, limit)
        cursor.execute(statement, parameters)
        return [row[0] for row in cursor.fetchall()]


def find_naming(named: Naming, *, where: Filter, limit: int) -> list[int]:
    """Ids of the ``limit`` newest documents that hold a phrase of each group, in the title where the group has to stand there."""
    if not named or not all(any(group.phrases) for group in named):
        return []
    search = _naming_postgresql if connection.vendor == "postgresql" else _naming_sqlite
    with connection.cursor() as cursor:
        cursor.execute(*search(named, where, limit))
        return [row[0] for row in cursor.fetchall()]


def _naming_sqlite(named: Naming, where: Filter, limit: int) -> tuple[str, list[Any]]:
    condition, parameters = _condition(where)
    statement = f"""
        SELECT d.id FROM verification_documentindex AS i JOIN verification_document AS d ON d.id = i.rowid
        WHERE verification_documentindex MATCH %s AND {condition} ORDER BY d.published_at DESC, d.id DESC LIMIT %s"""  # noqa: S608 - made of constants
    return statement, [" AND ".join(_any_phrase(group, " OR ", _fts_phrase) for group in named), *parameters, limit]


def _naming_postgresql(named: Naming, where: Filter, limit: int) -> tuple[str, list[Any]]:
    """The index knows no places: whether words stand side by side is read from each document, from the newest until enough do."""
    condition, parameters = _condition(where)
    words = " AND ".join(f"{_TERMS[group.is_in_title]} @@ %s::tsquery" for group in named)
    statement = f"""
        SELECT held.id FROM (
            SELECT d.id, d.published_at FROM verification_documentindex AS i JOIN verification_document AS d ON d.id = i.document_id
            WHERE {words} AND {condition} ORDER BY d.published_at DESC, d.id DESC OFFSET 0
        ) AS held JOIN verification_documentindex AS i ON i.document_id = held.id
        WHERE i.terms @@ %s::tsquery ORDER BY held.published_at DESC, held.id DESC LIMIT %s"""  # noqa: S608 - made of constants
    sought = [_any_phrase(group, " | ", _all_words) for group in named]
    return statement, [*sought, *parameters, " & ".join(_any_phrase(group, " | ", _tsquery_phrase) for group in named), limit]


def _any_phrase(group: Group, joint: str, written: Callable[[Sequence[str], bool], str]) -> str:
    """What holds a phrase holds every part of it: of phrases within each other the shortest says all, and costs the least."""
    shortest = [phrase for phrase in group.phrases if phrase and not any(_is_within(other, phrase) for other in group.phrases)]
    return f"({joint.join(written(phrase, group.is_in_title) for phrase in shortest)})"


def _is_within(part: Sequence[str], phrase: Sequence[str]) -> bool:
    """Whether ``part`` stands side by side in a longer phrase."""
    size = len(part)
    return 0 < size < len(phrase) and any(tuple(phrase[place : place + size]) == tuple(part) for place in range(len(phrase) - size + 1))


def _fts_phrase(terms: Sequence[str], is_in_title: bool) -> str:
    return ("{title} : " if is_in_title else "") + _fts_quote(" ".join(terms))


def _all_words(terms: Sequence[str], is_in_title: bool) -> str:
    return " & ".join(_quote(term) for term in terms)


def _tsquery_phrase(terms: Sequence[str], is_in_title: bool) -> str:
    return " <-> ".join(_quote(term) + (":A" if is_in_title else "") for term in terms)


def _search_sqlite(weights: dict[str, float], where: Filter, limit: int) -> tuple[str, list[Any]]:
    condition, parameters = _condition(where)
    statement = f"""
        SELECT d.id FROM verification_documentindex AS i JOIN verification_document AS d ON d.id = i.rowid
        WHERE verification_documentindex MATCH %s AND {condition}
        ORDER BY bm25(verification_documentindex, %s, 1.0), d.published_at DESC, d.id DESC LIMIT %s"""  # noqa: S608 - made of constants
    return statement, [" OR ".join(_fts_quote(term) for term in weights), *parameters, TITLE_WEIGHT, limit]


def _search_postgresql(weights: dict[str, float], where: Filter, limit: int) -> tuple[str, list[Any]]:
    """``ts_rank`` knows no rarity, so the rank is the sum of the weights of the terms that stand in the document.

    It is added up from the indices, term by term: the terms of a document are packed, and unpacking them costs more than all else.
    """
    condition, parameters = _condition(where)
    part = "SELECT i.document_id, %s::double precision AS weight FROM verification_documentindex AS i WHERE {} @@ %s::tsquery"
    both = " UNION ALL ".join(part.format(_TERMS[is_in_title]) for is_in_title in (False, True))
    weighed = [(_quote(term), weight) for term, weight in weights.items()]
    statement = f"""
        SELECT d.id FROM ({" UNION ALL ".join([both] * len(weighed))}) AS held
        JOIN verification_document AS d ON d.id = held.document_id WHERE {condition}
        GROUP BY d.id ORDER BY sum(held.weight) DESC, d.published_at DESC NULLS LAST, d.id DESC LIMIT %s"""  # noqa: S608 - made of constants
    ranking = [part for term, weight in weighed for part in (weight, term, weight * (TITLE_WEIGHT - 1), term)]
    return statement, [*ranking, *parameters, limit]


def _condition(where: Filter) -> tuple[str, list[Any]]:
    dated, parameters = "d.published_at <= %s", [_moment(where.until)]
    if where.since is not None:
        dated += " AND d.published_at >= %s"
        parameters.append(_moment(where.since))
    condition = f"({dated} OR d.published_at IS NULL)" if where.is_undated else dated
    if where.hosts is not None:
        condition += f" AND d.host IN ({', '.join(['%s'] * len(where.hosts)) or 'NULL'})"
        parameters += where.hosts
    return condition, parameters


def _moment(at: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(at)


def _fts_quote(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'


def _quote(term: str) -> str:
    """A term as a lexeme of tsvector and tsquery input."""
    return "'" + term.replace("\\", "\\\\").replace("'", "''") + "'"


def _tsvector(title: Sequence[str], body: Sequence[str]) -> str:
    places: dict[str, list[str]] = {}
    for position, term in enumerate(title, 1):
        places.setdefault(term, []).append(f"{min(position, _MAX_POSITION)}A")
    for position, term in enumerate(body, len(title) + 1):
        held = places.setdefault(term, [])
        if len(held) < _MAX_POSITIONS_PER_TERM:
            held.append(str(min(position, _MAX_POSITION)))
    return " ".join(f"{_quote(term)}:{','.join(held)}" for term, held in places.items())
