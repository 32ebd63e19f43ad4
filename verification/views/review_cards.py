"""What the review card and the queue's rows show, gathered from rows that are already loaded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext, ngettext, pgettext

from verification.core.reasons import WhyCode
from verification.enums import ReasonChip, ReviewStatus, RulingDecision, Stance, SubjectKind
from verification.models import AuditEntry, Node, ReviewItem, Ruling, Source, VerificationRun, WhitelistDomain
from verification.services.review_evidence import Proposed, ReviewCandidate, ReviewEvidence
from verification.templatetags.evidence import node_name, visible
from verification.templatetags.figures import Figure, candidate_figure, make_figure, make_text_answer, seconds
from verification.views.cards import list_conflicts

_TONES = ("c1", "c2", "c3")


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page behind a candidate: ``stance`` is towards that value; ``is_out`` where it casts no vote."""

    source: Source
    listing: WhitelistDomain | None
    stance: str
    is_out: bool


@dataclass(frozen=True, slots=True)
class ShownCandidate:
    key: int
    value: str
    figure: Figure
    pages: list[ShownPage]
    tone: str
    votes: str
    newest_at: datetime | None
    producer: str
    is_proposed: bool


@dataclass(frozen=True, slots=True)
class Lease:
    """Who looks at an item, and for how many minutes still (rounded up)."""

    holder: str
    is_mine: bool
    until: datetime
    minutes: int


@dataclass(frozen=True, slots=True)
class RecordLine:
    at: datetime
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class QueueRow:
    """One row of the queue: ``title`` where the item is about no node; ``ruling`` on decided ones."""

    item: ReviewItem
    title: str
    run: VerificationRun | None
    candidates: list[Figure]
    lease: Lease | None
    ruling: Ruling | None
    decided: Figure | None


def make_rows(
    items: Sequence[ReviewItem], runs: Mapping[int, VerificationRun], rulings: Mapping[int, Ruling], user_id: int | None, now: datetime
) -> list[QueueRow]:
    rows = []
    for item in items:
        run = runs.get(item.subject_id) if item.subject_kind == SubjectKind.RUN else None
        ruling = rulings.get(item.pk)
        rows.append(
            QueueRow(
                item=item,
                title=title_of(item),
                run=run,
                candidates=_competing(item, run),
                lease=make_lease(item, user_id, now),
                ruling=ruling,
                decided=decided_figure(item, ruling) if ruling else None,
            )
        )
    return rows


def title_of(item: ReviewItem) -> str:
    """What the item asks: the node's name, else its subject."""
    if item.node:
        return node_name(item.node)
    return f"{item.get_subject_kind_display()} #{item.subject_id}"


def _competing(item: ReviewItem, run: VerificationRun | None) -> list[Figure]:
    node = item.node
    if node is None:
        return []
    if item.subject_kind == SubjectKind.FLAG and node.state and node.state.value not in ("", "unknown"):
        return [candidate_figure({"value": node.state.value, "number": node.state.number}, unit=node.state.unit, kind=node.kind)]
    return list_conflicts(node, run)


def decided_figure(item: ReviewItem, ruling: Ruling) -> Figure | None:
    """The value that a ruling set."""
    if not ruling.value:
        return None
    if item.node is None or not ruling.number:
        return Figure(make_text_answer(ruling.value))
    return make_figure(number=ruling.number, unit=ruling.unit, kind=item.node.kind, written=ruling.value)


