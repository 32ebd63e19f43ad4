"""The engine's time per case, its growth with pages and with length, and its accuracy on the sets beside the project.

    python -m benchmarks.engine [--sets DIRECTORY]

Absolute times stand beside a fixed calibration loop run in the same process, so that figures of two machines can be compared.
"""

import argparse
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from zoneinfo import ZoneInfo

from verification.core.consensus import settle
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.freshness import parse_moment
from verification.core.texts import Language, language_of
from verification.core.vocabulary import Independence, NodeKind, Stage

AS_OF = datetime(2026, 6, 18, 15, tzinfo=UTC)
SHANGHAI = ZoneInfo("Asia/Shanghai")
SETS = ("consensus_news", "consensus_swap", "consensus_whitelist", "consensus_questions")
NODES = {
    "en": NodeSpec(label="Federal funds rate target range", kind=NodeKind.PERCENT, unit="%"),
    "zh": NodeSpec(label="中国5月社会消费品零售总额同比", kind=NodeKind.PERCENT, unit="%"),
}
SENTENCES = {
    "en": (
        "The Federal Reserve held the federal funds rate between 3.5 percent and 3.75 percent on Wednesday, as investors had expected. ",
        "Retail sales rose 0.{n} percent in May from the month before, while factory orders fell 1.{n} percent, the department said. ",
        "Shares of the maker of cranes gained {n}% and its bonds yield {n}.25 percent. ",
        "The mayor opened a bridge for cyclists, which engineers had promised for eleven winters. ",
    ),
    "zh": (
        "5月份，社会消费品零售总额41090亿元，同比下降0.6%；其中，除汽车以外的消费品零售额37781亿元，增长1.{n}%。",
        "分三大门类看，采矿业增加值同比增长2.{n}%，制造业增长4.{n}%，电力、热力、燃气及水生产和供应业增长7.{n}%。",
        "截至收盘，沪指涨1.{n}%，报403{n}.59点。",
        "市长为一座自行车桥剪彩，工程师为此许诺了十一个冬天。",
    ),
}


def made_pages(language: str, pages: int, length: int) -> list[Page]:
    """Invented pages of ``length`` characters, each with words and figures of its own."""
    made = []
    for number in range(pages):
        text = ""
        turn = number
        while len(text) < length:
            text += SENTENCES[language][turn % 4].replace("{n}", str(turn % 9 + 1))
            turn += 1
        at = AS_OF - timedelta(hours=number % 100)
        made.append(Page(f"https://site{number}.example/a", f"Report {number}", text[:length], at))
    return made


def fastest(action: Callable[[], object], rounds: int = 5) -> float:
    """The least processor time of ``rounds`` runs, in milliseconds."""
    times = []
    for _ in range(rounds):
        started = time.process_time()
        action()
        times.append(time.process_time() - started)
    return min(times) * 1000


def calibrate() -> Decimal:
    total = Decimal(0)
    for number in range(100_000):
        total += Decimal(number % 97) / 7
    return total


def measure_growth() -> None:
    unit = fastest(calibrate)
    print(f"calibration loop: {unit:.1f} ms")
    for language, node in NODES.items():
        base = 0.0
        for count, length in ((10, 2_000), (10, 8_000), (50, 2_000), (200, 2_000), (1, 50_000), (1, 200_000)):
            pages = made_pages(language, count, length)
            spent = fastest(lambda node=node, pages=pages: settle(node, pages, as_of=AS_OF, trust=Trust()), 3)  # type: ignore[misc]
            base = base or spent
            ratio = f"{spent / base:6.1f} × the first, {spent / unit:6.2f} × calibration"
            print(f"{language} {count:>3} pages × {length:>7,} characters: {spent:8.1f} ms, {ratio}")


def read_case(row: dict) -> tuple[NodeSpec, list[Page], datetime, Trust, Stage | None]:
    node, zone = row["node"], SHANGHAI
    spec = NodeSpec(
        label=node["label"],
        kind=NodeKind(node["kind"]),
        unit=node.get("unit"),
        fresh_days=node.get("fresh_days", 30),
        independence=Independence(node.get("independence", "stories")),
    )
    pages = []
    for result in row["results"]:
        content = result.get("content") or ""
        zone = SHANGHAI if language_of(content) == Language.CHINESE else UTC
        at = parse_moment(result.get("published_date"), zone=zone)
        pages.append(Page(result["url"], result.get("title") or "", content, at))
    as_of = parse_moment(row.get("as_of"), zone=SHANGHAI, end_of_day=True) or datetime(2026, 11, 21, tzinfo=UTC)
    stage = Stage(str(row["stage"])) if row.get("stage") else None
    return spec, pages, as_of, Trust(whitelist=tuple(row.get("whitelist", ()))), stage


def measure_sets(folder: Path) -> None:
    """Accepts and right accepts of each set; the scorer beside the sets is what judges."""
    for name in SETS:
        path = folder / f"{name}.jsonl"
        if not path.exists():
            print(f"{name}: not here")
            continue
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        cases = [read_case(row) for row in rows]
        started = time.process_time()
        verdicts = [settle(node, pages, as_of=as_of, trust=trust, stage=stage) for node, pages, as_of, trust, stage in cases]
        spent = (time.process_time() - started) * 1000 / len(cases)
        print(f"{name}: {len(cases)} cases, {sum(verdict.is_accepted for verdict in verdicts)} accepted, {spent:.1f} ms a case")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    arguments = parser.parse_args()
    measure_growth()
    measure_sets(arguments.sets)


if __name__ == "__main__":
    main()
