"""How citations fared by domain, language and month, and whether people upheld the verdicts; rates from 0 to 1, null where nobody ruled."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.contrib.auth.models import User
from django.db.models import Case, CharField, Count, DateTimeField, F, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import TruncMonth

from attribution.core.checks.shares import Share, VerdictCount, VerdictGroup, group_outcomes, sum_groups
from attribution.core.vocabulary import CitationStatus
from attribution.models import Citation, CitationCheck
from attribution.services.citations.lifecycle import list_visible
from verification.reads.answers import Shape

DOMAIN, LANGUAGE, MONTH = "domain", "lang", "month"
SPANS = (0, 3, 12)
VERDICTS = ("verified", "unverified", "broken_link", "misinformation", "inconclusive")
WITHOUT = (CitationStatus.PENDING, CitationStatus.NOT_APPLICABLE)


@dataclass(frozen=True, slots=True)
class ShareFilters:
    """``by``: what makes a group. ``months``: how many, in UTC, this one the last; 0 for all, as "" is in ``lang`` and ``domain``."""

    by: str = DOMAIN
    months: int = 0
    lang: str = ""
    domain: str = ""

    @property
    def is_narrowed(self) -> bool:
        return bool(self.months or self.lang or self.domain)

    def since(self, now: datetime) -> datetime | None:
        """The first moment of the first month; None for all."""
        if not self.months:
            return None
        today = now.astimezone(UTC)
        year, month = divmod(today.year * 12 + today.month - self.months, 12)
        return datetime(year, month + 1, 1, tzinfo=UTC)


def list_groups(*, user: User, filters: ShareFilters, now: datetime) -> list[VerdictGroup]:
    """Citations of the reports that ``user`` may see, each once with the program's latest verdict: months newest first, else the largest
    group first.
    """
    rows = _list_judged(user, filters, now).values_list("key", "given", "ruled").annotate(count=Count("pk"))
    outcomes = [VerdictCount(_write_key(key), given, ruled, count) for key, given, ruled, count in rows if given in VERDICTS]
    groups = group_outcomes(outcomes)
    if filters.by == MONTH:
        return sorted(groups, key=lambda group: group.key, reverse=True)
    return sorted(groups, key=lambda group: (-group.total, group.key))


def _list_judged(user: User, filters: ShareFilters, now: datetime) -> QuerySet[Citation]:
    """Where a person ruled, the program's verdict is the one before: the latest of the history without a ruling."""
    own = CitationCheck.objects.filter(citation=OuterRef("pk"), ruling=None).order_by("-pk")
    citations = Citation.objects.filter(report__in=list_visible(user=user).order_by().values("pk")).exclude(status__in=WITHOUT)
    if filters.lang:
        citations = citations.filter(report__lang=filters.lang)
    if filters.domain:
        citations = citations.filter(domain=filters.domain)
    is_left_alone = When(ruling=None, then=F("status"))
    citations = citations.annotate(
        given=Case(is_left_alone, default=Subquery(own.values("status")[:1]), output_field=CharField()),
        ruled=Case(When(ruling=None, then=Value("")), default=F("status"), output_field=CharField()),
        given_at=Case(
            When(ruling=None, then=F("checked_at")), default=Subquery(own.values("checked_at")[:1]), output_field=DateTimeField()
        ),
    )
    since = filters.since(now)
    if since:
        citations = citations.filter(given_at__gte=since)
    keys = {DOMAIN: F("domain"), LANGUAGE: F("report__lang"), MONTH: TruncMonth("given_at", tzinfo=UTC)}
    return citations.annotate(key=keys[filters.by]).order_by()


def _write_key(key: str | datetime | None) -> str:
    """A month as "2026-05"."""
    return f"{key:%Y-%m}" if isinstance(key, datetime) else key or ""


MOST_GROUPS = 1_000
COLUMNS = (
    "group", "citations", *VERDICTS, "verified_share", "verified_low", "verified_high", "ruled", "upheld", "upheld_share", "upheld_low",
    "upheld_high",
)  # fmt: skip


def shares_shape(groups: Sequence[VerdictGroup], filters: ShareFilters) -> Shape:
    """What ``GET citation-shares/`` answers: at most ``MOST_GROUPS``, and how many more there are."""
    return {
        "by": filters.by,
        "months": filters.months or None,
        "lang": filters.lang or None,
        "domain": filters.domain or None,
        "total": _group_shape(sum_groups(groups)),
        "items": [{"key": group.key, **_group_shape(group)} for group in groups[:MOST_GROUPS]],
        "omitted": max(0, len(groups) - MOST_GROUPS),
    }


def list_cells(group: VerdictGroup) -> list[object]:
    """A line of the file, in the order of ``COLUMNS``."""
    verified, upheld = _share_shape(group.share_of("verified")), _share_shape(group.agreement)
    counts = [group.verdicts.get(verdict, 0) for verdict in VERDICTS]
    held = [verified[name] for name in ("share", "low", "high")]
    return [group.key, group.total, *counts, *held, group.ruled, group.upheld, *(upheld[name] for name in ("share", "low", "high"))]


def _group_shape(group: VerdictGroup) -> Shape:
    return {
        "citations": group.total,
        "verdicts": {verdict: _share_shape(group.share_of(verdict)) for verdict in VERDICTS},
        "upheld": _share_shape(group.agreement),
    }


def _share_shape(share: Share) -> Shape:
    return {"count": share.count, "n": share.total, "share": _round(share.rate), "low": _round(share.low), "high": _round(share.high)}


def _round(rate: float | None) -> float | None:
    return None if rate is None else round(rate, 4)
