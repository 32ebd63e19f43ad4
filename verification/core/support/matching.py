"""How well the surroundings of a figure fit a frame: a likeness from 0 to 1, and the vetoes that no likeness outweighs.

English is compared by the content words on each side of the figure, Chinese by the longest common subsequence of the clause left of it;
both also by the words of the whole sentence, with title and earlier sentences as weak context.
"""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from math import log

from verification.core.language.texts import common_subsequence
from verification.core.periods.comparing import Fit, compare_periods
from verification.core.periods.grammar import roles_clash
from verification.core.periods.sessions import fit_day
from verification.core.reading.kinds import PRICE_LETTERS, is_of_other_kind, is_price, says_price
from verification.core.reading.labels import Asking, Frame
from verification.core.reading.measures import CHANGE_NAME, measures_clash
from verification.core.reading.modifiers import is_only_modifier
from verification.core.reading.moods import MoveEnd
from verification.core.reading.places import MIN_SUBJECT_LETTERS, Place, PlacedSentence, is_generic, letters_of, pairs_in, subject_letters
from verification.core.reasons import WhyCode
from verification.core.subjects.seats import seat_words
from verification.core.vocabulary import Mood

_NEAR = 4
_DISTANCE_WEIGHTS = (1.0, 0.85, 0.7, 0.6, 0.45, 0.35)
_DEPTH_WEIGHTS = (1.0, 0.6, 0.4)
_SAME_SIDE = (1.0, 0.8, 0.65)
_OTHER_SIDE = (0.9, 0.6, 0.5)
_GENERIC_WEIGHT = 0.4
_NAME_WEIGHT = 1.4
_CONTEXT_WEIGHT = 0.4
# Who says so is no subject: "the Labor Department says", "according to the government".
_ATTRIBUTION = re.compile(
    r"(?:^|(?<=[,;:—–]))[^,;:—–]{0,60}?\b(?:says?|said|reports?|reported|notes?|noted|tells?|told|announced?|revealed|wrote|showed|shows)\b(?!\s(?:a|an)\b)"
    r"|\baccording\sto\b[^,;—–]{0,60}",
    re.IGNORECASE,
)
_HEAD_WEIGHT = 1.5
_SMOOTH = 20
_FLOOR = 0.6
_CLAUSE_ENDS = "，；。,;"
_MEASURE_LETTERS = "率价额数比量值度速润资入出税费债"


@dataclass(frozen=True, slots=True)
class Likeness:
    """``near`` is the likeness of the words at the figure, ``whole`` that of the sentence, each 0 to 1; ``score`` joins them.

    ``core`` is the share of the pairs left of a Chinese blank that stand left of the figure, 1 elsewhere.
    """

    score: float
    near: float
    whole: float
    core: float = 1.0


@dataclass(frozen=True, slots=True)
class MatchCheck:
    """The outcome of the vetoes: ``veto`` is the code of the first that fired, ``fit`` how the periods stand to each other."""

    veto: WhyCode | None
    fit: Fit
    mood: Mood


@dataclass(frozen=True, slots=True)
class Rarity:
    """In how many of ``total`` sentences with a figure each term stands: what stands everywhere tells no figures apart."""

    counts: Mapping[str, int]
    total: int
    _weights: dict[str, float] = field(default_factory=dict, compare=False, repr=False)

    def weight(self, term: str) -> float:
        """From about a half for what is everywhere to 1 for what is nowhere else."""
        if term not in self._weights:
            self._weights[term] = self._weigh(term)
        return self._weights[term]

    def _weigh(self, term: str) -> float:
        share = log((self.total + _SMOOTH) / (self.counts.get(term, 0) + 2)) / log((self.total + _SMOOTH) / 2)
        return _FLOOR + (1 - _FLOOR) * max(0.0, share)


