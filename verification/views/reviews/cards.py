"""What the review card and the queue's rows show, gathered from rows that are already loaded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext, ngettext, pgettext

from verification.core.reasons import WhyCode
from verification.core.vocabulary import Stance
from verification.enums import DECISIONS_DONE, ReasonChip, ReviewStatus, RulingDecision, SubjectKind
from verification.models import AuditEntry, ReviewItem, Ruling, Source, VerificationRun, WhitelistDomain
from verification.services.reviews.evidence import ReviewEvidence
from verification.services.reviews.subjects import WITH_VOTE, Presented, Proposed, ReviewCandidate, Voice
from verification.templatetags.evidence import MAX_NAME, node_name, visible
from verification.templatetags.figures import ShownFigure, candidate_figure, make_figure, make_text_answer, seconds
from verification.views.cards import MAX_CANDIDATES, list_conflicts

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
    figure: ShownFigure
    pages: list[ShownPage]
    tone: str
    votes: str
    newest_at: datetime | None
    producer: str
    is_proposed: bool
    voices: tuple[Voice, ...]


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
    candidates: list[ShownFigure]
    lease: Lease | None
    ruling: Ruling | None
    decided: ShownFigure | None


def make_rows(
    items: Sequence[ReviewItem],
    runs: Mapping[int, VerificationRun],
    rulings: Mapping[int, Ruling],
    presented: Mapping[int, Presented],
    user_id: int | None,
    now: datetime,
) -> list[QueueRow]:
    """``presented`` are the items that are about no node, as far as the person may see them."""
    rows = []
    for item in items:
        run = runs.get(item.subject_id) if item.subject_kind == SubjectKind.RUN else None
        ruling = rulings.get(item.pk)
        rows.append(
            QueueRow(
                item=item,
                title=title_of(item, presented.get(item.pk)),
                run=run,
                candidates=_competing(item, run, presented.get(item.pk)),
                lease=make_lease(item, user_id, now),
                ruling=ruling,
                decided=decided_figure(item, ruling, choices_of(presented.get(item.pk))) if ruling else None,
            )
        )
    return rows


def title_of(item: ReviewItem, presented: Presented | None = None) -> str:
    """What the item asks: the node's name, else its claim, else only its number where that is not to be seen."""
    if item.node:
        return node_name(item.node)
    if presented is not None:
        return visible(presented.subject.title[:MAX_NAME])
    return f"{item.get_subject_kind_display()} #{item.subject_id}"


def _competing(item: ReviewItem, run: VerificationRun | None, presented: Presented | None) -> list[ShownFigure]:
    """The values of a row. Of a citation only the verdict that stands: the others are all that it could have."""
    node = item.node
    if node is None and presented is not None:
        own = presented.candidates[:1] if presented.subject.choices else presented.candidates[:MAX_CANDIDATES]
        return [_figure(candidate, presented.subject.kind) for candidate in own]
    if node is None:
        return []
    if item.subject_kind == SubjectKind.FLAG and node.state and node.state.value not in ("", "unknown"):
        return [candidate_figure({"value": node.state.value, "number": node.state.number}, unit=node.state.unit, kind=node.kind)]
    return list_conflicts(node, run)


def decided_figure(item: ReviewItem, ruling: Ruling, choices: Mapping[str, str] | None = None) -> ShownFigure | None:
    """The value that a ruling set; ``choices`` are the names of verdicts."""
    if not ruling.value:
        return None
    if ruling.value in (choices or {}):
        return ShownFigure((choices or {})[ruling.value])
    if item.node is None or not ruling.number:
        return ShownFigure(make_text_answer(ruling.value))
    return make_figure(number=ruling.number, unit=ruling.unit, kind=item.node.kind, written=ruling.value)


def choices_of(presented: Presented | None) -> dict[str, str]:
    """The verdicts that may be chosen, by their codes."""
    return dict(presented.subject.choices) if presented else {}


