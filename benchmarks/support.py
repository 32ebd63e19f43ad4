"""How well claims are judged on the open sets, and how long a page takes: ``python -m benchmarks.support``.

The judge is fitted on these sets; what it says of documents it has not seen stands in ``docs/support-fit.md`` (``make fit-support``).
"""

import sys
from collections.abc import Sequence

from benchmarks.calibration import calibrate, seconds
from benchmarks.support_cases import SETS, Case, read_cases
from verification.core.claims.judging import SourceText, Support, SupportStatus, judge

PAGE = 500_000
GOAL_PAGE = 0.6  # seconds of processor time for a page of 500 kB
GOAL_GROWTH = 1.5  # 500 kB against 50 kB, for each character
SURE = 0.7
# Set or subset, figure, bound; a minus sign: at most.
GOALS = {
    ("filings", "at_half"): 0.64, ("filings", "false_verified"): -0.08, ("citations", "at_half"): 0.72,
    ("citations", "false_verified"): -0.08, ("pairs", "at_half"): 0.75, ("pairs", "false_verified"): -0.08,
    ("webpages", "at_half"): 0.67, ("webpages", "false_verified"): -0.08, ("answers", "at_half"): 0.82,
    ("answers", "false_verified"): -0.08, ("answers", "sure_precision"): 0.9, ("chinese", "false_verified"): -0.08,
    ("chinese", "recall"): 0.95, ("rewritten", "false_verified"): -0.08, ("rewritten", "recall"): 0.85,
}  # fmt: skip
_ENGLISH = "The harbour office said that traffic on the northern line rose {n}.5 percent to {n},{m}00 passengers in May {y}. "
_CHINESE = "港务部门数据显示，{y}年5月份北线轮渡客流同比增长{n}.5%，达到{m}00万人次。"
_CLAIMS = {
    "en": ("Traffic on the northern line rose 41.5 percent in May 2031, the harbour office in Oslo said.", _ENGLISH),
    "zh": ("2031年5月份北线轮渡客流同比增长41.5%，港务部门表示满意。", _CHINESE),
}


def measure(cases: Sequence[Case], found: Sequence[Support]) -> dict[str, float]:
    """The figures of one set: shares of the supported and of the others that are said to be verified, and of contradictions seen."""
    pairs = list(zip(cases, found, strict=True))
    recall, false = _verified(pairs, wanted=True), _verified(pairs, wanted=False)
    sure = [case.is_supported for case, support in pairs if support.score >= SURE]
    misled = [case for case, support in pairs if support.status == SupportStatus.MISINFORMATION]
    refuted = [case for case in cases if case.is_refuted and case.is_numeric]
    return {
        "n": len(cases),
        "at_half": (_from_half(pairs, wanted=True) + 1 - _from_half(pairs, wanted=False)) / 2,
        "balanced": (recall + 1 - false) / 2,
        "recall": recall,
        "false_verified": false,
        **{name: _balanced(part) for name, part in _parts(pairs).items() if part},
        "sure_share": len(sure) / len(cases),
        "sure_precision": _ratio(sum(sure), len(sure)),
        "misled": len(misled),
        "misled_of_supported": _ratio(sum(case.is_supported for case in misled), sum(case.is_supported for case in cases)),
        "misled_precision": _ratio(sum(not case.is_supported for case in misled), len(misled)),
        "misled_numeric": _ratio(sum(case in refuted for case in misled), len(refuted)),
    }


def _parts(pairs: Sequence[tuple[Case, Support]]) -> dict[str, list[tuple[Case, Support]]]:
    parts = {name: [pair for pair in pairs if pair[0].subset == name] for name in ("ie", "knowledge", "numeric")}
    return parts if parts["ie"] else {"numeric": [pair for pair in pairs if pair[0].is_numeric]}


def _balanced(pairs: Sequence[tuple[Case, Support]]) -> float:
    return (_verified(pairs, wanted=True) + 1 - _verified(pairs, wanted=False)) / 2


def _verified(pairs: Sequence[tuple[Case, Support]], *, wanted: bool) -> float:
    chosen = [support.status == SupportStatus.VERIFIED for case, support in pairs if case.is_supported == wanted]
    return _ratio(sum(chosen), len(chosen))


def _from_half(pairs: Sequence[tuple[Case, Support]], *, wanted: bool) -> float:
    chosen = [support.score >= 0.5 for case, support in pairs if case.is_supported == wanted]
    return _ratio(sum(chosen), len(chosen))


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def measure_time() -> bool:
    """Prints the time of one page in each language and its growth; whether both are within their goals."""
    is_good = True
    print(f"fixed loop {calibrate() * 1000:.1f} ms")
    for language, (claim, sentence) in _CLAIMS.items():
        text = "".join(sentence.format(n=n % 90 + 10, m=n % 9 + 1, y=2000 + n % 30) for n in range(PAGE // 20))
        # A Chinese letter is three bytes.
        size = PAGE if language == "en" else PAGE // 3
        whole = seconds(lambda: judge(claim, [SourceText(text[:size])]), times=3)  # noqa: B023 - called at once
        tenth = seconds(lambda: judge(claim, [SourceText(text[: size // 10])]), times=3)  # noqa: B023 - called at once
        print(
            f"500 kB {language}: {whole * 1000:.0f} ms (goal {GOAL_PAGE * 1000:.0f}), growth {whole / tenth / 10:.2f} (goal {GOAL_GROWTH})"
        )
        is_good = is_good and whole <= GOAL_PAGE and whole / tenth / 10 <= GOAL_GROWTH
    return is_good


def main() -> int:
    """Prints all figures; 1 where a goal is missed on all cases of a set."""
    missed = []
    for group in SETS:
        cases = read_cases(group)
        found = [judge(case.claim, case.documents) for case in cases]
        figures = measure(cases, found)
        print(group, " ".join(f"{name} {value:.3f}" if isinstance(value, float) else f"{name} {value}" for name, value in figures.items()))
        for name, value in figures.items():
            bound = GOALS.get((group, name))
            if bound is not None and (value < bound if bound > 0 else value > -bound):
                missed.append(f"{group} {name} {value:.3f}, goal {abs(bound)}")
    print("missed:", "; ".join(missed) or "none")
    return int(not (measure_time() and not missed))


if __name__ == "__main__":
    sys.exit(main())
