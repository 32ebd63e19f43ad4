"""Workers left alone with faults: ``python -m benchmarks.soak [--minutes 20 --every 60 --supervisors 2 --former REF]``.

Nodes come due again and again; every ``--every`` seconds something of a worker is killed, and once in the middle PostgreSQL goes down for
five seconds (``benchmarks.storm`` says how). With ``--former`` one worker is of that release for the first two fifths, over this one's
schema and beside this one's worker, and goes over then. Every five seconds memory, connections and the age of the queue are written
down; in the end they stand in the report (``--report docs/soak.md``) as a table and as pictures. Status 1 where anything was done twice
or a fault was felt for longer than a minute.
"""

import argparse
import itertools
import platform
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from benchmarks.storm import KINDS, MOST_RECOVERY_S, Fault, Stage, ask, list_doubles, open_stage, request, strike, wait_until

NODES, FEED_S, SAMPLE_S = 200, 5.0, 5.0
# Of the whole time; PostgreSQL goes down after the half.
UPDATE_AFTER = 0.4
WIDTH, HEIGHT = 640, 90


@dataclass(frozen=True, slots=True)
class Sample:
    """``largest``: megabytes of the largest process of a worker, ``whole``: of all of them; ``age_s``: how long the oldest task was due."""

    at_s: float
    largest: float
    whole: float
    connections: int
    age_s: float
    due: int
    ended: int


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--every", type=float, default=60, help="seconds between two faults")
    parser.add_argument("--feed", type=int, default=3, help="nodes that come due every five seconds")
    parser.add_argument("--supervisors", type=int, default=2)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--former", default="", help="a commit: the release of one worker in the beginning")
    parser.add_argument("--report", type=Path, default=Path("docs/soak.md"))
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # whoever ends this ends all that it began
    with open_stage(NODES, 0.3, arguments.supervisors, arguments.former) as stage:
        wait_until(lambda: all(worker.find("pusher") for worker in stage.workers))
        return _soak(stage, arguments)


def _soak(stage: Stage, arguments: argparse.Namespace) -> int:
    from verification.models import VerificationRun

    began = time.monotonic()
    is_over = threading.Event()
    samples: list[Sample] = []
    helpers = [
        threading.Thread(target=_feed, args=(arguments.feed, is_over), daemon=True),
        threading.Thread(target=_watch, args=(stage, samples, began, is_over), daemon=True),
    ]
    for helper in helpers:
        helper.start()
    ends = began + 60 * arguments.minutes
    faults, updated_s = _play_faults(stage, arguments, began, ends)
    time.sleep(max(0.0, ends - time.monotonic()))
    is_over.set()
    for helper in helpers:
        helper.join()
    wait_until(lambda: not VerificationRun.objects.filter(finished_at__isnull=True).exists(), 600)
    shares = [worker.count_done() for worker in stage.workers]
    picture = arguments.report.with_suffix(".svg")
    picture.write_text(_draw(samples, faults))
    releases = _say_releases(arguments.former, updated_s, [worker.count_done() for worker in stage.retired])
    doubles = list_doubles()
    text = _report(samples, faults, doubles, shares, time.monotonic() - began, picture.name, releases)
    arguments.report.write_text(text)
    print(text)
    return 1 if any(doubles.values()) or max(fault.recovery_s for _at, fault in faults) > MOST_RECOVERY_S else 0


def _play_faults(stage: Stage, arguments: argparse.Namespace, began: float, ends: float) -> tuple[list[tuple[float, Fault]], float]:
    """Each fault with its second, and the second at which the worker of the former release went over; 0 without one."""
    dice = random.Random(arguments.seed)  # noqa: S311 - chooses victims, hides nothing
    faults: list[tuple[float, Fault]] = []
    is_down_due, update_due, updated_s = True, bool(arguments.former), 0.0
    while time.monotonic() + arguments.every < ends:
        time.sleep(arguments.every)
        at_s = time.monotonic() - began
        if update_due and at_s > UPDATE_AFTER * 60 * arguments.minutes:
            stage.retire(stage.workers[0])
            stage.start_worker()
            update_due, updated_s = False, at_s
            print(f"{at_s:6.0f} s  the former release has gone", flush=True)
        is_half = at_s > 30 * arguments.minutes
        kind = "PostgreSQL" if is_half and is_down_due else dice.choice(KINDS)
        is_down_due = is_down_due and kind != "PostgreSQL"
        faults.append((at_s, strike(stage, dice.choice(stage.workers), kind)))
        print(f"{at_s:6.0f} s  {kind:12} over after {faults[-1][1].recovery_s:5.1f} s", flush=True)
    return faults, updated_s


def _say_releases(former: str, updated_s: float, done: Sequence[int]) -> list[str]:
    """What the report says of the former release, and of how many tasks its worker did."""
    if not former:
        return []
    found = subprocess.run(["git", "rev-parse", "--short", former], check=True, capture_output=True, text=True)  # noqa: S607 - whichever git there is
    return [
        f"For the first {updated_s:.0f} s one worker was of the former release {found.stdout.strip()}, over this one's schema and beside",
        f"this one's worker; it did {sum(done)} tasks, ended as an update ends it, and one of this release took its place.",
        "",
    ]


