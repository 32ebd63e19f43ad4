"""An English sentence as the reader of figures sees it: words with what they do in a clause, figures and periods as one token each."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from verification.core.evidence import Quantity
from verification.core.language.frequency import zipf
from verification.core.language.lemmas import lemma
from verification.core.language.word_tables import words
from verification.core.patterns import lazy_regex
from verification.core.reading.clause_words import Role, english_words
from verification.core.reading.english.small_words import small_words
from verification.core.reading.figure_slots import Span
from verification.core.reading.measure_words import MeasureRow, english_key, noun_of, tables
from verification.core.reading.tokens import Kind, Token
from verification.core.subjects.known import find_known

_WORD = lazy_regex(
    r"(?:(?<![^\W_])[dDlLO]['’](?=[A-ZÀ-Ý])|)[^\W\d_]+(?:[-.&/][^\W\d_]+)*(?:['’][sS](?!\w)|(?<=s)['’](?!\w)|['’]t)?\.?(?=\W|$)"
    r"|[^\W_][\w&.-]*|[^\w\s]"
)


_ARTICLES = frozenset(("a", "an", "the", "its", "their", "his", "her", "our"))
_PHRASE_WORDS = 4
_OWNING = ("'s", "’s")
_COMPOUND = lazy_regex(r"[^\W_]-\w.*[A-Za-z]$")
# What is foreseen may be foreseen, too, as a thing: "our estimate for", "market forecasts of".
_FORESIGHT = words("estimate estimates forecast forecasts")
_FORESEERS = words("analysts economists they we who forecasters markets investors")
_EDGES = frozenset(["end", "start", "beginning", "close", "middle", "turn", "outset"])
_SHORT = 4
_IN_NAMES = ("&", "-")
_COMMON = 4
_DOES_TO_JOBS = words("added adds add adding created creates create gained gains lost loses lose shed sheds cut cuts")
_LONGEST_PHRASE = 8
_COUNTED_WORDS = 3
_COUNTED_KINDS = frozenset((Kind.WORD, Kind.MEASURE, Kind.QUALIFIER))
_NO_VERBS = frozenset((Role.VALUE, Role.STATE))
_VERB_FORMS = lazy_regex(r"(?:ed|ing)$")


def tokens_in(text: str, quantities: Sequence[Quantity], periods: Sequence[Span], names: Sequence[Span] = ()) -> list[Token]:
    """The tokens of a sentence, a name of several words as one; places count its characters."""
    spans = sorted(
        [(one.start, one.end, Kind.WORD if _is_attribute(one) else Kind.FIGURE, index) for index, one in enumerate(quantities)]
        + [(a, b, Kind.PERIOD, -1) for a, b in periods]
    )
    found: list[Token] = []
    at = 0
    for start, end, kind, index in spans:
        if start < at:
            continue
        found.extend(_words(text, at, start))
        found.append(Token(start, end, text[start:end].lower(), kind, number=index if kind is Kind.FIGURE else -1))
        is_owner = kind is Kind.PERIOD and text[end : end + 2] in _OWNING  # "last year|'s| frost"
        at = end + len(_OWNING[0]) * is_owner
    found.extend(_words(text, at, len(text)))
    return _counted(_joined(_with_names(_with_nouns(_timed(_without_owners(found, names))), names)))


def _without_owners(tokens: list[Token], names: Sequence[Span]) -> list[Token]:
    """The tokens, where an ending that belongs to a name owns nothing: "|McDonald's| revenue"."""
    ends = {end for _, end in names}
    return [token._replace(is_owner=False) if token.is_owner and token.end in ends else token for token in tokens]


def _timed(tokens: list[Token]) -> list[Token]:
    """The tokens, where the edge of a period names nobody: "by the |end| of June"."""
    found = list(tokens)
    for at, token in enumerate(tokens[:-2]):
        if token.word in _EDGES and tokens[at + 1].word == "of":
            inner = tokens[at + 2 : at + 4]
            if inner[0].kind is Kind.PERIOD or (len(inner) > 1 and inner[0].kind is Kind.DETERMINER and inner[1].kind is Kind.PERIOD):
                found[at] = token._replace(kind=Kind.FILLER, role=None)
    return found


def _is_attribute(quantity: Quantity) -> bool:
    """Whether a figure only belongs to the noun behind it: "10-year bond"."""
    return _COMPOUND.search(quantity.text) is not None and quantity.low == quantity.high


def _with_names(tokens: list[Token], names: Sequence[Span]) -> list[Token]:
    """The tokens with each name of several words as one word."""
    wide = [span for span in names if " " in (written := span_text(tokens, span)) or english_key(written) in tables().english]
    if not wide:
        return tokens
    found: list[Token] = []
    for token in tokens:
        span = next((span for span in wide if span[0] <= token.start and token.end <= span[1] + 2), None)
        last = found[-1] if found else None
        if span is None or token.kind in (Kind.FIGURE, Kind.PERIOD) or (token.kind is Kind.MARK and token.word not in _IN_NAMES):
            found.append(token)
        elif (
            last is not None
            and last.start >= span[0]
            and last.kind is Kind.WORD
            and last.end <= token.start
            and token.start < span[1]
            and last.is_name
        ):
            found[-1] = last._replace(end=token.end, word=f"{last.word} {token.word}", is_owner=token.is_owner)
        elif token.start < span[1]:
            found.append(token._replace(kind=Kind.WORD, role=None, is_name=True, is_capital=True))
        else:
            found.append(token)
    return found


def span_text(tokens: list[Token], span: Span) -> str:
    """The words of the tokens inside a place."""
    return " ".join(token.word for token in tokens if span[0] <= token.start < span[1])


def _with_nouns(tokens: list[Token]) -> list[Token]:
    """The tokens with what may be a verb but stands behind an article as a noun: "the fund", "its cut"."""
    found: list[Token] = []
    for at, token in enumerate(tokens):
        before = found[-1] if found else None
        is_verbal = token.kind is Kind.VERB or token.kind is Kind.SPEECH
        if (
            is_verbal
            and token.role is not Role.IS
            and before is not None
            and (_makes_noun(before, token) or _has_verb(tokens, at) or _ends_phrase(found, token) or _is_foresight(tokens, at))
            and not (_leads_to_figure(tokens, at) and not _makes_noun(before, token))
        ):
            token = token._replace(kind=Kind.WORD, role=None)
        if token.word.isdigit() and token.kind is Kind.FILLER and before is not None and before.is_capital:
            token = token._replace(kind=Kind.WORD)
        found.append(token)
    return found


def _is_foresight(tokens: list[Token], at: int) -> bool:
    """Whether what is foreseen is told of as a thing: "the EPS |estimate| for", not "analysts |forecast| for"."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    is_told_of = following is not None and following.kind is Kind.PREPOSITION
    return tokens[at].word in _FORESIGHT and is_told_of and tokens[at - 1].kind is Kind.WORD and tokens[at - 1].word not in _FORESEERS


