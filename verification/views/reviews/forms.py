"""What a person typed into a review form, kept whatever becomes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.http import HttpRequest, QueryDict

from verification.enums import ReasonChip, RulingDecision
from verification.reads.reviews.reviews import Queue
from verification.services.reviews.desk import PersonJudgement

MAX_KEPT = 20_000
SKIP, ESCALATE = "skip", "escalate"
KEYS_COOKIE, ADVANCE_COOKIE = "review_keys", "review_advance"


@dataclass(frozen=True, slots=True)
class Typed:
    """``version`` is None where the form did not say which it saw."""

    decision: str = ""
    version: int | None = None
    evidence: str = ""
    candidate: str = ""
    value: str = ""
    unit: str = ""
    source: str = ""
    reason: str = ""
    valid_days: str = ""
    chips: tuple[str, ...] = field(default_factory=tuple)

    def judge(self) -> PersonJudgement:
        decision = RulingDecision(self.decision)
        is_fix = decision == RulingDecision.FIX
        return PersonJudgement(
            decision,
            reason=self.reason,
            chips=self.chips,
            value=self.value if is_fix else self.candidate if decision == RulingDecision.ACCEPT else "",
            unit=self.unit if is_fix else "",
            source_url=self.source.strip() if is_fix else "",
            valid_days=self._days() if decision != RulingDecision.RETRY else None,
        )

    def _days(self) -> int | None:
        """None where nothing was written; nonsense is a number that no ruling may have."""
        text = self.valid_days.strip()
        return (int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0) if text else None


def read_typed(form: QueryDict) -> Typed:
    version = form.get("version", "")
    return Typed(
        decision=_text(form, "decision")[:20],
        version=int(version) if version.isascii() and version.isdigit() and len(version) < 10 else None,
        evidence=_text(form, "evidence")[:64],
        candidate=_text(form, "candidate")[:200],
        value=_text(form, "value"),
        unit=_text(form, "unit"),
        source=_text(form, "source"),
        reason=_text(form, "reason"),
        valid_days=_text(form, "valid_days")[:20],
        chips=tuple(chip for chip in ReasonChip.values if chip in form.getlist("chips")),
    )


def read_queue(asked: Mapping[str, str], otherwise: Queue) -> Queue:
    """The queue that an address or a form names."""
    wanted = asked.get("queue", "")
    return Queue(wanted) if wanted in list(Queue) else otherwise


def read_key(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None


def has_keys(request: HttpRequest) -> bool:
    return request.COOKIES.get(KEYS_COOKIE) != "off"


def has_advance(request: HttpRequest) -> bool:
    return request.COOKIES.get(ADVANCE_COOKIE) != "off"


def _text(form: QueryDict, name: str) -> str:
    return form.get(name, "").replace("\x00", "")[:MAX_KEPT]
