"""What a review card shows: the values that compete with the pages behind each, the flags, and a hash over all of it."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import AnonymousUser, User

from verification.core.reasons import ReviewCode
from verification.core.sources.injection import injection_mark
from verification.core.standing.evidence import list_new
from verification.core.support.answers import same_answer
from verification.core.vocabulary import Reason, Stance
from verification.enums import SubjectKind
from verification.models import NodeFlag, NodeState, ReviewItem, Ruling, SecondReview, Source, Verification, VerificationRun
from verification.services.reviews.subjects import (
    Presented,
    Proposed,
    ReviewCandidate,
    ReviewSubject,
    Voice,
    group_pages,
    is_same,
    may_see,
    present_subjects,
    read_voice,
)
from verification.services.runs.standing import list_stated, read_stated, scale_of, stated_of

MAX_CANDIDATES = 9  # one for each key
AROUND = 60
_UNKNOWN = ("", "unknown")


ABOUT_A_RULING = (ReviewCode.RULING_CONTRADICTED, ReviewCode.RULING_EXPIRED)


@dataclass(frozen=True, slots=True)
class FormerRuling:
    """The ruling that an item asks about again; ``news`` are the pages that the person had not before them."""

    ruling: Ruling
    news: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class ReviewEvidence:
    """``state`` is what the node shows now. ``others`` are the pages that stand behind none of the candidates.

    ``proposed`` is the place of the candidate that the engine would take, None without any. ``subject`` where the item is about no node.
    """

    run: VerificationRun | None
    state: NodeState | None
    candidates: tuple[ReviewCandidate, ...]
    others: tuple[Source, ...]
    flags: tuple[NodeFlag, ...]
    proposed: int | None
    proposed_for: Proposed | None
    digest: str
    subject: ReviewSubject | None = None
    former: FormerRuling | None = None


def gather_evidence(*, items: Sequence[ReviewItem]) -> dict[int, ReviewEvidence]:
    """The evidence of each item by its key, in as many queries for a thousand as for one. Wants ``node__state`` joined."""
    wanted = {item.pk: _run_key(item) for item in items}
    runs = VerificationRun.objects.in_bulk({key for key in wanted.values() if key})
    sources = _by(Source.objects.filter(run__in=runs).order_by("run", "position"), "run_id")
    flags = _by(NodeFlag.objects.filter(review_item__in=list(wanted)).select_related("user").order_by("pk"), "review_item_id")
    panels = {row.run_id: row for row in Verification.objects.filter(run__in=runs).only("run_id", "result")}
    presented = present_subjects(items=items)
    asked = Ruling.objects.select_related("decided_by", "state")
    former = asked.in_bulk({key for item in items if (key := _former_key(item))})
    found: dict[int, ReviewEvidence] = {}
    for item in items:
        if item.pk in presented:
            evidence = _as_presented(item, presented[item.pk])
            found[item.pk] = _with_former(item, evidence, former.get(_former_key(item)), ())
            continue
        run = runs.get(wanted[item.pk] or 0)
        evidence = _weigh(item, run, sources.get(run.pk, []) if run else [], flags.get(item.pk, []))
        evidence = _with_former(item, evidence, former.get(_former_key(item)), sources.get(run.pk, []) if run else [])
        found[item.pk] = _with_voices(item, evidence, panels[run.pk]) if run and run.pk in panels else evidence
    return found


def show_evidence(evidence: ReviewEvidence, *, user: User | AnonymousUser) -> ReviewEvidence:
    """What ``user`` may see of it."""
    if evidence.subject is None or may_see(evidence.subject, user=user):
        return evidence
    return replace(evidence, subject=None, candidates=(), others=(), proposed=None, proposed_for=None)


def hash_evidence(shown: Mapping[str, Any]) -> str:
    """SHA-256 over what a card shows, as JSON with sorted keys."""
    written = json.dumps(shown, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(written.encode()).hexdigest()


def find_run_key(state: NodeState | None) -> int | None:
    """The run whose pages carry a state: its own, or the one that its ruling was about, through flags of earlier rulings."""
    seen = set()
    while state is not None and state.pk not in seen:
        seen.add(state.pk)
        state = state.basis
        if state.run_id is not None or state.ruling is None:
            return state.run_id
        item = state.ruling.review_item
        if item.subject_kind in (SubjectKind.RUN, SubjectKind.SECOND):
            return _run_key(item)
        flag = NodeFlag.objects.select_related("state__ruling__review_item").filter(pk=item.subject_id).first()
        state = flag.state if flag and item.subject_kind == SubjectKind.FLAG else None
    return None


def _run_key(item: ReviewItem) -> int | None:
    """A flag is about what the node shows now, an arbitration about what was ruled on first."""
    if item.subject_kind == SubjectKind.RUN:
        return int(item.subject_id)
    if item.subject_kind == SubjectKind.SECOND:
        first = SecondReview.objects.filter(pk=item.subject_id).values_list("ruling__review_item__subject_id", flat=True).first()
        return None if first is None else int(first)
    return find_run_key(item.node.state) if item.node and item.subject_kind == SubjectKind.FLAG else None


def _by(rows: Iterable[Any], column: str) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(getattr(row, column), []).append(row)
    return found


def _weigh(item: ReviewItem, run: VerificationRun | None, sources: list[Source], flags: list[NodeFlag]) -> ReviewEvidence:
    state = item.node.state if item.node else None
    entries = _entries(item, run, state)
    groups, others = group_pages(entries, sources)
    candidates = tuple(
        ReviewCandidate(str(entry["value"]), str(entry.get("number") or ""), str(entry["unit"]), tuple(entry.get("domains") or ()), group)
        for entry, group in zip(entries, groups, strict=True)
    )
    is_present = _shows_state(item) and state is not None and state.value not in _UNKNOWN
    # Whoever wrote orders into a page wants the default to be theirs.
    proposed, why = (None, None) if is_injected(item) else _propose(candidates, is_present=is_present)
    return ReviewEvidence(
        run=run,
        state=state,
        candidates=candidates,
        others=tuple(others),
        flags=tuple(flags),
        proposed=proposed,
        proposed_for=why,
        digest=hash_evidence(_shown(item, candidates, others, flags)),
    )


def _former_key(item: ReviewItem) -> int:
    """The key of the ruling that an item asks about again, 0 for any other item."""
    return int(item.why.get("params", {}).get("ruling") or 0) if item.why.get("code") in ABOUT_A_RULING else 0


def _with_former(item: ReviewItem, evidence: ReviewEvidence, ruling: Ruling | None, sources: Sequence[Source]) -> ReviewEvidence:
    if ruling is None:
        return evidence
    known = read_stated(ruling.state.ruled_on) if hasattr(ruling, "state") else ()
    new = set(list_new(known, list_stated(sources), scale_of(item.node))) if item.node else set()
    news = tuple(source for source in sources if source.value and stated_of(source) in new)
    digest = hash_evidence({"pages": evidence.digest, "ruling": ruling.pk})
    return replace(evidence, former=FormerRuling(ruling, news), digest=digest)


def _as_presented(item: ReviewItem, presented: Presented) -> ReviewEvidence:
    subject = presented.subject
    shown = _shown(item, presented.candidates, presented.others, ())
    shown["subject"] = subject.title
    return ReviewEvidence(
        run=None,
        state=None,
        candidates=presented.candidates,
        others=presented.others,
        flags=(),
        proposed=presented.proposed,
        proposed_for=presented.proposed_for,
        digest=hash_evidence(shown),
        subject=subject,
    )


def _with_voices(item: ReviewItem, evidence: ReviewEvidence, panel: Verification) -> ReviewEvidence:
    """A run's candidates with the voters who were heard on it, each at its value."""
    unit, tolerance = (item.node.unit, item.node.tolerance) if item.node else ("", "")
    votes = [vote for vote in (panel.result or {}).get("votes", []) if vote["outcome"] == "answered"]
    candidates = []
    for candidate in evidence.candidates:
        own = [vote for vote in votes if same_answer(_answer(vote), candidate.value, unit=unit or None, tolerance=tolerance)]
        candidates.append(replace(candidate, voices=tuple(read_voice(vote) for vote in own)))
    digest = hash_evidence({"pages": evidence.digest, "voices": [_voices(candidate) for candidate in candidates]})
    return replace(evidence, candidates=tuple(candidates), digest=digest)


