"""Whether a page speaks of those whom a message names: in full, in short, or as the owner of the page."""

import re
from collections.abc import Iterable
from functools import lru_cache

from verification.core.events.english_whom import everyday_names
from verification.core.events.terms import holds
from verification.core.events.vocabulary import Entity, EntityKind, Lexicon
from verification.core.events.whom import Whom, companies_named, companies_of, is_common
from verification.core.language.dictionary import written_as
from verification.core.language.frequency import zipf
from verification.core.language.script import to_simplified
from verification.core.language.texts import is_han
from verification.core.patterns import lazy_regex
from verification.core.sources.domains import host_of, registrable_domain
from verification.core.subjects.known import find_known
from verification.core.subjects.names import name_tokens

_RARE = 3.9
_SHORT = 3
_WORD = lazy_regex(r"[A-Za-z0-9][A-Za-z0-9.&-]*[A-Za-z0-9]|[A-Za-z0-9]")


def is_known_named(whom: Whom, text: str) -> bool:
    """Whether a text names a country, currency or central bank of theirs."""
    return any(one.code in whom.known for found in find_known(text) for one in found.entities)


def is_named(whom: Whom, text: str, url: str, lexicon: Lexicon) -> bool:
    """Whether a page speaks of everybody who has to be named, its owner aside; never where a message names nobody.

    Where only coins, countries and the like are named, a page that names none of the countries or nobody of their kind will do.
    """
    domain = _domain_of(url)
    are_there = all(_holds_name(text, name) or _is_name_of(domain, name) for name in whom.names)
    if not whom or not are_there:
        return False
    if not all(_holds_entity(text, one, lexicon) or _is_host_of(url, _behind(one, lexicon)) for one in whom.needed):
        return False
    if whom.names or any(one.kind is not EntityKind.ASSET for one in whom.needed):
        return True
    theirs = [one for found in find_known(text) for one in found.entities] if whom.known else []
    return not theirs or any(one.code in whom.known or (one.kind == "institution" and one.within in whom.seats) for one in theirs)


def is_any_named(whom: Whom, text: str, lexicon: Lexicon) -> bool:
    """Whether a text names anybody of them."""
    return any(_holds_name(text, name) for name in whom.names) or any(_holds_entity(text, entity, lexicon) for entity in whom.entities)


def _holds_entity(text: str, entity: Entity, lexicon: Lexicon) -> bool:
    return any(holds(text, word) for one in _behind(entity, lexicon) for word in one.words)


def _behind(entity: Entity, lexicon: Lexicon) -> list[Entity]:
    """An entity, and the coin that it stands behind, or who stands behind that coin."""
    return [entity, *(one for one in lexicon.entities if entity.symbol and one.symbol == entity.symbol)]


def _holds_name(text: str, name: str) -> bool:
    """In full, by one of its rare words, a company by any of its names, a Chinese name by its beginning and most of its signs, and as
    dictionaries write it in the other language; a word of every day only as the name that it is too."""
    if any(other in text if any(map(is_han, other)) else holds(text, other) for other in written_as(name)):
        return True
    if name.isascii() and is_common(name):
        return name in _everyday_in(text)
    companies = companies_named(name)
    if companies and any(companies & companies_of(one) for one in find_known(text)):
        return True
    if any(map(is_han, name)):
        plain, said = to_simplified(name), to_simplified(text)
        return plain in said or (len(plain) > _SHORT and plain[:2] in said)
    words = _WORD.findall(name)
    rare = [word for word in words if len(word) >= _SHORT and zipf(word.casefold(), "en") < _RARE]
    return holds(text, name) or any(re.search(rf"(?<![A-Za-z0-9]){re.escape(word)}(?![A-Za-z0-9])", text, re.IGNORECASE) for word in rare)


@lru_cache(maxsize=64)
def _everyday_in(text: str) -> frozenset[str]:
    """The words of names in a page, and its words of every day that are names by themselves."""
    inside = (word for found in name_tokens(text) for word in found.text.split())
    return frozenset((*inside, *everyday_names(text, ())))


def owns(whom: Whom, url: str, lexicon: Lexicon) -> bool:
    """Whether a page stands on a host of those named: one of the lists, or one whose name is theirs, letter for letter."""
    return _is_host_of(url, whom.entities) or any(_is_name_of(_domain_of(url), name) for name in whom.names)


def _is_host_of(url: str, entities: Iterable[Entity]) -> bool:
    host, domain = host_of(url) or "", _domain_of(url)
    listed = [own for entity in entities if entity.kind is not EntityKind.ASSET for own in entity.domains]
    return any(domain == own or host.endswith(f".{own}") for own in listed)


def _is_name_of(domain: str, name: str) -> bool:
    return domain.split(".")[0].replace("-", "") in _labels(name)


def _domain_of(url: str) -> str:
    host = host_of(url) or ""
    return registrable_domain(host) or host


def _labels(name: str) -> set[str]:
    words = [word.casefold() for word in _WORD.findall(name) if word.isascii()]
    rare = [word for word in words if zipf(word, "en") < _RARE and len(word) > _SHORT]
    return {"".join(words), *(rare[:1] if len(rare) == 1 else ())} - {""}
