"""The card of one review item: what it shows, what a person can do with it, and what happens when somebody was faster."""

from datetime import timedelta

import pytest
import time_machine
from bs4 import BeautifulSoup
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.views.desk import make_dispute
from tests.views.rows import make_verified
from verification.enums import ReviewStatus
from verification.models import AuditEntry, Node, ReviewItem, Ruling
from verification.services.reviews.desk import claim_review
from verification.services.reviews.feedback import flag_node
from verification.views.reviews.cards import make_record

TYPED = "68.40 was the afternoon price; “both” pages are <closing> data."


def soup(response: HttpResponse) -> BeautifulSoup:
    return BeautifulSoup(response.content, "html.parser")


def fill(page: BeautifulSoup, **typed: object) -> dict[str, object]:
    """The form as a browser would send it."""
    form = page.select_one("form.decision")
    hidden = {field["name"]: field["value"] for field in form.select("input[type=hidden]") if field["name"] != "csrfmiddlewaretoken"}
    ticked = form.select_one("input[name=candidate][checked]")
    return {**hidden, **({"candidate": ticked["value"]} if ticked else {}), **typed}


def open_card(client: Client, item: ReviewItem) -> BeautifulSoup:
    return soup(client.get(f"/reviews/{item.pk}/"))


def send(client: Client, item: ReviewItem, **typed: object) -> HttpResponse:
    return client.post(f"/reviews/{item.pk}/", fill(open_card(client, item), **typed))


def words(page: BeautifulSoup, selector: str) -> list[str]:
    return [" ".join(found.get_text(" ", strip=True).split()) for found in page.select(selector)]


def test_card_shows_question_values_passages_and_why(reviewer_client: Client) -> None:
    item = make_dispute()
    page = open_card(reviewer_client, item)
    assert words(page, "h1") == ["Brent"]
    assert words(page, ".cand .fig") == ["68.40 USD", "66.90 USD"]
    assert words(page, ".cand mark") == ["$68.40", "68.40美元", "$68.40", "$66.90", "$66.90"]
    assert words(page, ".cand .dom") == [
        *("meridian.example", "caijing.example", "portbulletin.example"),
        *("harbour.example", "journal.example"),
    ]
    assert words(page, ".cand .stance") == ["supports", "supports", "derived", "supports", "supports"]
    assert "because a whitelisted domain carries it" in words(page, ".plain")[1]
    assert page.select_one("input[name=candidate][checked]")["value"] == "$68.40"
    assert words(page, ".cand footer")[0] == "Rule extractor · 0.1 s · no cost"
    assert words(page, ".log li span") == ["Opened by the engine: values disagree"]
    assert words(page, ".acts button") == ["Accept a", "Fix and accept f", "Reject r", "Retry t", "Skip s"]
    assert len(page.select("svg.strip")) == 1


def test_accepting_sets_the_node_and_goes_on_to_the_next(reviewer_client: Client, reviewer: User) -> None:
    first, second = make_dispute("a"), make_dispute("b")
    response = send(reviewer_client, first, decision="accept", candidate="$66.90")
    assert (response.status_code, response["Location"]) == (302, f"/reviews/{second.pk}/?ruled={first.pk}")
    ruling = Ruling.objects.get()
    assert (ruling.value, ruling.number, ruling.unit, len(ruling.evidence_hash)) == ("$66.90", "66.90", "USD", 64)
    second.refresh_from_db()
    assert second.claimed_by == reviewer
    toast = soup(reviewer_client.get(response["Location"])).select_one(".toast")
    assert " ".join(toast.get_text(" ", strip=True).split()) == "Accepted 66.90 USD · A Undo z"


def test_after_the_last_item_the_queue_is_shown(reviewer_client: Client) -> None:
    item = make_dispute()
    response = send(reviewer_client, item, decision="retry")
    assert response["Location"] == f"/reviews/?ruled={item.pk}"
    page = soup(reviewer_client.get(response["Location"]))
    assert (words(page, ".empty h2"), len(page.select(".toast"))) == (["Nothing waits for a ruling"], 1)


