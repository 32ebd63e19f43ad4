"""One call of each tool, over what there is to read of, and what it is answered."""

from typing import Any

from django.utils import timezone
from mcp.types import CallToolResult

from tests.factories import make_document
from tests.views.rows import make_node, make_verified

Call = tuple[str, dict[str, Any]]

_ORDER = {"order_id": "4711", "status": "confirmed", "total": {"value": "1500.00", "currency": "USD"}, "merchant": "Acme Supplies"}
_STEP = {
    "claim": "Order 4711 of 1,500 USD from Acme Supplies was placed.",
    "payload": {"amount": 1500, "currency": "USD"},
    "action_type": "purchase",
    "amount": "1500",
    "currency": "USD",
    "evidence": [{"kind": "tool_output", "title": "shop.order", "data": _ORDER}],
}
_DOCUMENT = {"content": "Sales of Halcyon rose by 12% in 2025."}
EVERY_CALL: tuple[Call, ...] = (
    ("find_nodes", {"q": "bank"}),
    ("get_node", {"slug": "bank-rate"}),
    ("verify_node", {"slug": "policy-rate"}),
    ("verify_claim", {"claim": "The policy rate of Utopia is 3.5%.", "mode": "single"}),
    ("verify_step", _STEP),
    ("check_citations", {"text": "The policy rate of Utopia is 3.5% [1].", "depth": "quick"}),
    ("trace_answer", {"answer": "Sales of Halcyon rose by 12%.", "documents": [_DOCUMENT]}),
    ("analyse_event", {"text": "Exchange Orbitex was hacked, 3 million USD are gone."}),
    ("find_evidence", {"claim": "The policy rate of Utopia is 3.5%.", "limit": 3}),
)
EVERY_ANSWER = {
    "nodes": ["bank-rate"],
    "node": ("bank-rate", "3.5%"),
    "run": ("policy-rate", "finished", "3.5%"),
    "claim": ("finished", "accept"),
    "step": ("finished", "accept"),
    "report": ("finished", 1),
    "answer": ("finished", 1),
    "event": ("finished", "hack"),
    "evidence": ("verified", 3),
}


def make_what_is_read() -> None:
    """Two nodes, and three pages that carry the claim about one of them."""
    make_verified("bank-rate", label="Bank Rate")
    make_node(label="Policy rate of Utopia")
    for host in ("reuters.com", "paper.example", "news.example"):
        text = f"The policy rate of Utopia is 3.5%. {host} was told so by the bank."
        make_document(url=f"https://{host}/a", title="Policy rate of Utopia at 3.5%", text=text, published_at=timezone.now())


def words_of(result: CallToolResult) -> str:
    return str(result.content[0].text)


def said_by(found: list[CallToolResult]) -> dict[str, object]:
    """What ``EVERY_ANSWER`` holds, of the answers to ``EVERY_CALL``; an error is a failure with its words."""
    assert [words_of(result) for result in found if result.is_error] == []
    nodes, node, run, claim, step, report, traced, event, evidence = (result.structured_content for result in found)
    return {
        "nodes": [item["slug"] for item in nodes["items"]],
        "node": (node["slug"], node["state"]["value"]),
        "run": (run["slug"], run["status"], run["value"]),
        "claim": (claim["status"], claim["decision"]),
        "step": (step["status"], step["decision"]),
        "report": (report["status"], report["citations_count"]),
        "answer": (traced["status"], traced["supported_count"]),
        "event": (event["status"], event["event_type"]),
        "evidence": (evidence["status"], len(evidence["pages"])),
    }
