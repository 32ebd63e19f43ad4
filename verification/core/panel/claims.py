"""What a program wants verified, as a question to the engine and the value that it claims."""

from dataclasses import dataclass

from verification.core.consensus.statements import YES
from verification.core.evidence import NodeSpec, Quantity
from verification.core.quantities.grammar import find_quantities
from verification.core.support.answers import only_quantity
from verification.core.vocabulary import NodeKind, QuantityKind

BLANK = "____"
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


def _find_same(claim: str, figure: Quantity) -> Quantity | None:
    """The figure as the claim itself says it; a bare number is meant in the claim's unit."""
    same = (own for own in find_quantities(claim) if (own.low, own.high) == (figure.low, figure.high) and figure.unit in (None, own.unit))
    return next(same, None)


def _spec(label: str, figure: Quantity, fresh_days: int | None) -> NodeSpec:
    unit = "%" if figure.unit in ("%", "‰", "bp") else figure.unit
    kind = NodeKind.PERCENT if unit == "%" else _KINDS[figure.kind]
    return NodeSpec(label=label, kind=kind, unit=unit, fresh_days=fresh_days)
