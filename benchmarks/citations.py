"""How long finding the citations of a text takes, and that hostile texts cost in proportion: ``python -m benchmarks.citations``.

Absolute figures stand beside the time of a fixed loop; ``growth`` is the time of a text four times as long over four times the time.
"""

import resource
import sys
from collections.abc import Callable

from attribution.core.citations.annotate import Judged, MarkLanguage, annotate_text
from attribution.core.citations.extraction import FoundCitation, find_citations
from attribution.core.vocabulary import CitationStatus, Policy
from benchmarks.calibration import calibrate, seconds

MEGABYTE = 1_000_000
GROWTH_GOAL = 2.0
SECONDS_GOAL = 30.0
_ENGLISH = "Consumer prices rose 3.1% in May, the office said. See [the release](https://stats.example/may) or https://a.example/x. "
_CHINESE = (
    "五月份居民消费价格同比上涨3.1%（[统计局](https://stats.example/may)）。据《货币政策执行报告》，贷款增加，见https://a.example/x。"
)

TEXTS: dict[str, Callable[[int], str]] = {
    "English report": lambda n: _repeated(_ENGLISH, n),
    "Chinese report": lambda n: _repeated(_CHINESE, n),
    "a link in 400 characters": lambda n: _repeated("word " * 77 + "https://a.example/x ", n),
    "42 commas after each link": lambda n: _repeated("https://a.example/" + "," * 42 + " ", n),
    "open brackets": lambda n: _repeated("[a ", min(n, 150_000)),
    "open images": lambda n: _repeated("![", min(n, 100_000)),
    "open parentheses": lambda n: _repeated("http://a.com/((((", n),
    "names in open parentheses": lambda n: _repeated("a.com/(", n),
    "unclosed fence": lambda n: "```\n" + _repeated(_ENGLISH, n),
    "list items": lambda n: _repeated("- a\n", n),
    "notes and marks": lambda n: "[1] a https://a.example\n\n" + _repeated("Prices fell.[1] ", n),
    "binary": lambda n: _repeated("\0\x01\ufffd\x7f", n),
}


def _repeated(piece: str, length: int) -> str:
    return (piece * (length // len(piece) + 1))[:length]


def _judged(citations: tuple[FoundCitation, ...]) -> list[Judged]:
    statuses = list(CitationStatus)
    return [
        Judged(number, one.start, one.end, statuses[number % len(statuses)], one.anchor, one.url)
        for number, one in enumerate(citations, start=1)
    ]


def _growth(make: Callable[[int], str]) -> float:
    small, large = make(20_000), make(80_000)
    return round(seconds(lambda: find_citations(large), times=3) / max(4 * seconds(lambda: find_citations(small), times=3), 0.001), 2)


def main() -> int:
    print(f"fixed loop: {calibrate() * 1000:.1f} ms (0.012 s on the machine the goals were set on)")
    missed = []
    for name, make in TEXTS.items():
        text = make(2 * MEGABYTE)
        taken, growth = seconds(lambda text=text: find_citations(text), times=1), _growth(make)  # type: ignore[misc]
        print(f"{name:28} {len(text):>9,} characters {taken:7.2f} s {len(find_citations(text)):>7,} citations   growth {growth}")
        if growth > GROWTH_GOAL or taken > SECONDS_GOAL:
            missed.append(name)
    text = TEXTS["a link in 400 characters"](2 * MEGABYTE)
    judged = _judged(find_citations(text))
    taken = seconds(lambda: annotate_text(text, judged, policy=Policy.REMOVE, lang=MarkLanguage.CHINESE), times=3)
    print(f"annotating {len(judged):,} citations: {taken * 1000:.0f} ms")
    print(f"memory at its highest: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
    print(f"missed: {', '.join(missed) or 'nothing'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
