"""The evidence of an event as its verdict keeps it: what JSON can hold, quotes no longer than ``MAX_QUOTE``."""

from collections.abc import Sequence

from verification.core.events.clashes import Clash
from verification.core.events.evidence import MAX_QUOTE, Evidence, Witness
from verification.core.events.findings import Finding
from verification.core.events.propositions import Kind


def evidence_shape(evidence: Evidence) -> dict[str, object]:
    """The evidence as an event keeps it."""
    return {
        "stories": evidence.stories,
        "domains": list(evidence.domains),
        "is_multi_source": evidence.is_multi_source,
        "is_official": evidence.is_official,
        "is_conflicting": evidence.is_conflicting,
        "verdict": evidence.verdict.value,
        "is_denied": evidence.is_denied,
        "findings": [_finding_shape(finding, _figures_of(evidence)) for finding in evidence.findings],
        "tones": {tone.value: count for tone, count in evidence.tones.items()},
        "confidence": str(evidence.confidence) if evidence.confidence is not None else None,
        "first_at": evidence.first_at.isoformat() if evidence.first_at else None,
        "last_at": evidence.last_at.isoformat() if evidence.last_at else None,
        "clashes": [_clash_shape(clash) for clash in evidence.clashes],
        "witnesses": [_witness_shape(witness) for witness in evidence.witnesses],
    }


def _figures_of(evidence: Evidence) -> list[str]:
    """The figures that are claims of their own."""
    return [one.proposition.figure.text for one in evidence.findings if one.proposition.figure is not None]


def _finding_shape(finding: Finding, figures: Sequence[str]) -> dict[str, object]:
    proposition = finding.proposition
    text = proposition.text
    if proposition.kind is Kind.EVENT:
        # An event that is carried carries no figure that stands in its words.
        for figure in figures:
            text = text.replace(figure, "…")
    return {
        "kind": proposition.kind.value,
        "text": text[:MAX_QUOTE],
        "figure": proposition.figure.text if proposition.figure is not None else "",
        "is_denied": proposition.is_denied,
        "certainty": proposition.certainty.value,
        "verdict": finding.verdict.value,
        "carried_by": list(finding.carried_by),
        "contradicted_by": list(finding.contradicted_by),
        "official": finding.official.value,
        "official_by": finding.official_by,
        "official_quote": finding.official_quote,
        "is_reported": finding.is_reported,
        "other_figure": finding.figure,
    }


def _clash_shape(clash: Clash) -> dict[str, object]:
    return {
        "kind": clash.kind.value,
        "topic": clash.topic.value,
        "sides": [
            {"said": side.said, "quote": side.quote[:MAX_QUOTE], "domains": list(side.domains), "urls": list(side.urls)}
            for side in clash.sides
        ],
    }


def _witness_shape(witness: Witness) -> dict[str, object]:
    return {
        "url": witness.url,
        "title": witness.title,
        "domain": witness.domain,
        "stance": witness.stance.value,
        "quote": witness.quote,
        "published_at": witness.published_at.isoformat() if witness.published_at else None,
        "score": str(witness.score) if witness.score is not None else None,
        "is_official": witness.is_official,
        "story": witness.story,
        "told": [told.says.value for told in witness.told],
    }
