"""The verdict on one citation from separate facts (seed 002, 4.1; contracts, section 5).

The facts stay what they are and are shown beside the verdict. Nothing that is gone or can't be read is ever verified, whatever its
words would say; only a page that was read whole can fail to support.
"""

from dataclasses import dataclass

from attribution.core.checks.existence import Presence
from attribution.core.vocabulary import CitationKind, CitationStatus, CitationWhy, Existence, Match, TimeFit
from verification.core.claims.reasons import SupportCode, SupportStatus
from verification.core.evidence import Params, Why

# Kinds that name one work: another work is the wrong source even where it happens to agree.
_EXACT = frozenset({CitationKind.DOI, CitationKind.ARXIV, CitationKind.PUBMED, CitationKind.ISBN, CitationKind.TITLE})


@dataclass(frozen=True, slots=True)
class CheckFacts:
    """What is known of a citation. ``presence`` None: not fetched yet. ``supports``: what the support judgement says of the page's text,
    None where it was not asked, and ``support_why`` its reason. ``has_concern``: the work's publisher warns of it. ``is_authority``: an
    official source by the deployment's whitelist, None where unknown; it colours the answer and decides nothing."""

    kind: CitationKind
    has_claim: bool = True
    presence: Presence | None = None
    matches: Match = Match.UNNAMED
    supports: SupportStatus | None = None
    support_why: Why | None = None
    dates_fit: TimeFit = TimeFit.OPEN
    period_params: Params | None = None
    is_retracted: bool = False
    has_concern: bool = False
    is_authority: bool | None = None


@dataclass(frozen=True, slots=True)
class CitationVerdict:
    """``reasons``: what decided first, then what else a reader should know."""

    status: CitationStatus
    reasons: tuple[Why, ...]


def decide_citation(facts: CheckFacts) -> CitationVerdict:
    """The status and its reasons; a publisher's warning decides nothing and is told."""
    verdict = _decide(facts)
    is_read = facts.presence is not None and facts.presence.existence == Existence.THERE and not facts.is_retracted
    if not facts.has_concern or not is_read or facts.kind == CitationKind.MEDIA:
        return verdict
    return CitationVerdict(verdict.status, (*verdict.reasons, Why(CitationWhy.CONCERN)))


def _decide(facts: CheckFacts) -> CitationVerdict:
    if facts.kind == CitationKind.MEDIA:
        return _verdict(CitationStatus.NOT_APPLICABLE, CitationWhy.MEDIA)
    if facts.presence is None:
        return _verdict(CitationStatus.PENDING, CitationWhy.PENDING)
    if facts.presence.existence != Existence.THERE:
        is_gone = facts.presence.existence == Existence.GONE
        reason = facts.presence.why or Why(CitationWhy.NOT_FETCHED)
        return CitationVerdict(CitationStatus.BROKEN_LINK if is_gone else CitationStatus.INCONCLUSIVE, (reason,))
    if facts.is_retracted:
        return _verdict(CitationStatus.UNVERIFIED, CitationWhy.RETRACTED)
    return _by_content(facts, facts.presence)


def _by_content(facts: CheckFacts, presence: Presence) -> CitationVerdict:
    if not facts.has_claim:
        return _with_identity(facts, CitationStatus.INCONCLUSIVE, CitationWhy.NO_CLAIM)
    if facts.supports == SupportStatus.VERIFIED:
        return _supported(facts)
    if facts.supports == SupportStatus.MISINFORMATION:
        return _contradicted(facts)
    if facts.supports == SupportStatus.UNVERIFIED:
        if presence.is_partial and presence.why is not None:
            return CitationVerdict(CitationStatus.INCONCLUSIVE, (presence.why,))
        return _with_identity(facts, CitationStatus.UNVERIFIED, CitationWhy.NOT_SUPPORTED)
    if facts.supports == SupportStatus.INCONCLUSIVE:
        is_thin = facts.support_why is not None and facts.support_why.code == SupportCode.THIN_DOCUMENTS
        return _with_identity(facts, CitationStatus.INCONCLUSIVE, CitationWhy.THIN_PAGE if is_thin else CitationWhy.SUPPORT_UNCLEAR)
    return _with_identity(facts, CitationStatus.INCONCLUSIVE, CitationWhy.NOT_READ)


def _supported(facts: CheckFacts) -> CitationVerdict:
    if facts.dates_fit == TimeFit.TOO_EARLY:
        return CitationVerdict(CitationStatus.UNVERIFIED, (_published_before(facts),))
    if facts.matches == Match.OTHER and facts.kind in _EXACT:
        return _verdict(CitationStatus.UNVERIFIED, CitationWhy.OTHER_DOCUMENT)
    if facts.kind == CitationKind.TITLE and facts.matches != Match.SAME:
        return _verdict(CitationStatus.INCONCLUSIVE, CitationWhy.OTHER_DOCUMENT)
    return _with_identity(facts, CitationStatus.VERIFIED, CitationWhy.SUPPORTED)


def _contradicted(facts: CheckFacts) -> CitationVerdict:
    """A contradiction counts where the page is the one that is cited and of the right time."""
    if facts.dates_fit == TimeFit.TOO_EARLY:
        return CitationVerdict(CitationStatus.UNVERIFIED, (_published_before(facts), Why(CitationWhy.NOT_SUPPORTED)))
    if facts.matches == Match.OTHER:
        return _verdict(CitationStatus.UNVERIFIED, CitationWhy.OTHER_DOCUMENT, CitationWhy.NOT_SUPPORTED)
    if facts.kind == CitationKind.TITLE and facts.matches != Match.SAME:
        return _verdict(CitationStatus.INCONCLUSIVE, CitationWhy.OTHER_DOCUMENT)
    return _with_support(facts, _verdict(CitationStatus.MISINFORMATION, CitationWhy.CONTRADICTED))


def _published_before(facts: CheckFacts) -> Why:
    return Why(CitationWhy.PUBLISHED_BEFORE, facts.period_params or {})


def _with_identity(facts: CheckFacts, status: CitationStatus, code: CitationWhy) -> CitationVerdict:
    codes = (code, CitationWhy.OTHER_DOCUMENT) if facts.matches == Match.OTHER else (code,)
    return _with_support(facts, _verdict(status, *codes))


def _with_support(facts: CheckFacts, verdict: CitationVerdict) -> CitationVerdict:
    """The reason of the support judgement stands behind the verdict's own."""
    return verdict if facts.support_why is None else CitationVerdict(verdict.status, (*verdict.reasons, facts.support_why))


def _verdict(status: CitationStatus, *codes: CitationWhy) -> CitationVerdict:
    return CitationVerdict(status, tuple(Why(code) for code in codes))
