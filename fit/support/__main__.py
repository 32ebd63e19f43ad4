"""``python -m fit.support fit | report | written | fresh | alike``: fits the judge of claims and says what it is worth.

``fit`` writes ``verification/core/claims/data/support.json`` and ``verification/core/reading/data/claim_factuality.json`` with their
digests, and ``docs/support-fit.md``; ``report`` only prints, ``written`` how texts of another hand fare (``written.py``,
``unseen.py``), ``fresh`` how ways to put an act do (``fresh.py``), and ``alike`` how claims that differ from their page in one thing do
(``alike.py``).
"""

import sys
from pathlib import Path

from fit.run_models import ready
from fit.support.alike import alike_cases, alike_lines, read_alike
from fit.support.cases import SETS, open_cases
from fit.support.crossing import crossing_lines
from fit.support.factuality import WordingRows
from fit.support.fresh import fresh_cases, fresh_lines, read_fresh
from fit.support.generated import generated_cases, read_table
from fit.support.reading import read_all
from fit.support.report import report_lines
from fit.support.training import fit_support, folds_of
from fit.support.unseen import unseen_lines
from fit.support.written import read_written, written_cases, written_lines
from fit.writing import digest_of_data, shape_of, write_fitted
from verification.core.claims.scoring import FILE
from verification.core.reading.factuality import CLAIMS_FILE

_ROOT = Path(__file__).resolve().parents[2]
_REPORT = _ROOT / "docs" / "support-fit.md"
_ABOUT = """Written by `make fit-support`; every figure of a set is of a fold that the forest was not fitted on
(groups: `fit/support/cases.py`), with the exclusions applied. Sets named *foreign* hold claims over another case's documents,
those named *generated* are our own."""


def main(verb: str) -> None:
    if verb == "written":
        print("\n".join((*unseen_lines(read_table("unseen_moods")), *written_lines(read_written()))))
        return
    if verb == "fresh":
        print("\n".join(fresh_lines(read_fresh())))
        return
    if verb == "alike":
        print("\n".join(alike_lines(read_alike())))
        return
    if verb == "fit":
        ready(CLAIMS_FILE, ("told", "denied", "figure"))
    claims = read_all([*open_cases(), *generated_cases(), *written_cases(), *alike_cases(), *fresh_cases()])
    fitted = fit_support(claims)
    if verb == "fit":
        # Before the report, whose last table asks the judge as the product does.
        WordingRows(claims, folds_of(claims)).write()
        write_fitted(FILE, {"data": digest_of_data(SETS, Path(__file__).parent), "forest": shape_of(fitted.forest)})
    report = "\n".join(
        ("# What the judge of claims is worth, out of fold", "", _ABOUT, "", *report_lines(claims, fitted), "", *crossing_lines(), "")
    )
    if verb == "fit":
        _REPORT.write_text(report, encoding="utf-8")
    print(report)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ("fit", "report", "written", "fresh", "alike"):
        raise SystemExit("usage: python -m fit.support fit | report | written | fresh | alike")
    main(sys.argv[1])