def test_one_may_stay_on_the_item(reviewer_client: Client) -> None:
    item, _other = make_dispute("a"), make_dispute("b")
    reviewer_client.post("/reviews/moves/", {"advance": "off", "keys": "off", "next": f"/reviews/{item.pk}/"})
    page = open_card(reviewer_client, item)
    assert (page.select_one("[data-keys]")["data-keys"], page.select("main kbd")) == ("off", [])
    assert send(reviewer_client, item, decision="accept")["Location"] == f"/reviews/{item.pk}/?ruled={item.pk}"
    assert words(open_card(reviewer_client, item), "#ruling .plain") == ["bob : Accepted 68.40 USD"]


def test_fix_names_a_source(reviewer_client: Client) -> None:
    item = make_dispute()
    page = soup(send(reviewer_client, item, decision="fix", value="66.95", reason=TYPED))
    assert words(page, "#err-source") == ["A fixed value needs the value and the address of a source."]
    assert (page.select_one("#why").get_text(), page.select_one("#fix-value")["value"]) == (TYPED, "66.95")
    assert page.select_one("#fixing").has_attr("open")
    typed = {"value": "66.95", "source": "https://bank.example/a", "reason": TYPED}
    assert send(reviewer_client, item, decision="fix", **typed).status_code == 302
    node = Node.objects.select_related("state").get()
    assert (node.state.number, node.state.unit, node.state.badge) == ("66.95", "USD", "human_ruled")
    assert open_card(reviewer_client, item).select_one("#ruling a")["href"] == "https://bank.example/a"


@pytest.mark.parametrize(("typed", "status"), [({}, 400), ({"reason": TYPED}, 302), ({"chips": ["period"]}, 302)])
def test_rejecting_takes_a_reason_or_a_chip(reviewer_client: Client, typed: dict[str, object], status: int) -> None:
    item = make_dispute()
    assert send(reviewer_client, item, decision="reject", **typed).status_code == status
    assert list(Ruling.objects.values_list("reason", flat=True)) == ([] if status == 400 else [typed.get("reason", "wrong period")])


def test_who_was_faster_is_said_and_what_was_typed_is_kept(reviewer_client: Client, admin_client: Client) -> None:
    item = make_dispute()
    mine = fill(open_card(reviewer_client, item), decision="reject", reason=TYPED)
    assert send(admin_client, item, decision="accept", candidate="$66.90", reason="It is the close.").status_code == 302
    response = reviewer_client.post(f"/reviews/{item.pk}/", mine)
    page = soup(response)
    assert response.status_code == 409
    assert words(page, "#conflict strong") == ["charlie has ruled already: accepted."]
    assert "66.90 USD · “It is the close.”" in words(page, "#conflict p")[1]
    assert page.select_one("#why").get_text() == TYPED
    assert Ruling.objects.count() == 1


def test_item_that_changed_can_be_sent_again_with_what_was_typed(reviewer_client: Client) -> None:
    item = make_dispute()
    form = fill(open_card(reviewer_client, item), decision="accept", candidate="$66.90", reason=TYPED)
    ReviewItem.objects.filter(pk=item.pk).update(version=2)
    page = soup(reviewer_client.post(f"/reviews/{item.pk}/", form))
    assert words(page, "#conflict strong") == ["The item has changed since you opened it; look at it again."]
    assert (page.select_one("#why").get_text(), page.select_one("input[checked][name=candidate]")["value"]) == (TYPED, "$66.90")
    assert reviewer_client.post(f"/reviews/{item.pk}/", fill(page, decision="accept", reason=TYPED)).status_code == 302


