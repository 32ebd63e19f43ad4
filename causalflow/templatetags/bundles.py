"""What a page of the admin asks for: one bundle, and what its fields need beside it."""

import re
from collections.abc import Iterator

from django import template
from django.forms import Media
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from causalflow.bundles import BUNDLES, UNUSED

register = template.Library()
_ADDRESS = re.compile(r'(?:src|href)="([^"]+)"')


def _beside(addresses: list[str], bundle: str) -> Iterator[str]:
    """Those of files that are not in the bundle; Django names them with and without ``.min`` as it debugs or not."""
    held = {static(form) for name in (*BUNDLES[bundle], *UNUSED) for form in (name, name.replace(".min.", "."))}
    return (address for address in addresses if address not in held)


def _named(rendered: list[str]) -> list[str]:
    """The addresses in the elements that ``Media`` writes."""
    return [found[1] for element in rendered if (found := _ADDRESS.search(element))]


@register.simple_tag
def office_scripts(media: Media, kind: str) -> SafeString:
    """All are read in their order once the page is there."""
    bundle = f"admin/js/office-{kind}.js"
    addresses = [static(bundle), *_beside(_named(media.render_js()), bundle)]
    return format_html_join("\n", '<script src="{}" defer></script>', ((address,) for address in addresses))


@register.simple_tag
def office_styles(media: Media, kind: str) -> SafeString:
    bundle = f"admin/css/office-{kind}.css"
    others = _beside(_named(list(media.render_css())), bundle)
    link = '<link rel="stylesheet" href="{}">'
    return format_html("{}\n{}", format_html_join("\n", link, ((one,) for one in others)), format_html(link, static(bundle)))