def _leads_to_figure(tokens: list[Token], at: int) -> bool:
    """Whether a verb tells where a figure went: "saw its jobless rate |slip| to 5%"."""
    following = tokens[at + 1 : at + 3]
    return len(following) > 1 and following[0].word in ("to", "by") and following[1].kind is Kind.FIGURE


def _has_verb(tokens: list[Token], at: int) -> bool:
    """Whether a plural that may be a verb has a verb of its own right behind it: "Ether |funds| shed"."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    is_plural = tokens[at].word.endswith("s") and tokens[at].role is Role.FRAME
    return is_plural and following is not None and following.kind is Kind.VERB and not following.word.endswith("ing")


def _ends_phrase(before: list[Token], token: Token) -> bool:
    """Whether a verb in its bare form is the noun of one thing that an article or an owner begins: "the sovereign |fund|"."""
    if token.word.endswith(("s", "ed", "ing")) or lemma(token.word) != token.word:
        return False
    for one in reversed(before[-_PHRASE_WORDS:]):
        if one.word in _ARTICLES or one.is_owner:
            return one is not before[-1]
        if one.kind is not Kind.WORD or one.is_capital or one.word.endswith("s"):
            return False
    return False


def _makes_noun(before: Token, token: Token) -> bool:
    is_article = before.kind is Kind.DETERMINER and before.word not in ("that", "this", "those", "all", "both")
    is_past = before.is_owner and not token.word.endswith("s") and lemma(token.word) != token.word  # "Norway's |fell| to"
    return (is_article or before.is_owner) and not is_past and not _VERB_FORMS.search(token.word)


def _words(text: str, start: int, end: int) -> list[Token]:
    return [_token(text, found.start(), found.end()) for found in _WORD.finditer(text, start, end)]


def _token(text: str, start: int, end: int) -> Token:
    return Token(start, start + (shape := _shape(text[start:end], is_first=start == 0)).length, *shape[1:])


class _Shape(NamedTuple):
    """What a written word is wherever it stands; ``length`` counts its characters without a full stop."""

    length: int
    word: str
    kind: Kind
    is_capital: bool
    is_owner: bool
    role: Role | None


@lru_cache(maxsize=16384)
def _shape(written: str, *, is_first: bool) -> _Shape:
    end = len(written)
    is_owner = False
    if written[-2:].lower() in ("'s", "’s") and len(written) > 2:
        written, is_owner = written[:-2], True
    elif len(written) > 2 and written[-1] in "'’":
        written, is_owner = written[:-1], True
    word = written.lower().rstrip(".")
    capital = written[0].isupper()
    if not word or not word[0].isalnum():
        return _Shape(end, written, Kind.MARK, is_capital=False, is_owner=False, role=None)
    kind, role = _kind(word, is_capital=capital and (not is_first or bool(find_known(written))))
    if capital and len(word) > 1 and written.isupper() and find_known(written):
        kind, role = Kind.WORD, None  # UPS
    if is_owner:
        kind, role = (Kind.DETERMINER, None) if word in ("it", "that", "there", "here", "what", "who") else (Kind.WORD, None)
    length = len(written.rstrip(".")) if written.endswith(".") and "." not in written[:-1] else end
    return _Shape(length, word, kind, capital, is_owner, role)


def _kind(word: str, *, is_capital: bool) -> tuple[Kind, Role | None]:
    if (small := small_words().get(word)) is not None:
        return small, Role.IS if small is Kind.VERB else None
    if word.endswith("ly") and len(word) > _SHORT and not is_capital:
        return Kind.FILLER, None
    if is_capital and zipf(word, "en") < _COMMON:
        return Kind.WORD, None
    roles = english_words()[0]
    role = roles.get(lemma(word)) or roles.get(word)
    if role in _NO_VERBS:
        return Kind.WORD, role
    if role is not None:
        return Kind.SPEECH if role is Role.SPEECH else Kind.VERB, role
    return Kind.FILLER if word[0].isdigit() else Kind.WORD, None


@cache
def _longest() -> dict[str, int]:
    """How many words the longest phrase of the tables has that begins with a word."""
    found: dict[str, int] = {}
    known = tables()
    for phrases in (known.english, known.english_qualifiers, english_words()[1]):
        for key in phrases:
            found[key[0]] = max(found.get(key[0], 0), len(key))
    return found


def _joined(tokens: list[Token]) -> list[Token]:
    """Phrases of several words as one token: measures, qualifiers, bases."""
    known = tables()
    bases, longest = english_words()[1], _longest()
    keys = [() if token.kind is Kind.MARK else _key_of(token.word) for token in tokens]
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind in (Kind.FIGURE, Kind.PERIOD, Kind.MARK):
            found.append(token)
            at += 1
            continue
        most = longest.get(keys[at][0], 0)
        for length in range(min(most, _reach(tokens, at)) if most else 0, 0, -1):
            key = tuple(part for one in keys[at : at + length] for part in one)
            row, is_qualifier, basis = known.english.get(key), key in known.english_qualifiers, bases.get(key)
            is_listed = row is not None or is_qualifier or basis is not None
            joined = _phrase(tokens, at, length, key, row, is_qualifier, basis) if is_listed else None
            if joined is not None:
                found.append(joined)
                at += length
                break
        else:
            found.append(token)
            at += 1
    return found


def _counted(tokens: list[Token]) -> list[Token]:
    """What "the number of" something counts as one measure, whatever it is: "number of hospital beds"."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        end = _end_of_count(tokens, at)
        if end > at:
            rows = [token.row for token in tokens[at:end] if token.row is not None]
            words_of = " ".join(token.word for token in tokens[at:end])
            found.append(
                tokens[at]._replace(end=tokens[end - 1].end, word=words_of, kind=Kind.MEASURE, role=None, row=rows[-1] if rows else None)
            )
            at = end
        else:
            found.append(tokens[at])
            at += 1
    return found


