"""“This value is wrong”: the form for everybody, and what was said, for reviewers."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from verification.reads.nodes import nodes as queries
from verification.services.reviews.feedback import flag_node
from verification.templatetags.evidence import safe_url
from verification.views.access import needs

FLAGS_SHOWN = 20


class FlagForm(forms.Form):
    """What is wrong, and a page that shows it."""

    reason = forms.CharField(
        label=_("What is wrong"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Say what is wrong.")},
    )
    source = forms.CharField(label=_("A page that shows it (optional)"), max_length=2000, required=False)

    def clean_source(self) -> str:
        source = str(self.cleaned_data["source"])
        if source and safe_url(source) is None:
            raise forms.ValidationError(gettext("Give the whole address of the page, beginning with https://."))
        return source


@needs("add_nodeflag")
@require_http_methods(["GET", "HEAD", "POST"])
def flag_value(request: HttpRequest, slug: str) -> HttpResponse:
    """What was typed is kept where it can't be taken."""
    node = queries.get_node(slug=slug, now=timezone.now())
    if node is None:
        raise Http404
    form = FlagForm()
    if request.method == "POST":
        form = FlagForm(request.POST)
        if form.is_valid():
            flag_node(node=node, user=request.user, reason=form.cleaned_data["reason"], source=form.cleaned_data["source"])
            messages.info(request, gettext("Your objection is recorded. The value stays until a reviewer has looked."))
            return redirect("node", slug=slug)
    flags = node.flags.select_related("user", "state")[:FLAGS_SHOWN] if request.user.has_perm("verification.view_nodeflag") else []
    return render(request, "nodes/flag.html", {"node": node, "form": form, "flags": flags}, status=400 if form.errors else 200)
