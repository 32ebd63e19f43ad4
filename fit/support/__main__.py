"""``python -m fit.support fit | report``: fits the judge of claims and says what it is worth.

``fit`` writes ``attribution/core/support/data/support.json`` with its digest, and ``docs/support-fit.md``; ``report`` only prints.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

from attribution.core.support.scoring import FORMAT
from fit.support.cases import DATA, SETS, open_cases
from fit.support.crossing import crossing_lines
from fit.support.generated import generated_cases
from fit.support.reading import read_all
from fit.support.report import report_lines
from fit.support.training import Fitted, fit_support

_ROOT = Path(__file__).resolve().parents[2]
_FITTED = _ROOT / "attribution" / "core" / "support" / "data"
_REPORT = _ROOT / "docs" / "support-fit.md"
_ABOUT = """Written by `make fit-support`; every figure of a set is of a fold that the forest was not fitted on
(groups: `fit/support/cases.py`), with the exclusions applied. Sets named *foreign* hold claims over another case's documents,
those named *generated* are our own."""


def main(verb: str) -> None:
    claims = read_all([*open_cases(), *generated_cases()])
    fitted = fit_support(claims)
    report = "\n".join(
        ("# What the judge of claims is worth, out of fold", "", _ABOUT, "", *report_lines(claims, fitted), "", *crossing_lines(), "")
    )
    if verb == "fit":
        write(fitted)
        _REPORT.write_text(report, encoding="utf-8")
    print(report)


def write(fitted: Fitted) -> None:
    """The fitted file and its digest."""
    forest = fitted.forest
    trees = [(tree.feature, tree.value, tree.left, tree.right) for tree in forest.trees]
    shape = {"format": FORMAT, "data": _digest_of_data(), "forest": {"names": forest.names, "base": forest.base, "trees": trees}}
    content = (json.dumps(shape, separators=(",", ":"), sort_keys=True) + "\n").encode()
    _FITTED.mkdir(exist_ok=True)
    (_FITTED / "support.json").write_bytes(content)
    (_FITTED / "support.sha256").write_text(sha256(content).hexdigest() + "\n", encoding="ascii")


def _digest_of_data() -> str:
    """One digest over all sets, so that a judge names what it was fitted on."""
    digest = sha256()
    for name in SETS:
        for ending in (".jsonl", ".gold.jsonl"):
            digest.update((DATA / f"{name}{ending}").read_bytes())
    for table in sorted(Path(__file__).parent.glob("*.tsv")):
        digest.update(table.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ("fit", "report"):
        raise SystemExit("usage: python -m fit.support fit | report")
    main(sys.argv[1])
