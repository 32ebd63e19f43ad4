"""Keyset pages: a page begins behind the last row of the one before, so any depth costs the same and nothing shifts meanwhile."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.core import signing
from django.db.models import Model, Q, QuerySet
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from pydantic import BaseModel

from verification.api.calls.problems import Code, FieldError, RequestProblem
from verification.reads.answers import Shape

SALT = "verification.api.cursor"

RowT = TypeVar("RowT", bound=Model)


@dataclass(frozen=True, slots=True)
class Key:
    """One column of an order. ``name`` is a field or annotation that is never null; ``read`` takes its value from a row."""

    name: str
    read: Callable[[Any], object]
    is_descending: bool = False

    @property
    def order(self) -> str:
        return f"-{self.name}" if self.is_descending else self.name


@dataclass(frozen=True, slots=True)
class CursorPage(Generic[RowT]):
    """``next`` is the cursor of the page that follows, None on the last."""

    rows: list[RowT]
    next: str | None


def read_page(
    rows: QuerySet[RowT], keys: Sequence[Key], *, cursor: str, limit: int, question: str, is_costly: bool = False
) -> CursorPage[RowT]:
    """One page of ``rows`` in the order of ``keys``, whose last is unique. A cursor of another ``question`` is refused.

    Where rows are ``is_costly`` to work out, it is asked first which ones they are: a database works out all of them before it sorts
    (317 ms against 18 ms, the newest of 10,000 nodes).
    """
    if cursor:
        rows = rows.filter(_behind(keys, open_cursor(cursor, question, len(keys))))
    rows = rows.order_by(*(key.order for key in keys))
    if is_costly:
        rows = rows.filter(pk__in=list(rows.values_list("pk", flat=True)[: limit + 1]))
    return cut_page(list(rows[: limit + 1]), keys, limit=limit, question=question)


def cut_page(found: list[RowT], keys: Sequence[Key], *, limit: int, question: str) -> CursorPage[RowT]:
    """The page of rows that were read already, one more than ``limit`` where there are more."""
    shown = found[:limit]
    return CursorPage(rows=shown, next=_close(keys, shown[-1], question) if len(found) > limit else None)


def question_of(path: str, query: BaseModel) -> str:
    """What a cursor belongs to: the address with its filters and order, whatever the size of its pages."""
    asked = query.model_dump_json(exclude={"cursor", "limit", "lang"})
    return hashlib.sha256(f"{path}\n{asked}".encode()).hexdigest()[:16]


def _behind(keys: Sequence[Key], values: Sequence[object]) -> Q:
    """``a <= x and (a < x or b < y)``: in this form the index is used at any depth; the usual ``a < x or (a = x and b < y)`` is as slow
    as an offset (measured with a million rows).
    """
    key, value = keys[0], values[0]
    side = "lt" if key.is_descending else "gt"
    beyond = Q(**{f"{key.name}__{side}": value})
    if len(keys) == 1:
        return beyond
    return Q(**{f"{key.name}__{side}e": value}) & (beyond | _behind(keys[1:], values[1:]))


def _close(keys: Sequence[Key], row: Model, question: str) -> str:
    return signing.dumps([question, *(_plain(key.read(row)) for key in keys)], salt=SALT, compress=True)


def open_cursor(cursor: str, question: str, count: int) -> list[Any]:
    """What the last row of the page before held in each of the ``count`` keys. A cursor of another ``question`` is refused."""
    try:
        found = signing.loads(cursor, salt=SALT)
    except signing.BadSignature:
        found = None
    if not isinstance(found, list) or len(found) != count + 1 or found[0] != question:
        detail = _("expected “next” of a page with the same filters and order")
        raise RequestProblem(Code.BAD_CURSOR, status=400, detail=f"cursor: {detail}", errors=[FieldError("cursor", "bad_cursor", detail)])
    return [_rich(value) for value in found[1:]]


def _plain(value: object) -> object:
    return {"at": value.isoformat()} if isinstance(value, datetime) else value


def _rich(value: object) -> object:
    return parse_datetime(str(value["at"])) if isinstance(value, dict) else value


def page_shape(entries: list[Shape], following: str | None) -> Shape:
    return {"items": entries, "next": following}