def test_lease_is_said_extended_taken_over_and_given_back(
    reviewer_client: Client, admin_client: Client, reviewer: User, admin: User
) -> None:
    item = make_dispute()
    assert words(open_card(reviewer_client, item), ".lease span") == ["This item is free."]
    reviewer_client.post(f"/reviews/{item.pk}/claim/")
    assert words(open_card(admin_client, item), ".lease span") == ["bob is looking, 5 min left."]
    refused = admin_client.post(f"/reviews/{item.pk}/claim/")
    assert (refused.status_code, words(soup(refused), "#conflict strong")) == (409, ["bob is looking at this item."])
    admin_client.post(f"/reviews/{item.pk}/claim/", {"take_over": "1"})
    item.refresh_from_db()
    assert item.claimed_by == admin
    late = send(reviewer_client, item, decision="reject", reason=TYPED)
    assert (late.status_code, soup(late).select_one("#why").get_text()) == (409, TYPED)
    admin_client.post(f"/reviews/{item.pk}/release/")
    item.refresh_from_db()
    assert item.claimed_by is None
    assert "Taken over by charlie" in words(open_card(admin_client, item), ".log li")[1]


def test_lease_line_tells_of_a_change(reviewer_client: Client) -> None:
    item = make_dispute()
    same = soup(reviewer_client.get(f"/reviews/{item.pk}/lease/?v={item.version}"))
    other = soup(reviewer_client.get(f"/reviews/{item.pk}/lease/?v={item.version + 1}"))
    assert (words(same, ".note strong"), words(other, ".note strong")) == ([], ["This item has changed since you opened it."])


def test_skip_and_escalate_leave_the_item_open(reviewer_client: Client) -> None:
    item, other = make_dispute("a"), make_dispute("b")
    assert send(reviewer_client, item, decision="skip", reason="not my market")["Location"] == f"/reviews/{other.pk}/"
    assert send(reviewer_client, item, decision="escalate").status_code == 400
    assert send(reviewer_client, item, decision="escalate", reason="too high for me").status_code == 302
    item.refresh_from_db()
    assert (item.status, item.is_escalated) == (ReviewStatus.OPEN, True)
    assert [text.split(" ", 2)[2] for text in words(open_card(reviewer_client, item), ".log li")[:2]] == [
        "Escalated by bob: “ too high for me ”",
        "Skipped by bob: “ not my market ”",
    ]


def test_undo_and_reopening(reviewer_client: Client) -> None:
    item = make_dispute()
    send(reviewer_client, item, decision="accept")
    assert reviewer_client.post(f"/reviews/{item.pk}/undo/")["Location"] == f"/reviews/{item.pk}/"
    item.refresh_from_db()
    assert item.status == ReviewStatus.OPEN
    send(reviewer_client, item, decision="accept")
    with time_machine.travel(timezone.now() + timedelta(seconds=20), tick=False):
        assert soup(reviewer_client.get(f"/reviews/?ruled={item.pk}")).select(".toast") == []
        assert b"nothing left to undo" in reviewer_client.post(f"/reviews/{item.pk}/undo/", follow=True).content
        assert reviewer_client.post(f"/reviews/{item.pk}/reopen/").status_code == 400
        reviewer_client.post(f"/reviews/{item.pk}/reopen/", {"reason": "The bank corrected itself."})
    item.refresh_from_db()
    assert item.status == ReviewStatus.OPEN
    assert AuditEntry.objects.get(verb="review.reopen").reason == "The bank corrected itself."


def test_the_record_names_what_was_ruled(reviewer_client: Client) -> None:
    item = make_dispute()
    send(reviewer_client, item, decision="accept", reason="Two papers.")
    (line,) = (line for line in words(open_card(reviewer_client, item), ".log li") if "Ruled" in line)
    assert line.endswith("Ruled by bob: accepted $68.40: “ Two papers. ”")


