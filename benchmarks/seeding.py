"""Nodes, runs and sources in any number, made fast: what the pages are measured on.

A few rows are written as the product writes them; the database itself copies these, so that a million runs take minutes on PostgreSQL.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import F, Model, OuterRef, Subquery

from verification.core.vocabulary import BoundBy, Stage, Trend
from verification.models import Node, NodeState, PageSnapshot, ProviderCall, ReviewItem, Source, VerificationRun
from verification.services.history import unlock_history
from verification.services.nodes.summaries import summarise_nodes

GROUPS = 9
BADGES = ("cross_validated", "whitelist_direct", "unknown", "needs_human")
REASONS = ("accepted", "accepted", "too_few_domains", "values_disagree")
OLDEST_EVIDENCE = 21  # days before its run
DEEP_NODE = "rate-1"  # has the square of everybody's runs
HOURS, MOST_KEYS = 24, 500
CALL_DAYS = 30  # as long as calls are kept


@dataclass(frozen=True, slots=True)
class Amounts:
    """How many nodes, how many runs each has, and how many pages each run read."""

    nodes: int
    runs: int
    sources: int


def seed(amounts: Amounts, now: datetime) -> None:
    """Fill an empty database; the same rows each time. Runs are a day apart; every ninth node ended with a failed run."""
    model = Node.objects.create(slug="model-of-all", label="Model of all", kind="percent", unit="%", is_active=False)
    runs = [_make_run(model, place, now) for place in range(len(BADGES))]
    states = [_make_state(run, now) for run in runs]
    sources = _make_sources(runs[0], amounts.sources, now)
    Node.objects.bulk_create([_node(number) for number in range(1, amounts.nodes + 1)], batch_size=1000)
    with unlock_history():
        _write_moments(now, amounts.runs + OLDEST_EVIDENCE)
        _copy_runs(runs, model, amounts.runs)
        _copy_states(states, model)
        _copy_sources(sources, model)
        _copy_deep_runs(runs[0], amounts.runs)
        _copy_calls(model)
    _spread_calls(now)
    latest = NodeState.objects.filter(node=OuterRef("pk")).order_by("-created_at", "-pk").values("pk")[:1]
    Node.objects.exclude(pk=model.pk).update(state=Subquery(latest))
    keys = Node.objects.exclude(pk=model.pk).order_by("pk").values_list("pk", flat=True)[::9]
    ended = {"status": "failed", "badge": "failed", "reason": "provider_failed", "as_of": now, "started_at": now, "finished_at": now}
    VerificationRun.objects.bulk_create([VerificationRun(node_id=pk, **ended) for pk in keys], batch_size=1000)
    summarise_nodes(keys=Node.objects.values_list("pk", flat=True))
    _queue_reviews()


def _copy_calls(model: Node) -> None:
    """A search and a question to a model for each run of the last thirty days, without the bodies."""
    calls = [
        ProviderCall.objects.create(kind="search", provider="tavily", purpose="verification", status="ok", units=1, cost_usd="0.008"),
        ProviderCall.objects.create(
            kind="model",
            provider="played",
            purpose="verification",
            status="ok",
            units=1,
            input_tokens=364,
            output_tokens=40,
            cost_usd="0.0004",
        ),
    ]
    runs = "verification_verificationrun r ON r.node_id <> %s JOIN seed_moment a ON a.at = r.as_of AND a.age < %s"
    changed = {"run_id": "r.id", "subject": "'run:' || CAST(r.id AS text)", "created_at": "r.as_of", "latency_ms": "300 + r.id %% 400"}
    _copy(ProviderCall, changed, runs, calls, model.pk, CALL_DAYS)


def _spread_calls(now: datetime) -> None:
    """What was called at this moment, over the hours before it, as a day's work comes; of all other days only the sums are read."""
    newest = ProviderCall.objects.filter(created_at__gt=now - timedelta(hours=1)).annotate(hour=F("run_id") % HOURS)
    keys = {hour: list(newest.filter(hour=hour).values_list("pk", flat=True)) for hour in range(1, HOURS)}
    for hour, found in keys.items():
        for first in range(0, len(found), MOST_KEYS):
            rows = ProviderCall.objects.filter(pk__in=found[first : first + MOST_KEYS])
            rows.update(created_at=F("created_at") - timedelta(hours=hour))


def _queue_reviews() -> None:
    """One open item for each node that needs a person."""
    waiting = Node.objects.filter(badge="needs_human", state__run__isnull=False).order_by("pk").values_list("pk", "state__run")
    risks = ("low", "medium", "high", "critical")
    ReviewItem.objects.bulk_create(
        [
            ReviewItem(node_id=node, subject_kind="run", subject_id=run, reason="values_disagree", risk_level=risks[place % len(risks)])
            for place, (node, run) in enumerate(waiting)
        ],
        batch_size=1000,
    )


def _node(number: int) -> Node:
    label = f"Rate of market {number}"
    return Node(
        slug=f"rate-{number}",
        label=label,
        aliases=[f"市场{number}利率"],
        kind="percent",
        unit="%",
        group=f"Group {number % GROUPS}",
        fresh_days=(7, 30, None)[number % 3],
        search_text=f"{label}\n市场{number}利率\nrate-{number}".lower(),
    )


