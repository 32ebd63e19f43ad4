"""A question held against a statement, slot by slot: each is found, compatible, open or clashes, with the words on both sides."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType

from verification.core.language.everyday import is_everyday
from verification.core.language.lemmas import lemma
from verification.core.language.relations import antonyms, synonyms
from verification.core.language.texts import is_han
from verification.core.periods.comparing import Fit, compare_periods
from verification.core.reading.measure_comparing import Difference, SlotComparison, SlotFit, compare_measures, compare_rows
from verification.core.reading.measure_words import OF_LANDS, chinese_key, is_writing, qualifiers_of, row_of
from verification.core.reading.statement import Form, Origin, PeriodSlot, Predicate, Question, Statement, Status, Subject, Words
from verification.core.subjects.align import Alignment, Found, align
from verification.core.subjects.known import find_known, latin_tokens
from verification.core.subjects.parts import FUNCTION, is_of_land, parts_of

# What a close is the close of need not be asked for; a figure of several months is theirs together, whether it says so or not.
_CLOSE = frozenset(("close",))
_CUMULATIVE = frozenset(("close", "cumulative"))
# Homes are told as those of a year at that pace, and so is output in the United States; who was added is told net of who left.
_OF_A_YEAR = frozenset(("home_sales", "housing_starts"))
_OF_A_YEAR_AT_HOME = frozenset(("consumption_spending", "gdp"))
_ADDED = frozenset(("new_jobs", "payrolls", "subscribers"))
# The land and its central bank.
_AMERICAN = frozenset(("US", "Fed"))
_CPI, _EXCHANGE_RATE = "cpi", "exchange_rate"
_NOTHING: Mapping[str, str] = MappingProxyType({})
_OWN = frozenset({Origin.CLAUSE, Origin.SENTENCE, Origin.ROW, Origin.COLUMN})
_SUBJECTS = {
    Found.SAME: (SlotFit.FOUND, None),
    Found.OPEN: (SlotFit.OPEN, None),
    Found.RIVAL: (SlotFit.CLASHES, Difference.OTHER_SUBJECT),
    Found.PART: (SlotFit.CLASHES, Difference.PART_OF_SUBJECT),
    Found.WHOLE: (SlotFit.CLASHES, Difference.WHOLE_OF_SUBJECT),
}
_FITS = {Fit.AGREES: SlotFit.FOUND, Fit.OPEN: SlotFit.OPEN, Fit.CLASHES: SlotFit.CLASHES}


@dataclass(frozen=True, slots=True)
class Comparison:
    """The slots of a question against those of one statement. ``alignment`` is how the subjects meet; ``predicate`` None for figures."""

    subject: SlotComparison
    measure: SlotComparison
    period: SlotComparison
    status: SlotComparison
    alignment: Alignment | None = None
    predicate: SlotComparison | None = None

    @property
    def clashes(self) -> tuple[SlotComparison, ...]:
        """The slots that say that this statement answers another question."""
        slots = (self.subject, self.measure, self.period, self.status, *((self.predicate,) if self.predicate else ()))
        return tuple(slot for slot in slots if slot.fit is SlotFit.CLASHES)


def compare(question: Question, statement: Statement, *, published: date | None, introduced: Mapping[str, str] = _NOTHING) -> Comparison:
    """Slot by slot. ``published`` is the page's day; ``introduced`` the short forms that its text introduces."""
    statement = _parted_alike(question, _prices_of_land(question, statement))
    is_whole = not question.measure.code and question.measure.words in (None, question.subject.head)
    subject, alignment = compare_subjects(question.subject, _subject_said(question, statement), introduced, is_whole=is_whole)
    measure = (
        SlotComparison(SlotFit.OPEN) if question.predicate else compare_measures(question.measure, statement.measure, _allowed(question))
    )
    if question.predicate is None and question.subject.head and question.measure.words == question.subject.head:
        measure = _by_subject(measure, subject)
    return Comparison(
        subject,
        measure,
        compare_period_slots(question.period, statement.period, published),
        _compare_status(question, statement),
        alignment,
        _compare_predicates(question.predicate, statement.predicate) if question.predicate else None,
    )


