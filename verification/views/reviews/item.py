"""One review item: its card, and what a person may do with it. Whatever was typed is kept when it can't be taken."""

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from verification.enums import ReasonChip, ReviewStatus, RulingDecision
from verification.models import ReviewItem, Source
from verification.reads.nodes import nodes as queries
from verification.reads.reviews import reviews as review_queries
from verification.reads.reviews.reviews import Queue
from verification.services.errors import Refused
from verification.services.reviews.desk import (
    FINAL,
    MAX_REASON,
    UNDO,
    ReviewConflict,
    claim_review,
    escalate_review,
    latest_ruling,
    release_review,
    reopen_review,
    rule_review,
    undo_ruling,
)
from verification.services.reviews.evidence import ReviewEvidence, find_orders, gather_evidence, show_evidence
from verification.services.reviews.subjects import present_subjects
from verification.services.whitelist.site_profiles import load_accuracy
from verification.templatetags.evidence import visible
from verification.views.access import needs
from verification.views.cards import make_source_cards
from verification.views.charts.strip import StripValue, make_strip
from verification.views.reviews import cards
from verification.views.reviews.forms import (
    ESCALATE,
    SKIP,
    Typed,
    has_advance,
    has_keys,
    read_key,
    read_queue,
    read_typed,
)

RULES = "verification.add_ruling"
_COMMENTED = ("reason", "valid_days")  # what stands in the folded part of the bar


@needs("view_reviewitem")
@require_http_methods(["GET", "HEAD", "POST"])
def show_review(request: HttpRequest, pk: int) -> HttpResponse:
    if request.method == "POST":
        return _decide(request, pk)
    return _card(request, _get_item(pk))


@permission_required(RULES, raise_exception=True)
def _decide(request: HttpRequest, pk: int) -> HttpResponse:
    """A ruling, or one of the two ways to leave an item to others. 409 says who was faster; 400 what is missing."""
    item, typed = _get_item(pk), read_typed(request.POST)
    if typed.decision not in (SKIP, ESCALATE, *FINAL) or typed.version is None:
        return _card(request, item, typed=typed, refusal=Refused(gettext("The form was incomplete. Choose what to do once more.")))
    try:
        if typed.decision == SKIP:
            release_review(item=item, user=request.user, is_skipped=True, reason=typed.reason)
        elif typed.decision == ESCALATE:
            escalate_review(item=item, user=request.user, reason=typed.reason)
        else:
            rule_review(item=item, user=request.user, version=typed.version, judgement=typed.judge(), evidence_hash=typed.evidence)
    except ReviewConflict as conflict:
        return _card(request, _get_item(pk), typed=typed, conflict=conflict)
    except Refused as refusal:
        return _card(request, _get_item(pk), typed=typed, refusal=refusal)
    return _advance(request, item, is_ruled=typed.decision in FINAL)


def _advance(request: HttpRequest, item: ReviewItem, *, is_ruled: bool) -> HttpResponse:
    """On to the next item that is free, held at once; the queue where none is left; the same item where advancing is off."""
    told: dict[str, object] = {"ruled": item.pk} if is_ruled else {}
    if not has_advance(request):
        return redirect(f"{reverse('review', args=[item.pk])}{_query(told)}")
    queue = read_queue(request.POST, Queue.NEXT)
    queue = queue if queue == Queue.ESCALATED else Queue.NEXT
    following = claim_following(request, item=item, queue=queue)
    if following is None:
        return redirect(f"{reverse('reviews')}{_query(told)}")
    told |= {"queue": queue.value} if queue == Queue.ESCALATED else {}
    return redirect(f"{reverse('review', args=[following.pk])}{_query(told)}")


def claim_following(request: HttpRequest, *, item: ReviewItem | None, queue: Queue) -> ReviewItem | None:
    """The next item that could be claimed, from the top again after the last; None where there is no other."""
    now = timezone.now()
    found = review_queries.find_next(item=item, queue=queue, user=request.user, now=now) if item else None
    for _attempt in range(3):
        if found is None:
            top = review_queries.list_reviews(queue=queue, user=request.user, now=now)
            found = (top.exclude(pk=item.pk) if item else top).first()
        if found is None:
            return None
        try:
            return claim_review(item=found, user=request.user)
        except ReviewConflict:
            found = review_queries.find_next(item=found, queue=queue, user=request.user, now=timezone.now())
    return found


@needs("add_ruling")
@require_POST
def claim_item(request: HttpRequest, pk: int) -> HttpResponse:
    """Claim, extend, or take over from somebody else."""
    item = _get_item(pk)
    try:
        claim_review(item=item, user=request.user, is_taken_over="take_over" in request.POST)
    except ReviewConflict as conflict:
        return _card(request, _get_item(pk), conflict=conflict)
    return redirect("review", pk=pk)


@needs("add_ruling")
@require_POST
def release_item(request: HttpRequest, pk: int) -> HttpResponse:
    release_review(item=_get_item(pk), user=request.user)
    return redirect("reviews")


@needs("add_ruling")
@require_POST
def undo_item(request: HttpRequest, pk: int) -> HttpResponse:
    try:
        undo_ruling(item=_get_item(pk), user=request.user)
    except Refused as refusal:
        messages.info(request, str(refusal))
    return redirect("review", pk=pk)


@needs("add_ruling")
@require_POST
def reopen_item(request: HttpRequest, pk: int) -> HttpResponse:
    typed = read_typed(request.POST)
    try:
        reopen_review(item=_get_item(pk), user=request.user, reason=typed.reason)
    except Refused as refusal:
        return _card(request, _get_item(pk), typed=typed, refusal=refusal)
    return redirect("review", pk=pk)


