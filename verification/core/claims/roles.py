"""Who did it: acts told the other way round, of everybody but the one who is claimed, and of somebody beside them."""

import re
from functools import lru_cache

from verification.core.claims.slots import Held, Proposition
from verification.core.language.frequency import zipf
from verification.core.language.texts import is_han
from verification.core.patterns import lazy_regex
from verification.core.reading.measure_comparing import SlotFit
from verification.core.reading.statement import Origin, Statement
from verification.core.support.facts import terms_of

_MOSTLY = 0.5
_COMMON = 4
_ARTICLE = lazy_regex(r"^(?:the|a|an)\s+", re.IGNORECASE)
# "Kestrel, Orvane's rival": somebody whom the name only helps to tell, and those beside the one who is named.
_RELATED = (
    r"(?:rival|competitor|partner|supplier|parent|owner|neighbou?r|subsidiary|customer|client|founder|predecessor|successor|shareholder|investor|"
    r"critic|opponent|landlord|lender|insurer|auditor|lawyer|spokesman|wife|husband|brother|sister|son|daughter)s?"
)
_ZH_RELATED = (
    r"(?:竞争对手|对手|供应商|客户|母公司|子公司|股东|合作方|合作伙伴|邻居|前任|继任者|创始人|房东|律师|"
    r"隔壁|旁边|对面|附近|门口|妻子|丈夫|弟弟|哥哥)"
)
_EXCEPTING = (
    r"\b(?:(?:all|every\w*|any\w*|no\w*|each)\b[^.;]{0,60}\b(?:but|except|bar)|except(?:\sfor|ing)?|apart\sfrom|other\sthan|but\snot|save\sfor|"
    r"with\sthe\s(?:\w+\s)?exception\sof|excluding|rather\sthan|instead\sof|and\snot|unlike|in\scontrast\s(?:to|with))"
    r"\s(?:for\s|by\s)?(?:the\s|a\s|an\s)?"
)
_BESIDE = (
    r"\b(?:next\sto|near|beside|opposite|outside|behind|across\sfrom|adjacent\sto|rival\sof|owner\sof|neighbou?r\sof|competitor\sof)\s"
    r"(?:the\s|a\s|an\s)?"
)
_ZH_EXCEPTING = r"(?:除了?|唯独|不包括|不含|而非|而不是|并非|不是|不像|不同于)"
_NAME = lazy_regex(r"(?:[A-Z][\w&.'’-]*)(?:\s(?:[A-Z][\w&.'’-]*|of|and|&))*")
# What was done to somebody names its doer elsewhere.
_PASSIVE = lazy_regex(r"\b(?:is|are|was|were|be|been|being)\s(?:\w+\s)?$", re.IGNORECASE)
# "A song recorded by her": the participle alone.
_REDUCED = lazy_regex(r"\sby\s", re.IGNORECASE)
_BY = lazy_regex(r"\bby\s(?:the\s|an?\s)?$", re.IGNORECASE)
_BETWEEN = lazy_regex(r"\s(?:(?:has|have|had|also|itself|since|then|later|finally|already|just|now|was|were|is|are)\s){0,3}")


def swaps_roles(one: Proposition) -> bool:
    """Whether the documents tell the act the other way round: "B bought A" for "A bought B", and nowhere as it is claimed."""
    predicate, head = one.statement.predicate, one.statement.subject.head
    if predicate is None or predicate.object is None or head is None:
        return False
    doer, thing = _roles(one.statement, one.claim, 0)
    told = [
        _roles(held.statement, held.stretch.sentence_of(held.statement), held.statement.start)
        for held in one.held
        if held.comparison.predicate is not None and held.comparison.predicate.fit is SlotFit.FOUND
    ]
    if not doer or not thing or doer & thing or any(doer <= its for its, _ in told):
        return False
    return any(_share(thing, its) >= _MOSTLY and _share(doer, other) >= _MOSTLY for its, other in told)


def is_of_another(one: Proposition) -> bool:
    """Whether every sentence that tells the act takes out of it the one who is claimed ("everyone signed except Dr Lindqvist"), tells it of
    somebody beside them ("Orvane's rival Kestrel cut"), or names another right before it ("while Marlowe flooded")."""
    head = one.statement.subject.head
    if head is None or one.statement.predicate is None:
        return False
    name = _ARTICLE.sub("", head.text)
    told = [held for held in one.held if held.is_same]
    patterns = _patterns(name)
    is_passive = _is_passive(one.statement, one.claim, 0)
    return bool(told) and all(
        any(pattern.search(held.stretch.sentence_of(held.statement)) for pattern in patterns)
        or (not is_passive and _names_another(name, held))
        for held in told
    )


@lru_cache(maxsize=512)
def _patterns(name: str) -> tuple[re.Pattern[str], ...]:
    named = re.escape(name)
    if is_han(name[:1]):
        chinese = (
            _ZH_EXCEPTING + named,
            rf"{named}除外",
            rf"(?:与|和|跟|同){named}(?:不同|相反|不一样|形成对比)",
            rf"{named}的?{_ZH_RELATED}",
        )
        return tuple(map(re.compile, chinese))
    english = (
        rf"{_EXCEPTING}{named}\b",
        rf"\b{named}\s(?:excepted|excluded|aside|apart)\b",
        rf"\b{named}['’]s?\s(?:\w+\s){{0,2}}{_RELATED}\b",
    )
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in (*english, rf"{_BESIDE}{named}\b"))


def _names_another(name: str, held: Held) -> bool:
    """Whether another name stands right before the act, as its doer."""
    head, predicate = held.statement.subject.head, held.statement.predicate
    if head is None or predicate is None or head.origin is not Origin.CLAUSE or head.end > predicate.words.start:
        return False
    if not _is_name(head.text) or terms_of(head.text) & terms_of(name):
        return False
    begin, sentence = held.statement.start, held.stretch.sentence_of(held.statement)
    if _is_passive(held.statement, sentence, begin):
        return False
    return _BETWEEN.fullmatch(sentence[head.end - begin : predicate.words.start - begin]) is not None


def _is_name(words: str) -> bool:
    """Whether words are a name; a single one that is common may only begin its sentence: "It", "Officials"."""
    return _NAME.fullmatch(words) is not None and (" " in words or zipf(words.lower(), "en") < _COMMON)


def _is_passive(statement: Statement, text: str, begin: int) -> bool:
    """Whether the act is told in the passive; ``text`` holds the statement from ``begin`` on."""
    predicate = statement.predicate
    if predicate is None:
        return False
    start, end = predicate.words.start - begin, predicate.words.end - begin
    return _PASSIVE.search(text, 0, start) is not None or _REDUCED.match(text, end) is not None


def _roles(statement: Statement, text: str, begin: int) -> tuple[frozenset[str], frozenset[str]]:
    """The terms of who does it and of whom it is done to; ``text`` holds the statement from ``begin`` on."""
    head, predicate = statement.subject.head, statement.predicate
    first = frozenset(terms_of(head.text)) if head else frozenset()
    if predicate is None or predicate.object is None:
        return first, frozenset()
    last = frozenset(terms_of(predicate.object.text))
    is_by = _BY.search(text, 0, predicate.object.start - begin) is not None
    return (last, first) if is_by and _is_passive(statement, text, begin) else (first, last)


def _share(wanted: frozenset[str], found: frozenset[str]) -> float:
    return len(wanted & found) / len(wanted) if wanted else 0.0
