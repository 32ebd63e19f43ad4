"""How much nearer to its clause than the line that states a claim's figure a line stands that gives another figure."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from verification.core.claims.claims import read_claim
from verification.core.claims.features import features_of, look
from verification.core.claims.judging import SourceText
from verification.core.claims.passages import DocumentsReading

ABOUT, ELSEWHERE = "Harbour Freight raised its annual dividend to {} dollars.", "Elsewhere a lighter costs {} dollars."
amounts = st.integers(21, 99)


def outbid(claimed: int, page: str) -> float:
    return features_of(look(DocumentsReading(read_claim(ABOUT.format(claimed)), (SourceText(page),))))["figures_outbid"]


@given(amounts, amounts)
def test_the_figure_in_the_words_of_the_claim_outbids_the_one_elsewhere(claimed: int, other: int) -> None:
    assume(claimed != other)
    against = outbid(claimed, f"{ABOUT.format(other)}\n\n{ELSEWHERE.format(claimed)}")
    in_favour = outbid(claimed, f"{ABOUT.format(claimed)}\n\n{ELSEWHERE.format(other)}")
    # Half of what stands beside a line counts for it; nothing outbids by more than the whole clause.
    assert (against, in_favour) == (0.5, -1.0)


@pytest.mark.parametrize(
    "page",
    [
        ABOUT.format(41),
        ABOUT.format(44),
        "Harbour Freight raised its annual dividend to 41 dollars, or 44 dollars.",
        f"{ABOUT.format(41)}\n\nElsewhere a lighter costs 44 percent.",
        "",
    ],
    ids=["no other", "not stated", "in one line", "of another kind", "nothing"],
)
def test_nothing_is_outbid_where_no_other_line_gives_a_figure_of_its_kind(page: str) -> None:
    assert outbid(41, page) == 0.0
