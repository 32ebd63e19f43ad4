"""English constructions with which a text disowns what stands elsewhere: labels, "this is a drill", "for illustration only", tasks."""

import re
from functools import cache

from verification.core.language.lemmas import lemma
from verification.core.patterns import lazy_regex
from verification.core.reading.event_clauses import event_verbs
from verification.core.reading.statement import Status
from verification.core.reading.status.disowning_words import english, status_of
from verification.core.reading.status.reach import Construction, Way

_UNREAL = (Status.SUPPOSED, Status.FICTION, Status.ASKED)
_NOTE = r"(?:note|nb|notice|disclaimer|caution|attention|reminder|warning|source|data|unit)\s?:\s"
_OPEN = rf"(?:[\s\[(*#>•·|=†‡_-]|–|—)*(?:{_NOTE})?"
_NOTED = lazy_regex(rf"[\s*†‡(\[]*{_NOTE}", re.IGNORECASE)
_DET = r"(?:(?:the|an?|this|these|our|my|your|its|some|another|one|all|any)\s)?"
_NUMBER = r"(?:\s(?:no\.?\s?|number\s|#)?\d+(?![.,]?\d|\s?%))?"
_END = r"(?=\W*$|\s?[:.!;)\]–—,]|\s[-(]\s?)"
_BE = r"(?:is|are|was|were|(?:has|have)\sbeen)"
_ADVERBS = r"(?:(?:all|only|just|merely|purely|simply|entirely|mere|\w+ly)\s){0,2}"
_DEICTIC = lazy_regex(rf"{_OPEN}(?:this|that|these|those)\s{_BE}\b", re.IGNORECASE)
_BEHIND = lazy_regex(
    rf"{_OPEN}(?:the\s(?:above|foregoing|preceding)|above|everything\sabove|none\sof)\b|\b(?:the\s)?above\b", re.IGNORECASE
)
_WHOLE = lazy_regex(
    r"\b(?:on|in|of|throughout|across)\sthis\s(?:page|site|document|article|post|story|report|text|table|column)\b", re.IGNORECASE
)
_ONLY = lazy_regex(r"\b(?:only|purposes|solely|purely)\b", re.IGNORECASE)
_NO_NAME = lazy_regex(
    r"(?:is|are|was|were|has|have|had|will|would|may|can|could|not|no|for|in|of|on|at|by|with|from|to|as|after|than|and|or|every|\w{3,}ed)",
    re.IGNORECASE,
)


