"""One word for readers, by status and reasons."""

import pytest

from attribution.core.checks.outcomes import outcome_of_citation
from attribution.core.vocabulary import CitationStatus
from verification.core.claims.reasons import Outcome


@pytest.mark.parametrize(
    ("status", "codes", "outcome"),
    [
        ("pending", (), None),
        ("verified", ("supported", "stated"), Outcome.VERIFIED),
        ("misinformation", ("contradicted", "other_figure"), Outcome.REFUTED),
        ("unverified", ("not_supported", "not_asserted"), Outcome.SUPPOSED_ONLY),
        ("unverified", ("not_supported", "partly"), Outcome.PARTLY),
        ("unverified", ("not_supported", "figure_missing"), Outcome.NOT_STATED),
        ("unverified", ("retracted",), Outcome.NOT_STATED),
        ("broken_link", ("http_not_found",), Outcome.CANNOT_BE_READ),
        ("inconclusive", ("paywall",), Outcome.CANNOT_BE_READ),
        ("inconclusive", ("thin_page", "thin_documents"), Outcome.CANNOT_BE_READ),
        ("inconclusive", ("no_claim",), Outcome.NOTHING_TO_CHECK),
        ("not_applicable", ("media",), Outcome.NOTHING_TO_CHECK),
    ],
)
def test_the_word_that_readers_see(status, codes, outcome):
    assert outcome_of_citation(CitationStatus(status), codes) == outcome
