"""What a card shows: pages under the value that they state, a proposal with its reason, a hash that changes with any of it."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.views.desk import make_dispute
from tests.views.rows import make_state, make_verified
from verification.models import Node, NodeFlag, ReviewItem, Source
from verification.services.history import unlock_history
from verification.services.reviews.evidence import Proposed, ReviewEvidence, gather_evidence, hash_evidence
from verification.services.reviews.feedback import flag_node

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("search")]


def change(domain: str, **columns: object) -> None:
    """A page of a finished run, which nobody can change otherwise."""
    with unlock_history():
        Source.objects.filter(domain__contains=domain).update(**columns)


def gather(item: ReviewItem) -> ReviewEvidence:
    return gather_evidence(items=[ReviewItem.objects.get(pk=item.pk)])[item.pk]


def domains(sources: tuple[Source, ...]) -> list[str]:
    return [source.domain for source in sources]


def test_pages_stand_under_the_value_that_they_state() -> None:
    found = gather(make_dispute())
    assert [domains(candidate.sources) for candidate in found.candidates] == [
        ["meridian.example", "caijing.example", "portbulletin.example"],
        ["harbour.example", "journal.example"],
    ]
    assert domains(found.others) == ["metals.example"]


def test_page_that_writes_the_figure_otherwise_goes_by_its_domain() -> None:
    item = make_dispute()
    change("journal.example", value="67 dollars", number="67")
    assert domains(gather(item).candidates[1].sources) == ["harbour.example", "journal.example"]


def test_whitelisted_page_then_votes_then_the_newest_decide_what_is_proposed() -> None:
    item = make_dispute()
    assert (gather(item).proposed, gather(item).proposed_for) == (0, Proposed.WHITELISTED)
    change("", is_whitelisted=False)
    assert (gather(item).proposed, gather(item).proposed_for) == (1, Proposed.NEWEST)
    run = gather(item).run
    more = [{**run.conflicts[0], "domains": ["a.example", "b.example", "c.example"]}, run.conflicts[1]]
    third = make_state(item.node, conflicts=more, badge="needs_human", reason="values_disagree", value="unknown", number="").run
    ReviewItem.objects.filter(pk=item.pk).update(subject_id=third.pk)
    assert (gather(item).proposed, gather(item).proposed_for) == (0, Proposed.MOST_VOTES)


def test_flagged_value_is_what_the_node_shows_now(analyst: User) -> None:
    node = make_verified()
    flag_node(node=node, user=analyst, reason="Wrong month.")
    found = gather(ReviewItem.objects.get())
    assert [(candidate.value, candidate.number) for candidate in found.candidates] == [("3.5%", "3.5")]
    assert (found.proposed_for, [flag.reason for flag in found.flags], found.run) == (Proposed.PRESENT, ["Wrong month."], node.state.run)
    Node.objects.filter(pk=node.pk).update(state=make_state(node, value="4%", number="4"))
    assert [candidate.value for candidate in gather(ReviewItem.objects.get()).candidates] == ["4%"]


def test_item_about_something_else_has_no_candidates() -> None:
    item = ReviewItem.objects.create(subject_kind="citation", subject_id=7, why={"code": "disputed", "params": {}})
    found = gather(item)
    assert (found.candidates, found.proposed, found.run, len(found.digest)) == ((), None, None, 64)


def test_hash_changes_with_anything_that_is_shown(analyst: User) -> None:
    item = make_dispute()
    hashes = [gather(item).digest, gather(item).digest]
    assert hashes[0] == hashes[1]
    for columns in ({"stance": "duplicate"}, {"title": "Other"}, {"figure_start": 0}):
        change("harbour.example", **columns)
        hashes.append(gather(item).digest)
    NodeFlag.objects.create(node=item.node, user=analyst, reason="x", review_item=item)
    hashes.append(gather(item).digest)
    assert len(set(hashes)) == 5


def test_hash_is_of_the_content_whatever_its_order() -> None:
    assert hash_evidence({"a": 1, "b": "汉"}) == hash_evidence({"b": "汉", "a": 1})
    assert hash_evidence({"a": 1}) != hash_evidence({"a": "1"})


def test_many_items_take_as_many_queries_as_one() -> None:
    counts = []
    for slugs in ("a", "bc"):
        for slug in slugs:
            make_dispute(slug)
        items = list(ReviewItem.objects.select_related("node__state"))
        with CaptureQueriesContext(connection) as asked:
            gather_evidence(items=items)
        counts.append(len(asked))
    assert counts == [4, 4]
