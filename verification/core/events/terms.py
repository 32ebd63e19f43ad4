"""The words of a message or page: which terms of a list it holds, whom it names, and its likeness to another text."""

import re
import unicodedata
from functools import lru_cache

from verification.core.events.vocabulary import Entity, EntityKind, Lexicon
from verification.core.language.terms import index_terms
from verification.core.patterns import lazy_regex

SHORT_SYMBOL = 5
_HAN = lazy_regex(r"[\u3400-\u4dbf\u4e00-\u9fff]")
# Names in no list, by the word that stands behind them.
_NAMED = lazy_regex(
    r"([A-Z][A-Za-z0-9]+(?:\s[A-Z][A-Za-z0-9]+)?)\s?(?:协议|交易所|钱包|平台|protocol|exchange|wallet|bridge|was\b|has\b|is\b)"
    r"|([\u4e00-\u9fff]{2,8}?)(?:交易所|协议|钱包|平台)"
)
_LED = lazy_regex(r"^.*(?:疑似|据称|据传|网传|批准|宣布|指控|起诉|称)")
_NO_NAME = frozenset({"DeFi", "The", "A", "An", "某", "一家", "多家", "加密货币", "数字货币", "去中心化"})
_LATIN_NAME = lazy_regex(r"(?<![A-Za-z0-9$])[A-Z][A-Za-z0-9]*(?:\.[a-z]{2,4})?(?:\s[A-Z][A-Za-z0-9]*){0,2}")
_COMMON = frozenset(
    {
        "the",
        "a",
        "an",
        "in",
        "on",
        "at",
        "of",
        "for",
        "and",
        "or",
        "to",
        "this",
        "that",
        "it",
        "defi",
        "breaking",
        "just",
        "we",
        "i",
        "new",
        "all",
        "not",
        "no",
        "but",
        "if",
        "with",
    }
)
_ENDINGS = r"(?:'s|s|es|d|ed|ing|ers?)?"


def folded(text: str) -> str:
    """Full-width letters become plain, white space single; letters keep their case."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def holds(text: str, term: str) -> bool:
    """Whether folded ``text`` names ``term``: Chinese anywhere, Latin words on their borders with common endings.

    Short names in capitals are symbols: SOL is not "sol", and LINK is no link.
    """
    return find_term(text, term) is not None


def find_term(text: str, term: str) -> int | None:
    """Where ``term`` first stands in folded ``text``; None where it does not."""
    found = _pattern(term).search(text) if term else None
    return found.start() if found else None


def entities_in(text: str, lexicon: Lexicon) -> tuple[Entity, ...]:
    """The entities that folded ``text`` names, in the order in which it does."""
    places = [(min(found), entity) for entity in lexicon.entities if (found := term_places(text, entity))]
    return tuple(entity for _place, entity in sorted(places, key=lambda pair: (pair[0], pair[1].name)))


def written_names(text: str) -> tuple[str, ...]:
    """Names before a word such as protocol or 交易所 in folded ``text``, in Latin or Chinese letters; they are in no list."""
    found = [latin.removesuffix(" DeFi") or _LED.sub("", han) for latin, han in _NAMED.findall(text)]
    return tuple(dict.fromkeys(name for name in found if len(name) > 1 and name not in _NO_NAME))


def latin_names(text: str) -> tuple[str, ...]:
    """Runs of words with a capital in folded ``text``, common words left out: names, as far as letters tell."""
    runs = (" ".join(word for word in found.group().split() if word.casefold() not in _COMMON) for found in _LATIN_NAME.finditer(text))
    return tuple(dict.fromkeys(name for name in runs if name))


def resolve_asset(name: str, lexicon: Lexicon) -> tuple[str, str]:
    """Symbol and name of an asset under any of its names (Bitcoin, BTC, 比特币); the name as given where it is unknown."""
    wanted = folded(name).casefold()
    for entity in lexicon.entities:
        if entity.kind is EntityKind.ASSET and wanted in {word.casefold() for word in entity.words}:
            return entity.symbol, entity.name
    return folded(name).upper() if name.isascii() else folded(name), ""


def likeness(left: str, right: str) -> float:
    """Dice's coefficient over the distinct terms of two texts, Chinese by pairs of letters; 0 where either has none."""
    mine, other = set(index_terms(left)), set(index_terms(right))
    if not mine or not other:
        return 0.0
    return 2 * len(mine & other) / (len(mine) + len(other))


def term_places(text: str, entity: Entity) -> list[int]:
    """Where folded ``text`` first has each of the words of an entity that it has."""
    return [place for word in entity.words if (place := find_term(text, word)) is not None]


@lru_cache(maxsize=4_096)
def _pattern(term: str) -> re.Pattern[str]:
    plain = folded(term)
    if _HAN.search(plain):
        return re.compile(re.escape(plain), re.IGNORECASE)
    written = re.escape(plain).replace(r"\ ", r"[\s-]+")
    if plain.isupper() and len(plain) <= SHORT_SYMBOL:
        return re.compile(rf"(?<![A-Za-z0-9]){written}(?![A-Za-z0-9])")
    return re.compile(rf"(?<![A-Za-z0-9]){written}{_ENDINGS}(?![A-Za-z0-9])", re.IGNORECASE)
