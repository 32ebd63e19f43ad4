"""The clauses of a sentence by their openers, without a parser: commas, coordinators before a new verb, subordinators, parentheses."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum

from verification.core.language.word_tables import words
from verification.core.patterns import lazy_regex
from verification.core.reading.status.lexicon import Effect, Scope
from verification.core.reading.status.matching import Cue, Token


class Opener(StrEnum):
    """What parts a clause from the one before it."""

    START = "start"
    COMMA = "comma"
    NEW_CLAUSE = "new clause"
    HARD = "hard"
    COLON = "colon"
    ADVERSATIVE = "adversative"
    RELATIVE = "relative"
    ADJUNCT = "adjunct"
    SPEECH = "speech"
    COORDINATE = "coordinate"
    COMPARE = "compare"
    PARENTHESIS = "parenthesis"


@dataclass(frozen=True, slots=True)
class Segments:
    """Clauses in their order: where each begins, and by what."""

    starts: tuple[int, ...]
    openers: tuple[Opener, ...]
    end: int

    def index_at(self, position: int) -> int:
        return max(bisect_right(self.starts, position) - 1, 0)

    def span(self, index: int) -> tuple[int, int]:
        return self.starts[index], self.starts[index + 1] if index + 1 < len(self.starts) else self.end

    def between(self, left: int, right: int) -> tuple[Opener, ...]:
        """The openers passed on the way from one position to another further right."""
        return self.openers[self.index_at(left) + 1 : self.index_at(right) + 1]


_ADVERSATIVE = words("but yet however although though whereas while nevertheless nonetheless")
# "All but two": but for.
_BEFORE_EXCEPT = words("all any none nothing anything everything everyone everybody nobody anyone anybody no-one last every")
_RELATIVE = frozenset(["which", "who", "whose", "whom", "where"])
_ADJUNCT = frozenset(["after", "because", "since", "following", "despite", "amid"])
_SPEECH = words("saying adding noting citing insisting stressing confirming arguing explaining telling")
_SUBJECTS = words("the a an it he she they we i you its his her their our there this that these those in on by at and")
_PRONOUNS = frozenset(["it", "he", "she", "they", "we"])
_TIME_HEADS = words("on in by at last this then now later today yesterday finally")
_SUBJECT_REACH = 4
_AUXILIARIES = words("was were is are has had did does have will would may might could should can must")
_IRREGULAR_PAST = words(
    "said told sold bought cut rose fell grew made paid left lost won took gave went came saw hit set put shut froze began "
    "became held kept sent built met ran drew withdrew broke spent stood slid sank led fed let swept struck threw spoke "
    "wrote"
)
_EXPECTED = lazy_regex(
    r"\b(?:expect|forecast|estimat|consensus|predict|project|anticipat|target|guidance|goal|priced\sin|pricing\sin|hoped|feared)",
    re.IGNORECASE,
)
_DETERMINERS = words("the a an its last their his her this that those expected forecast consensus previous")
_SO_WITH = words("that far much many long to as is be")
_DASHES = frozenset("—–")
_NEAR = 60
_HAD_REACH = 8

_ZH_MARK = lazy_regex(r"[，；：。、,;:（）()——]|(?:而)?(?:但|但是|然而|不过|可是|却)(?=[^，]{2})")
_ZH_ADVERSATIVE = lazy_regex(r"但|然而|不过|可是|其实|实际上|事实上|而是")


def english_segments(text: str, start: int, end: int, tokens: list[Token], cues: list[Cue]) -> Segments:
    openers = {start: Opener.START}
    # "No sooner had it opened than it closed" compares nothing.
    is_at_once = any(cue.row.words == _AT_ONCE for cue in cues)
    compares = {cue.start: cue for cue in cues if cue.row.scope in {Scope.COMPARE, Scope.COMPARED_NOUN} and not is_at_once}
    vouching = {cue.start for cue in cues if cue.row.effect in {Effect.CONFIRMED, Effect.ANNOUNCED} or cue.row.scope is Scope.WIDE}
    for index, token in enumerate(tokens):
        opener = _english_opener(text, tokens, index, vouching)
        if opener is None and (cue := compares.get(token.start)) is not None and _compares(text, tokens, index, cue):
            opener = Opener.COMPARE
        if opener is not None:
            at = token.start if opener in _SELF_OPENED or token.word not in _MARKS else token.end
            openers[at] = opener
    starts = tuple(sorted(openers))
    return Segments(starts, tuple(openers[at] for at in starts), end)


_MARKS = frozenset(",;:()—–[]./")
_AT_ONCE = "no sooner"
_SELF_OPENED = frozenset({Opener.ADVERSATIVE, Opener.RELATIVE, Opener.ADJUNCT, Opener.COORDINATE, Opener.COMPARE, Opener.SPEECH})


def _english_opener(text: str, tokens: list[Token], index: int, vouching: set[int]) -> Opener | None:
    token = tokens[index]
    word = token.word
    before = tokens[index - 1].word if index else ""
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if word == "." and index == 1:
        # "No. The auditor is Mercer Lowe": an answer in a word.
        return Opener.HARD
    if word in _MARKS:
        return _mark_opener(text, token, following)
    if index == 0:
        return None
    if (word in _ADVERSATIVE and not (word == "but" and before in _BEFORE_EXCEPT)) or (
        word == "so" and before == "," and _tells_on(following)
    ):
        return Opener.ADVERSATIVE
    if word in _RELATIVE and before == ",":
        return Opener.RELATIVE
    if word in _ADJUNCT or (word == "when" and any(token.word == "had" for token in tokens[max(0, index - _HAD_REACH) : index])):
        # "Traders had expected nothing when the bank cut its rate": the time of the one is told by the other.
        return Opener.ADJUNCT
    if word in _SPEECH and before == ",":
        return Opener.SPEECH
    if word == "and" and following is not None and following.word == "that":
        return Opener.COORDINATE
    if word in {"and", "then", "nor", "or"} and following is not None and _begins_verb(tokens, index + 1, vouching):
        return Opener.COORDINATE
    return Opener.COORDINATE if word == "nor" else None


def _tells_on(following: Token | None) -> bool:
    """Whether "so" opens a clause that tells what came of the one before; not "so that", "so will prices", "so far"."""
    return following is not None and following.word not in _AUXILIARIES and following.word not in _SO_WITH


def _mark_opener(text: str, token: Token, following: Token | None) -> Opener | None:
    if token.word == ";" or token.word in _DASHES or text[token.start - 1 : token.end + 1] == " / ":
        return Opener.HARD
    if token.word in "()[]":
        return Opener.PARENTHESIS
    if token.word == ":":
        return Opener.COLON
    if following is None:
        return None
    if following.word in _ADVERSATIVE or following.word in _RELATIVE or following.word in _ADJUNCT or following.word in _SPEECH:
        return Opener.COMMA
    return Opener.NEW_CLAUSE if following.word in _SUBJECTS or following.is_capital else Opener.COMMA


def _begins_verb(tokens: list[Token], index: int, vouching: set[int]) -> bool:
    """Whether a new predicate begins here: "and confirmed that", "and then sold"."""
    if any(token.word in _PRONOUNS for token in tokens[index : index + _SUBJECT_REACH]) and tokens[index].word in _TIME_HEADS | _PRONOUNS:
        return True
    for token in tokens[index : index + 2]:
        word = token.word
        if word in _AUXILIARIES or word in _IRREGULAR_PAST or (word.endswith("ed") and len(word) > 3) or token.start in vouching:
            return True
        if not (word.endswith("ly") or word in {"then", "later", "now", "also", "has", "had", "it", "he", "she", "they"}):
            return False
    return False


# That of 5,400 parts no clauses.
_COMMA = lazy_regex(r",(?!\d)")


def _compares(text: str, tokens: list[Token], index: int, cue: Cue) -> bool:
    if cue.row.scope is Scope.COMPARE:
        return True
    following = next((token for token in tokens[index + 1 : index + 2]), None)
    if following is None:
        return False
    near = _COMMA.split(text[cue.end : cue.end + _NEAR])[0]
    if _EXPECTED.search(near):
        return True
    return cue.row.words in {"than", "above", "below", "against"} and following.word in _DETERMINERS


def chinese_segments(text: str, start: int, end: int, cues: list[Cue]) -> Segments:
    openers = {start: Opener.START}
    for found in _ZH_MARK.finditer(text, start, end):
        mark = found.group()[0]
        if mark == "、":
            continue
        after = found.end()
        if mark in "；;。—":
            opener = Opener.HARD
        elif mark in "：:":
            opener = Opener.COLON
        elif mark in "（）()":
            opener = Opener.PARENTHESIS
        elif mark in "，,":
            opener = Opener.ADVERSATIVE if _ZH_ADVERSATIVE.match(text, after, end) else Opener.COMMA
        else:
            opener, after = Opener.ADVERSATIVE, found.start()
        if mark == "," and text[after : after + 1].isdigit() and text[found.start() - 1 : found.start()].isdigit():
            continue
        openers.setdefault(after, opener)
    for cue in cues:
        if cue.row.scope is Scope.COMPARE or (cue.row.scope is Scope.COMPARED_NOUN and _zh_compares(text, cue, end)):
            openers[cue.start] = Opener.COMPARE
    starts = tuple(sorted(at for at in openers if at < end))
    return Segments(starts or (start,), tuple(openers[at] for at in starts) or (Opener.START,), end)


_ZH_COMPARED = lazy_regex(r"[^，；。\d]{0,14}(?:预期|预测|预估|目标|同期|上月|上年|前值|此前|去年|邻国|同行|平均|的)")


def _zh_compares(text: str, cue: Cue, end: int) -> bool:
    return _ZH_COMPARED.match(text, cue.end, end) is not None
