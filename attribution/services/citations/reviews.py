"""What the review card of a disputed citation shows: the claim, the verdict that stands with its passage, and those it could have."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from attribution.core.vocabulary import CitationStatus
from attribution.enums import Backing, label_of
from attribution.models import Citation, CitationCheck
from attribution.reads.explanations import explain_reasons
from verification.core.sources.domains import host_of, registrable_domain
from verification.core.vocabulary import PassageField, Stance
from verification.models import ReviewItem, Source
from verification.services.reviews.subjects import Presented, Proposed, ReviewCandidate, ReviewSubject, Voice

RULED = tuple(status.value for status in CitationStatus if status not in (CitationStatus.PENDING, CitationStatus.NOT_APPLICABLE))
BY_CHECK = "check"
MAX_CHECKS = 3
MAX_PASSAGES = 3
_STANCES = {Backing.VERIFIED: Stance.SUPPORTS, Backing.MISINFORMATION: Stance.CONTRADICTS}


def present(*, items: Sequence[ReviewItem]) -> dict[int, Presented]:
    """Two queries. The verdict that stands comes first and is proposed; the others may be chosen instead."""
    keys = {item.subject_id: item.pk for item in items}
    rows = Citation.objects.filter(pk__in=keys).select_related("report", "disputed_by").defer("report__text")
    checks: dict[int, list[CitationCheck]] = {}
    for check in CitationCheck.objects.filter(citation__in=keys).select_related("ruling__decided_by").order_by("-pk"):
        checks.setdefault(check.citation_id, []).append(check)
    return {keys[row.pk]: _present(row, checks.get(row.pk, [])) for row in rows}


def _present(row: Citation, checks: Sequence[CitationCheck]) -> Presented:
    statuses = sorted(RULED, key=lambda status: status != row.status)
    sources = tuple(_source(row, place) for place in range(min(len(row.passages), MAX_PASSAGES)))
    candidates = tuple(
        ReviewCandidate(
            value=status,
            label=label_of(CitationStatus, status),
            sources=sources if status == row.status else (),
            voices=tuple(_voice(check) for check in checks if check.status == status)[:MAX_CHECKS],
        )
        for status in statuses
    )
    subject = ReviewSubject(
        title=row.claim or row.text,
        address=f"{reverse('citation-report', args=[row.report_id])}?c={row.index}#card",
        marks=tuple((pair["claim_start"], pair["claim_end"]) for pair in row.aligned) if row.claim else (),
        facts=_facts(row),
        choices=tuple((status, label_of(CitationStatus, status)) for status in RULED),
        owner=row.report.requested_by_id,
    )
    others = (_replacement(row),) if row.replacement else ()
    return Presented(subject, candidates, others, 0, Proposed.STANDING)


def _source(row: Citation, place: int) -> Source:
    """A passage of the cited page, with the first figure that differs marked."""
    passage = row.passages[place]
    figure = next((pair for pair in row.aligned if pair["passage"] == place and pair["start"] is not None), None)
    return _page(
        url=row.final_url or row.url,
        title=row.page_title,
        passage=passage["text"],
        stance=_STANCES.get(Backing(row.supports), Stance.NO_VALUE) if row.supports and place == 0 else Stance.NO_VALUE,
        published_at=row.published_at,
        figure_start=figure["start"] if figure else None,
        figure_end=figure["end"] if figure else None,
    )


def _replacement(row: Citation) -> Source:
    found = row.replacement or {}
    return _page(url=found["url"], title=found.get("title", ""), passage=found.get("passage", ""), stance=Stance.SUPPORTS)


def _page(*, url: str, passage: str, **columns: object) -> Source:
    host = host_of(url) or ""
    place = {"field": PassageField.CONTENT.value, "start": 0, "end": len(passage)}
    return Source(url=url, domain=registrable_domain(host) or host, passage=passage, **place, **columns)


def _voice(check: CitationCheck) -> Voice:
    person = check.ruling.decided_by.get_username() if check.ruling else ""
    return Voice(name="ruling" if person else BY_CHECK, person=person, reasoning=explain_reasons(check.reasons), at=check.checked_at)


def _facts(row: Citation) -> tuple[tuple[str, str], ...]:
    hops = len(row.hops)
    known = (
        (_("Cited page"), row.url or row.anchor),
        (_("Exists"), str(row.get_existence_display())),
        (_("Matches"), str(row.get_matches_display())),
        (_("Supports"), str(row.get_supports_display())),
        (_("Dates"), str(row.get_dates_fit_display())),
        (_("HTTP status"), str(row.http_status or "")),
        (
            _("Redirects"),
            ngettext("%(count)d redirect", "%(count)d redirects", hops) % {"count": hops} if hops else "",
        ),
        (_("Read"), _("local copy, not fetched") if row.is_local_copy else ""),
        (_("Fetched"), timezone.localtime(row.fetched_at).strftime("%Y-%m-%d %H:%M") if row.fetched_at else ""),
        (_("Archived copy"), row.archive_url),
    )
    return tuple((name, text) for name, text in known if text)
