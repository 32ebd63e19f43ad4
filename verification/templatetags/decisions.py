"""The codes of votes, challenges and rulings in words, and who stands for a value."""

from dataclasses import dataclass
from decimal import Decimal

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from verification.enums import DECISIONS_DONE, RulingDecision
from verification.models import Verification, VerificationRun
from verification.reads.words import decisions as decision_words
from verification.services.reviews.subjects import ReviewSubject, Voice
from verification.templatetags.evidence import icon, sentence_link, text_lang, visible
from verification.templatetags.reasons import why_text

register = template.Library()


@dataclass(frozen=True, slots=True)
class PanelSummary:
    """``firings`` are the trigger rules with why each fired."""

    address: str
    mode: str
    decision: str
    firings: list[tuple[str, str]]


MAX_LINK = 120


@register.filter
def decision_done(code: str) -> str:
    """A ruling's decision in the past tense."""
    return str(DECISIONS_DONE[RulingDecision(code)])


@register.filter
def method_label(code: str) -> str:
    return str(decision_words.METHODS.get(code, code))


@register.filter
def challenge_label(code: str) -> str:
    return str(decision_words.CHALLENGES.get(code, code))


@register.filter
def severity_label(code: str) -> str:
    return str(decision_words.SEVERITIES.get(code, code))


@register.filter
def field_label(code: str) -> str:
    return str(decision_words.FIELDS.get(code, code))


@register.filter
def role_label(code: str) -> str:
    return str(decision_words.ROLES.get(code, code))


@register.filter
def plain_amount(amount: Decimal) -> str:
    """An amount without needless zeros."""
    return f"{amount.normalize():,f}"


@register.filter
def check_label(name: str) -> str:
    return str(decision_words.CHECKS.get(name, name))


@register.filter
def voter_label(voter_id: str) -> str:
    """A rule voter in words; a model by the name of its profile."""
    return str(decision_words.VOTERS.get(voter_id) or visible(voter_id))


@register.filter
def voice_name(voice: Voice) -> str:
    """Who stands for a value, as the card calls them."""
    person = visible(voice.person)
    if voice.name == "claim":
        return gettext("claimed by %(who)s") % {"who": person} if person else gettext("claimed by a program")
    if voice.name == "check":
        return gettext("the check")
    return person or voter_label(voice.name)


@register.simple_tag
def panel_of(run: VerificationRun) -> PanelSummary | None:
    """What voters were asked about a run, and every rule that asked for it; None where nobody was. One query."""
    row = Verification.objects.filter(run=run).only("public_id", "mode", "triggers", "decision").first()
    if row is None:
        return None
    firings = [(str(entry["rule"]), why_text({"code": entry["code"], "params": entry["params"]})) for entry in row.triggers]
    return PanelSummary(reverse("verification", args=[row.public_id]), row.get_mode_display(), row.get_decision_display(), firings)


@register.simple_tag
def quote_link(page: tuple[str, str], quote: str) -> SafeString:
    """A page that a voter names, opened at its quote; only its text where the address is no plain http(s) one."""
    url, title = page
    text = visible((title or url)[:MAX_LINK])
    href = sentence_link(url, quote)
    label = format_html('<bdi lang="{}">{}</bdi>', text_lang(text), text)
    if href is None:
        return label
    return format_html('<a href="{}" target="_blank" rel="noopener noreferrer nofollow">{} {}</a>', href, label, icon("ext"))


@register.simple_tag
def marked_title(subject: ReviewSubject) -> SafeString:
    """What is asked, with what its page says otherwise marked."""
    pieces, at = [], 0
    for start, end in sorted(subject.marks):
        if at <= start < end <= len(subject.title):
            before, differs = visible(subject.title[at:start]), visible(subject.title[start:end])
            pieces.append(format_html('{}<span class="differs">{}</span>', before, differs))
            at = end
    return format_html_join("", "{}", [(piece,) for piece in [*pieces, visible(subject.title[at:])]])
