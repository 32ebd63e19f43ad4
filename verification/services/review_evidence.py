"""What a review card shows: the values that compete with the pages behind each, the flags, and a hash over all of it."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import Any

from verification.enums import Stance, SubjectKind
from verification.models import NodeFlag, NodeState, ReviewItem, Source, VerificationRun

MAX_CANDIDATES = 9  # one for each key
_WITH_VOTE = (Stance.SUPPORTS, Stance.CONTRADICTS)
_UNKNOWN = ("", "unknown")


class Proposed(StrEnum):
    """Why a value is proposed."""

    PRESENT = "present"
    WHITELISTED = "whitelisted"
    MOST_VOTES = "most_votes"
    NEWEST = "newest"


@dataclass(frozen=True, slots=True)
class ReviewCandidate:
    """A value that a person may accept, with every page that states it; ``domains`` are those that vote for it."""

    value: str
    number: str
    unit: str
    domains: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()

    @property
    def is_whitelisted(self) -> bool:
        return any(source.is_whitelisted and source.stance in _WITH_VOTE for source in self.sources)

    @property
    def newest_at(self) -> datetime | None:
        return max((source.published_at for source in self.sources if source.published_at), default=None)


@dataclass(frozen=True, slots=True)
class ReviewEvidence:
    """``state`` is what the node shows now. ``others`` are the pages that stand behind none of the candidates.

    ``proposed`` is the place of the candidate that the engine would take, None without any.
    """

    run: VerificationRun | None
    state: NodeState | None
    candidates: tuple[ReviewCandidate, ...]
    others: tuple[Source, ...]
    flags: tuple[NodeFlag, ...]
    proposed: int | None
    proposed_for: Proposed | None
    digest: str


def gather_evidence(*, items: Sequence[ReviewItem]) -> dict[int, ReviewEvidence]:
    """The evidence of each item by its key, in as many queries for a thousand as for one. Wants ``node__state`` joined."""
    wanted = {item.pk: _run_key(item) for item in items}
    runs = VerificationRun.objects.in_bulk({key for key in wanted.values() if key})
    sources = _by(Source.objects.filter(run__in=runs).order_by("run", "position"), "run_id")
    flags = _by(NodeFlag.objects.filter(review_item__in=list(wanted)).select_related("user").order_by("pk"), "review_item_id")
    found = {}
    for item in items:
        run = runs.get(wanted[item.pk] or 0)
        found[item.pk] = _weigh(item, run, sources.get(run.pk, []) if run else [], flags.get(item.pk, []))
    return found


def hash_evidence(shown: Mapping[str, Any]) -> str:
    """SHA-256 over what a card shows, as JSON with sorted keys."""
    written = json.dumps(shown, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(written.encode()).hexdigest()


def find_run_key(state: NodeState | None) -> int | None:
    """The run whose pages carry a state: its own, or the one that its ruling was about, through flags of earlier rulings."""
    seen = set()
    while state is not None and state.pk not in seen:
        seen.add(state.pk)
        if state.run_id is not None or state.ruling is None:
            return state.run_id
        item = state.ruling.review_item
        if item.subject_kind == SubjectKind.RUN:
            return int(item.subject_id)
        flag = NodeFlag.objects.select_related("state__ruling__review_item").filter(pk=item.subject_id).first()
        state = flag.state if flag and item.subject_kind == SubjectKind.FLAG else None
    return None


def _run_key(item: ReviewItem) -> int | None:
    """A flag is about what the node shows now."""
    if item.subject_kind == SubjectKind.RUN:
        return int(item.subject_id)
    return find_run_key(item.node.state) if item.node and item.subject_kind == SubjectKind.FLAG else None


def _by(rows: Iterable[Any], column: str) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(getattr(row, column), []).append(row)
    return found


def _weigh(item: ReviewItem, run: VerificationRun | None, sources: list[Source], flags: list[NodeFlag]) -> ReviewEvidence:
    state = item.node.state if item.node else None
    entries = _entries(item, run, state)
    groups, others = _group(entries, sources)
    candidates = tuple(
        ReviewCandidate(str(entry["value"]), str(entry.get("number") or ""), str(entry["unit"]), tuple(entry.get("domains") or ()), group)
        for entry, group in zip(entries, groups, strict=True)
    )
    is_present = item.subject_kind == SubjectKind.FLAG and state is not None and state.value not in _UNKNOWN
    proposed, why = _propose(candidates, is_present=is_present)
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


def _entries(item: ReviewItem, run: VerificationRun | None, state: NodeState | None) -> list[dict[str, Any]]:
    """The values that compete; where a state was flagged it comes first. Each value once."""
    unit = (run.unit if run else "") or (item.node.unit if item.node else "")
    entries = [{**entry, "unit": unit} for entry in (run.conflicts or run.candidates)] if run else []
    if item.subject_kind == SubjectKind.FLAG and state is not None and state.value not in _UNKNOWN:
        present = {"value": state.value, "number": state.number, "unit": state.unit or unit}
        same = next((entry for entry in entries if _is_same(entry, present["value"], present["number"])), {})
        entries = [{**same, **present}, *(entry for entry in entries if entry is not same)]
    kept: list[dict[str, Any]] = []
    for entry in entries:
        if not any(_is_same(other, str(entry["value"]), str(entry.get("number") or "")) for other in kept):
            kept.append(entry)
    return kept[:MAX_CANDIDATES]


def _group(entries: list[dict[str, Any]], sources: list[Source]) -> tuple[list[tuple[Source, ...]], list[Source]]:
    """The pages behind each value, and the rest: by the figure, else by the domain where it votes for one value alone."""
    groups: list[list[Source]] = [[] for _entry in entries]
    others = []
    for source in sources:
        places = [place for place, entry in enumerate(entries) if source.value and _is_same(entry, source.value, source.number)]
        if not places and source.value:
            places = [place for place, entry in enumerate(entries) if source.domain in (entry.get("domains") or ())]
        if len(places) == 1:
            groups[places[0]].append(source)
        else:
            others.append(source)
    return [tuple(group) for group in groups], others


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


def _is_same(entry: Mapping[str, Any], value: str, number: str) -> bool:
    mine = _ends(str(entry.get("number") or ""))
    theirs = _ends(number)
    return mine == theirs if mine and theirs else str(entry.get("value")) == value


def _ends(number: str) -> tuple[Decimal, Decimal] | None:
    low, dots, high = number.partition("..")
    try:
        return Decimal(low), Decimal(high if dots else low)
    except InvalidOperation:
        return None


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
            }
            for candidate in candidates
        ],
        "others": [_page(source) for source in others],
        "flags": [{"user": flag.user_id, "reason": flag.reason, "source": flag.source} for flag in flags],
    }


def _page(source: Source) -> list[object]:
    at = source.published_at.isoformat() if source.published_at else None
    return [source.url, source.title, source.stance, source.passage, source.figure_start, source.figure_end, source.value, at]
