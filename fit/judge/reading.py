"""Reads every case once: the figures of its pages with their features, whether each is an answer, and what the engine would do with it."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from decimal import Decimal

from fit.judge.cases import SETS, Case, read_cases
from fit.judge.node_cases import NODES, node_cases
from fit.judge.releases import RELEASES, learnt_releases
from fit.judge.swap_pages import GENERATED
from fit.judge.swaps import generated_cases
from fit.judge.written import written_cases
from verification.core.consensus.source_pages import SourcePage, open_evidence_set
from verification.core.consensus.weighing import figure_page
from verification.core.fitted.forest import PLACES
from verification.core.fitted.runs import buckets_of
from verification.core.judging.binding import CandidateFigure
from verification.core.judging.exclusions import Excluded
from verification.core.judging.rival_features import FigurePage
from verification.core.reading.frames.labels import Asking, asking_of
from verification.core.reasons import WhyCode
from verification.core.vocabulary import Stage

_PARTS = 8


@dataclass(frozen=True, slots=True)
class ReadFigure:
    """One figure: its value, whether it is an answer (None: the set doesn't say), whether it is the value to accept, what clashes, what
    excludes it, and the buckets of the runs of words about it."""

    value: tuple[Decimal, Decimal]
    label: bool | None
    is_wanted: bool
    is_rounded: bool
    veto: WhyCode | None
    exclusion: Excluded | None
    runs: tuple[int, ...]


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
    fact: str
    scenario: str
    stage: Stage | None
    needed: int
    asks_sentence: bool
    is_answerable: bool
    pages: tuple[ReadPage, ...]


def read_all() -> list[ReadCase]:
    """Every case of every set in a fixed order, read in as many processes as there are processors."""
    jobs = [(name, part) for name in (*SETS, NODES, GENERATED, RELEASES) for part in range(_PARTS)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return [case for cases in pool.map(_read_part, jobs) for case in cases]


def _read_part(job: tuple[str, int]) -> list[ReadCase]:
    name, part = job
    made: Mapping[str, Callable[[], Iterable[Case]]] = {
        GENERATED: lambda: (*generated_cases(), *written_cases()),
        NODES: node_cases,
        RELEASES: learnt_releases,
    }
    cases = made[name]() if name in made else read_cases(name)
    return [read_case(case) for number, case in enumerate(cases) if number % _PARTS == part]


def read_case(case: Case) -> ReadCase:
    """One case by the engine's own code."""
    evidence = open_evidence_set(case.node, case.pages, as_of=case.as_of, trust=case.trust)
    pages = tuple(_read_page(page, case) for page in evidence.source_pages)
    return ReadCase(
        key=case.key,
        source=case.source,
        group=case.group,
        fact=case.fact,
        scenario=case.scenario,
        stage=case.stage,
        needed=case.node.min_domains,
        asks_sentence=asking_of(case.node, case.as_of.date()) == Asking.SENTENCE,
        is_answerable=bool(case.right),
        pages=pages,
    )


def _read_page(page: SourcePage, case: Case) -> ReadPage:
    held = figure_page(page, is_counted=page.can_vote)
    rounded = replace(held, figures=tuple(replace(one, features=_rounded(one.features)) for one in held.figures))
    weighed = tuple(_read_figure(one, page, case) for one in page.candidates if one.features)
    return ReadPage(rounded, page.can_vote, page.is_whitelisted, weighed)


def _rounded(features: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, PLACES) for name, value in features.items()}


def _read_figure(candidate: CandidateFigure, page: SourcePage, case: Case) -> ReadFigure:
    value = candidate.value
    return ReadFigure(
        (value.low, value.high),
        case.label(value, page.page.url),
        case.is_right(value),
        value.approximation is not None,
        candidate.veto,
        candidate.exclusion,
        tuple(sorted(buckets_of(candidate.wording))),
    )


def figures_of(cases: Sequence[ReadCase]) -> Iterator[tuple[ReadCase, ReadPage, int]]:
    """Every figure in order, as its case, page and number on the page."""
    for case in cases:
        for page in case.pages:
            yield from ((case, page, number) for number in range(len(page.figures)))
