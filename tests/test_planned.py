import pytest
from django.db import NotSupportedError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from tests.factories import make_node
from verification.composed import Composed
from verification.models import Node, ReviewItem
from verification.planned import _fetch, _Planned, fetch_all

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres("rows")]


@Composed
def labels(*, slug: str) -> QuerySet[Node, str]:
    return Node.objects.filter(slug=slug, label__contains="100%").values_list("label", flat=True)


@Composed
def waiting(*, node: int) -> QuerySet[ReviewItem]:
    return ReviewItem.objects.filter(status="open", node=node)


def kept_plans() -> list[str]:
    """The statements of this connection; its own are no part of them."""
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return [statement for (statement,) in cursor.fetchall()]


def ask(slug: str = "a", times: int = 5) -> list[list[str]]:
    return [labels(slug=slug) for _ in range(times)]


def test_plan_is_kept_and_tells_what_is_given_from_what_is_not() -> None:
    make_node("a", label="100% of it"), make_node("b", label="100 of it")
    assert ask() + ask("b") + ask("c") == [["100% of it"]] * 5 + [[]] * 10
    plans = [plan for plan in kept_plans() if "LIKE" in plan]
    assert len(plans) == (connection.vendor == "postgresql")
    assert all("$1" in plan and "$2" not in plan and "100" in plan for plan in plans)
    for _ in range(5):
        assert waiting(node=1) == []
    assert [plan for plan in kept_plans() if "verification_reviewitem" in plan and "'open'" not in plan] == []


def test_within_a_transaction_no_plan_is_kept() -> None:
    make_node("a", label="100% of it")
    with transaction.atomic():
        assert ask() == [["100% of it"]] * 5
        assert kept_plans() == []


@pytest.mark.only("postgresql")
def test_plan_that_a_migration_has_outdated_is_no_error() -> None:
    """A column that was widened while a server of the former release went on."""
    elsewhere = connection.copy()
    with elsewhere.cursor() as cursor:
        cursor.execute("CREATE TABLE widened (name varchar(10))")
        cursor.execute("INSERT INTO widened VALUES ('a')")
    try:
        rows = [fetch_all(connection, "SELECT name FROM widened", []) for _ in range(5)]
        assert "SELECT name FROM widened" in kept_plans()
        with elsewhere.cursor() as cursor:
            cursor.execute("ALTER TABLE widened ALTER COLUMN name TYPE text")
        with pytest.raises(NotSupportedError, match="cached plan must not change result type"):
            _fetch(connection, "SELECT name FROM widened", [], _Planned)
        rows += [fetch_all(connection, "SELECT name FROM widened", []) for _ in range(3)]
    finally:
        with elsewhere.cursor() as cursor:
            cursor.execute("DROP TABLE widened")
        elsewhere.close()
    assert rows == [[("a",)]] * 8


def test_values_are_sent_as_their_fields_say() -> None:
    moment = timezone.now()
    make_node("a", label="100% of it")
    assert fetch_all(connection, "SELECT slug FROM verification_node WHERE created_at > %s", [moment]) == [("a",)]