@needs("view_reviewitem")
@require_safe
def show_lease(request: HttpRequest, pk: int) -> HttpResponse:
    """The line that says who looks at the item; it comes by itself while the card is open."""
    item = _get_item(pk)
    lease = cards.make_lease(item, request.user.pk, timezone.now())
    return render(request, "fragments/lease.html", {"item": item, "lease": lease, "seen": read_key(request.GET.get("v", ""))})


def find_toast(request: HttpRequest) -> dict[str, object] | None:
    """The ruling that was just made, while it can still be taken back."""
    key = read_key(request.GET.get("ruled", ""))
    item = _find_item(key) if key else None
    ruling = latest_ruling(item) if item else None
    if item is None or ruling is None or ruling.decided_by_id != request.user.pk:
        return None
    left = (ruling.decided_at + UNDO - timezone.now()).total_seconds()
    if left <= 0:
        return None
    presented = present_subjects(items=[item]).get(item.pk)
    figure = cards.decided_figure(item, ruling, cards.choices_of(presented))
    return {"item": item, "ruling": ruling, "figure": figure, "title": cards.title_of(item, presented), "seconds": round(left)}


def _card(
    request: HttpRequest,
    item: ReviewItem,
    *,
    typed: Typed | None = None,
    refusal: Refused | None = None,
    conflict: ReviewConflict | None = None,
) -> HttpResponse:
    now = timezone.now()
    evidence = show_evidence(gather_evidence(items=[item])[item.pk], user=request.user)
    subject, choices = evidence.subject, dict(evidence.subject.choices) if evidence.subject else {}
    listings = queries.list_authorities(sources=[source for candidate in evidence.candidates for source in candidate.sources])
    strip = _strip(item, evidence)
    candidates = cards.make_candidates(item, evidence, listings, {value.label: value.tone for value in strip or ()})
    ruling = latest_ruling(item) if item.status != ReviewStatus.OPEN else None
    context = {
        "item": item,
        "node": item.node,
        "title": visible(subject.title) if subject else cards.title_of(item),
        "subject": subject,
        "choices": choices,
        "unit": item.node.unit if item.node else evidence.candidates[0].unit if evidence.candidates else "",
        "evidence": evidence,
        "candidates": candidates,
        "chosen": _chosen(candidates, ruling.value if ruling else typed.candidate if typed else ""),
        "proposal": cards.describe_proposal(candidates, evidence) if item.node or candidates else "",
        **_beside(evidence),
        "strip": strip,
        "accuracies": load_accuracy(now=now, domains=[source.domain for source in _pages(evidence)]),
        "lease": cards.make_lease(item, request.user.pk, now),
        "ruling": ruling,
        "ruled": cards.decided_figure(item, ruling, choices) if ruling else None,
        "ruling_chips": cards.chip_labels(ruling) if ruling else [],
        "record": cards.make_record(review_queries.list_record(item=item), choices),
        **_filled_in(typed, refusal),
        "conflict": conflict,
        **_moves(request, item),
    }
    return render(request, "reviews/review.html", context, status=409 if conflict else 400 if refusal else 200)


def _filled_in(typed: Typed | None, refusal: Refused | None) -> dict[str, object]:
    """What was typed into the form, and what is wrong with it at which field."""
    return {
        "typed": typed or Typed(),
        "max_reason": MAX_REASON,
        "is_fixing": bool(typed and (typed.decision == RulingDecision.FIX or typed.value)),
        "is_commenting": bool(typed and (typed.reason or typed.valid_days)) or (refusal is not None and refusal.field in _COMMENTED),
        "chips": ReasonChip.choices,
        "error": str(refusal or ""),
        "wrong": refusal.field if refusal else "",
    }


def _beside(evidence: ReviewEvidence) -> dict[str, object]:
    """The pages that stand behind no candidate, and what any page orders a model to do."""
    others = make_source_cards(evidence.others, queries.list_authorities(sources=evidence.others))
    return {"others": others, "orders": find_orders(evidence)}


def _pages(evidence: ReviewEvidence) -> list[Source]:
    return [*evidence.others, *(source for candidate in evidence.candidates for source in candidate.sources)]


def _moves(request: HttpRequest, item: ReviewItem) -> dict[str, object]:
    """The items before and behind, in the queue that the person came from, the ruling just made, and how they like to move."""
    now = timezone.now()
    asked = request.POST if request.method == "POST" else request.GET
    queue = read_queue(asked, Queue.NEXT if item.status == ReviewStatus.OPEN else Queue.DECIDED)
    if (queue == Queue.DECIDED) != (item.status != ReviewStatus.OPEN):
        queue = Queue.NEXT
    return {
        "queue": queue.value,
        "has_keys": has_keys(request),
        "has_advance": has_advance(request),
        "toast": find_toast(request),
        "following": review_queries.find_next(item=item, queue=queue, user=request.user, now=now),
        "previous": review_queries.find_previous(item=item, queue=queue, user=request.user, now=now),
    }


def _chosen(candidates: list[cards.ShownCandidate], value: str) -> int | None:
    """The candidate that is ticked: what was ruled, what the person had chosen, else what is proposed."""
    kept = next((candidate.key for candidate in candidates if value == candidate.value), None)
    return kept or next((candidate.key for candidate in candidates if candidate.is_proposed), None)


def _strip(item: ReviewItem, evidence: ReviewEvidence) -> list[StripValue] | None:
    if item.node is None or evidence.run is None:
        return None
    return make_strip(node=item.node, run=evidence.run, sources=_pages(evidence))


def _get_item(pk: int) -> ReviewItem:
    item = _find_item(pk)
    if item is None:
        raise Http404
    return item


def _find_item(pk: int) -> ReviewItem | None:
    return review_queries.get_review(pk=pk)


def _query(values: dict[str, object]) -> str:
    return f"?{urlencode(values)}" if values else ""
