"""What people say of nodes, who watches them, and the tokens of programs. Read-only, but a token can be revoked."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from verification.admin.base import ReadOnlyAdmin
from verification.models import ApiToken, NodeFlag, NodeWatch
from verification.services.errors import Refused
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
