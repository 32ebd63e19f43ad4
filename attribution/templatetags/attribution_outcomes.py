"""How checks of citations and tracings of the last day turned out, for pages of the other application."""

from django import template
from django.utils import timezone

from attribution.core.vocabulary import CitationStatus
from attribution.enums import label_of
from attribution.services.answers.figures import AnswerFigures, count_answers
from attribution.services.citations.figures import count_verdicts

register = template.Library()


@register.simple_tag
def citation_outcomes() -> list[tuple[str, int]]:
    """Each verdict that was given, in the order of the verdicts, and how often."""
    counts = count_verdicts(now=timezone.now())
    return [(label_of(CitationStatus, status), counts[status]) for status in CitationStatus if counts.get(status)]


@register.simple_tag
def tracing_outcomes() -> AnswerFigures:
    return count_answers(now=timezone.now(), days=1)
