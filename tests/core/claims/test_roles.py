"""Who did it: an act told the other way round, or of all but the one who is claimed, verifies nothing."""

import pytest

from verification.core.claims.judging import SourceText, SupportStatus, judge


def _score(claim: str, text: str) -> float:
    return judge(claim, [SourceText(text, "", "https://eastwire.example/1")]).score


@pytest.mark.parametrize(
    ("claim", "other", "own"),
    [
        ("Brunel Drives has bought Calder Motion", "Calder Motion has bought Brunel Drives.", "Brunel Drives has bought Calder Motion."),
        (
            "Torvik Bank sued Lodestar Telecom",
            "Lodestar Telecom sued Torvik Bank on Friday.",
            "Torvik Bank sued Lodestar Telecom on Friday.",
        ),
        (
            "Dr Lindqvist signed the open letter",
            "Everyone in the department signed the open letter, except Dr Lindqvist.",
            "Everyone in the department signed the open letter, even Dr Lindqvist.",
        ),
        ("Peru joined the pact", "All the neighbours joined the pact but Peru.", "All the neighbours joined the pact, and Peru did too."),
        ("Orvane cut its dividend", "Orvane's rival Kestrel cut its dividend.", "Orvane cut its dividend."),
        ("Port Aldous flooded", "Port Aldous stayed dry while Marlowe flooded.", "Port Aldous flooded while Marlowe stayed dry."),
        ("启明电子下调分红", "启明电子的对手恒裕科技下调分红。", "启明电子下调分红。"),
        ("诺维克收购帕默公司", "帕默公司收购诺维克。", "诺维克收购帕默公司。"),
        ("启明电子签署了协议", "除启明电子外，各公司均签署了协议。", "启明电子签署了协议。"),
    ],
)
def test_an_act_of_another_is_not_verified(claim: str, other: str, own: str) -> None:
    assert _score(claim, other) < 0.8
    assert _score(claim, own) > _score(claim, other)


def test_who_did_what_was_done_to_somebody_is_no_other() -> None:
    claim, text = "Mount Orrin was designed by sculptor Anna Berg", "Sculptor Anna Berg designed Mount Orrin in 1927."

    assert _score(claim, text) > _score(claim, "Sculptor Carl Vale designed Mount Orrin in 1927.")


@pytest.mark.parametrize(
    ("claim", "same", "swapped"),
    [
        ("Anna Berg was chosen by Carl Vale", "Carl Vale chose Anna Berg.", "Carl Vale was chosen by Anna Berg."),
        ("Anna Berg was chosen by Carl Vale", "Carl Vale chose Anna Berg.", "Anna Berg chose Carl Vale."),
        ("Kestrel bought Orvane", "Orvane was bought by Kestrel.", "Kestrel was bought by Orvane."),
        ("Kestrel bought Orvane", "Orvane was bought by Kestrel.", "Orvane bought Kestrel."),
    ],
)
def test_an_act_told_in_the_other_voice_is_no_swap(claim: str, same: str, swapped: str) -> None:
    assert _score(claim, swapped) <= 0.45 < _score(claim, same)


def test_the_same_act_in_other_words_is() -> None:
    found = judge(
        "Brunel Drives has bought Calder Motion", [SourceText("Brunel Drives bought Calder Motion on Friday.", "", "https://a.example")]
    )

    assert found.status is SupportStatus.VERIFIED
