"""The whitelist: a pasted address becomes its host; what can't be trusted as a domain is refused with the reason."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Count
from django.db.models.query import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from verification.admin.base import AuditedAdmin
from verification.models import Listing, SourceGroup, WhitelistDomain
from verification.services.errors import Refused
from verification.services.whitelist import clean_domain, delete_domain, delete_group, save_domain, save_group


class DomainForm(forms.ModelForm):
    # Wider than the column: an address is longer than its host.
    domain = forms.CharField(label=gettext_lazy("domain"), max_length=2000, help_text=gettext_lazy("A domain, or an address of it."))

    class Meta:
        model = WhitelistDomain
        fields = ("domain", "owner", "tier", "authority", "is_official", "is_active")

    def clean_domain(self) -> str:
        try:
            return clean_domain(self.cleaned_data["domain"])
        except Refused as refusal:
            raise ValidationError(str(refusal)) from None


class ListingInline(admin.TabularInline):
    model = Listing
    extra = 0


@admin.register(WhitelistDomain)
class WhitelistDomainAdmin(AuditedAdmin):
    form = DomainForm
    inlines = (ListingInline,)
    list_display = ("domain", "owner", "tier", "authority", "is_official", "is_active")
    list_filter = ("is_active", "is_official", "tier", "groups")
    search_fields = ("domain", "owner")
    related_verb = "whitelist.groups"

    def save_row(self, request: HttpRequest, obj: Any) -> None:
        save_domain(domain=obj, actor=request.user)

    def delete_row(self, request: HttpRequest, obj: Any) -> None:
        delete_domain(domain=obj, actor=request.user)

    def describe_related(self, obj: Any) -> dict[str, object]:
        return {"groups": sorted(obj.listings.values_list("group__slug", flat=True))}


@admin.register(SourceGroup)
class SourceGroupAdmin(AuditedAdmin):
    inlines = (ListingInline,)
    list_display = ("slug", "description", "position", "listings_count")
    search_fields = ("slug", "description")
    related_verb = "whitelist.group_domains"

    def get_queryset(self, request: HttpRequest) -> QuerySet[SourceGroup]:
        return super().get_queryset(request).annotate(listings_total=Count("listings"))

    @admin.display(description=gettext_lazy("domains"), ordering="listings_total")
    def listings_count(self, group: Any) -> int:
        return int(group.listings_total)

    def save_row(self, request: HttpRequest, obj: Any) -> None:
        save_group(group=obj, actor=request.user)

    def delete_row(self, request: HttpRequest, obj: Any) -> None:
        delete_group(group=obj, actor=request.user)

    def describe_related(self, obj: Any) -> dict[str, object]:
        return {"domains": sorted(obj.listings.values_list("domain__domain", flat=True))}
