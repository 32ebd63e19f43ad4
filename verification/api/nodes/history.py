"""What was known of a node, and when: its states, for programs as the page's chart and files have them."""

from datetime import date, datetime, time, timedelta
from typing import ClassVar

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.calls.base import ApiView
from verification.api.calls.openapi import ETAG, UNCHANGED, operation
from verification.api.calls.pagination import Key, question_of, read_page
from verification.api.nodes import answers
from verification.api.nodes.bodies import HistoryQuery
from verification.api.nodes.nodes import TAG, get_node
from verification.reads.nodes.answers import State
from verification.reads.nodes.history import list_states

ORDER = (Key("created_at", lambda state: state.created_at, is_descending=True), Key("pk", lambda state: state.pk, is_descending=True))

FIRST, LAST = date(1900, 1, 1), date(9000, 1, 1)


class NodeHistoryView(ApiView):
    permissions: ClassVar = {"GET": "view_node"}
    accepts: ClassVar = {"GET": HistoryQuery}

    @operation(
        "listStates",
        "What was known of a node over time, the newest state first; days are those of the installation's time zone",
        query=HistoryQuery,
        answers={200: answers.StatePage, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request, slug: str) -> Response:
        asked: HistoryQuery = self.asked
        since = _begin(asked.since) if asked.since else None
        until = _begin(min(asked.at, LAST) + timedelta(days=1)) if asked.at else None
        states = list_states(node=get_node(slug), since=since, until=until)
        page = read_page(states, ORDER, cursor=asked.cursor, limit=asked.limit, question=question_of(request.path, asked))
        return self.answer(answers.StatePage(items=[State.of(state) for state in page.rows], next=page.next).shape())


def _begin(day: date) -> datetime:
    """Beyond the first and the last of these no moment can be written in every zone."""
    return timezone.make_aware(datetime.combine(min(max(day, FIRST), LAST), time.min))
