"""What can be read by its address: a node, a run, a citation report, as the API answers them."""

import json
import re
from collections.abc import Sequence

from mcp.types import Resource, ResourceTemplate, TextResourceContents

from attribution.api.reports import whole_report
from attribution.services.citations.lifecycle import list_visible
from mcp_server.begun import read_run
from mcp_server.callers import Caller, WhoCalls, admit
from mcp_server.catalogue import read_node
from verification.api.calls.problems import Code, RequestProblem
from verification.core.vocabulary import Scope
from verification.models import Node
from verification.reads.answers import Shape
from verification.services.operations.rates import READ

SCHEME = "causalflow://"
JSON = "application/json"
PER_PAGE = 100
_ADDRESS = re.compile(r"causalflow://(nodes|runs|reports)/([A-Za-z0-9_-]{1,100})")
_PERMISSIONS = {
    "nodes": "verification.view_node",
    "runs": "verification.view_verificationrun",
    "reports": "attribution.view_citationreport",
}
TEMPLATES = (
    ResourceTemplate(
        name="node",
        title="A node",
        uri_template=f"{SCHEME}nodes/{{slug}}",
        mime_type=JSON,
        description="Its state and the pages behind it.",
    ),
    ResourceTemplate(
        name="run",
        title="A run",
        uri_template=f"{SCHEME}runs/{{id}}",
        mime_type=JSON,
        description="One verification of a node, with its steps.",
    ),
    ResourceTemplate(
        name="report",
        title="A citation report",
        uri_template=f"{SCHEME}reports/{{id}}",
        mime_type=JSON,
        description="The citations of a text with their verdicts.",
    ),
)


def list_nodes(who_calls: WhoCalls, cursor: str | None) -> tuple[Sequence[Resource], str | None]:
    """A page of the active nodes by slug, and the cursor of the next: the last slug of this one."""
    _admit(who_calls, "nodes")
    slugs = Node.objects.filter(is_active=True, slug__gt=cursor or "").order_by("slug")
    rows = list(slugs.values_list("slug", "label")[: PER_PAGE + 1])
    shown = [Resource(name=slug, title=label, uri=f"{SCHEME}nodes/{slug}", mime_type=JSON) for slug, label in rows[:PER_PAGE]]
    return shown, rows[PER_PAGE - 1][0] if len(rows) > PER_PAGE else None


def read_resource(who_calls: WhoCalls, address: str) -> TextResourceContents:
    """The JSON behind an address. ``RequestProblem`` where there is nothing, or it is not for this caller."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        detail = f"{address[:100]!r} is no address of ours; expected {SCHEME}nodes/…, runs/… or reports/…."
        raise RequestProblem(Code.NOT_FOUND, status=404, detail=detail)
    shape = _read(_admit(who_calls, found[1]), found[1], found[2])
    return TextResourceContents(uri=address, mime_type=JSON, text=json.dumps(shape, ensure_ascii=False))


def _admit(who_calls: WhoCalls, kind: str) -> Caller:
    caller = who_calls()
    admit(caller, permission=_PERMISSIONS[kind], scope=Scope.READ, kind=READ)
    return caller


def _read(caller: Caller, kind: str, key: str) -> Shape:
    if kind == "nodes":
        return read_node(caller, {"slug": key}, None)
    pk = int(key) if key.isascii() and key.isdigit() and len(key) <= 18 else 0
    if kind == "runs":
        return read_run(pk, None)
    report = list_visible(user=caller.user).filter(pk=pk).first()
    if report is None:
        raise RequestProblem(Code.NOT_FOUND, status=404)
    return whole_report(report, None)
