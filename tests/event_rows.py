"""Events as rows, finished or open, for pages and the API."""

from decimal import Decimal
from itertools import count
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from verification.core.events.flow import digest_of
from verification.models import Event, EventStep

_numbers = count(1)
EVIDENCE = {
    "stories": 1,
    "domains": ["meridianwire.com"],
    "is_multi_source": False,
    "is_official": False,
    "is_conflicting": False,
    "tones": {"panic": 1, "neutral": 0, "optimistic": 0},
    "confidence": "0.5",
    "first_at": "2026-11-19T12:00:00+00:00",
    "last_at": "2026-11-19T12:00:00+00:00",
    "witnesses": [
        {
            "url": "https://meridianwire.com/1",
            "title": "Harborline Pay was hacked",
            "domain": "meridianwire.com",
            "stance": "supports",
            "quote": "Attackers had entered a settlement system of Harborline Pay.",
            "published_at": "2026-11-19T12:00:00+00:00",
            "score": "0.5",
            "is_official": False,
            "story": 1,
        },
        {
            "url": "javascript:alert(1)",
            "title": "<script>alert(1)</script>",
            "domain": "evil.example",
            "stance": "off_topic",
            "quote": "",
            "published_at": None,
            "score": None,
            "is_official": False,
            "story": 0,
        },
    ],
}


def make_event(*, requested_by: User | None = None, owner: str = "somebody", is_open: bool = False, **fields: Any) -> Event:
    """A finished event of one source; of a person of its own where nobody is named, and of nobody with ``owner`` empty."""
    if requested_by is None and owner:
        requested_by = User.objects.get_or_create(username=owner)[0]
    text = fields.pop("text", f"Harborline Pay was hacked, message {next(_numbers)}")
    columns: dict[str, Any] = {"text": text, "digest": digest_of(text), "requested_by": requested_by}
    if is_open:
        return Event.objects.create(**{**columns, "status": "running", "lease_until": timezone.now(), **fields})
    columns |= {
        "status": "finished",
        "event_type": "hack",
        "direction": "short",
        "read_by": "rules",
        "summary": text,
        "preliminary_confidence": Decimal("0.8"),
        "confidence": Decimal("0.65"),
        "action": "observe",
        "strength": "medium",
        "timeframe": "short",
        "adjustments": [{"rule": "thin_evidence", "delta": "-0.15"}],
        "evidence": EVIDENCE,
        "tool_calls": 1,
        "calls": 1,
        "started_at": timezone.now(),
        "finished_at": timezone.now(),
        "duration_ms": 1200,
    }
    event = Event.objects.create(**{**columns, **fields})
    for position, (state, output) in enumerate(STEPS.items(), 1):
        EventStep.objects.create(
            event=event,
            position=position,
            state=state,
            status="done",
            output=output,
            started_at=timezone.now(),
            finished_at=timezone.now(),
            duration_ms=200,
        )
    return event


STEPS: dict[str, dict[str, Any]] = {
    "reading": {"event_type": "hack", "confidence": "0.8", "read_by": "rules"},
    "context": {"similar": [], "memory_text": ""},
    "planner": {"tools": ["search"], "keywords": "Harborline Pay hack 官方声明", "reason": "forced", "said": "A second source is needed."},
    "executor": {"tool": {"source": "corpus"}, "pages": [], "keywords": "Harborline Pay hack 官方声明"},
    "router": {"is_more": False, "reason": "searched", "stories": 1},
    "synthesis": {"confidence": "0.65"},
}
