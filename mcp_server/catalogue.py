"""The tools: what each takes, answers, needs and does. None rules on a review, and none changes a node by hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils import timezone
from mcp.types import Tool, ToolAnnotations
from pydantic import BaseModel

from attribution.api.answers import Report
from attribution.reads.attribution_answers import AttributionAnswer
from attribution.reads.evidence import EvidenceAnswer
from attribution.services.citations.evidence import find_evidence
from mcp_server import begun, bodies, quoting
from mcp_server.begun import Work
from mcp_server.callers import Caller
from mcp_server.schemas import write_schema
from verification.api.calls.bodies import Body, Query
from verification.api.calls.pagination import question_of, read_page
from verification.api.calls.problems import Code, RequestProblem
from verification.api.calls.validation import check_body
from verification.api.nodes.answers import NodeDetail, NodePage
from verification.api.nodes.bodies import NodesQuery
from verification.api.nodes.nodes import ORDERS, list_matching
from verification.api.runs.answers import Run
from verification.core.vocabulary import Scope
from verification.reads.answers import Shape
from verification.reads.events.answers import EventAnswer
from verification.reads.nodes import nodes as node_reads
from verification.reads.nodes.answers import NodeRow
from verification.reads.verifications.verifications import VotingResult
from verification.services.operations.rates import READ, WORK

Arguments = Mapping[str, Any]


@dataclass(frozen=True)
class OurTool:
    """``run`` gives the result at once, or is the work that is asked for and then waited for."""

    name: str
    title: str
    description: str
    takes: type[Body | Query]
    gives: type[BaseModel]
    permission: str
    scope: Scope
    write: Callable[[Shape], str]
    run: Callable[[Caller, Arguments, str | None], Shape] | Work
    address: Callable[[Shape], str] | None = None

    @property
    def kind(self) -> str:
        return READ if self.scope == Scope.READ else WORK

    @cached_property
    def listed(self) -> Tool:
        """As the protocol lists it. What only looks, and asks nobody to work, is marked as reading."""
        hints = ToolAnnotations(
            title=self.title,
            read_only_hint=not isinstance(self.run, Work),
            destructive_hint=False,
            idempotent_hint=not isinstance(self.run, Work),
            open_world_hint=self.scope != Scope.READ,
        )
        return Tool(
            name=self.name,
            title=self.title,
            description=self.description,
            input_schema=write_schema(self.takes, mode="validation"),
            output_schema=write_schema(self.gives, mode="serialization"),
            annotations=hints,
        )


def _find_nodes(caller: Caller, asked: Arguments, lang: str | None) -> Shape:
    query = check_body(NodesQuery, dict(asked))
    page = read_page(
        list_matching(query),
        ORDERS[query.sorting],
        cursor=query.cursor,
        limit=query.limit,
        question=question_of("find_nodes", query),
        is_costly=True,
    )
    return NodePage(items=[NodeRow.of(node) for node in page.rows], next=page.next).shape()


def read_node(caller: Caller, asked: Arguments, lang: str | None) -> Shape:
    node = node_reads.get_node(slug=asked["slug"], now=timezone.now())
    if node is None:
        raise RequestProblem(Code.NOT_FOUND, status=404, detail=f"slug: there is no node {asked['slug']!r}")
    detail = NodeDetail.with_evidence(
        node,
        node_reads.get_evidence_run(node.state),
        links=list(node.links.order_by("slug").values_list("slug", flat=True)),
        is_watched=node.watches.filter(user=caller.user).exists(),
        lang=lang,
    )
    return detail.shape()


def _find_evidence(caller: Caller, asked: Arguments, lang: str | None) -> Shape:
    found = find_evidence(claim=asked["claim"], limit=asked["limit"], asked_by=f"evidence:{caller.user.pk}")
    return EvidenceAnswer.of(found, lang=lang).shape()


_FACTS = "verification.view_node"
_STEPS = "verification.add_verification"
_ALL = (
    OurTool(
        "find_nodes",
        "Find nodes",
        "Nodes (things that people want to know, each with a verified current value) by words, badge, kind or group. Look here first: "
        "a verified value costs nothing.",
        NodesQuery,
        NodePage,
        _FACTS,
        Scope.READ,
        quoting.write_nodes,
        run=_find_nodes,
    ),
    OurTool(
        "get_node",
        "Read a node",
        "One node: its value, badge and date, the pages that carry it with the passage on each, and what spoke against.",
        bodies.NodeAsked,
        NodeDetail,
        _FACTS,
        Scope.READ,
        quoting.write_node,
        run=read_node,
        address=lambda node: f"causalflow://nodes/{node['slug']}",
    ),
    OurTool(
        "verify_node",
        "Verify a node again",
        "Search and judge a node anew. The node takes the new value where the evidence carries it.",
        bodies.NodeWaited,
        Run,
        "verification.add_verificationrun",
        Scope.VERIFY,
        quoting.write_run,
        run=begun.RUNS,
        address=lambda run: f"causalflow://runs/{run['run']}",
    ),
    OurTool(
        "verify_claim",
        "Verify a claim",
        "Whether a sentence, or a value for a query or node, holds: accept, reject, needs_human or needs_retry, with the voters' reasons. "
        "Without evidence of your own the nodes answer, or the web is searched.",
        bodies.ClaimWaited,
        VotingResult,
        _STEPS,
        Scope.VERIFY,
        quoting.write_verification,
        run=begun.VERIFICATIONS,
    ),
    OurTool(
        "verify_step",
        "Verify a step before it is taken",
        "Whether what is about to be done is what the tools returned: the claim is compared field by field (amount, currency, id, date, "
        "account, party) with the payload and with evidence of kind tool_output. Name action_type and amount: the rules then ask for a "
        "stricter mode. Go on only after accept.",
        bodies.StepWaited,
        VotingResult,
        _STEPS,
        Scope.VERIFY,
        quoting.write_verification,
        run=begun.VERIFICATIONS,
    ),
    OurTool(
        "check_citations",
        "Check the citations of a text",
        "Fetches every link, DOI and named source of a text, and says of each whether it carries what the text claims.",
        bodies.ReportWaited,
        Report,
        "attribution.add_citationreport",
        Scope.SUBMIT,
        quoting.write_report,
        run=begun.REPORTS,
        address=lambda report: f"causalflow://reports/{report['id']}",
    ),
    OurTool(
        "trace_answer",
        "Trace an answer to its documents",
        "Which passage of the documents carries which sentence of the answer, how calculated figures came about, and which sentences "
        "nothing carries.",
        bodies.AnswerWaited,
        AttributionAnswer,
        "attribution.add_attribution",
        Scope.SUBMIT,
        quoting.write_attribution,
        run=begun.ATTRIBUTIONS,
    ),
    OurTool(
        "analyse_event",
        "Analyse a message",
        "How far to believe a report or rumour: what kind of event, which asset, what was found for and against. Analysis, not advice.",
        bodies.EventWaited,
        EventAnswer,
        "verification.add_event",
        Scope.SUBMIT,
        quoting.write_event,
        run=begun.EVENTS,
    ),
    OurTool(
        "find_evidence",
        "Find pages about a claim",
        "Searches for a claim and says of each page whether it supports it, with the passage. No verification: publishers are not counted.",
        bodies.EvidenceAsked,
        EvidenceAnswer,
        _STEPS,
        Scope.VERIFY,
        quoting.write_evidence,
        run=_find_evidence,
    ),
)
TOOLS: Mapping[str, OurTool] = {tool.name: tool for tool in _ALL}
