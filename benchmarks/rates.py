"""Whether a provider's rate holds with four workers: ``python -m benchmarks.rates --database postgres://… [--seconds 150]``.

As many processes as workers open calls to one provider as fast as they may, each by itself, over the borders of minutes. Prints the most
that were sent within any 60 seconds, and how much of the rate was used; status 1 where it was passed.
"""

import argparse
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.calibration import calibrate
from benchmarks.pages import open_database

MINUTE_S = 60.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", required=True, help="postgres://… of a database that may be written to")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--per-minute", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=150)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        open_database(Path(folder), arguments.database)
        from django.db import connections

        connections.close_all()
        ends_at = time.time() + arguments.seconds
        with multiprocessing.get_context("fork").Pool(arguments.workers) as pool:
            parts = pool.starmap(_send, [(arguments.per_minute, ends_at)] * arguments.workers, chunksize=1)
    sent = sorted(moment for part in parts for moment in part)
    most = most_within(sent, MINUTE_S)
    borders = {int(moment // MINUTE_S) for moment in sent}
    share = len(sent) / (arguments.per_minute * (1 + arguments.seconds // MINUTE_S))
    print(f"{len(sent)} calls by {[len(part) for part in parts]} over {len(borders) - 1} borders of a minute in {arguments.seconds:g} s")
    print(f"most within any {MINUTE_S:g} s: {most} of {arguments.per_minute}; {share:.0%} of what its windows allow was used")
    print(f"calibration {calibrate():.4f} s (0.012 where the goals were set)")
    return 0 if most <= arguments.per_minute else 1


def most_within(moments: Sequence[float], seconds: float) -> int:
    """The most of ``moments``, which are in order, within any stretch of so many seconds."""
    most = first = 0
    for place, moment in enumerate(moments):
        while moments[first] <= moment - seconds:
            first += 1
        most = max(most, place - first + 1)
    return most


def _send(per_minute: int, ends_at: float) -> list[float]:
    """When this process would have sent each of its calls."""
    from django.utils import timezone

    from verification.core.vocabulary import CallKind, Purpose
    from verification.services.gateway.ledger import CallNote, Result, Work, close_call, open_call
    from verification.services.gateway.provider_rates import RateClaim, TooOften

    note = CallNote(kind=CallKind.SEARCH, provider="played", work=Work(purpose=Purpose.VERIFICATION, subject="benchmark"))
    sent = []
    while time.time() < ends_at:
        try:
            call = open_call(note=note, claims=[RateClaim("rate:played", 1, per_minute)], now=timezone.now())
        except TooOften:
            time.sleep(0.05)
            continue
        sent.append(time.time())
        close_call(call=call, result=Result())
    return sent


if __name__ == "__main__":
    sys.exit(main())
