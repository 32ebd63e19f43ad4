"""Where a page can follow work by a stream of events instead of asking by the clock (settings.PROGRESS_URL)."""

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def progress(kind: str, key: object) -> SafeString | str:
    """The attribute that names the stream of some work, by its word in the address of the API; "" where there are no streams."""
    if not settings.PROGRESS_URL:
        return ""
    return format_html(' data-progress="{}/api/v1/{}/{}/progress/"', settings.PROGRESS_URL, kind, key)


@register.simple_tag
def progress_script() -> SafeString | str:
    """What follows them."""
    return format_html('<script src="{}" defer></script>', static("js/progress.js")) if settings.PROGRESS_URL else ""
