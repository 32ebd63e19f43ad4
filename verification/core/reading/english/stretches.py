"""Stretches of an English sentence cut to what they tell of a figure, whatever they name."""

from verification.core.evidence import Quantity
from verification.core.language.word_tables import words
from verification.core.patterns import lazy_regex
from verification.core.reading.clause_words import MOVES
from verification.core.reading.tokens import Kind, Token
from verification.core.vocabulary import QuantityKind

_COMPARES = words(
    "compared versus vs against above below than exceeding topping missing beating matching short shy ahead twice double triple thrice half"
)
_FORESIGHTS = words(
    "projection projections forecast forecasts estimate estimates guidance expectation expectations outlook target consensus"
)
_AUXILIARIES = words("is was has does says")
TIMES = words("year quarter month week period season half years quarters months weeks")
_TIME_TIES = words("in for on")
# "To an annual rate of", "at a record level of": the figure behind is that of what went before.
_PACES = words("rate pace level range total")
_PACE_TIES = words("to at from")
# What may stand between "to" and the figure that it leads to: "to a |seasonally adjusted| 219,000".
BESIDE_LEVEL = (Kind.FILLER, Kind.DETERMINER, Kind.BASIS, Kind.PERIOD, Kind.QUALIFIER)
SUBORDINATE = frozenset(["as", "because", "although", "though", "until", "unless", "whether"])
_CONTRACTS = words("futures contracts")
_TURNS = words("higher lower up down stronger weaker firmer softer")
# They are many without an s.
_MANY = words("people men women children police cattle staff")
_PLURAL = lazy_regex(r"(?<![sui])s$")
_COMPARING = _COMPARES | words(
    "with to of as the a an still well far just slightly much but and , higher lower more less fewer better worse up down"
)


def closes(tokens: list[Token]) -> bool:
    """Whether the bracket that opens here is closed."""
    return any(token.word == ")" for token in tokens)


def in_brackets(tokens: list[Token], at: int) -> bool:
    """Whether a sign stands between brackets of one stretch: "(NYSE|:| ABC)"."""
    opened = next((one.word for one in reversed(tokens[:at]) if one.word in "()"), "")
    return opened == "(" and next((one.word for one in tokens[at + 1 :] if one.word in "()"), "") == ")"


def without_telling(lead: list[Token]) -> list[Token]:
    """A sentence without who tells it at its end: "Shell is to close a plant|, the company said|"."""
    told = lead[:-1] if lead and lead[-1].word in (".", "”", '"') else lead
    comma = next((at for at in range(len(told) - 1, 0, -1) if told[at].word == ","), 0)
    is_tail = comma > 0 and told[-1].kind is Kind.SPEECH and len(told) - comma > 2
    return lead[:comma] if is_tail else lead


def without_brackets(tokens: list[Token]) -> list[Token]:
    """What stands outside brackets that are closed: "consumer prices (CPI) in China"."""
    found: list[Token] = []
    end = -1
    for at, token in enumerate(tokens):
        if token.word == "(" and at > end:
            end = next((place for place in range(at, len(tokens)) if tokens[place].word == ")"), end)
        if at > end:
            found.append(token)
    return found


def without_comparison(lead: list[Token]) -> list[Token]:
    """What is compared with, without the words that compare: "still above |the euro area's", "compared with|"."""
    comma = next((place for place in range(len(lead) - 1, -1, -1) if lead[place].word == ","), -1)
    for start in sorted({0, comma + 1}):
        at = start
        while at < len(lead) and lead[at].word in _COMPARING:
            at += 1
        told = {token.word for token in lead[start:at]} & _COMPARES
        if told and not (start and told == {"than"}):
            return lead[at:]
    return lead


def without_contract(tokens: list[Token]) -> list[Token]:
    """A sentence without the month of a contract: "gold futures |for December delivery| settled at", "Brent futures |for January|"."""
    contract: set[int] = set()
    for at, token in enumerate(tokens):
        if at and token.kind is Kind.PERIOD and tokens[at - 1].word == "for":
            is_delivered = [one.word for one in tokens[at + 1 : at + 2]] == ["delivery"]
            if is_delivered or (at > 1 and tokens[at - 2].word in _CONTRACTS):
                contract |= {at - 1, at, *((at + 1,) if is_delivered else ())}
    return [token for at, token in enumerate(tokens) if at not in contract]


def without_turn(lead: list[Token]) -> list[Token]:
    """What leads from a move to where it ended, without its direction: "settled 1.2 percent |higher| at"."""
    told = [token for token in lead if token.kind is not Kind.FILLER]
    return told[1:] if [token.word for token in told[1:]] == ["at"] and told[0].word in _TURNS else lead


