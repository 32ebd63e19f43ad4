"""One's own tokens for programs: made, shown once, revoked."""

from datetime import timedelta
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import BooleanField, Case, QuerySet, Value, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from verification.core.vocabulary import Scope
from verification.enums import label_of
from verification.models import ApiToken
from verification.services.errors import Refused
from verification.services.operations.tokens import MOST_PER_MINUTE, NewToken, create_token, revoke_token, scopes_of
from verification.views.access import needs

SHOWN = 100
NO_END = "0"
LIFETIMES = [
    ("30", gettext_lazy("30 days")),
    ("90", gettext_lazy("90 days")),
    ("365", gettext_lazy("one year")),
    (NO_END, gettext_lazy("no end")),
]


# What most programs need; ruling and changing are ticked by whoever means it.
USUAL = [Scope.READ.value, Scope.VERIFY.value, Scope.SUBMIT.value]


class TokenForm(forms.Form):
    """Offers the scopes that the person's role gives."""

    name = forms.CharField(max_length=60)
    days = forms.ChoiceField(choices=LIFETIMES, initial="90")
    scopes = forms.MultipleChoiceField(error_messages={"required": gettext_lazy("Choose what the program may do.")})
    per_minute = forms.IntegerField(min_value=1, max_value=MOST_PER_MINUTE, required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(scope.value, label_of(Scope, scope)) for scope in scopes_of(user)]
        cast(forms.MultipleChoiceField, self.fields["scopes"]).choices = choices


@needs("add_apitoken")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def list_tokens(request: HttpRequest) -> HttpResponse:
    """The page answers a POST itself instead of redirecting: the secret is nowhere else, and a reload asks before it makes another."""
    form = TokenForm(request.POST if request.method == "POST" else None, user=request.user)
    made, refusal = None, ""
    if request.method == "POST" and form.is_valid():
        try:
            made = _create(request, form)
        except Refused as error:
            refusal = str(error)
    is_bad = form.is_bound and made is None
    context = {
        "form": form if is_bad else TokenForm(initial={"days": "90", "scopes": USUAL}, user=request.user),
        "made": made.token if made else None,
        "secret": made.secret if made else "",
        "refusal": refusal,
        "most_per_minute": MOST_PER_MINUTE,
        "tokens": _own(request)[:SHOWN],
    }
    return render(request, "accounts/tokens.html", context, status=400 if is_bad else 200)


@needs("add_apitoken")
@require_POST
def end_token(request: HttpRequest, pk: int) -> HttpResponse:
    token = get_object_or_404(_own(request), pk=pk)
    try:
        revoke_token(token=token, actor=request.user)
        messages.success(request, _("“%(name)s” was revoked: no program comes in with it any more.") % {"name": token.name})
    except Refused as refusal:
        messages.info(request, str(refusal))
    return redirect("tokens")


def _create(request: HttpRequest, form: TokenForm) -> NewToken:
    days = int(form.cleaned_data["days"])
    return create_token(
        user=request.user,
        name=form.cleaned_data["name"],
        expires_at=timezone.now() + timedelta(days=days) if days else None,
        scopes=[Scope(word) for word in form.cleaned_data["scopes"]],
        per_minute=form.cleaned_data["per_minute"],
    )


def _own(request: HttpRequest) -> QuerySet[ApiToken]:
    is_expired = Case(When(expires_at__lte=timezone.now(), then=Value(True)), default=Value(False), output_field=BooleanField())
    return ApiToken.objects.filter(user=request.user).annotate(is_expired=is_expired)
