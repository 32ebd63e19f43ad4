"""Orders in a message to whoever reads it: they are followed by nobody, flagged, and searched for by nobody."""

import re

from verification.core.events.terms import folded
from verification.core.language.texts import split_sentences
from verification.core.patterns import lazy_regex
from verification.core.sources.injection import injection_mark

MAX_READ = 4_000
# Orders about how a message is to be judged; as words of a page they would be none.
_ORDER = lazy_regex(
    r"\b(?:ignore|disregard|forget|override|bypass)\s(?:\w{1,9}\s){0,3}(?:rules?|guidelines|policy|checks?|limits?)\b"
    r"|\b(?:output|set|report|return|answer|give|assign)\s(?:\w{1,9}\s){0,2}confidence\b|\bconfidence\s?(?:[:=]|of|to|is)?\s?(?:1(?:\.0+)?|100\s?%)(?!\d)"
    r"|(?:忽略|无视|忘记|绕过|不要管)[^，。；]{0,6}(?:规则|限制|检查|流程)|置信度[^，。；\d]{0,4}(?:1(?:\.0+)?|100\s?%)(?!\d)",
    re.IGNORECASE,
)


def gives_orders(text: str) -> bool:
    """Whether a message talks to whoever reads it: it is read by the rules alone, and flagged."""
    return injection_mark(text) is not None or _ORDER.search(folded(text[:MAX_READ])) is not None


def without_orders(text: str) -> str:
    """A message without the sentences that give orders; whole where nothing else would be left."""
    return " ".join(_plain_sentences(text)) or text


def is_only_orders(text: str) -> bool:
    """Whether each sentence of a message gives orders."""
    return gives_orders(text) and not _plain_sentences(text)


def _plain_sentences(text: str) -> list[str]:
    return [sentence for start, end in split_sentences(text).spans if not gives_orders(sentence := text[start:end])]
