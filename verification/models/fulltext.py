"""The full-text index beside ``Document``: written and searched here alone, in the dialect of the database (migration 0004)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection

from verification.core.language.terms import index_terms

TITLE_WEIGHT = 3.0
MAX_COUNTED = 20_000  # a term of more documents than this tells nothing more
_MAX_POSITION = 16_383  # of a tsvector; later words keep the last place
_MAX_POSITIONS_PER_TERM = 255


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


def count_documents_with(terms: Sequence[str]) -> dict[str, int]:
    """In how many documents each term stands, counted up to ``MAX_COUNTED``; absent terms are 0."""
    if not terms:
        return {}
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            one = "(SELECT count(*) FROM (SELECT 1 FROM verification_documentindex WHERE terms @@ %s::tsquery LIMIT %s) AS found)"
            parameters: list[Any] = []
            for term in terms:
                parameters += [_quote(term), MAX_COUNTED]
            cursor.execute("SELECT " + ", ".join([one] * len(terms)), parameters)
            return dict(zip(terms, cursor.fetchone(), strict=True))
        marks = ", ".join(["%s"] * len(terms))
        cursor.execute(f"SELECT term, min(doc, %s) FROM verification_documentterms WHERE term IN ({marks})", [MAX_COUNTED, *terms])  # noqa: S608 - the statement is made of placeholders
        found = dict(cursor.fetchall())
    return {term: found.get(term, 0) for term in terms}


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
    if not named:
        return []
    if connection.vendor == "postgresql":
        matches, key = "i.terms @@ %s::tsquery", "i.document_id"
        sought = " & ".join(_any_phrase(group, " | ", _tsquery_phrase) for group in named)
    else:
        matches, key = "verification_documentindex MATCH %s", "i.rowid"
        sought = " AND ".join(_any_phrase(group, " OR ", _fts_phrase) for group in named)
    condition, parameters = _condition(where)
    statement = f"""
        SELECT d.id FROM verification_documentindex AS i JOIN verification_document AS d ON d.id = {key}
        WHERE {matches} AND {condition} ORDER BY d.published_at DESC, d.id DESC LIMIT %s"""  # noqa: S608 - made of constants
    with connection.cursor() as cursor:
        cursor.execute(statement, [sought, *parameters, limit])
        return [row[0] for row in cursor.fetchall()]


def _any_phrase(group: Group, joint: str, written: Callable[[Sequence[str], bool], str]) -> str:
    return f"({joint.join(written(phrase, group.is_in_title) for phrase in group.phrases)})"


def _fts_phrase(terms: Sequence[str], is_in_title: bool) -> str:
    return ("{title} : " if is_in_title else "") + _fts_quote(" ".join(terms))


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
    """``ts_rank`` knows no rarity, so the rank is the sum of the weights of the terms that stand in the document."""
    condition, parameters = _condition(where)
    rank, rank_parameters = [], []
    for term, weight in weights.items():
        rank.append("(i.terms @@ %s::tsquery)::int * %s + (i.terms @@ %s::tsquery)::int * %s")
        rank_parameters += [_quote(term), weight, _quote(term) + ":A", weight * (TITLE_WEIGHT - 1)]
    statement = f"""
        SELECT d.id FROM verification_documentindex AS i JOIN verification_document AS d ON d.id = i.document_id
        WHERE i.terms @@ %s::tsquery AND {condition}
        ORDER BY {" + ".join(rank)} DESC, d.published_at DESC NULLS LAST, d.id DESC LIMIT %s"""  # noqa: S608 - made of constants
    return statement, [" | ".join(_quote(term) for term in weights), *parameters, *rank_parameters, limit]


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
