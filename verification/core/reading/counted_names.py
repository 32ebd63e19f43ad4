"""A name whose words all stand about the figure that counts them: "6,306 firefighters are battling the Palisades fire" for firefighters at
the Palisades fire, 该议案有5344票反对 for 议案反对票数. It needs no taking apart, whatever the order is in which a sentence tells it.
"""

import re
from dataclasses import replace
from itertools import islice, pairwise, takewhile

from verification.core.language.lemmas import lemma
from verification.core.language.script import to_simplified
from verification.core.language.texts import fold, has_han
from verification.core.patterns import lazy_regex
from verification.core.reading.questions import name_asked
from verification.core.reading.reader import TextReader
from verification.core.reading.statement import Question, Statement, Subject, Words
from verification.core.subjects.chinese_words import segment
from verification.core.subjects.known import find_known
from verification.core.subjects.parts import FUNCTION
from verification.core.vocabulary import QuantityKind

# Words that say how, and not of what; what is from one place to another is not the same the other way round.
_DIRECTED = lazy_regex(
    r"\b(?:(?<!opposed )to|from|into|versus|vs|over|between|than|towards?|with|without|excluding|including|per|after|before)\b",
    re.IGNORECASE,
)
_SMALL = FUNCTION | {"who", "which", "be", "and", "some"}
_COUNTING = frozenset(("number", "count", "total", "tally", "share", "percentage", "proportion", "percent"))
_CHINESE_COUNTING = lazy_regex(r"(?:总数|数量|人数|件数|票数|家数|户数|次数|个数|总额|数|比例|占比|比重|的)$")
_WORD = lazy_regex(r"[^\W\d_](?:[\w&-]*[^\W_])?|\d+(?:\.\d+)?")
_BREAK = lazy_regex(r"[,;:，；：。、()（）—]")
_HAN_RUN = lazy_regex(r"[\u3400-\u9fff]+|[a-z0-9]+")
# A share of those who are counted, and no rate.
_OF = lazy_regex(r"\s?(?:的|of\s(?:all\s|the\s)*)")
_LEADING_ON = _SMALL | {"as", "while", "when", "after", "before", "because", "amid", "since", "but", "if", "though"}
_COUNTED_WITHIN = 3
_COUNTED_SIGNS = 6
_FEWEST = 2


def with_counted_name(question: Question, statement: Statement, reader: TextReader) -> Statement:
    """``statement``, a figure of ``reader``'s text, with the subject and measure asked for where it counts what the name asks for and the
    other words of the name all stand beside."""
    name, value = name_asked(question), statement.value
    if not name or value is None or value.kind == QuantityKind.CURRENCY or len(find_known(name)) > 1:
        return statement
    start, end = _clause(statement, value.start, reader)
    before, behind = reader.text[start : value.start], reader.text[value.end : end]
    if value.kind == QuantityKind.PERCENT and not _OF.match(behind):
        return statement
    tells = _tells_in_chinese if has_han(name) else _tells_in_english
    if has_han(name) != has_han(before + behind) or not tells(name, before, behind):
        return statement
    words = Words(reader.text[start:end], start, end)
    subject = Subject(question.subject.head and replace(words, text=question.subject.head.text), statement.subject.chain)
    asked = question.measure
    measure = replace(
        statement.measure, words=asked.words and replace(words, text=asked.words.text), code=asked.code or statement.measure.code
    )
    return replace(statement, subject=subject, measure=measure)


def _clause(statement: Statement, at: int, reader: TextReader) -> tuple[int, int]:
    """The sentence of the figure at ``at`` where it has no other; else what stands between two marks."""
    if len(reader.quantities_between(statement.start, statement.end)) < _FEWEST:
        return statement.start, statement.end
    marks = [statement.start, *(one.end() for one in _BREAK.finditer(reader.text, statement.start, statement.end)), statement.end]
    return next(((one, two) for one, two in pairwise(marks) if one <= at < two), (statement.start, statement.end))


def _tells_in_english(name: str, before: str, behind: str) -> bool:
    asked = frozenset(_content(name)) - _COUNTING
    if len(asked) < _FEWEST or _DIRECTED.search(name):
        return False
    return bool(asked & _counted(behind)) and asked <= {*_content(before), *_content(behind)}


def _counted(behind: str) -> frozenset[str]:
    """The words right behind a figure, up to a mark or a word that leads on."""
    run = re.split(r"[^\w\s’'-]", _OF.sub("", behind), maxsplit=1)[0].split()
    words = takewhile(lambda word: word.lower() not in _LEADING_ON, run)
    return frozenset(_content(" ".join(islice(words, _COUNTED_WITHIN))))


def _content(text: str) -> list[str]:
    """The words of a text that name something, by their lemma, in their order."""
    words = (one.group().lower() for one in _WORD.finditer(text))
    return [lemma(word) for word in words if word not in _SMALL]


def _tells_in_chinese(name: str, before: str, behind: str) -> bool:
    """Counted is what stands right behind the figure, or right before it: 5973名|裁判员, 投诉|6528件."""
    asked = _CHINESE_COUNTING.sub("", fold(to_simplified(name)))
    words = [word for run in _HAN_RUN.findall(asked) for word in (_words(run) if has_han(run) else [run])]
    lead, tail = fold(to_simplified(before)), fold(to_simplified(behind))
    if len(words) < _FEWEST or not all(word in lead or word in tail for word in words):
        return False
    telling = [word for word in words if len(word) > 1]
    near = _BREAK.split(tail[:_COUNTED_SIGNS], maxsplit=1)[0]
    return any(word in near or lead.endswith(word) for word in telling) or near[:1] == name[-2:-1] != ""


def _words(run: str) -> list[str]:
    return [word for word, _ in segment(run)]
