"""Second reviews: a ruling of somebody else's, decided once more without knowing what was decided."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from verification.enums import ReasonChip
from verification.models import SecondReview
from verification.reads.nodes import nodes as queries
from verification.services.errors import Refused
from verification.services.reviews.desk import MAX_REASON
from verification.services.reviews.evidence import gather_evidence
from verification.services.reviews.second_reviews import DECISIVE, decide_second, list_waiting
from verification.views.access import needs
from verification.views.cards import make_source_cards
from verification.views.reviews import cards
from verification.views.reviews.forms import Typed, read_typed

MOST_SHOWN = 100


@needs("add_ruling")
@require_safe
def list_seconds(request: HttpRequest) -> HttpResponse:
    rows = list(list_waiting(user=request.user)[: MOST_SHOWN + 1])
    shown = [(row, cards.title_of(row.ruling.review_item)) for row in rows[:MOST_SHOWN]]
    return render(request, "reviews/seconds.html", {"rows": shown, "is_cut": len(rows) > MOST_SHOWN, "most": MOST_SHOWN})


@needs("add_ruling")
@require_http_methods(["GET", "HEAD", "POST"])
def show_second(request: HttpRequest, pk: int) -> HttpResponse:
    """The card of one that is this person's to decide; of any other nothing is shown, not even that there is one."""
    second = list_waiting(user=request.user).filter(pk=pk).first()
    if second is None:
        raise Http404
    return _decide(request, second) if request.method == "POST" else _card(request, second)


def _decide(request: HttpRequest, second: SecondReview) -> HttpResponse:
    typed = read_typed(request.POST)
    if typed.decision not in DECISIVE:
        return _card(request, second, typed=typed, error=gettext("The form was incomplete. Choose what to do once more."))
    try:
        decided = decide_second(second=second, user=request.user, judgement=typed.judge())
    except Refused as refusal:
        return _card(request, second, typed=typed, error=str(refusal))
    agreed, differs = gettext("Both of you agree."), gettext("The first decision was another one; a third person will arbitrate.")
    messages.info(request, agreed if decided.is_agreed else differs)
    return redirect("second-reviews")


def _card(request: HttpRequest, second: SecondReview, *, typed: Typed | None = None, error: str = "") -> HttpResponse:
    """What the first person saw. How often sites were right stays out: the first ruling is part of that."""
    item = second.ruling.review_item
    evidence = gather_evidence(items=[item])[item.pk]
    listings = queries.list_authorities(sources=[source for candidate in evidence.candidates for source in candidate.sources])
    context = {
        "second": second,
        "item": item,
        "node": item.node,
        "title": cards.title_of(item),
        "candidates": cards.make_candidates(item, evidence, listings),
        "others": make_source_cards(evidence.others, queries.list_authorities(sources=evidence.others)),
        "accuracies": {},
        "typed": typed or Typed(),
        "chips": ReasonChip.choices,
        "error": error,
        "max_reason": MAX_REASON,
    }
    return render(request, "reviews/second.html", context, status=400 if error else 200)
