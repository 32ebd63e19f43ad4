"""What is remembered of sites: every finished fetch, and what rulings and later runs say of what they wrote."""

import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone

from verification.core.accuracy import CONFIRMATION_WEIGHT, RULING_WEIGHT, Accuracy, accuracy_of
from verification.core.confirmation import Statement, weigh_statements
from verification.core.domains import host_of, registrable_domain
from verification.enums import Badge, RulingDecision, Stance
from verification.models import Node, ReviewItem, Ruling, SiteJudgement, SiteProfile, Source, VerificationRun, WhitelistDomain
from verification.services.review_evidence import find_run_key
from verification.services.review_subjects import is_same

REMEMBERED = timedelta(days=3 * 365)
EARLIER_RUNS = 20  # how far back a verified value is held against what was said before
_DAY = timedelta(days=1)
_VERIFIED = (Badge.WHITELIST_DIRECT, Badge.CROSS_VALIDATED)
_SAID_IT = (Stance.SUPPORTS, Stance.DUPLICATE, Stance.DERIVED, Stance.CONTRADICTS)

Tally = tuple[int, int]  # tries, and successes among them

logger = logging.getLogger(__name__)


def note_visits(visits: Sequence[tuple[str, bool]]) -> list[None]:
    """Count fetches that came to an end: of which address, and whether it answered.

    A profile that can't be kept costs no fetch: it is logged.
    """
    tallies: dict[str, Tally] = {}
    for url, is_success in visits:
        host = host_of(url)
        if host:
            domain = registrable_domain(host) or host
            tallies[domain] = _add(tallies.get(domain, (0, 0)), is_success)
    try:
        _count(tallies, timezone.now())
    except DatabaseError:
        logger.exception("The profiles of sites can't be kept.")
    return [None] * len(visits)


def judge_sites(*, item: ReviewItem, ruling: Ruling) -> None:
    """What a value that a person accepted or set says of the domains whose pages stated one; in the ruling's transaction."""
    if ruling.decision not in (RulingDecision.ACCEPT, RulingDecision.FIX):
        return
    judged: dict[str, bool] = {}
    for source in _sources(item):
        is_right = is_same({"value": source.value, "number": source.number}, ruling.value, ruling.number)
        judged[source.domain] = judged.get(source.domain, False) or is_right
    now = timezone.now()
    SiteJudgement.objects.bulk_create(
        SiteJudgement(domain=domain, is_right=is_right, ruling=ruling, judged_at=now) for domain, is_right in judged.items()
    )
    _count({domain: _add((0, 0), is_right) for domain, is_right in judged.items()}, now)


def unjudge_sites(*, ruling: Ruling) -> None:
    """A ruling that was taken back says nothing of anybody."""
    for judgement in SiteJudgement.objects.filter(ruling=ruling):
        SiteProfile.objects.filter(domain=judgement.domain, tries__gt=0).update(
            tries=F("tries") - 1, successes=F("successes") - int(judgement.is_right)
        )
    SiteJudgement.objects.filter(ruling=ruling).delete()


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
    rows = SiteJudgement.objects.filter(judged_at__gt=now - REMEMBERED).order_by("pk")
    if domains is not None:
        rows = rows.filter(domain__in=set(domains) - {""})
    found: dict[str, list[tuple[bool, float, float]]] = {}
    for domain, is_right, judged_at, ruling in rows.values_list("domain", "is_right", "judged_at", "ruling"):
        weight = CONFIRMATION_WEIGHT if ruling is None else RULING_WEIGHT
        found.setdefault(domain, []).append((is_right, (now - judged_at) / _DAY, weight))
    return {domain: accuracy_of(judgements) for domain, judgements in found.items()}


def _earlier_statements(node: Node, run: VerificationRun) -> list[Statement]:
    runs = VerificationRun.objects.filter(node=node, is_replay=False, pk__lt=run.pk, finished_at__isnull=False)
    keys = list(runs.order_by("-created_at", "-pk").values_list("pk", flat=True)[:EARLIER_RUNS])
    pages = Source.objects.filter(run__in=keys, stance__in=_SAID_IT).exclude(domain="").exclude(value="")
    rows = pages.order_by("pk").values_list("run", "domain", "number", "value")
    return [Statement(key, domain, number or value) for key, domain, number, value in rows]


def _sources(item: ReviewItem) -> list[Source]:
    run_id = item.subject_id if item.subject_kind == "run" else find_run_key(item.node.state if item.node else None)
    return list(Source.objects.filter(run=run_id, stance__in=_SAID_IT).exclude(domain="").exclude(value="")) if run_id else []


def _add(tally: Tally, is_success: bool) -> Tally:
    return tally[0] + 1, tally[1] + int(is_success)


def _count(tallies: Mapping[str, Tally], now: datetime) -> None:
    """Add to the tries and successes of each domain. Rows are locked in one order, and of two that see a site first one makes its row."""
    with transaction.atomic():
        own = SiteProfile.objects.filter(domain__in=tallies)
        known = set(own.select_for_update().order_by("domain").values_list("domain", flat=True))
        new = [SiteProfile(domain=domain, first_seen_at=now, last_seen_at=now) for domain in sorted(tallies.keys() - known)]
        if new:
            SiteProfile.objects.bulk_create(new, ignore_conflicts=True)
        for tries, successes in sorted(set(tallies.values())):
            alike = [domain for domain, tally in tallies.items() if tally == (tries, successes)]
            counted = {"tries": F("tries") + tries, "successes": F("successes") + successes}
            SiteProfile.objects.filter(domain__in=alike).update(**counted, last_seen_at=now)
