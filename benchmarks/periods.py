"""The period test: labels whose month, quarter, year or "year to date" is changed to a neighbour: ``python -m benchmarks.periods``.

Each labelled figure of the public set ``consensus_news`` is asked for again with a neighbouring period, of the same pages, as votes and
as a whitelist of all their hosts. Nothing may be accepted; the goal is at most 3 %.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust, Verdict
from verification.core.language.texts import Language, language_of, split_sentences
from verification.core.periods.freshness import parse_moment
from verification.core.reading.frames.labels import BLANK
from verification.core.vocabulary import Independence, NodeKind, Stage

PROJECT = Path(__file__).resolve().parent.parent
SET = PROJECT.parent / "shared" / "data" / "consensus_news.jsonl"
GOLD = SET.with_suffix(".gold.jsonl")
GOAL = 0.03
SCENARIOS = ("full", "natural2")
CHINA = ZoneInfo("Asia/Shanghai")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
_NEIGHBOURS = (
    ("first quarter", "second quarter"), ("second quarter", "third quarter"), ("third quarter", "fourth quarter"),
    ("fourth quarter", "third quarter"), ("first half", "second half"), ("last month", "two months ago"),
    ("year to date", "last year"), ("so far this year", "last year"),
    ("一季度", "二季度"), ("二季度", "三季度"), ("三季度", "四季度"), ("四季度", "三季度"), ("上半年", "下半年"), ("年初至今", "去年"),
)  # fmt: skip
_CHINESE_MONTH = re.compile(r"(?<![\d—–-])(1[0-2]|[1-9])月(?!\d)")
_CHINESE_SPAN = re.compile(r"1([—–-])(1[0-2]|[1-9])月")
_FIRST_SPAN = 2
_YEAR = re.compile(r"(?<!\d)(20[012]\d)(?!\d)")


def neighbours(label: str) -> tuple[str, ...]:
    """The label with each period of the blank's own sentence changed to one beside it, in order, without repeats."""
    spans = split_sentences(label).spans
    start, end = next(((a, b) for a, b in spans if a <= label.find(BLANK) < b), (0, len(label)))
    changed = (*_english(label[start:end]), *_chinese(label[start:end]), *_worded(label[start:end]))
    return tuple(dict.fromkeys(label[:start] + text + label[end:] for text in changed))


def _english(label: str) -> Iterator[str]:
    for index, month in enumerate(_MONTHS):
        for found in re.finditer(rf"\b{month}\b", label):
            for step in (-1, 1):
                yield _replaced(label, found, _MONTHS[(index + step) % 12])


def _chinese(label: str) -> Iterator[str]:
    for found in _CHINESE_MONTH.finditer(label):
        month = int(found.group(1))
        for step in (-1, 1):
            yield _replaced(label, found, f"{(month - 1 + step) % 12 + 1}月")
        if month > 1:
            yield _replaced(label, found, f"1—{month}月")
    for found in _CHINESE_SPAN.finditer(label):
        dash, last = found.group(1), int(found.group(2))
        yield _replaced(label, found, f"1{dash}{last - 1}月" if last > _FIRST_SPAN else f"1{dash}{last + 1}月")
        yield _replaced(label, found, f"{last}月")


def _worded(label: str) -> Iterator[str]:
    for found in _YEAR.finditer(label):
        yield _replaced(label, found, str(int(found.group(1)) - 1))
    for one, other in _NEIGHBOURS:
        if one in label:
            yield label.replace(one, other)


def _replaced(label: str, found: re.Match[str], text: str) -> str:
    return label[: found.start()] + text + label[found.end() :]


def _verdict(row: Mapping[str, Any], label: str, stage: Stage) -> Verdict:
    asked = row["node"]
    node = NodeSpec(
        label=label,
        kind=NodeKind(asked["kind"]),
        unit=asked.get("unit"),
        fresh_days=asked.get("fresh_days"),
        min_domains=asked.get("min_domains", 3),
        independence=Independence(asked.get("independence", "stories")),
    )
    pages = [_page(result) for result in row["results"]]
    hosts = tuple(sorted({urlsplit(page.url).hostname or "" for page in pages}))
    as_of = parse_moment(row["as_of"], zone=CHINA, end_of_day=True) or datetime.now(tz=UTC)
    return settle(node, pages, as_of=as_of, trust=Trust(whitelist=hosts if stage == Stage.WHITELIST else ()), stage=stage)


def _page(result: Mapping[str, Any]) -> Page:
    title, content = result.get("title") or "", result.get("content") or ""
    zone = CHINA if language_of(title + content) == Language.CHINESE else UTC
    return Page(result["url"], title, content, parse_moment(result.get("published_date"), zone=zone))


def _rows(path: Path) -> Sequence[Mapping[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> int:
    """Prints the share accepted under each stage, and every label that was; 1 above the goal, 2 without the set."""
    if not SET.is_file():
        sys.stdout.write(f"The public set is not there: {SET}. Nothing was measured.\n")
        return 2
    scenario = {row["id"]: row["scenario"] for row in _rows(GOLD)}
    asked = [(row, label) for row in _rows(SET) if scenario[row["id"]] in SCENARIOS for label in neighbours(row["node"]["label"])]
    worst = 0.0
    for stage in Stage:
        accepted = [(label, verdict) for row, label in asked if (verdict := _verdict(row, label, stage)).is_accepted]
        for label, verdict in accepted:
            sys.stdout.write(f"  accepted {verdict.number}: {label}\n")
        share = len(accepted) / len(asked)
        worst = max(worst, share)
        sys.stdout.write(f"stage {stage.value}: {len(accepted)} of {len(asked)} accepted, {share:.1%} (goal {GOAL:.0%})\n")
    return int(worst > GOAL)


if __name__ == "__main__":
    sys.exit(main())
