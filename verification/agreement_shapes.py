"""How often people agree with the machine, as the rows of the page's files and as the API's JSON; shares from 0 to 1."""

from datetime import datetime

from verification.agreement_queries import AgreementFilters, measure_agreement
from verification.shapes import Shape

COLUMNS = ("by", "key", "agreed", "n", "share", "low", "high")


def list_rows(*, filters: AgreementFilters, now: datetime) -> list[Shape]:
    """Everything that is filtered: the whole, then each week or month with a ruling, each mode and each domain."""
    found = measure_agreement(filters=filters, now=now)
    by_period = "month" if found.is_monthly else "week"
    rows = [("all", "", found.whole), *((by_period, day.isoformat(), share) for day, share in found.periods if share.total)]
    rows += [("mode", key, share) for key, share in found.modes] + [("domain", key, share) for key, share in found.domains]
    return [
        {"by": by, "key": key, "agreed": share.count, "n": share.total, "share": share.rate, "low": share.low, "high": share.high}
        for by, key, share in rows
    ]


def agreement_shape(*, filters: AgreementFilters, now: datetime) -> Shape:
    """What ``GET reviews/agreement/`` answers: what was asked for, null where it was not narrowed, and the rows of the files."""
    return {
        "days": filters.days,
        "mode": filters.mode or None,
        "domain": filters.domain or None,
        "items": list_rows(filters=filters, now=now),
    }