class Matcher:
    """One frame made ready to be compared with many figures."""

    def __init__(self, frame: Frame, kind_is_number: bool, rarity: Rarity) -> None:
        self.frame = frame
        self._rarity = rarity
        self._kind_is_number = kind_is_number

    @cached_property
    def weights(self) -> Mapping[str, float]:
        """How much each word (pair of letters) of the label says."""
        sentence = self.frame.sentence
        if self.frame.is_chinese:
            return {term: self._rarity.weight(term) for term in (pairs_in(letters_of(self._name)) if self._is_loose else sentence.terms)}
        asides = [match.span() for match in _ATTRIBUTION.finditer(sentence.text)]
        capitals = {token.start for token in sentence.tokens if token.is_capital and token.start > 0}
        is_headline = len(capitals) * 2 > len(sentence.tokens)
        weights = {}
        for word, at in sentence.words:
            is_aside = any(start <= at < end for start, end in asides)
            kind = _GENERIC_WEIGHT if is_generic(word) or is_aside else _NAME_WEIGHT if at in capitals and not is_headline else 1.0
            weights[word] = kind * self._rarity.weight(word)
        return weights

    @cached_property
    def _left_letters(self) -> tuple[str, ...]:
        return self.frame.place.left

    @cached_property
    def _left_pairs(self) -> frozenset[str]:
        return pairs_in(self._left_letters)

    @cached_property
    def _name(self) -> str:
        """A Chinese name without the words for a change of either way: the measure compares them."""
        return CHANGE_NAME.sub("", self.frame.sentence.skeleton(0, len(self.frame.sentence.text)))

    @cached_property
    def _name_letters(self) -> tuple[str, ...]:
        """The letters of a Chinese name or question without what period and measure already compare."""
        text = subject_letters(letters_of(self._name.replace("_", "")))
        letters = letters_of(text)
        short = letters_of(text.replace("中国", ""))
        return tuple(short if len(short) >= _NEAR else letters)

    def likeness(self, sentence: PlacedSentence, place: Place, context: Set[str]) -> Likeness:
        """The likeness of the figure at ``place`` in ``sentence``; ``context`` holds the terms of title and earlier sentences."""
        if self.frame.is_chinese:
            near = self._chinese_name(place, sentence, context) if self._is_loose else self._chinese_near(place)
        else:
            near = self._english_name(place, sentence, context) if self._is_loose else self._english_near(place, context)
        whole = self._whole(sentence.terms, context)
        core = self._covered(self._left_pairs, pairs_in(place.left)) if self.frame.is_chinese and not self._is_loose else 1.0
        return Likeness(0.65 * near + 0.35 * whole, near, whole, core)

    @property
    def _is_loose(self) -> bool:
        return self.frame.asking != Asking.SENTENCE

    def _whole(self, terms: Set[str], context: Set[str]) -> float:
        total = sum(self.weights.values())
        if not total:
            return 0.0
        got = sum(weight * (1.0 if term in terms else _CONTEXT_WEIGHT * (term in context)) for term, weight in self.weights.items())
        return got / total

    def _english_near(self, place: Place, context: Set[str]) -> float:
        got = total = 0.0
        mine = self.frame.place
        for side, words in enumerate((mine.left, mine.right)):
            for index, word in enumerate(words[: len(_DISTANCE_WEIGHTS)]):
                depth = mine.depths[side][index]
                weight = _DISTANCE_WEIGHTS[index] * _DEPTH_WEIGHTS[min(depth, 2)] * self.weights.get(word, 1.0)
                if index == 0 and side == 1 and self._kind_is_number:
                    weight *= _HEAD_WEIGHT
                total += weight
                got += weight * _found(word, place, side, context)
        return got / total if total else 0.0

    def _english_name(self, place: Place, sentence: PlacedSentence, context: Set[str]) -> float:
        got = total = 0.0
        priced = says_price(sentence, place.start, place.end)
        for word, weight in self.weights.items():
            total += weight
            got += weight * (1.0 if priced and is_price(word) else max(_found(word, place, 0, context), _found(word, place, 1, context)))
        if not total or self._has_foreign_subject(place) or not self._is_named({*place.left, *place.right, *context}):
            return 0.0
        return got / total

    def _is_named(self, around: Set[str]) -> bool:
        """Whether half of what tells the name from its like stands in the sentence or before it; a country may go without saying."""
        names = [word for word in self.weights if not is_generic(word)]
        telling = [word for word in names[:-1] if word not in seat_words()]
        return sum(self.weights[word] for word in telling if word in around) * 2 >= sum(self.weights[word] for word in telling)

    def _has_foreign_subject(self, place: Place) -> bool:
        """Whether the figure's own clause begins with something else and the name comes only after: "mortgages at 6% follow the rate"."""
        names = [word for word in self.weights if not is_generic(word)]
        # The last word of a name is its head ("rate", "sales"): many things have it, the words before it tell which.
        mine = set(names[:-1] or names)
        own = [word for word, depth in zip(place.left, place.depths[0], strict=True) if depth == 0 and not is_generic(word)]
        return bool(set(own) - set(names)) and mine.isdisjoint(place.left) and not mine.isdisjoint(place.right)

    def _chinese_near(self, place: Place) -> float:
        mine, theirs = self._left_letters, place.left
        right = self._chinese_right(place)
        if not mine:
            return right
        common = common_subsequence(mine, theirs)
        recall, precision = common / len(mine), common / max(1, len(theirs))
        pairs = self._left_pairs
        covered = self._covered(pairs, pairs_in(theirs)) if pairs else recall
        left = 0.4 * recall + 0.4 * covered + 0.2 * min(1.0, precision * 1.25)
        share = 0.15 if len(mine) >= _NEAR else 0.4
        return (1 - share) * left + share * right

    def _covered(self, mine: Set[str], theirs: Set[str]) -> float:
        total = sum(self._rarity.weight(pair) for pair in mine)
        return sum(self._rarity.weight(pair) for pair in mine & theirs) / total if total else 1.0

    def _chinese_right(self, place: Place) -> float:
        mine = [letter for letter in self.frame.place.right[:8] if not letter.isascii() and letter not in "，；。、：（）"]
        if not mine:
            return 1.0
        theirs = place.right[:10]
        return common_subsequence(mine, theirs) / len(mine)

    def _chinese_name(self, place: Place, sentence: PlacedSentence, context: Set[str]) -> float:
        mine = self._name_letters
        if not mine:
            return 0.0
        around = (*place.left, *_until_clause_end(place.right))
        here = pairs_in(around)
        if self._is_other_chinese_subject(place, here):
            return 0.0
        before = sentence.pairs_before(place.start)
        got = total = 0.0
        priced = says_price(sentence, place.start, place.end)
        for pair, weight in self._name_pairs:
            if priced and not set(pair).isdisjoint(PRICE_LETTERS):
                continue
            total += weight
            got += weight * (1.0 if pair in here else 0.7 if pair in before else 0.5 if pair in sentence.terms else 0.5 * (pair in context))
        covered = got / total if total else common_subsequence(mine, around) / len(mine)
        head = tuple(letter for letter in self._head_letters if not (priced and letter in PRICE_LETTERS))
        # "206031亿元，同比增长1.4%": between the figures stand only generic words, and the subject before both.
        nearest = place.beside if len(subject_letters(place.beside)) >= 2 else around
        beside = common_subsequence(head, nearest) / len(head) if head else 1.0
        return 0.7 * covered + 0.3 * beside

    def _is_other_chinese_subject(self, place: Place, here: Set[str]) -> bool:
        """Whether the figure's clause has a subject and shares nothing but the head of the name with it: 存款利率 is no 联邦基金利率."""
        names = [pair for pair, _ in self._name_pairs]
        if self.frame.asking != Asking.NAME or len(names) < _NEAR or not here.isdisjoint(names[:-1]):
            return False
        others = [letter for letter in subject_letters(place.left) if letter not in names[-1] and _is_han_letter(letter)]
        return len(others) >= 2 and (names[-1] in here or _ends_in_measure(place.left))

    @cached_property
    def _name_pairs(self) -> tuple[tuple[str, float], ...]:
        """The pairs of the name with their weight: the head noun, which stands last, says most."""
        pairs = ordered_pairs(self._name_letters)
        last = max(1, len(pairs) - 1)
        return tuple((pair, (1.0 + index / last) * self._rarity.weight(pair)) for index, pair in enumerate(pairs))

    @cached_property
    def _head_letters(self) -> tuple[str, ...]:
        """The last letters of the name, or what stands right of a question's blank: what is measured."""
        if self.frame.place.right:
            right = [letter for letter in self.frame.place.right if _is_han_letter(letter)]
            if len(right) >= 2:
                return tuple(right[:4])
        return tuple(letter for letter in self._name_letters if _is_han_letter(letter))[-3:]