def _parted_alike(question: Question, statement: Statement) -> Statement:
    """The statement with what is counted told of its measure where the question does so: 我国汽车|出口 for 中国|汽车出口量."""
    head, words, asked, measure = statement.subject.head, statement.measure.words, question.subject.head, question.measure.words
    if head is None or words is None or asked is None or measure is None:
        return statement
    if _is_parted_otherwise(asked.text, head.text, words.text):
        return replace(statement, subject=replace(statement.subject, head=replace(head, text=asked.text)))
    if (narrowing := _narrowing_said(asked.text, head.text, measure.text)) is not None:
        subject = replace(statement.subject, head=replace(head, text=asked.text))
        told = replace(words, text=_joined(narrowing, _unqualified(words.text)), start=head.start)
        return replace(statement, subject=subject, measure=replace(statement.measure, words=told))
    if _begins_measure(head.text, measure.text):
        told = replace(words, text=_joined(head.text, words.text), start=head.start)
        return replace(statement, subject=Subject(None, statement.subject.chain), measure=replace(statement.measure, words=told))
    if not any(map(is_han, head.text)):
        return statement
    known = find_known(head.text)
    if not known or known[0].start or known[0].end == len(head.text):
        return statement
    owner, thing = head.text[: known[0].end], head.text[known[0].end :]
    if chinese_key(thing) not in chinese_key(measure.text) or align(asked.text, [owner]).found is not Found.SAME:
        return statement
    subject = replace(statement.subject, head=replace(head, text=owner, end=head.start + len(owner)))
    told = replace(words, text=thing + words.text, start=head.start + len(owner))
    return replace(statement, subject=subject, measure=replace(statement.measure, words=told))


def _prices_of_land(question: Question, statement: Statement) -> Statement:
    """The statement with "prices" of a land, where its inflation is asked for, told as those of its consumers."""
    head, words = statement.subject.head, statement.measure.words
    if question.measure.code != _CPI or head is None or words is None or words.text.casefold() != "prices" or not is_of_land(head.text):
        return statement
    return replace(statement, measure=replace(statement.measure, words=replace(words, text=f"consumer {words.text}"), code=_CPI))


def _is_parted_otherwise(asked: str, head: str, measure: str) -> bool:
    """Whether a name goes on with what a statement tells of its measure: 中国智能手机 of 中国|智能手机市场出货量, "Berkshire Class A" of
    "Berkshire's |Class A shares|"."""
    if any(map(is_han, asked)):
        rests = (asked.removeprefix(head), asked.removesuffix(head))
        return any(rest != asked and chinese_key(rest) in chinese_key(measure) for rest in rests if rest)
    mine, theirs, told = (
        {token.key for token in latin_tokens(one) if token.is_capital or token.key not in FUNCTION} for one in (asked, head, measure)
    )  # the A of "Class A" is no article
    return bool(theirs) and theirs < mine and mine - theirs <= told


def _narrowing_said(asked: str, head: str, measure: str) -> str | None:
    """What an English statement tells of its subject beside the one asked for, where the measure asked for begins with it: the "30-year
    mortgage" of "the rate on a 30-year U.S. mortgage"."""
    if any(map(is_han, head)):
        return None
    mine, theirs, begun = ([token.key for token in latin_tokens(one)] for one in (asked, head, measure))
    rest = [key for key in theirs if key not in mine]
    is_told = bool(mine) and set(mine) < set(theirs) and len(rest) < len(begun) and rest == begun[: len(rest)]
    return " ".join(rest) if is_told else None


def _unqualified(words: str) -> str:
    """A measure without what narrows it before its last word: "average |rate|"."""
    parts = words.split()
    while len(parts) > 1 and qualifiers_of(parts[0]):
        parts = parts[1:]
    return " ".join(parts)


def _begins_measure(head: str, measure: str) -> bool:
    """Whether what a statement has for a subject is but what the measure asked for begins with: 半导体|出口 for 韩国|半导体出口额."""
    if find_known(head):
        return False
    if any(map(is_han, head)):
        mine, theirs = chinese_key(measure), chinese_key(head)
        return len(theirs) < len(mine) and mine.startswith(theirs)
    asked, said = ([token.key for token in latin_tokens(one)] for one in (measure, head))
    return 0 < len(said) < len(asked) and asked[: len(said)] == said


def _joined(one: str, other: str) -> str:
    return f"{one}{other}" if any(map(is_han, one)) else f"{one} {other}"


