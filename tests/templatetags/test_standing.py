"""How often a site was right, in words, and the authority that this leaves it."""

from decimal import Decimal

import pytest
from django.utils.translation import override

from verification.core.sources.accuracy import Accuracy
from verification.models import WhitelistDomain
from verification.templatetags.standing import SiteStanding, accuracy_words, site_standing

FOUND = Accuracy(10, 0.5, 0.3, 0.7)


@pytest.mark.parametrize(
    ("lang", "accuracy", "words"),
    [
        ("en", FOUND, "right 50% of the time (30–70% likely; 10 judged)"),
        ("zh-hans", FOUND, "正确率 50%（可能在 30–70%，评判 10 次）"),
        ("en", Accuracy(2.46, 0.5, 0.3, 0.7), "right 50% of the time (30–70% likely; 2.5 judged)"),
        ("en", None, "–"),
    ],
)
def test_words(lang: str, accuracy: Accuracy | None, words: str) -> None:
    with override(lang):
        assert accuracy_words(accuracy) == words


def test_authority_is_what_the_engine_reckons_with() -> None:
    listing = WhitelistDomain(domain="a.example", authority=Decimal("0.90"))
    assert site_standing({"a.example": FOUND}, "a.example", listing) == SiteStanding(
        "right 50% of the time (30–70% likely; 10 judged)", "0.70"
    )
    assert site_standing({}, "a.example", listing) == SiteStanding("", "0.90")
    assert site_standing({"a.example": FOUND}, "b.example", None) == SiteStanding("", "")