def _end_of_count(tokens: list[Token], at: int) -> int:
    """Where "number of …" that begins here ends; ``at`` where none does."""
    if tokens[at].word != "number" or at + 2 >= len(tokens) or tokens[at + 1].word != "of":
        return at
    end = at + 2
    while end < min(len(tokens), at + 2 + _COUNTED_WORDS) and _is_counted(tokens, end):
        end += 1
    return end if end > at + 2 and tokens[end - 1].word.endswith(("s", "people", "children")) else at


def _is_counted(tokens: list[Token], at: int) -> bool:
    """Whether a word goes on what is counted: "registered businesses"."""
    token = tokens[at]
    is_before_noun = at + 1 < len(tokens) and tokens[at + 1].kind in _COUNTED_KINDS
    is_plural = token.kind in (Kind.VERB, Kind.SPEECH) and token.word.endswith("s") and tokens[at - 1].word == "of" and not is_before_noun
    is_participle = token.kind is Kind.VERB and token.word.endswith("ed") and is_before_noun
    return not token.is_capital and (token.kind in _COUNTED_KINDS or is_participle or is_plural)


def _reach(tokens: list[Token], at: int) -> int:
    """How many tokens from ``at`` on may be of one phrase: none of them a figure or sign, and none behind an owner."""
    for length in range(_LONGEST_PHRASE):
        if at + length >= len(tokens) or tokens[at + length].kind in (Kind.FIGURE, Kind.PERIOD, Kind.MARK):
            return length
        if tokens[at + length].is_owner and tokens[at + length].word != "managers":  # the purchasing managers' index is one measure
            return length + 1
    return _LONGEST_PHRASE


