"""Fits the coefficients of support: ``python -m benchmarks.support_fit [--write]`` (plain Python, some minutes).

First on one half of the open cases (by a hash of the first document), reported on the other; then, with the same terms and penalty for
each case, on both halves: these are the coefficients that ``--write`` puts into ``attribution/core/support/coefficients.py``.
"""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, sqrt
from pathlib import Path

from attribution.core.support.claims import read_claim
from attribution.core.support.features import features_of, look
from attribution.core.support.model import conditions, value_of
from attribution.core.support.passages import DocumentsReading
from benchmarks.lasso import fit_lasso
from benchmarks.support_cases import FOREIGN, SETS, Case, foreign_cases, read_cases
from benchmarks.support_terms import candidates

TABLE = Path(__file__).resolve().parents[1] / "attribution" / "core" / "support" / "coefficients.py"
PENALTY = 0.0035  # of the summed weight of the cases
# How much a set counts, whatever its size; foreign documents count little: they only keep the model from believing in topics.
WEIGHTS = {"filings": 1.2, "citations": 1.3, "pairs": 1.5, "webpages": 1.2, "answers": 1.3, "chinese": 0.6, "rewritten": 0.4}
FOREIGN_WEIGHTS = {"foreign_filings": 0.15, "foreign_answers": 0.06, "foreign_webpages": 0.06}
# The share of the claims that are not supported in a set's weight.
NEGATIVE = {"filings": 0.56, "webpages": 0.51}

Row = list[tuple[int, float]]


class Fit:
    """The candidate terms of all cases, scaled alike."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self.cases = cases
        self.terms = candidates()
        values = [_values(case, self.terms) for case in cases]
        count = len(cases)
        self.scales = []
        for column in range(len(self.terms)):
            mean = sum(row[column] for row in values) / count
            self.scales.append(sqrt(sum((row[column] - mean) ** 2 for row in values) / count))
        self.rows: list[Row] = [
            [(column, value / self.scales[column]) for column, value in enumerate(row) if value and self.scales[column] > 1e-6]
            for row in values
        ]

    def run(self, chosen: Sequence[int]) -> tuple[float, dict[str, float]]:
        """Intercept and coefficients of the cases at ``chosen``, those that are zero left out."""
        cases = [self.cases[at] for at in chosen]
        shares = _shares(cases)
        penalty = PENALTY * sum(shares)
        labels = [case.is_supported for case in cases]
        intercept, weights = fit_lasso([self.rows[at] for at in chosen], labels, shares, len(self.terms), penalty)
        found = {term: weight / scale for term, weight, scale in zip(self.terms, weights, self.scales, strict=True) if abs(weight) > 1e-4}
        return intercept, found

    def chances(self, chosen: Sequence[int], intercept: float, coefficients: Mapping[str, float]) -> list[float]:
        """The probabilities of the cases at ``chosen``."""
        weights = [coefficients.get(term, 0.0) * scale for term, scale in zip(self.terms, self.scales, strict=True)]
        totals = [intercept + sum(weights[column] * value for column, value in self.rows[at]) for at in chosen]
        return [1 / (1 + exp(-max(-30.0, min(30.0, total)))) for total in totals]


def _values(case: Case, terms: Sequence[str]) -> list[float]:
    features = features_of(look(DocumentsReading(read_claim(case.claim), case.documents)))
    values = {**features, **conditions(features)}
    return [value_of(term, values) for term in terms]


def _shares(cases: Sequence[Case]) -> list[float]:
    """What each case counts: sets by their weight, both answers of a set by theirs; 1 on average."""
    counts = Counter((case.group, case.is_supported) for case in cases)
    weights = []
    for case in cases:
        negative = NEGATIVE.get(case.group, 0.5)
        part = 1.0 if case.group in FOREIGN_WEIGHTS else 1 - negative if case.is_supported else negative
        whole = FOREIGN_WEIGHTS.get(case.group) or WEIGHTS[case.group]
        weights.append(whole * part / counts[case.group, case.is_supported])
    mean = sum(weights) / len(weights)
    return [weight / mean for weight in weights]


def report(cases: Sequence[Case], chances: Sequence[float]) -> None:
    """Per set: balanced accuracy, share of the unsupported said to be verified, precision and share at .7, and calibration in fifths."""
    for group in dict.fromkeys(case.group for case in cases):
        pairs = [(chance, case.is_supported) for case, chance in zip(cases, chances, strict=True) if case.group == group]
        good, bad = [chance for chance, label in pairs if label], [chance for chance, label in pairs if not label]
        recall, false = _share(good, 0.5), _share(bad, 0.5)
        sure = [label for chance, label in pairs if chance >= 0.7]
        fifths = [[(c, label) for c, label in pairs if low <= c * 5 < low + 1 or c == low == 5] for low in range(5)]
        means = [f"{sum(c for c, _ in f) / len(f):.2f}→{sum(label for _, label in f) / len(f):.2f}" for f in fifths if f]
        print(
            f"{group:18} n {len(pairs):5} balanced {(recall + 1 - false) / 2:.3f} false_verified {false:.3f} "
            f"at .7: {sum(sure) / max(1, len(sure)):.3f} of {len(sure) / len(pairs):.2f} calibration {' '.join(means)}"
        )


def _share(chances: Sequence[float], least: float) -> float:
    return sum(chance >= least for chance in chances) / len(chances) if chances else 0.0


def write_table(intercept: float, coefficients: Mapping[str, float], cases: int) -> None:
    """The table with its provenance."""
    lines = "\n".join(f'    "{term}": {weight:.4f},' for term, weight in sorted(coefficients.items()))
    provenance = (
        "The coefficients of support, written by ``python -m benchmarks.support_fit --write``; not edited by hand.\n\n"
        f"Logistic regression with an L1 penalty of {PENALTY} of the summed weight, on {cases} cases: the open sets, both halves, and\n"
        "claims over foreign documents. How well the same fit does on documents it has not seen is what the script prints: it fits one\n"
        "half and reports on the other. ``model`` says how a term is read."
    )
    table = f"INTERCEPT = {intercept:.4f}\nCOEFFICIENTS = {{\n{lines}\n}}"
    TABLE.write_text(f'"""{provenance}\n"""\n\n{table}\n', encoding="utf-8")


def main() -> int:
    """Prints the report; ``--write`` replaces the table."""
    sets = [read_cases(group) for group in SETS]
    cases = [case for group in sets for case in [*group, *(foreign_cases(group) if group[0].group in FOREIGN else [])]]
    fit = Fit(cases)
    first = [at for at, case in enumerate(cases) if case.is_for_fitting]
    second = [at for at, case in enumerate(cases) if not case.is_for_fitting]
    for name, chosen, other in (("one half", first, second), ("the other half", second, first)):
        intercept, coefficients = fit.run(chosen)
        print(f"fitted on {name} ({len(chosen)} cases, {len(coefficients)} terms), reported on what is left:")
        report([cases[at] for at in other], fit.chances(other, intercept, coefficients))
    everything = range(len(cases))
    intercept, coefficients = fit.run(everything)
    print(f"fitted on both ({len(coefficients)} terms)")
    if "--write" in sys.argv:
        write_table(intercept, coefficients, len(cases))
    return 0


if __name__ == "__main__":
    sys.exit(main())
