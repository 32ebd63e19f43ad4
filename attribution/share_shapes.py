"""Verdict shares as the API's JSON and as the lines of a file; rates from 0 to 1 with four decimals, null where nobody ruled."""

from collections.abc import Sequence

from attribution.core.checks.shares import Group, Share, sum_groups
from attribution.share_queries import VERDICTS, ShareFilters
from verification.shapes import Shape

MOST_GROUPS = 1_000
COLUMNS = (
    "group", "citations", *VERDICTS, "verified_share", "verified_low", "verified_high", "ruled", "upheld", "upheld_share", "upheld_low",
    "upheld_high",
)  # fmt: skip


def shares_shape(groups: Sequence[Group], filters: ShareFilters) -> Shape:
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


def list_cells(group: Group) -> list[object]:
    """A line of the file, in the order of ``COLUMNS``."""
    verified, upheld = _share_shape(group.share_of("verified")), _share_shape(group.agreement)
    counts = [group.verdicts.get(verdict, 0) for verdict in VERDICTS]
    held = [verified[name] for name in ("share", "low", "high")]
    return [group.key, group.total, *counts, *held, group.ruled, group.upheld, *(upheld[name] for name in ("share", "low", "high"))]


def _group_shape(group: Group) -> Shape:
    return {
        "citations": group.total,
        "verdicts": {verdict: _share_shape(group.share_of(verdict)) for verdict in VERDICTS},
        "upheld": _share_shape(group.agreement),
    }


def _share_shape(share: Share) -> Shape:
    return {"count": share.count, "n": share.total, "share": _round(share.rate), "low": _round(share.low), "high": _round(share.high)}


def _round(rate: float | None) -> float | None:
    return None if rate is None else round(rate, 4)