def without_pace(lead: list[Token]) -> list[Token]:
    """A lead without the pace, level or range that it only introduces: "climbed 8 percent |to a rate of|"; what narrows it stays."""
    at = len(lead) - 2
    if at < 1 or lead[-1].word != "of" or lead[at].word.rpartition(" ")[2] not in _PACES:
        return lead
    if lead[at].kind is Kind.MEASURE and " " in lead[at].word:
        return lead  # "led to an |unemployment rate| of"
    start = at
    while start and lead[start - 1].kind in (Kind.QUALIFIER, Kind.DETERMINER, Kind.FILLER, Kind.BASIS):
        start -= 1
    if start == at or not start or lead[start - 1].word not in _PACE_TIES:
        return lead
    start -= lead[start - 1].word == "at"  # "grew |at an annual rate of| 4 percent" tells a change
    return [*lead[:start], *(token for token in lead[start : at + 1] if token.kind is Kind.QUALIFIER)]


def stripped(tokens: list[Token]) -> list[Token]:
    """Without the small words at both ends."""
    start, end = 0, len(tokens)
    while (
        start < end
        and tokens[start].kind
        in (
            Kind.DETERMINER,
            Kind.PREPOSITION,
            Kind.FILLER,
            Kind.CONJUNCTION,
            Kind.MARK,
            Kind.PERIOD,
            Kind.BASIS,
        )
        and tokens[start].word != "those"
    ):
        start += 1
    while end > start and tokens[end - 1].kind in (
        Kind.DETERMINER,
        Kind.PREPOSITION,
        Kind.FILLER,
        Kind.CONJUNCTION,
        Kind.MARK,
        Kind.PERIOD,
        Kind.PRONOUN,
        Kind.BASIS,
    ):
        end -= 1
    return tokens[start:end]


def up_to_speech(phrase: list[Token]) -> list[Token]:
    """A noun phrase without the verb of saying or expecting behind it: "Ryanair |now expects|", not "revenue
    reported |by Shell|"."""
    said = (place for place, token in enumerate(phrase) if place and token.kind is Kind.SPEECH)
    at = next((place for place in said if [token.word for token in phrase[place + 1 : place + 2]] != ["by"]), len(phrase))
    return stripped(phrase[:at]) or phrase


def is_foresight(phrase: list[Token]) -> bool:
    """Whether a noun phrase names only what was foreseen, whosever it is: "an earlier |projection|"."""
    return bool(phrase) and phrase[-1].word in _FORESIGHTS


def with_counted_noun(behind: list[Token], quantity: Quantity) -> list[Token]:
    """What follows a number, where the plural that it counts may be a verb too: "12 |rebounds|"."""
    first = behind[0]
    is_plural = first.kind in (Kind.VERB, Kind.SPEECH) and first.word.endswith("s") and first.word not in _AUXILIARIES
    is_noun = is_plural and quantity.kind is QuantityKind.NUMBER and first.role not in MOVES
    return [first._replace(kind=Kind.WORD), *behind[1:]] if is_noun else behind


def is_time(behind: list[Token], counted: list[Token]) -> bool:
    """Whether what a preposition ties to a figure tells when, not whose: "4.02 trillion yen in the |year| just ended"."""
    return behind[0].word in _TIME_TIES and any(token.word in TIMES for token in counted)


def is_done_by(lead: list[Token], at: int) -> bool:
    """Whether a participle only says by whom a noun before the predicate is told: "the revenue |reported| by Shell was"."""
    is_participle = lead[at].kind is Kind.VERB and lead[at].word.endswith("ed") and lead[at].role not in MOVES
    is_told = is_participle and at > 0 and lead[at - 1].kind is Kind.MEASURE and [one.word for one in lead[at + 1 : at + 2]] == ["by"]
    return is_told and any(one.kind is Kind.VERB for one in lead[at + 2 :])


def opens_head(token: Token) -> bool:
    """Whether a sentence may begin so with a phrase that comes before its subject: "although", "with", "having", "based"."""
    is_participle = token.is_capital and token.word.endswith(("ing", "ed")) and token.kind in (Kind.VERB, Kind.WORD, Kind.SPEECH)
    return is_participle or token.kind in (Kind.PREPOSITION, Kind.CONJUNCTION) or token.word in SUBORDINATE


def is_of_noun(behind: list[Token], at: int) -> bool:
    """Whether a form in -ing belongs to the noun behind it: "a $1.3 trillion omnibus |spending| bill", not "900 people |fleeing| war"."""
    is_form = behind[at].kind is Kind.VERB and behind[at].word.endswith("ing")
    if not is_form or at + 1 >= len(behind) or behind[at + 1].kind is not Kind.WORD:
        return False
    before = behind[at - 1] if at else None
    return before is None or not (before.word in _MANY or _PLURAL.search(before.word) or before.end - before.start > len(before.word))
