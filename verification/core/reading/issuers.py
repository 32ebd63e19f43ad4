"""Whose page it is, and the words by which whoever issues a page speaks of itself: "we", "our", "the Company", 本公司, 我们.

They are the issuer's whoever was named in between: what the sentence before tells of a rival is not told on by "our revenue".
"""

from collections.abc import Iterable

from verification.core.language.capitals import is_plain
from verification.core.language.everyday import is_everyday
from verification.core.language.lemmas import lemma
from verification.core.language.texts import is_han
from verification.core.language.word_tables import words
from verification.core.patterns import lazy_regex
from verification.core.reading.english.datelines import dateline_end
from verification.core.reading.figure_slots import FigureSlots, Span
from verification.core.reading.placed_text import PlacedText
from verification.core.reading.statement import Origin, Words
from verification.core.subjects.known import Known, find_known
from verification.core.subjects.names import name_tokens
from verification.core.subjects.parts import Part, is_whole_name, parts_of

_BODIES = frozenset(("company", "institution", "body"))
_DEFINED = frozenset(("Company", "Group", "Bank", "Corporation", "Fund", "Society", "Trust"))
_PRONOUN = lazy_regex(r"\b(?:[Ww]e|[Oo]ur|[Ii]t|[Ii]ts|[Tt]hey|[Tt]heir|[Hh]e|[Ss]he|[Hh]is|[Hh]er)\b(?!['’])")
_OWN_PRONOUNS = words("we our")
_CHINESE_SELF = lazy_regex(r"我们|我[司行]|本(?:公司|集团|行|企业)")
_OPENED = lazy_regex(r"[“\"「『][^”\"」』]*$")
_CLOSING = lazy_regex(r"[”\"」』]")
_ANNOUNCES = lazy_regex(
    r"\.?(?:,? (?:Inc|Corp|Ltd|plc|AG|SE|Co)\b\.?)?,?\s?(?:\([^()]{2,40}\),?\s?)?(?:has |today |also )*"
    r"(?:announce[sd]|report(?:s|ed)|releases|released|posted)\b"
)
# 贵州茅台：…, 百度公布…, 招商银行2026年第三季度报告: so a title names whoever issues it.
_CHINESE_ISSUES = lazy_regex(
    r"(?:股份|集团|控股)?(?:有限公司)?\s?(?:[（(][^（）()]{2,24}[）)])?\s?(?:[:：]|公布|发布|披露|公告|\d{4}年|[一二三四]季|上半年|年[度报]|业绩|财报)"
)
_SHORTEST = 3


def speaks_of_itself(text: str, sentence: Span, slots: FigureSlots) -> bool:
    """Whether the figure of a sentence is told as that of whoever writes: "|we| delivered", "|the Company| posted", |本公司|净利润."""
    at = _self_at(text, sentence, slots)
    return at is not None and _OPENED.search(text, sentence[0], at) is None


def spoken_by(text: str, sentence: Span, slots: FigureSlots) -> Span | None:
    """Whose a figure is that somebody is quoted with as his own: "“We sold 20 cars,” said |Norvik|"; None where nobody is named behind."""
    at = _self_at(text, sentence, slots)
    if at is None or _OPENED.search(text, sentence[0], at) is None:
        return None
    closed = _CLOSING.search(text, at, sentence[1])
    if closed is None:
        return None
    start, behind = closed.end(), text[closed.end() : sentence[1]]
    known = [one for one in find_known(behind) if any(entity.kind in _BODIES for entity in one.entities)]
    told = [(one.start, one.end) for one in known or name_tokens(behind)]
    return (start + told[0][0], start + told[0][1]) if len(told) == 1 else None


def _self_at(text: str, sentence: Span, slots: FigureSlots) -> int | None:
    """Where the word stands by which whoever speaks tells a figure as his own."""
    subject, measure = slots.subject, slots.measure
    if subject is not None and subject != measure:
        written = text[slice(*subject)]
        return subject[0] if written in _DEFINED or _CHINESE_SELF.fullmatch(written) is not None else None
    if measure is None or measure[0] < sentence[0]:
        return None
    told = [(one.start(), one[0].lower()) for one in _PRONOUN.finditer(text, sentence[0], measure[0])]
    return told[-1][0] if told and told[-1][1] in _OWN_PRONOUNS else None


def issuer_of(page: PlacedText, above: PlacedText | None, topic: Span | None) -> Words | None:
    """Whoever a page is by: named in the title ``above`` it, else as announcing something in its first sentence.

    ``topic``: whom the title speaks of. None where nobody is named, or two are: "Lumeo and Norvik Announce Merger".
    """
    title = above.text if above is not None else ""
    known = [one for one in find_known(title) if any(entity.kind in _BODIES for entity in one.entities)]
    if known:
        topic = (known[0].start, known[0].end) if _are_one(known) else (0, len(title))
    if above is None or topic is None or _names_no_body(title[slice(*topic)]):
        own = _announcing(page.opening())
        return page.words_at(own, Origin.EARLIER) if own is not None else None
    if not _may_issue(title[slice(*topic)]) or _names_another(title, topic):
        return None
    is_chinese = any(map(is_han, title[slice(*topic)]))
    if is_chinese and (topic[0] or _CHINESE_ISSUES.match(title, topic[1]) is None):
        return None
    return above.words_at(topic, Origin.TITLE)


def _announcing(sentence: str) -> Span | None:
    """The place of whoever a report begins with as announcing something: "|Lumeo| today announced"."""
    begin = dateline_end(sentence)
    first = next(iter(name_tokens(sentence[begin:])), None)
    if first is None or first.start or _ANNOUNCES.match(sentence, begin + first.end) is None:
        return None
    span = (begin, begin + first.end)
    return span if _may_issue(sentence[slice(*span)]) else None


def _are_one(known: Iterable[Known]) -> bool:
    shared = [{entity.code for entity in one.entities} for one in known]
    return bool(set.intersection(*shared))


def _names_no_body(name: str) -> bool:
    """Whether words name no company or body: "US", "Quarterly results"."""
    return not any(part.is_name and (not part.entities or _is_body(part)) for part in parts_of(name))


def _is_body(part: Part) -> bool:
    return any(entity.kind in _BODIES for entity in part.entities)


def _may_issue(name: str) -> bool:
    """Whether a name may be a company's or a body's: a land and a good write no page."""
    parts = parts_of(name)
    is_other = any(part.entities and not _is_body(part) for part in parts)
    return bool(parts) and is_whole_name(name) and not is_other and " and " not in name


def _names_another(title: str, span: Span) -> bool:
    """Whether a title names somebody else beside the one at ``span``: "Lumeo to Acquire |Palmer|"."""
    tells = is_plain(title)
    return any(_is_name(part, tells=tells) for side in (title[: span[0]], title[span[1] :]) for part in parts_of(side))


def _is_name(part: Part, *, tells: bool) -> bool:
    """Whether a part of a title is a company's name; ``tells``: a capital makes one."""
    if part.entities:
        return _is_body(part)
    word = part.text.lower()
    is_word = is_everyday(word, "en") or is_everyday(lemma(word), "en")
    return part.is_name and not part.is_chinese and len(word) >= _SHORTEST and (tells or not is_word)
