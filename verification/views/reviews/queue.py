"""The reviewer's queue: what the evidence could not settle, who holds it, and one judgement on many items."""

from collections.abc import Sequence

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from verification.enums import ReasonChip, RulingDecision, SubjectKind
from verification.models import ReviewItem
from verification.reads.nodes import nodes as queries
from verification.reads.reviews import reviews as review_queries
from verification.reads.reviews.reviews import Queue
from verification.services.reviews.bulk_rulings import BulkOutcome, SeenItem, rule_many
from verification.services.reviews.desk import MAX_REASON, NEEDS_REASON
from verification.services.reviews.evidence import gather_evidence
from verification.services.reviews.subjects import may_see, present_subjects
from verification.templatetags.evidence import MAX_NAME, visible
from verification.views.access import needs
from verification.views.preferences import A_YEAR, page_to_return_to
from verification.views.reviews import cards
from verification.views.reviews.forms import (
    ADVANCE_COOKIE,
    KEYS_COOKIE,
    has_keys,
    read_key,
    read_queue,
    read_typed,
)
from verification.views.reviews.item import claim_following, find_toast

MOST_TOGETHER = 200
SALT = "verification.reviews.bulk"
SHOWN_FOR = 30 * 60
TOGETHER = (RulingDecision.ACCEPT, RulingDecision.REJECT, RulingDecision.RETRY)
TABS = (Queue.UNCLAIMED, Queue.MINE, Queue.ESCALATED, Queue.OPEN, Queue.DECIDED)