def make_lease(item: ReviewItem, user_id: int | None, now: datetime) -> Lease | None:
    if item.status != ReviewStatus.OPEN or item.claimed_by is None or item.lease_until is None or item.lease_until <= now:
        return None
    left = item.lease_until - now
    minutes = -(-left // timedelta(minutes=1))
    return Lease(visible(item.claimed_by.get_username()), item.claimed_by_id == user_id, item.lease_until, minutes)


def make_candidates(
    node: Node, evidence: ReviewEvidence, listings: Mapping[str, WhitelistDomain], tones: Mapping[str, str] | None = None
) -> list[ShownCandidate]:
    """``tones`` are those of the strip, by what is written there."""
    figures = [
        candidate_figure({"value": candidate.value, "number": candidate.number}, unit=candidate.unit, kind=node.kind)
        for candidate in evidence.candidates
    ]
    return [
        ShownCandidate(
            key=place + 1,
            value=candidate.value,
            figure=figures[place],
            pages=[_page(source, listings) for source in candidate.sources],
            tone=(tones or {}).get(str(figures[place]), _TONES[min(place, len(_TONES) - 1)]),
            votes=_votes(candidate),
            newest_at=candidate.newest_at,
            producer=_producer(candidate, evidence.run),
            is_proposed=place == evidence.proposed,
        )
        for place, candidate in enumerate(evidence.candidates)
    ]


def _page(source: Source, listings: Mapping[str, WhitelistDomain]) -> ShownPage:
    votes = source.stance in (Stance.SUPPORTS, Stance.CONTRADICTS)
    return ShownPage(source, listings.get(source.domain), Stance.SUPPORTS if votes else source.stance, not votes)


def _votes(candidate: ReviewCandidate) -> str:
    number = len(candidate.domains)
    parts = [ngettext("%(count)d domain", "%(count)d domains", number) % {"count": number}]
    without = sum(source.stance not in (Stance.SUPPORTS, Stance.CONTRADICTS) for source in candidate.sources)
    if without:
        parts.append(ngettext("%(count)d page without a vote", "%(count)d pages without a vote", without) % {"count": without})
    return " · ".join(parts)


def _producer(candidate: ReviewCandidate, run: VerificationRun | None) -> str:
    """Who found the value, how long the run took and what it cost."""
    if run is None:
        return ""
    by_model = any(source.why.get("code") == WhyCode.BOUND_BY_MODEL for source in candidate.sources)
    name = gettext("Named by a model, found in the page") if by_model else gettext("Rule extractor")
    cost = gettext("run cost $%(cost)s") % {"cost": f"{run.cost_usd.normalize():f}"} if run.cost_usd else gettext("no cost")
    return " · ".join(part for part in (name, seconds(run.duration_ms), cost) if part)


def describe_proposal(candidates: Sequence[ShownCandidate], evidence: ReviewEvidence) -> str:
    """One sentence: which value the engine would take, and why; a proposal is never written like a value."""
    if evidence.proposed is None or evidence.proposed_for is None:
        return gettext("The engine proposes no value.")
    figure = candidates[evidence.proposed].figure
    sentences = {
        Proposed.PRESENT: gettext("The node shows %(value)s now."),
        Proposed.WHITELISTED: gettext("The engine proposes %(value)s, because a whitelisted domain carries it."),
        Proposed.MOST_VOTES: gettext("The engine proposes %(value)s, because most domains carry it."),
        Proposed.NEWEST: gettext("The engine proposes %(value)s, because its pages are the newest."),
    }
    return sentences[evidence.proposed_for] % {"value": figure}


def make_record(entries: Sequence[AuditEntry]) -> list[RecordLine]:
    return [RecordLine(entry.at, _said(entry), visible(entry.reason)) for entry in entries]


def _said(entry: AuditEntry) -> str:
    who = {"who": visible(entry.actor_name)}
    sentences = {
        "review.claim": gettext("Claimed by %(who)s"),
        "review.take_over": gettext("Taken over by %(who)s"),
        "review.release": gettext("Released by %(who)s"),
        "review.skip": gettext("Skipped by %(who)s"),
        "review.escalate": gettext("Escalated by %(who)s"),
        "review.undo": gettext("Taken back by %(who)s"),
        "review.reopen": gettext("Reopened by %(who)s"),
    }
    if entry.verb != "review.rule":
        return sentences.get(entry.verb, entry.verb + " · %(who)s") % who
    after = entry.after or {}
    decision = str(after.get("decision"))
    label = str(RulingDecision(decision).label) if decision in RulingDecision.values else decision
    value = visible(str(after.get("value") or ""))
    said = pgettext("a ruling: decision and value", "%(what)s %(value)s") % {"what": label, "value": value} if value else label
    return gettext("Ruled by %(who)s: %(what)s") % {**who, "what": said}


def chip_labels(ruling: Ruling) -> list[str]:
    return [str(ReasonChip(chip).label) for chip in ruling.chips if chip in ReasonChip.values]
