"""The measures that a claim names by an acronym and a page in words: GDP is 国内生产总值, CPI the consumer price index."""

from collections.abc import Mapping
from functools import cache

from verification.core.claims.wording import key_of
from verification.core.language.texts import fold
from verification.core.patterns import lazy_regex
from verification.core.subjects.registry import entries

_ACRONYM = lazy_regex(r"(?<![A-Za-z])[A-Z]{3,6}(?![A-Za-z])")


def written_out(claim: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The key of each such acronym of ``claim``, with the folded names that say the same in words."""
    found = dict.fromkeys(_ACRONYM.findall(claim))
    return tuple((key_of(fold(acronym)), _names()[acronym]) for acronym in found if acronym in _names())


@cache
def _names() -> Mapping[str, tuple[str, ...]]:
    measures = [(*entry.chinese, *entry.english) for entry in entries() if entry.entity.kind == "measure"]
    return {
        name: tuple(dict.fromkeys(fold(other) for other in names if not _ACRONYM.fullmatch(other)))
        for names in measures
        for name in names
        if _ACRONYM.fullmatch(name)
    }
