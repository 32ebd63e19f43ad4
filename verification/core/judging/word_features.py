"""How much of a question's words stands around a figure, by the part of the question and the stretch of the text."""

from collections.abc import Iterator, Mapping, Sequence, Set

from verification.core.judging.asked_terms import AskedTerms, Part
from verification.core.language.texts import clause_spans, common_subsequence
from verification.core.reading.frames.places import Place, PlacedSentence, letters_of, pairs_in, subject_letters

_WINDOW = 12
_CLAUSE = 60


class SentenceTerms:
    """The terms of one sentence by stretch, read once for all its figures and frames."""

    def __init__(self, sentence: PlacedSentence) -> None:
        self.sentence = sentence
        self._clauses = clause_spans(sentence.text, 0, len(sentence.text))
        self._ends = sorted(edge for quantity in sentence.quantities for edge in (quantity.start, quantity.end))
        self._within: dict[tuple[int, int], frozenset[str]] = {}

    def clause_at(self, start: int) -> tuple[int, int]:
        """The clause that holds ``start``."""
        return next((span for span in self._clauses if span[0] <= start < span[1]), (0, len(self.sentence.text)))

    def own_at(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the clause between the figures on both sides."""
        first, last = self.clause_at(start)
        before = max((edge for edge in self._ends if edge <= start and edge != start), default=first)
        after = min((edge for edge in self._ends if edge >= end and edge != end), default=last)
        return max(first, before), min(last, max(after, end))

    def ordered(self, start: int, end: int) -> Sequence[str]:
        """The terms of ``text[start:end]`` in their order: words, or letters without those that only join."""
        if self.sentence.is_chinese:
            return letters_of(subject_letters(letters_of(self.sentence.skeleton(start, end))))[:_CLAUSE]
        return [word for word, at in self.sentence.words if start <= at < end][:_CLAUSE]

    def nearness(self, word: str, spans: tuple[tuple[int, int], tuple[int, int]], around: Set[str]) -> float:
        """How near ``word`` stands, see ``_rarest_features``; a Chinese word stands where its letters do."""
        if self.sentence.is_chinese:
            stretches = [self.sentence.skeleton(*span) for span in (*spans, (0, len(self.sentence.text)))]
            held = [word in stretch for stretch in stretches]
            above = pairs_in(letters_of(word)) <= around if len(word) > 1 else any(word in term for term in around)
        else:
            held = [word in self.within(*span) for span in (*spans, (0, len(self.sentence.text)))]
            above = word in around
        return next((float(4 - at) for at, is_held in enumerate(held) if is_held), float(above))

    def within(self, start: int, end: int) -> frozenset[str]:
        """The terms of ``text[start:end]``."""
        if (start, end) not in self._within:
            if self.sentence.is_chinese:
                found = pairs_in(letters_of(self.sentence.skeleton(start, end)))
            else:
                found = frozenset(word for word, at in self.sentence.words if start <= at < end)
            self._within[start, end] = found
        return self._within[start, end]


def closeness_of(asked: AskedTerms, terms: SentenceTerms, place: Place, around: Set[str]) -> float:
    """The share of the question's words that the figure's own stretch holds, and that its sentence and ``around`` do: the mean of both."""
    weights = asked.parts[Part.WHOLE]
    total = sum(weights.values())
    own = terms.within(*terms.own_at(place.start, place.end))
    return (_share(weights, own, total) + _share(weights, terms.sentence.terms | around, total)) / 2


def sameness_of(asked: AskedTerms, terms: SentenceTerms) -> float:
    """The share of the question's words that the sentence holds."""
    weights = asked.parts[Part.WHOLE]
    return _share(weights, terms.sentence.terms, sum(weights.values()))


def word_features(asked: AskedTerms, terms: SentenceTerms, place: Place, earlier: Set[str], title: Set[str]) -> Iterator[tuple[str, float]]:
    """The overlaps by name, each 0 to 1. ``earlier``: the terms of the sentences before; an empty part is wholly there."""
    start, end = place.start, place.end
    own, clause = terms.own_at(start, end), terms.clause_at(start)
    regions: Mapping[str, Set[str]] = {
        "own": terms.within(*own),
        "clause": terms.within(*clause),
        "before": terms.within(0, start),
        "sentence": terms.sentence.terms,
        "earlier": earlier,
        "title": title,
    }
    for part, weights in asked.parts.items():
        total = sum(weights.values())
        for region, found in regions.items():
            yield f"{part}_{region}", _share(weights, found, total)
    whole = asked.parts[Part.WHOLE]
    everywhere = regions["sentence"] | earlier | title
    for part in (Part.WHOLE, Part.NAME):
        yield f"{part}_anywhere", _share(asked.parts[part], everywhere, sum(asked.parts[part].values()))
    for region in ("own", "clause", "sentence"):
        found = regions[region]
        yield f"precision_{region}", len(found & whole.keys()) / len(found) if found else 0.0
    yield from _order_features(asked, terms.sentence, place)
    yield from _block_features(asked, terms, place, clause)
    yield from _rarest_features(asked, terms, (own, clause), earlier | title)


def _share(weights: Mapping[str, float], found: Set[str], total: float) -> float:
    return sum(weight for term, weight in weights.items() if term in found) / total if total else 1.0


def _order_features(asked: AskedTerms, sentence: PlacedSentence, place: Place) -> Iterator[tuple[str, float]]:
    """How alike the words are in their order: the common subsequence on each side, and the run of equal ones at the figure."""
    if sentence.is_chinese:
        left = letters_of(sentence.skeleton(max(0, place.start - 60), place.start))
        right = letters_of(sentence.skeleton(place.end, min(len(sentence.text), place.end + 40)))
    else:
        left = list(reversed(place.left))
        right = list(place.right)
    mine, behind = asked.order[-_WINDOW:], asked.after[:_WINDOW]
    yield "left_similarity", common_subsequence(mine, left[-2 * _WINDOW :]) / len(mine) if mine else 1.0
    yield "right_similarity", common_subsequence(behind, right[: 2 * _WINDOW]) / len(behind) if behind else 1.0
    yield "run_left", float(_run(mine[::-1], left[::-1]))
    yield "run_right", float(_run(behind, right))
    yield "words_left", float(min(len(mine), _WINDOW))
    yield "words_right", float(min(len(behind), _WINDOW))


def _block_features(asked: AskedTerms, terms: SentenceTerms, place: Place, clause: tuple[int, int]) -> Iterator[tuple[str, float]]:
    """The longest run of the question's words in the figure's clause, and how many words stand beside it in either: another word where the
    question has one of its own is another thing ("镍|期货价格" for "锡|期货价格")."""
    mine = asked.order[-2 * _WINDOW :]
    theirs = terms.ordered(*clause)
    length, at, there = _longest_block(mine, theirs)
    yield "block_share", length / len(mine) if mine else 1.0
    yield "block_length", float(length)
    yield "block_asked_before", float(min(at, _WINDOW))
    yield "block_said_before", float(min(there, _WINDOW))
    yield "block_asked_after", float(min(len(mine) - at - length, _WINDOW))
    yield "block_said_after", float(min(len(theirs) - there - length, _WINDOW))


def _longest_block(mine: Sequence[str], theirs: Sequence[str]) -> tuple[int, int, int]:
    """Length and start in both of the longest common run."""
    best, at, there = 0, 0, 0
    row = [0] * (len(theirs) + 1)
    for i, word in enumerate(mine):
        above = row
        row = [0] * (len(theirs) + 1)
        for j, other in enumerate(theirs):
            if word == other:
                row[j + 1] = above[j] + 1
                if row[j + 1] > best:
                    best, at, there = row[j + 1], i + 1 - row[j + 1], j + 1 - row[j + 1]
    return best, at, there


def _rarest_features(
    asked: AskedTerms, terms: SentenceTerms, spans: tuple[tuple[int, int], tuple[int, int]], around: Set[str]
) -> Iterator[tuple[str, float]]:
    """How near each of the question's rarest words stands: 4 beside the figure, 3 in its clause, 2 in its sentence, 1 above it, 0 nowhere.

    5 where the question has no such word.
    """
    for number in range(3):
        word = asked.rarest[number] if number < len(asked.rarest) else ""
        yield f"rarest_{number}", terms.nearness(word, spans, around) if word else 5.0


def _run(mine: Sequence[str], theirs: Sequence[str]) -> int:
    """How many terms next to the figure are equal, one after the other."""
    count = 0
    for one, other in zip(mine, theirs, strict=False):
        if one != other:
            break
        count += 1
    return min(count, _WINDOW)
