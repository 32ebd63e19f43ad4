"""``python -m fit.cells fit | wrong | analysts [read] | ledgers [read]``: fits the judge of cells and says what it is worth.

``fit`` writes ``verification/core/tables/data/cells.json`` with its digest, and ``docs/cells-fit.md``; ``wrong`` prints what it gets wrong.
``analysts`` and ``ledgers`` count what is carried of sentences that nothing is learnt from; with ``read`` they print what is wrong in the
half of them that may be read.
"""

import sys
from pathlib import Path

from fit.cells import analysts, ledgers
from fit.cells.cases import SETS
from fit.cells.reading import read_figures
from fit.cells.report import choose_bar, report_lines, wrong_figures
from fit.cells.training import fit_cells
from fit.writing import digest_of_data, shape_of, write_fitted
from verification.core.tables.scorer import FILE

_ROOT = Path(__file__).resolve().parents[2]
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
    data = digest_of_data(SETS, Path(__file__).parent)
    write_fitted(FILE, {"data": data, "bar": bar, "named": shape_of(fitted.named), "carried": shape_of(fitted.carried)})
    text = "\n".join((_ABOUT, *report_lines(figures, fitted.chances, bar), ""))
    _REPORT.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["fit" | "wrong" as verb]:
            main(verb)
        case ["analysts" | "ledgers" as told, *read] if read in ([], ["read"]):
            room = {"analysts": analysts, "ledgers": ledgers}[told]
            print("\n".join(room.wrong_read() if read else room.counted()))
        case _:
            raise SystemExit("usage: python -m fit.cells fit | wrong | analysts [read] | ledgers [read]")
