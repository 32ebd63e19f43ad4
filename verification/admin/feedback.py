"""What people say of nodes, who watches them, names found for them, and the tokens of programs: read-only, but for what is decided."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from verification.admin.base import ReadOnlyAdmin
from verification.models import ApiToken, NodeFlag, NodeName, NodeWatch
from verification.services.errors import Refused
from verification.services.nodes.other_names import refuse_name, take_name
from verification.services.operations.tokens import revoke_token


@admin.register(NodeFlag)
class NodeFlagAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "node", "reason", "source", "user")
    list_select_related = ("node", "user")
    search_fields = ("node__slug", "node__search_text", "reason", "source")


@admin.register(NodeWatch)
class NodeWatchAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "node", "user")
    list_select_related = ("node", "user")
    search_fields = ("node__slug", "user__username")


@admin.register(NodeName)
class NodeNameAdmin(ReadOnlyAdmin):
    actions = ("take_selected", "refuse_selected")
    list_display = ("created_at", "node", "name", "origin", "url", "status", "decided_by")
    list_filter = ("status", "origin")
    list_select_related = ("node",)
    search_fields = ("node__slug", "node__search_text", "name", "url")

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("verification.change_node")

    @admin.action(permissions=["decide"], description=_("Take the selected names among the aliases"))
    def take_selected(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        self._decide(request, queryset, take_name)

    @admin.action(permissions=["decide"], description=_("Refuse the selected names"))
    def refuse_selected(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        self._decide(request, queryset, refuse_name)

    def _decide(self, request: HttpRequest, queryset: QuerySet[Any], decide: Callable[..., NodeName]) -> None:
        for row in queryset.select_related("node"):
            try:
                decide(node=row.node, name=row.name, actor=request.user, base=timezone.localdate())
            except Refused as refusal:
                self.message_user(request, str(refusal), messages.INFO)


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    actions = ("revoke_selected",)
    exclude = ("sha256",)
    list_display = ("name", "prefix", "user", "scopes", "per_minute", "created_at", "expires_at", "last_used_at", "revoked_at")
    list_select_related = ("user",)
    search_fields = ("name", "prefix", "user__username")

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("verification.change_apitoken")

    @admin.action(permissions=["revoke"], description=_("Revoke the selected tokens"))
    def revoke_selected(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for token in queryset:
            try:
                revoke_token(token=token, actor=request.user)
            except Refused as refusal:
                self.message_user(request, str(refusal), messages.INFO)
