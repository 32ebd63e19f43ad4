"""A claim about something that a node holds is answered from the node's state and its evidence."""

import re
from datetime import datetime, timedelta

from django.db.models import QuerySet

from verification.core.evidence import Why
from verification.core.panel.claims import BLANK, Claimed
from verification.core.panel.decision import ONE, Decided, DecisionCode, Vote, VoteConsensus
from verification.core.support.answers import same_answer
from verification.core.vocabulary import Badge, Decision, DecisionMethod, NodeKind, VerificationMode, VoteOutcome
from verification.models import Node, Source, Verification
from verification.services.panel.cases import RULES, Deliberation, Seats

ANSWERED = (Badge.WHITELIST_DIRECT, Badge.CROSS_VALIDATED, Badge.HUMAN_RULED)
MAX_SOURCES, MOST_NODES = 10, 5_000
# What makes a claim ask for something else than the present value.
_OTHER_TIME = re.compile(
    r"\b(?:will|would|expected|forecast|was|were|had|never|not|last|ago|in \d{4}|since|by \d{4})\b|\b(?:19|20)\d\d\b|"
    r"预计|将|曾|去年|上月|此前|不是|未|年|月",
    re.IGNORECASE,
)
# "The gold price is ____ per ounce" holds the name "gold price per ounce".
_SAYS_FIGURE = re.compile(rf"\s+(?:is|are|stands?\s+at|at)\s+{BLANK}\s+", re.IGNORECASE)


def find_node(*, claimed: Claimed, claim: str, query: str) -> Node | None:
    """The node of the same kind and unit whose whole name, or another name of it, stands in the claim or is what is searched for.

    The longest name wins; None where two are as long, or where the claim asks for another time than the present.
    """
    said = f"{claim}\n{_SAYS_FIGURE.sub(' ', claimed.node.label)}\n{query}".casefold()
    if claimed.node.kind == NodeKind.TEXT or not said.strip():
        return None
    found: dict[int, list[Node]] = {}
    for node in _alike(claimed):
        name = max((name for name in (node.label, *node.aliases) if name.casefold() in said), key=len, default="")
        if name and not _OTHER_TIME.search(said.replace(name.casefold(), " ")):
            found.setdefault(len(name), []).append(node)
    longest = found[max(found)] if found else []
    return longest[0] if len(longest) == 1 else None


def answer_from_node(*, row: Verification, node: Node, claimed: Claimed, now: datetime) -> Deliberation | None:
    """The decision by what the node holds; None where it holds nothing, or nothing fresh."""
    state = node.state
    if state is None or state.badge not in ANSWERED or _is_stale(node, now):
        return None
    is_same = same_answer(claimed.value, state.value, unit=node.unit or None, tolerance=node.tolerance)
    run = state.basis.run_id
    pages = list(Source.objects.filter(run=run, is_accepted=True).order_by("position")[:MAX_SOURCES]) if run else []
    vote = Vote(
        voter_id=f"node:{node.slug}"[:100],
        model=RULES,
        outcome=VoteOutcome.ANSWERED,
        value=state.value,
        is_grounded=True,
        result={
            "value": state.value,
            "node": node.slug,
            "quote": pages[0].passage if pages else "",
            "sources": [{"url": page.url, "title": page.title} for page in pages],
        },
        confidence=1.0,
    )
    told = {"node": node.label, "value": state.value, "day": state.as_of.date().isoformat()}
    code, decision = (DecisionCode.NODE_AGREES, Decision.ACCEPT) if is_same else (DecisionCode.NODE_DIFFERS, Decision.REJECT)
    consensus = VoteConsensus(True, ONE, state.value, ONE, DecisionMethod.SINGLE)
    return Deliberation(Decided(VerificationMode(row.mode), decision, consensus, (Why(code, told),)), (vote,), Seats(0, 1))


def _alike(claimed: Claimed) -> QuerySet[Node]:
    nodes = Node.objects.filter(kind=claimed.node.kind.value, unit=claimed.node.unit or "", is_active=True)
    return nodes.select_related("state").order_by("pk")[:MOST_NODES]


def _is_stale(node: Node, now: datetime) -> bool:
    at = node.evidence_at or (node.state.as_of if node.state else None)
    is_old = node.fresh_days is not None and at is not None and at + timedelta(days=node.fresh_days) < now
    return is_old or (node.expires_at is not None and node.expires_at <= now)
