"""Reverse attribution on the open half of the reports, its scores' calibration, and its time: ``python -m benchmarks.attribution``.

``--fit`` prints the coefficients of ``attribution/core/answers/scores.py`` fitted on the half of the reports whose hash is even;
all other figures name the half they are of. Time is on documents made here with a fixed seed, beside the time of a fixed loop.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

from attribution.core.answers.matching import Features, match_sentence
from attribution.core.answers.reverse import attribute_answer
from attribution.core.answers.scores import COEFFICIENTS, INTERCEPT, probability
from attribution.core.answers.sources import RankedDocument, TracedAnswer
from benchmarks.attribution_cases import Case, altered_cases, foreign_cases, is_close, read_cases
from benchmarks.calibration import calibrate, seconds
from benchmarks.engine import pages_of
from benchmarks.logistic import calibration_error, fit, log_loss
from verification.core.tables.library import read_library
from verification.core.tables.sentences import read_answer

NAMES = tuple(field.name for field in fields(Features))
GOALS = {
    "hit1_macro": 0.97, "hit3": 0.995, "derived": 0.85, "derived_false": -0.08, "derived_altered": -0.08,
    "own_supported": 0.93, "foreign_unsupported": 0.93, "ms_5x3000": -30.0, "ms_200x3000": -700.0, "growth": -1.5,
}  # fmt: skip
_ANSWERS = {"en": "Ferry traffic on the northern line rose 12.5 percent in May.", "zh": "5月份北线轮渡客流同比增长12.5%，总投资约8亿元。"}


def _run(case: Case) -> TracedAnswer:
    return attribute_answer(case.answer, case.documents)


def _share(flags: Sequence[bool]) -> float:
    return round(sum(flags) / len(flags), 4) if flags else 0.0


def _is_derived(found: TracedAnswer, case: Case) -> bool:
    results = [one for sentence in found.sentences for one in sentence.calculations]
    return any(is_close(result.value, answer) for result in results for answer in case.answers)


def _is_supported(found: TracedAnswer) -> bool:
    return any(sentence.supported for sentence in found.sentences)


def measure_hits(cases: Sequence[Case], found: Sequence[TracedAnswer]) -> dict[str, float]:
    """hit1 and hit3 as the share of cases whose first, or one of the first three sources carries the answer; macro over table and text."""
    first, three = {True: [], False: []}, []
    for case, attribution in zip(cases, found, strict=True):
        positions = [source.position for source in attribution.sources]
        has_table = any(case.documents[place].metadata.get("chunk_type") == "table" for place in case.gold)
        first[has_table].append(bool(positions[:1]) and positions[0] in case.gold)
        three.append(not case.gold.isdisjoint(positions[:3]))
    shares = {name: _share(flags) for name, flags in (("hit1_table", first[True]), ("hit1_text", first[False]))}
    return {"hit1_macro": round(sum(shares.values()) / 2, 4), **shares, "hit3": _share(three)}


def measure_cases(cases: Sequence[Case]) -> dict[str, float]:
    """Every figure on some cases."""
    found = [_run(case) for case in cases]
    pairs = list(zip(cases, found, strict=True))
    foreign, altered = [_run(case) for case in foreign_cases(cases)], [_run(case) for case in altered_cases(cases)]
    return {
        **measure_hits(cases, found),
        "derived": _share([_is_derived(attribution, case) for case, attribution in pairs if case.is_calculated]),
        "derived_false": _share(
            [any(s.calculations for s in attribution.sentences) for case, attribution in pairs if not case.is_calculated]
        ),
        "derived_altered": _share([any(s.calculations for s in attribution.sentences) for attribution in altered]),
        "altered_unsupported": _share([not _is_supported(attribution) for attribution in altered]),
        "own_supported": _share([_is_supported(attribution) for attribution in found]),
        "foreign_unsupported": _share([not _is_supported(attribution) for attribution in foreign]),
    }


@dataclass(frozen=True, slots=True)
class Samples:
    """Pairs of a sentence and a document: features, and whether the document carries the answer."""

    features: list[Features]
    labels: list[bool]

    def rows(self) -> list[list[float]]:
        return [[1.0, *(getattr(row, name) for name in NAMES)] for row in self.features]


def samples_of(cases: Sequence[Case]) -> Samples:
    samples = Samples([], [])
    for case in cases:
        sentences = read_answer(case.answer)
        library = read_library([document.content for document in case.documents], sentences)
        for sentence in sentences:
            for match in match_sentence(sentence, library).matches:
                samples.features.append(match.features)
                samples.labels.append(match.document in case.gold)
    return samples


def fit_coefficients(cases: Sequence[Case]) -> None:
    samples = samples_of(cases)
    weights = fit(samples.rows(), samples.labels)
    print(f"# {len(samples.labels)} pairs of {len(cases)} answers, {sum(samples.labels)} of them carry")
    print(f"INTERCEPT = {weights[0]:.3f}")
    for name, weight in zip(NAMES, weights[1:], strict=True):
        print(f'    "{name}": {weight:.3f},')


def measure_calibration(cases: Sequence[Case]) -> dict[str, float]:
    samples = samples_of(cases)
    chances = [probability(row) for row in samples.features]
    lost, gap = (measure(chances, samples.labels) for measure in (log_loss, calibration_error))
    return {"log_loss": round(lost, 4), "calibration_error": round(gap, 4)}


def measure_time() -> dict[str, float]:
    made: dict[str, float] = {"ms_fixed_loop": round(calibrate() * 1000, 1)}
    for lang, answer in _ANSWERS.items():
        few, many = ([RankedDocument(page.content) for page in pages_of(lang, count, 3_000)] for count in (5, 200))
        short = seconds(_attributing(answer, few), times=5)
        long = seconds(_attributing(answer, many), times=3)
        made |= {
            f"ms_5x3000 {lang}": round(short * 1000, 1),
            f"ms_200x3000 {lang}": round(long * 1000, 1),
            f"growth {lang}": round(long / short / 40, 2),
        }
    return made


def _attributing(answer: str, documents: Sequence[RankedDocument]) -> Callable[[], object]:
    return lambda: attribute_answer(answer, documents)


def _print(title: str, figures: dict[str, float]) -> bool:
    print(title)
    reached = True
    for name, value in figures.items():
        goal = GOALS.get(name.partition(" ")[0])
        missed = goal is not None and (value > -goal if goal < 0 else value < goal)
        reached &= not missed
        print(f"  {name:22} {value:<10}{'  goal missed: ' + str(abs(goal)) if missed and goal is not None else ''}")
    return reached


def main() -> int:
    """Prints all figures; 1 where a goal is missed on all cases."""
    cases = read_cases()
    fitting, reporting = [c for c in cases if c.is_for_fitting], [c for c in cases if not c.is_for_fitting]
    if "--fit" in sys.argv:
        fit_coefficients(fitting)
        return 0
    print(f"intercept {INTERCEPT}, {len(COEFFICIENTS)} features")
    _print(f"half for fitting ({len(fitting)} cases)", measure_cases(fitting) | measure_calibration(fitting))
    _print(f"half for reporting ({len(reporting)} cases)", measure_cases(reporting) | measure_calibration(reporting))
    whole = _print(f"all ({len(cases)} cases)", measure_cases(cases))
    return int(not (_print("time", measure_time()) and whole))


if __name__ == "__main__":
    sys.exit(main())
