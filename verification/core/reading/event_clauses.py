"""An event of a sentence, and the verbs that tell of events."""

from dataclasses import dataclass
from functools import cache

from verification.core.language.tables import read_rows
from verification.core.reading.figure_slots import Span


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
