"""What narrows and sorts a list is called the same on the page and over the API, and takes the same."""

import pytest
from django import forms
from django.http import QueryDict
from django.test import Client
from pydantic import TypeAdapter
from pydantic.json_schema import model_json_schema

from attribution.api.bodies import SharesQuery
from attribution.forms import ShareFilterForm
from tests.event_rows import make_event
from verification.api.calls.bodies import Query
from verification.api.events.bodies import EventsQuery
from verification.api.nodes.bodies import NodesQuery
from verification.api.reviews.agreement import AgreementQuery
from verification.api.reviews.bodies import ReviewsQuery
from verification.api.usage import UsageQuery
from verification.event_forms import EventFilterForm
from verification.forms import AgreementFilterForm, NodeFilterForm, UsageFilterForm
from verification.views.reviews.queue import TABS

PAIRS = [
    (NodeFilterForm, NodesQuery),
    (EventFilterForm, EventsQuery),
    (UsageFilterForm, UsageQuery),
    (AgreementFilterForm, AgreementQuery),
    (ShareFilterForm, SharesQuery),
]


@pytest.mark.parametrize(("form", "query"), PAIRS)
def test_every_filter_of_a_page_is_one_of_the_api(form: type[forms.Form], query: type[Query]) -> None:
    filters = form(QueryDict()).fields
    assert set(filters) <= set(query.model_fields)
    for name, field in filters.items():
        taken = TypeAdapter(query.model_fields[name].rebuild_annotation())
        for value, _label in getattr(field, "choices", ()):
            if value != "":
                taken.validate_python(str(value))


def test_tabs_of_the_desk_are_queues_of_the_api() -> None:
    (choices,) = [each["enum"] for each in model_json_schema(ReviewsQuery)["properties"]["queue"]["anyOf"] if "enum" in each]
    assert choices == [tab.value for tab in TABS]


@pytest.mark.django_db
def test_older_name_of_a_filter_is_taken_and_not_both(reviewer_client: Client) -> None:
    event = make_event(event_type="hack")
    make_event(event_type="listing")
    for query in ("type=hack", "event_type=hack", "type=hack&event_type=hack"):
        found = reviewer_client.get(f"/api/v1/events/?{query}").json()["items"]
        assert [each["event_id"] for each in found] == [event.pk]
    refused = reviewer_client.get("/api/v1/events/?type=hack&event_type=listing")
    assert (refused.status_code, refused.json()["errors"]) == (
        400,
        [{"field": "event_type", "code": "bad_value", "detail": "expected type or event_type, not both"}],
    )
