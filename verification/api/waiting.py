"""``Prefer: wait=N``: the answer comes when the run has ended, or after N seconds with what is there (contracts, section 3)."""

import re
import time

from rest_framework.request import Request
from rest_framework.response import Response

from verification import queries
from verification.api import shapes
from verification.core.vocabulary import RunStatus
from verification.models import VerificationRun

LONGEST = 30
POLL_SECONDS = 0.2
_WAIT = re.compile(r'(?:^|,)\s{0,9}wait\s{0,9}=\s{0,9}"?(\d{1,6})"?\s{0,9}(?:[;,]|$)', re.IGNORECASE)


def wanted_seconds(request: Request) -> int:
    """How long the client would wait, at most ``LONGEST``; 0 where it would not. A preference that can't be read is none (RFC 7240)."""
    found = _WAIT.search(request.headers.get("Prefer", "")[:200])
    return min(int(found[1]), LONGEST) if found else 0


def answer_run(accepted: Response, *, seconds: int, lang: str | None) -> Response:
    """200 with the run of ``accepted`` as it stands when it has ended or the time is over. No transaction is open meanwhile."""
    pk = accepted.data["run"]
    _await_end(pk, seconds)
    run = queries.get_run(pk=pk)
    if run is None:
        return accepted
    response = Response(shapes.run_detail_shape(run, lang=lang), status=200, headers=dict(accepted.headers))
    response["Preference-Applied"] = f"wait={seconds}"
    return response


def _await_end(pk: int, seconds: int) -> None:
    ends_at = time.monotonic() + seconds
    while time.monotonic() < ends_at:
        status = VerificationRun.objects.filter(pk=pk).values_list("status", flat=True).first()
        if status is None or RunStatus(status).is_final:
            return
        time.sleep(min(POLL_SECONDS, max(0.0, ends_at - time.monotonic())))
