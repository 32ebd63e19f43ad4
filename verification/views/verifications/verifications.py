"""Verifications for people: the list, and one with its votes side by side, conflicts, challenges, triggers and decision."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from verification.core.vocabulary import Decision
from verification.enums import ReviewStatus, SubjectKind, label_of
from verification.models import ReviewItem, Verification
from verification.reads.verifications import verifications as verification_queries
from verification.reads.verifications.verifications import VotingResult, decision_of
from verification.templatetags.evidence import node_name
from verification.views.access import needs

# Class and symbol of a decision; an empty one is still worked out.
LOOKS = {
    Decision.ACCEPT: ("ok", "check"),
    Decision.REJECT: ("bad", "octagon"),
    Decision.NEEDS_HUMAN: ("nh", "person"),
    Decision.NEEDS_RETRY: ("warn", "clock"),
}
WORKING = ("xv", "refresh")


@needs("view_verification")
@require_safe
def list_verifications(request: HttpRequest) -> HttpResponse:
    """One's own and those of nodes; everybody's for those who rule."""
    page = verification_queries.read_page(user=request.user, after=_read_key(request.GET.get("after", "")))
    context = {
        "rows": [(row, _title(row), _decision(row)) for row in page.rows],
        "after": page.after,
        "is_first_page": "after" not in request.GET,
    }
    return render(request, "verifications/list.html", context)


def _read_key(text: str) -> UUID | None:
    """Nonsense in the address starts from the top."""
    with suppress(ValueError):
        return UUID(text)
    return None


@needs("view_verification")
@require_safe
def show_verification(request: HttpRequest, public_id: UUID) -> HttpResponse:
    row = verification_queries.get_verification(user=request.user, public_id=public_id)
    if row is None:
        raise Http404
    subject = {"subject_kind": SubjectKind.VERIFICATION, "subject_id": row.pk}
    said = VotingResult.of(row, lang=get_language()).shape()
    context = {
        "row": row,
        "title": _title(row),
        "decision": _decision(row),
        "said": said,
        "facts": [(each, _look(each["decision"])) for each in said["facts"]],
        "fields": [pair for vote in said["individual_results"] for pair in vote["result"].get("fields", {}).items()],
        "votes": [(vote, _words(vote["result"])) for vote in said["individual_results"]],
        "review": ReviewItem.objects.filter(**subject, status=ReviewStatus.OPEN).first(),
    }
    return render(request, "verifications/verification.html", context)


def _title(row: Verification) -> str:
    """What was asked; a node that voters were heard on by its name in the reader's language."""
    node = row.run.node if row.run else None
    return node_name(node) if node is not None and row.claim == node.label else row.claim or row.value


def _decision(row: Verification) -> Mapping[str, Any]:
    code = decision_of(row)
    return _look(code) if code else {"label": row.get_status_display(), "look": WORKING[0], "symbol": WORKING[1]}


def _look(code: str) -> Mapping[str, Any]:
    look, symbol = LOOKS[Decision(code)]
    return {"label": label_of(Decision, code), "look": look, "symbol": symbol}


def _words(result: Mapping[str, Any]) -> str:
    """What a voter rests its answer on, else why there is none."""
    return str(next((result[name] for name in ("quote", "error") if result.get(name)), ""))
