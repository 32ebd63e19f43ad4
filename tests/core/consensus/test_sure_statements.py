"""A statement that one trusted page says: by itself it has to say it all but surely."""

from datetime import UTC, datetime

import pytest

from verification.core.claims.entailment import judge_statement
from verification.core.claims.judging import VERIFIED_FROM
from verification.core.consensus.engine import settle
from verification.core.consensus.statements import ALONE_FROM
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.reasons import TraceCode
from verification.core.vocabulary import Badge, NodeKind, Reason, Stage

DAY = datetime(2026, 3, 18, tzinfo=UTC)
LABEL = "The Aldmark regulator fined Brightwell Bank"
PLAIN = "The Aldmark regulator fined Brightwell Bank on Monday."
HARDLY = "No sooner had the vote ended than the Aldmark regulator fined Brightwell Bank."
NODE = NodeSpec(LABEL, NodeKind.TEXT, min_domains=3)


def _page(host: str, text: str) -> Page:
    return Page(f"https://{host}/news/1", f"Notes of {host}", text, DAY)


def _settled(*pages: Page, trusted: tuple[str, ...], stage: Stage | None = Stage.WHITELIST):
    return settle(NODE, pages, as_of=DAY, trust=Trust(whitelist=trusted), stage=stage)


def test_the_page_that_hardly_says_so_lies_between_both_bars() -> None:
    """Else the tests below test nothing: choose another sentence when a fit moves it."""
    assert VERIFIED_FROM <= judge_statement(LABEL, _page("harbour.example", HARDLY)).likely < ALONE_FROM
    assert judge_statement(LABEL, _page("harbour.example", PLAIN)).likely >= ALONE_FROM


def test_one_trusted_page_that_says_it_plainly_decides() -> None:
    found = _settled(_page("harbour.example", PLAIN), trusted=("harbour.example",))
    assert (found.value, found.badge, found.reason) == ("yes", Badge.WHITELIST_DIRECT, Reason.ACCEPTED)


def test_one_trusted_page_that_hardly_says_it_leaves_it_unknown_and_says_why() -> None:
    found = _settled(_page("harbour.example", HARDLY), trusted=("harbour.example",))
    assert (found.value, found.badge, found.reason) == ("unknown", Badge.UNKNOWN, Reason.TOO_FEW_DOMAINS)
    step = next(step for step in found.trace if step.code == TraceCode.STAGE_ONE_DOUBTED)
    likely = judge_statement(LABEL, _page("harbour.example", HARDLY)).likely
    assert step.params == {"percent": round(100 * likely), "needed": 90}


def test_two_trusted_publishers_that_hardly_say_it_decide_together() -> None:
    pages = (
        _page("harbour.example", HARDLY),
        _page("meridian.example", "The vote had ended when the Aldmark regulator fined Brightwell Bank."),
    )
    found = _settled(*pages, trusted=("harbour.example", "meridian.example"))
    assert (found.value, found.badge) == ("yes", Badge.WHITELIST_DIRECT)


@pytest.mark.parametrize(("count", "value"), [(2, "unknown"), (3, "yes")])
def test_pages_that_hardly_say_it_vote(count: int, value: str) -> None:
    told = {
        "harbour.example": HARDLY,
        "meridian.example": "The vote had ended when the Aldmark regulator fined Brightwell Bank.",
        "quayside.example": "Rain fell over Aldmark. On Monday the Aldmark regulator fined Brightwell Bank for its loans.",
    }
    pages = [_page(host, text) for host, text in list(told.items())[:count]]
    assert _settled(*pages, trusted=(), stage=Stage.VOTES).value == value
