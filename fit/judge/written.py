"""Texts that one writer made up without knowing the reader: odd names, told as so or not. Every other name is learnt from."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

from fit.judge.cases import Case
from fit.judge.swap_pages import AS_OF, GENERATED, HOSTS, UNSEEN, read_table
from verification.core.evidence import NodeSpec, Page, Quantity, Trust
from verification.core.quantities.grammar import find_quantities
from verification.core.vocabulary import Independence, NodeKind, QuantityKind, Stage

_KINDS = {QuantityKind.PERCENT: NodeKind.PERCENT, QuantityKind.CURRENCY: NodeKind.CURRENCY}
_PUBLISHED = AS_OF - timedelta(days=2)


def written_cases() -> Iterator[Case]:
    """A case for each text whose figure the reader of quantities reads.

    A text that does not say that its figure is the answer may hold the answer beside it: then only the figure itself is known to be
    wrong, and the case is learnt from without being counted.
    """
    for number, (lang, _way, says, name, figure, text) in enumerate(read_table("written")):
        found = find_quantities(figure, lang=lang)
        if not found:
            continue
        case = _case(number, says, name, text, found[0])
        is_alone = sum(one.kind is found[0].kind for one in find_quantities(text, lang=lang)) == 1
        value = str(found[0].low)
        if says == "yes":
            yield replace(case, right=(value,))
        elif is_alone:
            yield case
        elif case.source == GENERATED:
            yield replace(case, wrong=(value,), stage=None)


def _case(number: int, says: str, name: str, text: str, figure: Quantity) -> Case:
    is_learnt = int(sha256(name.encode()).hexdigest(), 16) % 2 == 0
    node = NodeSpec(name, _KINDS.get(figure.kind, NodeKind.NUMBER), independence=Independence.DOMAINS)
    return Case(
        key=f"written-{number}",
        source=GENERATED if is_learnt else UNSEEN,
        group=f"written/{name}",
        scenario="figures" if is_learnt else f"written, {says}",
        node=node,
        pages=(Page(f"https://{HOSTS[0]}/written/{number}", "", text, _PUBLISHED),),
        as_of=AS_OF,
        trust=Trust(whitelist=HOSTS),
        stage=Stage.WHITELIST,
        right=(),
        is_unsigned=True,
        supports=None,
    )
