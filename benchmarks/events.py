"""How long events take beside what they wait for: one with a model and a search, one with slow services, and fifty at once; then the
same with a search that gives excerpts, whose pages are read.

``python benchmarks/events.py``: services are played on loopback, the database is a new SQLite file.
"""

import json
import os
import sys
import tempfile
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
SERPER_KEY = "0123456789abcdef0123456789abcdef01234567"
FOLDER = tempfile.mkdtemp(prefix="events-")
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "causalflow.settings",
    "VAR_DIR": FOLDER,
    "DEEP_ANALYSIS_TOOLS_ENABLED": "1",
    "PHASE1_ROLLOUT_PERCENTAGE": "1",
    "DEEP_ANALYSIS_TOOL_DAILY_LIMIT": "1000",
    "SEARCH_CONCURRENCY": "10",
    "TAVILY_API_KEY": "tvly-stub-0123456789abcdef",
    "SERPER_API_KEY": SERPER_KEY,
}

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db.models import Sum  # noqa: E402
from django.utils import timezone  # noqa: E402

from tests.stubs.chat import ChatStub, Said, answer_json, completion  # noqa: E402
from tests.stubs.pages import StubPage  # noqa: E402
from tests.stubs.serper import SerperStub  # noqa: E402
from tests.stubs.tavily import TavilyStub  # noqa: E402
from tests.stubs.web import WebStub  # noqa: E402
from verification.models import ModelProfile, ProviderCall  # noqa: E402
from verification.services.events.analysis import analyse_events  # noqa: E402
from verification.services.events.lifecycle import request_event  # noqa: E402

READING = {"event_type": "hack", "asset": "", "direction": "short", "confidence": 0.8, "summary": "An exchange was hacked."}
WISH = {"tools": ["search"], "reason": "A second source is needed."}


def play_model(read_s: float, plan_s: float, argue_s: float) -> ChatStub:
    """A model that takes its time for each sort of question."""

    def behave(body: dict) -> object:
        if body.get("tools"):
            said = Said(None, "tool_calls", tool_calls=(("decide_next_tools", json.dumps(WISH)),))
            return replace(completion(body, said), delay_s=plan_s)
        if "delta" in body["messages"][0]["content"]:
            return replace(completion(body, answer_json({"delta": -0.12, "reason": "One outlet."})), delay_s=argue_s)
        return replace(completion(body, answer_json(READING)), delay_s=read_s)

    return ChatStub(behave)


def measure(
    name: str, *, read_s: float, plan_s: float, search_s: float, argue_s: float, count: int = 1, page_s: float | None = None
) -> None:
    """``page_s``: the search gives excerpts, and each page behind them takes so long; None: it gives whole pages."""
    page = StubPage(url=f"http://{name}.example/1", title="Hack", text="Exchange hack.", published_at=timezone.now() - timedelta(hours=1))
    search = SerperStub([page], latency_s=search_s) if page_s is not None else TavilyStub([page], latency_s=search_s)
    with search, play_model(read_s, plan_s, argue_s) as model, WebStub([page], latency_s=page_s or 0.0) as web:
        settings.TAVILY_URL = settings.SERPER_URL = search.url
        settings.DEEP_ANALYSIS_SEARCH_PROVIDER = "serper" if page_s is not None else "tavily"
        settings.DEMO, settings.DEMO_STUBS = True, [urlsplit(web.url).netloc]
        ModelProfile.objects.update_or_create(
            name="played",
            defaults={
                "vendor": "Benchmark",
                "base_url": model.base_url,
                "model": "played",
                "concurrency": 20,
                "input_usd_per_million": "0.15",
                "output_usd_per_million": "0.60",
            },
        )
        events = [
            request_event(text=f"{name.replace('-', '').title()}{number} Exchange was hacked", trigger="command", enqueue=False).pk
            for number in range(count)
        ]
        began = time.monotonic()
        done = analyse_events(event_ids=events)
        took = time.monotonic() - began
    path = max(read_s, plan_s) + search_s + (page_s or 0.0) + argue_s
    ideal = path * -(-count // 10)
    cost = ProviderCall.objects.filter(subject__in=[event.ledger_subject for event in done]).aggregate(usd=Sum("cost_usd"))["usd"]
    calls = len(model.received) / count
    states = {event.status for event in done}
    each = [f"{what} {len(stub.received) / count:.1f}" for what, stub in {"searches": search, "pages": web}.items()]
    figures = f"ratio {took / ideal:4.2f}, model calls {calls:.1f}, {', '.join(each)}, US${cost / count:.5f} each"
    print(f"{name:>10}: {took:6.2f} s, ideal {ideal:6.2f} s, {figures}, {states}")


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    measure("warm-up", read_s=0.0, plan_s=0.0, search_s=0.01, argue_s=0.0)
    measure("half", read_s=0.5, plan_s=0.5, search_s=0.5, argue_s=0.5)
    measure("slow", read_s=1.0, plan_s=2.0, search_s=2.0, argue_s=3.0)
    measure("fifty", read_s=0.5, plan_s=0.5, search_s=0.5, argue_s=0.5, count=50)
    measure("pages", read_s=0.5, plan_s=0.5, search_s=0.5, argue_s=0.5, page_s=0.5)
    measure("slow-pages", read_s=1.0, plan_s=2.0, search_s=2.0, argue_s=3.0, page_s=0.5)
    measure("late-pages", read_s=1.0, plan_s=2.0, search_s=2.0, argue_s=3.0, page_s=5.0)
