"""What the writing agent is told: only of what does not hold, with a way to mend it."""

import json

from attribution.core.checks.feedback import Checked, make_feedback
from attribution.core.checks.verdicts import CitationVerdict
from attribution.core.citations.corrections import Substitution, offer_correction
from attribution.core.vocabulary import CitationStatus, CitationWhy
from verification.core.evidence import Why

CLAIM = "Prices fell 3% in May."


def _checked(index: int, status: CitationStatus, code: CitationWhy, **more: object) -> Checked:
    verdict = CitationVerdict(status, (Why(code),))
    return Checked(index, "[1]", "https://a.example", CLAIM, verdict, **more)  # type: ignore[arg-type]


def test_what_holds_is_not_mentioned() -> None:
    settled = [CitationStatus.VERIFIED, CitationStatus.NOT_APPLICABLE, CitationStatus.PENDING]
    assert make_feedback([_checked(n, status, CitationWhy.SUPPORTED) for n, status in enumerate(settled, start=1)]) == []


def test_each_problem_comes_with_a_way_to_mend_it() -> None:
    correction = offer_correction(CLAIM, 0, len(CLAIM), [Substitution(12, 14, "2.5%")])
    entries = make_feedback(
        [
            _checked(1, CitationStatus.BROKEN_LINK, CitationWhy.HTTP_NOT_FOUND, archive_url="https://archive.example/a"),
            _checked(2, CitationStatus.BROKEN_LINK, CitationWhy.DNS_FAILURE),
            _checked(3, CitationStatus.UNVERIFIED, CitationWhy.NOT_SUPPORTED, replacement="https://b.example"),
            _checked(4, CitationStatus.MISINFORMATION, CitationWhy.CONTRADICTED, passage="Prices fell 2.5%.", correction=correction),
            _checked(5, CitationStatus.INCONCLUSIVE, CitationWhy.CAPTCHA),
            _checked(6, CitationStatus.INCONCLUSIVE, CitationWhy.NO_CLAIM),
        ]
    )
    assert [(entry["index"], entry["why"], entry["suggestion"]["action"], entry["suggestion"]["url"]) for entry in entries] == [
        (1, "http_not_found", "use_archived_copy", "https://archive.example/a"),
        (2, "dns_failure", "find_other_source", None),
        (3, "not_supported", "use_other_source", "https://b.example"),
        (4, "contradicted", "correct_claim", None),
        (5, "captcha", "check_by_hand", None),
        (6, "no_claim", "name_claim", None),
    ]
    assert entries[3]["suggestion"]["new"] == "Prices fell 2.5% in May."
    assert json.loads(json.dumps(entries)) == entries
