"""Plain sentences, each beside its own name and one that differs from it in one thing: iPhone 16 for iPhone 17, opposed for in favour.

Nothing is learnt from them. Of one half by its names the cases may be read, of the other they are only counted.
"""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

from fit.judge.cases import Case
from fit.judge.swap_pages import HOSTS, UNSEEN, read_table
from fit.judge.written import KINDS, publishing_day
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.quantities.grammar import find_quantities
from verification.core.vocabulary import Independence, NodeKind, Stage


def alike_cases() -> Iterator[Case]:
    """Two cases for each sentence: its own name, and the one alike where no other figure of the sentence could be that one's."""
    for number, (lang, _differs, name, alike, text, written) in enumerate(read_table("alike")):
        figures = find_quantities(text, lang=lang)
        figure = next(one for one in figures if one.start <= text.index(written) < one.end)
        value = str(figure.low)
        half = "read" if int(sha256(name.encode()).hexdigest(), 16) % 2 == 0 else "counted"
        published = publishing_day(f"{name} {text}")
        own = Case(
            key=f"alike-{number}",
            source=UNSEEN,
            group=f"alike/{number}",
            scenario=f"alike, {half}, own",
            node=NodeSpec(name, KINDS.get(figure.kind, NodeKind.NUMBER), independence=Independence.DOMAINS),
            pages=(Page(f"https://{HOSTS[0]}/alike-{number}", "", text, published),),
            as_of=published,
            trust=Trust(whitelist=HOSTS),
            stage=Stage.WHITELIST,
            right=(value,),
            is_unsigned=True,
            supports=None,
        )
        yield own
        if sum(one.kind is figure.kind for one in figures) == 1:
            node = replace(own.node, label=alike)
            yield replace(own, key=f"{own.key}-other", scenario=f"alike, {half}, other", node=node, right=(), wrong=(value,))
