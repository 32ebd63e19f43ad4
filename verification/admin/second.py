"""The share of rulings that is reviewed twice, and what came of it."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext as _

from verification.admin.base import EditedAdmin, EditForm, ReadOnlyAdmin
from verification.models import ReviewSetting, SecondReview
from verification.services.errors import Refused
from verification.services.reviews.second_reviews import save_setting


class SettingForm(EditForm):
    class Meta:
        model = ReviewSetting
        fields = ("second_percent",)


@admin.register(ReviewSetting)
class ReviewSettingAdmin(EditedAdmin):
    """There is one row: it is changed, never added or deleted."""

    form = SettingForm
    fields = ("second_percent", "reason")
    list_display = ("__str__",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_row(self, request: HttpRequest, obj: Any, form: Any, reason: str) -> None:
        save_setting(setting=obj, actor=request.user, reason=reason)

    def delete_row(self, request: HttpRequest, obj: Any, reason: str) -> None:
        raise Refused(_("The settings stay."))


@admin.register(SecondReview)
class SecondReviewAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "ruling", "first_by", "decided_by", "decision", "is_agreed", "drawn_at", "decided_at")
    list_filter = ("is_agreed",)
    list_select_related = ("ruling", "first_by", "decided_by")