def _compiled(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(lazy_regex(_OPEN + pattern, re.IGNORECASE) for pattern in patterns)


@cache
def _subject() -> str:
    """What speaks of the text: "this" alone; a noun may have more behind it: "the numbers in this section"."""
    text = f"(?:{english('text')}|{english('topic')})"
    texts = rf"(?:(?:the|all|any|these|both|our|every|each|of|most)\s){{0,3}}(?:[\w'’-]+\s)?{text}(?:\s\d+)?(?:\s(?:and|or)\s{text})?"
    return (
        r"(?:(?:this|that|these|those|below|above|here)|(?:what\sfollows|what\syou\s\w+|"
        r"the\s(?:following|above|foregoing|preceding)(?:\s\w+)?|"
        rf"everything\s(?:above|below|here)|{texts})(?:\s[^.:;!?]{{1,40}}?)?)"
    )


@cache
def _labels() -> tuple[re.Pattern[str], ...]:
    """Names of what follows: "Quiz question 3:", "Sample letter - …", "The plot in one line:", "For illustration only:"."""
    kind, maker, text = english("kind", name="kind"), english("maker", name="maker"), english("text")
    fiction, purpose = english("kind", Status.FICTION, name="kind"), english("purpose", name="purpose")
    return _compiled(
        rf"(?<=[\[(]){english('tag', name='tag')}(?=[\])])",
        rf"{_DET}{kind}{_NUMBER}(?:\s(?:follows|below|above|only|mode|page|section|corner|time|{english('kind')})){{0,3}}{_END}",
        rf"{_DET}{kind}\s(?:in|of|for|from|by)\s[^:.,;!?]{{1,30}}:",
        rf"{_DET}{maker}\s(?:[\w'’-]+\s){{0,2}}?{text}{_NUMBER}(?:\s(?:follows|below|above|only))?{_END}",
        rf"(?:solely\s|only\s|just\s|purely\s)?for\s(?:[\w-]+\s)?{purpose}(?:\spurposes)?(?:\sonly)?(?=\W*$|\s?[:)\]])",
        rf"(?:{_DET}(?:\w+\s)?{english('part')}\s)?(?:from|of|in)\s{_DET}(?:[\w'’-]+\s){{0,2}}?{fiction}\W{{0,2}}:",
        rf"{_DET}{english('lapsed', name='lapsed')}\s(?:[\w'’-]+\s)?{english('ruled')}{_END}",
    )


@cache
def _said() -> tuple[re.Pattern[str], ...]:
    """What a text says of itself: "This is a drill", "Figures are illustrative", "(Text generated to test …)"."""
    kind, state, maker = english("kind", name="kind"), english("state", name="state"), english("maker", name="maker")
    purpose, trial = english("purpose", name="purpose"), english("trial", name="trial")
    end = rf"(?:{_END}|(?=\s(?:for|and|only|used|written|made|until|pending)\b))"
    what = (
        rf"(?:an?\s|the\s|our\s|my\s)?(?:(?!not\b|no\b|never\b)[\w'’-]+\s){{0,2}}?(?:{kind}|{maker}\s(?:[\w-]+\s)?{english('text')})|{state}|"
        rf"(?:(?!not\b)\w+\s)?for\s(?:the\s)?(?:[\w-]+\s)?{purpose}(?:\spurposes)?"
    )
    made = r"(?:sent|generated|written|inserted|posted|typed|added|invented|put\shere)"
    return _compiled(
        rf"{_subject()}\s{_BE}\s(?!never\b|hardly\b){_ADVERBS}(?:{what}){end}",
        rf"{_subject()}\s(?:{_BE}\s)?(?:\w+ly\s)?{made}\s(?:only\s|solely\s|just\s)?"
        rf"(?:(?:in\sorder\s)?to\s{trial}\b|for\s(?:[\w-]+\s)?{purpose}(?=\spurposes|\W*$))",
    )


@cache
def _others() -> dict[Way, tuple[re.Pattern[str], ...]]:
    kind, text = english("kind", *_UNREAL, name="kind"), english("text")
    fiction, maker = english("kind", Status.FICTION, name="kind"), english("maker", name="maker")
    return {
        Way.AHEAD: _compiled(
            rf"an?\s{maker}\s(?:[\w'’-]+\s){{1,3}}?(?:serves?|acts?|is\sused|is\staken|stands|will\sserve)\b",
            # What the reader is to write himself ("translate your message") is not this text.
            rf"(?:please\s|now\s|next,?\s|\d+\W+|{english('kind')}{_NUMBER}\W+)*{english('task', name='task')}\b(?!\s(?:all\s)?your\b)",
        ),
        Way.SENTENCE: _compiled(
            rf"{_DET}(?:[\w'’-]+\s)?(?:{kind}|{maker}\s{text})(?:\s(?:of|in|for|from)\s[^,;:]{{1,25}})?\s"
            r"(?:says?|said|gives?|gave|reads?|states?|lists?|tells?|imagines?|describes?|posits?|supposes?)\b",
            rf"(?:please\s|now\s)?{english('fancy', name='fancy')}\b",
            rf"(?:in|during)\s(?:(?:round|chapter|scene|act|episode|part|level|turn|season)\s\w+\sof\s)?{_DET}(?:(?!addition\b|contrast\b)[\w'’-]+\s){{0,2}}?{fiction}(?:,|\s(?=(?:the|an?)\s|(?-i:[A-Z])|[\d$€£]))",
            rf"(?:[\d:.,TZ-]+\s)*(?-i:INFO|DEBUG|NOTICE|WARN|TRACE|LOG)\W+{english('tag', name='tag')}\b",
            rf"[^:.!?]{{0,60}}\b{english('spread', name='spread')}\b[^:.!?]{{0,30}}:",
        ),
        Way.NOTE: _compiled(rf"{english('kind', Status.FORESEEN, name='kind')}\s(?:by|from|of)\s[^.:;!?]{{1,40}}\W*$"),
        Way.BEHIND: _compiled(
            rf"end\sof\s(?:the\s|this\s)?(?:\w+\s)?{english('over', name='over')}(?:\s\w+)?\W*$",
        ),
    }


@cache
def _denies() -> tuple[re.Pattern[str], ...]:
    """ "Three things that never happened", "Do not believe the text going round." """
    return _compiled(
        rf"(?:[\w'’-]+\s){{0,3}}(?:things?|{english('text')})\s(?:that|which)\snever\s(?:happened|took\splace|existed|occurred|was|were)\b",
        rf"(?:please\s)?(?:do\snot|don['’]t|never)\s(?:fall\sfor|believe|trust|share|forward|be\s(?:fooled|taken\sin)\sby)\s{_DET}(?:[\w-]+\s)?{english('text')}",
    )


@cache
def _unreal_all() -> tuple[re.Pattern[str], ...]:
    """ "None of the above is real." """
    return _compiled(
        rf"none\sof\s(?:this|these|it|the\s(?:above|{english('text')}))[^.:;]{{0,30}}?\s{_BE}\s(?:real|meant|serious|actual)\b"
    )


_NUMBERED = _compiled(r"(?:problem|exercise|question|task|q)\s?\d+\s?[.:)]")


@cache
def _stated() -> tuple[re.Pattern[str], ...]:
    """ "Superseded by notice 14": said without a subject."""
    return _compiled(rf"(?:now\s)?{english('state', name='state')}(?:{_END}|(?=\s(?:by|see|since|from|as|on)\b))")


_END_OF_LABEL = lazy_regex(r"\s?:\s\W*\w")


def construction_of(sentence: str, *, is_first: bool, is_title: bool = False) -> Construction | None:
    """What a sentence, line or title makes of what stands around it; None where it makes nothing of it."""
    if sentence[:1] in "\"“'‘«":
        return None
    # The head of a table's row or column names no text.
    for pattern in _labels() if "|" not in sentence else ():
        found = pattern.match(sentence)
        if found and ("purpose" not in found.groupdict() or found["purpose"] is None or _ONLY.search(found[0])):
            return _label(found, sentence)
    for pattern in _said():
        if found := pattern.match(sentence):
            return _statement(found, sentence, is_first=is_first)
    for way, patterns in _others().items():
        for pattern in patterns:
            if found := pattern.match(sentence):
                return Construction(way, status_of(found, "en") if way is not Way.BEHIND else Status.SUPPOSED, *found.span())
    return _rare(sentence, is_first=is_first, is_title=is_title)


def _rare(sentence: str, *, is_first: bool, is_title: bool) -> Construction | None:
    if is_first and (found := _first(_denies(), sentence)):
        return Construction(Way.AHEAD, Status.DENIED, *found.span())
    if found := _first(_unreal_all(), sentence):
        return Construction(Way.AROUND, Status.FICTION, *found.span())
    if found := _first(_NUMBERED, sentence):
        return Construction(Way.PROBLEM, Status.SUPPOSED, *found.span())
    return _bracketed(sentence) if not is_title else _titled(sentence)


def _first(patterns: tuple[re.Pattern[str], ...], sentence: str) -> re.Match[str] | None:
    return next((found for pattern in patterns if (found := pattern.match(sentence))), None)


def _label(found: re.Match[str], sentence: str) -> Construction:
    status = status_of(found, "en")
    if sentence[:1] in "([" and sentence.rstrip()[-1:] in ")]":
        return Construction(Way.BEFORE, status, *found.span())
    if _NOTED.match(sentence):
        return Construction(Way.HERE, status, *found.span())
    has_more = _END_OF_LABEL.match(sentence, found.end()) or sentence[: found.end()].endswith(":")
    way = Way.LINE if has_more and status in _UNREAL else Way.SENTENCE if has_more or sentence[found.end() :][:1] == "]" else Way.AHEAD
    return Construction(way, status, *found.span())


def _statement(found: re.Match[str], sentence: str, *, is_first: bool) -> Construction | None:
    status = status_of(found, "en")
    if sentence[:1] in "([":
        return Construction(Way.BEFORE, status, *found.span())
    if _WHOLE.search(sentence):
        return Construction(Way.PAGE, status, *found.span())
    if _BEHIND.search(found[0]):
        return Construction(Way.BEHIND, status, *found.span())
    if _END_OF_LABEL.match(sentence, found.end()):
        return Construction(Way.LINE, status, *found.span())
    if _DEICTIC.match(sentence):
        return Construction(Way.HERE, status, *found.span()) if is_first else None
    return Construction(Way.AROUND if status in _UNREAL else Way.NOTE, status, *found.span())


def _bracketed(sentence: str) -> Construction | None:
    """ "(Superseded by notice 14)", "Revenue: 41 (dummy figure)"."""
    if sentence[:1] in "([":
        found = _first(_stated(), sentence)
        return Construction(Way.BEFORE, status_of(found, "en"), *found.span()) if found else None
    found = _in_brackets().search(sentence)
    return Construction(Way.OWN, status_of(found, "en"), *found.span()) if found and status_of(found, "en") in _UNREAL else None


@cache
def _in_brackets() -> re.Pattern[str]:
    maker, state = english("maker", name="maker"), english("state", name="state")
    return re.compile(rf"[(\[](?:{maker}\s{english('text')}|{state})[)\]]", re.IGNORECASE)


@cache
def _title_patterns() -> tuple[re.Pattern[str], ...]:
    kind, fiction = english("kind", name="kind"), english("kind", Status.FICTION, name="kind")
    return (
        re.compile(rf"(?P<before>(?:[\w'’&-]+\s){{1,2}}){kind}{_NUMBER}(?:{_END}|$)", re.IGNORECASE),
        re.compile(rf"(?:.*,\s|.*:\s)?(?:an?|the)\s(?:\w+\s){{0,2}}?{fiction}(?:\sby\s[^:]*)?\W*$", re.IGNORECASE),
        re.compile(rf"(?:\w+\s){{0,2}}?{english('myth', name='myth')}\s(?:about|on|of|around|surrounding|behind)\b", re.IGNORECASE),
    )


def _titled(title: str) -> Construction | None:
    """What a title or a line of its own is: "Tabletop exercise, scenario 2", "Demo (sample data)", "What if …", "Five myths about …"."""
    if re.match(r"what\sif\b", title, re.IGNORECASE):
        return Construction(Way.AHEAD, Status.ASKED, 0, 7)
    if (stated := _first(_stated(), title)) is not None and not title[stated.end() :].strip(" .!"):
        return Construction(Way.AHEAD, status_of(stated, "en"), *stated.span())
    if (found := _in_brackets().search(title)) is not None and not title[found.end() :].strip(" .!"):
        way = Way.OWN if re.search(r"\d", title) else Way.AHEAD
        return Construction(way, status_of(found, "en"), *found.span())
    for pattern in _title_patterns():
        found = pattern.match(title)
        if found and not any(_is_verb(word) for word in (found.groupdict().get("before") or "").split()):
            return Construction(Way.AHEAD, status_of(found, "en"), *found.span())
    return None


def _is_verb(word: str) -> bool:
    return lemma(word.lower()) in event_verbs("en") or _NO_NAME.fullmatch(word) is not None
