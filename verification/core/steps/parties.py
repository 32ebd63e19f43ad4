"""Who a step is with: the names of a claim against those that tools and papers give."""

from collections.abc import Sequence

from verification.core.patterns import lazy_regex
from verification.core.steps.fields import FieldValue, Side, StepField, fold
from verification.core.steps.prose import read_prose, side_in

_CAPITAL = r"(?:[A-Z][\w.'-]*|&)"
_NAME = lazy_regex(
    rf"(?:\b(?:from|to|with|of|by|for|at|refunded|as|payee|vendor|Ms|Mrs|Mr|Dr)\.?\s+|:\s*)(?:the\s+)?({_CAPITAL}(?:\s+{_CAPITAL})*)|"
    r"(?:向|给|与|在|从|(?<!供)应|对|由|：|方为|方是|人为|人是)([\u4e00-\u9fff]{2,16}?)"
    r"(?=的(?:账|帐|发票|订单|账单|款|请求|要求|退款|户)|（|\(|要求|退款|转账|转|汇|下单|采购|购买|预订|预约|付款|支付|付|，|,|。|已|$)|"
    r"^([\u4e00-\u9fff]{2,16}?)的(?:发票|订单|账单)"
)
_NO_NAME = lazy_regex(
    r"\b(?:USD|EUR|GBP|CNY|JPY|CHF|HKD|IBAN|PO|No|Order|Invoice|Account|Record|File|Flight|Room|Ms|Mrs?|Dr|January|February|March|April|May|"
    r"June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b"
)
_HAN = lazy_regex(r"[\u4e00-\u9fff]")
_LIKE = 0.5


def names_in(claim: str) -> list[str]:
    """Who a claim names as the other side of a step."""
    taken = {each.text for each in read_prose(claim)}
    found = ["".join(groups).strip().removesuffix("'s").rstrip(".") for groups in _NAME.findall(claim)]
    return [
        name
        for name in found
        if name and not _NO_NAME.search(name) and not any(map(str.isdigit, name)) and not any(name in text for text in taken)
    ]


def parties_of(fields: Sequence[FieldValue]) -> list[FieldValue]:
    return [each for each in fields if each.field == StepField.PARTY and each.value and not each.value.isdigit()]


def find_like(claim: str, name: str) -> str:
    """What stands in the claim in the place of ``name``: as long, most of its signs the same, and yet another; empty without."""
    folded, wanted = fold(claim), fold(name)
    size = len(wanted)
    if size < (2 if _HAN.search(wanted) else 4):
        return ""
    pieces = (folded[start : start + size] for start in range(len(folded) - size + 1))
    best = max(pieces, key=lambda piece: _alike(piece, wanted), default="")
    return best if _LIKE < _alike(best, wanted) < 1 else ""


def has_side_changed(claim: str, party: FieldValue) -> bool:
    """Whether the claim has a party on the other side of the step than the tool."""
    place = claim.casefold().find(party.text.casefold())
    said = side_in(claim, place) if place >= 0 else Side.NONE
    return Side.NONE not in (said, party.side) and said != party.side


def _alike(one: str, other: str) -> float:
    return sum(mine == theirs for mine, theirs in zip(one, other, strict=False)) / max(1, len(other))
