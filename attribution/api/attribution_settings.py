"""The settings of attribution, the prompt template, and how attribution is doing."""

from typing import ClassVar

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from attribution.api import attribution_answers
from attribution.api.attribution_bodies import SettingsChange
from attribution.services.answers.figures import list_tracing_alerts, measure_tracing
from attribution.services.answers.settings import change_settings, own_row, read_overrides, read_settings
from verification.api.calls.base import ApiView
from verification.api.calls.openapi import ETAG, MATCH, STALE, UNCHANGED, WRITING, operation

TAG = "attributions"


class AttributionSettings(ApiView):
    http_method_names: ClassVar = ["get", "head", "patch"]
    permissions: ClassVar = {"GET": "attribution.view_attributionsetting", "PATCH": "attribution.change_attributionsetting"}

    @operation(
        "readAttributionSettings",
        "The settings in force, and a prompt template for the model that writes the answers",
        answers={200: attribution_answers.SettingsAnswer, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        return self.answer(_read_settings().shape())

    @operation(
        "changeAttributionSettings",
        "Change settings for everybody; admins only, audited",
        body=SettingsChange,
        answers={200: attribution_answers.SettingsAnswer},
        failures=(*WRITING, STALE),
        headers=[MATCH],
        tag=TAG,
    )
    def patch(self, request: Request) -> Response:
        body = self.read_body(SettingsChange)
        changes = body.model_dump(include=body.model_fields_set - {"reason"}, mode="json")
        with self.matching(own_row()):
            change_settings(changes=changes, actor=request.user, reason=body.reason)
        return Response(_read_settings().shape())


class AttributionFigures(ApiView):
    permissions: ClassVar = {"GET": "attribution.view_attribution"}

    @operation(
        "readAttributionFigures",
        "Response time, supported sentences, accuracy by readers' marks, answers from memory, failures",
        answers={200: attribution_answers.FiguresAnswer, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        return self.answer(attribution_answers.FiguresAnswer.of(measure_tracing(now=timezone.now()), list_tracing_alerts()).shape())


def _read_settings() -> attribution_answers.SettingsAnswer:
    """Two queries."""
    return attribution_answers.SettingsAnswer.of(read_settings(), read_overrides())
