"""The English words that name a country, its people or a central bank; a page may leave them unsaid."""

from functools import cache

from verification.core.subjects.registry import Name, known_names

_LONGEST = {"place": 2, "institution": 3}


def _is_seat(name: Name) -> bool:
    """Whether a name is a country's, its people's or its institution's, and not its long official one."""
    is_part = name.entity.kind == "place" and name.entity.within
    is_written_out = name.lang == "en" and name.form in ("name", "demonym")
    return is_written_out and not is_part and len(name.text.split()) <= _LONGEST.get(name.entity.kind, 0)


@cache
def seat_words() -> frozenset[str]:
    """In lower case, without the possessive."""
    return frozenset(word for name in filter(_is_seat, known_names()) for word in name.text.lower().replace("'s", "").split())
