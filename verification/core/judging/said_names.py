"""The name asked for in the words of the statement held against it, where these are the same thing: 社零 is 社会消费品零售总额 there.

How much of a name stands about a figure tells nothing of it where the page calls the same subject or measure otherwise; that they are the
same the slots have told.
"""

from verification.core.language.script import to_simplified
from verification.core.reading.comparing import Comparison
from verification.core.reading.measure_comparing import SlotFit
from verification.core.reading.same_measures import are_same
from verification.core.reading.statement import Question, Statement, Subject, Words
from verification.core.subjects.align import Found, align

_MET = (SlotFit.FOUND, SlotFit.COMPATIBLE)


def name_as_said(question: Question, statement: Statement, compared: Comparison, sentence: str) -> str:
    """The text of ``question`` with the statement's words for what they share; as it is where ``sentence`` has its own words."""
    told = _simple(sentence)
    subject, measure = question.subject.head, question.measure.words
    replaced: list[tuple[Words, Words]] = []
    if measure is not None and _simple(measure.text) not in told and (words := _measure_said(question, statement, compared)) is not None:
        replaced.append((measure, words))
    is_apart = subject is not None and (measure is None or subject.end <= measure.start or measure.end <= subject.start)
    if subject is not None and (is_apart or not replaced) and _simple(subject.text) not in told and compared.subject.fit is SlotFit.FOUND:
        words = _subject_said(subject.text, statement.subject)
        replaced += [(subject, words)] if words is not None else []
    text = question.text
    for asked, said in sorted(replaced, key=lambda pair: -pair[0].start):
        text = f"{text[: asked.start]}{said.text}{text[asked.end :]}"
    return text


def _measure_said(question: Question, statement: Statement, compared: Comparison) -> Words | None:
    """The statement's words for the measure, where they mean the same."""
    asked, said = question.measure.words, statement.measure.words
    is_met = asked is not None and said is not None and compared.measure.fit in _MET and are_same(asked.text, said.text)
    return said if is_met else None


def _subject_said(asked: str, said: Subject) -> Words | None:
    """The words of the chain that name the very subject."""
    chain = [words for words in (said.head, *said.chain) if words is not None]
    return next((words for words in chain if align(asked, [words.text]).found is Found.SAME), None)


def _simple(text: str) -> str:
    return to_simplified(text).casefold()