def _allowed(question: Question) -> frozenset[str]:
    """The qualifiers that narrow nothing."""
    period, code, head = question.period.period, question.measure.code, question.subject.head
    is_of_days = period is not None and (period.first, period.day) != (period.last, period.end_day or period.day)
    allowed = _CUMULATIVE if is_of_days else _CLOSE
    if code in _OF_A_YEAR or (code in _OF_A_YEAR_AT_HOME and head is not None and _is_american(head.text)):
        allowed |= {"annualized"}
    if code == "gdp" and question.measure.form is Form.CHANGE:
        allowed |= {"real"}  # output that grew grew in real terms, said or not
    return allowed | {"net"} if code in _ADDED else allowed


def _is_of_home(said: Subject, words: Words) -> bool:
    """Whether a statement names no land, or the one that its language leaves unsaid."""
    return said.head in (None, words) or _is_american(said.head.text) or not is_of_land(said.head.text)


def _is_one(mine: str, theirs: str) -> bool:
    one, other = row_of(mine), row_of(theirs)
    return one is not None and other is not None and compare_rows(one, other) in (SlotFit.FOUND, SlotFit.COMPATIBLE)


def _is_american(name: str) -> bool:
    return any(entity.code in _AMERICAN for one in find_known(name, is_typed=True) for entity in one.entities)


def _owner_alone(said: Subject, measure: Words | None) -> Subject:
    """The subject without the measure that a title writes behind its name: |Apple| Revenue."""
    head = said.head
    known = find_known(head.text) if head is not None and head == measure else ()
    if head is None or not known or known[0].start or not is_writing(head.text[known[0].end :].strip()):
        return said
    end = known[0].end
    return Subject(replace(head, text=head.text[:end], end=head.start + end), said.chain)


def _without_measures(said: Subject) -> Subject:
    """The subject without what only says what is measured, above the sentence or table: the title "Cash Rate Target" is nobody's name."""
    return Subject(said.head, tuple(one for one in said.chain if not (one.origin is Origin.TITLE and _is_measure(one.text))))


def _is_measure(title: str) -> bool:
    """Whether a title says what is measured in words of every day, without a name."""
    return row_of(title) is not None and all(not part.entities and is_everyday(part.key, "en") for part in parts_of(title))


def _subject_said(question: Question, statement: Statement) -> Subject:
    """Whose figure the statement tells. Where the name asked for is a measure that names its owner (federal funds rate), so may be the
    measure of the statement."""
    words = statement.measure.words
    said = _owner_alone(_without_measures(statement.subject), words)
    if words is not None and said.head == words and statement.measure.code in OF_LANDS and question.measure.code:
        said = Subject(None, said.chain)  # "consumer prices" are nobody's, where 铜价 is that of copper
    if _is_quoted_in(question, statement):
        return Subject(question.subject.head, said.chain)
    is_rate = statement.measure.code == _EXCHANGE_RATE  # 离岸人民币|兑美元
    if words is None or is_rate or question.subject.head is None or question.subject.head != question.measure.words:
        return said
    mine = question.measure.words.text
    if question.measure.code in OF_LANDS and is_writing(mine) and _is_of_home(said, words) and _is_one(mine, words.text):
        return Subject(replace(words, text=mine), said.chain)  # "NFP": the jobs that "U.S. employers" added
    if said.head in (None, words) and is_writing(words.text) and is_writing(mine) and row_of(words.text) is row_of(mine):
        return Subject(replace(words, text=mine), said.chain)  # nobody's jobless rate is nobody's unemployment rate
    return Subject(words, (said.head, *said.chain) if said.head else said.chain)


def _is_quoted_in(question: Question, statement: Statement) -> bool:
    """Whether what one currency costs is told in the one asked for: "the dollar was last at 154.67 yen" for the yen."""
    asked, said, value = question.subject.head, statement.subject.head, statement.value
    if asked is None or said is None or value is None or value.unit is None or question.measure.words != asked:
        return False
    return value.unit in _currencies(asked.text) and bool(_currencies(said.text) - {value.unit})


def _currencies(name: str) -> set[str]:
    return {entity.code for one in find_known(name, is_typed=True) for entity in one.entities if entity.kind == "currency"}


