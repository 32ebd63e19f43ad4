"""Proposals for the whitelist: made by reviewers or drawn from the findings, decided by admins."""

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from verification.admin.base import ReadOnlyAdmin
from verification.admin.trail import list_columns
from verification.core.sources.accuracy import Accuracy
from verification.enums import ProposalKind, ProposalStatus
from verification.models import SourceGroup, WhitelistProposal
from verification.services.errors import Refused
from verification.services.whitelist.domains import describe_lookalikes
from verification.services.whitelist.proposals import (
    WantedEntry,
    approve_proposal,
    describe_entry,
    draft_proposal,
    is_stale,
    propose_change,
    refuse_proposal,
)
from verification.services.whitelist.supported_nodes import list_supported_nodes
from verification.templatetags.standing import accuracy_words

MAX_REASON = 2_000


class ProposalForm(forms.ModelForm):
    domain = forms.CharField(
        label=capfirst(gettext_lazy("domain")), max_length=2000, help_text=gettext_lazy("A domain, or any address on it.")
    )
    owner = forms.CharField(
        label=capfirst(gettext_lazy("owner")), max_length=100, required=False, help_text=gettext_lazy("Domains of one owner share a vote.")
    )
    tier = forms.IntegerField(label=capfirst(gettext_lazy("tier")), min_value=1, max_value=3, initial=2)
    authority = forms.DecimalField(
        label=capfirst(gettext_lazy("weight")), min_value=0, max_value=1, max_digits=3, decimal_places=2, initial=Decimal("0.80")
    )
    is_official = forms.BooleanField(label=capfirst(gettext_lazy("official authority")), required=False)
    groups = forms.ModelMultipleChoiceField(
        label=capfirst(gettext_lazy("groups")), queryset=SourceGroup.objects.all(), required=False, widget=forms.CheckboxSelectMultiple
    )
    is_confirmed = forms.BooleanField(
        label=gettext_lazy("I have checked it"),
        required=False,
        help_text=gettext_lazy("For a name that looks like a listed one and is legitimate."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=MAX_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("The admin who decides will read it."),
    )

    class Meta:
        model = WhitelistProposal
        fields = ("kind", "domain", "reason")

    def wanted(self) -> WantedEntry | None:
        """What is wanted, None for a removal, where these fields say nothing."""
        cleaned = self.cleaned_data
        if cleaned["kind"] == ProposalKind.REMOVE:
            return None
        groups = tuple(group.slug for group in cleaned["groups"])
        return WantedEntry(cleaned["owner"], cleaned["tier"], cleaned["authority"], cleaned["is_official"], groups)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                draft = draft_proposal(
                    kind=cleaned["kind"], domain=cleaned["domain"], wanted=self.wanted(), is_confirmed=cleaned["is_confirmed"]
                )
                # The model's own checks look at the host, not at the address that was typed.
                cleaned["domain"] = draft.domain
            except Refused as refusal:
                self.add_error("domain", str(refusal))
        return cleaned


class DecisionForm(forms.Form):
    reason = forms.CharField(required=False, max_length=MAX_REASON)


@admin.register(WhitelistProposal)
class WhitelistProposalAdmin(ReadOnlyAdmin):
    form = ProposalForm
    change_form_template = "admin/verification/proposal.html"
    list_display = ("__str__", "status", "proposer", "shown_findings", "created_at", "decided_by", "decided_at")
    list_filter = ("status", "kind", ("evidence", admin.EmptyFieldListFilter))
    list_select_related = ("proposed_by", "decided_by")
    search_fields = ("domain", "reason", "proposed_by__username")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("verification.add_whitelistproposal"))

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("verification.change_whitelistproposal"))

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        if obj is None:
            return ("kind", "domain", "owner", "tier", "authority", "is_official", "groups", "is_confirmed", "reason")
        return ("kind", "domain", "reason", "proposer", "created_at", "status", "decider", "decided_at", "decision_reason")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("proposer", "decider") if obj else ()

    @admin.display(description=gettext_lazy("proposed by"), ordering="proposed_by")
    def proposer(self, proposal: WhitelistProposal) -> str:
        """The name alone: accounts are a page that most may not open."""
        return proposal.proposed_by.get_username() if proposal.proposed_by else _("the findings")

    @admin.display(description=gettext_lazy("findings"))
    def shown_findings(self, proposal: WhitelistProposal) -> str:
        found = proposal.evidence
        return accuracy_words(Accuracy(found["n"], found["mean"], found["low"], found["high"])) if found else "–"

    @admin.display(description=gettext_lazy("decided by"))
    def decider(self, proposal: WhitelistProposal) -> str:
        return proposal.decided_by.get_username() if proposal.decided_by else "—"

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """A change starts from what is listed; nonsense in the address starts empty."""
        domain, kind = request.GET.get("domain", "")[:253], request.GET.get("kind", "")
        initial: dict[str, Any] = {"domain": domain, "kind": kind if kind in ProposalKind.values else ""}
        try:
            entry = describe_entry(domain=domain)
        except Refused:
            return initial
        return initial | entry | {"groups": SourceGroup.objects.filter(slug__in=entry["groups"])}

    def changeform_view(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        try:
            return super().changeform_view(request, *arguments, **named)
        except Refused as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            return HttpResponseRedirect(request.path)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        cleaned = form.cleaned_data
        made = propose_change(
            kind=cleaned["kind"],
            domain=cleaned["domain"],
            wanted=form.wanted(),
            reason=cleaned["reason"],
            proposed_by=request.user,
            is_confirmed=cleaned["is_confirmed"],
        )
        # Django goes on with its own object: what it logs and links to is the proposal that the service made.
        obj.__dict__.update(made.__dict__)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        proposal = self.get_object(request, unquote(object_id))
        shown = self._describe(request, proposal) if proposal is not None and self.has_view_permission(request, proposal) else {}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **shown})

    def _describe(self, request: HttpRequest, proposal: WhitelistProposal) -> dict[str, object]:
        """What the decision needs: the difference, what the name looks like, what rests on it, whether it still fits."""
        is_open = proposal.status == ProposalStatus.OPEN
        is_own = proposal.proposed_by_id == request.user.pk
        return {
            "changes": list_columns(proposal.base or {}, proposal.wanted or {}),
            "concerns": describe_lookalikes(host=proposal.domain) if is_open and proposal.kind == ProposalKind.ADD else [],
            "nodes": list_supported_nodes(domain=proposal.domain) if is_open and proposal.kind != ProposalKind.ADD else [],
            "findings": self.shown_findings(proposal) if proposal.evidence else "",
            "is_stale": is_open and is_stale(proposal),
            "may_approve": is_open and not is_own and self.has_decide_permission(request),
            "may_refuse": is_open and (is_own or self.has_decide_permission(request)),
            "is_own": is_own,
        }

    def get_urls(self) -> list[URLPattern]:
        decide = self.admin_site.admin_view(self.decide_view)
        return [path("<path:object_id>/decide/", decide, name="verification_whitelistproposal_decide"), *super().get_urls()]

    def decide_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        proposal = self.get_object(request, unquote(object_id))
        if proposal is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        is_approval = "approve" in request.POST
        is_withdrawal = not is_approval and proposal.proposed_by_id == request.user.pk and self.has_view_permission(request, proposal)
        if not (is_withdrawal or self.has_decide_permission(request)):
            raise PermissionDenied
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        form = DecisionForm(request.POST)
        reason = form.cleaned_data["reason"] if form.is_valid() else ""
        try:
            if is_approval:
                approve_proposal(proposal=proposal, decided_by=request.user, reason=reason)
                self.message_user(request, _("Approved: the whitelist was changed."), messages.SUCCESS)
            else:
                refuse_proposal(proposal=proposal, decided_by=request.user, reason=reason)
                self.message_user(request, _("Refused: the whitelist stays as it is."), messages.SUCCESS)
        except Refused as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
        return redirect("admin:verification_whitelistproposal_change", proposal.pk)