def _feed(count: int, is_over: threading.Event) -> None:
    """A node that is still being verified is not asked for again."""
    for first in itertools.cycle(range(0, NODES - count, count)):
        if is_over.wait(FEED_S):
            return
        request(range(first, first + count))


def _watch(stage: Stage, samples: list[Sample], began: float, is_over: threading.Event) -> None:
    while not is_over.wait(SAMPLE_S):
        with suppress(psutil.Error):
            samples.append(_take_sample(stage, time.monotonic() - began))


def _take_sample(stage: Stage, at_s: float) -> Sample:
    from django.db import connection
    from django.utils import timezone

    from verification.models import VerificationRun
    from verification.services.queue.backlog import measure_queue

    sizes = [0.0]
    for worker in tuple(stage.workers):
        for process in [psutil.Process(worker.process.pid), *psutil.Process(worker.process.pid).children(recursive=True)]:
            with suppress(psutil.Error):
                sizes.append(process.memory_info().rss / 2**20)

    def count_connections() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")
            return int(cursor.fetchone()[0])

    queue = ask(lambda: measure_queue(now=timezone.now()))
    ended = ask(VerificationRun.objects.filter(finished_at__isnull=False).count)
    return Sample(at_s, max(sizes), sum(sizes), ask(count_connections), queue.oldest_due_s, queue.due, ended)


def _report(
    samples: Sequence[Sample],
    faults: Sequence[tuple[float, Fault]],
    doubles: dict[str, int],
    shares: Sequence[int],
    seconds: float,
    picture: str,
    releases: Sequence[str],
) -> str:
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    slowest = max((fault.recovery_s for _at, fault in faults), default=0.0)
    lines = [
        "# Soak",
        "",
        f"Written by `python -m benchmarks.soak` on {today}: {seconds / 60:.1f} minutes, {len(shares)} workers on one PostgreSQL,",
        f"{psutil.cpu_count()} cores ({platform.machine()}), mean load {psutil.getloadavg()[2]:.1f} over the last quarter of an hour.",
        "",
        f"{samples[-1].ended if samples else 0} runs ended; {len(faults)} faults; slowest recovery {slowest:.1f} s",
        f"(aim: {MOST_RECOVERY_S:.0f} s). Tasks by worker: {', '.join(str(share) for share in shares)}.",
        "",
        *releases,
        "| what must not be | times |",
        "|---|---|",
        *[f"| {name} | {count} |" for name, count in doubles.items()],
        "",
        "| at | what was killed | runs under way | over after |",
        "|---|---|---|---|",
        *[f"| {at_s:.0f} s | {fault.kind} | {fault.interrupted} | {fault.recovery_s:.1f} s |" for at_s, fault in faults],
        "",
        "| figure | first third, mean | last third, mean | most |",
        "|---|---|---|---|",
    ]
    for name, field in FIGURES:
        values = [float(getattr(sample, field)) for sample in samples]
        third = max(1, len(values) // 3)
        first, last = sum(values[:third]) / third, sum(values[-third:]) / third
        lines.append(f"| {name} | {first:.1f} | {last:.1f} | {max(values, default=0):.1f} |")
    return "\n".join([*lines, "", f"![Each figure over time; upright strokes are faults]({picture})", ""])


FIGURES = (
    ("memory of the largest process, MB", "largest"),
    ("memory of all processes, MB", "whole"),
    ("connections to the database", "connections"),
    ("age of the oldest due task, s", "age_s"),
    ("tasks that are due", "due"),
)


def _draw(samples: Sequence[Sample], faults: Sequence[tuple[float, Fault]]) -> str:
    """A line for each figure, one below the other, as SVG; upright strokes are faults."""
    longest = max((sample.at_s for sample in samples), default=1.0)
    marks = "".join(f'<path d="M{WIDTH * at_s / longest:.0f} 20V{HEIGHT}" stroke="#c33" opacity=".5"/>' for at_s, _fault in faults)
    drawn = []
    for place, (name, field) in enumerate(FIGURES):
        values = [float(getattr(sample, field)) for sample in samples]
        most = max((*values, 1.0))
        points = " ".join(
            f"{WIDTH * sample.at_s / longest:.0f},{HEIGHT - (HEIGHT - 22) * value / most:.0f}"
            for sample, value in zip(samples, values, strict=True)
        )
        drawn.append(
            f'<g transform="translate(10 {place * (HEIGHT + 14)})"><text y="14">{name}, at most {most:.0f}</text>{marks}'
            f'<path d="M0 {HEIGHT}H{WIDTH}" stroke="#999"/><polyline fill="none" stroke="#2563eb" points="{points}"/></g>'
        )
    whole = len(FIGURES) * (HEIGHT + 14)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + 20} {whole}" font-family="sans-serif" font-size="12">'
    return f'{head}<rect width="100%" height="100%" fill="#fff"/>{"".join(drawn)}</svg>\n'


if __name__ == "__main__":
    sys.exit(main())
