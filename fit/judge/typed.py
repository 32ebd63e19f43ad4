"""Names as analysts type them (NFP, unemp rate, Q3 rev; 沪指收盘, 茅台Q3归母净利), beside pages as papers and wires put them.

Nothing is learnt from them. Of one half by its pages the cases may be read, of the other they are only counted.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from hashlib import sha256
from itertools import chain

from fit.judge.cases import Case
from fit.judge.swap_pages import HOSTS, UNSEEN, read_table
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.quantities.grammar import find_quantities
from verification.core.vocabulary import Independence, NodeKind, Stage


def typed_cases() -> Iterator[Case]:
    """A case for each name, with the page it stands beside; where that tells of something like it, nothing may be accepted."""
    return chain(_cases("en", ""), _cases("zh", "_zh"))


def _cases(lang: str, which: str) -> Iterator[Case]:
    """Of one language; ``which`` ends the names of its tables and begins that of its scenarios."""
    rows = read_table(f"typed_pages{which}")
    pages = {key: (_noon(day), title, text.replace(r"\n", "\n")) for key, day, title, text in rows}
    for number, (key, use, kind, name, written) in enumerate(read_table(f"typed{which}")):
        published, title, text = pages[key]
        half = "read" if int(sha256(key.encode()).hexdigest(), 16) % 2 == 0 else "counted"
        value = str(find_quantities(written, lang=lang)[0].low)
        is_own = use == "own"
        yield Case(
            key=f"typed{which}-{number}",
            source=UNSEEN,
            group=f"typed/{key}",
            scenario=f"typed{which}, {half}, {use}",
            node=NodeSpec(name, NodeKind(kind), independence=Independence.DOMAINS),
            pages=(Page(f"https://{HOSTS[0]}/{key}", title, text, published),),
            as_of=published.replace(hour=20),
            trust=Trust(whitelist=HOSTS),
            stage=Stage.WHITELIST,
            right=(value,) if is_own else (),
            is_unsigned=True,
            supports=None,
            wrong=() if is_own else (value,),
        )


def _noon(day: str) -> datetime:
    return datetime.combine(date.fromisoformat(day), time(12), UTC)
