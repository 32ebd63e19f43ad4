"""Passages, links and names from the web, made safe to show; icons, badges and stances."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol
from urllib.parse import quote, urlsplit

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, gettext_lazy

from verification.core.subjects.glossary import Gloss, glosses_of
from verification.core.vocabulary import Badge, Reason, RiskLevel, Stance
from verification.enums import badge_icon, badge_tone, codes_of, label_of, stance_tone
from verification.models import Node, Source
from verification.templatetags.figures import is_chinese

register = template.Library()

MAX_NAME = 300
MAX_PASSAGE = 1200
FRAGMENT_WHOLE = 80
FRAGMENT_END = 30

_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_KANA = re.compile("[\u3040-\u30ff]")
# Controls, and the marks that turn the direction of the text around them: a page may not rearrange ours.
_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")

STANCE_ICONS = {
    Stance.SUPPORTS: "check",
    Stance.DUPLICATE: "copy",
    Stance.DERIVED: "quote",
    Stance.CONTRADICTS: "x",
    Stance.PAST: "undo",
    Stance.FORECAST: "cal",
    Stance.HYPOTHETICAL: "split",
    Stance.DENIED: "x",
    Stance.STALE: "clock",
    Stance.PROMOTIONAL: "warn",
    Stance.INJECTION: "octagon",
    Stance.OFF_TOPIC: "dash",
    Stance.NO_VALUE: "minusc",
}


@dataclass(frozen=True, slots=True)
class Names:
    """A node's name in the reader's language, and the other language's name under it ("" without one)."""

    name: str
    lang: str
    other: str
    other_lang: str


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    return format_html('<svg class="i" aria-hidden="true"><use href="#i-{}"/></svg>', name)


@register.filter
def badge(code: str) -> SafeString:
    """Icon, word and colour; nothing for a node that was never verified."""
    return _make_badge(code, get_language()) if code in codes_of(Badge) else mark_safe("")


@cache
def _make_badge(code: str, language: str | None) -> SafeString:
    """``language`` is the one that the label is read in: there is one badge for each pair."""
    member = Badge(code)
    return format_html('<span class="badge {}">{}{}</span>', badge_tone(member), icon(badge_icon(member)), label_of(Badge, code))


BADGE_MEANINGS = {
    Badge.WHITELIST_DIRECT: gettext_lazy("A trusted page states it; no other contradicts."),
    Badge.CROSS_VALIDATED: gettext_lazy("Three or more independent publishers carry it."),
    Badge.NEEDS_HUMAN: gettext_lazy("Good pages disagree, or something is suspicious."),
    Badge.UNKNOWN: gettext_lazy("The pages are not enough; the reason is shown."),
    Badge.HUMAN_RULED: gettext_lazy("A reviewer has decided, on the record."),
    Badge.FAILED: gettext_lazy("The run broke off; the last value stays."),
}


@register.filter
def badge_meaning(badge: Badge) -> str:
    return str(BADGE_MEANINGS[badge])


@register.filter
def stance(code: str) -> SafeString | str:
    if code not in codes_of(Stance):
        return code
    member = Stance(code)
    return format_html('<span class="stance {}">{}{}</span>', stance_tone(member), icon(STANCE_ICONS[member]), label_of(Stance, code))


@register.filter
def risk(level: str) -> SafeString:
    """A risk level with its sign."""
    return _make_risk(level, get_language()) if level in codes_of(RiskLevel) else mark_safe("")


@cache
def _make_risk(level: str, language: str | None) -> SafeString:
    tone, sign = {"low": ("uk", "dash"), "medium": ("warn", "warn")}.get(level, ("bad", "warn"))
    return format_html('<span class="stance {}">{}{}</span>', tone, icon(sign), label_of(RiskLevel, level))


@register.filter
def reason_label(code: str) -> str:
    return label_of(Reason, code)


@register.filter
def visible(text: str) -> str:
    """The text with each unseen control or direction mark replaced by one visible sign, so that positions stay."""
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text)


@register.filter
def listed(items: Iterable[object]) -> str:
    """Several things in a row, as the reader's language parts them."""
    return visible(gettext(", ").join(str(item) for item in items))


@register.filter
def text_lang(text: str) -> str:
    """The language of a passage as far as its script tells: Chinese, Japanese, or otherwise English."""
    if _KANA.search(text):
        return "ja"
    return "zh-Hans" if _HAN.search(text) else "en"


