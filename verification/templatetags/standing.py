"""How often a site was right so far, in words, and what that leaves of its authority."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from django import template
from django.utils.translation import gettext

from verification.core.sources.accuracy import Accuracy, weigh_authority
from verification.models import WhitelistDomain

register = template.Library()


@dataclass(frozen=True, slots=True)
class SiteStanding:
    """``words`` is empty for a domain that nobody judged; ``authority`` is what the engine reckons with, "" without a listing."""

    words: str
    authority: str


@register.simple_tag
def site_standing(accuracies: Mapping[str, Accuracy], domain: str, listing: WhitelistDomain | None) -> SiteStanding:
    accuracy = accuracies.get(domain)
    authority = f"{weigh_authority(listing.authority, accuracy).quantize(Decimal('0.01'))}" if listing else ""
    return SiteStanding(accuracy_words(accuracy) if accuracy else "", authority)


@register.filter
def accuracy_words(accuracy: Accuracy | None) -> str:
    """The mean, nine tenths of what is possible, and how many judgements stand behind it; a dash without any."""
    if accuracy is None:
        return "–"
    figures = {
        "mean": f"{accuracy.mean:.0%}",
        "low": f"{accuracy.low * 100:.0f}",
        "high": f"{accuracy.high:.0%}",
        "count": f"{round(accuracy.n, 1):g}",
    }
    return gettext("right %(mean)s of the time (%(low)s–%(high)s likely; %(count)s judged)") % figures
