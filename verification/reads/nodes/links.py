"""Causal steps as pairs of nodes: read alone, or as one text within another query."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Aggregate, QuerySet, Subquery, TextField, Value
from django.db.models.functions import Cast, Concat
from django.db.models.sql.compiler import SQLCompiler

from verification.models import NodeLink

LINKS_SHOWN = 2000
_PARTS, _ENDS = " ", "-"


class Joined(Aggregate):
    """The texts of a group with spaces between them."""

    function = "STRING_AGG"
    template = f"%(function)s(%(expressions)s, '{_PARTS}')"
    output_field = TextField()

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **extra: Any) -> tuple[str, Any]:
        return super().as_sql(compiler, connection, function="GROUP_CONCAT", **extra)


def list_links() -> list[tuple[int, int]]:
    """Every causal step as (from, to), in a fixed order. One query."""
    return list(_shown().values_list("source_id", "target_id"))


def links_as_text() -> Subquery:
    """What ``list_links`` reads, as a text that ``read_links`` takes."""
    ends = Concat(Cast("source_id", TextField()), Value(_ENDS, output_field=TextField()), Cast("target_id", TextField()))
    links = NodeLink.objects.filter(pk__in=_shown().values("pk")).order_by()
    return Subquery(links.values(one=Value(1)).annotate(all=Joined(ends)).values("all"))


def read_links(text: str | None) -> list[tuple[int, int]]:
    """The steps that ``links_as_text`` wrote, in the order of ``list_links``."""
    pairs = (part.split(_ENDS) for part in (text or "").split(_PARTS) if part)
    return sorted((int(source), int(target)) for source, target in pairs)


def _shown() -> QuerySet[NodeLink]:
    links = NodeLink.objects.filter(source__is_active=True, target__is_active=True)
    return links.order_by("source_id", "target_id")[:LINKS_SHOWN]
