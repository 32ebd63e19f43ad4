from datetime import timedelta

import time_machine
from bs4 import BeautifulSoup
from django.contrib.auth.models import AnonymousUser, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.views.desk import make_dispute
from tests.views.rows import make_conflict, make_verified
from verification.enums import RulingDecision
from verification.models import ReviewItem, Ruling
from verification.reads.reviews.reviews import Queue, read_page
from verification.services.reviews.desk import PersonJudgement, claim_review, escalate_review, rule_review
from verification.services.reviews.feedback import flag_node


def soup(client: Client) -> BeautifulSoup:
    return BeautifulSoup(client.get("/reviews/").content, "html.parser")


def test_nothing_to_rule_on_is_said(reviewer_client: Client) -> None:
    assert soup(reviewer_client).select_one(".empty h2").get_text() == "Nothing waits for a ruling"


def test_open_item_shows_question_values_reason_and_risk(reviewer_client: Client) -> None:
    make_conflict()
    page = soup(reviewer_client)
    row = [cell.get_text(" ", strip=True) for cell in page.select("tbody tr td")]
    assert row[0] == "Brent Several values have enough votes: $68.40, $66.90."
    assert row[1] == "68.40 or 66.90 USD"
    assert row[2] == "high"
    assert row[4] == "unclaimed"
    assert page.select_one(".nav .count").get_text() == "1"


def test_highest_risk_and_longest_wait_come_first(reviewer_client: Client) -> None:
    for slug, risk in (("a", "low"), ("b", "critical"), ("c", "high"), ("d", "critical")):
        node = make_conflict(slug)
        ReviewItem.objects.filter(node=node).update(risk_level=risk)
    assert [link.get_text() for link in soup(reviewer_client).select("td.name a")] == ["B", "D", "C", "A"]


def test_list_needs_no_more_queries_for_more_items(reviewer_client: Client) -> None:
    make_conflict("a")
    with CaptureQueriesContext(connection) as one:
        reviewer_client.get("/reviews/")
    make_conflict("b")
    make_conflict("c")
    with CaptureQueriesContext(connection) as three:
        reviewer_client.get("/reviews/")
    assert len(three) == len(one)


def titles(client: Client, query: str = "") -> list[str]:
    page = BeautifulSoup(client.get(f"/reviews/{query}").content, "html.parser")
    return [link.get_text() for link in page.select("td.name a")]


def test_queues_hold_what_they_say(reviewer_client: Client, reviewer: User, admin: User) -> None:
    free, mine, other, decided = (make_dispute(slug) for slug in ("free", "mine", "other", "decided"))
    claim_review(item=mine, user=reviewer)
    claim_review(item=other, user=admin)
    escalate_review(item=free, user=admin, reason="Look.")
    judgement = PersonJudgement(RulingDecision.ACCEPT, value="$66.90")
    rule_review(item=decided, user=reviewer, version=1, judgement=judgement)
    found = {queue: titles(reviewer_client, f"?queue={queue}") for queue in ("unclaimed", "mine", "escalated", "open", "decided")}
    assert found == {
        "unclaimed": ["Free"],
        "mine": ["Mine"],
        "escalated": ["Free"],
        "open": ["Free", "Mine", "Other"],
        "decided": ["Decided"],
    }
    pills = [" ".join(pill.get_text(" ").split()) for pill in soup(reviewer_client).select(".filters .pill")]
    assert pills == ["Unclaimed 1", "Mine 1", "Escalated 1", "All open 3", "Decided"]
    who = [" ".join(cell.select("td")[4].get_text(" ").split()) for cell in soup(reviewer_client).select("tbody tr")]
    assert who == ["unclaimed Escalated", "you, 5 min left", "charlie, 5 min left"]
    assert titles(reviewer_client, "?queue=nonsense&after=x") == ["Free", "Mine", "Other"]


def test_flags_stand_among_the_items(reviewer_client: Client, analyst: User) -> None:
    flag_node(node=make_verified(), user=analyst, reason="Wrong month.")
    cell = soup(reviewer_client).select_one("td.name span")
    assert " ".join(cell.get_text(" ").split()) == "flag alice says that the value is wrong: Wrong month."


def test_pages_follow_each_other_without_gap_or_repeat(db: None) -> None:
    items = [make_dispute(f"n{number}", risk) for number, risk in enumerate(("low", "high", "low", "critical", "high"))]
    found, after = [], None
    for _page in range(3):
        page = read_page(queue=Queue.OPEN, user=AnonymousUser(), now=timezone.now(), after=after, size=2)
        found += [item.pk for item in page.items]
        after = page.after
    assert found == [items[place].pk for place in (3, 1, 4, 0, 2)]
    assert after is None


