"""An event of a sentence, and the verbs that tell of events."""

from dataclasses import dataclass
from functools import cache

from verification.core.language.lemmas import lemma
from verification.core.language.tables import read_rows
from verification.core.reading.figure_slots import Span
from verification.core.reading.inflection import past_forms, present_forms


@dataclass(frozen=True, slots=True)
class EventSlots:
    """A predicate with its adverbs, as places in the text; ``subject`` and ``object`` None where the clause names none."""

    predicate: Span
    subject: Span | None
    object: Span | None
    is_negated: bool


@cache
def event_verbs(lang: str) -> frozenset[str]:
    """The verbs of a language: English by lemma."""
    own = {word for word, its, _ in read_rows("reading", "event_verbs") if its == lang}
    for name in (f"synonyms_{lang}", f"antonyms_{lang}"):
        own.update(word for one, other, part, *_ in read_rows("language", name) if part == "v" for word in (one, other))
    return frozenset(own - _NO_EVENTS)


@cache
def _verb_forms() -> dict[str, str]:
    """Regular and irregular forms of the English verbs that the table of lemmas may lack ("reopens", "postpones"), with their verb."""
    forms: dict[str, str] = {}
    for verb in sorted(event_verbs("en")):
        if verb.isalpha() and len(verb) > 1:
            for form in (*present_forms(verb), *past_forms(verb)):
                forms.setdefault(form, verb)
    return forms


def verb_of(word: str) -> str:
    """The verb of which an English word in lower case is a form; the word's lemma where it is one of none."""
    base = lemma(word)
    return base if base in event_verbs("en") else _verb_forms().get(word, base)


_NO_EVENTS = frozenset(
    (
        "say",
        "be",
        "have",
        "do",
        "称",
        "公告",
        "公布",
        "宣布",
        "声明",
        "披露",
        "预计",
        "预期",
        "预测",
        "料",
        "证实",
        "确认",
        "高于",
        "低于",
        "否认",
    )
)
