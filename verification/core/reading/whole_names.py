"""A name that stands before its figure word for word, and that no word beside it makes another: it needs no taking apart.

A reader that does not know the name may part "share of tests that came back positive" wrongly; who asked for it sees it there.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from verification.core.evidence import Quantity
from verification.core.language.lemmas import lemma
from verification.core.language.script import to_simplified
from verification.core.language.texts import fold, is_han
from verification.core.patterns import lazy_regex
from verification.core.reading.clause_words import Role, chinese_marks
from verification.core.reading.english.tokens import tokens_in
from verification.core.reading.figure_slots import Span
from verification.core.reading.left_out import LEFT_OUT
from verification.core.reading.measure_words import qualifiers_of
from verification.core.reading.questions import name_asked
from verification.core.reading.reader import TextReader
from verification.core.reading.statement import Question, Statement, Subject, Words
from verification.core.reading.tokens import Kind, Token

_ARTICLE = lazy_regex(r"\b(?:the|a|an)\s+", re.IGNORECASE)
_ARTICLES = frozenset(("the", "a", "an"))
_SPACES = lazy_regex(r"\s+")
# What may stand before a name without being part of it, and between it and its figure.
_LEADS = frozenset((Kind.MARK, Kind.CONJUNCTION, Kind.PRONOUN, Kind.SPEECH, Kind.VERB, Kind.FILLER, Kind.PERIOD))
_TIES = frozenset((Kind.VERB, Kind.FILLER, Kind.PERIOD, Kind.FIGURE, Kind.BASIS))
_TYING_WORDS = frozenset(("to", "at", "from", "by", "of", "in", "that", "this", "but", "a", "the", "an", '"', "'", "“", "”", "’", ","))
_NO_TIES = frozenset((Role.MEASURE, Role.QUALIFIER, Role.FRAME, Role.CUT))
_BRACKETED = lazy_regex(r"([^()（）]+)[(（]([^()（）]+)[)）]")
# "单产为|每亩|521公斤"
_EACH = lazy_regex(r"每.{1,2}$")
_CHINESE_MARKS = "，,：:；;、。“”\"'‘’（）()【】《》 \u3000\t-—"
_LEADING_ROLES = frozenset((Role.SPEECH, Role.CUT, Role.FILLER, Role.IS))
_TYING_SIGNS = frozenset("了的已现仍曾由从自而已经再次不又也就其为是到至达在于被将近约超")
_ADVERBIALS = ("in fact", "of course", "in all", "at present", "to date", "at last", "in short", "as expected", "in reality", "for sure")
# The fewest words that tell a name in whatever order they stand; between two names some words tell which is which.
_FEWEST = 3
_DIRECTED = lazy_regex(r"\b(?:to|from|into|against|versus|vs|over|between|than|towards?|with|without|excluding|including)\b", re.IGNORECASE)
_MARKED = lazy_regex(r"[,;:!?()\[\]|]|\.\s")
_WORD = lazy_regex(r"[^\W_](?:[\w.&/-]*[^\W_])?(?:['’]s?)?")
_JOINING = frozenset(("the", "a", "an", "of", "in", "at", "for", "on", "by", "its", "their", "that", "is", "are", "was", "were"))
# A clause that long between a name and a figure says something else too.
_FARTHEST = 80


def with_whole_name(question: Question, statement: Statement, reader: TextReader) -> Statement:
    """``statement``, a figure of ``reader``'s text, with the subject and measure asked for where their whole name stands before it, with
    but a predicate between the two."""
    name, value = name_asked(question), statement.value
    if not name or value is None or not statement.start < value.start:
        return statement
    start = statement.start
    lead = fold(to_simplified(reader.text[start : value.start]))
    quantities = [replace(one, start=one.start - start, end=one.end - start) for one in reader.quantities_between(start, value.start)]
    periods = [(one.start - start, one.end - start) for one in reader.periods_between(start, value.start)]
    at = _place_of(fold(to_simplified(name)), lead, quantities, periods)
    if at is None:
        return statement
    span = (at[0] + start, at[1] + start)
    narrowing = qualifiers_of(reader.text[value.end : statement.end]) | LEFT_OUT
    measure = question.measure
    told = replace(
        statement.measure,
        words=_within(measure.words, span, reader.text),
        qualifiers=measure.qualifiers | (statement.measure.qualifiers & narrowing),
        code=measure.code or statement.measure.code,
    )
    return replace(statement, subject=Subject(_within(question.subject.head, span, reader.text), statement.subject.chain), measure=told)


def _within(asked: Words | None, span: Span, text: str) -> Words | None:
    """The words of a slot asked for, where they stand in the name on the page."""
    if asked is None:
        return None
    at = text[slice(*span)].casefold().find(asked.text.casefold())
    start, end = (span[0] + at, span[0] + at + len(asked.text)) if at >= 0 else span
    return Words(asked.text if at < 0 else text[start:end], start, end)


def _place_of(name: str, lead: str, quantities: Sequence[Quantity], periods: Sequence[Span]) -> Span | None:
    """Where ``name`` stands whole in ``lead``, whose characters places count."""
    if any(map(is_han, name)):
        return _stands_in_chinese(_SPACES.sub("", name), lead, quantities, periods)
    return _stands_in_english(name, lead, quantities, periods)


def _stands_in_english(name: str, lead: str, quantities: Sequence[Quantity], periods: Sequence[Span]) -> Span | None:
    words = _ARTICLE.sub("", name).split()
    if not words:
        return None
    span = _in_order(words, lead) or _rearranged(name, lead)
    if span is None or len(lead) - span[1] > _FARTHEST:
        return None
    start, end = span
    tokens = tokens_in(lead, [one for one in quantities if one.end <= start or one.start >= end], periods)
    before = [token for token in tokens if token.end <= start and token.word not in _ARTICLES]
    if before and before[-1].kind not in _LEADS and before[-1].word != "that" and not _opens(lead[:start]):
        return None
    return (start, end) if all(_ties(token) for token in tokens if token.start >= end) else None


def _in_order(words: Sequence[str], lead: str) -> Span | None:
    """The last stretch that holds the words of a name as they stand in it, with articles between them or not."""
    # A pattern is dear to make, and most leads hold not even the words. Outside of ASCII a letter may be written in two ways.
    if lead.isascii() and all(map(str.isascii, words)) and not all(word in lead for word in words):
        return None
    pattern = r"(?<![\w'’-])" + r"\s+(?:(?:the|a|an)\s+)?".join(map(re.escape, words)) + r"(?![\w-]|['’]\w)"
    found = [*re.finditer(pattern, lead, re.IGNORECASE)]
    return found[-1].span() if found else None


def _rearranged(name: str, lead: str) -> Span | None:
    """The last stretch that holds the words of a name in another order, and no others: "Kelham's average rent" for "average rent in
    Kelham"."""
    asked = _content(name)
    if len(asked) < _FEWEST or len({word for word, *_ in asked}) < len(asked) or _DIRECTED.search(name):
        return None
    wanted = {word for word, *_ in asked}
    said = _content(lead)
    for last in range(len(said) - 1, len(asked) - 2, -1):
        window = said[last - len(asked) + 1 : last + 1]
        span = (window[0][1], window[-1][2])
        if {word for word, *_ in window} == wanted and not (_MARKED.search(lead, *span) or _DIRECTED.search(lead, *span)):
            return span
    return None