def _ends_in_measure(left: Sequence[str]) -> bool:
    """Whether a clause names what it measures right before the figure: "通胀率为"."""
    subject = subject_letters(left).rstrip("是在每仅就")
    return len(subject) >= MIN_SUBJECT_LETTERS and subject[-1] in _MEASURE_LETTERS


def _is_han_letter(letter: str) -> bool:
    return not letter.isascii() and letter not in "，；。、：（）"


def ordered_pairs(letters: Sequence[str]) -> list[str]:
    """The pairs of ``letters`` in their order, each once."""
    known = pairs_in(letters)
    found = []
    for index, letter in enumerate(letters):
        pair = letter if letter in known else "".join(letters[index : index + 2])
        if pair in known and pair not in found:
            found.append(pair)
    return found


def _until_clause_end(letters: Sequence[str]) -> tuple[str, ...]:
    for index, letter in enumerate(letters):
        if letter in "，；。,;":
            return tuple(letters[:index])
    return tuple(letters)


def _found(word: str, place: Place, side: int, context: Set[str]) -> float:
    """How near a word stands: 1 beside the figure, less behind each clause border, least in the title or an earlier sentence."""
    best = 0.0
    for at, words, values in (
        (side, (place.left, place.right)[side], _SAME_SIDE),
        (1 - side, (place.left, place.right)[1 - side], _OTHER_SIDE),
    ):
        if word in words:
            index = words.index(word)
            depth = place.depths[at][index]
            value = values[min(depth, 2)] - (0.1 if index > 5 else 0.0)
            best = max(best, value)
    if best:
        return best
    return _CONTEXT_WEIGHT if word in context else 0.0


