"""Texts by hands that made them up without knowing the reader: names of figures, told as so or not. Of the first hand's every other name
is learnt from, of the second's none.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from hashlib import sha256

from fit.judge.cases import Case
from fit.judge.swap_pages import AS_OF, GENERATED, HOSTS, UNSEEN, read_table
from verification.core.evidence import NodeSpec, Page, Quantity, Trust
from verification.core.language.texts import Language, language_of
from verification.core.periods.calendar import last_day
from verification.core.periods.grammar import find_periods
from verification.core.quantities.grammar import find_quantities
from verification.core.vocabulary import Independence, NodeKind, QuantityKind, Stage

KINDS = {QuantityKind.PERCENT: NodeKind.PERCENT, QuantityKind.CURRENCY: NodeKind.CURRENCY}
# How long after the newest month or quarter that it speaks of a text is published.
_LATER = timedelta(days=12)


def written_cases() -> Iterator[Case]:
    """The texts of the first hand."""
    return _cases("written")


def told_cases() -> Iterator[Case]:
    """The texts of the second hand that can be counted."""
    return (replace(case, source=UNSEEN, scenario=f"told, {'yes' if case.right else 'no'}") for case in _cases("told") if case.stage)


def _cases(table: str) -> Iterator[Case]:
    """A case for each text whose figure the reader of quantities reads.

    A text that does not say that its figure is the answer may hold the answer beside it: then only the figure itself is known to be
    wrong, and the case is learnt from without being counted.
    """
    for number, (lang, _way, says, name, figure, text) in enumerate(read_table(table)):
        found = find_quantities(figure, lang=lang)
        if not found:
            continue
        case = _case(f"{table}-{number}", says, name, text, found[0])
        is_alone = sum(one.kind is found[0].kind for one in find_quantities(text, lang=lang)) == 1
        value = str(found[0].low)
        if says == "yes":
            yield replace(case, right=(value,))
        elif is_alone:
            yield case
        elif case.source == GENERATED:
            yield replace(case, wrong=(value,), stage=None)


def _case(key: str, says: str, name: str, text: str, figure: Quantity) -> Case:
    is_learnt = int(sha256(name.encode()).hexdigest(), 16) % 2 == 0
    published = publishing_day(f"{name} {text}")
    return Case(
        key=key,
        source=GENERATED if is_learnt else UNSEEN,
        group=f"written/{name}",
        scenario="figures" if is_learnt else f"written, {says}",
        node=NodeSpec(name, KINDS.get(figure.kind, NodeKind.NUMBER), independence=Independence.DOMAINS),
        pages=(Page(f"https://{HOSTS[0]}/{key}", "", text, published),),
        as_of=published,
        trust=Trust(whitelist=HOSTS),
        stage=Stage.WHITELIST,
        right=(),
        is_unsigned=True,
        supports=None,
    )


def publishing_day(text: str) -> datetime:
    """Soon after the newest period that a text speaks of: its writer thought of a day, and named none."""
    today = AS_OF.date()
    mentions = find_periods(text, today, is_chinese=language_of(text) is Language.CHINESE)
    ended = [last_day(one.period) for one in mentions if one.period is not None and last_day(one.period) < today - _LATER]
    return datetime.combine(min(max(ended, default=today) + _LATER, today), time(12), UTC)
