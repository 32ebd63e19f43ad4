"""How many speak for each value of a conflict: three against three are no three that agree."""

from django import template
from django.utils.translation import gettext

from verification.core.vocabulary import Reason
from verification.models import VerificationRun

register = template.Library()

_CONFLICTS = (Reason.VALUES_DISAGREE, Reason.WHITELIST_CONTRADICTED)


def list_sides(run: VerificationRun) -> list[tuple[int, int]]:
    """Domains and independent stories of each value in conflict, as far as the run kept them; nothing where no two values compete."""
    if run.reason not in _CONFLICTS:
        return []
    sides = [(len(entry.get("domains") or []), int(entry.get("stories") or 0)) for entry in run.conflicts]
    return sides if len(sides) > 1 and all(domains for domains, _stories in sides) else []


@register.filter
def domains_told(run: VerificationRun) -> str:
    """3, or 3 against 2."""
    return _against([domains for domains, _stories in list_sides(run)]) or str(run.domains_count)


@register.filter
def stories_told(run: VerificationRun) -> str:
    return _against([stories for _domains, stories in list_sides(run)]) or str(run.stories_count)


def _against(counts: list[int]) -> str:
    return gettext(" against ").join(map(str, counts))
