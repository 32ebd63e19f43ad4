from datetime import datetime, timedelta
from enum import StrEnum
from threading import Thread

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Count, F, QuerySet
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_node, make_run
from tests.views.rows import make_verified
from verification.composed import Composed
from verification.models import Node, VerificationRun

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("rows")]


class Direction(StrEnum):
    UP = "up"
    DOWN = "down"


made: list[str] = []


@Composed
def runs_of(*, node: int, since: datetime | None) -> QuerySet[VerificationRun]:
    made.append("runs_of")
    runs = VerificationRun.objects.filter(node=node).select_related("node__state", "requested_by").annotate(kind=F("node__kind"))
    return (runs if since is None else runs.filter(as_of__gte=since)).defer("trace").order_by("pk")


@Composed
def slugs(*, keys: tuple[int, ...], direction: Direction) -> QuerySet[Node, str]:
    made.append("slugs")
    return Node.objects.filter(pk__in=keys).order_by("-slug" if direction == Direction.DOWN else "slug").values_list("slug", flat=True)


@Composed
def counts(*, label: str) -> QuerySet[Node, tuple[str, int]]:
    return Node.objects.filter(label=label).order_by("slug").values_list("slug").annotate(number=Count("runs"))


@Composed
def apart() -> QuerySet[Node, str]:
    return Node.objects.order_by("pk").values_list("group", flat=True).distinct()


def test_rows_are_those_of_the_queryset_with_everything_joined(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    node, person = make_verified(aliases=["政策利率"]), User.objects.create(username="ann")
    make_run(node, requested_by=person, conflicts=[{"value": "3%"}]), make_run()
    expected = list(VerificationRun.objects.filter(node=node).select_related("node__state", "requested_by").order_by("pk"))
    with django_assert_num_queries(1):
        found = runs_of(node=node.pk, since=None)
        told = [(run.kind, run.node.state.value, run.node.aliases, run.conflicts, run.requested_by, run.as_of) for run in found]
    assert found == expected
    assert told == [("percent", node.state.value, ["政策利率"], run.conflicts, run.requested_by, run.as_of) for run in expected]
    assert found[0].get_deferred_fields() == {"trace"}


def test_a_statement_is_made_once_for_each_shape() -> None:
    now, node = timezone.now(), make_node()
    run = make_run(node, as_of=now)
    made.clear()
    assert runs_of(node=node.pk, since=now) == [run]
    assert runs_of(node=node.pk, since=now + timedelta(seconds=1)) == []
    assert runs_of(node=node.pk + 1, since=now) == []
    assert len(made) <= 1
    assert runs_of(node=node.pk, since=None) == [run]


def test_keys_in_any_number() -> None:
    nodes = [make_node(f"n-{place}") for place in range(7)]
    for length in range(8):
        keys = tuple(node.pk for node in nodes[:length])
        expected = [node.slug for node in nodes[:length]]
        assert slugs(keys=keys, direction=Direction.UP) == expected
        assert slugs(keys=keys, direction=Direction.DOWN) == expected[::-1]


def test_some_of_the_rows() -> None:
    node = make_node()
    runs = [make_run(node) for _ in range(5)]
    assert runs_of.between(range(1, 3), node=node.pk, since=None) == runs[1:3]
    assert runs_of.between(range(4, 9), node=node.pk, since=None) == runs[4:]


def test_groups_and_what_is_asked_for_once() -> None:
    first, second = make_node("a", label="Rate", group="G"), make_node("b", label="Rate", group="G")
    make_run(first), make_run(first)
    assert counts(label="Rate") == [("a", 2), ("b", 0)]
    assert counts(label="rate") == []
    assert first.group == second.group
    assert set(apart()) >= {"G"}


@pytest.mark.parametrize("words", ["%s", "100 %", "it's", '"; DROP TABLE verification_node; --', "\\", "利率"])
def test_what_is_given_is_never_part_of_the_statement(words: str) -> None:
    make_node("n", label=words)
    assert counts(label=words) == [("n", 0)]


def test_a_queryset_of_something_else_is_refused() -> None:
    @Composed
    def as_dictionaries() -> QuerySet[Node, dict[str, object]]:
        return Node.objects.values("slug")

    with pytest.raises(TypeError, match="ValuesIterable"):
        as_dictionaries()


@pytest.mark.django_db(transaction=True)
def test_threads_share_what_is_composed() -> None:
    node = make_node()
    run = make_run(node)
    found: list[list[VerificationRun]] = []

    def ask() -> None:
        found.append(runs_of(node=node.pk, since=None))
        connection.close()

    threads = [Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[run]] * 3
