"""What the review card of a program's verification shows: what is claimed, and each value with its voters and its pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from verification.core.panel.claims import Claimed, read_claim
from verification.core.support.answers import answer_number, same_answer
from verification.models import ReviewItem, Verification
from verification.services.reviews.subjects import (
    GatheredCandidate,
    Presented,
    Proposed,
    ReviewCandidate,
    ReviewSubject,
    Voice,
    group_pages,
    read_voice,
)
from verification.services.runs.seen_pages import read_pages

MAX_CANDIDATES = 9


def present(*, items: Sequence[ReviewItem]) -> dict[int, Presented]:
    """One query. Values are told apart as the engine does; what the program claims is one of them, carried by a page or not."""
    keys = {item.subject_id: item.pk for item in items}
    rows = Verification.objects.filter(pk__in=keys).select_related("requested_by").defer("payload", "evidence")
    return {keys[row.pk]: _present(row) for row in rows}


def _present(row: Verification) -> Presented:
    claimed = read_claim(row.claim, row.value, query=row.query)
    entries = _gather(row, claimed)
    shapes = [{"value": entry.value, "number": entry.number, "domains": entry.domains} for entry in entries]
    groups, others = group_pages(shapes, read_pages(row.result or {}))
    candidates = tuple(
        ReviewCandidate(entry.value, entry.number, claimed.node.unit or "", entry.domains, group, tuple(entry.voices))
        for entry, group in zip(entries, groups, strict=True)
    )
    proposed, why = _propose(candidates)
    subject = ReviewSubject(
        title=row.claim or row.value,
        address=reverse("verification", args=[row.public_id]),
        kind=claimed.node.kind.value,
        facts=_facts(row),
        owner=row.requested_by_id,
    )
    return Presented(subject, candidates, tuple(others), proposed, why)


def _gather(row: Verification, claimed: Claimed) -> list[GatheredCandidate]:
    unit, result = claimed.node.unit, row.result or {}
    entries = [GatheredCandidate(own["value"], own["number"], tuple(own["domains"])) for own in result.get("values", [])]

    def add(value: str, voice: Voice) -> None:
        found = next((entry for entry in entries if same_answer(entry.value, value, unit=unit)), None)
        if found is None:
            found = GatheredCandidate(value, answer_number(value, unit=unit))
            entries.append(found)
        found.voices.append(voice)

    for vote in result.get("votes", []):
        if vote["outcome"] == "answered" and _answer(vote):
            add(_answer(vote), read_voice(vote))
    who = row.requested_by.get_username() if row.requested_by else ""
    add(claimed.value, Voice(name="claim", person=who, quote=row.claim or row.value, at=row.created_at))
    # The program's own value is always among them, whatever else was read.
    last = [entry for entry in entries if any(voice.name == "claim" for voice in entry.voices)]
    return [*[entry for entry in entries if entry not in last][: MAX_CANDIDATES - 1], *last] if len(entries) > MAX_CANDIDATES else entries


def _answer(vote: Mapping[str, Any]) -> str:
    return str((vote.get("result") or {}).get("value") or "")


def _propose(candidates: Sequence[ReviewCandidate]) -> tuple[int, Proposed]:
    """The value that the most voters have and the pages carry, else the one of most domains, else what is claimed."""
    heard = [sum(bool(voice.is_grounded) for voice in candidate.voices) for candidate in candidates]
    votes = [len(candidate.domains) for candidate in candidates]
    for counts, why in ((heard, Proposed.VOTERS), (votes, Proposed.MOST_VOTES)):
        if max(counts) and counts.count(max(counts)) == 1:
            return counts.index(max(counts)), why
    claims = [any(voice.name == "claim" for voice in candidate.voices) for candidate in candidates]
    return claims.index(True), Proposed.CLAIMED


def _facts(row: Verification) -> tuple[tuple[str, str], ...]:
    amount = f"{row.amount.normalize():f} {row.currency or 'USD'}" if row.amount is not None else ""
    known = (
        (_("Mode"), str(row.get_mode_display())),
        (_("Action"), row.action_type),
        (_("Amount"), amount),
        (_("Site"), row.domain),
        (_("Asked by"), row.requested_by.get_username() if row.requested_by else ""),
    )
    return tuple((name, text) for name, text in known if text)