def _content(text: str) -> list[tuple[str, int, int]]:
    """The words of a text that name something, by their lemma, with their places."""
    found = ((one.group().lower(), *one.span()) for one in _WORD.finditer(text))
    return [
        (lemma(word.removesuffix("'s").removesuffix("’s").rstrip("'’")), start, end) for word, start, end in found if word not in _JOINING
    ]


def _opens(before: str) -> bool:
    """Whether a sentence begins where its words seem to go on: "No. |The", "In fact |the"."""
    told = before.rstrip().casefold()
    told = told.rsplit(" ", 1)[0].rstrip() if told.endswith((" the", " a", " an")) else told
    return told.endswith((".", *_ADVERBIALS))


def _ties(token: Token) -> bool:
    return (token.kind in _TIES and token.role is not Role.FRAME) or token.word in _TYING_WORDS


def _spellings(name: str) -> list[str]:
    """Patterns of the ways to write a Chinese name: 的 between its parts comes and goes, and what stands in brackets may go before it."""
    inside = _BRACKETED.fullmatch(name)
    told = [name, f"{inside[2]}{inside[1]}"] if inside else [name]
    return ["的?".join(re.escape(letter) for letter in one.replace("的", "")) for one in told]


def _stands_in_chinese(name: str, lead: str, quantities: Sequence[Quantity], periods: Sequence[Span]) -> Span | None:
    found = next((one for one in map(re.compile, _spellings(name)) if one.search(lead)), None)
    span = [*found.finditer(lead)][-1].span() if found else None
    if span is None or len(lead) - span[1] > _FARTHEST // 2:
        return None
    start, end = span
    marks = chinese_marks(lead, 0, len(lead))
    ends = {mark.end for mark in marks if mark.role in _LEADING_ROLES} | {at for _, at in periods}
    fillers = {mark.end for mark in marks if mark.role is Role.FILLER and mark.end - mark.start == 1}
    # A filler of one sign leads a name where it begins something itself: the 约 before 原油 may be that of 纽约.
    begins = start - 1 if start in fillers else start
    if begins and lead[begins - 1] not in _CHINESE_MARKS and begins not in ends:
        return None
    ties = [(mark.start, mark.end) for mark in marks if mark.role not in _NO_TIES]
    # What a figure counts is one sign behind it at most: 2088.35|点.
    ties += [one.span() for one in _EACH.finditer(lead, end)]
    ties += [*periods, *((one.start, one.end + (lead[one.end + 1 : one.end + 2] in _CHINESE_MARKS)) for one in quantities)]
    is_tied = all(
        lead[at] in _CHINESE_MARKS or lead[at] in _TYING_SIGNS or any(first <= at < last for first, last in ties)
        for at in range(end, len(lead))
    )
    return (start, end) if is_tied else None
