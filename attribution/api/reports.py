"""Citation reports: ask for one, read it, check again, dispute a verdict, export; and one claim before it is written."""

import json
from collections.abc import Iterator
from typing import Any, ClassVar

from django.http import Http404, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from attribution.api import answers
from attribution.api.bodies import CheckBody, DisputeBody, ExportQuery, RecheckBody, ReportBody, ReportsQuery
from attribution.enums import Depth
from attribution.models import Citation, CitationReport
from attribution.reads.reports import citation_shape, report_row_shape, report_shape
from attribution.services.citations.deletion import delete_report
from attribution.services.citations.disputes import dispute_citation, send_to_desk
from attribution.services.citations.export import export_lines
from attribution.services.citations.lifecycle import (
    cancel_report,
    create_report,
    create_single,
    list_visible,
    previous_checks,
    recheck_report,
)
from verification.api.calls.access import WORK
from verification.api.calls.base import ApiView, write_json
from verification.api.calls.bodies import EmptyBody
from verification.api.calls.callbacks import read_callback
from verification.api.calls.openapi import ETAG, KEY, LOCATION, MATCH, READING, STALE, UNCHANGED, WAIT, WRITING, operation
from verification.api.calls.pagination import Key, question_of, read_page
from verification.api.calls.preferences import await_end, wanted_seconds
from verification.api.calls.problems import bad_field
from verification.enums import RunTrigger
from verification.reads.answers import Shape
from verification.services.errors import Refused
from verification.services.queue.idempotency import RememberedAnswer

LINES = "application/x-ndjson"
TAG = "citations"
MAX_BYTES = 12_000_000
VIEW, ASK = "attribution.view_citationreport", "attribution.add_citationreport"
ORDER = (Key("created_at", lambda report: report.created_at, is_descending=True), Key("pk", lambda report: report.pk, is_descending=True))


