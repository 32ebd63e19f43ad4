"""The engine without memory: a question and its search results in, the verdict out, nothing stored."""

import re
from typing import ClassVar

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.calls.access import WORK
from verification.api.calls.base import ApiView, read_key, respond, write_json
from verification.api.calls.openapi import KEY, WRITING, operation
from verification.api.calls.problems import bad_field
from verification.api.runs import answers
from verification.api.runs.bodies import ConsensusBody
from verification.reads.answers import Shape
from verification.services.queue.idempotency import RememberedAnswer, find_answer
from verification.stateless import answer_consensus

MAX_BYTES = 2_000_000
# The engine compares figures with each other: thousands of them would hold a web process for minutes.
MAX_FIGURES = 4000
_FIGURE = re.compile(r"\d[\d.,]{0,30}|[一二三四五六七八九十百千万亿两零〇]{1,30}")


class ConsensusView(ApiView):
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
        _refuse_many_figures(body)
        key = read_key(request)
        known = find_answer(user=request.user, key=key, fingerprint=self.fingerprint()) if key else None
        if known is not None:
            return respond(known)
        # Worked out before the transaction that keeps it: nobody waits for a lock while the engine reads.
        said_in = body.lang or self.lang
        verdict: Shape = answer_consensus({**request.data, **({"lang": said_in} if said_in else {})})
        return self.answer_once(lambda: RememberedAnswer(status=200, body=write_json(verdict)))


def _refuse_many_figures(body: ConsensusBody) -> None:
    texts = (text for result in body.results for text in (result.title, result.content))
    if sum(len(_FIGURE.findall(text)) for text in texts) > MAX_FIGURES:
        detail = _("expected at most %(count)s figures in all of them together") % {"count": MAX_FIGURES}
        raise bad_field("results", "too_many_figures", detail)