def compare_subjects(
    asked: Subject, said: Subject, introduced: Mapping[str, str] = _NOTHING, *, is_whole: bool = False
) -> tuple[SlotComparison, Alignment | None]:
    """Whose figure it is against whose was asked for, by its own name and then by what that hangs from; ``is_whole`` as in ``align``."""
    if asked.head is None:
        return SlotComparison(SlotFit.OPEN, "", said.head.text if said.head else ""), None
    chain = [words.text for words in (said.head, *said.chain) if words is not None]
    alignment = align(asked.head.text, chain, introduced=introduced, is_whole=is_whole)
    fit, difference = _SUBJECTS[alignment.found]
    if said.head is None and alignment.found is Found.PART and not any(part.is_name for part in parts_of(alignment.rival)):
        fit, difference = SlotFit.OPEN, None  # what else a title has to say makes nobody's figure that of a part: 韩国|1月出口
    return SlotComparison(fit, asked.head.text, alignment.rival or (chain[0] if chain else ""), difference), alignment


def _by_subject(measure: SlotComparison, subject: SlotComparison) -> SlotComparison:
    """A name whose subject is its measure (Brent, LPR) is found where the subject is."""
    return (
        measure
        if measure.fit is not SlotFit.OPEN or subject.fit is not SlotFit.FOUND
        else SlotComparison(SlotFit.COMPATIBLE, measure.asked, measure.said)
    )


def compare_period_slots(asked: PeriodSlot, said: PeriodSlot, published: date | None) -> SlotComparison:
    """When it is about against when was asked about. A page's silence is open."""
    is_own = said.words is None or said.words.origin in _OWN
    fit = _FITS[compare_periods(asked.period, said.period, published, is_own=is_own)]
    mine = asked.words.text if asked.words else str(asked.period or "")
    theirs = said.words.text if said.words else str(said.period or "")
    return SlotComparison(fit, mine, theirs, Difference.OTHER_PERIOD if fit is SlotFit.CLASHES else None)


def _compare_status(question: Question, statement: Statement) -> SlotComparison:
    mine, theirs = question.status, statement.status.status
    words = statement.status.cue.text if statement.status.cue else theirs.value
    if theirs is not Status.ASSERTED and statement.status.cue and _is_named(statement.status.cue.text, question.text):
        return SlotComparison(SlotFit.COMPATIBLE, mine.value, words)  # the old bridge is called so
    if mine is theirs:
        return SlotComparison(SlotFit.FOUND, mine.value, words)
    if mine is Status.PAST and theirs is Status.ASSERTED:
        return SlotComparison(SlotFit.COMPATIBLE, mine.value, words)
    return SlotComparison(SlotFit.CLASHES, mine.value, words, Difference.OTHER_STATUS)


def _is_named(cue: str, name: str) -> bool:
    """Whether words that seem to tell how a text stands to a figure belong to the name asked for."""
    if is_han(cue[:1]):
        return cue in name
    return re.search(rf"(?<!\w){re.escape(cue)}(?!\w)", name, re.IGNORECASE) is not None


def _compare_predicates(asked: Predicate, said: Predicate | None) -> SlotComparison:
    mine = asked.words.text
    if said is None:
        return SlotComparison(SlotFit.OPEN, mine)
    theirs = said.words.text
    lang = "zh" if any(map(is_han, mine)) else "en"
    if lang != ("zh" if any(map(is_han, theirs)) else "en"):
        return SlotComparison(SlotFit.OPEN, mine, theirs)
    one, other = (_heads(words, lang) for words in (mine, theirs))
    if any(antonyms(a, lang) & other for a in one):
        return SlotComparison(SlotFit.CLASHES, mine, theirs, Difference.OPPOSITE_MOVE)
    if one & other or any(synonyms(a, lang) & other for a in one) or _share_row(mine, theirs):
        return SlotComparison(SlotFit.FOUND, mine, theirs)
    return SlotComparison(SlotFit.OPEN, mine, theirs)


def _share_row(one: str, other: str) -> bool:
    mine, theirs = row_of(one), row_of(other)
    return mine is not None and theirs is not None and mine.code == theirs.code


def _heads(words: str, lang: str) -> frozenset[str]:
    if lang == "zh":
        return frozenset((chinese_key(words),))
    return frozenset(lemma(word.strip(".,'\"").lower()) for word in words.split())
