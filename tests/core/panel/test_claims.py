"""What a claim asks, and into how many facts it falls."""

import pytest

from verification.core.panel.claims import split_facts


@pytest.mark.parametrize(
    ("claim", "facts"),
    [
        ("The Fed kept its rate at 5.25%.", 1),
        ("Prices rose between 3% and 4% in May.", 1),
        ("The bank met on Thursday and kept its rate at 5.25%.", 1),
        ("Sales were 1,200 and 1,300 units.", 1),
        ("Rice costs 2.10 dollars, sugar 0.90 dollars.", 1),
        ("Inflation in Utopia was 3.1% in May, and unemployment in Utopia was 4.0%.", 2),
        ("Inflation in Utopia was 3.1% in May while unemployment in Utopia was 4.0%.", 2),
        ("Utopia joined the union. Its capital is Amaurot.", 2),
        ("One is here. Two is there. Three is away. Four is near. Five is far. Six is lost.", 1),
        ("乌托邦5月通胀率为3.1%。", 1),
        ("乌托邦5月通胀率为3.1%，失业率为4.0%。", 2),
        ("乌托邦5月通胀率为3.1%，而失业率为4.0%；央行利率为2%。", 3),
        ("乌托邦央行周四开会，维持利率2%不变。", 1),
    ],
)
def test_a_claim_falls_into_its_facts(claim: str, facts: int) -> None:
    found = split_facts(claim)
    assert len(found) == facts, found
    assert all(fact in claim for fact in found)
