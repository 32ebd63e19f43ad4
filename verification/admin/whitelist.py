"""The whitelist: a pasted address becomes its host; what can't be trusted as a domain is refused with the reason."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Count
from django.db.models.query import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from verification.admin.base import NODES_SHOWN, EditedAdmin, EditedInline, EditForm, Impact, ReasonForm
from verification.admin.whitelist_files import WhitelistFileViews
from verification.core.sources.domains import registrable_domain
from verification.models import Listing, SourceGroup, WhitelistDomain
from verification.services.errors import Refused
from verification.services.whitelist.domains import (
    check_new_domain,
    delete_domain,
    delete_group,
    describe_lookalikes,
    restore_domain,
    save_domain,
    save_group,
)
from verification.services.whitelist.site_profiles import load_accuracy
from verification.services.whitelist.supported_nodes import (
    count_supported_nodes,
    list_decided_nodes,
    list_supported_nodes,
    with_last_success,
)
from verification.templatetags.evidence import node_name
from verification.templatetags.standing import accuracy_words

NODES_NAMED = 20


class DomainForm(EditForm):
    # Wider than the column: an address is longer than its host.
    domain = forms.CharField(
        label=capfirst(gettext_lazy("domain")), max_length=2000, help_text=gettext_lazy("A domain, or any address on it.")
    )
    is_confirmed = forms.BooleanField(
        label=gettext_lazy("I have checked it"),
        required=False,
        help_text=gettext_lazy("For a name that looks like a listed one and is legitimate; the reason is needed then."),
    )

    is_seen = forms.BooleanField(
        label=gettext_lazy("I have seen what changes"),
        required=False,
        help_text=gettext_lazy("Needed where the change affects nodes."),
    )

    class Meta:
        model = WhitelistDomain
        fields = ("domain", "owner", "tier", "authority", "is_official")
        help_texts: ClassVar = {
            "owner": gettext_lazy("Domains of one owner share a vote."),
            "tier": gettext_lazy("1 is trusted most, 3 least."),
            "authority": gettext_lazy("From 0 to 1: orders pages and breaks ties."),
        }

    def clean_domain(self) -> str:
        """What is wrong with the name whoever confirms it; look-alikes are asked about in ``clean``."""
        try:
            return check_new_domain(text=self.cleaned_data["domain"], is_confirmed=True)
        except Refused as refusal:
            raise ValidationError(str(refusal)) from None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.instance.pk is not None and not cleaned.get("is_seen"):
            self._ask_before(_changes_of_weight(self.instance.domain) if {"tier", "authority", "owner"} & set(self.changed_data) else [])
        if "domain" not in cleaned or self.instance.pk is not None:
            return cleaned
        if not cleaned.get("is_seen"):
            self._ask_before(_changes_of_trust(cleaned["domain"]))
        concerns = describe_lookalikes(host=cleaned["domain"])
        if concerns and not cleaned.get("is_confirmed"):
            self.add_error("domain", [*concerns, _("If it is right, tick “I have checked it” and say why.")])
        elif concerns and not cleaned.get("reason", "").strip():
            self.add_error("reason", _("Give the reason for which this look-alike is trusted."))
        else:
            cleaned["is_confirmed"] = bool(concerns)
        return cleaned

    def _ask_before(self, changes: list[str]) -> None:
        """The consequences at the box that confirms them."""
        if changes:
            hidden = len(changes) - NODES_NAMED
            more = [_("And %(count)d more.") % {"count": hidden}] if hidden > 0 else []
            self.add_error("is_seen", [*changes[:NODES_NAMED], *more, _("To save it all the same, tick this.")])


def _changes_of_trust(domain: str) -> list[str]:
    """What trusting a domain would do to each node."""
    sentence = _("%(node)s would rest on one domain instead of %(count)d.")
    return [sentence % {"node": node_name(node), "count": node.domains} for node in list_decided_nodes(domain=domain)]


def _changes_of_weight(domain: str) -> list[str]:
    """The nodes that rest on a domain whose weight is changed."""
    return [_("%(node)s rests on it and is weighed anew.") % {"node": node_name(node)} for node in list_supported_nodes(domain=domain)]


class ListingInline(EditedInline):
    model = Listing
    extra = 0


class SupportChangeList(ChangeList):
    """Fills in how many nodes rest on each shown domain, and how often it was right: two queries for the page."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        rows = list(self.result_list)
        counts = count_supported_nodes(domains=[row.domain for row in rows])
        accuracy = load_accuracy(now=timezone.now())
        for row in rows:
            row.supported_nodes = counts[row.domain]
            row.accuracy = accuracy.get(registrable_domain(row.domain) or row.domain)
        self.result_list = rows


