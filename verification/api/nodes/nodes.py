"""Nodes: their states, history, verification, flags and watches."""

from datetime import UTC, datetime
from typing import ClassVar

from django.db.models import F, QuerySet, Value
from django.db.models.functions import Coalesce
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.calls.access import WORK
from verification.api.calls.base import ApiView, write_json
from verification.api.calls.bodies import CallbackBody, EmptyBody
from verification.api.calls.callbacks import read_callback
from verification.api.calls.openapi import ETAG, KEY, LOCATION, MATCH, STALE, UNCHANGED, WAIT, WRITING, operation
from verification.api.calls.pagination import Key, cut_page, open_cursor, question_of, read_page
from verification.api.calls.preferences import wanted_seconds
from verification.api.calls.removal import REMOVING, RemovalBody, RemovalQuery, reason_of
from verification.api.nodes import answers
from verification.api.nodes.bodies import FlagBody, NodeBody, NodeChangeBody, NodeOrder, NodesQuery
from verification.api.nodes.writing import changing, creating
from verification.api.runs.answers import Run, RunPage, RunRow
from verification.api.runs.bodies import RunsQuery
from verification.api.runs.waiting import answer_run
from verification.enums import RunTrigger
from verification.models import Node
from verification.reads.nodes import nodes as queries
from verification.reads.nodes.history import find_node_key, list_run_rows
from verification.reads.nodes.nodes import NodeFilters
from verification.services.nodes.nodes import delete_node
from verification.services.queue.idempotency import RememberedAnswer
from verification.services.reviews.feedback import flag_node, unwatch_node, watch_node
from verification.services.runs.lifecycle import request_run

