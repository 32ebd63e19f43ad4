"""Audit entries on the history pages of the admin."""

from django import template
from django.db.models import Model

from verification.admin import trail
from verification.models import AuditEntry

register = template.Library()


@register.simple_tag
def entry_changes(entry: AuditEntry, row: Model) -> list[tuple[str, str, str]]:
    return trail.list_changes(entry, row)


@register.filter
def verb_words(entry: AuditEntry) -> str:
    return str(trail.VERBS.get(entry.verb, entry.verb))
