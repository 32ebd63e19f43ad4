"""Of what kind a named figure is: a discount rate is no interest rate, a strike price no price.

The last word of a name is its head, and many things have one; the word that stands right before the head in a page tells which.
What trades at a figure has it as its price, without the word.
"""

import re

from verification.core.language.lexicon import STOP_WORDS, canonical_word
from verification.core.language.texts import Token
from verification.core.reading.labels import Asking, Frame
from verification.core.reading.places import PlacedSentence, is_generic
from verification.core.subjects.seats import seat_words

_REACH_AFTER = 24
# What may stand before a head without making another thing of it: "the policy rate", "the spot price", and verbs ("left rates").
_OPEN_WORDS = frozenset(
    canonical_word(word)
    for word in (
        *("policy", "official", "main", "base", "overnight", "federal", "fund", "target", "spot", "market", "current", "closing"),
        *("settlement", "trading", "annual", "annualized", "national", "overall", "headline", "seasonally", "adjusted", "monthly"),
        *("quarterly", "rise", "fall", "remain", "add", "make", "pass", "impose", "pay", "boost", "put", "set", "see", "take", "bring"),
        *("push", "drive", "move", "average"),
    )
)
_EN_PRICED = re.compile(
    r"\b(?:trad(?:es?|ed|ing)|chang(?:es?|ed|ing)\shands|settl(?:es?|ed|ing)|clos(?:es?|ed|ing)|quot(?:es?|ed|ing)|pric(?:es?|ed|ing)|"
    r"fetch(?:es|ed|ing)?|stands?|stood)\s(?:[\w%.]+\s){0,4}?(?:at|near|around|for)\s[$€£]?$",
    re.IGNORECASE,
)
_EN_BY_MEASURE = re.compile(
    r"^\s(?:a|an|per)\s(?:(?:troy|fine|metric)\s)?(?:ounce|oz|barrel|ton|tonne|pound|bushel|gallon|coin|share)\b", re.IGNORECASE
)
_ZH_PRICED = re.compile(r"(?:现报|收报|报价|报收|报|收于|成交|交投于|站上|触及)(?:每[盎桶吨磅][司]?|于|在|为|约|近|[:：])*$")
_PRICE_WORD = canonical_word("price")
# Heads that are else too common to tell anything.
_HEADS = frozenset((_PRICE_WORD, canonical_word("rate")))
PRICE_LETTERS = "价格"


def is_of_other_kind(frame: Frame, sentence: PlacedSentence, start: int, end: int) -> bool:
    """Whether a word before the head of the name makes another thing of it: "strike price" for the price (English names)."""
    words = frame.sentence.words
    if frame.asking == Asking.SENTENCE or frame.is_chinese or not words:
        return False
    asked = {word for word, _ in words}
    head = next((word for word, _ in reversed(words) if word in _HEADS or not is_generic(word)), "")
    tokens = sentence.tokens
    heads = [at for at, token in enumerate(tokens) if canonical_word(token.text) == head]
    before = [at for at in heads if tokens[at].start < start]
    after = [at for at in heads if end <= tokens[at].start < end + _REACH_AFTER]
    nearest = before[-1:] or after[:1]
    return bool(nearest) and nearest[0] > 0 and _names_a_kind(tokens[nearest[0] - 1], tokens[nearest[0]], sentence.text, asked)


def _names_a_kind(token: Token, head: Token, text: str, asked: set[str]) -> bool:
    word = canonical_word(token.text)
    if text[token.start + len(token.text) : head.start] != " " or token.is_number or token.is_capital or token.text in STOP_WORDS:
        return False
    return word not in asked and word not in _OPEN_WORDS and word not in seat_words() and not is_generic(word)


def says_price(sentence: PlacedSentence, start: int, end: int) -> bool:
    """Whether the figure is what something trades at, without the word: "Bitcoin was trading at $91,840", 现货黄金报4061.5美元."""
    before, after = sentence.text[max(0, start - 60) : start], sentence.text[end : end + 20]
    if sentence.is_chinese:
        return _ZH_PRICED.search(before) is not None
    return _EN_PRICED.search(before) is not None or _EN_BY_MEASURE.match(after) is not None


def is_price(word: str) -> bool:
    """Whether a canonical English word is "price"."""
    return word == _PRICE_WORD
