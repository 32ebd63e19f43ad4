"""Many nodes verified with one request: asked for, its progress, ended."""

from typing import ClassVar

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.calls.access import WORK
from verification.api.calls.base import ApiView, write_json
from verification.api.calls.bodies import EmptyBody
from verification.api.calls.callbacks import read_callback
from verification.api.calls.openapi import ETAG, KEY, LOCATION, UNCHANGED, WRITING, operation
from verification.api.calls.problems import Code, FieldError, RequestProblem
from verification.api.runs import answers
from verification.api.runs.bodies import NodesBody
from verification.enums import RunTrigger
from verification.models import Node, VerificationBatch
from verification.reads.nodes.batches import get_batch, measure_progress
from verification.services.queue.idempotency import RememberedAnswer
from verification.services.runs.batches import cancel_batch, request_batch

TAG = "batches"
# A thousand of the longest slugs, however they are escaped, and a callback.
MAX_BYTES = 800_000
MOST_NAMED = 20


class Batches(ApiView):
    permissions: ClassVar = {"POST": "add_verificationrun"}
    scopes: ClassVar = {"POST": WORK}
    max_bytes = MAX_BYTES

    @operation(
        "verifyNodes",
        "Have up to 1,000 nodes verified as one batch; runs that are open already are joined",
        body=NodesBody,
        answers={202: answers.Batch},
        failures=WRITING,
        headers=[KEY, LOCATION],
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        body = self.read_body(NodesBody)
        callback_url = read_callback(body)

        def work() -> RememberedAnswer:
            nodes = _named(body.slugs)
            batch = request_batch(nodes=nodes, requested_by=request.user, trigger=RunTrigger.API, callback_url=callback_url)
            location = reverse("api:verification-batch", args=[batch.pk])
            return RememberedAnswer(status=202, body=write_json(_shape(batch)), location=location)

        return self.answer_once(work)


class BatchView(ApiView):
    permissions: ClassVar = {"GET": "view_verificationrun"}

    @operation(
        "readBatch",
        "How far a batch is: its runs by status, and what the finished ones found by badge",
        answers={200: answers.Batch, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request, pk: int) -> Response:
        return self.answer(_shape(_get(pk)))


class BatchCancel(ApiView):
    permissions: ClassVar = {"POST": "add_verificationrun"}

    @operation(
        "cancelBatch",
        "End the open runs that the batch began; 409 where none is left. Runs that it joined go on",
        body=EmptyBody,
        answers={200: answers.Batch},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, pk: int) -> Response:
        self.read_body(EmptyBody)
        batch = _get(pk)

        def work() -> RememberedAnswer:
            cancel_batch(batch=batch, actor=request.user)
            return RememberedAnswer(status=200, body=write_json(_shape(_get(pk))))

        return self.answer_once(work)


def _get(pk: int) -> VerificationBatch:
    batch = get_batch(pk=pk)
    if batch is None:
        raise Http404
    return batch


def _shape(batch: VerificationBatch) -> dict[str, object]:
    return answers.Batch.of(batch, measure_progress(batch=batch)).shape()


def _named(slugs: list[str]) -> list[Node]:
    """The nodes of the slugs, one query; 400 names the places of those that stand twice, are no node, or are inactive."""
    found = {node.slug: node for node in Node.objects.filter(slug__in=slugs)}
    errors, seen = [], set[str]()
    for place, slug in enumerate(slugs):
        if slug in seen:
            errors.append(FieldError(f"slugs.{place}", "repeated", _("stands more than once")))
        elif slug not in found:
            errors.append(FieldError(f"slugs.{place}", "bad_value", _("there is no such node")))
        elif not found[slug].is_active:
            errors.append(FieldError(f"slugs.{place}", "bad_value", _("the node is inactive")))
        seen.add(slug)
    if errors:
        detail = f"{errors[0].field}: {errors[0].detail}"
        raise RequestProblem(Code.INVALID_REQUEST, status=400, detail=detail, errors=errors[:MOST_NAMED])
    return list(found.values())
