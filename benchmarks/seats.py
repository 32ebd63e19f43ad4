"""What models on a panel do to the demo's values: ``python -m benchmarks.seats``.

Each demo node is verified with 0, 1, 2 and 3 models that are honest, lie with invented words, lie with true words about something else, are
dead, or answer nothing; once as risky as it is, once all high, once all critical. Prints how many of the values that the engine accepts
without models are kept, and how many other values appear; status 1 where one is lost or a false one appears.
"""

import os
import re
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

KINDS = ("honest", "lying", "cunning", "dead", "silent")
RISKS = ("", "high", "critical")
NO_QUOTE = "The figure is 9.99% now."
FIGURE = re.compile(r"\d[\d,.]*\s?(?:%|percent|万亿|亿|万|million|billion|trillion)?")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'seats.sqlite3'}"
        os.environ |= {"DJANGO_SETTINGS_MODULE": "causalflow.settings", "VAR_DIR": folder, "DATABASE_URL": database, "DEMO": "1"}
        return _measure()


def _measure() -> int:
    import django

    django.setup()
    from django.core.management import call_command
    from django.utils import timezone

    from verification.models import Node, ReviewItem
    from verification.services.nodes.demo import load_demo

    call_command("migrate", verbosity=0)
    load_demo(now=timezone.now())
    risks = dict(Node.objects.values_list("pk", "risk_level"))
    lost = 0
    for risk in RISKS:
        for pk, own in risks.items():
            Node.objects.filter(pk=pk).update(risk_level=risk or own)
        right = _values()
        print(
            f"risk {risk or 'as it is'}: {len(right)} values without models, {ReviewItem.objects.filter(status='open').count()} open items"
        )
        for kind in KINDS:
            kept = []
            for count in (1, 2, 3):
                found = _with_models(kind, count, right)
                same = sum(found.get(slug) == value for slug, value in right.items())
                false = sum(slug not in right or right[slug] != value for slug, value in found.items())
                lost += len(right) - same + false
                kept.append(f"{count}: {same} kept, {false} false")
            print(f"  {kind:<8} {'; '.join(kept)}")
    return int(lost > 0)


def _with_models(kind: str, count: int, right: Mapping[str, str]) -> dict[str, str]:
    from tests.stubs.chat import ChatStub
    from verification.models import ModelProfile, ProviderHealth

    with ExitStack() as stack:
        for place in range(count):
            stub = stack.enter_context(ChatStub(_behave(kind, right)))
            fields = {"vendor": f"V{place}", "base_url": stub.base_url, "model": f"model-{place}", "position": place}
            ModelProfile.objects.create(name=f"m{place}", **fields)
        found = _values()
        ModelProfile.objects.all().delete()
        ProviderHealth.objects.all().delete()
    return found


def _values() -> dict[str, str]:
    """The value of each demo node that a run accepts."""
    from verification.enums import RunTrigger
    from verification.models import Node
    from verification.services.runs.execution import execute_runs
    from verification.services.runs.lifecycle import request_run

    nodes = list(Node.objects.filter(is_active=True).order_by("pk"))
    keys = [request_run(node=node, trigger=RunTrigger.COMMAND, enqueue=False, extractor="rules").pk for node in nodes]
    return {run.node.slug: run.value for run in execute_runs(run_ids=keys) if run.reason == "accepted"}


def _behave(kind: str, right: Mapping[str, str]) -> Callable[[Mapping], object]:
    """A model that answers as executor, challenger and arbiter in the manner of ``kind``."""
    from tests.stubs.chat import answer_json, fail
    from tests.stubs.models import read_prompt
    from verification.models import Node

    labels = [(node.label, right[node.slug]) for node in Node.objects.filter(slug__in=right)]

    def find(body: Mapping) -> tuple[str | None, str | None]:
        """The node's value and the piece that holds it; for the cunning a figure that is no node's value."""
        pieces = [piece for page in read_prompt(body) for piece in page.pieces]
        if kind == "honest":
            own = next((value for label, value in labels if label in body["messages"][1]["content"].split("<<<DATA")[0]), "")
            return next(((own, piece) for piece in pieces if own and own in piece), (None, None))
        figures = ((figure, piece) for piece in pieces for figure in FIGURE.findall(piece))
        return next((pair for pair in figures if not any(pair[0] in value for value in right.values())), (None, None))

    def behave(body: Mapping) -> object:
        if kind == "dead":
            return fail(500)
        system = body["messages"][0]["content"]
        value, quote = ("9.99%", NO_QUOTE) if kind == "lying" else (None, None) if kind == "silent" else find(body)
        if '"challenge_id"' in system:
            ruling = "dismissed" if kind == "honest" else "upheld"
            return answer_json({"rulings": [{"challenge_id": "c1", "ruling": ruling, "reason": "So it is."}]})
        if '"challenges"' in system:
            doubt = {"type": "data_accuracy", "severity": "high", "claim": "It is another.", "evidence": quote or ""}
            return answer_json({"challenges": [doubt] if kind in ("lying", "cunning") else []})
        return answer_json({"value": value, "quote": quote, "sources": [], "confidence": 0.9, "reasoning": "It says so."})

    return behave


if __name__ == "__main__":
    sys.exit(main())