@pytest.mark.parametrize(
    ("after", "said"),
    [
        ({"decision": "accept", "value": "68.40 USD"}, "accepted 68.40 USD"),
        ({"decision": "fix", "value": "67.10 USD"}, "fixed and accepted 67.10 USD"),
        ({"decision": "accept", "value": "holds"}, "accepted The page says it"),
        ({"decision": "reject"}, "rejected"),
        ({"decision": "decided long ago", "value": ""}, "decided long ago"),
    ],
)
def test_a_ruling_is_told_by_its_decision_and_its_value_or_verdict(after: dict[str, str], said: str) -> None:
    entry = AuditEntry(verb="review.rule", actor_name="rita", after=after, at=timezone.now(), reason="Two papers.")
    (line,) = make_record([entry], {"holds": "The page says it"})
    assert (line.text, line.reason) == (f"Ruled by rita: {said}", "Two papers.")


def test_undo_is_offered_to_whoever_ruled_alone(reviewer_client: Client, admin_client: Client) -> None:
    item = make_dispute()
    send(reviewer_client, item, decision="accept")
    assert soup(admin_client.get(f"/reviews/?ruled={item.pk}")).select(".toast") == []
    assert len(soup(reviewer_client.get(f"/reviews/?ruled={item.pk}")).select(".toast")) == 1


def test_flag_is_shown_with_the_present_value_proposed(analyst: User, reviewer_client: Client, analyst_client: Client) -> None:
    node = make_verified()
    flag_node(node=node, user=analyst, reason="The minutes say 3.6%.", source="https://bank.example/minutes")
    item = ReviewItem.objects.get()
    page = open_card(reviewer_client, item)
    assert words(page, ".cand .fig") == ["3.5 %"]
    assert "The node shows 3.5 % now." in words(page, ".plain")[1].replace("\xa0", " ")
    assert "The minutes say 3.6%." in words(page, ".log")[0]
    assert words(open_card(analyst_client, item), "h2") == ["Record"]


def test_analyst_reads_and_is_told_who_rules(analyst_client: Client) -> None:
    item = make_dispute()
    page = open_card(analyst_client, item)
    assert (page.select(".decide"), page.select(".lease button")) == ([], [])
    assert words(page, ".note p") == ["You can read this; reviewers rule on it. Flag this value"]
    assert analyst_client.post(f"/reviews/{item.pk}/", {"decision": "accept"}).status_code == 403


def test_own_flag_is_for_others_where_four_eyes_are_wanted(reviewer: User, reviewer_client: Client, settings: object) -> None:
    settings.REVIEW_FOUR_EYES = True
    flag_node(node=make_verified(), user=reviewer, reason="Wrong month.")
    response = send(reviewer_client, ReviewItem.objects.get(), decision="accept", reason=TYPED)
    assert response.status_code == 400
    assert "You flagged this yourself" in words(soup(response), ".note.bad strong")[0]


def test_next_and_previous_follow_the_queue(reviewer_client: Client) -> None:
    low, first, second = make_dispute("c", "low"), make_dispute("a"), make_dispute("b")
    page = open_card(reviewer_client, second)
    assert [page.select_one(name)["href"] for name in ("#previous", "#next")] == [
        f"/reviews/{first.pk}/?queue=next",
        f"/reviews/{low.pk}/?queue=next",
    ]
    assert (open_card(reviewer_client, first).select("#previous"), open_card(reviewer_client, low).select("#next")) == ([], [])


def test_items_held_by_others_are_passed_over(reviewer_client: Client, admin: User) -> None:
    first, second, third = (make_dispute(slug) for slug in "abc")
    claim_review(item=second, user=admin)
    assert send(reviewer_client, first, decision="accept")["Location"] == f"/reviews/{third.pk}/?ruled={first.pk}"


def test_card_needs_few_queries(reviewer_client: Client) -> None:
    item = make_dispute()
    with CaptureQueriesContext(connection) as queries:
        reviewer_client.get(f"/reviews/{item.pk}/")
    assert len(queries) <= 20


def test_item_that_is_not_there(reviewer_client: Client) -> None:
    for path in ("999/", "999/lease/", f"{10**30}/"):
        assert reviewer_client.get(f"/reviews/{path}").status_code == 404
