"""What people say of a node, and who wants to hear of it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class NodeFlag(models.Model):
    """“This is wrong”: a person's objection to the state that a node had then, with a reason and, where there is one, a page."""

    node = models.ForeignKey("Node", on_delete=models.CASCADE, related_name="flags", verbose_name=_("node"))
    state = models.ForeignKey(
        "NodeState", on_delete=models.PROTECT, null=True, blank=True, related_name="flags", verbose_name=_("state objected to")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("user")
    )
    reason = models.TextField(_("reason"))
    source = models.URLField(_("source"), max_length=2000, blank=True)
    review_item = models.ForeignKey(
        "ReviewItem", on_delete=models.SET_NULL, null=True, blank=True, related_name="flags", verbose_name=_("review item")
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("flag")
        verbose_name_plural = _("flags")
        ordering = ("-created_at", "-id")
        constraints = (models.CheckConstraint(condition=~Q(reason=""), name="node_flag_reason_not_empty"),)
        indexes = (models.Index(fields=("node", "-created_at", "-id"), name="node_flag_newest"),)

    def __str__(self) -> str:
        return f"#{self.pk} {self.node_id}"


class NodeWatch(models.Model):
    """A person who wants to hear when a node's state changes."""

    node = models.ForeignKey("Node", on_delete=models.CASCADE, related_name="watches", verbose_name=_("node"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="watches", verbose_name=_("user"))
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("watch")
        verbose_name_plural = _("watches")
        ordering = ("-created_at", "-id")
        constraints = (models.UniqueConstraint(fields=("node", "user"), name="node_watch_once_per_user"),)

    def __str__(self) -> str:
        return f"{self.user_id} → {self.node_id}"
