"""What a ruling does to a disputed citation: the verdict that a person stands for takes the engine's place, and can be taken back."""

from django.utils import timezone
from django.utils.translation import gettext as _

from attribution.core.vocabulary import CitationStatus
from attribution.models import Citation, CitationCheck
from attribution.services.citations.findings import make_check
from attribution.services.citations.lifecycle import recheck_report
from verification.enums import RulingDecision
from verification.models import ReviewItem, Ruling
from verification.services.errors import Refused

RULED = tuple(status.value for status in CitationStatus if status not in (CitationStatus.PENDING, CitationStatus.NOT_APPLICABLE))
BY_PERSON = "ruled_by_person"


def apply(*, item: ReviewItem, ruling: Ruling) -> None:
    """Accept keeps the verdict (or sets the one chosen), fix sets another one, reject leaves it undecided, retry checks again."""
    citation = _citation_of(item)
    if ruling.decision == RulingDecision.RETRY:
        recheck_report(report=citation.report, actor=ruling.decided_by, indexes=[citation.index])
        return
    _set_verdict(citation, _chosen(citation, ruling), ruling)


def undo(*, item: ReviewItem, ruling: Ruling, by: Ruling) -> None:
    """The verdict is what it was before the ruling, unless the citation was checked again meanwhile; history keeps all."""
    citation = _citation_of(item)
    own = CitationCheck.objects.filter(citation=citation, ruling=ruling).order_by("-pk").first()
    newest = CitationCheck.objects.filter(citation=citation).order_by("-pk").first()
    if own is None or newest is None or newest.pk != own.pk:
        return
    before = CitationCheck.objects.filter(citation=citation, pk__lt=own.pk).exclude(ruling=ruling).order_by("-pk").first()
    if before is None:
        return
    citation.status, citation.reasons, citation.ruling = before.status, before.reasons, before.ruling
    _save(citation)
    check = make_check(citation, now=timezone.now())
    check.ruling = by
    check.save(force_insert=True)


def _chosen(citation: Citation, ruling: Ruling) -> str:
    if ruling.decision == RulingDecision.REJECT:
        return CitationStatus.INCONCLUSIVE.value
    wanted = ruling.value.strip()
    if ruling.decision == RulingDecision.ACCEPT and not wanted:
        wanted = citation.status
    if wanted not in RULED:
        raise Refused(_("Name a verdict: %(choices)s.") % {"choices": ", ".join(RULED)})
    return wanted


def _set_verdict(citation: Citation, status: str, ruling: Ruling) -> None:
    citation.status, citation.ruling = status, ruling
    citation.reasons = [{"code": BY_PERSON, "params": {"who": ruling.decided_by.get_username(), "reason": ruling.reason[:300]}}]
    _save(citation)
    check = make_check(citation, now=timezone.now())
    check.ruling = ruling
    check.save(force_insert=True)


def _save(citation: Citation) -> None:
    citation.checked_at = timezone.now()
    citation.save(update_fields=["status", "reasons", "ruling", "checked_at"])


def _citation_of(item: ReviewItem) -> Citation:
    found = Citation.objects.select_for_update(of=("self",)).select_related("report").filter(pk=item.subject_id).first()
    if found is None:
        raise Refused(_("The citation is gone."))
    return found
