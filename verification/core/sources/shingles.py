"""The 5-grams of a text, by which copies are told: of letters in Chinese, of words elsewhere; and indexes of the texts that hold them."""

from collections import Counter
from collections.abc import Iterator
from itertools import compress

from verification.core.patterns import lazy_regex

COPY_CONTAINMENT = 0.37
# Above this the pages are the same text, whoever is credited inside it.
SAME_TEXT = 0.8
# Of a short text nearly all has to be the same: what is told in a sentence is often told in much the same words.
SAME_WORDING = 0.9
# A publisher's own text around a release: this many 5-grams that the release does not hold.
MIN_OWN_SHINGLES = 40
# A 5-gram that this many stories share is furniture of the web (menus, disclaimers), no trace of copying.
MAX_HOLDERS = 24
_SHINGLE = 5

# Invisible letters vanish, full-width ones become plain: neither hides a copy.
_FOLDED: dict[int, int | None] = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | dict.fromkeys(
    (0xAD, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
)
_HAN = lazy_regex(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_NO_LETTER = lazy_regex(r"[\W_]+")
_WORD = lazy_regex(r"[^\W_]+")

Shingles = frozenset[str | tuple[str, ...]]


def folded(text: str) -> str:
    return text.translate(_FOLDED).casefold()


def shingles(text: str) -> Shingles:
    """5-grams of characters where a fifth of the text is Chinese, of words elsewhere."""
    units = _units(text)
    if isinstance(units, str):
        return frozenset([units[start : start + _SHINGLE] for start in range(len(units) - _SHINGLE + 1)])
    return frozenset(zip(*(units[start:] for start in range(_SHINGLE)), strict=False))


def _units(text: str) -> str | list[str]:
    """The letters of a text of which a fifth is Chinese, the words of another."""
    plain = folded(text)
    if len(_HAN.findall(plain, 0, 2_000)) * 5 > len(plain[:2_000]):
        return _NO_LETTER.sub("", plain)
    return _WORD.findall(plain)


class WordingIndex:
    """Texts that are too short for shares of 5-grams to tell: one is a copy where nearly all its wording is another's, and the reverse."""

    def __init__(self) -> None:
        self._holders: dict[str | tuple[str, ...], list[int]] = {}
        self._positions: list[int] = []
        self._sizes: list[int] = []

    def find(self, text: str) -> tuple[int, float] | None:
        """The earliest text of nearly the same wording, with the share that the longer one has in common."""
        grams = _wording(text)
        overlap = Counter(rank for gram in grams for rank in self._holders.get(gram, ()))
        shares = ((shared / max(len(grams), self._sizes[rank]), -rank) for rank, shared in overlap.items())
        share, rank = max(shares, default=(0.0, 0))
        return (self._positions[-rank], share) if share >= SAME_WORDING else None

    def add(self, position: int, text: str) -> None:
        """Enter an original."""
        grams = _wording(text)
        for gram in grams:
            self._holders.setdefault(gram, []).append(len(self._positions))
        self._positions.append(position)
        self._sizes.append(len(grams))


def _wording(text: str) -> Shingles:
    """The 5-grams; of a text that has none, all of it."""
    return shingles(text) or frozenset([tuple(_units(text))] if _units(text) else ())


class ShingleIndex:
    """5-grams of the originals seen so far, each with the set of originals that hold it as bits of one integer."""

    def __init__(self) -> None:
        self._holders: dict[str | tuple[str, ...], int] = {}
        self._positions: list[int] = []
        self._sizes: list[int] = []

    def best(self, grams: Shingles) -> tuple[int, float] | None:
        """The original that most of ``grams`` is contained in (or contains), with the containment, above the threshold."""
        if len(grams) < MIN_OWN_SHINGLES:
            return None
        overlap: Counter[int] = Counter()
        for holders, shared in Counter(map(self._holders.get, grams)).items():
            if holders and holders.bit_count() <= MAX_HOLDERS:
                for rank in _bits(holders):
                    overlap[rank] += shared
        # Of two equal matches the earlier original wins, so that the order of a set never decides.
        ranked = [(min(1.0, shared / min(len(grams), self._sizes[rank])), -rank) for rank, shared in overlap.items()]
        containment, rank = max(ranked, default=(0.0, 0))
        return (self._positions[-rank], containment) if containment > COPY_CONTAINMENT else None

    def add(self, position: int, root: int, grams: Shingles) -> None:
        """Enter a page under its story: an original under itself, a copy under its original."""
        if root == position:
            if len(grams) < MIN_OWN_SHINGLES:
                return
            self._positions.append(position)
            self._sizes.append(len(grams))
        if root not in self._positions:
            return
        bit = 1 << self._positions.index(root)
        known = list(map(self._holders.get, grams))
        entries = dict.fromkeys(grams, bit)
        for gram, holders in compress(zip(grams, known, strict=True), known):
            entries[gram] = bit | (holders or 0)
        self._holders.update(entries)


def _bits(number: int) -> Iterator[int]:
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest
