"""What a ruling says of the sites whose pages stated a value."""

from django.db.models import F
from django.utils import timezone

from verification.enums import RulingDecision
from verification.models import ReviewItem, Ruling, SiteJudgement, SiteProfile, Source
from verification.services.gateway.visits import count_tries
from verification.services.reviews.evidence import find_run_key
from verification.services.reviews.subjects import is_same
from verification.services.whitelist.site_profiles import SAID_IT


def judge_sites(*, item: ReviewItem, ruling: Ruling) -> None:
    """What a value that a person accepted or set says of the domains whose pages stated one; in the ruling's transaction."""
    if ruling.decision not in (RulingDecision.ACCEPT, RulingDecision.FIX):
        return
    judged: dict[str, bool] = {}
    for source in list_shown_sources(item):
        if source.stance not in SAID_IT:
            continue
        is_right = is_same({"value": source.value, "number": source.number}, ruling.value, ruling.number)
        judged[source.domain] = judged.get(source.domain, False) or is_right
    now = timezone.now()
    SiteJudgement.objects.bulk_create(
        SiteJudgement(domain=domain, is_right=is_right, ruling=ruling, judged_at=now) for domain, is_right in judged.items()
    )
    count_tries({domain: (1, int(is_right)) for domain, is_right in judged.items()}, now)


def unjudge_sites(*, ruling: Ruling) -> None:
    """A ruling that was taken back says nothing of anybody."""
    for judgement in SiteJudgement.objects.filter(ruling=ruling):
        SiteProfile.objects.filter(domain=judgement.domain, tries__gt=0).update(
            tries=F("tries") - 1, successes=F("successes") - int(judgement.is_right)
        )
    SiteJudgement.objects.filter(ruling=ruling).delete()


def list_shown_sources(item: ReviewItem) -> list[Source]:
    """The pages that an item on a node's value shows and that state one."""
    run_id = item.subject_id if item.subject_kind == "run" else find_run_key(item.node.state if item.node else None)
    return list(Source.objects.filter(run=run_id).exclude(domain="").exclude(value="")) if run_id else []
