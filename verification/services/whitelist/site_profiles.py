"""How often sites were right: what later runs say of what they wrote, and what that with the rulings comes to."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from verification.composed import Composed
from verification.core.sources.accuracy import CONFIRMATION_WEIGHT, RULING_WEIGHT, Accuracy, accuracy_of
from verification.core.sources.confirmation import EarlierValue, weigh_statements
from verification.core.sources.domains import registrable_domain
from verification.core.vocabulary import Badge, Stance
from verification.models import Node, SiteJudgement, Source, VerificationRun, WhitelistDomain

REMEMBERED = timedelta(days=3 * 365)
EARLIER_RUNS = 20  # how far back a verified value is held against what was said before
_DAY = timedelta(days=1)
_VERIFIED = (Badge.WHITELIST_DIRECT, Badge.CROSS_VALIDATED)
SAID_IT = (Stance.SUPPORTS, Stance.DUPLICATE, Stance.DERIVED, Stance.CONTRADICTS)


def judge_by_run(*, node: Node, run: VerificationRun, supporters: Collection[str]) -> None:
    """What a verified run says of those who stated a value before; in its transaction, with the node locked.

    ``supporters`` are the domains with a vote for its value. A judgement that stands keeps its date, so that repeated runs add nothing.
    """
    if run.badge not in _VERIFIED or not supporters:
        return
    statements = _earlier_statements(node, run)
    said = {statement.domain for statement in statements}
    if not said:
        return
    listed = WhitelistDomain.objects.exclude(owner="").values_list("domain", "owner")
    owners = {registrable_domain(domain) or domain: owner for domain, owner in listed}
    value = run.number or run.value
    weighed = weigh_statements(statements, value=value, supporters=supporters, owners=owners, is_lasting=bool(node.reference_period))
    if not weighed:
        return
    now = timezone.now()
    known = {(row.domain, row.value): row for row in SiteJudgement.objects.filter(node=node)}
    rows = [
        SiteJudgement(domain=domain, value=stated, is_right=is_right, node=node, run=run, judged_at=now)
        for (domain, stated), is_right in weighed.items()
        if (domain, stated) not in known
    ]
    SiteJudgement.objects.bulk_create(rows)
    for key, is_right in weighed.items():
        if key in known and known[key].is_right != is_right:
            SiteJudgement.objects.filter(pk=known[key].pk).update(is_right=is_right, run=run, judged_at=now)


def load_accuracy(*, now: datetime, domains: Collection[str] | None = None) -> dict[str, Accuracy]:
    """How often each judged domain was right, in one query; of ``domains`` alone where they are given."""
    wanted = None if domains is None else tuple(sorted(set(domains) - {""}))
    found: dict[str, list[tuple[bool, float, float]]] = {}
    for domain, is_right, judged_at, ruling in _judgements(since=now - REMEMBERED, domains=wanted):
        weight = CONFIRMATION_WEIGHT if ruling is None else RULING_WEIGHT
        found.setdefault(domain, []).append((is_right, (now - judged_at) / _DAY, weight))
    return {domain: accuracy_of(judgements) for domain, judgements in found.items()}


@Composed
def _judgements(*, since: datetime, domains: tuple[str, ...] | None) -> QuerySet[SiteJudgement, tuple[str, bool, datetime, int | None]]:
    rows = SiteJudgement.objects.filter(judged_at__gt=since).order_by("pk")
    if domains is not None:
        rows = rows.filter(domain__in=domains)
    return rows.values_list("domain", "is_right", "judged_at", "ruling")


def _earlier_statements(node: Node, run: VerificationRun) -> list[EarlierValue]:
    runs = VerificationRun.objects.filter(node=node, is_replay=False, pk__lt=run.pk, finished_at__isnull=False)
    keys = list(runs.order_by("-created_at", "-pk").values_list("pk", flat=True)[:EARLIER_RUNS])
    if not keys:
        return []
    pages = Source.objects.filter(run__in=keys, stance__in=SAID_IT).exclude(domain="").exclude(value="")
    rows = pages.order_by("pk").values_list("run", "domain", "number", "value")
    return [EarlierValue(key, domain, number or value) for key, domain, number, value in rows]
