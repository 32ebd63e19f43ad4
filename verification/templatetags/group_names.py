"""The groups of the demo nodes in the reader's language; a group of somebody's own is shown as it is written."""

from django import template
from django.utils.translation import pgettext_lazy

register = template.Library()

GROUPS = {
    "Rates": pgettext_lazy("group", "Rates"),
    "Prices": pgettext_lazy("group", "Prices"),
    "China": pgettext_lazy("group", "China"),
    "World": pgettext_lazy("group", "World"),
    "Crypto": pgettext_lazy("group", "Crypto"),
    "Events": pgettext_lazy("group", "Events"),
    "Official series": pgettext_lazy("group", "Official series"),
}


@register.filter
def group_name(group: str) -> str:
    return str(GROUPS.get(group, group))
