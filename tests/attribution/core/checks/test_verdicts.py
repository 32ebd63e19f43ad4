"""The verdict from the facts: nothing that is gone or unread is ever verified, and nothing is refuted by another document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attribution.core.checks.existence import Presence
from attribution.core.checks.verdicts import CheckFacts, decide_citation
from attribution.core.vocabulary import CitationKind, CitationStatus, CitationWhy, Existence, Match, TimeFit
from verification.core.claims.reasons import SupportCode, SupportStatus
from verification.core.evidence import Why

THERE = Presence(Existence.THERE)
PARTIAL = Presence(Existence.THERE, Why(CitationWhy.PAYWALL), is_partial=True)
GONE = Presence(Existence.GONE, Why(CitationWhy.HTTP_NOT_FOUND, {"status": 404}))
WALLED = Presence(Existence.UNCLEAR, Why(CitationWhy.CAPTCHA))
S = CitationStatus
Says = SupportStatus
THIN = Why(SupportCode.THIN_DOCUMENTS)
OTHER_FIGURE = Why(SupportCode.OTHER_FIGURE, {"claimed": "3%", "found": "2.5%"})
FACTS = st.builds(
    CheckFacts,
    kind=st.sampled_from(CitationKind),
    has_claim=st.booleans(),
    presence=st.sampled_from([None, THERE, PARTIAL, GONE, WALLED]),
    matches=st.sampled_from(Match),
    supports=st.none() | st.sampled_from(SupportStatus),
    support_why=st.sampled_from([None, THIN, OTHER_FIGURE]),
    dates_fit=st.sampled_from(TimeFit),
    is_retracted=st.booleans(),
    has_concern=st.booleans(),
    is_authority=st.sampled_from([None, True, False]),
)


@given(FACTS)
def test_verified_needs_a_page_that_is_there_and_supports(facts: CheckFacts) -> None:
    if decide_citation(facts).status == S.VERIFIED:
        assert facts.presence is not None
        assert facts.presence.existence == Existence.THERE
        assert facts.supports == Says.VERIFIED
        assert facts.has_claim
        assert not facts.is_retracted
        assert facts.dates_fit != TimeFit.TOO_EARLY
        assert facts.kind != CitationKind.MEDIA


@given(FACTS)
def test_misinformation_needs_the_cited_page_to_say_otherwise(facts: CheckFacts) -> None:
    if decide_citation(facts).status == S.MISINFORMATION:
        assert facts.presence in (THERE, PARTIAL)
        assert facts.supports == Says.MISINFORMATION
        assert facts.matches != Match.OTHER
        assert facts.dates_fit != TimeFit.TOO_EARLY


@given(FACTS)
def test_a_link_is_broken_exactly_where_its_page_is_gone(facts: CheckFacts) -> None:
    is_broken = decide_citation(facts).status == S.BROKEN_LINK
    assert is_broken == (facts.presence == GONE and facts.kind != CitationKind.MEDIA)


@given(FACTS)
def test_every_verdict_says_why_and_authority_decides_nothing(facts: CheckFacts) -> None:
    verdict = decide_citation(facts)
    assert verdict.reasons
    other = CheckFacts(**{name: getattr(facts, name) for name in CheckFacts.__slots__} | {"is_authority": None})
    assert decide_citation(other) == verdict


@pytest.mark.parametrize(
    "facts, status, codes",
    [
        (CheckFacts(CitationKind.MEDIA), S.NOT_APPLICABLE, [CitationWhy.MEDIA]),
        (CheckFacts(CitationKind.BARE), S.PENDING, [CitationWhy.PENDING]),
        (CheckFacts(CitationKind.BARE, presence=GONE, supports=Says.VERIFIED), S.BROKEN_LINK, [CitationWhy.HTTP_NOT_FOUND]),
        (CheckFacts(CitationKind.BARE, presence=WALLED, supports=Says.VERIFIED), S.INCONCLUSIVE, [CitationWhy.CAPTCHA]),
        (CheckFacts(CitationKind.BARE, presence=THERE), S.INCONCLUSIVE, [CitationWhy.NOT_READ]),
        (CheckFacts(CitationKind.BARE, presence=THERE, supports=Says.VERIFIED), S.VERIFIED, [CitationWhy.SUPPORTED]),
        (CheckFacts(CitationKind.BARE, has_claim=False, presence=THERE), S.INCONCLUSIVE, [CitationWhy.NO_CLAIM]),
        (CheckFacts(CitationKind.BARE, presence=THERE, supports=Says.UNVERIFIED), S.UNVERIFIED, [CitationWhy.NOT_SUPPORTED]),
        (CheckFacts(CitationKind.BARE, presence=PARTIAL, supports=Says.UNVERIFIED), S.INCONCLUSIVE, [CitationWhy.PAYWALL]),
        (CheckFacts(CitationKind.BARE, presence=PARTIAL, supports=Says.VERIFIED), S.VERIFIED, [CitationWhy.SUPPORTED]),
        (
            CheckFacts(CitationKind.BARE, presence=THERE, supports=Says.INCONCLUSIVE, support_why=THIN),
            S.INCONCLUSIVE,
            [CitationWhy.THIN_PAGE, THIN.code],
        ),
        (CheckFacts(CitationKind.DOI, presence=THERE, supports=Says.VERIFIED, is_retracted=True), S.UNVERIFIED, [CitationWhy.RETRACTED]),
        (
            CheckFacts(CitationKind.DOI, presence=THERE, supports=Says.VERIFIED, matches=Match.OTHER),
            S.UNVERIFIED,
            [CitationWhy.OTHER_DOCUMENT],
        ),
        (
            CheckFacts(CitationKind.MARKDOWN, presence=THERE, supports=Says.VERIFIED, matches=Match.OTHER),
            S.VERIFIED,
            [CitationWhy.SUPPORTED, CitationWhy.OTHER_DOCUMENT],
        ),
        (CheckFacts(CitationKind.TITLE, presence=THERE, supports=Says.VERIFIED, matches=Match.SAME), S.VERIFIED, [CitationWhy.SUPPORTED]),
        (
            CheckFacts(CitationKind.TITLE, presence=THERE, supports=Says.VERIFIED, matches=Match.UNCLEAR),
            S.INCONCLUSIVE,
            [CitationWhy.OTHER_DOCUMENT],
        ),
        (
            CheckFacts(CitationKind.BARE, presence=THERE, supports=Says.VERIFIED, dates_fit=TimeFit.TOO_EARLY),
            S.UNVERIFIED,
            [CitationWhy.PUBLISHED_BEFORE],
        ),
        (CheckFacts(CitationKind.BARE, presence=THERE, supports=Says.MISINFORMATION), S.MISINFORMATION, [CitationWhy.CONTRADICTED]),
        (
            CheckFacts(CitationKind.BARE, presence=THERE, supports=Says.MISINFORMATION, support_why=OTHER_FIGURE),
            S.MISINFORMATION,
            [CitationWhy.CONTRADICTED, SupportCode.OTHER_FIGURE],
        ),
    ],
)
def test_each_rule(facts: CheckFacts, status: CitationStatus, codes: list[str]) -> None:
    verdict = decide_citation(facts)
    assert (verdict.status, [reason.code for reason in verdict.reasons]) == (status, codes)
