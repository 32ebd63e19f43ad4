"""Descriptions of the API as a page shows them."""

import re

from django import template
from django.utils.safestring import SafeString

from verification.templatetags.markup import fill, fill_each

register = template.Library()

_MARKED = re.compile("`([^`]+)`")


@register.filter
def marked_code(text: str) -> SafeString:
    """What stands between backticks as code; all else is escaped."""
    parts = enumerate(_MARKED.split(text))
    return fill_each("{}", ((fill("<code>{}</code>", part) if place % 2 else part,) for place, part in parts))
