"""Review items and rulings as the API's JSON; ``review_answers.py`` describes the same shapes for the schema."""

from collections.abc import Sequence

from verification.api.answers import ReviewEntry
from verification.models import AuditEntry, ReviewItem, Ruling
from verification.reads.answers import Shape
from verification.reads.explanations import language_of
from verification.reads.verdicts import EvidencePage, finding_of
from verification.services.reviews.bulk_rulings import BulkOutcome
from verification.services.reviews.evidence import ReviewEvidence
from verification.services.reviews.subjects import ReviewSubject, Voice


def held_shape(item: ReviewItem) -> Shape:
    """Where an item stands now."""
    return {
        "id": item.pk,
        "status": item.status,
        "version": item.version,
        "claimed_by": item.claimed_by.get_username() if item.claimed_by else None,
        "lease_until": item.lease_until.isoformat() if item.lease_until else None,
        "is_escalated": item.is_escalated,
    }


def ruling_shape(ruling: Ruling) -> Shape:
    return {
        "ruling": ruling.pk,
        "review": ruling.review_item_id,
        "decision": ruling.decision,
        "value": ruling.value or None,
        "number": ruling.number or None,
        "unit": ruling.unit or None,
        "source_url": ruling.source_url or None,
        "reason": ruling.reason,
        "chips": ruling.chips,
        "decided_by": ruling.decided_by.get_username(),
        "decided_at": ruling.decided_at.isoformat(),
        "evidence_hash": ruling.evidence_hash,
        "undoes": ruling.undoes_id,
    }


def conflict_shape(item: ReviewItem, ruling: Ruling | None) -> Shape:
    """What a 409 says of the item: who holds it, and who decided what."""
    return {**held_shape(item), "ruling": ruling_shape(ruling) if ruling else None}


def review_shape(
    item: ReviewItem, evidence: ReviewEvidence, ruling: Ruling | None, record: Sequence[AuditEntry], *, has_flags: bool, lang: str | None
) -> Shape:
    """An item with all that a person rules on; flags for those who may see them."""
    said_in = lang or (language_of(item.node.label) if item.node else "en")
    candidates = [
        {
            "value": candidate.value,
            "number": candidate.number or None,
            "unit": candidate.unit or None,
            "domains": list(candidate.domains),
            "label": candidate.label or None,
            "pages": [EvidencePage.of(finding_of(source), said_in).shape() for source in candidate.sources],
            "voices": [_voice(voice) for voice in candidate.voices],
        }
        for candidate in evidence.candidates
    ]
    return {
        **ReviewEntry.of(item, evidence.run, lang=lang).shape(),
        **held_shape(item),
        "evidence_hash": evidence.digest,
        "subject": _subject(evidence.subject) if evidence.subject else None,
        "candidates": candidates,
        "proposed": evidence.candidates[evidence.proposed].value if evidence.proposed is not None else None,
        "others": [EvidencePage.of(finding_of(source), said_in).shape() for source in evidence.others],
        "flags": [_flag(flag.user.get_username() if flag.user else None, flag.reason, flag.source) for flag in evidence.flags if has_flags],
        "ruling": ruling_shape(ruling) if ruling else None,
        "record": [
            {"at": entry.at.isoformat(), "who": entry.actor_name, "verb": entry.verb, "reason": entry.reason or None} for entry in record
        ],
    }


def bulk_shape(outcome: BulkOutcome) -> Shape:
    return {
        "decided": [ruling_shape(ruling) for ruling in outcome.decided],
        "left_out": [{"review": entry.pk, "code": entry.code, "detail": entry.why} for entry in outcome.left_out],
    }


def _subject(subject: ReviewSubject) -> Shape:
    return {"title": subject.title, "address": subject.address, "choices": [code for code, _label in subject.choices]}


def _voice(voice: Voice) -> Shape:
    return {
        "name": voice.name,
        "person": voice.person or None,
        "model": voice.model or None,
        "grounded": voice.is_grounded,
        "quote": voice.quote,
        "reasoning": voice.reasoning,
        "pages": [{"url": url, "title": title} for url, title in voice.pages],
        "execution_time_ms": voice.time_ms,
        "cost_usd": round(float(voice.cost_usd), 6),
    }


def _flag(who: str | None, reason: str, source: str) -> Shape:
    return {"who": who, "reason": reason, "source": source or None}
