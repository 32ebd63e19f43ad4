"""Chips, facts and passages of citations; everything from a text or a page is escaped, links are http(s) alone."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from attribution.core.checks.outcomes import outcome_of_citation
from attribution.core.checks.quotations import JudgeRefusal, JudgeVerdict
from attribution.core.citations.plain_words import plain_words
from attribution.core.vocabulary import CitationStatus, CitationWhy, Existence, Match, TimeFit
from attribution.enums import STATUS_MEANINGS, Backing, label_of, status_icon, status_tone
from attribution.models import Citation, CitationReport
from attribution.reads.explanations import explain_reason, explain_reasons
from attribution.reads.passage_tables import make_table
from attribution.reads.reports import observation_shape, says_otherwise
from verification.core.claims.item_facts import ItemProperty, StatementKind
from verification.core.claims.reasons import Outcome
from verification.core.language.texts import split_sentences
from verification.core.series.claims import SeriesSays
from verification.templatetags.evidence import icon, safe_url, sentence_link, text_lang, visible

register = template.Library()

MAX_SHOWN = 1_200
MAX_LINKS = 120
LEAST_MORE = 8  # characters that a sentence has beyond its claim to be worth a line
# (icon, tone) of each fact.
_GOOD, _BAD, _OPEN = ("check", "ok"), ("x", "bad"), ("minusc", "uk")
_FACTS = {
    Existence.THERE: _GOOD, Existence.GONE: _BAD, Existence.UNCLEAR: _OPEN,
    Match.SAME: _GOOD, Match.OTHER: _BAD, Match.UNCLEAR: _OPEN, Match.UNNAMED: _OPEN,
    TimeFit.FITS: _GOOD, TimeFit.TOO_EARLY: _BAD, TimeFit.OPEN: _OPEN,
}  # fmt: skip
_BACKING = {
    Backing.VERIFIED: _GOOD, Backing.MISINFORMATION: _BAD, Backing.UNVERIFIED: ("minusc", "warn"), Backing.INCONCLUSIVE: _OPEN,
}  # fmt: skip

_SAYS = {SeriesSays.AGREES: _GOOD, SeriesSays.EARLIER: ("minusc", "warn"), SeriesSays.DIFFERS: _BAD}


@register.simple_tag
def citation_badge(status: str) -> SafeString:
    """Icon, word and colour of a verdict."""
    member = CitationStatus(status)
    tone = status_tone(member)
    tone = {"wait": "uk", "na": "uk", "bad solid": "bad"}.get(tone, tone)
    return format_html('<span class="badge {}">{}{}</span>', tone, icon(status_icon(member)), label_of(CitationStatus, status))


@register.simple_tag
def chip(citation: Citation, *, swapped: bool = False, current: bool = False) -> SafeString:
    """The numbered mark behind a citation, linked to its card. ``swapped``: it takes the place of the one in the page."""
    member = CitationStatus(citation.status)
    return format_html(
        '<a class="chip {}" id="chip-{}" href="{}?c={}#card" hx-get="{}" hx-target="#card-place" hx-sync="#card-place:replace"{}{}>'
        '{}<span class="num">{}</span> {}{}</a>',
        status_tone(member),
        citation.index,
        reverse("citation-report", args=[citation.report_id]),
        citation.index,
        reverse("citation-card", args=[citation.report_id, citation.index]),
        mark_safe(' hx-swap-oob="true"') if swapped else "",
        mark_safe(' aria-current="true"') if current else "",
        icon(status_icon(member)),
        citation.index,
        label_of(CitationStatus, member),
        f" · {label_of(SeriesSays, SeriesSays.DIFFERS)}" if says_otherwise(citation) else "",
    )


@register.simple_tag
def cited_text(report: CitationReport, citations: Sequence[Citation], selected: Citation | None) -> SafeString:
    """The text as it was sent, with a chip behind each citation and each claim wrapped in a span that names its citations."""
    return format_html_join("", "{}", ((piece,) for piece in _pieces(report.text, citations, selected)))


def _pieces(text: str, citations: Sequence[Citation], selected: Citation | None) -> Iterator[SafeString]:
    """One sweep over the borders of citations and claims."""
    borders = sorted({0, len(text), *(at for one in citations for at in (one.start, one.end, one.claim_start, one.claim_end))})
    cited = {one.start: one for one in citations}
    ends = {one.end: one for one in citations}
    begun = _by_border(citations, "claim_start")
    over = _by_border(citations, "claim_end")
    open_claims: dict[int, None] = {}
    inside: Citation | None = None
    for start, end in pairwise(borders):
        for index in over.get(start, ()):
            open_claims.pop(index, None)
        open_claims.update(dict.fromkeys(begun.get(start, ())))
        inside = cited.get(start, inside)
        yield _wrapped(visible(text[start:end]), list(open_claims), safe_url(inside.url) if inside else None, selected)
        if end in ends:
            yield chip(ends[end], current=selected is not None and ends[end].index == selected.index)
            inside = None


def _by_border(citations: Sequence[Citation], name: str) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for one in citations:
        if one.claim_start < one.claim_end:
            found.setdefault(getattr(one, name), []).append(one.index)
    return found


def _wrapped(text: str, claims: Sequence[int], href: str | None, selected: Citation | None) -> SafeString:
    written: SafeString = conditional_escape(text)
    if href:
        written = format_html('<a href="{}" target="_blank" rel="noopener noreferrer nofollow">{}</a>', href, text)
    if not claims:
        return written
    is_on = selected is not None and selected.index in claims
    tone = status_tone(CitationStatus(selected.status)).split()[0] if selected is not None else ""
    shown = format_html(' class="claim-on {}"', tone) if is_on else ""
    return format_html('<span data-claims="{}"{}>{}</span>', " ".join(map(str, claims[:MAX_LINKS])), shown, written)


@register.simple_tag
def claim_text(citation: Citation) -> SafeString:
    """The claim, with what its page says otherwise marked."""
    spans = [(pair["claim_start"], pair["claim_end"]) for pair in citation.aligned]
    return _marked(citation.claim, spans, "clash")


@register.simple_tag
def claim_sentence(citation: Citation, text: str) -> str:
    """The sentences of the text that the claim was taken from, in plain words; empty where the claim is all of them."""
    if not 0 <= citation.claim_start < citation.claim_end <= len(text):
        return ""
    first = text.rfind("\n", 0, citation.claim_start) + 1
    last = text.find("\n", citation.claim_end)
    line = text[first : len(text) if last < 0 else last]
    spans = split_sentences(line).spans
    inside = [span for span in spans if span[0] < citation.claim_end - first and citation.claim_start - first < span[1]]
    whole = plain_words(line[inside[0][0] : inside[-1][1]]) if inside else ""
    # What only names the source in the sentence is no more of the claim.
    return visible(whole[:MAX_SHOWN]) if len(whole) > len(citation.claim) + len(citation.anchor) + LEAST_MORE else ""


@register.filter
def status_meaning(status: str) -> str:
    """A verdict as a sentence; nothing while it is pending."""
    return str(STATUS_MEANINGS.get(CitationStatus(status), ""))


@register.simple_tag
def outcome_words(citation: Citation) -> str:
    """What became of the claim, in one or two words; empty while nothing is known."""
    found = outcome_of_citation(CitationStatus(citation.status), [reason["code"] for reason in citation.reasons])
    return label_of(Outcome, found.value) if found else ""


@register.filter
def part_words(part: Mapping[str, Any]) -> str:
    """What became of one part of a claim."""
    return label_of(Outcome, str(part["outcome"]))


@register.simple_tag
def found_text(citation: Citation, place: int) -> SafeString:
    """A passage of the page, with what stands there instead marked."""
    spans = [(pair["start"], pair["end"]) for pair in citation.aligned if pair["passage"] == place and pair["start"] is not None]
    text = str(citation.passages[place]["text"])
    table = make_table(text, (text.find("|"), len(text)), spans) if "|" in text else None
    return render_to_string("attributions/table.html", {"table": table}) if table else _marked(text, spans, "")


def _marked(text: str, spans: Sequence[tuple[int, int]], style: str) -> SafeString:
    """``text`` cut to ``MAX_SHOWN``, with its ``spans`` marked: in yellow, or as a clash."""
    pieces: list[SafeString] = []
    at = 0
    for start, end in sorted(spans):
        if not at <= start < end <= min(len(text), MAX_SHOWN):
            continue
        inner = visible(text[start:end])
        marked = format_html('<span class="{}">{}</span>', style, inner) if style else format_html("<mark>{}</mark>", inner)
        pieces += [conditional_escape(visible(text[at:start])), marked]
        at = end
    rest = text[at:MAX_SHOWN] + ("…" if len(text) > MAX_SHOWN else "")
    return format_html_join("", "{}", [(piece,) for piece in [*pieces, conditional_escape(visible(rest))]])


@register.simple_tag
def facts(citation: Citation) -> list[tuple[str, str, str]]:
    """(icon, tone, words) of each separate fact that is known."""
    found = []
    for choices, value in ((Existence, citation.existence), (Match, citation.matches), (TimeFit, citation.dates_fit)):
        if value:
            found.append((*_FACTS[choices(value)], label_of(choices, value)))
    if citation.supports:
        found.insert(1, (*_BACKING[Backing(citation.supports)], str(Backing(citation.supports).label)))
    if citation.is_authority:
        found.append((*_GOOD, gettext("official source")))
    if citation.is_retracted:
        found.append((*_BAD, gettext("work retracted")))
    return found


@register.filter
def official_words(said: Mapping[str, str]) -> str:
    """What an official series says against a claim, in a sentence."""
    return visible(explain_reason({"code": CitationWhy.SERIES_SAYS_OTHERWISE, "params": said}))


@register.filter
def reasons_text(reasons: list[dict[str, object]]) -> str:
    """Why, as one sentence in the reader's language."""
    said = visible(explain_reasons(reasons))
    return said[:1].upper() + said[1:]