@admin.register(WhitelistDomain)
class WhitelistDomainAdmin(WhitelistFileViews, EditedAdmin):
    form = DomainForm
    inlines = (ListingInline,)
    actions = ("delete_selected", "restore_selected")
    asked_only = ("reason", "is_confirmed", "is_seen")
    change_list_template = "admin/verification/whitelist_list.html"
    change_form_template = "admin/verification/whitelist_form.html"
    list_display = ("domain", "group_names", "tier", "weight", "shown_accuracy", "nodes_depending", "last_success", "owner", "is_active")
    list_filter = ("is_active", "is_official", "tier", "groups")
    search_fields = ("domain", "owner")
    related_verb = "whitelist.groups"

    def get_queryset(self, request: HttpRequest) -> QuerySet[WhitelistDomain]:
        return with_last_success(super().get_queryset(request)).prefetch_related("listings__group")

    def get_changelist(self, request: HttpRequest, **named: Any) -> type[ChangeList]:
        return SupportChangeList

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        if obj is None:
            return ("domain", "owner", "tier", "authority", "is_official", "is_confirmed", "is_seen", "reason")
        return ("domain", "owner", "tier", "authority", "is_official", "is_active", "last_success", "supported", "is_seen", "reason")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Another name is another publisher: it is added, and this one deleted."""
        return ("domain", "is_active", "last_success", "supported") if obj else ()

    @admin.display(description=gettext_lazy("groups"))
    def group_names(self, domain: WhitelistDomain) -> str:
        return " · ".join(listing.group.name for listing in domain.listings.all())

    @admin.display(description=gettext_lazy("weight"), ordering="authority")
    def weight(self, domain: WhitelistDomain) -> str:
        return f"{domain.authority:.2f}"

    @admin.display(description=gettext_lazy("accuracy"))
    def shown_accuracy(self, domain: Any) -> str:
        return accuracy_words(domain.accuracy)

    @admin.display(description=gettext_lazy("nodes depending"))
    def nodes_depending(self, domain: Any) -> int:
        return int(domain.supported_nodes)

    @admin.display(description=gettext_lazy("last success"), ordering="last_success")
    def last_success(self, domain: Any) -> str:
        return date_format(localtime(domain.last_success), "DATETIME_FORMAT") if domain.last_success else _("never")

    @admin.display(description=gettext_lazy("nodes that rest on it"))
    def supported(self, domain: WhitelistDomain) -> SafeString | str:
        nodes = list_supported_nodes(domain=domain.domain)
        if not nodes:
            return _("None: no current value was read from its pages.")
        return format_html(
            "{}{}{}",
            _support_sentence(len(nodes), sum(node.pages for node in nodes)),
            format_html_join(
                "", '<br><a href="{}">{}</a>', ((reverse("node", args=[node.slug]), node_name(node)) for node in nodes[:NODES_SHOWN])
            ),
            format_html("<br>{}", "…") if len(nodes) > NODES_SHOWN else "",
        )

    def save_row(self, request: HttpRequest, obj: Any, form: Any, reason: str) -> None:
        is_new = obj.pk is None
        is_confirmed = is_new and form.cleaned_data["is_confirmed"]
        save_domain(domain=obj, actor=request.user, reason=reason, is_confirmed=is_confirmed, changed=form.changed_data)
        typed = str(form.data.get("domain", "")).strip()
        if is_new and typed.lower() != obj.domain:
            self.message_user(request, _("“%(typed)s” was saved as %(host)s.") % {"typed": typed[:200], "host": obj.domain}, messages.INFO)

    def delete_row(self, request: HttpRequest, obj: Any, reason: str) -> None:
        delete_domain(domain=obj, actor=request.user, reason=reason)

    def restore_row(self, request: HttpRequest, obj: Any, reason: str) -> None:
        restore_domain(domain=obj, actor=request.user, reason=reason)

    def describe_related(self, obj: Any) -> dict[str, object]:
        return {"groups": sorted(obj.listings.values_list("group__slug", flat=True))}

    def describe_impact(self, obj: Any) -> Impact:
        if not obj.is_active:
            return Impact(refusal=_("“%(domain)s” is deleted already.") % {"domain": obj.domain})
        nodes = tuple(list_supported_nodes(domain=obj.domain))
        sentences = [_support_sentence(len(nodes), sum(node.pages for node in nodes))]
        if lost := sum(node.is_lost for node in nodes):
            sentences.append(
                ngettext(
                    "%(count)s node rests on its word alone and must be verified again.",
                    "%(count)s nodes rest on its word alone and must be verified again.",
                    lost,
                )
                % {"count": lost}
            )
        sentences.append(_("Values stay as they are until their next verification. The entry can be restored."))
        return Impact(sentences=tuple(sentences), nodes=nodes)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        restore = path("<path:object_id>/restore/", view(self.restore_view), name="verification_whitelistdomain_restore")
        return [*self.file_urls(), restore, *super().get_urls()]

    def restore_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        row = self.get_object(request, unquote(object_id))
        if row is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        if not self.has_delete_permission(request, row):
            raise PermissionDenied
        form = ReasonForm(request.POST if request.method == "POST" else None)
        if request.method != "POST" or not form.is_valid():
            return self.confirm(request, [row], form, verb=_("Restore"), explain=False)
        if self.each_row(request, [row], self.restore_row, form.cleaned_data["reason"]):
            self.message_user(request, _("“%(row)s” was restored.") % {"row": row}, messages.SUCCESS)
        return redirect("admin:verification_whitelistdomain_change", row.pk)

    @admin.action(permissions=["delete"], description=gettext_lazy("Restore selected whitelist domains"))
    def restore_selected(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        form = ReasonForm(request.POST if request.POST.get("post") else None)
        if not (form.is_bound and form.is_valid()):
            return self.confirm(request, list(queryset), form, action="restore_selected", verb=_("Restore"), explain=False)
        restored = self.each_row(request, list(queryset), self.restore_row, form.cleaned_data["reason"])
        if restored:
            done = ngettext("%(count)s row was restored.", "%(count)s rows were restored.", restored) % {"count": restored}
            self.message_user(request, done, messages.SUCCESS)
        return None


class GroupForm(EditForm):
    class Meta:
        model = SourceGroup
        fields = ("slug", "description", "position")


@admin.register(SourceGroup)
class SourceGroupAdmin(EditedAdmin):
    form = GroupForm
    fields = ("slug", "description", "position", "reason")
    inlines = (ListingInline,)
    list_display = ("slug", "description", "position", "listings_count")
    search_fields = ("slug", "description")
    related_verb = "whitelist.group_domains"

    def get_queryset(self, request: HttpRequest) -> QuerySet[SourceGroup]:
        return super().get_queryset(request).annotate(listings_total=Count("listings"))

    @admin.display(description=gettext_lazy("domains"), ordering="listings_total")
    def listings_count(self, group: Any) -> int:
        return int(group.listings_total)

    def save_row(self, request: HttpRequest, obj: Any, form: Any, reason: str) -> None:
        save_group(group=obj, actor=request.user, reason=reason)

    def delete_row(self, request: HttpRequest, obj: Any, reason: str) -> None:
        delete_group(group=obj, actor=request.user, reason=reason)

    def describe_related(self, obj: Any) -> dict[str, object]:
        return {"domains": sorted(obj.listings.values_list("domain__domain", flat=True))}

    def describe_impact(self, obj: Any) -> Impact:
        count = obj.listings.count()
        stays = ngettext(
            "%(count)s domain leaves the group and stays trusted.", "%(count)s domains leave the group and stay trusted.", count
        )
        return Impact(sentences=(stays % {"count": count}, _("A group can't be restored; it can be added again.")))


def _support_sentence(nodes: int, pages: int) -> str:
    if not nodes:
        return _("No node rests on it.")
    counted = ngettext("%(count)s node rests on it", "%(count)s nodes rest on it", nodes) % {"count": nodes}
    carried = ngettext("%(count)s of its pages carries a current value", "%(count)s of its pages carry current values", pages)
    return f"{counted}; {carried % {'count': pages}}."