def test_today_is_counted_with_the_median_time(reviewer_client: Client, reviewer: User) -> None:
    noon = timezone.now().replace(hour=4, minute=0)  # noon in Shanghai
    for place, seconds in enumerate((20, 48, 300)):
        with time_machine.travel(noon, tick=False):
            item = claim_review(item=make_dispute(f"n{place}"), user=reviewer)
        with time_machine.travel(noon + timedelta(seconds=seconds), tick=False):
            rule_review(item=item, user=reviewer, version=1, judgement=PersonJudgement(RulingDecision.RETRY))
    with time_machine.travel(noon + timedelta(hours=1), tick=False):
        client = Client()
        client.force_login(reviewer)
        assert "Today you ruled 3, median 48 s" in client.get("/reviews/").content.decode()


def test_start_claims_the_first_free_item(reviewer_client: Client, reviewer: User, admin: User) -> None:
    low, held, high = make_dispute("a", "low"), make_dispute("b", "critical"), make_dispute("c", "high")
    claim_review(item=held, user=admin)
    assert reviewer_client.post("/reviews/start/")["Location"] == f"/reviews/{high.pk}/"
    high.refresh_from_db()
    assert high.claimed_by == reviewer
    ReviewItem.objects.filter(pk__in=(low.pk, high.pk)).update(claimed_by=admin, lease_until=timezone.now() + timedelta(minutes=5))
    assert reviewer_client.post("/reviews/start/")["Location"] == "/reviews/"


def test_list_needs_at_most_twelve_queries(reviewer_client: Client, reviewer: User) -> None:
    counts = {}
    for queue in ("open", "decided"):
        for _row in range(2):
            item = make_dispute(f"{queue}-{_row}")
            claim_review(item=item, user=reviewer)
            if queue == "decided":
                rule_review(item=item, user=reviewer, version=1, judgement=PersonJudgement(RulingDecision.ACCEPT, value="$66.90"))
            with CaptureQueriesContext(connection) as asked:
                reviewer_client.get(f"/reviews/?queue={queue}")
            counts[queue, _row] = len(asked)
    assert counts["open", 0] == counts["open", 1]
    assert counts["decided", 0] == counts["decided", 1]
    assert max(counts.values()) <= 12


def bulk_form(client: Client, **typed: object) -> dict[str, object]:
    page = BeautifulSoup(client.get("/reviews/bulk/?queue=unclaimed").content, "html.parser")
    ticked = [box["value"] for box in page.select("input[name=item][checked]")]
    return {"seen": page.select_one("input[name=seen]")["value"], "queue": "unclaimed", "item": ticked, **typed}


def test_bulk_shows_what_changes_and_writes_nothing_before(reviewer_client: Client) -> None:
    make_dispute("a")
    make_dispute("b")
    page = BeautifulSoup(reviewer_client.get("/reviews/bulk/").content, "html.parser")
    assert [cell.get_text(strip=True) for cell in page.select("tbody .val")] == ["68.40USD", "68.40USD"]
    assert Ruling.objects.count() == 0
    assert reviewer_client.post("/reviews/bulk/", bulk_form(reviewer_client, decision="accept"))["Location"] == "/reviews/"
    assert list(Ruling.objects.values_list("decision", "value")) == [("accept", "$68.40")] * 2


def test_bulk_leaves_out_what_changed_and_says_so(reviewer_client: Client, admin: User) -> None:
    first, second, third = (make_dispute(slug) for slug in "abc")
    form = bulk_form(reviewer_client, decision="reject", reason="All of last year.")
    rule_review(item=first, user=admin, version=1, judgement=PersonJudgement(RulingDecision.ACCEPT, value="$66.90"))
    ReviewItem.objects.filter(pk=second.pk).update(version=2)
    response = reviewer_client.post("/reviews/bulk/", form)
    said = [" ".join(line.get_text(" ").split()) for line in BeautifulSoup(response.content, "html.parser").select(".note li")]
    assert said == ["A charlie has ruled already: accepted.", "B The item has changed since you opened it; look at it again."]
    assert list(Ruling.objects.order_by("pk").values_list("review_item", "decision")) == [(first.pk, "accept"), (third.pk, "reject")]


def test_bulk_takes_only_what_is_ticked_and_was_shown(reviewer_client: Client, admin_client: Client) -> None:
    _first, second = make_dispute("a"), make_dispute("b")
    form = bulk_form(reviewer_client, decision="retry", item=[str(second.pk), "999", "x"])
    assert admin_client.post("/reviews/bulk/", form).status_code == 400  # signed for another person
    assert reviewer_client.post("/reviews/bulk/", {**form, "seen": "x"}).status_code == 400
    assert reviewer_client.post("/reviews/bulk/", {**form, "decision": "fix"}).status_code == 400
    assert reviewer_client.post("/reviews/bulk/", {**form, "decision": "reject"}).status_code == 400
    assert Ruling.objects.count() == 0
    reviewer_client.post("/reviews/bulk/", form)
    assert list(Ruling.objects.values_list("review_item", flat=True)) == [second.pk]


def test_preview_needs_no_more_queries_for_more_items(reviewer_client: Client) -> None:
    counts = []
    for slugs in ("a", "bc"):
        for slug in slugs:
            make_dispute(slug)
        with CaptureQueriesContext(connection) as asked:
            reviewer_client.get("/reviews/bulk/")
        counts.append(len(asked))
    assert counts[0] == counts[1]
