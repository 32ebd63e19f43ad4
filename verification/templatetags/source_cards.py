"""The pages of a run as cards, each kept once it is written: what a page said then does not change."""

from datetime import datetime

from django import template
from django.template.context import Context
from django.utils import timezone
from django.utils.safestring import SafeString

from verification.kept import Kept, Written, next_day
from verification.models import Source
from verification.templatetags.standing import site_standing
from verification.views.cards import SourceCard

register = template.Library()

_KEPT = Kept(most=1000)


@register.simple_tag(takes_context=True)
def source_card(context: Context, card: SourceCard, *, is_out: bool = False) -> SafeString:
    """A card among the sources of a node or a run; ``is_out``: the page was read and set aside."""
    source, listing, node = card.source, card.listing, context.get("node")
    standing = site_standing(context["accuracies"], source.domain, listing)
    told = (_columns(source), standing, listing and listing.tier, node and node.label, is_out)
    now = timezone.now()
    return _KEPT.get(told, now, lambda: _write(context, card, is_out=is_out, now=now))


def _columns(source: Source) -> tuple[object, ...]:
    """As they are shown: a ruling gives a page another stance, in memory alone."""
    columns = vars(source)
    return tuple([repr(columns[name]) if name == "why" else columns.get(name) for name in _NAMES])


_NAMES = tuple(field.attname for field in Source._meta.concrete_fields)  # noqa: SLF001 (Django documents it)


def _write(context: Context, card: SourceCard, *, is_out: bool, now: datetime) -> Written:
    form = context.template.engine.get_template("fragments/source.html")  # type: ignore[union-attr]
    with context.push(source=card.source, listing=card.listing, out=is_out):
        return Written(form.render(context), next_day(now))