def check_place(frame: Frame, sentence: PlacedSentence, place: Place, published_at: datetime | None) -> MatchCheck:
    """The vetoes on a figure: period, mood, measure, end of a move, qualifiers. ``published_at``: when its page appeared."""
    found = place.period.period if place.period else None
    fit = compare_periods(frame.period, found, published_at.date() if published_at else None, is_own=place.is_own_period)
    if frame.period is not None and fit == Fit.OPEN:
        fit = fit_day(frame.period, sentence.text, sentence.periods, published_at=published_at, subject=frame.sentence.text)
    if frame.asking == Asking.SENTENCE and fit != Fit.CLASHES and roles_clash(frame.sentence.periods, sentence.periods):
        fit = Fit.CLASHES
    mood = Mood.PAST if place.turn == MoveEnd.ORIGIN and place.mood == Mood.CURRENT else place.mood
    veto = _first_veto(frame, place, fit, mood)
    if veto is None and (is_only_modifier(frame, sentence, place.start) or is_of_other_kind(frame, sentence, place.start, place.end)):
        veto = WhyCode.OTHER_SUBJECT
    return MatchCheck(veto, fit, mood)


def _first_veto(frame: Frame, place: Place, fit: Fit, mood: Mood) -> WhyCode | None:
    if fit == Fit.CLASHES:
        return WhyCode.OTHER_PERIOD
    if measures_clash(frame.measure, place.measure, is_chinese=frame.is_chinese):
        return WhyCode.OTHER_MEASURE
    # "Up from 159,000 in April" gives April's figure.
    is_named = fit == Fit.AGREES and place.period is not None and place.period.is_compared
    if not is_named and frame.place.turn != place.turn and MoveEnd.ORIGIN in (frame.place.turn, place.turn) and frame.mood != Mood.PAST:
        return WhyCode.PAST_VALUE
    if not is_named and not mood_fits(frame, mood, is_mild=place.is_mild):
        return _MOOD_CODES[mood]
    if _qualifiers_differ(frame, place):
        return WhyCode.OTHER_SUBJECT
    return None