class Named(Protocol):
    """A node, or what is known of one: its label and its other names."""

    @property
    def label(self) -> str: ...

    @property
    def aliases(self) -> Sequence[str]: ...


def names_of(node: Named, *, chinese: bool) -> Names:
    """The label where it is in the reader's language, else the first alias that is; the first name of the other language beside it."""
    names = [str(node.label), *(str(alias) for alias in node.aliases)]
    han = [name for name in names if _HAN.search(name)]
    latin = [name for name in names if not _HAN.search(name)]
    wanted, rest = (han, latin) if chinese else (latin, han)
    name = wanted[0] if wanted else names[0]
    other = rest[0] if wanted and rest else ""
    return Names(visible(name[:MAX_NAME]), text_lang(name), visible(other[:MAX_NAME]), text_lang(other) if other else "")


@register.simple_tag
def node_names(node: Node) -> Names:
    return names_of(node, chinese=is_chinese())


@register.filter
def node_name(node: Named) -> str:
    return names_of(node, chinese=is_chinese()).name


@register.filter
def more_aliases(node: Node) -> list[str]:
    """The aliases that stand neither as the name nor under it."""
    names = names_of(node, chinese=is_chinese())
    return [alias for alias in [str(node.label), *map(str, node.aliases)] if alias not in (names.name, names.other)]


@register.filter
def passage(source: Source) -> SafeString:
    """The passage with its figure marked; everything escaped, over-long sides cut with an ellipsis."""
    text = source.passage
    start, end = source.figure_start, source.figure_end
    if start is None or end is None or not 0 <= start < end <= len(text):
        return format_html("{}", visible(_cut_end(text, MAX_PASSAGE)))
    before, figure, after = text[:start], text[start:end], text[end:]
    half = MAX_PASSAGE // 2
    if len(before) > half:
        before = "…" + before[-half:]
    return format_html("{}<mark>{}</mark>{}", visible(before), visible(figure), visible(_cut_end(after, half)))


def _cut_end(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[:limit] + "…"


def safe_url(url: str) -> str | None:
    """The address if it is plain http(s) with a host and nothing hidden in it, else None."""
    if len(url) > 2000 or _UNSEEN.search(url) or re.search(r"[\s\\\"'<>`]", url):
        return None
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not host or "@" in parts.netloc:
        return None
    return url


def _fragment_part(text: str) -> str:
    return quote(text, safe="").replace("-", "%2D")


def _ends_of(text: str) -> tuple[str, str]:
    """The first and the last whole words of a long passage (characters where there are no spaces)."""
    head, tail = text[:FRAGMENT_END], text[-FRAGMENT_END:]
    if " " in head:
        head = head.rpartition(" ")[0]
    if " " in tail:
        tail = tail.partition(" ")[2]
    return head, tail


def sentence_link(url: str, sentence: str) -> str | None:
    """The address that opens at the sentence (a text fragment), None where the address can't be trusted as a link."""
    safe = safe_url(url)
    text = " ".join(sentence.split())
    if safe is None or not text:
        return safe
    parts = (text,) if len(text) <= FRAGMENT_WHOLE else _ends_of(text)
    return f"{safe}{'' if '#' in safe else '#'}:~:text={','.join(map(_fragment_part, parts))}"


@register.filter
def source_link(source: Source) -> SafeString:
    """The page's title, linked to its sentence; only its text where the address is no plain http(s) one."""
    title = visible(_cut_end(source.title.strip() or source.url, MAX_NAME))
    href = sentence_link(source.url, source.passage)
    label = format_html('<bdi lang="{}">{}</bdi>', text_lang(title), title)
    if href is None:
        return label
    return format_html(
        '<a href="{}" target="_blank" rel="noopener noreferrer nofollow">{} {}</a>', href, label, conditional_escape(icon("ext"))
    )


@register.simple_tag
def glosses(label: str, passage: str) -> tuple[Gloss, ...]:
    """What a passage in the other language calls the things that the node asks for, in the reader's; no node, none."""
    return glosses_of(label or "", passage, reads_chinese=is_chinese())


@register.filter
def outside_link(url: str) -> SafeString:
    """An address as a link that opens beside the page; only its text where it is no plain http(s) one."""
    text = format_html("<bdi>{}</bdi>", visible(_cut_end(url, MAX_NAME)))
    href = safe_url(url)
    if href is None:
        return text
    return format_html(
        '<a href="{}" target="_blank" rel="noopener noreferrer nofollow">{} {}</a>', href, text, conditional_escape(icon("ext"))
    )
