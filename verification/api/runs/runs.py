"""Runs: what they did and found, and how to end one."""

from typing import ClassVar

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.calls.base import ApiView, write_json
from verification.api.calls.bodies import EmptyBody
from verification.api.calls.openapi import ETAG, KEY, UNCHANGED, WRITING, operation
from verification.api.runs import answers
from verification.models import VerificationRun
from verification.reads.nodes import nodes as queries
from verification.services.queue.idempotency import RememberedAnswer
from verification.services.runs.lifecycle import cancel_run

TAG = "runs"


class RunView(ApiView):
    permissions: ClassVar = {"GET": "view_verificationrun"}

    @operation(
        "readRun",
        "One run with its steps, sources and calls",
        answers={200: answers.Run, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request, pk: int) -> Response:
        return self.answer(answers.Run.of(get_run(pk), lang=self.lang).shape())


class RunCancel(ApiView):
    permissions: ClassVar = {"POST": "add_verificationrun"}

    @operation(
        "cancelRun",
        "End a run that waits or works; 409 once it has ended",
        body=EmptyBody,
        answers={200: answers.Run},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, pk: int) -> Response:
        self.read_body(EmptyBody)
        run = get_run(pk)

        def work() -> RememberedAnswer:
            cancelled = cancel_run(run=run, actor=request.user)
            return RememberedAnswer(status=200, body=write_json(answers.Run.of(cancelled, lang=self.lang).shape()))

        return self.answer_once(work)


def get_run(pk: int) -> VerificationRun:
    run = queries.get_run(pk=pk)
    if run is None:
        raise Http404
    return run
