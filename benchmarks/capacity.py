"""Where one PostgreSQL ends, reckoned from what was measured: ``python -m benchmarks.capacity [--picture docs/scale.svg]``.

A simulation of what ``benchmarks.curves`` measured: each process of a worker takes five nodes at a time, as the product does, and works on
one processor; a node waits for a search, its pages and a model, and asks a PostgreSQL that has so many processors, beside what workers
that wait ask. First the measured points themselves, as slow as the machine was then; then more workers and processors, then
what would come after one PostgreSQL. Prints nodes an hour and what holds them back; draws the curves.
"""

import argparse
import sys
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

import simpy

from benchmarks.curves import Point, read_points

WAITS_S = (0.5, 0.0, 0.5)  # a search, pages that are there already, a model: as the played services take
PROCESSES, AT_ONCE = 2, 5  # of a worker that take parts of batches, and nodes in such a part
VISITS = 2  # to the database between two waits: how finely a node's work is shared out
ROUNDS = 6  # parts that each process takes
WORKERS, CORES = (1, 2, 4, 8, 16, 32, 64), (2, 4, 8)
BUSY = 0.9
# As the product ships them (docs/operate.md): a search with Tavily, and 364 tokens in and 40 out with the first model.
NODE_USD = 0.008 + (364 * 0.10 + 40 * 0.50) / 1e6
WIDTH, HEIGHT, MARGIN = 640, 320, 56
COLOURS = ("#0b6e4f", "#c2410c", "#1d4ed8", "#7e22ce")


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds of a processor that a node takes of a worker and of the database; what a waiting worker takes of the latter, as a share."""

    worker_s: float
    database_s: float
    idle_share: float

    @classmethod
    def of(cls, points: Sequence[Point]) -> "Costs":
        def mean_of(name: str) -> float:
            return mean(getattr(point, name) for point in points) / 1000

        return cls(mean_of("worker_ms"), mean_of("database_ms"), mean_of("idle_database_ms"))

    def slowed(self, times: float) -> "Costs":
        return replace(self, worker_s=self.worker_s * times, database_s=self.database_s * times)


@dataclass(frozen=True, slots=True)
class Outcome:
    nodes: int
    seconds: float
    database_busy: float
    worker_busy: float

    @property
    def hourly(self) -> float:
        return self.nodes / self.seconds * 3600

    @property
    def holds_back(self) -> str:
        if self.database_busy >= BUSY:
            return "the database"
        return "the workers' processors" if self.worker_busy >= BUSY else "waiting"


class Machines:
    """Workers with a processor to each process, beside ``databases`` with ``cores`` each, that share the nodes between them."""

    def __init__(self, costs: Costs, workers: int, cores: int, databases: int = 1) -> None:
        self._env = simpy.Environment()
        self._processes = [simpy.Resource(self._env) for _ in range(workers * PROCESSES)]
        self._databases = [simpy.Resource(self._env, cores) for _ in range(databases)]
        free = 1 - costs.idle_share * workers / databases / cores
        if free <= 0:
            raise SystemExit(f"{workers} workers that wait would fill {cores} processors of a database")
        visits = (len(WAITS_S) + 1) * VISITS
        self._worker_s, self._database_s = costs.worker_s / visits, costs.database_s / visits / free

    def run(self, nodes: int) -> Outcome:
        left = simpy.Container(self._env, init=nodes)
        for place, process in enumerate(self._processes):
            self._env.process(self._take(left, process, self._databases[place % len(self._databases)]))
        self._env.run()
        seconds, visits = self._env.now, nodes * (len(WAITS_S) + 1) * VISITS
        places = sum(database.capacity for database in self._databases)
        return Outcome(
            nodes, seconds, visits * self._database_s / places / seconds, visits * self._worker_s / len(self._processes) / seconds
        )

    def _take(self, left: simpy.Container, process: simpy.Resource, database: simpy.Resource) -> Generator[Any, Any, None]:
        """Part after part: the next is taken when every node of the last has ended."""
        while left.level:
            amount = min(AT_ONCE, left.level)
            yield left.get(amount)
            yield self._env.all_of([self._env.process(self._verify(process, database)) for _ in range(int(amount))])

    def _verify(self, process: simpy.Resource, database: simpy.Resource) -> Generator[Any, Any, None]:
        for wait_s in (*WAITS_S, 0.0):
            for _ in range(VISITS):
                for server, seconds in ((process, self._worker_s), (database, self._database_s)):
                    with server.request() as turn:
                        yield turn
                        yield self._env.timeout(seconds)
            yield self._env.timeout(wait_s)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--picture", type=Path, help="an SVG of the curves")
    arguments = parser.parse_args()
    points = list(read_points())
    costs = Costs.of(points)
    _check(points)
    print(f"a node: {costs.worker_s * 1000:.0f} ms of a worker, {costs.database_s * 1000:.1f} ms of PostgreSQL; a waiting worker")
    print(f"takes {costs.idle_share:.2%} of a processor of it; by prices 1,000 nodes cost US${NODE_USD * 1000:.2f}")
    curves = {cores: [simulated(costs, workers, cores) for workers in WORKERS] for cores in CORES}
    for cores, outcomes in curves.items():
        for workers, outcome in zip(WORKERS, outcomes, strict=True):
            print(f"{cores:2} processors of PostgreSQL, {workers:3} workers: {_told(outcome)}")
    _plan(costs)
    if arguments.picture:
        arguments.picture.write_text(_draw(curves), encoding="utf-8")
    return 0


def simulated(costs: Costs, workers: int, cores: int, databases: int = 1) -> Outcome:
    return Machines(costs, workers, cores, databases).run(workers * PROCESSES * AT_ONCE * ROUNDS)


def _check(points: Sequence[Point]) -> None:
    """Each measured batch again, every processor as slow as the load made it: so many programs shared each of them."""
    for point in points:
        costs = Costs.of([point]).slowed(max(1.0, point.load / point.database_cores))
        seconds = Machines(costs, point.workers, point.database_cores).run(point.nodes).seconds
        told = f"{point.seconds} s measured, {seconds:.1f} s simulated"
        print(f"{point.workers} workers, {point.nodes} nodes at load {point.load}: {told}")


def _plan(costs: Costs) -> None:
    """What would come after one PostgreSQL of the most processors: the queue elsewhere, and nodes shared out by tenant."""
    workers, cores = WORKERS[-1], CORES[0]
    print(f"{workers} workers beside PostgreSQL of {cores} processors: {_told(simulated(costs, workers, cores))}")
    print(f"  the queue in another engine: {_told(simulated(replace(costs, idle_share=0.0), workers, cores))}")
    for databases in (2, 4):
        print(f"  {databases} of them, each for some tenants: {_told(simulated(costs, workers, cores, databases))}")


def _told(outcome: Outcome) -> str:
    used = f"database {outcome.database_busy:.0%}, workers {outcome.worker_busy:.0%} busy"
    return f"{outcome.hourly:9,.0f} nodes an hour; {used}; held back by {outcome.holds_back}"


def _draw(curves: dict[int, list[Outcome]]) -> str:
    """Workers to the right, each step twice as many; nodes an hour upwards."""
    most = max(outcome.hourly for outcomes in curves.values() for outcome in outcomes)
    across, up = (WIDTH - 2 * MARGIN) / (len(WORKERS) - 1), (HEIGHT - 2 * MARGIN) / most
    drawn = [f'<path d="M{MARGIN} {MARGIN}V{HEIGHT - MARGIN}H{WIDTH - MARGIN}" fill="none" stroke="#555"/>']
    for place, workers in enumerate(WORKERS):
        drawn.append(f'<text x="{MARGIN + place * across:.0f}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">{workers}</text>')
    for share in (0.25, 0.5, 0.75, 1.0):
        y = HEIGHT - MARGIN - share * most * up
        drawn.append(f'<text x="{MARGIN - 6}" y="{y + 4:.0f}" text-anchor="end">{share * most / 1000:.0f}k</text>')
    for colour, (cores, outcomes) in zip(COLOURS, curves.items(), strict=False):
        line = " ".join(f"{MARGIN + at * across:.0f},{HEIGHT - MARGIN - each.hourly * up:.0f}" for at, each in enumerate(outcomes))
        drawn.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        end = line.rsplit(" ", 1)[1].split(",")[1]
        drawn.append(f'<text x="{WIDTH - MARGIN + 4}" y="{int(end) + 4}" fill="{colour}">{cores} cores</text>')
    title = f'<text x="{MARGIN}" y="{MARGIN - 24}">Nodes an hour by workers, for PostgreSQL of 2, 4 and 8 processors (simulated)</text>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + 20} {HEIGHT}" font-family="sans-serif" font-size="12">'
    return f'{head}<rect width="100%" height="100%" fill="#fff"/>{title}{"".join(drawn)}</svg>\n'


if __name__ == "__main__":
    sys.exit(main())
