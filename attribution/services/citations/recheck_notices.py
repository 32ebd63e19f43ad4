"""The letter about a scheduled check: which verdicts changed, or that the checks were stopped."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from attribution.core.vocabulary import CitationStatus
from attribution.enums import RecheckOutcome, label_of
from attribution.models import Citation, RecheckSchedule, ScheduledCheck
from attribution.services.citations.endings import tell_report
from attribution.services.citations.lifecycle import list_visible
from verification.notice_kinds import Notice
from verification.services.nodes.series import load_series
from verification.services.notices.alerts import language_of, one_line, wants_mail
from verification.services.notices.webhooks import announce

MAX_SUBJECT = 150
MOST_NAMED = 20


def send_notice(*, check_id: int, user_id: int) -> bool:
    """Write to one person; False where they can't be reached, want no letters, or may not see the report (any more)."""
    user = User.objects.filter(pk=user_id).first()
    check = ScheduledCheck.objects.select_related("report").filter(pk=check_id).first()
    if user is None or check is None or not wants_mail(user, "attribution.view_citationreport"):
        return False
    if not list_visible(user=user).filter(pk=check.report_id).exists():
        return False
    with translation.override(language_of(user)):
        _make_mail(check, user.email).send()
    return True


def _make_mail(check: ScheduledCheck, address: str) -> EmailMessage:
    """Plain text alone, so that nothing that a text or a page wrote can act in a mail program."""
    title, count = one_line(check.report.title), len(check.changes)
    if check.outcome == RecheckOutcome.FAILED:
        subject = _("%(title)s: no longer checked again") % {"title": title}
        lines = [_("The scheduled checks failed too often in a row and were stopped. The verdicts of before stand.")]
    else:
        subject = _subject(check, title)
        lines = _list_changes(check)
        if count > MOST_NAMED:
            lines.append(ngettext("and %(n)d more", "and %(n)d more", count - MOST_NAMED) % {"n": count - MOST_NAMED})
    link = settings.SITE_URL + reverse("citation-report", args=[check.report_id])
    end = _("The report is yours, or you have it checked again. Open it and choose “off” to end these messages.")
    account = _("Your alerts: %(link)s") % {"link": settings.SITE_URL + reverse("account")}
    headers = {"List-Unsubscribe": f"<{settings.SITE_URL}{reverse('account')}>", "Auto-Submitted": "auto-generated"}
    body = "\n".join([title, "", *lines, "", f"{link}#changes", "", end, account])
    return EmailMessage(subject=subject[:MAX_SUBJECT], body=body, to=[address], headers=headers)


def _subject(check: ScheduledCheck, title: str) -> str:
    verdicts = sum(one["before"] != one["after"] for one in check.changes)
    if verdicts:
        said = ngettext("%(title)s: %(n)d verdict changed", "%(title)s: %(n)d verdicts changed", verdicts)
        return said % {"title": title, "n": verdicts}
    count = len(check.changes)
    said = ngettext(
        "%(title)s: an official series says otherwise of %(n)d citation",
        "%(title)s: official series say otherwise of %(n)d citations",
        count,
    )
    return said % {"title": title, "n": count}


def _list_changes(check: ScheduledCheck) -> list[str]:
    named = check.changes[:MOST_NAMED]
    citations = Citation.objects.filter(report=check.report_id, index__in=[one["index"] for one in named])
    cited = {index: url or anchor or text for index, url, anchor, text in citations.values_list("index", "url", "anchor", "text")}
    return [_tell_change(one, one_line(cited.get(one["index"], ""))) for one in named]


def _tell_change(one: dict[str, Any], source: str) -> str:
    before, after = (label_of(CitationStatus, one[name]) for name in ("before", "after"))
    told = {"number": one["index"], "before": before, "after": after, "source": source}
    line = _("%(number)s. %(before)s → %(after)s: %(source)s") if before != after else _("%(number)s. %(after)s: %(source)s")
    return "; ".join([line % told, *(_tell_official(said) for said in one.get("official", ()))])


def _tell_official(said: dict[str, str]) -> str:
    entry = load_series(said["series"])
    title = entry.title(translation.get_language() or "en") if entry else said["series"]
    told = {"series": title, "period": said["period"], "value": said["value"]}
    return _("the official series says otherwise: %(series)s, %(period)s: %(value)s") % told


def tell_programs(check: ScheduledCheck) -> int:
    """Queue a message to the programs of whoever's report it is and of whoever has it checked, in the caller's transaction; how many."""
    return announce(
        notice=Notice.REPORT_RECHECKED,
        subject=f"report:{check.report_id}",
        permission="attribution.view_citationreport",
        write=lambda: _describe(check),
        users=list_concerned(check),
    )


def _describe(check: ScheduledCheck) -> dict[str, object]:
    return {
        **tell_report(check.report),
        "outcome": check.outcome,
        "changes": check.changes,
        "asked_at": check.asked_at.isoformat(),
        "ended_at": check.ended_at.isoformat() if check.ended_at else None,
    }


def list_concerned(check: ScheduledCheck) -> list[int]:
    """Whose report it is, and who has it checked."""
    chosen_by = RecheckSchedule.objects.filter(report=check.report).values_list("chosen_by", flat=True).first()
    return sorted({pk for pk in (check.report.requested_by_id, chosen_by) if pk})
