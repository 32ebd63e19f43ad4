"""How the shipped judge fares on names and texts of other hands, from which nothing is learnt, and what keeps it from the right figure."""

import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain

from fit.judge.alike import alike_cases
from fit.judge.cases import Case
from fit.judge.named import named_cases
from fit.judge.outcomes import Outcome, outcome_of
from fit.judge.reading import read_case
from fit.judge.releases import release_cases
from fit.judge.swaps import counted_cases
from fit.judge.typed import typed_cases
from fit.judge.written import told_cases
from verification.core.judging.exclusions import is_open
from verification.core.judging.scorer import shipped_judge


def others_lines() -> Iterator[str]:
    """By use: right, wrong and unanswered cases, and why the right figure was not accepted."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        ends = Counter(
            pool.map(
                _end_of, chain(release_cases(), alike_cases(), typed_cases(), told_cases(), named_cases(), counted_cases()), chunksize=20
            )
        )
    for use in sorted({use for use, _ in ends}):
        found = ", ".join(f"{end} {count}" for (its, end), count in sorted(ends.items()) if its == use)
        yield f"{use}: {found}"


def _end_of(case: Case) -> tuple[str, str]:
    read = read_case(case)
    scorer = shipped_judge().names
    chances = scorer.chances([page.page for page in read.pages])
    outcome = outcome_of(read, chances, scorer.bars)
    if outcome is not Outcome.UNKNOWN or not case.right:
        return case.scenario, outcome.value
    pairs = zip(read.pages, chances, strict=True)
    wanted = [(chance.together, one) for page, by in pairs for one, chance in zip(page.figures, by, strict=True) if one.is_wanted]
    if not wanted:
        return case.scenario, "not read"
    likeliest, figure = max(wanted, key=lambda one: one[0])
    if figure.exclusion and not is_open(figure.exclusion, likeliest, scorer.bars.sure):
        return case.scenario, f"excluded ({figure.exclusion.code})"
    return case.scenario, "doubted" if likeliest >= scorer.bars.trusted else "below the bar"
