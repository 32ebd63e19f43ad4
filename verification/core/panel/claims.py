"""What a program wants verified, as a question to the engine and the value that it claims."""

import re
from dataclasses import dataclass

from verification.core.consensus.statements import YES
from verification.core.evidence import NodeSpec, Quantity
from verification.core.patterns import lazy_regex
from verification.core.quantities.grammar import find_quantities
from verification.core.support.answers import only_quantity
from verification.core.vocabulary import NodeKind, QuantityKind

BLANK = "____"
MOST_FACTS = 5
_SENTENCES = lazy_regex(r"(?<=[.!?;])\s+|(?<=[；。！？])")
_JOINTS = lazy_regex(r",?\s+(?:and|while|whereas|but)\s+|，(?:而且|并且|而|并|同时|且)?|,\s+", re.IGNORECASE)
_WORD = lazy_regex(r"[A-Za-z][\w'-]+|[\u4e00-\u9fff]")
_HAN = lazy_regex(r"[\u4e00-\u9fff]")
# What is left of a part without its figures has to say what they are of.
_WORDS_OF_A_FACT, _SIGNS_OF_A_FACT = 3, 3
_KINDS = {
    QuantityKind.PERCENT: NodeKind.PERCENT,
    QuantityKind.CURRENCY: NodeKind.CURRENCY,
    QuantityKind.NUMBER: NodeKind.NUMBER,
    QuantityKind.DIMENSION: NodeKind.NUMBER,
}


@dataclass(frozen=True, slots=True)
class Claimed:
    """``value`` is what is held to be true of ``node``: a figure, or "yes" to a statement."""

    node: NodeSpec
    value: str


def read_claim(claim: str, value: str = "", *, query: str = "", fresh_days: int | None = 30) -> Claimed:
    """A claim whose one figure, or whose ``value``, becomes the blank to be filled; anything else is a statement that holds or does not.

    ``fresh_days``: how old pages may be, None without limit.
    """
    claim, value = claim.strip(), value.strip()
    figure = only_quantity(value) if value else None
    if figure is not None and (claim or query):
        own = _find_same(claim, figure)
        label = claim[: own.start] + BLANK + claim[own.end :] if own else claim or query
        return Claimed(_spec(label, own or figure, fresh_days), value)
    if value:
        label = claim if value in claim else " ".join(part for part in (claim or query, value) if part)
        return Claimed(NodeSpec(label=label, kind=NodeKind.TEXT, fresh_days=fresh_days), YES)
    found = find_quantities(claim)
    if len(found) == 1:
        own = found[0]
        return Claimed(_spec(claim[: own.start] + BLANK + claim[own.end :], own, fresh_days), own.text)
    return Claimed(NodeSpec(label=claim, kind=NodeKind.TEXT, fresh_days=fresh_days), YES)


def split_facts(claim: str) -> tuple[str, ...]:
    """The parts of a claim that hold a fact each; the whole where it holds one, or more than anybody could follow.

    Sentences are parts; so are clauses each of which has a figure of its own and says of what.
    """
    sentences = [part.strip() for part in _SENTENCES.split(claim) if _WORD.search(part)]
    facts = [fact for sentence in sentences for fact in _split_sentence(sentence)]
    return tuple(facts) if 1 < len(facts) <= MOST_FACTS else (claim.strip(),)


def _split_sentence(sentence: str) -> list[str]:
    figures = find_quantities(sentence)
    joints = [match.span() for match in _JOINTS.finditer(sentence)]
    free = [span for span in joints if not any(each.start < span[1] and span[0] < each.end for each in figures)]
    borders = [0, *(place for span in free for place in span), len(sentence)]
    pieces = [(borders[place], borders[place + 1]) for place in range(0, len(borders), 2)]
    facts: list[tuple[int, int]] = []
    for start, end in pieces:
        if facts and not (_is_fact(sentence[start:end]) and _is_fact(sentence[facts[-1][0] : facts[-1][1]])):
            facts[-1] = (facts[-1][0], end)
        else:
            facts.append((start, end))
    return [sentence[start:end].strip() for start, end in facts]


def _is_fact(part: str) -> bool:
    figures = find_quantities(part)
    rest = "".join(
        part[one:other] for one, other in zip([0, *(e.end for e in figures)], [*(e.start for e in figures), len(part)], strict=True)
    )
    words = _WORD.findall(rest)
    return bool(figures) and len(words) >= (_SIGNS_OF_A_FACT if _HAN.search(rest) else _WORDS_OF_A_FACT)


def _find_same(claim: str, figure: Quantity) -> Quantity | None:
    """The figure as the claim itself says it; a bare number is meant in the claim's unit."""
    same = (own for own in find_quantities(claim) if (own.low, own.high) == (figure.low, figure.high) and figure.unit in (None, own.unit))
    return next(same, None)


def _spec(label: str, figure: Quantity, fresh_days: int | None) -> NodeSpec:
    unit = "%" if figure.unit in ("%", "‰", "bp") else figure.unit
    kind = NodeKind.PERCENT if unit == "%" else _KINDS[figure.kind]
    return NodeSpec(label=label, kind=kind, unit=unit, fresh_days=fresh_days)
