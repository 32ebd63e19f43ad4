"""Which faults the tests notice: ``python -m benchmarks.faults --seed 15 [--count 60] [--tree .] [--only faults.json]``.

The suite of ``--tree`` runs once on SQLite under coverage.py (kept in ``--touched``, and not run again where that file is there). Faults
are drawn from the functions of core, services and views of both apps, from lines that a test touches: a comparison, a constant, a truth,
a text, an enumeration's member or an arithmetic sign swapped, a ``not`` or a call dropped, nothing returned, or returned too early. Each
stands alone in a copy of the tree, where the tests that touch its line are asked, the cheapest first, up to the first that fails.
``--only`` takes the faults of another run's results instead of drawing, wherever their lines have moved since; those it did not notice
are left out unless ``--all``. Writes a table, the results to ``--results``, and ends with 1 where a fault that was caught before no
longer is.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from queue import Queue

from benchmarks.faults.drawing import Fault, draw_faults, find_again
from benchmarks.faults.touching import Touched, load, measure, save
from benchmarks.faults.trying import Trial, copied, try_fault


def chosen_faults(options: argparse.Namespace, touched: Touched) -> list[tuple[Fault, Fault | None]]:
    """Each fault as it was drawn, and as it stands in the tree; None where its line is not to be found."""
    if options.only is None:
        return [(fault, fault) for fault in draw_faults(options.tree, touched.lines, seed=options.seed, count=options.count)]
    told = json.loads(options.only.read_text(encoding="utf-8"))
    faults = [Fault(**trial["fault"]) for trial in told if options.all or trial["end"] == "caught"]
    return [(fault, find_again(fault, options.tree)) for fault in faults]


def try_all(options: argparse.Namespace, touched: Touched) -> Iterator[Trial]:
    with ExitStack() as stack:
        copies: Queue[Path] = Queue()
        for _lane in range(options.lanes):
            copies.put(stack.enter_context(copied(options.tree)))

        def attempt(pair: tuple[Fault, Fault | None]) -> Trial:
            drawn, fault = pair
            if fault is None:
                return Trial(drawn, "lost")
            copy = copies.get()
            try:
                return try_fault(fault, copy, touched)
            finally:
                copies.put(copy)

        lanes = stack.enter_context(ThreadPoolExecutor(options.lanes))
        yield from lanes.map(attempt, chosen_faults(options, touched))


def row_of(trial: Trial) -> str:
    fault = trial.fault
    place = f"{fault.path}:{fault.line} {fault.scope}"
    return f"{trial.end:<9} {fault.operator:<19} {place}  {trial.by}  ({trial.asked} asked, {trial.seconds:.0f} s)"


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults", description="Which faults the tests notice.")
    parser.add_argument("--seed", type=int, default=15)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--tree", type=Path, default=Path(__file__).resolve().parents[2])
    parser.add_argument("--touched", type=Path, default=Path("touched.json"))
    parser.add_argument("--only", type=Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--results", type=Path, default=Path("faults.json"))
    parser.add_argument("--lanes", type=int, default=2)
    return parser.parse_args()


def main() -> int:
    options = read_options()
    options.tree = options.tree.resolve()
    if not options.touched.exists():
        save(measure(options.tree, processes=options.lanes), options.touched)
    touched = load(options.touched)
    trials = []
    for trial in try_all(options, touched):
        print(row_of(trial), flush=True)
        trials.append(trial)
        options.results.write_text(json.dumps([asdict(trial) for trial in trials], indent=1, ensure_ascii=False), encoding="utf-8")
    ends = [trial.end for trial in trials]
    print("  ".join(f"{end}: {ends.count(end)}" for end in ("caught", "survived", "untouched", "lost")))
    return 1 if options.only is not None and not options.all and set(ends) - {"caught"} else 0


if __name__ == "__main__":
    sys.exit(main())
