"""Random strings through the readers and judges of both cores: ``python -m benchmarks.fuzz [--seed N]``.

None may raise, and the time for a character may not grow with the text. The seed is printed first, so that a failure can be had again;
every text that made a function raise is printed, shortened to what still does. Status 1 where one did, or a time grew.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from functools import partial
from random import Random, SystemRandom

from attribution.core.answers.reverse import attribute_answer
from attribution.core.answers.sources import RankedDocument
from attribution.core.citations.extraction import find_citations
from benchmarks.calibration import calibrate
from benchmarks.fuzz_growth import measure_growth
from benchmarks.fuzz_texts import random_text
from verification.core.claims.judging import SourceText, judge
from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.periods.calendar import last_day
from verification.core.periods.grammar import find_periods
from verification.core.periods.reference import parse_reference_period
from verification.core.quantities.grammar import agrees, find_quantities, round_step
from verification.core.vocabulary import NodeKind

TEXTS, CASES = 200_000, 5_000
_LONGEST_TEXT, _LONGEST_PAGE = 40, 120
_MOST_PAGES = 4
_SHOWN = 5
_FIRST_DAY, _DAYS = date(2015, 1, 1), 5_000

Call = Callable[[], object]


def read_quantities(rng: Random) -> tuple[Call, list[str]]:
    """The grammar of figures, and what is asked of each figure."""
    text, lang = random_text(rng, _LONGEST_TEXT), rng.choice((None, "en", "zh"))

    def call() -> None:
        for quantity in find_quantities(text, lang=lang):
            round_step(quantity)
            agrees(quantity, quantity.low, quantity.high)

    return call, [text, str(lang)]


def read_citations(rng: Random) -> tuple[Call, list[str]]:
    """The citations of a text."""
    text = random_text(rng, _LONGEST_TEXT)
    return partial(find_citations, text), [text]


def read_periods(rng: Random) -> tuple[Call, list[str]]:
    """The periods of a text in both languages, the last day of each, and the text as a node's reference period."""
    text, base = random_text(rng, _LONGEST_TEXT), _FIRST_DAY + timedelta(rng.randrange(_DAYS))

    def call() -> None:
        for is_chinese in (True, False):
            for mention in find_periods(text, base, is_chinese=is_chinese):
                last_day(mention.period)
        parse_reference_period(text)

    return call, [text, base.isoformat()]


def settle_node(rng: Random) -> tuple[Call, list[str]]:
    """A node of each kind over some pages, as votes and with trusted hosts."""
    label, period = random_text(rng, _LONGEST_TEXT), rng.choice((None, None, "2026-02-30", "2026-02", random_text(rng, 4)))
    node = NodeSpec(label, rng.choice(list(NodeKind)), aliases=(random_text(rng, 12),), reference_period=period, fresh_days=None)
    as_of = datetime(2026, 3, 1, tzinfo=UTC)
    shared = random_text(rng, _LONGEST_PAGE)
    pages = [
        Page(
            f"https://host{number}.example/",
            random_text(rng, 12),
            rng.choice((label, shared, "")) + random_text(rng, _LONGEST_PAGE),
            rng.choice((None, as_of)),
        )
        for number in range(rng.randint(1, _MOST_PAGES))
    ]
    trust = Trust(whitelist=("host0.example",), official=("host1.example",))
    return partial(settle, node, pages, as_of=as_of, trust=trust), [label, str(node), *(str(page) for page in pages)]


def judge_claim(rng: Random) -> tuple[Call, list[str]]:
    """A claim against some documents."""
    claim = random_text(rng, _LONGEST_TEXT)
    texts = [rng.choice((claim, "")) + random_text(rng, _LONGEST_PAGE) for _ in range(rng.randint(1, _MOST_PAGES))]
    return partial(judge, claim, [SourceText(text, random_text(rng, 4)) for text in texts]), [claim, *texts]


def trace_answer(rng: Random) -> tuple[Call, list[str]]:
    """The sentences of an answer back to its documents."""
    answer = random_text(rng, _LONGEST_PAGE)
    texts = [rng.choice((answer, "")) + random_text(rng, _LONGEST_PAGE) for _ in range(rng.randint(1, _MOST_PAGES))]
    return partial(attribute_answer, answer, [RankedDocument(text) for text in texts]), [answer, *texts]


TASKS = (
    (read_quantities, TEXTS),
    (read_citations, TEXTS),
    (read_periods, TEXTS),
    (settle_node, CASES),
    (judge_claim, CASES),
    (trace_answer, CASES),
)


def _failures(make: Callable[[Random], tuple[Call, list[str]]], count: int, seed: int) -> Iterator[tuple[Exception, list[str]]]:
    """Every exception with what was given; each task has its own stream, so that one can be run again without the others."""
    rng = Random(f"{seed} {make.__name__}")  # noqa: S311 - test input, no secret
    for _ in range(count):
        call, given = make(rng)
        try:
            call()
        except Exception as error:
            yield error, given


def _where(error: Exception) -> str:
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    return f"{frame.tb_frame.f_code.co_filename.rpartition('/')[2]}:{frame.tb_lineno}" if frame else ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=None, help="the seed of an earlier run; another one each time without it")
    parser.add_argument("--share", type=float, default=1.0, help="how much of the whole number of strings, for a quick look")
    parser.add_argument("--only", choices=[make.__name__ for make, _ in TASKS] + ["growth"])
    asked = parser.parse_args()
    seed = asked.seed if asked.seed is not None else SystemRandom().randrange(10**9)
    print(f"seed {seed}; fixed loop {calibrate() * 1000:.1f} ms")
    failed = 0
    for make, whole in TASKS:
        if asked.only not in (None, make.__name__):
            continue
        count = max(1, round(whole * asked.share))
        found = list(_failures(make, count, seed))
        failed += len(found)
        print(f"{make.__name__}: {count} random strings, {len(found)} exceptions")
        seen: dict[str, int] = {}
        for error, given in found:
            place = f"{type(error).__name__} {_where(error)}"
            seen[place] = seen.get(place, 0) + 1
            if seen[place] <= _SHOWN:
                print(f"  {place}: {error}: {given!r}")
    grown = measure_growth(seed) if asked.only in (None, "growth") else []
    return 1 if failed or grown else 0


if __name__ == "__main__":
    sys.exit(main())
