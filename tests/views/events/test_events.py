"""Pages of events: the list with its form and filters, the page of one, what became of it, and the calibration."""

from decimal import Decimal
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import AbstractBaseUser
from django.test import Client
from django.utils import timezone

from tests.core.events.event_lists import SEED
from tests.event_rows import EVIDENCE, make_event
from verification.core.events.flow import FlowState
from verification.models import Event, Node
from verification.reads.events.words import describe_verdict, signed
from verification.services.events.analysis import analyse_event
from verification.views.events.waterfall import make_falls

pytestmark = pytest.mark.django_db


def test_pasted_message_becomes_an_event_of_its_own_page(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    response = analyst_client.post("/events/", {"text": SEED["hack"]})
    event = Event.objects.get()
    assert (response.status_code, response["Location"]) == (302, f"/events/{event.pk}/")
    assert (event.requested_by, event.trigger, event.status) == (analyst, "page", "queued")
    page = analyst_client.get(f"/events/{event.pk}/")
    assert page.context["waiting"] == [FlowState.READING, FlowState.CONTEXT, FlowState.PLANNER, FlowState.SYNTHESIS]
    waiting = page.content.decode()
    assert "Waiting for a worker" in waiting
    assert f'hx-get="/events/{event.pk}/live/?seen=' in waiting
    analyse_event(event_id=event.pk)
    done = analyst_client.get(f"/events/{event.pk}/").content.decode()
    assert "hx-get" not in done
    assert "Tools are switched off." in done


@pytest.mark.parametrize(
    "text, said", [("", "This field is required."), ("   ", "The message is empty"), ("x" * 100_000, "too long"), ("\x01\x02", "no text")]
)
def test_bad_message_is_named_and_kept_on_the_page(analyst_client: Client, text: str, said: str) -> None:
    response = analyst_client.post("/events/", {"text": text})
    assert response.status_code == 400
    assert said in response.content.decode() or "Null characters" in response.content.decode() or not text.strip()
    assert not Event.objects.exists()


def test_page_shows_what_moved_the_confidence_and_why(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    event = make_event(requested_by=analyst)
    page = analyst_client.get(f"/events/{event.pk}/").content.decode()
    for said in (
        "0.80 → 0.65, one source, no official statement (meridianwire.com)",
        "Too few sources",
        "−0.15",
        "An event of this type needs a second, independent source.",
        "Harborline Pay hack 官方声明",
        "A second source is needed.",
        "Analysis, not advice.",
        "Attackers had entered a settlement system",
    ):
        assert said in page
    assert "<script>alert" not in page
    assert 'href="javascript:' not in page
    assert 'style="' not in page


def test_live_part_is_sent_when_something_changed(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    event = make_event(requested_by=analyst)
    seen = analyst_client.get(f"/events/{event.pk}/").context["seen"]
    assert analyst_client.get(f"/events/{event.pk}/live/?seen={seen}").status_code == 204
    assert analyst_client.get(f"/events/{event.pk}/live/?seen=x").status_code == 200


def test_list_is_filtered_by_the_address(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    hack = make_event(requested_by=analyst, text="Bybit hacked", asset="BTC")
    depeg = make_event(
        requested_by=analyst, text="脱锚 USDC", event_type="depeg", asset="USDC", outcome="confirmed", outcome_at=timezone.now()
    )
    make_event(text="somebody else's")

    def found(query: str) -> list[int]:
        return [event.pk for event, _flags, _verdict in analyst_client.get(f"/events/?{query}").context["rows"]]

    assert found("") == [depeg.pk, hack.pk]
    assert found("type=depeg") == [depeg.pk]
    assert found("asset=比特币") == [hack.pk]
    assert found("q=脱锚") == [depeg.pk]
    assert found("outcome=none") == [hack.pk]
    assert found("outcome=confirmed") == [depeg.pk]
    nonsense = analyst_client.get("/events/?type=war")
    assert (nonsense.status_code, "makes no sense" in nonsense.content.decode()) == (200, True)


def test_query_count_of_the_list_does_not_grow(
    analyst_client: Client, analyst: AbstractBaseUser, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    make_event(requested_by=analyst)
    with django_assert_max_num_queries(12) as counted:
        analyst_client.get("/events/")
    for _number in range(2):
        make_event(requested_by=analyst)
    with django_assert_num_queries(len(counted.captured_queries)):
        assert len(analyst_client.get("/events/").context["rows"]) == 3


def test_outcome_is_recorded_and_counted(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    event = make_event(requested_by=analyst)
    assert analyst_client.post(f"/events/{event.pk}/outcome/", {"outcome": "won"}).status_code == 400
    assert analyst_client.post(f"/events/{event.pk}/outcome/", {"outcome": "refuted", "note": "A test."}).status_code == 302
    rows = analyst_client.get("/events/calibration/").context["rows"]
    assert [(row["bin"].confirmed, row["bin"].refuted) for row in rows] == [(0, 0), (0, 0), (0, 0), (0, 1), (0, 0)]


def test_calibration_puts_the_ends_into_bins(analyst_client: Client) -> None:
    for confidence in ("0", "0.2", "0.1999", "1"):
        make_event(confidence=Decimal(confidence), outcome="confirmed", outcome_at=timezone.now())
    make_event(confidence=Decimal("0.5"), outcome="unclear", outcome_at=timezone.now())
    bins = [row["bin"] for row in analyst_client.get("/events/calibration/").context["rows"]]
    assert [(entry.total, entry.settled) for entry in bins] == [(2, 2), (1, 1), (1, 0), (0, 0), (1, 1)]
    assert (bins[0].share, bins[2].share) == (Decimal(1), None)


def test_node_is_made_of_an_event(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    event = make_event(requested_by=analyst)
    response = analyst_client.post(f"/events/{event.pk}/node/")
    assert response["Location"] == f"/nodes/event-{event.pk}/"
    assert Node.objects.get().kind == "text"
    assert analyst_client.get(response["Location"]).status_code == 200


def test_past_events_of_others_are_told_without_their_words(
    analyst_client: Client, reviewer_client: Client, analyst: AbstractBaseUser
) -> None:
    past = make_event(text="A secret message of somebody")
    case = {"event": past.pk, "similarity": "0.83", "event_type": "hack", "asset": "BTC", "confidence": "0.65", "outcome": "refuted"}
    event = make_event(requested_by=analyst, similar=[case])
    own = analyst_client.get(f"/events/{event.pk}/").content.decode()
    assert ("A secret message" in own, "hack BTC" in own, "0.83 alike · proved false · ended at 0.65" in own) == (False, True, True)
    assert "A secret message" in reviewer_client.get(f"/events/{event.pk}/").content.decode()


def test_bars_go_on_where_the_last_ended() -> None:
    moved = [{"rule": "multi_source", "delta": "0.075"}, {"rule": "similar_refuted", "delta": "-0.10"}]
    falls = make_falls(make_event(preliminary_confidence=Decimal("0.95"), confidence=Decimal("0.925"), adjustments=moved))
    assert [(fall.start, fall.width, fall.amount) for fall in falls] == [
        ("0.00%", "95.00%", "0.95"),
        ("95.00%", "5.00%", "+0.075"),
        ("92.50%", "7.50%", "−0.10"),
        ("0.00%", "92.50%", "0.93"),
    ]
    assert signed("-0.2") == "−0.20"


CLASH = {
    "kind": "amount",
    "topic": "loss",
    "sides": [
        {"said": "$100M", "quote": "Acme lost $100M.", "domains": ["a.example"], "urls": ["https://a.example/1"]},
        {"said": "$12M", "quote": "Acme lost <b>$12M</b>.", "domains": [], "urls": []},
    ],
}


def test_contradiction_stands_on_the_page_with_both_sides(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    evidence = {**EVIDENCE, "is_conflicting": True, "clashes": [CLASH]}
    event = make_event(requested_by=analyst, evidence=evidence, adjustments=[{"rule": "conflict", "delta": "-0.20"}])
    page = analyst_client.get(f"/events/{event.pk}/").content.decode()
    for said in ("sources disagree on the loss: $100M or $12M", "Acme lost $100M.", "&lt;b&gt;$12M", "a.example", "The message"):
        assert said in page
    assert "<b>$12M" not in page


def test_open_event_is_cancelled_once(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    event = make_event(requested_by=analyst, is_open=True)
    address = f"/events/{event.pk}/cancel/"
    assert f'action="{address}"' in analyst_client.get(f"/events/{event.pk}/").content.decode()
    assert analyst_client.post(address)["Location"] == f"/events/{event.pk}/"
    page = analyst_client.get(f"/events/{event.pk}/").content.decode()
    assert ("The analysis was cancelled." in page, address in page, "hx-get" in page) == (True, False, False)
    assert "This event has ended already." in analyst_client.post(address, follow=True).content.decode()


def test_step_names_its_provider_and_what_was_read_in_full(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    event = make_event(requested_by=analyst)
    event.steps.filter(state="executor").update(output={"tool": {"source": "tavily"}, "pages": [{}, {}], "keywords": ""})
    failed = [{"provider": "a.example", "kind": "page", "fault": "robots"}]
    event.steps.filter(state="router").update(state="pages", output={"read": ["u"], "pages": [{}], "of": 2, "failed": failed})
    page = analyst_client.get(f"/events/{event.pk}/").content.decode()
    assert ("Tavily: 2 pages" in page, "1 of 2 read in full" in page, "a.example: " in page) == (True, True, True)


@pytest.mark.parametrize(
    ("alike_by", "lines"), [("embeddings", (True, False)), ("words", (False, True)), ("", (False, False))], ids=["meaning", "words", "off"]
)
def test_step_says_how_likeness_was_measured(
    analyst_client: Client, analyst: AbstractBaseUser, alike_by: str, lines: tuple[bool, bool]
) -> None:
    event = make_event(requested_by=analyst)
    event.steps.filter(state="router").update(state="context", output={"similar": [], "alike_by": alike_by, "model_problem": "timeout"})
    page = analyst_client.get(f"/events/{event.pk}/").content.decode()
    assert ("Compared by meaning (embeddings)" in page, "Compared by words, for the embeddings failed" in page) == lines


FIVE = [f"{name}.example" for name in "abcde"]
SAME, OTHER = "A verified node says the same", "A verified node says otherwise"


@pytest.mark.parametrize(
    ("verdict", "carried_by", "contradicted_by", "said"),
    [
        ("open", [], [], "Open: no page says it."),
        ("open", ["a.example"], [], "Open: one story alone says it (a.example)."),
        ("open", [], ["a.example"], "Open: one story alone says the contrary (a.example)."),
        ("carried", FIVE, [], "Carried by a.example, b.example, c.example, d.example and 1 more."),
        ("partly", FIVE[:2], [], "Carried in part by a.example, b.example."),
        ("contradicted", [], FIVE[:4], "Contradicted by a.example, b.example, c.example, d.example."),
        ("disputed", FIVE[:1], FIVE[1:2], "Disputed: for it a.example; against it b.example."),
    ],
)
def test_verdict_names_its_sides_and_how_many_there_are(verdict: str, carried_by: list[str], contradicted_by: list[str], said: str) -> None:
    finding = {"text": "Acme was hacked", "figure": "", "carried_by": carried_by, "contradicted_by": contradicted_by}
    assert describe_verdict(Event(evidence={"verdict": verdict, "findings": [finding]})) == said


@pytest.mark.parametrize(
    ("verdict", "carried_by", "says", "said", "short"),
    [
        (None, [], "supports", "A verified node of our own says so; nothing was searched.", "A verified node says the same"),
        (None, [], "contradicts", "A verified node of our own says otherwise; nothing was searched.", "A verified node says otherwise"),
        ("open", [], "supports", "A verified node of our own says so; no page says it.", "A verified node says the same"),
        (
            "open",
            FIVE[:1],
            "supports",
            "A verified node of our own says so; one story alone says it (a.example).",
            "A verified node says the same",
        ),
        ("open", [], "contradicts", "A verified node of our own says otherwise; no page says it.", "A verified node says otherwise"),
        ("carried", FIVE[:1], "contradicts", "Carried by a.example.", "Carried"),
    ],
)
def test_own_nodes_speak_first_where_pages_leave_it_open(
    analyst_client: Client, analyst: AbstractBaseUser, verdict: str | None, carried_by: list[str], says: str, said: str, short: str
) -> None:
    sides = {"contradicted_by": [], "other_figure": "", "official_quote": ""}
    finding = {"kind": "event", "text": "Acme was hacked", "figure": "", "verdict": verdict, "carried_by": carried_by, **sides}
    evidence = {**EVIDENCE, "verdict": verdict, "findings": [finding]} if verdict else None
    event = make_event(requested_by=analyst, own_nodes=[{**QUOTED, "says": says}], evidence=evidence)
    page = read(analyst_client, event)
    assert page.select_one("section.card h2").get_text() == said
    assert "how plain the message is" not in page.get_text()
    assert [verdict for _event, _flags, verdict in analyst_client.get("/events/").context["rows"]] == [short]


def test_own_nodes_that_disagree_say_otherwise() -> None:
    nodes = [{**QUOTED, "says": "supports"}, {**QUOTED, "says": "contradicts"}]
    assert describe_verdict(Event(own_nodes=nodes)) == "A verified node of our own says otherwise; nothing was searched."
    assert describe_verdict(Event(own_nodes=[])) == ""


@pytest.mark.parametrize("lang", ["en", "zh-hans"])
def test_a_spent_quota_a_missing_key_and_a_failed_search_are_three_words(
    analyst_client: Client, analyst: AbstractBaseUser, lang: str
) -> None:
    said = {
        "quota_spent": {"en": "What may be spent on searches is spent.", "zh-hans": "搜索额度已用完。"},
        "no_key": {"en": "No search service has a valid key.", "zh-hans": "没有搜索服务持有有效密钥。"},
        "tool_failed": {"en": "The search failed.", "zh-hans": "搜索失败。"},
        "tools_disabled": {"en": "Not searched: nothing says yet whether it is so.", "zh-hans": "未搜索：尚无证据说明是否属实。"},
    }
    for reason, words in said.items():
        event = make_event(requested_by=analyst, status="degraded", evidence=None, adjustments=[], unused_reason=reason)
        assert read(analyst_client, event, lang).select_one("section.card h2").get_text() == words[lang]


def test_sources_that_all_say_the_contrary_do_not_disagree(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    against = [{**EVIDENCE["witnesses"][0], "stance": "contradicts", "story": 0, "domain": domain} for domain in FIVE]
    evidence = {**EVIDENCE, "stories": 0, "is_conflicting": True, "witnesses": against}
    page = analyst_client.get(f"/events/{make_event(requested_by=analyst, evidence=evidence).pk}/").content.decode()
    assert ("5 sources say the contrary" in page, "no source" in page, "sources disagree" in page) == (True, False, False)
    assert "a.example, b.example, c.example, d.example and 1 more" in page


def test_clauses_without_a_claim_are_shown_as_not_checked(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    text = "Acme lost data of 2 million accounts; withdrawals are frozen"
    sides = {"carried_by": [], "contradicted_by": [], "other_figure": "", "official_quote": ""}
    finding = {"kind": "event", "text": "withdrawals are frozen", "figure": "", "verdict": "open", **sides}
    event = make_event(requested_by=analyst, text=text, evidence={**EVIDENCE, "verdict": "open", "findings": [finding]})
    page = analyst_client.get(f"/events/{event.pk}/")
    assert page.context["unread"] == ["Acme lost data of 2 million accounts"]
    assert "no claim was read from these words" in page.content.decode()
    assert analyst_client.get(f"/events/{make_event(requested_by=analyst, evidence=None).pk}/").context["unread"] == []


def test_list_shows_the_verdict_in_words(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    make_event(requested_by=analyst, evidence={**EVIDENCE, "verdict": "contradicted"})
    make_event(requested_by=analyst, evidence=None)
    rows = analyst_client.get("/events/").content.decode().split("<tr>")[2:]
    assert [("Contradicted" in row, 'data-l="Verdict">–<' in row) for row in rows] == [(False, True), (True, False)]


QUOTED = {
    "slug": "halcyon",
    "label": "Halcyon Exchange was hacked",
    "aliases": ["哈尔西恩交易所遭黑客攻击"],
    "value": "yes",
    "badge": "cross_validated",
    "says": "supports",
    "said": "hacked",
    "as_of": "2026-11-19T12:00:00+00:00",
    "tool": "",
    "observation": None,
    "sources": [],
}


@pytest.mark.parametrize(("lang", "said"), [("en", "Halcyon Exchange was hacked: yes"), ("zh-hans", "哈尔西恩交易所遭黑客攻击：是")])
def test_own_nodes_speak_the_language_of_the_reader(analyst_client: Client, analyst: AbstractBaseUser, lang: str, said: str) -> None:
    event = make_event(requested_by=analyst, own_nodes=[QUOTED], adjustments=[{"rule": "node_confirms", "delta": "0.15"}])
    page = read(analyst_client, event, lang)
    assert page.select("ul.list li div")[0].get_text().startswith(said)
    assert page.select(".fall .faint")[1].get_text() == said


@pytest.mark.parametrize(("lang", "said"), [("en", "as of 1 December 2026"), ("zh-hans", "截至2026年12月1日")])
def test_the_day_of_an_own_node_is_the_readers(analyst_client: Client, analyst: AbstractBaseUser, lang: str, said: str) -> None:
    """At noon in London it is evening in Shanghai, and at five in the afternoon the next day."""
    event = make_event(requested_by=analyst, own_nodes=[{**QUOTED, "as_of": "2026-11-30T17:12:04+00:00"}])
    text = read(analyst_client, event, lang).select_one("ul.list li p.dim").get_text()
    assert (said in text, "2026-11-30" in text) == (True, False)


@pytest.mark.parametrize(("lang", "name"), [("en", "Halcyon Exchange was hacked"), ("zh-hans", "Halcyon Exchange was hacked")])
def test_a_node_kept_without_its_other_names_is_called_by_its_label(
    analyst_client: Client, analyst: AbstractBaseUser, lang: str, name: str
) -> None:
    kept = {key: value for key, value in QUOTED.items() if key != "aliases"}
    page = read(analyst_client, make_event(requested_by=analyst, own_nodes=[kept]), lang)
    assert page.select_one("ul.list li a").get_text() == name


def test_pages_that_all_say_the_contrary_are_not_called_too_few(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    """Too few is said of those that support."""
    against = {**EVIDENCE, "stories": 0, "is_conflicting": True}
    shown = {
        name: read(analyst_client, make_event(requested_by=analyst, evidence=evidence)).get_text()
        for name, evidence in (("against", against), ("thin", EVIDENCE))
    }
    assert {name: "too few sources" in text for name, text in shown.items()} == {"against": False, "thin": True}
    assert "sources say the contrary" in shown["against"]


def test_an_event_that_was_searched_is_not_said_to_be_unsearched(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    """Evidence kept without a verdict, and an outcome of a person who is gone."""
    event = make_event(requested_by=analyst, outcome="refuted", outcome_at=timezone.now())
    page = read(analyst_client, event)
    assert page.select_one("section.card h2").get_text() == "Searched: what was found stands below."
    recorded = page.find("h2", string="Outcome").parent.span.get_text()
    assert recorded == f"proved false · {timezone.localtime(event.outcome_at):%Y-%m-%d %H:%M}"


def read(client: Client, event: Event, lang: str = "en") -> BeautifulSoup:
    response = client.get(f"/events/{event.pk}/", headers={"accept-language": lang})
    return BeautifulSoup(response.content, "html.parser")
