"""``python -m fit.cells fit | wrong``: fits the judge of cells and says what it is worth.

``fit`` writes ``verification/core/tables/data/cells.json`` with its digest, and ``docs/cells-fit.md``; ``wrong`` prints what it gets wrong.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

from fit.cells.cases import DATA, SETS
from fit.cells.reading import read_figures
from fit.cells.report import choose_bar, report_lines, wrong_figures
from fit.cells.training import fit_cells
from verification.core.judging.forest import Forest
from verification.core.tables.scorer import FORMAT

_ROOT = Path(__file__).resolve().parents[2]
_FITTED = _ROOT / "verification" / "core" / "tables" / "data"
_REPORT = _ROOT / "docs" / "cells-fit.md"
_ABOUT = """# What the judge of cells is worth, out of fold

Written by `make fit-cells`; every figure is of a fold that neither forest was fitted on (groups: `fit/cells/cases.py`). *own*: the figure
as it was written, to be carried; all others are exchanged for one of another row, column, year, sentence, or told in the wrong direction,
and must not be carried.
"""


def main(verb: str) -> None:
    figures = read_figures()
    fitted = fit_cells(figures)
    bar = choose_bar(figures, fitted.chances)
    if verb == "wrong":
        print("\n".join(wrong_figures(figures, fitted.chances, bar)))
        return
    shape = {"format": FORMAT, "data": _digest_of_data(), "bar": bar, "named": _shape(fitted.named), "carried": _shape(fitted.carried)}
    content = (json.dumps(shape, separators=(",", ":"), sort_keys=True) + "\n").encode()
    (_FITTED / "cells.json").write_bytes(content)
    (_FITTED / "cells.sha256").write_text(sha256(content).hexdigest() + "\n", encoding="ascii")
    text = "\n".join((_ABOUT, *report_lines(figures, fitted.chances, bar), ""))
    _REPORT.write_text(text, encoding="utf-8")
    print(text)


def _shape(forest: Forest) -> dict[str, object]:
    return {"names": forest.names, "base": forest.base, "trees": [(t.feature, t.value, t.left, t.right) for t in forest.trees]}


def _digest_of_data() -> str:
    """One digest over all sets, so that a judge names what it was fitted on."""
    digest = sha256()
    for name in SETS:
        for ending in (".jsonl", ".gold.jsonl"):
            digest.update((DATA / f"{name}{ending}").read_bytes())
    digest.update((Path(__file__).parent / "labels.tsv").read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    if sys.argv[1:] not in (["fit"], ["wrong"]):
        raise SystemExit("usage: python -m fit.cells fit | wrong")
    main(sys.argv[1])