@lru_cache(maxsize=16384)
def _key_of(word: str) -> tuple[str, ...]:
    return (noun_of(word),) if word.isalpha() else english_key(word)


def _phrase(
    tokens: list[Token], at: int, length: int, key: tuple[str, ...], row: MeasureRow | None, is_qualifier: bool, basis: str | None
) -> Token | None:
    first, last = tokens[at], tokens[at + length - 1]
    spelt = Token(first.start, last.end, " ".join(key), Kind.MEASURE, first.is_capital, last.is_owner, first.role)
    if basis is not None:
        return spelt._replace(kind=Kind.BASIS, value=basis)
    if (length == 1 and _is_legal_form(tokens, at)) or _is_doer(tokens, at + length - 1):
        return None
    if row is not None and not (length == 1 and _is_verbal(tokens, at)) and (row.code != "growth" or _is_growth_noun(tokens, at, length)):
        return spelt._replace(row=row, role=first.role if row.code == "growth" else None)
    if is_qualifier and not last.is_owner and not (length == 1 and first.kind is Kind.VERB):  # "the |city's| population"
        return spelt._replace(kind=Kind.QUALIFIER)
    return None


def _is_legal_form(tokens: list[Token], at: int) -> bool:
    """Whether "Holdings" ends the name of a company; in a headline, where all words have capitals, nothing tells."""
    is_named = tokens[at].word == "holdings" and tokens[at].is_capital and at > 0 and tokens[at - 1].is_capital
    told = (token for token in tokens if token.word.isalpha() and token.kind in (Kind.WORD, Kind.VERB, Kind.SPEECH))
    return is_named and any(not token.is_capital for token in told)


def _is_doer(tokens: list[Token], at: int) -> bool:
    """Whether "the economy" does something to what is counted: "the economy added 196,000 jobs"."""
    following = tokens[at + 1].word if at + 1 < len(tokens) else ""
    return tokens[at].word == "economy" and following in _DOES_TO_JOBS


def _is_growth_noun(tokens: list[Token], at: int, length: int) -> bool:
    """Whether growth, a rise, a drop is told of as a thing: "growth of 5%", "a rise in"."""
    following = tokens[at + length].word if at + length < len(tokens) else ""
    return tokens[at].word.startswith("growth") or (
        length == 1 and following in ("of", "in") and at > 0 and tokens[at - 1].kind is not Kind.WORD
    )


def _is_verbal(tokens: list[Token], at: int) -> bool:
    """Whether a word that names a measure is a verb here: "sold", "costs 3 euros", "to close at"."""
    token = tokens[at]
    if token.kind is not Kind.VERB:
        return False
    if _VERB_FORMS.search(token.word) and token.word not in (
        "funding",
        "offering",
        "holding",
        "lending",
        "spending",
        "financing",
        "opening",
    ):
        return True
    before = tokens[at - 1] if at else None
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if before is not None and before.word == ":":
        return False  # "Palm oil: price $951"
    if before is not None and before.word in ("to", "will", "would", "could", "can", "may", "might", "not"):
        return True
    return following is not None and following.kind is Kind.FIGURE and token.word not in ("sales", "shares", "stocks")
