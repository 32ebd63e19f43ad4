"""Other names wait for a person: taken they are aliases, refused they never come again, and both are audited with their source."""

from datetime import date

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from tests.factories import make_finished_run, make_node, make_page, make_verdict
from verification.core.subjects.other_names import NameOrigin
from verification.models import AuditEntry, Node, NodeName
from verification.services.errors import Refused
from verification.services.nodes.other_names import (
    MAX_ALIASES,
    MOST_OPEN,
    NamingPage,
    learn_names,
    list_suggested,
    refuse_name,
    take_name,
)

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("upserts")]

BASE = date(2026, 6, 18)
FULL = "Contemporary Amperex Technology net profit"
SAID = "Contemporary Amperex Technology (CATL) said its net profit rose."
PAGE = NamingPage("https://a.example/1", SAID)


@pytest.fixture
def node() -> Node:
    return make_node("catl", label="CATL net profit")


def waiting(node: Node) -> list[str]:
    return [one.name for one in list_suggested(node, base=BASE)]


@pytest.mark.parametrize(
    ("label", "names"),
    [
        ("特斯拉2026年第四季度交付量", ["Tesla deliveries fourth quarter 2026", "特斯拉公司2026年第四季度交付量"]),
        ("特斯拉第四季度交付量", ["特斯拉公司第四季度交付量"]),
        ("特斯拉交付量", ["Tesla deliveries", "特斯拉公司交付量"]),
    ],
)
def test_a_name_that_is_kept_pins_no_year_that_the_label_leaves_open(label: str, names: list[str]) -> None:
    assert waiting(make_node("tesla", label=label)) == names


def test_a_learnt_name_waits_and_is_no_alias(node: Node) -> None:
    assert learn_names(node=node, pages=[PAGE]) == 1
    row = NodeName.objects.get()
    assert (row.name, row.origin, row.url, row.said, row.status) == (FULL, NameOrigin.PAGE, PAGE.url, SAID, "open")
    assert Node.objects.get().aliases == []
    assert waiting(node)[0] == FULL
    assert learn_names(node=node, pages=[PAGE]) == 0


def test_pages_that_introduce_nothing_ask_nothing(node: Node, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):
        assert learn_names(node=node, pages=[NamingPage("https://a.example/1", "CATL rose.")]) == 0


def test_what_waits_has_an_end(node: Node) -> None:
    NodeName.objects.bulk_create(NodeName(node=node, name=f"n{number}", origin=NameOrigin.PAGE) for number in range(MOST_OPEN))
    assert learn_names(node=node, pages=[PAGE]) == 0


def test_a_taken_name_is_an_alias_with_its_source_in_the_trail(node: Node, admin: User) -> None:
    learn_names(node=node, pages=[PAGE])
    row = take_name(node=node, name=FULL, actor=admin, base=BASE)
    assert (row.status, row.decided_by) == ("taken", "charlie")
    assert Node.objects.get().aliases == [FULL]
    entries = AuditEntry.objects.order_by("pk").values_list("verb", flat=True)
    assert list(entries) == ["node.update", "node.name_taken"]
    told = AuditEntry.objects.get(verb="node.name_taken")
    assert told.after == {"name": FULL, "origin": "page", "url": PAGE.url, "said": SAID}
    assert FULL not in waiting(Node.objects.get())


def test_a_refused_name_never_comes_again(node: Node, admin: User) -> None:
    learn_names(node=node, pages=[PAGE])
    refuse_name(node=node, name=FULL, actor=admin, base=BASE)
    assert learn_names(node=node, pages=[PAGE]) == 0
    assert (Node.objects.get().aliases, FULL in waiting(node)) == ([], False)
    with pytest.raises(Refused, match="has been decided on already"):
        take_name(node=node, name=FULL, actor=admin, base=BASE)


def test_a_name_of_open_data_is_kept_when_it_is_decided_on(admin: User) -> None:
    fed = make_node("fed", label="Fed interest rate")
    assert waiting(fed) == ["美联储利率", "Federal Reserve interest rate", "US Federal Reserve interest rate"]
    take_name(node=fed, name="美联储利率", actor=admin, base=BASE)
    refuse_name(node=fed, name="US Federal Reserve interest rate", actor=admin, base=BASE)
    fed.refresh_from_db()
    assert (fed.aliases, waiting(fed)) == (["美联储利率"], ["Federal Reserve interest rate"])
    assert {(row.name, row.origin, row.url) for row in NodeName.objects.all()} == {
        ("美联储利率", "data", ""),
        ("US Federal Reserve interest rate", "data", ""),
    }


@pytest.mark.parametrize("decide", [take_name, refuse_name])
def test_a_name_that_nobody_suggested_is_refused(node: Node, admin: User, decide: object) -> None:
    with pytest.raises(Refused, match="“Corvo” is not suggested for this node"):
        decide(node=node, name="Corvo", actor=admin, base=BASE)
    assert NodeName.objects.count() == 0


def test_a_node_with_all_its_names_takes_no_more(node: Node, admin: User) -> None:
    Node.objects.update(aliases=[f"n{number}" for number in range(MAX_ALIASES)])
    learn_names(node=node, pages=[PAGE])
    with pytest.raises(Refused, match="has 50 names already"):
        take_name(node=node, name=FULL, actor=admin, base=BASE)
    assert NodeName.objects.get().status == "open"


def test_a_run_learns_from_the_pages_that_carry_its_value_alone(node: Node) -> None:
    pages = (
        make_page("https://a.example/1", content=f"{SAID} The rate is 5.25%."),
        make_page("https://b.example/1", content="Corvo Amperex Tech (CATL) fell."),
    )
    make_finished_run(node, make_verdict(pages, accepted=1), pages)
    assert [(row.name, row.url) for row in NodeName.objects.all()] == [(FULL, "https://a.example/1")]


def test_command_lists_what_waits_and_decides(node: Node, capsys: pytest.CaptureFixture[str]) -> None:
    learn_names(node=node, pages=[PAGE])
    call_command("names", "catl")
    assert f"catl: {FULL} (https://a.example/1)" in capsys.readouterr().out.splitlines()
    call_command("names", "catl", "--take", FULL)
    assert capsys.readouterr().out == f"catl: {FULL} taken.\n"
    assert Node.objects.get().aliases == [FULL]
    for wrong, said in (
        (("catl", "--refuse", FULL), "decided on already"),
        (("nowhere",), "There is no node nowhere"),
        (("--take", FULL), "Name the one node"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command("names", *wrong)