class CitationReports(ApiView):
    permissions: ClassVar = {"GET": VIEW, "POST": ASK}
    scopes: ClassVar = {"POST": WORK}
    accepts: ClassVar = {"GET": ReportsQuery}
    max_bytes = MAX_BYTES

    @operation(
        "listCitationReports",
        "Your citation reports, newest first; everybody's for those who rule",
        query=ReportsQuery,
        answers={200: answers.ReportPage, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        asked: ReportsQuery = self.asked
        reports = list_visible(user=request.user).defer("text")
        if asked.status:
            reports = reports.filter(status=asked.status)
        page = read_page(reports, ORDER, cursor=asked.cursor, limit=asked.limit, question=question_of(request.path, asked))
        return self.answer({"items": [report_row_shape(report) for report in page.rows], "next": page.next})

    @operation(
        "checkCitations",
        "Check the citations of a text",
        body=ReportBody,
        answers={202: answers.Report, 200: answers.Report},
        failures=WRITING,
        headers=[KEY, WAIT, LOCATION],
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        body = self.read_body(ReportBody)
        callback_url = read_callback(body)

        def work() -> RememberedAnswer:
            try:
                report = create_report(
                    text=body.text,
                    trigger=RunTrigger.API,
                    requested_by=request.user,
                    depth=Depth(body.depth),
                    policy=body.policy,
                    lang=body.lang or "",
                    callback_url=callback_url,
                )
            except Refused as refusal:
                raise bad_field("text", "bad_text", str(refusal)) from None
            location = reverse("api:citation-report", args=[report.pk])
            return RememberedAnswer(status=202, body=write_json(whole_report(report, self.lang)), location=location)

        return _answer_later(request, self.answer_once(work), key="id", shape=lambda report: whole_report(report, self.lang))


class CitationReportView(ApiView):
    permissions: ClassVar = {"GET": VIEW, "DELETE": ASK}

    @operation(
        "readCitationReport",
        "One report with its citations, annotated text and feedback",
        answers={200: answers.Report, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request, pk: int) -> Response:
        return self.answer(whole_report(get_report(request, pk), self.lang))

    @operation(
        "deleteCitationReport",
        "Delete your own report with its text; 409 while it is checked, and where a person was asked about it",
        answers={204: None},
        failures=(*READING, 409, STALE),
        headers=[MATCH],
        tag=TAG,
    )
    def delete(self, request: Request, pk: int) -> Response:
        with self.matching(CitationReport.objects.filter(pk=pk)):
            delete_report(report=get_report(request, pk), user=request.user)
        return Response(status=204)


class CitationRecheck(ApiView):
    permissions: ClassVar = {"POST": ASK}
    scopes: ClassVar = {"POST": WORK}

    @operation(
        "recheckCitations",
        "Check citations of a report again; 409 while it is being checked",
        body=RecheckBody,
        answers={202: answers.Report, 200: answers.Report},
        failures=WRITING,
        headers=[KEY, WAIT, LOCATION],
        tag=TAG,
    )
    def post(self, request: Request, pk: int) -> Response:
        body = self.read_body(RecheckBody)
        callback_url = read_callback(body)
        report = get_report(request, pk)

        def work() -> RememberedAnswer:
            again = recheck_report(report=report, actor=request.user, indexes=body.indexes, callback_url=callback_url)
            location = reverse("api:citation-report", args=[report.pk])
            return RememberedAnswer(status=202, body=write_json(whole_report(again, self.lang)), location=location)

        return _answer_later(request, self.answer_once(work), key="id", shape=lambda report: whole_report(report, self.lang))


class CitationReportCancel(ApiView):
    permissions: ClassVar = {"POST": ASK}

    @operation(
        "cancelCitationReport",
        "End a report that waits or works; 409 once it has ended",
        body=EmptyBody,
        answers={200: answers.Report},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, pk: int) -> Response:
        self.read_body(EmptyBody)
        report = get_report(request, pk)

        def work() -> RememberedAnswer:
            return RememberedAnswer(status=200, body=write_json(whole_report(cancel_report(report=report, actor=request.user), self.lang)))

        return self.answer_once(work)


def _get_citation(request: Request, pk: int, index: int) -> Citation:
    return get_object_or_404(Citation, report=get_report(request, pk), index=index)


class CitationDispute(ApiView):
    permissions: ClassVar = {"POST": ASK}

    @operation(
        "disputeCitation",
        "“This verdict is wrong”: have a person rule on it",
        body=DisputeBody,
        answers={201: answers.Dispute},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, pk: int, index: int) -> Response:
        body = self.read_body(DisputeBody)
        citation = _get_citation(request, pk, index)

        def work() -> RememberedAnswer:
            item = dispute_citation(citation=citation, user=request.user, reason=body.reason)
            return RememberedAnswer(status=201, body=write_json({"review": item.pk, "index": index}))

        return self.answer_once(work)


class CitationSending(ApiView):
    permissions: ClassVar = {"POST": ASK}

    @operation(
        "sendCitation",
        "Have a person rule on a citation that the check left inconclusive; 409 for any other, and where somebody is asked already",
        body=EmptyBody,
        answers={201: answers.Dispute},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, pk: int, index: int) -> Response:
        self.read_body(EmptyBody)
        citation = _get_citation(request, pk, index)

        def work() -> RememberedAnswer:
            item = send_to_desk(citation=citation, user=request.user)
            return RememberedAnswer(status=201, body=write_json({"review": item.pk, "index": index}))

        return self.answer_once(work)


class CitationExport(ApiView):
    permissions: ClassVar = {"GET": VIEW}
    accepts: ClassVar = {"GET": ExportQuery}

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Lines have a type of their own beside JSON, so no wish is refused."""
        return super().perform_content_negotiation(request, force=True)

    @operation(
        "exportCitations",
        "Citations of ended reports as JSON Lines, for training and prompts",
        query=ExportQuery,
        answers={200: answers.ExportLine},
        media_type=LINES,
        tag=TAG,
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        asked: ExportQuery = self.asked
        lines = export_lines(list_visible(user=request.user), kind=asked.kind, since=asked.since)
        headers = {"Cache-Control": "private, no-store"}
        return StreamingHttpResponse(_write(lines), content_type=f"{LINES}; charset=utf-8", headers=headers)


class CitationChecks(ApiView):
    permissions: ClassVar = {"POST": ASK}
    scopes: ClassVar = {"POST": WORK}

    @operation(
        "checkCitation",
        "Does this page carry this claim? Asked before it is written",
        body=CheckBody,
        answers={202: answers.SingleCheck, 200: answers.SingleCheck},
        failures=WRITING,
        headers=[KEY, WAIT, LOCATION],
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        body = self.read_body(CheckBody)
        callback_url = read_callback(body)

        def work() -> RememberedAnswer:
            report = create_single(
                claim=body.claim, url=body.url, trigger=RunTrigger.API, requested_by=request.user, callback_url=callback_url
            )
            location = reverse("api:citation-report", args=[report.pk])
            return RememberedAnswer(status=202, body=write_json(_single(report, self.lang)), location=location)

        return _answer_later(request, self.answer_once(work), key="report", shape=lambda report: _single(report, self.lang))


def get_report(request: Request, pk: int) -> CitationReport:
    """A report that the person may see; nobody is told of others."""
    report = list_visible(user=request.user).filter(pk=pk).first()
    if report is None:
        raise Http404
    return report


def _answer_later(request: Request, accepted: Response, *, key: str, shape: Any) -> Response:
    """200 with the report as it stands when it has ended or the client's time is over, 202 where nobody could wait.

    No transaction is open meanwhile.
    """
    seconds = wanted_seconds(request)
    if not seconds:
        return accepted
    pk = accepted.data[key]
    if not await_end(lambda: not CitationReport.objects.filter(pk=pk, finished_at=None).exists(), seconds):
        return accepted
    report = CitationReport.objects.filter(pk=pk).first()
    if report is None:
        return accepted
    response = Response(shape(report), status=200, headers=dict(accepted.headers))
    response["Preference-Applied"] = f"wait={seconds}"
    return response


def whole_report(report: CitationReport, lang: str | None) -> Shape:
    citations = list(report.citations.order_by("index"))
    return report_shape(report, citations, previous_checks(report=report), lang=lang)


def _single(report: CitationReport, lang: str | None) -> Shape:
    citation = report.citations.get(index=1)
    return {"report": report.pk, "status": report.status, "citation": citation_shape(citation, lang=lang or report.lang)}


def _write(lines: Iterator[dict[str, object]]) -> Iterator[str]:
    for line in lines:
        yield json.dumps(line, ensure_ascii=False) + "\n"
