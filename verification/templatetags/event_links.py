"""Links to the pages that an event rests on."""

from collections.abc import Mapping

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from verification.core.events.findings import Verdict
from verification.enums import label_of
from verification.templatetags.evidence import safe_url, sentence_link, visible

register = template.Library()

MAX_SHOWN = 120


@register.filter
def witness_link(witness: Mapping[str, str]) -> SafeString | str:
    """A page by its title, opened at its sentence; only the words where its address is no http(s) one."""
    title = visible(witness["title"] or witness["url"])[:MAX_SHOWN]
    url = (sentence_link(witness["url"], witness["quote"]) if witness["quote"] else None) or safe_url(witness["url"])
    if url is None:
        return title
    return format_html('<a href="{}" target="_blank" rel="noopener noreferrer nofollow"><bdi>{}</bdi></a>', url, title)


@register.filter
def event_verdict(code: str) -> str:
    """What pages come to, in words."""
    return label_of(Verdict, code)
