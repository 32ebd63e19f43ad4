"""Review items and rulings as the API answers them; ``reviews`` reads the rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, Self, cast

from pydantic import Field

from verification.core.evidence import Why
from verification.core.vocabulary import Reason, RiskLevel
from verification.enums import ReviewStatus, RulingDecision
from verification.models import AuditEntry, Node, NodeFlag, ReviewItem, Ruling, Source, VerificationRun
from verification.reads.answers import Answer, Conflict, Explanation, Moment, local, local_or_none
from verification.reads.runs.verdicts import EvidencePage, finding_of
from verification.reads.words.explanations import explain_review, language_of
from verification.services.reviews import subjects
from verification.services.reviews.bulk_rulings import BulkOutcome, LeftOut
from verification.services.reviews.evidence import ReviewEvidence


class HeldReview(Answer):
    """Where an item stands: a ruling names its `version`."""

    id: int
    status: ReviewStatus
    version: int
    claimed_by: Annotated[str | None, Field(description="Who looks at it, until `lease_until`.")]
    lease_until: Moment | None
    is_escalated: bool

    @classmethod
    def of(cls, item: ReviewItem) -> "HeldReview":
        return cls(
            id=item.pk,
            status=ReviewStatus(item.status),
            version=item.version,
            claimed_by=_holder_of(item),
            lease_until=item.lease_until,
            is_escalated=item.is_escalated,
        )


class RulingMade(Answer):
    """A person's decision, append-only."""

    ruling: int
    review: int
    decision: RulingDecision
    value: str | None
    number: str | None
    unit: str | None
    source_url: str | None
    reason: str
    chips: list[str]
    decided_by: str
    decided_at: Moment
    expires_at: Annotated[Moment | None, Field(description="When it is asked again; null: as the node's `fresh_days` say.")]
    evidence_hash: Annotated[str, Field(description="SHA-256 over the evidence that was ruled on.")]
    undoes: Annotated[int | None, Field(description="The ruling that this takes back.")]

    @classmethod
    def of(cls, ruling: Ruling) -> "RulingMade":
        return cls(
            ruling=ruling.pk,
            review=ruling.review_item_id,
            decision=RulingDecision(ruling.decision),
            value=ruling.value or None,
            number=ruling.number or None,
            unit=ruling.unit or None,
            source_url=ruling.source_url or None,
            reason=ruling.reason,
            chips=ruling.chips,
            decided_by=ruling.decided_by.get_username(),
            decided_at=ruling.decided_at,
            expires_at=local_or_none(ruling.expires_at),
            evidence_hash=ruling.evidence_hash,
            undoes=ruling.undoes_id,
        )


class ReviewNow(HeldReview):
    """Who holds an item, and who decided what."""

    ruling: RulingMade | None

    @classmethod
    def with_ruling(cls, item: ReviewItem, ruling: Ruling | None) -> "ReviewNow":
        return cls(**dict(HeldReview.of(item)), ruling=RulingMade.of(ruling) if ruling else None)


class VoicePage(Answer):
    url: str
    title: str


class ReviewVoice(Answer):
    """Who stands for a value: a voter, the program that claims it (`claim`), a check of a citation (`check`), a person's `ruling`."""

    name: str
    person: str | None
    model: str | None
    grounded: Annotated[bool | None, Field(description="Whether the engine found it in the pages; null where nobody looked.")]
    quote: str
    reasoning: str
    pages: list[VoicePage]
    execution_time_ms: int
    cost_usd: float

    @classmethod
    def of(cls, voice: subjects.Voice) -> "ReviewVoice":
        return cls(
            name=voice.name,
            person=voice.person or None,
            model=voice.model or None,
            grounded=voice.is_grounded,
            quote=voice.quote,
            reasoning=voice.reasoning,
            pages=[VoicePage(url=url, title=title) for url, title in voice.pages],
            execution_time_ms=voice.time_ms,
            cost_usd=round(float(voice.cost_usd), 6),
        )


class ReviewSubject(Answer):
    """What an item asks that is about no node: a program's claim, or the claim of a citation."""

    title: str
    address: str
    choices: Annotated[list[str], Field(description="The verdicts that a citation may be given; empty for other subjects.")]

    @classmethod
    def of(cls, subject: subjects.ReviewSubject) -> "ReviewSubject":
        return cls(title=subject.title, address=subject.address, choices=[code for code, _label in subject.choices])


class ReviewCandidate(Answer):
    value: str
    number: str | None
    unit: str | None
    domains: Annotated[list[str], Field(description="Those that vote for it.")]
    label: Annotated[str | None, Field(description="What a verdict is called; null for a value.")]
    pages: list[EvidencePage]
    voices: list[ReviewVoice]

    @classmethod
    def of(cls, candidate: subjects.ReviewCandidate, label: str, lang: str) -> "ReviewCandidate":
        """``label`` is that of the node, whose pages it has."""
        return cls(
            value=candidate.value,
            number=candidate.number or None,
            unit=candidate.unit or None,
            domains=list(candidate.domains),
            label=candidate.label or None,
            pages=_pages(candidate.sources, label, lang),
            voices=[ReviewVoice.of(voice) for voice in candidate.voices],
        )


class ReviewFlag(Answer):
    who: str | None
    reason: str
    source: str | None

    @classmethod
    def of(cls, flag: NodeFlag) -> "ReviewFlag":
        return cls(who=flag.user.get_username() if flag.user else None, reason=flag.reason, source=flag.source or None)


