"""Which faults the tests notice: ``python -m benchmarks.faults --seed 15 [--count 60] [--tree .] [--only faults.json]``.

Faults are drawn from the functions of core, services and views of both apps: a comparison, a constant, a truth, a text, an enumeration's
member or an arithmetic sign swapped, a ``not`` or a call dropped, nothing returned, or returned too early. The suite of ``--tree`` runs
once on SQLite over a copy with a mark before each (what reached which is kept in ``--touched``, and not measured again where that file is
there). Each fault is then put into a process forked from one that has gathered the tests, where those that reach it are asked, the cheapest
first, up to the first that fails, and no more of them than ``--most`` seconds hold; what survives there is asked of a copy of the tree that
holds the fault from the start. ``--only`` takes the faults of another run's results instead of drawing,
wherever their lines have moved since, of those ends that ``--ends`` names: a tree that has to notice what another one noticed is asked for
the "caught", and a tree that is asked what a later one misses for "survived,untouched,lost". Writes a table, and the results to
``--results``: all that were chosen, those not yet tried as "waiting", so that a run that was broken off goes on with them though the tree
has changed. Ends with 1 where a fault that was caught before no longer is.
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
from benchmarks.faults.trying import ENDS, WAITING, Trial, copied, try_fault, try_forked


def chosen_trials(options: argparse.Namespace) -> list[Trial]:
    """Those of an earlier run with these results, or as many as are wanted, all of them waiting."""
    if options.results.exists():
        return read_trials(options.results)
    if options.only is None:
        return [Trial(fault, WAITING) for fault in draw_faults(options.tree, seed=options.seed, count=options.count)]
    return [Trial(trial.fault, WAITING) for trial in read_trials(options.only) if trial.end in options.ends.split(",")]


def look_up(options: argparse.Namespace, faults: list[Fault]) -> Touched:
    """What reaches the faults, from an earlier run's file where it is there."""
    if not options.touched.exists():
        with copied(options.tree) as copy:
            save(measure(copy, faults, processes=options.lanes), options.touched)
    return load(options.touched)


def try_all(options: argparse.Namespace, pairs: list[tuple[Fault, Fault | None]], touched: Touched) -> Iterator[Trial]:
    with ExitStack() as stack:
        copies: Queue[Path] = Queue()
        for _lane in range(options.lanes):
            copies.put(stack.enter_context(copied(options.tree)))
        found = try_forked([fault for _drawn, fault in pairs if fault], copies.queue[0], touched, most=options.most)
        noticed = {trial.fault: trial for trial in found if trial.end == "caught"}

        def attempt(pair: tuple[Fault, Fault | None]) -> Trial:
            drawn, fault = pair
            if fault is None:
                return Trial(drawn, "lost")
            if fault in noticed:
                return noticed[fault]
            copy = copies.get()
            try:
                return try_fault(fault, copy, touched, most=options.most)
            finally:
                copies.put(copy)

        lanes = stack.enter_context(ThreadPoolExecutor(options.lanes))
        yield from lanes.map(attempt, pairs)


def read_trials(path: Path) -> list[Trial]:
    told = json.loads(path.read_text(encoding="utf-8"))
    return [Trial(**(trial | {"fault": Fault(**trial["fault"])})) for trial in told]


def write_trials(path: Path, trials: list[Trial]) -> None:
    path.write_text(json.dumps([asdict(trial) for trial in trials], indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def row_of(trial: Trial) -> str:
    fault = trial.fault
    place = f"{fault.path}:{fault.line} {fault.scope}"
    return f"{trial.end:<9} {fault.operator:<19} {place}  {trial.by}  ({trial.asked} of {trial.reach} asked, {trial.seconds:.0f} s)"


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults", description="Which faults the tests notice.")
    parser.add_argument("--seed", type=int, default=15)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--tree", type=Path, default=Path(__file__).resolve().parents[2])
    parser.add_argument("--touched", type=Path, default=Path("touched.json"))
    parser.add_argument("--only", type=Path)
    parser.add_argument("--ends", default="caught")
    parser.add_argument("--most", type=float, default=float("inf"))
    parser.add_argument("--results", type=Path, default=Path("faults.json"))
    parser.add_argument("--lanes", type=int, default=2)
    return parser.parse_args()


def try_waiting(options: argparse.Namespace, trials: list[Trial]) -> None:
    waiting = [place for place, trial in enumerate(trials) if trial.end == WAITING]
    # Each as it was drawn, and as it stands in the tree; None where its line is not to be found.
    pairs = [(trials[place].fault, find_again(trials[place].fault, options.tree)) for place in waiting]
    touched = look_up(options, [fault for _drawn, fault in pairs if fault])
    for place, trial in zip(waiting, try_all(options, pairs, touched), strict=True):
        print(row_of(trial), flush=True)
        trials[place] = trial
        write_trials(options.results, trials)


def main() -> int:
    options = read_options()
    options.tree = options.tree.resolve()
    trials = chosen_trials(options)
    write_trials(options.results, trials)
    if any(trial.end == WAITING for trial in trials):
        try_waiting(options, trials)
    ends = [trial.end for trial in trials]
    print("  ".join(f"{end}: {ends.count(end)}" for end in ENDS))
    return 1 if options.only is not None and options.ends == "caught" and set(ends) - {"caught"} else 0


if __name__ == "__main__":
    sys.exit(main())
