"""What is remembered of sites: every finished fetch, and what rulings say of what they wrote."""

import logging
from datetime import datetime, timedelta

from django.db import DatabaseError
from django.db.models import F
from django.utils import timezone

from verification.core.accuracy import Accuracy, accuracy_of
from verification.core.domains import host_of, registrable_domain
from verification.enums import RulingDecision, Stance
from verification.models import ReviewItem, Ruling, SiteJudgement, SiteProfile, Source
from verification.services.review_evidence import find_run_key

REMEMBERED = timedelta(days=3 * 365)
_DAY = timedelta(days=1)
_SAID_IT = (Stance.SUPPORTS, Stance.DUPLICATE, Stance.DERIVED, Stance.CONTRADICTS)

logger = logging.getLogger(__name__)


def note_visit(*, url: str, is_success: bool) -> None:
    """Count a fetch that came to an end. A profile that can't be kept costs no fetch: it is logged."""
    host = host_of(url)
    domain = (registrable_domain(host) or host) if host else ""
    if not domain:
        return
    try:
        _count({domain: is_success}, timezone.now())
    except DatabaseError:
        logger.exception("The profile of a site can't be kept.")


def judge_sites(*, item: ReviewItem, ruling: Ruling) -> None:
    """What a value that a person accepted or set says of the domains whose pages stated one; in the ruling's transaction."""
    if ruling.decision not in (RulingDecision.ACCEPT, RulingDecision.FIX):
        return
    judged: dict[str, bool] = {}
    for source in _sources(item):
        is_right = source.number == ruling.number if source.number and ruling.number else source.value == ruling.value
        judged[source.domain] = judged.get(source.domain, False) or is_right
    now = timezone.now()
    SiteJudgement.objects.bulk_create(
        SiteJudgement(domain=domain, is_right=is_right, ruling=ruling, judged_at=now) for domain, is_right in judged.items()
    )
    _count(judged, now)


def unjudge_sites(*, ruling: Ruling) -> None:
    """A ruling that was taken back says nothing of anybody."""
    for judgement in SiteJudgement.objects.filter(ruling=ruling):
        SiteProfile.objects.filter(domain=judgement.domain, tries__gt=0).update(
            tries=F("tries") - 1, successes=F("successes") - int(judgement.is_right)
        )
    SiteJudgement.objects.filter(ruling=ruling).delete()


def load_accuracy(*, now: datetime) -> dict[str, Accuracy]:
    """How often each judged domain was right, in one query."""
    found: dict[str, list[tuple[bool, float]]] = {}
    rows = SiteJudgement.objects.filter(judged_at__gt=now - REMEMBERED).order_by("pk")
    for domain, is_right, judged_at in rows.values_list("domain", "is_right", "judged_at"):
        found.setdefault(domain, []).append((is_right, (now - judged_at) / _DAY))
    return {domain: accuracy_of(judgements) for domain, judgements in found.items()}


def _sources(item: ReviewItem) -> list[Source]:
    run_id = item.subject_id if item.subject_kind == "run" else find_run_key(item.node.state if item.node else None)
    return list(Source.objects.filter(run=run_id, stance__in=_SAID_IT).exclude(domain="").exclude(value="")) if run_id else []


def _count(tries: dict[str, bool], now: datetime) -> None:
    for domain, is_success in sorted(tries.items()):
        own = SiteProfile.objects.filter(domain=domain)
        more = {"tries": F("tries") + 1, "successes": F("successes") + int(is_success), "last_seen_at": now}
        if not own.update(**more):
            # Of two that see a site first one makes its row.
            SiteProfile.objects.bulk_create([SiteProfile(domain=domain, first_seen_at=now, last_seen_at=now)], ignore_conflicts=True)
            own.update(**more)