class RecordEntry(Answer):
    at: Moment
    who: str
    verb: str
    reason: str | None

    @classmethod
    def of(cls, entry: AuditEntry) -> "RecordEntry":
        return cls(at=entry.at, who=entry.actor_name, verb=entry.verb, reason=entry.reason or None)


class NodeName(Answer):
    slug: str
    label: str


class ReviewRow(Answer):
    id: int
    status: ReviewStatus
    reason: Annotated[Reason | None, Field(description="Null where a person objected.")]
    why: Explanation
    risk_level: RiskLevel
    node: NodeName | None
    run: int | None
    conflicts: list[Conflict]
    created_at: Moment
    closed_at: Moment | None
    version: int
    claimed_by: str | None
    lease_until: Moment | None
    is_escalated: bool

    @classmethod
    def of(cls, item: ReviewItem, run: VerificationRun | None, *, lang: str | None) -> Self:
        """``lang`` None: that of the node's label."""
        return cls.model_validate(cls.fields_of(item, run, _language(item.node, lang)))

    @classmethod
    def fields_of(cls, item: ReviewItem, run: VerificationRun | None, lang: str) -> dict[str, object]:
        node = item.node
        return {
            **dict(HeldReview.of(item)),
            "reason": Reason(item.reason) if item.reason else None,
            "why": explain_review(Why(str(item.why.get("code", "")), item.why.get("params", {})), lang),
            "risk_level": RiskLevel(item.risk_level),
            "node": NodeName(slug=node.slug, label=node.label) if node else None,
            "run": run.pk if run else None,
            "conflicts": [Conflict(value=entry["value"], domains=entry["domains"]) for entry in run.conflicts] if run else [],
            "created_at": local(item.created_at),
            "closed_at": local_or_none(item.closed_at),
        }


@dataclass(frozen=True, slots=True)
class ReviewRecord:
    """What is known of an item beside its row. ``flags`` only where whoever asks may see them."""

    evidence: ReviewEvidence
    ruling: Ruling | None
    entries: Sequence[AuditEntry]
    flags: Sequence[NodeFlag]


class FormerRuling(Answer):
    """The ruling that is asked about again, and the pages that the person had not before them."""

    ruling: RulingMade
    news: list[EvidencePage]


class ReviewDetail(ReviewRow):
    evidence_hash: str
    subject: Annotated[ReviewSubject | None, Field(description="Null for a node's item, and for whoever may not see it.")]
    candidates: list[ReviewCandidate]
    proposed: Annotated[str | None, Field(description="The candidate that the engine would take.")]
    others: list[EvidencePage]
    flags: list[ReviewFlag]
    former: Annotated[FormerRuling | None, Field(description="Null where nobody ruled before.")]
    ruling: Annotated[RulingMade | None, Field(description="The one that stands.")]
    record: Annotated[list[RecordEntry], Field(description="What was done to the item, newest first.")]

    @classmethod
    def with_record(cls, item: ReviewItem, record: ReviewRecord, *, lang: str | None) -> Self:
        """An item with all that a person rules on; ``lang`` None: that of the node's label."""
        evidence, said_in = record.evidence, _language(item.node, lang)
        label = item.node.label if item.node else ""
        known = {
            "evidence_hash": evidence.digest,
            "subject": ReviewSubject.of(evidence.subject) if evidence.subject else None,
            "candidates": [ReviewCandidate.of(candidate, label, said_in) for candidate in evidence.candidates],
            "proposed": evidence.candidates[evidence.proposed].value if evidence.proposed is not None else None,
            "others": _pages(evidence.others, label, said_in),
            "flags": [ReviewFlag.of(flag) for flag in record.flags],
            "former": _former(evidence, label, said_in),
            "ruling": RulingMade.of(record.ruling) if record.ruling else None,
            "record": [RecordEntry.of(entry) for entry in record.entries],
        }
        return cls.model_validate({**cls.fields_of(item, evidence.run, said_in), **known})


class LeftOutReview(Answer):
    review: int
    code: Literal["changed", "refused", "gone"]
    detail: str

    @classmethod
    def of(cls, left: LeftOut) -> "LeftOutReview":
        return cls(review=left.pk, code=cast(Literal["changed", "refused", "gone"], left.code), detail=left.why)


class BulkRulings(Answer):
    decided: list[RulingMade]
    left_out: list[LeftOutReview]

    @classmethod
    def of(cls, outcome: BulkOutcome) -> "BulkRulings":
        return cls(
            decided=[RulingMade.of(ruling) for ruling in outcome.decided], left_out=[LeftOutReview.of(left) for left in outcome.left_out]
        )


def _holder_of(item: ReviewItem) -> str | None:
    return item.claimed_by.get_username() if item.claimed_by else None


def _pages(sources: Sequence[Source], label: str, lang: str) -> list[EvidencePage]:
    return [EvidencePage.of(finding_of(source), label, lang) for source in sources]


def _former(evidence: ReviewEvidence, label: str, lang: str) -> FormerRuling | None:
    former = evidence.former
    return FormerRuling(ruling=RulingMade.of(former.ruling), news=_pages(former.news, label, lang)) if former else None


def _language(node: Node | None, lang: str | None) -> str:
    return lang or (language_of(node.label) if node else "en")
