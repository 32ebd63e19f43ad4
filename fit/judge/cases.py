"""The open sets as cases of the engine, each with what is right and the group it must not leave (``../shared/data/README.md``)."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from zoneinfo import ZoneInfo

from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.periods.freshness import parse_moment
from verification.core.quantities.grammar import guess_language
from verification.core.support.values import Value
from verification.core.vocabulary import Independence, NodeKind, Stage

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
SETS = (
    "train/names_swap",
    "train/short_labels",
    "train/binding_pairs",
    "train/news_large",
    "train/moods_numeric",
    "consensus_news",
    "consensus_questions",
    "consensus_whitelist",
    "consensus_swap",
)
# In these sets no figure of a page answers where nothing may be accepted; in the others a page may hold the answer alone.
_WHOLLY_WRONG = (
    "generated", "generated, alike", "generated, unseen wording", "train/names_swap", "train/moods_numeric", "consensus_swap", "releases",
)  # fmt: skip
# Of names of nodes: no page says what is asked, only something that looks like it.
_NOTHING_SAID = ("lookalike", "forecast", "nowhere", "denied")
_STAGES = {1: Stage.WHITELIST, 2: Stage.VOTES}
_SHANGHAI = ZoneInfo("Asia/Shanghai")
# Where a set names no moment its pages are undated too: any will do, and the same on every machine.
_UNDATED = datetime(2026, 1, 1, tzinfo=UTC)
_OLD_BASE = re.compile(r"(cons|rgb)-([a-z]*\d+)")


@dataclass(frozen=True, slots=True)
class Case:
    """One line of a set. ``group`` must stay on one side of every fold, and so must ``fact``, where one is told in many ways. ``right``
    are the values to accept, empty where nothing may be; ``supports`` says of a page's address whether it carries the answer, None where
    the set doesn't tell. ``wrong`` are values that are no answer where others may be one."""

    key: str
    source: str
    group: str
    scenario: str
    node: NodeSpec
    pages: tuple[Page, ...]
    as_of: datetime
    trust: Trust
    stage: Stage | None
    right: tuple[str, ...]
    is_unsigned: bool
    supports: Mapping[str, bool] | None
    fact: str = ""
    wrong: tuple[str, ...] = ()

    def is_right(self, value: Value) -> bool:
        """Whether a value is the one to accept."""
        return any(_equals(value, text, is_unsigned=self.is_unsigned) for text in self.right)

    def label(self, value: Value, url: str) -> bool | None:
        """Whether a figure of the page at ``url`` is an answer; None where the set doesn't say."""
        if self.wrong:
            return False if any(_equals(value, text, is_unsigned=self.is_unsigned) for text in self.wrong) else None
        if self.right:
            if not self.is_right(value):
                return False
            return True if self.supports is None or self.supports.get(url, False) else None
        if self.source in _WHOLLY_WRONG or self.scenario in _NOTHING_SAID:
            return False
        if self.supports is None or self.supports.get(url, False):
            return None
        return False


def read_cases(name: str) -> Iterator[Case]:
    """The cases of one set in the order of its file."""
    gold = {row["id"]: row for row in _rows(DATA / f"{name}.gold.jsonl")}
    for line in _rows(DATA / f"{name}.jsonl"):
        yield _case(name, line, gold[line["id"]])


def corpus_documents() -> Iterator[dict[str, str]]:
    """The articles of the open news corpus in the order of their file."""
    return _rows(DATA / "corpus_news.jsonl")


def _rows(path: Path) -> Iterator[dict]:  # type: ignore[type-arg]
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def _case(name: str, line: dict, gold: dict) -> Case:  # type: ignore[type-arg]
    node = line["node"]
    expected = [gold["expected"], *gold.get("accept_also", [])]
    return Case(
        key=line["id"],
        source=name,
        group=_group(name, line["id"], gold),
        scenario=gold.get("scenario", ""),
        node=NodeSpec(
            label=node["label"],
            kind=NodeKind(node["kind"]),
            aliases=tuple(node.get("aliases", ())),
            unit=node.get("unit") or None,
            reference_period=node.get("reference_period") or None,
            fresh_days=node.get("fresh_days", 30),
            min_domains=node.get("min_domains", 3),
            independence=Independence(node.get("independence", "stories")),
            tolerance=node.get("tolerance", ""),
        ),
        pages=tuple(_page(result) for result in line["results"]),
        as_of=parse_moment(line.get("as_of"), zone=UTC, end_of_day=True) or _UNDATED,
        trust=Trust(whitelist=tuple(line.get("whitelist", ())), owners=line.get("owners", {})),
        stage=_STAGES.get(line.get("stage")),
        right=tuple(str(value) for value in expected if value != "unknown") if gold["expected"] != "unknown" else (),
        is_unsigned=bool(gold.get("unsigned")),
        supports=gold.get("supports"),
        fact=f"moods/{gold['base']}" if name.startswith("train/moods_") else "",
    )


def _page(result: dict) -> Page:  # type: ignore[type-arg]
    text = result.get("content", "")
    zone = _SHANGHAI if guess_language(f"{result.get('title', '')} {text[:500]}") == "zh" else UTC
    return Page(result["url"], result.get("title", ""), text, parse_moment(result.get("published_date"), zone=zone))


def _group(name: str, key: str, gold: dict) -> str:  # type: ignore[type-arg]
    """What must stay on one side of every fold: kind of name, construction of a mood, fact, or week."""
    if name == "train/names_swap":
        return f"names/{gold['group']}"
    if name.startswith("train/moods_"):
        return f"moods/{gold['family'].split('+')[0]}"
    if gold.get("week"):
        return f"week/{gold['week']}"
    old = _OLD_BASE.search(key)
    return f"old/{old.group(1)}-{old.group(2)}" if old else f"{name}/{key}"


_SCALES = {"万亿": 10**12, "亿": 10**8, "万": 10**4, "trillion": 10**12, "billion": 10**9, "bn": 10**9, "million": 10**6, "thousand": 10**3}
_FIGURE = re.compile(r"^[^\d+.\-]*([+-]?(?:\d+\.?\d*|\.\d+))\s*(万亿|亿|万|trillion|billion|million|thousand|bn)?")


def _equals(value: Value, text: str, *, is_unsigned: bool) -> bool:
    ends = [_decimal(part) for part in text.split("..")]
    mine = [value.low, value.high]
    if None in ends:
        return False
    wanted = [end for end in ends if end is not None]
    wanted = wanted if len(wanted) == 2 else wanted * 2
    if is_unsigned:
        mine, wanted = sorted(map(abs, mine)), sorted(map(abs, wanted))
    return all(abs(one - other) <= Decimal("1e-9") * max(abs(one), abs(other)) for one, other in zip(mine, wanted, strict=True))


def _decimal(text: str) -> Decimal | None:
    found = _FIGURE.match(text.strip().replace(",", "").replace("\u2212", "-"))
    try:
        return Decimal(found[1]) * _SCALES.get(found[2] or "", 1) if found else None
    except InvalidOperation:
        return None