@needs("view_reviewitem")
@require_safe
def list_reviews(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    queue = read_queue(request.GET, Queue.OPEN)
    page = review_queries.read_page(queue=queue, user=request.user, now=now, after=read_key(request.GET.get("after", "")))
    counts = review_queries.count_queues(user=request.user, now=now)
    context = {
        "queue": queue.value,
        "tabs": [(tab.value, _tab_label(tab), counts.get(tab), tab == queue) for tab in TABS],
        "rows": make_rows(page.items, request.user, is_decided=queue == Queue.DECIDED),
        "after": page.after,
        "is_first_page": "after" not in request.GET,
        "waiting": counts[Queue.UNCLAIMED] + counts[Queue.MINE],
        "together": min(counts.get(queue, 0), MOST_TOGETHER),
        "is_decided": queue == Queue.DECIDED,
        "workday": _workday(request.user) if request.user.has_perm("verification.add_ruling") else None,
        "toast": find_toast(request),
        "has_keys": has_keys(request),
    }
    return render(request, "reviews/list.html", context)


def make_rows(items: Sequence[ReviewItem], user: User, *, is_decided: bool) -> list[cards.QueueRow]:
    runs = queries.list_runs_by_id(ids=[item.subject_id for item in items if item.subject_kind == SubjectKind.RUN])
    rulings = review_queries.list_rulings(items=items) if is_decided else {}
    presented = {key: each for key, each in present_subjects(items=items).items() if may_see(each.subject, user=user)}
    return cards.make_rows(items, runs, rulings, presented, user.pk, timezone.now())


@needs("add_ruling")
@require_POST
def start_reviewing(request: HttpRequest) -> HttpResponse:
    """Claim the first item that is free, or one's own, and open it."""
    queue = read_queue(request.POST, Queue.NEXT)
    item = claim_following(request, item=None, queue=Queue.ESCALATED if queue == Queue.ESCALATED else Queue.NEXT)
    return redirect("reviews") if item is None else redirect("review", pk=item.pk)


@needs("view_reviewitem")
@require_POST
def change_moves(request: HttpRequest) -> HttpResponse:
    """Turn single keys, or going on by itself, on or off in this browser."""
    response = HttpResponseRedirect(page_to_return_to(request, "/reviews/"))
    for field, cookie in (("keys", KEYS_COOKIE), ("advance", ADVANCE_COOKIE)):
        if request.POST.get(field) == "off":
            response.set_cookie(cookie, "off", max_age=A_YEAR, samesite="Lax", secure=settings.HTTPS_ONLY, httponly=True)
        elif field in request.POST:
            response.delete_cookie(cookie, samesite="Lax")
    return response


@needs("add_ruling")
@require_http_methods(["GET", "HEAD", "POST"])
def rule_together(request: HttpRequest) -> HttpResponse:
    """A preview of every item and what changes; nothing is written before the person has seen it."""
    return _apply(request) if request.method == "POST" else _preview(request)


def _preview(request: HttpRequest, *, outcome: BulkOutcome | None = None, error: str = "") -> HttpResponse:
    """The form carries, signed, which items in which version with which evidence were shown."""
    now = timezone.now()
    asked = request.POST if request.method == "POST" else request.GET
    queue = read_queue(asked, Queue.UNCLAIMED)
    queue = Queue.UNCLAIMED if queue == Queue.DECIDED else queue
    items = list(review_queries.list_reviews(queue=queue, user=request.user, now=now)[: MOST_TOGETHER + 1])
    shown = items[:MOST_TOGETHER]
    evidence = gather_evidence(items=shown)
    rows, seen = [], []
    for item in shown:
        found = evidence[item.pk]
        candidates = cards.make_candidates(item, found, {})
        lease = cards.make_lease(item, request.user.pk, now)
        proposed = candidates[found.proposed] if found.proposed is not None and candidates else None
        title = visible(found.subject.title[:MAX_NAME]) if found.subject else cards.title_of(item)
        rows.append({"item": item, "title": title, "proposed": proposed, "candidates": candidates, "lease": lease})
        seen.append([item.pk, item.version, proposed.value if proposed else "", found.digest])
    typed = read_typed(request.POST)
    context = {
        "rows": rows,
        "queue": queue.value,
        "label": _tab_label(queue),
        "seen": signing.dumps(seen, salt=f"{SALT}.{request.user.pk}", compress=True),
        "is_cut": len(items) > MOST_TOGETHER,
        "most": MOST_TOGETHER,
        "decisions": [(decision.value, decision.label) for decision in TOGETHER],
        "typed": typed,
        "chips": ReasonChip.choices,
        "outcome": outcome,
        "left_out": _left_out(outcome) if outcome else [],
        "error": error,
        "max_reason": MAX_REASON,
    }
    return render(request, "reviews/bulk.html", context, status=400 if error else 200)


def _apply(request: HttpRequest) -> HttpResponse:
    typed = read_typed(request.POST)
    if typed.decision not in TOGETHER:
        return _preview(request, error=gettext("Choose what to do with the items."))
    if typed.decision in NEEDS_REASON and not (typed.reason.strip() or typed.chips):
        return _preview(request, error=gettext("A reason is required to reject."))
    try:
        shown = signing.loads(request.POST.get("seen", ""), salt=f"{SALT}.{request.user.pk}", max_age=SHOWN_FOR)
    except signing.BadSignature:
        return _preview(request, error=gettext("The preview is too old or damaged. Nothing was written; look at it again."))
    chosen = {int(key) for key in request.POST.getlist("item") if read_key(key)}
    seen = [SeenItem(pk, version, value, digest) for pk, version, value, digest in shown if pk in chosen]
    outcome = rule_many(user=request.user, seen=seen, decision=RulingDecision(typed.decision), reason=typed.reason, chips=typed.chips)
    if outcome.left_out:
        return _preview(request, outcome=outcome)
    done = len(outcome.decided)
    messages.info(request, ngettext("%(count)d item is decided.", "%(count)d items are decided.", done) % {"count": done})
    return redirect("reviews")


def _left_out(outcome: BulkOutcome) -> list[tuple[ReviewItem | None, str, str]]:
    items = ReviewItem.objects.select_related("node").in_bulk([entry.pk for entry in outcome.left_out])
    found = [(items.get(entry.pk), entry) for entry in outcome.left_out]
    presented = present_subjects(items=list(items.values()))
    return [(item, cards.title_of(item, presented.get(item.pk)) if item else f"#{entry.pk}", entry.why) for item, entry in found]


def _workday(user: User) -> review_queries.Workday:
    midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    return review_queries.measure_workday(user=user, since=midnight)


def _tab_label(queue: Queue) -> str:
    return {
        Queue.UNCLAIMED: gettext("Unclaimed"),
        Queue.MINE: gettext("Mine"),
        Queue.ESCALATED: gettext("Escalated"),
        Queue.DECIDED: gettext("Decided"),
    }.get(queue, gettext("All open"))