def _answer(vote: Mapping[str, Any]) -> str:
    return str((vote.get("result") or {}).get("value") or "")


def _voices(candidate: ReviewCandidate) -> list[list[object]]:
    return [_voice(voice) for voice in candidate.voices]


def _voice(voice: Voice) -> list[object]:
    return [voice.name, voice.person, voice.model, voice.is_grounded, voice.quote, list(voice.pages)]


def _entries(item: ReviewItem, run: VerificationRun | None, state: NodeState | None) -> list[dict[str, Any]]:
    """The values that compete; a state that was flagged, or ruled before, comes first. Each value once."""
    unit = (run.unit if run else "") or (item.node.unit if item.node else "")
    entries = [{**entry, "unit": unit} for entry in (run.conflicts or run.candidates)] if run else []
    if _shows_state(item) and state is not None and state.value not in _UNKNOWN:
        present = {"value": state.value, "number": state.number, "unit": state.unit or unit}
        same = next((entry for entry in entries if is_same(entry, present["value"], present["number"])), {})
        entries = [{**same, **present}, *(entry for entry in entries if entry is not same)]
    kept: list[dict[str, Any]] = []
    for entry in entries:
        if not any(is_same(other, str(entry["value"]), str(entry.get("number") or "")) for other in kept):
            kept.append(entry)
    return kept[:MAX_CANDIDATES]


