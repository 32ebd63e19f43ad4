"""The engine without memory: a question and its search results in, the verdict out, nothing stored."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import ClassVar

from django.utils.translation import gettext as _
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.calls.access import WORK
from verification.api.calls.base import ApiView, read_key, respond, write_json
from verification.api.calls.openapi import KEY, WRITING, operation
from verification.api.calls.problems import as_problem, bad_field
from verification.api.runs import answers
from verification.api.runs.bodies import ConsensusBody
from verification.reads.answers import Shape
from verification.services.queue.idempotency import RememberedAnswer, find_answer
from verification.stateless import answer_consensus

MAX_BYTES = 2_000_000
# The engine compares figures with each other: thousands of them would hold a web process for minutes.
MAX_FIGURES = 4000
# So few take a moment, and are judged whatever else is.
FEW_FIGURES = 200
COME_AGAIN_SECONDS = 10
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
        figures = _count_figures(body)
        key = read_key(request)
        known = find_answer(user=request.user, key=key, fingerprint=self.fingerprint()) if key else None
        if known is not None:
            return respond(known)
        # Worked out before the transaction that keeps it: nobody waits for a lock while the engine reads.
        said_in = body.lang or self.lang
        with being_judged(figures):
            verdict: Shape = answer_consensus({**request.data, **({"lang": said_in} if said_in else {})})
        return self.answer_once(lambda: RememberedAnswer(status=200, body=write_json(verdict)))


def _count_figures(body: ConsensusBody) -> int:
    """How many figures the engine will read; 400 where they are too many."""
    texts = (text for result in body.results for text in (result.title, result.text))
    count = sum(len(_FIGURE.findall(text)) for text in texts)
    if count > MAX_FIGURES:
        detail = _("expected at most %(count)s figures in all of them together") % {"count": MAX_FIGURES}
        raise bad_field("results", "too_many_figures", detail)
    return count


class _Judged:
    """The figures that this process judges now."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._count = 0

    def take(self, count: int) -> bool:
        with self._lock:
            is_free = self._count + count <= MAX_FIGURES
            self._count += count if is_free else 0
        return is_free

    def give_back(self, count: int) -> None:
        with self._lock:
            self._count -= count


_judged = _Judged()


@contextmanager
def being_judged(figures: int) -> Iterator[None]:
    """While so many are judged; 429 where this process judges too many already: its threads answer pages and probes too.

    One request at the limit takes a processor for some ten seconds, and threads of one process share it.
    """
    if figures <= FEW_FIGURES:
        yield
        return
    if not _judged.take(figures):
        raise as_problem(Throttled(COME_AGAIN_SECONDS))
    try:
        yield
    finally:
        _judged.give_back(figures)
