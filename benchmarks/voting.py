"""How long three models take to vote: ``python -m benchmarks.voting [--latency-ms 800 --rounds 7]``.

The models are servers on loopback that each take the same time; everything else is the product's own, with its ledger and a database of
its own (SQLite, or an empty one that ``--database`` names). Prints the median of a deliberation beside the time of one model; status 1
above 1.15 of it.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median

MOST_RATIO = 1.15
CLAIM = "The Elbonian central bank kept its policy rate at 5.25%"
TEXT = "The Elbonian central bank kept its policy rate at 5.25% on Thursday, {paper} reports after the meeting of its board."


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--latency-ms", type=int, default=800)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--database", default="", help="postgres://… of a database that may be filled")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = arguments.database or f"sqlite:///{Path(folder) / 'voting.sqlite3'}"
        os.environ |= {"DJANGO_SETTINGS_MODULE": "causalflow.settings", "VAR_DIR": folder, "DATABASE_URL": database, "DEMO": "1"}
        return _measure(arguments.latency_ms, arguments.rounds)


def _measure(latency_ms: int, rounds: int) -> int:
    import django

    django.setup()
    from asgiref.sync import async_to_sync
    from django.core.management import call_command

    from tests.stubs.chat import ChatStub
    from verification.models import ModelProfile, Verification
    from verification.services.gateway.gateway import Gateway, open_gateway
    from verification.services.verifications.verifying import verify

    call_command("migrate", verbosity=0)
    ballot = {"value": "5.25%", "quote": CLAIM.removeprefix("The "), "sources": [], "confidence": 0.9, "reasoning": "It says so."}
    evidence = [
        {"url": f"https://{paper}.example/1", "title": "Policy", "content": TEXT.format(paper=paper), "published_at": None}
        for paper in "abc"
    ]
    row = Verification.objects.create(claim=CLAIM, evidence=evidence, mode="voting")

    async def run(gateway: Gateway) -> tuple[float, str]:
        began = time.perf_counter()
        deliberation, _is_degraded = await verify(row, gateway=gateway)
        return (time.perf_counter() - began) * 1000, deliberation.decided.decision.value

    async def measure() -> list[tuple[float, str]]:
        async with open_gateway() as gateway:
            return [await run(gateway) for _round in range(rounds + 1)]

    with ExitStack() as stack:
        for place in range(3):
            stub = stack.enter_context(ChatStub(lambda _body: json.dumps(ballot), latency_s=latency_ms / 1000))
            ModelProfile.objects.create(
                name=f"m{place}", vendor=f"V{place}", base_url=stub.base_url, model=f"model-{place}", position=place
            )
        # The first round imports the client and opens the connections.
        measured = async_to_sync(measure)()[1:]
    taken = median(ms for ms, _decision in measured)
    decisions = sorted({decision for _ms, decision in measured})
    print(f"three models of {latency_ms} ms vote in {taken:.0f} ms ({taken / latency_ms:.3f} of one), decisions: {', '.join(decisions)}")
    return int(taken > MOST_RATIO * latency_ms or decisions != ["accept"])


if __name__ == "__main__":
    sys.exit(main())
