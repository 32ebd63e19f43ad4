"""Other names of a node: what waits for a person, and the person's decision."""

from enum import StrEnum
from typing import Annotated, ClassVar

from django.utils import timezone
from pydantic import Field, StringConstraints
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.calls.base import ApiView, write_json
from verification.api.calls.bodies import Body
from verification.api.calls.openapi import ETAG, KEY, UNCHANGED, WRITING, operation
from verification.api.calls.validation import HOLDS_NO_NUL
from verification.api.nodes import answers
from verification.api.nodes.nodes import TAG, get_node
from verification.core.subjects.other_names import MAX_NAME
from verification.models import Node
from verification.services.nodes.other_names import list_suggested, refuse_name, take_name
from verification.services.queue.idempotency import RememberedAnswer


class NameDecision(StrEnum):
    """What a person makes of a suggested name."""

    TAKE = "take"
    REFUSE = "refuse"


class NameBody(Body):
    """One of the names that wait, as it is written there."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=MAX_NAME), HOLDS_NO_NUL]
    decision: Annotated[NameDecision, Field(strict=False)]


class NodeNamesView(ApiView):
    permissions: ClassVar = {"GET": "view_node", "POST": "change_node"}

    @operation(
        "listNodeNames",
        "Other names that open data and pages give to what a node asks for, and that wait for a person",
        answers={200: answers.NodeNames, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request, slug: str) -> Response:
        node = get_node(slug)
        items = [answers.SuggestedName.of(one) for one in list_suggested(node, base=timezone.localdate())]
        return self.answer(answers.NodeNames(node=node.slug, aliases=list(node.aliases), items=items).shape())

    @operation(
        "decideNodeName",
        "Take a suggested name among the node's aliases, or refuse it for good",
        body=NameBody,
        answers={200: answers.DecidedName},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, slug: str) -> Response:
        body = self.read_body(NameBody)
        node = get_node(slug)
        decide = take_name if body.decision is NameDecision.TAKE else refuse_name

        def work() -> RememberedAnswer:
            row = decide(node=node, name=body.name, actor=request.user, base=timezone.localdate())
            told = answers.DecidedName.of(Node.objects.get(pk=node.pk), row.name, row.status)
            return RememberedAnswer(status=200, body=write_json(told.shape()))

        return self.answer_once(work)
