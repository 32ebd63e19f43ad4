"""A name that counts from a beginning is answered by what is counted from it."""

from datetime import UTC, datetime

import pytest

from verification.core.consensus.source_pages import open_evidence_set
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.periods.comparing import Fit
from verification.core.vocabulary import NodeKind

DAY = datetime(2026, 7, 28, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("name", "text", "figure", "fit"),
    [
        ("美联储自2024年3月以来累计加息基点", "美联储7月27日宣布加息25个基点。", "25", Fit.CLASHES),
        ("美联储自2024年3月以来累计加息基点", "美联储自2024年3月以来累计加息525个基点。", "525", Fit.OPEN),
        ("Orlen harbour job losses since 2019", "Orlen harbour lost 48 jobs in June.", "48", Fit.CLASHES),
        ("Orlen harbour job losses since 2019", "Orlen harbour has lost 512 jobs since 2019.", "512", Fit.OPEN),
    ],
)
def test_what_is_counted_from_a_beginning(name: str, text: str, figure: str, fit: Fit) -> None:
    node = NodeSpec(name, NodeKind.NUMBER if name.isascii() else NodeKind.PERCENT)
    (page,) = open_evidence_set(node, [Page("https://harbour.example/1", "", text, DAY)], as_of=DAY, trust=Trust()).source_pages
    (found,) = [one for one in page.candidates if one.quantity.text.startswith(figure)]
    assert found.check.fit == fit