def make_lease(item: ReviewItem, user_id: int | None, now: datetime) -> Lease | None:
    if item.status != ReviewStatus.OPEN or item.claimed_by is None or item.lease_until is None or item.lease_until <= now:
        return None
    left = item.lease_until - now
    minutes = -(-left // timedelta(minutes=1))
    return Lease(visible(item.claimed_by.get_username()), item.claimed_by_id == user_id, item.lease_until, minutes)


def make_candidates(
    item: ReviewItem, evidence: ReviewEvidence, listings: Mapping[str, WhitelistDomain], tones: Mapping[str, str] | None = None
) -> list[ShownCandidate]:
    """``tones`` are those of the strip, by what is written there."""
    kind = item.node.kind if item.node else evidence.subject.kind if evidence.subject else ""
    figures = [_figure(candidate, kind) for candidate in evidence.candidates]
    return [
        ShownCandidate(
            key=place + 1,
            value=candidate.value,
            figure=figures[place],
            pages=[_page(source, listings, is_own=bool(candidate.label)) for source in candidate.sources],
            tone=(tones or {}).get(str(figures[place]), _TONES[min(place, len(_TONES) - 1)]),
            votes=_votes(candidate),
            newest_at=candidate.newest_at,
            producer=_producer(candidate, evidence.run),
            is_proposed=place == evidence.proposed,
            voices=candidate.voices,
        )
        for place, candidate in enumerate(evidence.candidates)
    ]


def _figure(candidate: ReviewCandidate, kind: str) -> ShownFigure:
    if candidate.label:
        return ShownFigure(candidate.label)
    return candidate_figure({"value": candidate.value, "number": candidate.number}, unit=candidate.unit, kind=kind)


def _page(source: Source, listings: Mapping[str, WhitelistDomain], *, is_own: bool) -> ShownPage:
    """``is_own``: the page's stance is towards what is claimed, not towards the candidate."""
    votes = source.stance in WITH_VOTE
    return ShownPage(source, listings.get(source.domain), Stance.SUPPORTS if votes and not is_own else source.stance, not votes)


def _votes(candidate: ReviewCandidate) -> str:
    """How many domains and voters have the value; nothing is counted of a verdict."""
    if candidate.label:
        return ""
    number = len(candidate.domains)
    parts = [ngettext("%(count)d domain", "%(count)d domains", number) % {"count": number}]
    voters = sum(voice.is_grounded is not None for voice in candidate.voices)
    if voters:
        parts.append(ngettext("%(count)d voter", "%(count)d voters", voters) % {"count": voters})
    without = sum(source.stance not in WITH_VOTE for source in candidate.sources)
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
        Proposed.VOTERS: gettext("Most voters read %(value)s, and found it in the pages."),
        Proposed.CLAIMED: gettext("The program claims %(value)s; no other value has more behind it."),
        Proposed.STANDING: gettext("The verdict now: %(value)s."),
    }
    return sentences[evidence.proposed_for] % {"value": figure}


def make_record(entries: Sequence[AuditEntry], choices: Mapping[str, str]) -> list[RecordLine]:
    """``choices`` are the names of verdicts."""
    return [RecordLine(entry.at, _said(entry, choices), visible(entry.reason)) for entry in entries]


def _said(entry: AuditEntry, choices: Mapping[str, str]) -> str:
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
    label = str(DECISIONS_DONE[RulingDecision(decision)]).lower() if decision in RulingDecision.values else decision
    value = visible(str(after.get("value") or ""))
    value = choices.get(value, value)
    said = pgettext("a ruling: decision and value", "%(what)s %(value)s") % {"what": label, "value": value} if value else label
    return gettext("Ruled by %(who)s: %(what)s") % {**who, "what": said}


def chip_labels(ruling: Ruling) -> list[str]:
    return [str(ReasonChip(chip).label) for chip in ruling.chips if chip in ReasonChip.values]
