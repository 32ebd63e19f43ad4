"""A report that is checked again by the clock: how often, and what each time brought."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from attribution.api import recheck_answers
from attribution.api.bodies import ScheduleBody
from attribution.api.reports import ASK, VIEW, get_report
from attribution.models import CitationReport
from attribution.reads.rechecks import schedule_shape
from attribution.services.citations.rechecks import set_rhythm
from verification.api.calls.base import ApiView
from verification.api.calls.openapi import ETAG, MATCH, STALE, UNCHANGED, WRITING, operation

TAG = "citations"


class CitationSchedule(ApiView):
    http_method_names: ClassVar = ["get", "head", "patch"]
    permissions: ClassVar = {"GET": VIEW, "PATCH": ASK}

    @operation(
        "readCitationSchedule",
        "How often a report is checked again by itself, and which verdicts that changed",
        answers={200: recheck_answers.Schedule, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request, pk: int) -> Response:
        return self.answer(schedule_shape(get_report(request, pk)))

    @operation(
        "changeCitationSchedule",
        "Have a report checked again daily, weekly, monthly or no more; its people are told when a verdict changes",
        body=ScheduleBody,
        answers={200: recheck_answers.Schedule},
        failures=(*WRITING, STALE),
        headers=[MATCH],
        tag=TAG,
    )
    def patch(self, request: Request, pk: int) -> Response:
        body = self.read_body(ScheduleBody)
        with self.matching(CitationReport.objects.filter(pk=pk)):
            report = get_report(request, pk)
            set_rhythm(report=report, rhythm=body.rhythm, user=request.user)
        return Response(schedule_shape(report))