TAG = "nodes"
_CHECKED = "last_checked"
ORDERS: dict[NodeOrder, tuple[Key, ...]] = {
    NodeOrder.SLUG: (Key("slug", lambda node: node.slug),),
    NodeOrder.NAME: (Key("label", lambda node: node.label), Key("pk", lambda node: node.pk)),
    NodeOrder.NEWEST: (Key(_CHECKED, lambda node: node.last_checked, is_descending=True), Key("pk", lambda node: node.pk)),
    NodeOrder.OLDEST: (Key(_CHECKED, lambda node: node.last_checked), Key("pk", lambda node: node.pk)),
    NodeOrder.VERIFIED: (Key("place", lambda node: node.place), Key("label", lambda node: node.label), Key("pk", lambda node: node.pk)),
    NodeOrder.ATTENTION: (
        Key("attention", lambda node: node.attention),
        Key("label", lambda node: node.label),
        Key("pk", lambda node: node.pk),
    ),
}
RUN_ORDER = (Key("created_at", lambda run: run.created_at, is_descending=True), Key("pk", lambda run: run.pk, is_descending=True))
# Stands for the check of a node that was never checked: before all others.
NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class Nodes(ApiView):
    permissions: ClassVar = {"GET": "view_node", "POST": "add_node"}
    accepts: ClassVar = {"GET": NodesQuery}

    @operation(
        "listNodes",
        "Active nodes with their present states",
        query=NodesQuery,
        answers={200: answers.NodePage, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        asked: NodesQuery = self.asked
        question = question_of(request.path, asked)
        nodes = list_matching(asked)
        page = read_page(nodes, ORDERS[asked.sorting], cursor=asked.cursor, limit=asked.limit, question=question, is_costly=True)
        return self.answer(answers.NodePage(items=[answers.NodeRow.of(node) for node in page.rows], next=page.next).shape())

    @operation(
        "createNode",
        "A new node; admins only, audited",
        body=NodeBody,
        answers={200: answers.NodeWritten, 201: answers.NodeWritten},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        return self.answer_once(creating(request, self.read_body(NodeBody)))


class NodeView(ApiView):
    http_method_names: ClassVar = ["get", "head", "patch", "delete"]
    permissions: ClassVar = {"GET": "view_node", "PATCH": "change_node", "DELETE": "delete_node"}
    accepts: ClassVar = {"DELETE": RemovalQuery}

    @operation(
        "readNode",
        "One node with the pages behind its state",
        answers={200: answers.NodeDetail, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request, slug: str) -> Response:
        node = queries.get_node(slug=slug, now=timezone.now())
        if node is None:
            raise Http404
        detail = answers.NodeDetail.with_evidence(
            node,
            queries.get_evidence_run(node.state),
            links=list(node.links.order_by("slug").values_list("slug", flat=True)),
            is_watched=node.watches.filter(user=request.user).exists(),
            lang=self.lang,
        )
        return self.answer(detail.shape())

    @operation(
        "changeNode",
        "Change, retire or bring back a node; admins only, audited",
        body=NodeChangeBody,
        answers={200: answers.NodeWritten},
        failures=(*WRITING, STALE),
        headers=[KEY, MATCH],
        tag=TAG,
    )
    def patch(self, request: Request, slug: str) -> Response:
        body = self.read_body(NodeChangeBody)
        return self.answer_once(changing(request, get_node(slug), body, request.data, self.matching))

    @operation(
        "deleteNode",
        "Delete a node of which nothing was ever verified; 409 for one with a history, which can be retired. Admins only, audited",
        query=RemovalQuery,
        body=RemovalBody,
        answers={204: None},
        failures=(*REMOVING, 409, STALE),
        headers=[MATCH],
        tag=TAG,
    )
    def delete(self, request: Request, slug: str) -> Response:
        with self.matching(Node.objects.filter(slug=slug)):
            delete_node(node=get_node(slug), actor=request.user, reason=reason_of(request, self.asked))
        return Response(status=204)


class NodeRuns(ApiView):
    permissions: ClassVar = {"GET": "view_verificationrun"}
    accepts: ClassVar = {"GET": RunsQuery}

    @operation(
        "listRuns",
        "The history of a node, newest first",
        query=RunsQuery,
        answers={200: RunPage, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request, slug: str) -> Response:
        asked: RunsQuery = self.asked
        node, question = find_node_key(slug=slug), question_of(request.path, asked)
        if node is None:
            raise Http404
        at, key = open_cursor(asked.cursor, question, len(RUN_ORDER)) if asked.cursor else (None, None)
        behind = None if at is None else (at, key)
        found = list_run_rows(node=node, status=asked.status, is_replay=asked.replay, behind=behind, limit=asked.limit + 1)
        page = cut_page(found, RUN_ORDER, limit=asked.limit, question=question)
        return self.answer(RunPage(items=RunRow.list_of(page.rows), next=page.next).shape())


class NodeVerify(ApiView):
    permissions: ClassVar = {"POST": "add_verificationrun"}
    scopes: ClassVar = {"POST": WORK}

    @operation(
        "verifyNode",
        "Ask for a verification; a run that is still open is answered instead of a second one",
        body=CallbackBody,
        answers={200: Run, 202: Run},
        failures=WRITING,
        headers=[KEY, WAIT, LOCATION],
        tag=TAG,
    )
    def post(self, request: Request, slug: str) -> Response:
        callback_url = read_callback(self.read_body(CallbackBody))
        node = get_node(slug)

        def work() -> RememberedAnswer:
            run = request_run(node=node, requested_by=request.user, trigger=RunTrigger.API, callback_url=callback_url)
            body = write_json(Run.of(run, lang=self.lang).shape())
            return RememberedAnswer(status=202, body=body, location=reverse("api:run", args=[run.pk]))

        response = self.answer_once(work)
        seconds = wanted_seconds(request)
        return answer_run(response, seconds=seconds, lang=self.lang) if seconds else response


class NodeFlags(ApiView):
    permissions: ClassVar = {"POST": "add_nodeflag"}

    @operation(
        "flagNode",
        "“This is wrong”: object to the node's present state",
        body=FlagBody,
        answers={201: answers.Flag},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, slug: str) -> Response:
        body = self.read_body(FlagBody)
        node = get_node(slug)

        def work() -> RememberedAnswer:
            flag = flag_node(node=node, user=request.user, reason=body.reason, source=body.source)
            return RememberedAnswer(status=201, body=write_json(answers.Flag.of(flag).shape()))

        return self.answer_once(work)


class NodeWatchView(ApiView):
    permissions: ClassVar = {"POST": "add_nodewatch", "DELETE": "add_nodewatch"}

    @operation(
        "watchNode",
        "Hear of changes of this node; a second time changes nothing",
        body=EmptyBody,
        answers={200: answers.Watch},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, slug: str) -> Response:
        self.read_body(EmptyBody)
        node = get_node(slug)

        def work() -> RememberedAnswer:
            watch_node(node=node, user=request.user)
            return RememberedAnswer(status=200, body=write_json(answers.Watch(node=node.slug, is_watched=True).shape()))

        return self.answer_once(work)

    @operation("unwatchNode", "Hear no more of this node", answers={204: None}, tag=TAG)
    def delete(self, request: Request, slug: str) -> Response:
        unwatch_node(node=get_node(slug), user=request.user)
        return Response(status=204)


def get_node(slug: str) -> Node:
    """A node by its slug, active or not."""
    return get_object_or_404(Node, slug=slug)


def list_matching(asked: NodesQuery) -> QuerySet[Node]:
    sort = asked.sorting.value if asked.sorting.value in queries.SORTS else NodeOrder.NAME.value
    filters = NodeFilters(q=asked.q, badge=asked.badge or "", group=asked.group, sort=sort)
    nodes = queries.list_nodes(filters=filters, now=timezone.now())
    if asked.kind:
        nodes = nodes.filter(kind=asked.kind)
    if asked.stale is not None:
        nodes = nodes.filter(is_stale=asked.stale)
    if asked.conflict is not None:
        nodes = nodes.filter(is_conflict=asked.conflict)
    return nodes.annotate(last_checked=Coalesce(F("checked_at"), Value(NEVER)))