_MOOD_CODES = {
    Mood.CURRENT: WhyCode.OTHER_MEASURE,
    Mood.PAST: WhyCode.PAST_VALUE,
    Mood.FORECAST: WhyCode.FORECAST,
    Mood.HYPOTHETICAL: WhyCode.HYPOTHETICAL,
    Mood.DENIED: WhyCode.DENIED,
}
_NOT_YET = (Mood.FORECAST, Mood.HYPOTHETICAL)


def mood_fits(frame: Frame, mood: Mood, *, is_mild: bool = False) -> bool:
    """Whether a figure said in ``mood`` answers the frame (evidence, step 4). A sentence with a blank may turn a plan into a fact."""
    if is_mild and frame.asking == Asking.SENTENCE:
        return True
    if mood == Mood.DENIED:
        return frame.mood == Mood.DENIED
    if frame.mood in _NOT_YET:
        return mood in (*_NOT_YET, Mood.CURRENT)
    if frame.mood == Mood.PAST:
        return mood in (Mood.PAST, Mood.CURRENT)
    return mood == Mood.CURRENT


def _qualifiers_differ(frame: Frame, place: Place) -> bool:
    mine, theirs = frame.place.qualifiers, place.qualifiers
    if frame.period is not None and frame.period.first != frame.period.last:
        theirs -= _OF_ALL_MONTHS
    if frame.asking == Asking.SENTENCE:
        return bool(theirs - mine) if frame.is_chinese else bool((theirs ^ mine) & _STRICT_QUALIFIERS)
    return bool(theirs - mine)


# A figure of several months is theirs together, whether it says so or not.
_OF_ALL_MONTHS = frozenset(("累计",))
_STRICT_QUALIFIERS = frozenset(
    ("core", "priv", "aver", "medi", "excl", "teen", "wome", "men", "blac", "hisp", "cons", "manu", "hour", "week", "addi", "extr")
)

# Of the label's words at the blank at least this much has to stand at a figure that only agreement binds.
MIN_CORE = 0.42
_GATE_SCORE = 0.62
_GATE_WHOLE = 0.45
_GATE_NEAR = 0.5


def gate_is_met(frame: Frame, place: Place, score: float, likeness: Likeness, check: MatchCheck) -> bool:
    """The stricter gate of stage 1, where one page decides: subject words beside the figure, the period named, nothing foreseen."""
    if check.veto is not None or score < _GATE_SCORE or likeness.whole < _GATE_WHOLE:
        return False
    if place.is_bound and not frame.place.is_bound:
        return False
    return frame.period is None or check.fit == Fit.AGREES


def gate_of_agreement(frame: Frame, likeness: Likeness, check: MatchCheck, *, is_bound_elsewhere: bool) -> bool:
    """The gate of stage 1 for a figure that another publisher's words bind: a page that is silent on the period needs better words."""
    if check.veto is not None or likeness.core < MIN_CORE or not (is_bound_elsewhere or likeness.near >= _GATE_NEAR):
        return False
    return frame.period is None or check.fit == Fit.AGREES or likeness.near >= _GATE_NEAR
