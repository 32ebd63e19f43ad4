"""What one person's long batch costs another who asks for one node: ``python -m benchmarks.fairness [--batch 10000 --alone 8]``.

Search service and model are played on loopback, half a second each, on a PostgreSQL of its own. A worker verifies single nodes while
nothing else waits, then while the batch does: the difference is what the batch costs. Status 1 where the goal is missed.
"""

import argparse
import os
import sys
import time
from statistics import median

from benchmarks.calibration import calibrate
from benchmarks.storm import ask, open_stage, wait_until

NODES, LATENCY_S = 200, 0.5
MOST_DELAY_S = 2.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batch", type=int, default=10_000)
    parser.add_argument("--alone", type=int, default=8, help="single nodes asked for one after the other")
    arguments = parser.parse_args()
    os.environ["SEARCH_CACHE_TTL_SECONDS"] = "0"
    with open_stage(NODES, LATENCY_S, 1) as stage:
        wait_until(lambda: stage.workers[0].find("pusher") is not None)
        is_fair = _measure_delay(arguments)
    print(f"calibration {calibrate():.4f} s (0.012 where the goals were set)")
    return 0 if is_fair else 1


def _measure_delay(arguments: argparse.Namespace) -> bool:
    ask_alone(0)  # the processes are warm from then on
    before = [ask_alone(number) for number in range(1, arguments.alone + 1)]
    queue_batch(arguments.batch)
    beside = [ask_alone(number) for number in range(arguments.alone + 1, 2 * arguments.alone + 1)]
    delay = median(beside) - median(before)
    print(f"one node alone: median {median(before):.2f} s, slowest {max(before):.2f} s")
    print(f"beside a batch of {arguments.batch}: median {median(beside):.2f} s, slowest {max(beside):.2f} s")
    print(f"  the batch costs {delay:.2f} s (at most {MOST_DELAY_S:g}); the slowest {max(beside) - max(before):.2f} s")
    return delay <= MOST_DELAY_S


def ask_alone(number: int) -> float:
    """Seconds until a node that somebody asks for is verified."""
    from verification.core.vocabulary import Stage as RunStage
    from verification.models import Node, VerificationRun
    from verification.services.runs.lifecycle import request_run

    node = ask(lambda: Node.objects.get(slug=f"rate-{number}"))
    began = time.perf_counter()
    run = ask(lambda: request_run(node=node, trigger="page", from_stage=RunStage.VOTES))
    mine = VerificationRun.objects.filter(pk=run.pk, finished_at__isnull=False)
    while not ask(mine.exists):
        time.sleep(0.02)
    return time.perf_counter() - began


def queue_batch(size: int) -> None:
    """All that one person may ask for with one request, again and again."""
    from django.contrib.auth.models import User

    from tests.stubs.rates import name_of
    from verification.models import Node
    from verification.services.runs.batches import MAX_NODES, request_batch

    person = User.objects.create(username="batch")
    rows = [
        Node(slug=f"more-{place}", label=f"{name_of(place % NODES)} policy rate", kind="percent", unit="%", query=name_of(place % NODES))
        for place in range(size)
    ]
    made = Node.objects.bulk_create(rows, batch_size=MAX_NODES)
    for first in range(0, size, MAX_NODES):
        request_batch(nodes=made[first : first + MAX_NODES], requested_by=person)


if __name__ == "__main__":
    sys.exit(main())
