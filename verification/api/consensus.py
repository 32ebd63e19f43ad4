"""The engine without memory: a question and its search results in, the verdict out, nothing stored."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from verification.api import answers
from verification.api.access import WORK
from verification.api.base import ApiView, read_key, respond, write_json
from verification.api.bodies import ConsensusBody
from verification.api.openapi import KEY, WRITING, operation
from verification.services.idempotency import Answered, find_answer
from verification.shapes import Shape
from verification.stateless import answer_consensus

MAX_BYTES = 2_000_000


class Consensus(ApiView):
    permissions: ClassVar = {"POST": "view_node"}
    scopes: ClassVar = {"POST": WORK}
    max_bytes = MAX_BYTES

    @operation(
        "judge",
        "The verdict on search results that you bring, as `batch consensus`",
        body=ConsensusBody,
        answers={200: answers.Consensus},
        failures=WRITING,
        headers=[KEY],
        tag="consensus",
    )
    def post(self, request: Request) -> Response:
        body = self.read_body(ConsensusBody)
        key = read_key(request)
        known = find_answer(user=request.user, key=key, fingerprint=self.fingerprint()) if key else None
        if known is not None:
            return respond(known)
        # Worked out before the transaction that keeps it: nobody waits for a lock while the engine reads.
        said_in = body.lang or self.lang
        verdict: Shape = answer_consensus({**request.data, **({"lang": said_in} if said_in else {})})
        return self.answer_once(lambda: Answered(status=200, body=write_json(verdict)))
