"""A run that is waited for: the answer comes when it has ended, or after ``Prefer: wait=N`` with what is there (contracts, section 3)."""

from rest_framework.response import Response

from verification.api.calls.preferences import await_end
from verification.api.runs import answers
from verification.core.vocabulary import RunStatus
from verification.models import VerificationRun
from verification.reads.nodes import nodes as queries


def answer_run(accepted: Response, *, seconds: int, lang: str | None) -> Response:
    """200 with the run of ``accepted`` as it stands when it has ended or the time is over; ``accepted`` where nobody could wait.

    No transaction is open meanwhile.
    """
    pk = accepted.data["run"]
    run = queries.get_run(pk=pk) if await_end(lambda: _has_ended(pk), seconds) else None
    if run is None:
        return accepted
    response = Response(answers.Run.of(run, lang=lang).shape(), status=200, headers=dict(accepted.headers))
    response["Preference-Applied"] = f"wait={seconds}"
    return response


def _has_ended(pk: int) -> bool:
    status = VerificationRun.objects.filter(pk=pk).values_list("status", flat=True).first()
    return status is None or RunStatus(status).is_final
