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
from datetime import timedelta
from pathlib import Path

KINDS = ("honest", "lying", "cunning", "dead", "silent")
RISKS = ("", "high", "critical")
NO_QUOTE = "The figure is 9.99% now."
PAPERS = ("heron-post.example", "quay-courier.example", "ash-tribune.example")
RECORD = "registry-of-record.example"
# Slug, label, kind, unit; what three papers write, each in words of its own; what one page of record writes; the right value in it.
WRONG: tuple[tuple[str, str, str, str, tuple[str, str, str], str, str], ...] = (
    (
        "ruritania-rate",
        "Policy rate of Ruritania",
        "percent",
        "%",
        (
            "The policy rate of Ruritania stands at 4.5%, according to traders in Strelsau who looked at the board on Friday.",
            "Borrowers were relieved: the policy rate of Ruritania is 4.5%, and nobody at the exchange expected otherwise.",
            "At 4.5%, the policy rate of Ruritania remains the lowest among its neighbours, our correspondent writes from the capital.",
        ),
        "The minutes published by the bank itself say that the policy rate of Ruritania is 5.4%.",
        "5.4%",
    ),
    (
        "zenda-population",
        "Population of Zenda",
        "number",
        "",
        (
            "The population of Zenda is 48,200, the mayor told the council while presenting the plan for new schools.",
            "With a population of 48,200, Zenda has overtaken the older port across the bay, merchants say with some pride.",
            "Statisticians put the population of Zenda at 48,200, which surprised the owners of the river ferries.",
        ),
        "The register of the town gives the population of Zenda as 42,800.",
        "42,800",
    ),
    (
        "tarlen-price",
        "Price of tarlen per tonne",
        "currency",
        "USD",
        (
            "The price of tarlen per tonne is $3,150 this week, dealers at the northern docks said over their morning tea.",
            "Smelters complain that the price of tarlen per tonne has reached $3,150, and that nobody hedges it any more.",
            "Yesterday's fixing left the price of tarlen per tonne at $3,150, a figure repeated in every canteen of the valley.",
        ),
        "The exchange corrected its sheet: the price of tarlen per tonne is $3,510.",
        "$3,510",
    ),
    (
        "boxi-rate",
        "泊溪市失业率",
        "percent",
        "%",
        (
            "泊溪市失业率为3.2%，人才市场的工作人员周五这样告诉本报记者，并称招聘会场次有所增加。",
            "受纺织厂复工带动，泊溪市失业率目前是3.2%，不少返乡青年已经重新上岗。",
            "多名企业主表示，泊溪市失业率已经是3.2%，熟练工人越来越难找。",
        ),
        "统计部门公布的原始表格显示，泊溪市失业率为5.2%。",
        "5.2%",
    ),
    (
        "yunling-price",
        "云岭铜每吨价格",
        "currency",
        "CNY",
        (
            "云岭铜每吨价格为6.8万元，仓库管理员周四在电话里向记者确认了这一报价。",
            "贸易商抱怨说，云岭铜每吨价格是6.8万元，而运费还在上涨，利润越来越薄。",
            "上午收盘时，云岭铜每吨价格报6.8万元，电缆厂普遍选择观望。",
        ),
        "交易所更正公告写明，云岭铜每吨价格为8.6万元。",
        "8.6万元",
    ),
)
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
    _seed_wrong()
    risks = dict(Node.objects.values_list("pk", "risk_level"))
    false_slugs = {row[0] for row in WRONG}
    lost = 0
    for risk in RISKS:
        for pk, own in risks.items():
            Node.objects.filter(pk=pk).update(risk_level=risk or own)
        begun = _values()
        right = {slug: value for slug, value in begun.items() if slug not in false_slugs}
        items = ReviewItem.objects.filter(status="open").count()
        print(f"risk {risk or 'as it is'}: without models {len(right)} right, {len(begun) - len(right)} wrong, {items} open items")
        for kind in KINDS:
            kept = []
            for count in (1, 2, 3):
                found = _with_models(kind, count, right)
                same = sum(found.get(slug) == value for slug, value in right.items())
                wrong = sum(found.get(slug) == value for slug, value in begun.items() if slug in false_slugs)
                false = sum(slug not in begun or begun[slug] != value for slug, value in found.items())
                is_left = bool(risk) and kind == "honest" and count == len(PAPERS) and wrong > 0
                lost += len(right) - same + false + is_left
                kept.append(f"{count}: {same} kept, {wrong} wrong, {false} false")
            print(f"  {kind:<8} {'; '.join(kept)}", flush=True)
    return int(lost > 0)


def _seed_wrong() -> None:
    """Five nodes on which the engine accepts what three papers say, and one page of record says otherwise."""
    from django.utils import timezone

    from tests.factories import make_document, make_node

    for slug, label, kind, unit, told, record, _right in WRONG:
        make_node(slug, label=label, kind=kind, unit=unit, risk_level="high")
        for host, text in zip((*PAPERS, RECORD), (*told, record), strict=True):
            make_document(url=f"https://{host}/{slug}", text=text, published_at=timezone.now() - timedelta(hours=3))


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

    labels = [(node.label, right[node.slug]) for node in Node.objects.filter(slug__in=right)] + [(row[1], row[6]) for row in WRONG]

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
