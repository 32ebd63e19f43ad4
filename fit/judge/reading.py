"""Reads every case once: the figures of its pages with their features, whether each is an answer, and what the engine would do with it."""

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from decimal import Decimal

from fit.judge.binding import Binder, CandidateFigure, PageReading
from fit.judge.cases import SETS, Case, read_cases
from fit.judge.rival_features import Figure, FigurePage, with_rivals
from fit.judge.swap_pages import GENERATED
from fit.judge.swaps import generated_cases
from verification.core.consensus.source_pages import SourcePage, read_evidence_set
from verification.core.reasons import WhyCode
from verification.core.vocabulary import Stage

_PARTS = 8


@dataclass(frozen=True, slots=True)
class ReadFigure:
    """One figure: its value, whether it is an answer (None: the set doesn't say), whether it is the value to accept, and what clashes."""

    value: tuple[Decimal, Decimal]
    label: bool | None
    is_wanted: bool
    is_rounded: bool
    veto: WhyCode | None
    is_excluded: bool


@dataclass(frozen=True, slots=True)
class ReadPage:
    """One page with its figures; ``page`` holds their features in the same order."""

    page: FigurePage
    can_vote: bool
    is_trusted: bool
    figures: tuple[ReadFigure, ...]


@dataclass(frozen=True, slots=True)
class ReadCase:
    """One case, read."""

    key: str
    source: str
    group: str
    scenario: str
    stage: Stage | None
    needed: int
    is_answerable: bool
    pages: tuple[ReadPage, ...]


def read_all() -> list[ReadCase]:
    """Every case of every set in a fixed order, read in as many processes as there are processors."""
    jobs = [(name, part) for name in (*SETS, GENERATED) for part in range(_PARTS)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return [case for cases in pool.map(_read_part, jobs) for case in cases]


def _read_part(job: tuple[str, int]) -> list[ReadCase]:
    name, part = job
    cases: Iterable[Case] = generated_cases() if name == GENERATED else read_cases(name)
    return [_read(case) for number, case in enumerate(cases) if number % _PARTS == part]


def _read(case: Case) -> ReadCase:
    evidence = read_evidence_set(case.node, case.pages, as_of=case.as_of, trust=case.trust)
    binder = Binder(case.node, case.as_of, [page.page for page in evidence.source_pages])
    pages = tuple(_read_page(page, binder.read(page.position, page.page), case) for page in evidence.source_pages)
    return ReadCase(case.key, case.source, case.group, case.scenario, case.stage, case.node.min_domains, bool(case.right), pages)


def _read_page(page: SourcePage, reading: PageReading, case: Case) -> ReadPage:
    weighed = [candidate for candidate in reading.candidates if candidate.features]
    figures = [Figure((one.value.low, one.value.high), (one.field, one.sentence_start), one.features) for one in weighed]
    held = FigurePage(page.owner, page.can_vote, tuple(map(_with, figures, with_rivals(figures))))
    rounded = replace(held, figures=tuple(replace(one, features=_rounded(one.features)) for one in held.figures))
    return ReadPage(rounded, page.can_vote, page.is_whitelisted, tuple(_read_figure(one, page, case) for one in weighed))


def _with(figure: Figure, features: dict[str, float]) -> Figure:
    return replace(figure, features=features)


def _rounded(features: object) -> dict[str, float]:
    return {name: round(value, 4) for name, value in features.items()}  # type: ignore[attr-defined]


def _read_figure(candidate: CandidateFigure, page: SourcePage, case: Case) -> ReadFigure:
    value = candidate.value
    return ReadFigure(
        (value.low, value.high),
        case.label(value, page.page.url),
        case.is_right(value),
        value.approximation is not None,
        candidate.veto,
        candidate.exclusion is not None,
    )


def figures_of(cases: Sequence[ReadCase]) -> Iterator[tuple[ReadCase, ReadPage, int]]:
    """Every figure in order, as its case, page and number on the page."""
    for case in cases:
        for page in case.pages:
            yield from ((case, page, number) for number in range(len(page.figures)))
