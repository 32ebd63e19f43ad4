"""The database refuses what the product must never hold, whoever writes it."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.factories import make_finished_run, make_node, make_run
from verification.models import Document, Listing, Node, NodeLink, NodeState, ReviewItem, SourceGroup, VerificationRun, WhitelistDomain

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("constraints")]


def _refused(make: Any) -> bool:
    try:
        with transaction.atomic():
            make()
    except IntegrityError:
        return True
    return False


@pytest.mark.parametrize(
    "fields",
    [{"min_domains": 2}, {"kind": "colour"}, {"independence": "none"}, {"risk_level": "none"}, {"label": ""}],
)
def test_node_with_nonsense_is_refused(fields: dict[str, object]) -> None:
    assert _refused(lambda: make_node("a", **fields))


def test_node_slug_is_unique_and_label_is_not() -> None:
    make_node("a", label="Rate")
    make_node("b", label="Rate")
    assert _refused(lambda: make_node("a", label="Other"))


def test_node_link_to_itself_or_twice_is_refused() -> None:
    a, b = make_node("a"), make_node("b")
    NodeLink.objects.create(source=a, target=b)
    NodeLink.objects.create(source=b, target=a)
    assert _refused(lambda: NodeLink.objects.create(source=a, target=b))
    assert _refused(lambda: NodeLink.objects.create(source=a, target=a))


def test_node_search_text_holds_label_aliases_and_slug_in_lower_case() -> None:
    node = make_node("Fed-Rate", label="美联储利率", aliases=["Federal Funds RATE"])
    assert Node.objects.get(pk=node.pk).search_text == "美联储利率\nfederal funds rate\nfed-rate"


def test_state_without_run_and_ruling_is_refused() -> None:
    assert _refused(
        lambda: NodeState.objects.create(
            node=make_node(), value="1%", confidence="cross_validated", badge="cross_validated", as_of=timezone.now()
        )
    )


def test_run_has_at_most_one_state() -> None:
    run = make_finished_run()
    assert _refused(
        lambda: NodeState.objects.create(
            node=run.node, run=run, value="1%", confidence="cross_validated", badge="cross_validated", as_of=timezone.now()
        )
    )


@pytest.mark.parametrize("fields", [{"status": "finished"}, {"status": "queued", "finished_at": timezone.now()}, {"status": "done"}])
def test_run_status_and_end_must_agree(fields: dict[str, object]) -> None:
    node = make_node()
    assert _refused(lambda: make_run(node, **fields))


def test_run_without_verdict_is_not_finished() -> None:
    run = make_run()
    finished = {"status": "finished", "finished_at": timezone.now()}
    assert _refused(lambda: VerificationRun.objects.filter(pk=run.pk).update(**finished))
    VerificationRun.objects.filter(pk=run.pk).update(**finished, reason="accepted", badge="unknown")


def test_review_one_open_item_a_node() -> None:
    node = make_node()
    ReviewItem.objects.create(subject_kind="run", subject_id=1, node=node, reason="values_disagree")
    assert _refused(lambda: ReviewItem.objects.create(subject_kind="run", subject_id=2, node=node, reason="values_disagree"))


@pytest.mark.parametrize("fields", [{"authority": "1.01"}, {"authority": "-0.01"}, {"tier": 0}, {"tier": 4}, {"domain": ""}])
def test_whitelist_domain_with_nonsense_is_refused(fields: dict[str, object]) -> None:
    assert _refused(lambda: WhitelistDomain.objects.create(**{"domain": "a.example", **fields}))


def test_listing_of_a_domain_in_a_group_stands_once() -> None:
    domain, group = WhitelistDomain.objects.get(domain="reuters.com"), SourceGroup.objects.get(slug="tier1_media")
    assert _refused(lambda: Listing.objects.create(domain=domain, group=group))


def test_document_without_title_and_text_is_refused() -> None:
    assert _refused(lambda: Document.objects.create(url="https://a.example/", host="a.example", sha256="0" * 64))
