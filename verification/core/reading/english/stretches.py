"""Stretches of an English sentence cut to what they tell of a figure, whatever they name."""

from verification.core.language.word_tables import words
from verification.core.reading.tokens import Kind, Token

_COMPARES = words("compared versus vs against above below than exceeding topping missing beating matching short shy ahead")
_COMPARING = _COMPARES | words(
    "with to of the a an still well far just slightly much but and , higher lower more less fewer better worse up down"
)


def closes(tokens: list[Token]) -> bool:
    """Whether the bracket that opens here is closed."""
    return any(token.word == ")" for token in tokens)


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
