"""What the browser tests walk through: rows of every sort, and the addresses of every page that shows them."""

import random
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from django.contrib import admin
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import User
from django.db import connections
from django.test import RequestFactory
from django.urls import resolve, reverse
from django.utils import timezone
from django_q.models import Task

from attribution.models import Attribution, CitationReport
from attribution.services.citations.disputes import dispute_citation
from tests.attribution.cited_rows import make_report
from tests.attribution.rows import make_attribution
from tests.event_rows import make_event
from tests.views.desk import make_dispute, make_second
from tests.views.ledger import make_call, spend
from tests.views.nodes.test_history import fill as fill_history
from tests.views.rows import make_batch, make_conflict, make_node, make_open_run, make_page, make_run, make_state, make_verified
from tests.views.verified import make_delivery, make_voted
from verification.core.evidence import Why
from verification.enums import RulingDecision
from verification.models import (
    Chore,
    Document,
    HealthAlert,
    Node,
    ProviderHealth,
    ReviewItem,
    SearchSetting,
    WhitelistDomain,
    WhitelistProposal,
    Worker,
)
from verification.services.audit import record_audit
from verification.services.operations.profiles import note_choice
from verification.services.operations.tokens import create_token
from verification.services.reviews.desk import PersonJudgement, claim_review, escalate_review, open_review, rule_review
from verification.services.reviews.feedback import flag_node, watch_node
from verification.services.runs.execution import execute_run

NOWHERE = "/nowhere/"
OTHERS = 4
# Much hangs on rows of the one, a little on those of the other: the questions before a deletion show both.
ASKED_OF = (Node, Document)
LONG_LABEL = "A very long name of an effect that no box can hold in full, and that goes on for a second line on a phone"
TRACE = [{"code": "pages_read", "params": {"pages": 3}}, {"code": "copies_merged", "params": {"copies": 1}}]
CANDIDATES = [
    {"value": "3.5%", "number": "3.5", "domains": ["a.example", "b.example", "c.example"], "stories": 3},
    {"value": "3.75%", "number": "3.75", "domains": ["d.example"], "stories": 1},
]
# Routes without a page of ours to look at: files, fragments, pictures, and what only takes a form.
NO_PAGE = {
    *(
        "citation-shares-csv",
        "agreement-csv",
        "agreement-json",
        "usage-csv",
        "usage-json",
        "nodes-csv",
        "nodes-json",
        "history-csv",
        "history-json",
        "node-feed",
        "own-feed",
        "own-badge",
        "node-badge",
        "robots",
        "palette",
    ),
    *(
        "usage-try",
        "node-day",
        "verify",
        "node-series",
        "node-series-found",
        "node-series-table",
        "node-names",
        "watch",
        "unwatch",
        "feed-change",
        "token-revoke",
        "webhook-again",
        "logout",
        "language",
        "theme",
        "welcome",
        "node-reading",
    ),
    *("run-live", "run-cancel", "batch-live", "batch-cancel", "operations-live"),
    *(
        "event-live",
        "event-cancel",
        "event-outcome",
        "event-node",
        "event-again",
        "event-delete",
        "citation-report-delete",
        "attribution-delete",
    ),
    *("attribution-live", "attribution-mode", "attribution-mark"),
    *("citation-report-live", "citation-card", "citation-export", "citation-recheck", "citation-report-cancel", "citation-dispute"),
    *("citation-schedule", "citation-send"),
    *("review-lease", "review-start", "review-claim", "review-release", "review-undo", "review-reopen", "review-moves"),
}


