"""The English words that name a country or a central bank; a page may leave them unsaid."""

from verification.core.subjects.glossary import INSTITUTIONS, PLACES, entries

SEAT_WORDS = frozenset(
    word for _, translated in entries(INSTITUTIONS, PLACES) for name in translated for word in name.lower().replace("'s", "").split()
)