def is_injected(item: ReviewItem) -> bool:
    """Whether pages that give orders to a model carry what is asked about."""
    return item.reason == Reason.INJECTION_SUSPECTED or item.why.get("code") == ReviewCode.INJECTION_SUSPECTED


def find_orders(evidence: ReviewEvidence) -> list[tuple[Source, str]]:
    """Each page that gives orders to a model, with the passage in which it does; one query."""
    pages = [*evidence.others, *(source for candidate in evidence.candidates for source in candidate.sources)]
    giving = [page.pk for page in pages if page.stance == Stance.INJECTION and page.pk]
    found = []
    for source in Source.objects.filter(pk__in=giving).select_related("snapshot").order_by("position"):
        for text in (source.snapshot.title, source.snapshot.text):
            if (mark := injection_mark(text)) is not None:
                found.append((source, _passage_around(text, *mark)))
                break
    return found


def _passage_around(text: str, start: int, end: int) -> str:
    """What stands there, with whole words on both sides; an ellipsis where more was left out."""
    first, last = max(0, start - AROUND), min(len(text), end + AROUND)
    before, after = text[first:start], text[end:last]
    if first and " " in before:
        before = "…" + before.partition(" ")[2]
    if last < len(text) and " " in after:
        after = after.rpartition(" ")[0] + "…"
    return f"{before}{text[start:end]}{after}".strip()


def _shows_state(item: ReviewItem) -> bool:
    """A flag and a ruling that is asked about again are about the value shown now."""
    return item.subject_kind == SubjectKind.FLAG or bool(_former_key(item))


def _propose(candidates: Sequence[ReviewCandidate], *, is_present: bool) -> tuple[int | None, Proposed | None]:
    """What the engine would take: the value shown now, else the one that a whitelisted page carries, else most votes, else the newest."""
    if not candidates:
        return None, None
    if is_present:
        return 0, Proposed.PRESENT
    trusted = [place for place, candidate in enumerate(candidates) if candidate.is_whitelisted]
    if len(trusted) == 1:
        return trusted[0], Proposed.WHITELISTED
    votes = [len(candidate.domains) for candidate in candidates]
    if votes.count(max(votes)) == 1:
        return votes.index(max(votes)), Proposed.MOST_VOTES
    dated = [(candidate.newest_at, -place) for place, candidate in enumerate(candidates) if candidate.newest_at]
    return (-max(dated)[1], Proposed.NEWEST) if dated else (0, Proposed.MOST_VOTES)


def _shown(item: ReviewItem, candidates: Sequence[ReviewCandidate], others: Sequence[Source], flags: Sequence[NodeFlag]) -> dict[str, Any]:
    return {
        "item": item.pk,
        "why": item.why,
        "node": item.node_id,
        "candidates": [
            {
                "value": candidate.value,
                "number": candidate.number,
                "unit": candidate.unit,
                "domains": candidate.domains,
                "pages": [_page(source) for source in candidate.sources],
                **({"voices": _voices(candidate)} if candidate.voices else {}),
            }
            for candidate in candidates
        ],
        "others": [_page(source) for source in others],
        "flags": [{"user": flag.user_id, "reason": flag.reason, "source": flag.source} for flag in flags],
    }


def _page(source: Source) -> list[object]:
    at = source.published_at.isoformat() if source.published_at else None
    return [source.url, source.title, source.stance, source.passage, source.figure_start, source.figure_end, source.value, at]
