"""``If-Match``: what is written rests on what was read, or is not written."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
import yaml
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client

from attribution.core.checks.recheck_times import Rhythm
from attribution.models import Attribution, CitationReport
from attribution.services.answers.marks import mark_source
from attribution.services.answers.settings import change_settings
from attribution.services.citations.rechecks import set_rhythm
from tests.api.conftest import program_of
from tests.attribution.cited_rows import make_report
from tests.attribution.rows import make_attribution
from tests.databases import somebody_waits_for_us
from tests.event_rows import make_event
from tests.factories import make_document
from tests.faults.processes import wait_for
from tests.views.rows import make_node
from verification.models import AuditEntry, Document, Event, Node

pytestmark = pytest.mark.django_db

NODE, SETTINGS = "/api/v1/nodes/policy-rate/", "/api/v1/attribution-settings/"


@pytest.fixture
def admin(django_user_model: Any) -> Client:
    return program_of(django_user_model.objects.create_superuser("root"))


def tag_of(program: Client, address: str, **headers: str) -> str:
    return str(program.get(address, headers=headers)["ETag"])


def change(program: Client, address: str, body: Mapping[str, object], match: str, **headers: str) -> HttpResponse:
    return program.patch(address, body, content_type="application/json", headers={"If-Match": match, **headers})


@pytest.mark.parametrize(
    ("address", "first", "second"),
    [(NODE, {"group": "Rates"}, {"fresh_days": 7}), (SETTINGS, {"max_sources": 6}, {"max_sources": 7})],
)
def test_what_somebody_else_changed_meanwhile_is_not_overwritten(
    admin: Client, address: str, first: dict[str, object], second: dict[str, object]
) -> None:
    make_node()
    read = tag_of(admin, address)
    assert change(admin, address, first, read).status_code == 200
    entries = AuditEntry.objects.count()
    refused = change(admin, address, second, read)
    said = refused.json()
    assert (refused.status_code, said["code"], said["status"]) == (412, "changed_meanwhile", 412)
    assert refused["Content-Type"] == "application/problem+json"
    assert AuditEntry.objects.count() == entries
    assert change(admin, address, second, tag_of(admin, address)).status_code == 200


@pytest.mark.parametrize(
    ("match", "status"),
    [("{tag}", 200), ("W/{tag}", 200), ('"other", {tag}', 200), ("*", 200), ('"other"', 412), ("nonsense", 412), ("", 412)],
)
def test_a_tag_is_compared_however_it_came(admin: Client, match: str, status: int) -> None:
    """A proxy that compresses an answer makes its tag a weak one."""
    make_node()
    response = change(admin, NODE, {"group": "Rates"}, match.format(tag=tag_of(admin, NODE)))
    assert response.status_code == status
    assert Node.objects.get().group == ("Rates" if status == 200 else "")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_language_in_which_it_was_read_makes_no_difference(admin: Client, lang: str) -> None:
    make_node()
    assert change(admin, NODE, {"group": "Rates"}, tag_of(admin, NODE, **{"Accept-Language": lang})).status_code == 200


def test_a_repeated_request_is_answered_as_the_first(admin: Client) -> None:
    make_node()
    read = tag_of(admin, NODE)
    first, again = (change(admin, NODE, {"group": "Rates"}, read, **{"Idempotency-Key": "k"}) for _ in range(2))
    assert (first.status_code, again.status_code, again.json()) == (200, 200, first.json())
    assert again["Idempotency-Replayed"] == "true"


def test_nothing_that_changed_meanwhile_is_deleted(admin: Client) -> None:
    make_node()
    document = make_document(text="The policy rate is 5.25%.")
    for address in (NODE, f"/api/v1/documents/{document.pk}/"):
        assert admin.delete(address, headers={"If-Match": '"other"'}).json()["code"] == "changed_meanwhile"
        assert admin.delete(address, headers={"If-Match": tag_of(admin, address)}).status_code == 204
    assert not Node.objects.exists()
    assert not Document.objects.exists()


@dataclass(frozen=True)
class Write:
    """A call that takes ``If-Match``, and what somebody else does to the same thing."""

    address: str
    body: Mapping[str, object] | None
    change_elsewhere: Callable[[], object]


def changing_node(_user: User) -> Write:
    make_node()
    return Write(NODE, {"group": "Rates"}, lambda: Node.objects.update(fresh_days=3))


def deleting_node(_user: User) -> Write:
    make_node()
    return Write(NODE, None, lambda: Node.objects.update(fresh_days=3))


def deleting_document(_user: User) -> Write:
    document = make_document(text="The policy rate is 5.25%.")
    return Write(f"/api/v1/documents/{document.pk}/", None, lambda: Document.objects.update(title="Another"))


def deleting_event(user: User) -> Write:
    event = make_event(requested_by=user)
    return Write(f"/api/v1/events/{event.pk}/", None, lambda: Event.objects.update(summary="Another"))


def deleting_report(user: User) -> Write:
    report = make_report(user=user)
    return Write(f"/api/v1/citation-reports/{report.pk}/", None, lambda: CitationReport.objects.update(title="Another"))


def scheduling_report(user: User) -> Write:
    report = make_report(user=user)
    other = User.objects.create_user("other")

    def schedule() -> None:
        set_rhythm(report=report, rhythm=Rhythm.DAILY, user=other)

    return Write(f"/api/v1/citation-reports/{report.pk}/schedule/", {"rhythm": "weekly"}, schedule)


def deleting_attribution(user: User) -> Write:
    row = make_attribution(user=user)

    def answer_otherwise() -> None:
        Attribution.objects.select_for_update().get(pk=row.pk)
        mark_source(attribution=row, index=1, is_right=True, user=user)

    return Write(f"/api/v1/attributions/{row.pk}/", None, answer_otherwise)


def changing_settings(user: User) -> Write:
    return Write(SETTINGS, {"max_sources": 7}, lambda: change_settings(changes={"max_sources": 6}, actor=user))


WRITES = [
    changing_node,
    deleting_node,
    deleting_document,
    deleting_event,
    deleting_report,
    scheduling_report,
    deleting_attribution,
    changing_settings,
]


def test_every_write_that_takes_a_tag_is_tried(admin: Client) -> None:
    paths = yaml.safe_load(admin.get("/api/v1/schema/").content)["paths"]
    taking = [
        one for path in paths.values() for one in path.values() if "If-Match" in {each.get("name") for each in one.get("parameters", ())}
    ]
    assert len(taking) == len(WRITES)


@pytest.mark.postgres("races")
@pytest.mark.usefixtures("committed_db")
@pytest.mark.parametrize("make", WRITES)
def test_who_writes_at_the_same_moment_is_too_late(admin: Client, make: Callable[[User], Write]) -> None:
    """The second comes while the first is at work: it waits for the lock, and is compared with what is there then."""
    write = make(User.objects.get(username="root"))
    read = tag_of(admin, write.address)

    def write_late() -> int:
        try:
            if write.body is None:
                return admin.delete(write.address, headers={"If-Match": read}).status_code
            return change(admin, write.address, write.body, read).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as elsewhere:
        with transaction.atomic():
            write.change_elsewhere()
            late = elsewhere.submit(write_late)
            wait_for(somebody_waits_for_us)
        assert late.result(60) == 412
    assert tag_of(admin, write.address) != read


def test_whoever_may_not_write_is_told_that_first(program: Client) -> None:
    make_node()
    assert change(program, NODE, {"group": "Rates"}, '"other"').json()["code"] == "forbidden"


def test_reading_asks_for_what_changed_alone(program: Client) -> None:
    make_node()
    assert program.get(NODE, headers={"If-Match": '"other"'}).status_code == 200
