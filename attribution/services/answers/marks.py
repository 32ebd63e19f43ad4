"""What readers say of the sources that an attribution names."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from attribution.models import Attribution, AttributionMark
from verification.services.audit import record_audit
from verification.services.errors import Refused


def mark_source(*, attribution: Attribution, index: int, is_right: bool | None, user: User) -> AttributionMark | None:
    """Mark a source as right or wrong, once for each reader; None takes the mark back. ``Refused`` where there is no such source."""
    if not 1 <= index <= attribution.sources_count:
        raise Refused(_("There is no source %(index)d here; there are %(count)d.") % {"index": index, "count": attribution.sources_count})
    mine = AttributionMark.objects.filter(attribution=attribution, index=index, user=user)
    with transaction.atomic():
        Attribution.objects.select_for_update().get(pk=attribution.pk)
        before = mine.values_list("is_right", flat=True).first()
        if before == is_right:
            return mine.first()
        mark = None
        if is_right is None:
            mine.delete()
        else:
            mark, _is_new = AttributionMark.objects.update_or_create(
                attribution=attribution, index=index, user=user, defaults={"is_right": is_right}
            )
        said = {"index": index, "is_right": is_right}
        record_audit(actor=user, verb="attribution.mark", subject=attribution, before={"index": index, "is_right": before}, after=said)
    return mark
