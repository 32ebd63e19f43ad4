"""Other names that were found for a node, with where they come from; a person takes or refuses them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from verification.core.subjects.other_names import MAX_NAME, MAX_SAID, NameOrigin
from verification.enums import NameStatus, codes_of, labelled


class NodeName(models.Model):
    """A name that open data or a page gives to what a node asks for. Only one that was taken is among the node's aliases.

    ``url`` and ``said`` are the page that introduces it and the sentence in which it does; both empty for a name of open data.
    """

    node = models.ForeignKey("Node", on_delete=models.CASCADE, related_name="names", verbose_name=_("node"))
    name = models.CharField(_("name"), max_length=MAX_NAME)
    origin = models.CharField(_("origin"), max_length=10, choices=labelled(NameOrigin))
    url = models.CharField(_("address"), max_length=2000, blank=True)
    said = models.CharField(_("introduced by"), max_length=MAX_SAID, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=NameStatus.choices, default=NameStatus.OPEN)
    created_at = models.DateTimeField(_("found"), auto_now_add=True)
    decided_by = models.CharField(_("decided by"), max_length=150, blank=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)

    class Meta:
        verbose_name = _("name found")
        verbose_name_plural = _("names found")
        ordering = ("-created_at", "-id")
        constraints = (
            models.UniqueConstraint(fields=("node", "name"), name="node_name_once_per_node"),
            models.CheckConstraint(condition=Q(origin__in=codes_of(NameOrigin)), name="node_name_origin_known"),
            models.CheckConstraint(condition=~Q(name=""), name="node_name_not_empty"),
            models.CheckConstraint(
                condition=Q(status="open", decided_at__isnull=True) | Q(status__in=("taken", "refused"), decided_at__isnull=False),
                name="node_name_decided_iff_not_open",
            ),
        )

    def __str__(self) -> str:
        return self.name
