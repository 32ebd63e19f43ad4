"""The reviewer's list, read-only: what the evidence could not settle."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from verification import queries
from verification.enums import SubjectKind
from verification.views import cards
from verification.views.access import needs


@needs("view_reviewitem")
@require_safe
def list_reviews(request: HttpRequest) -> HttpResponse:
    items = queries.list_open_reviews()
    runs = queries.list_runs_by_id(ids=[item.subject_id for item in items if item.subject_kind == SubjectKind.RUN])
    rows = [cards.make_review_row(item, runs.get(item.subject_id)) for item in items]
    return render(request, "reviews/list.html", {"rows": rows})