def one_of_a_kind(addresses: list[str], seed: str) -> list[str]:
    """The first page of each route, and of each sort of page in the admin; of all others one in ``OTHERS``, drawn anew with every seed."""
    kinds: dict[str, str] = {}
    for address in addresses:
        route = resolve(address.partition("?")[0]).url_name if address != NOWHERE else "nowhere"
        kinds.setdefault(route.rpartition("_")[2] if address.startswith("/admin/") else route, address)
    first = set(kinds.values())
    others = [address for address in addresses if address not in first]
    return [*first, *random.Random(seed).sample(others, len(others) // OTHERS)]


def _fill_nodes(user: AbstractBaseUser) -> tuple[Node, list[str]]:
    """Nodes in every state, linked with each other; the pages of the nodes and runs."""
    node = make_node("policy-rate", label="Policy rate of the central bank", aliases=["中央银行政策利率"], group="Rates", fresh_days=7)
    pages = [
        make_page("The committee left its benchmark at 3.5%, saying that it would wait for more data before it moves again.", "3.5%"),
        make_page("央行将政策利率维持在3.5%不变。", "3.5%", domain="ribao.example", title="按兵不动", is_whitelisted=True),
        make_page("We see 3.25% by the end of the year.", "3.25%", stance="forecast", is_accepted=False),
        make_page(
            "x" * 400, "", url="https://a-very-long-name.example/" + "y" * 300, title="z" * 200, stance="no_value", is_accepted=False
        ),
    ]
    first = make_state(node, pages=pages, trace=TRACE, candidates=CANDIDATES)
    second = make_state(node, pages=pages[:2], trace=TRACE, candidates=CANDIDATES, number="3.75", value="3.75%")
    conflict = make_conflict("oil")
    make_state(make_node("thin"), badge="unknown", reason="too_few_domains", value="unknown", number="", domains_count=1)
    failed = make_run(
        make_node("broken"), status="failed", badge="failed", reason="provider_failed", value="", number="", error="No answer."
    )
    waiting = make_open_run(make_node("waiting"))
    make_node("never", label="月度消费者价格指数同比涨幅").links.add(node)
    old = fill_history("old-rate", label="Ten-year yield")
    node.links.add(old, conflict, make_verified("effect", label=LONG_LABEL))
    watch_node(node=node, user=user)
    flag_node(node=node, user=user, reason="The minutes say 3.6%.", source="https://bank.example/minutes")
    slugs = ("policy-rate", "oil", "thin", "broken", "never", "effect")
    return node, [
        *(f"/nodes/{slug}/" for slug in slugs),
        *("/nodes/old-rate/?h=all", "/nodes/old-rate/?at=2025-01-01"),
        *(f"/runs/{run}/" for run in (second.run_id, conflict.state.run_id, failed.pk, waiting.pk)),
        f"/nodes/policy-rate/compare/?a={first.run_id}&b={second.run_id}",
        *("/nodes/thin/compare/", "/nodes/policy-rate/flag/", "/graph/"),
        *("/nodes/policy-rate/series/search/", "/nodes/policy-rate/series/search/?q=rate"),
    ]


def _fill_batches(node: Node) -> list[str]:
    batch, over = make_batch(make_node("asked-for"), query="q=rate&stale=1"), make_batch()
    batch.runs.add(*node.runs.all())
    over.runs.add(*node.runs.all())
    return ["/batches/", "/batches/new/", "/batches/new/?q=nothing-like-it", *(f"/batches/{pk}/" for pk in (batch.pk, over.pk))]


def fill_pages(user: AbstractBaseUser) -> list[str]:
    """Rows of every sort; the address of each page that ``user``, an admin, may open."""
    node, addresses = _fill_nodes(user)
    note_choice(user=user, feed_token="f" * 43)
    create_token(user=user, name="nightly export")
    fill_ledger()
    fill_operations()
    return [
        *("/new/?label=policy+rate", "/help/", "/help/how-a-verdict-is-reached/", "/help/api/"),
        *("/", "/?q=nothing-like-it", "/?badge=unknown&sort=name", *addresses, *_fill_batches(node)),
        *(
            "/verifications/",
            "/verifications/new/",
            f"/verifications/{make_voted(user).public_id}/",
            "/usage/",
            "/usage/?provider=nobody",
            "/operations/",
            *fill_desk(user),
            *fill_attributions(),
            *fill_citations(),
            *fill_events(),
            "/account/",
            "/account/password/",
            "/account/tokens/",
            "/account/webhooks/",
            "/api/v1/docs/",
            NOWHERE,
        ),
    ]


def fill_events() -> list[str]:
    """Lifted and lowered, contradicted, not searched, waiting and failed; one with an outcome and a past case."""
    past = make_event(outcome="refuted", outcome_at=timezone.now(), outcome_note="A test transfer.")
    case = {"event": past.pk, "similarity": "0.83", "event_type": "hack", "asset": "", "confidence": "0.65", "outcome": "refuted"}
    moved = [{"rule": "conflict", "delta": "-0.20"}, {"rule": "similar_refuted", "delta": "-0.10"}]
    torn = make_event(adjustments=moved, similar=[case], risk_flags=["confidence_low", "data_incomplete"], confidence="0.35")
    skipped = make_event(text="某交易所" * 40, evidence=None, adjustments=[], unused_reason="outside_rollout")
    waiting, failed = make_event(is_open=True), make_event(status="failed", error="An error of the program: KeyError.")
    rows = (past, torn, skipped, waiting, failed)
    return ["/events/", "/events/?example=1", "/events/?q=nothing-like-it", "/events/calibration/", *(f"/events/{row.pk}/" for row in rows)]


def fill_citations() -> list[str]:
    """Judged, waiting, failed, and without a citation."""
    report, waiting, failed, none = make_report(), make_report(is_open=True), make_report(), make_report(text="Nothing is cited here.")
    CitationReport.objects.filter(pk=failed.pk).update(status="failed", error="An error of the program: KeyError.")
    return [
        *("/citations/", "/citations/?example=1", "/citations/shares/", "/citations/shares/?by=month&domain=paper-1.example"),
        *(f"/citations/{one.pk}/" for one in (report, waiting, failed, none)),
        *(f"/citations/{report.pk}/?c={n}" for n in (1, 4, 5)),
        f"/citations/{report.pk}/?v=broken_link",
    ]


def fill_attributions() -> list[str]:
    """Traced, empty, waiting, failed and switched off; marks of a reader."""
    row, empty = make_attribution(user=None), make_attribution("Nothing of this is written anywhere.")
    off, forward = make_attribution(enabled=False), make_attribution(mode="forward")
    waiting, failed = make_attribution("It waits."), make_attribution("It failed.")
    Attribution.objects.filter(pk=waiting.pk).update(status="queued", result=None, finished_at=None)
    Attribution.objects.filter(pk=failed.pk).update(status="failed", result=None, error="An error of the program: KeyError.")
    rows = (row, empty, off, forward, waiting, failed)
    return [
        *("/attributions/", "/attributions/?example=zh", "/attributions/?q=nothing-like-it", "/attributions/figures/"),
        *(f"/attributions/{one.pk}/?scores=1" for one in rows),
        f"/attributions/{row.pk}/sources/1/",
    ]


def fill_desk(user: AbstractBaseUser) -> list[str]:
    """Items that are free, held, flagged, escalated and decided."""
    reviewer = User.objects.get(pk=user.pk)
    free, held, decided = (make_dispute(slug) for slug in ("brent", "wti", "dubai"))
    other = User.objects.create_user(username="tomas")
    claim_review(item=held, user=other)
    escalate_review(item=free, user=other, reason="Which contract month?")
    judgement = PersonJudgement(
        RulingDecision.FIX, reason="The close.", value="66.95", source_url="https://bank.example/brent", chips=("newer",)
    )
    rule_review(item=decided, user=reviewer, version=1, judgement=judgement)
    second = make_second("oman", other)
    flagged = ReviewItem.objects.get(subject_kind="flag")
    claim = open_review(
        subject_kind="verification", subject_id=make_voted(user).pk, why=Why("no_majority", {"values": 2}), risk_level="high"
    )
    disputed = dispute_citation(citation=make_report(user=user).citations.get(index=2), user=user, reason="It says 1.3 for the month.")
    make_delivery(user, status="failed", log=[{"at": "2026-11-20T08:00:00+00:00", "status": 500, "fault": "bad_answer", "ms": 12}])
    cards = [f"/reviews/{item.pk}/" for item in (free, held, decided, flagged, claim, disputed)]
    return [
        "/reviews/",
        "/reviews/?queue=mine",
        "/reviews/?queue=decided",
        "/reviews/second/",
        f"/reviews/second/{second.pk}/",
        "/reviews/agreement/",
        "/reviews/agreement/?mode=voting",
        "/reviews/bulk/?queue=open",
        f"/reviews/?ruled={decided.pk}",
        *cards,
    ]


def fill_ledger() -> None:
    """A month in which everything is there to be warned of."""
    spend(29)
    for days_ago in range(0, 30, 3):
        make_call(days_ago=days_ago, cost_usd="0.4")
        make_call(days_ago=days_ago, kind="page", provider="web", purpose="citation", cost_usd=0)
    make_call(days_ago=1, kind="model", provider="openai", purpose="event", cost_usd="1.7", input_tokens=52_000, output_tokens=900)
    make_call(status="failed", fault="timeout", cost_usd=0)
    make_call(status="refused", fault="quota_exhausted", units=0, cost_usd=0)
    make_call(is_cached=True, units=0, cost_usd=0)
    until = timezone.now() + timedelta(minutes=9)
    ProviderHealth.objects.create(provider="search:tavily", opened_at=timezone.now(), open_until=until, last_fault="out_of_credit")
    SearchSetting.objects.create(name="tavily", position=1, daily_limit=1000)


def fill_admin(user: AbstractBaseUser, *, is_whole: bool) -> list[str]:
    """``fill_pages``, and the pages of the admin."""
    fill_pages(user)
    return add_admin(user, is_whole=is_whole)


def add_admin(user: AbstractBaseUser, *, is_whole: bool) -> list[str]:
    """A row of each other model that the admin shows; the lists, forms, histories and questions before a deletion, by what is registered.

    Rows that are only read look alike, a new row has the form of one that is there, and all histories and questions are of one template:
    they are left out unless the walk ``is_whole``.
    """
    Document.objects.create(url="https://a.example/1", host="a.example", title="Rates", text="The rate is 3.5%.", sha256="0" * 64)
    domain = WhitelistDomain.objects.order_by("pk").last()
    record_audit(actor=user, verb="whitelist_changed", subject=domain, before={"tier": 2}, after={"tier": 1}, reason="It is official.")
    WhitelistProposal.objects.create(
        kind="add", domain="news.example.com", wanted={"owner": "News", "tier": 2}, reason="Cited each day.", proposed_by=user
    )
    request = RequestFactory().get("/admin/")
    request.user = User.objects.get(pk=user.pk)
    found = ["/admin/", reverse("admin:verification_whitelistdomain_import")]
    for model, office in admin.site._registry.items():
        if not office.has_view_permission(request) or model._meta.app_label != "verification":
            continue
        name = f"admin:verification_{model._meta.model_name}"
        found.append(reverse(f"{name}_changelist"))
        row = model._default_manager.order_by("-pk").first()
        is_written = row is not None and office.has_delete_permission(request, row)
        found += [reverse(f"{name}_add")] if office.has_add_permission(request) and (is_whole or not is_written) else []
        if row is not None and (is_written or is_whole):
            pages = ("change", "history", "delete") if is_written and (is_whole or model in ASKED_OF) else ("change",)
            found += [reverse(f"{name}_{page}", args=[row.pk]) for page in pages]
    return found


def work_off(run_id: int) -> None:
    """As a worker would: in a thread of its own, for the browser's event loop lives in that of the tests."""

    def work() -> None:
        try:
            execute_run(run_id=run_id)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as worker:
        worker.submit(work).result()


def fill_operations() -> None:
    """A worker that lives, one that died, work that waits, and everything that can be told of."""
    now = timezone.now()
    Worker.objects.create(name="alpha:4711", started_at=now, beat_at=now, processes=6)
    silent = now - timedelta(minutes=3)
    restarted = {"restarts": 2, "last_restart_at": silent, "last_restart_reason": "process_lost"}
    Worker.objects.create(name="beta:815", started_at=silent, beat_at=silent, processes=5, **restarted)
    make_node("late", schedule="0 * * * *", next_due_at=now - timedelta(hours=1))
    Task.objects.create(
        id="f" * 32,
        name="one",
        func="verification.tasks.execute_run",
        started=silent,
        stopped=now,
        success=False,
        attempt_count=3,
        result="Traceback (most recent call last):\n  File\nValueError: <script>alert(1)</script> " + "x" * 400,
    )
    HealthAlert.objects.create(trouble="provider_resting", subject="search:tavily", began_at=silent, seen_at=now, emailed="began")
    HealthAlert.objects.create(trouble="queue_waiting", figure="400", began_at=silent, seen_at=silent, ended_at=now)
    Chore.objects.create(name="health", due_at=now, done_at=silent, count=1)
    Chore.objects.create(name="purge", due_at=now, error="OperationalError: disk full")