register.filter("status_tone", status_tone)
register.filter("status_icon", status_icon)


@register.filter
def status_label(status: str) -> str:
    return label_of(CitationStatus, status)


@register.filter
def judge_verdict(verdict: str) -> str:
    return label_of(JudgeVerdict, verdict)


@register.filter
def judge_refusal(refusal: str) -> str:
    return label_of(JudgeRefusal, refusal)


@register.simple_tag
def item_words(item: Mapping[str, Any]) -> dict[str, object]:
    """An item of Wikidata in the reader's language, or in the other where that has no words: ``label``, ``description``, and of each
    statement (property, value, date)."""
    order = ("zh", "en") if (get_language() or "en").startswith("zh") else ("en", "zh")
    label, description = (next((item[f"{name}_{one}"] for one in order if item[f"{name}_{one}"]), "") for name in ("label", "description"))
    said = [(label_of(ItemProperty, one["property"]), _stated(one), one["point_in_time"]) for one in item["statements"]]
    return {"label": label or item["id"], "description": description, "said": said}


def _stated(statement: Mapping[str, str]) -> str:
    if statement["kind"] != StatementKind.QUANTITY:
        return statement["value"]
    number = f"{Decimal(statement['value']):,f}"
    return f"{number}%" if statement["unit"] == "%" else f"{number} {statement['unit']}".strip()


@register.simple_tag
def official_figures(citation: Citation) -> list[dict[str, object]]:
    """What official series say to the claim, in the reader's language, with the tone of each."""
    lang, found = get_language() or "en", []
    for said in citation.observations:
        name, tone = _SAYS[SeriesSays(said["says"])]
        found.append({**observation_shape(said, lang=lang), "icon": name, "tone": tone, "words": label_of(SeriesSays, said["says"])})
    return found


@register.simple_tag
def page_link(url: str, passage: str = "", words: str = "") -> SafeString:
    """A link to a page, at the passage where one is given; only its address as text where it is no plain http(s) one."""
    href = sentence_link(url, passage) if passage else safe_url(url)
    shown = visible(words or (url if len(url) <= MAX_LINKS else url[:MAX_LINKS] + "…"))
    label = format_html('<bdi lang="{}">{}</bdi>', text_lang(shown), shown)
    if href is None:
        return label
    return format_html('<a href="{}" target="_blank" rel="noopener noreferrer nofollow">{} {}</a>', href, label, icon("ext"))