def _value_of(place: int) -> dict[str, str]:
    return {"value": "3.5%", "number": "3.5"} if BADGES[place] in BADGES[:2] else {"value": "unknown", "number": ""}


def _make_run(node: Node, place: int, now: datetime) -> VerificationRun:
    return VerificationRun.objects.create(
        node=node,
        status="finished",
        badge=BADGES[place],
        reason=REASONS[place],
        stage=Stage.VOTES,
        unit="%",
        trend=Trend.STABLE,
        confidence="cross_validated",
        bound_by=BoundBy.RULES,
        domains_count=3,
        stories_count=3,
        as_of=now,
        started_at=now,
        finished_at=now,
        duration_ms=100,
        **_value_of(place),
    )


def _make_state(run: VerificationRun, now: datetime) -> NodeState:
    values = {"value": run.value, "number": run.number, "unit": run.unit, "badge": run.badge}
    return NodeState.objects.create(node=run.node, run=run, confidence="cross_validated", as_of=now, evidence_at=now, **values)


def _make_sources(run: VerificationRun, number: int, now: datetime) -> list[Source]:
    """The pages of one run, of which three carry the value."""
    snapshot = PageSnapshot.objects.create(sha256=hashlib.sha256(b"seed").hexdigest(), title="Rates", text="The policy rate is 3.5%.")
    rows = [
        Source(
            run=run,
            position=position,
            is_accepted=position < 3,
            stage=Stage.VOTES,
            url=f"https://site{position}.example/",
            domain=f"site{position}.example",
            title="Rates",
            snapshot=snapshot,
            published_at=now,
            stance="supports",
            why={"code": "bound_in_sentence", "params": {}},
            field="content",
            passage=snapshot.text,
            start=0,
            end=24,
            figure_start=19,
            figure_end=23,
            value="3.5%",
            number="3.5",
        )
        for position in range(number)
    ]
    with unlock_history():
        return Source.objects.bulk_create(rows)


def _write_moments(now: datetime, days: int) -> None:
    """A table of days before now, so that both databases reckon with dates alike."""
    kind = NodeState._meta.get_field("as_of").db_type(connection)  # noqa: SLF001 (Django documents it)
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY TABLE seed_moment (age integer PRIMARY KEY, at {kind} NOT NULL)")
        moments = [(age, connection.ops.adapt_datetimefield_value(now - timedelta(days=age, hours=age % 20))) for age in range(days)]
        cursor.executemany("INSERT INTO seed_moment (age, at) VALUES (%s, %s)", moments)


def _copy(model: type[Model], changed: Mapping[str, str], tables: str, rows: Iterable[Model], *params: object) -> None:
    """Copy ``rows``, called t, once for each row of ``tables``, with ``changed`` columns."""
    options = model._meta  # noqa: SLF001 (Django documents it)
    columns = [field.column for field in options.concrete_fields if not field.primary_key]
    chosen = ", ".join(changed.get(column, f't."{column}"') for column in columns)
    names = ", ".join(f'"{column}"' for column in columns)
    keys = ", ".join(str(int(row.pk)) for row in rows)
    source = f"FROM {options.db_table} t JOIN {tables} WHERE t.id IN ({keys})"
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {options.db_table} ({names}) SELECT {chosen} {source}", params)


_RUN_MOMENTS = dict.fromkeys(("created_at", "as_of", "started_at", "finished_at"), "a.at")


def _copy_runs(runs: list[VerificationRun], model: Node, number: int) -> None:
    for place, run in enumerate(runs):
        nodes = "verification_node n ON n.id %% 4 = %s AND n.id <> %s JOIN seed_moment a ON a.age < %s"
        _copy(VerificationRun, {"node_id": "n.id", **_RUN_MOMENTS}, nodes, [run], place, model.pk, number)


def _copy_states(states: list[NodeState], model: Node) -> None:
    changed = {"node_id": "r.node_id", "run_id": "r.id", "as_of": "r.as_of", "created_at": "r.as_of", "evidence_at": "e.at"}
    runs = (
        "verification_verificationrun r ON r.badge = t.badge AND r.node_id <> %s JOIN seed_moment a ON a.at = r.as_of"
        " JOIN seed_moment e ON e.age = a.age + r.node_id %% %s"
    )
    _copy(NodeState, changed, runs, states, model.pk, OLDEST_EVIDENCE)


def _copy_sources(sources: list[Source], model: Node) -> None:
    changed = {"run_id": "r.id", "published_at": "r.as_of", "url": "t.url || CAST(r.id AS text)"}
    _copy(Source, changed, "verification_verificationrun r ON r.node_id <> %s", sources, model.pk)


def _copy_deep_runs(run: VerificationRun, number: int) -> None:
    """One node with a long history: what the list of runs is measured on."""
    tables = "verification_node n ON n.slug = %s JOIN seed_moment a ON a.age < %s JOIN seed_moment b ON b.age < %s"
    _copy(VerificationRun, {"node_id": "n.id", **_RUN_MOMENTS}, tables, [run], DEEP_NODE, number, number)
