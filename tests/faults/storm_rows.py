"""What a storm verifies, and what it must not leave behind; also beside a database that is not that of the tests (``watch``)."""

import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import DatabaseError, close_old_connections
from django.db.models import Count, QuerySet

from tests.factories import make_node
from tests.services.gateway.asking import make_profile
from tests.stubs.rates import name_of
from verification.core.vocabulary import Stage
from verification.enums import RunTrigger
from verification.models import ModelProfile, Node, NodeState, ProviderCall, RunStep, Source, VerificationRun, WhitelistDomain
from verification.services.runs.lifecycle import request_run

ASKED, ENDED = "asked", "ended.json"


def fill(nodes: int, model_url: str) -> None:
    """Nodes whose rate a search, its pages and the one model tell."""
    ModelProfile.objects.all().delete()
    make_profile(model_url, concurrency=100)
    WhitelistDomain.objects.all().delete()
    for number in range(nodes):
        make_node(_slug(number), label=f"{name_of(number)} policy rate", query=name_of(number))


def ask(numbers: range) -> None:
    for number in numbers:
        request_run(node=Node.objects.get(slug=_slug(number)), trigger=RunTrigger.PAGE, from_stage=Stage.VOTES)


def count_ended() -> int:
    return VerificationRun.objects.filter(finished_at__isnull=False).count()


def tell() -> dict[str, Any]:
    """How the runs ended, how many found a value, how many attempts died, and how much is there twice."""
    return {
        "statuses": dict(Counter(VerificationRun.objects.values_list("status", flat=True))),
        "lost_attempts": sum(attempts - 1 for attempts in VerificationRun.objects.values_list("attempts", flat=True)),
        "values": NodeState.objects.exclude(value="unknown").count(),
        "steps": sorted(set(RunStep.objects.values_list("status", flat=True))),
        "calls twice": _repeated(ProviderCall.objects.filter(status="ok"), "run", "fingerprint"),
        "sources twice": _repeated(Source.objects.all(), "run", "url"),
        "states twice": _repeated(NodeState.objects.all(), "run"),
        "steps twice": _repeated(RunStep.objects.all(), "run", "name"),
    }


def watch(folder: str, model_url: str, runs: str) -> None:
    """Fill an empty database, ask for ``runs`` runs, and wait until they have ended, however often the database goes away meanwhile.

    ``ASKED`` in the folder says that they were asked for, ``ENDED`` holds what is told of them then.
    """
    call_command("migrate", verbosity=0)
    fill(int(runs), model_url)
    ask(range(int(runs)))
    (Path(folder) / ASKED).touch()
    while True:
        time.sleep(0.2)
        try:
            close_old_connections()
            if count_ended() == int(runs):
                (Path(folder) / ENDED).write_text(json.dumps(tell()), encoding="utf-8")
                return
        except DatabaseError:
            continue


def _slug(number: int) -> str:
    return f"rate-{number}"


def _repeated(rows: QuerySet[Any], *names: str) -> int:
    return rows.order_by().values(*names).annotate(times=Count("pk")).filter(times__gt=1).count()
