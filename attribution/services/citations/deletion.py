"""A citation report that its owner deletes."""

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from attribution.models import Citation, CitationReport
from verification.enums import SubjectKind
from verification.models import ReviewItem
from verification.notice_kinds import AwaitedKind
from verification.services.audit import record_audit
from verification.services.deletion import check_own, forget_copies
from verification.services.errors import Refused


def delete_report(*, report: CitationReport, user: User) -> None:
    """Delete one's own report with its text, its citations and their history. ``Refused`` says why it may not go."""
    with transaction.atomic():
        locked = CitationReport.objects.select_for_update().get(pk=report.pk)
        check_own(owner_id=locked.requested_by_id, user=user, is_final=locked.is_final)
        citations = Citation.objects.filter(report=locked).values("pk")
        if ReviewItem.objects.filter(subject_kind=SubjectKind.CITATION, subject_id__in=citations).exists():
            raise Refused(_("A reviewer was asked about one of its citations: the report stays."))
        record_audit(actor=user, verb="citations.delete", subject=locked, before={"citations": locked.citations_count})
        forget_copies(kind=AwaitedKind.REPORT, key=locked.pk, address=reverse("api:citation-report", args=[locked.pk]))
        locked.delete()
