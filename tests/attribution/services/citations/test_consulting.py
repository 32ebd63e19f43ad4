"""Deep checks with a language model on loopback: what it may settle, what it may not, and what its failures cost."""

from collections.abc import Callable, Iterator
from decimal import Decimal

import pytest

from attribution.enums import Depth
from attribution.models import Citation, CitationReport
from attribution.reads.reports import citation_shape
from attribution.services.citations.checking import execute_report
from attribution.services.citations.estimates import estimate_check
from attribution.services.citations.lifecycle import create_report
from tests.attribution.cited_rows import CLAIM
from tests.services.gateway.asking import make_profile
from tests.stubs.chat import ChatStub, Said, answer_json, fail
from tests.stubs.cited import STORY, CitedWeb
from tests.stubs.models import claim_of, echoes_the_claim, quotes, quotes_the_first_line, word
from verification.models import ModelProfile, ProviderCall

pytestmark = pytest.mark.django_db

# The page says so in other words; the rules alone find too few of them.
OPEN_CLAIM = "Shops around the harbour in Elbonia were closed for a week"
PASSAGE = STORY[2]


def knows(judge: Callable, further: Callable = lambda body: '{"citations": []}') -> Callable:
    """A model that judges by ``judge``, and answers by ``further`` what else the text cites."""
    return lambda body: judge(body) if claim_of(body) or "DATA" not in body["messages"][0]["content"] else further(body)


def asked(chat: ChatStub) -> int:
    """How often the model was asked to judge."""
    return sum(
        "web page" in body["messages"][0]["content"] or "could not be read" in body["messages"][0]["content"] for body in chat.bodies
    )


@pytest.fixture
def chat(cited_web: CitedWeb) -> Iterator[ChatStub]:
    with ChatStub(knows(quotes("harbour"))) as stub:
        make_profile(stub.base_url, input_usd_per_million=Decimal(1), output_usd_per_million=Decimal(2))
        yield stub


def check(claim: str, path: str = "ok/1", depth: str = "deep") -> CitationReport:
    text = f"{claim} (http://news.example/{path})."
    return execute_report(report_id=create_report(text=text, trigger="command", depth=depth, enqueue=False).pk)


def only(report: CitationReport) -> Citation:
    return report.citations.get()


def test_a_model_that_quotes_the_page_settles_what_the_rules_leave_open(chat: ChatStub) -> None:
    done = check(OPEN_CLAIM)
    one = only(done)
    assert (done.status, one.status, [reason["code"] for reason in one.reasons]) == (
        "finished",
        "verified",
        ["supported", "judged_by_model"],
    )
    assert one.passages[0]["text"] == PASSAGE
    assert one.model_word == {
        "model": "tiny-2026-01-01",
        "prompt_version": "judge-1",
        "verdict": "supports",
        "quote": PASSAGE,
        "refusal": "",
        "problem": "",
        "is_decisive": True,
    }
    assert one.score < 0.8
    assert citation_shape(one, lang="en")["model_word"] == one.model_word
    [call] = ProviderCall.objects.filter(kind="model", prompt_version="judge-1")
    assert (call.purpose, call.subject, call.prompt_version, call.cost_usd > 0) == (
        "citation", f"citation-report:{done.pk}", "judge-1", True,
    )  # fmt: skip


@pytest.mark.parametrize("depth", ["quick", "standard"])
def test_a_model_is_asked_at_no_other_depth(chat: ChatStub, depth: str) -> None:
    one = only(check(OPEN_CLAIM, depth=depth))
    assert (asked(chat), one.model_word, one.status) == (0, None, {"quick": "inconclusive", "standard": "unverified"}[depth])


@pytest.mark.parametrize(("path", "status"), [("ok/1", "verified"), ("contradicting/1", "misinformation"), ("wall/1", "inconclusive")])
def test_what_the_rules_answer_is_put_to_no_model(chat: ChatStub, path: str, status: str) -> None:
    chat.behave = knows(quotes_the_first_line)
    assert (only(check(CLAIM, path)).status, asked(chat)) == (status, 0)


@pytest.mark.parametrize(
    ("behave", "refusal"),
    [
        (echoes_the_claim, "not_in_page"),
        (quotes_the_first_line, "name_missing"),
        (lambda body: word("supports", "The shops near the harbour in Elbonia stayed closed for a week."), "not_in_page"),
        (lambda body: word("supports", None), "not_in_page"),
        (quotes("harbour", "contradicts"), "no_contradiction"),
    ],
)
def test_a_disobedient_model_changes_nothing(chat: ChatStub, behave: Callable, refusal: str) -> None:
    chat.behave = knows(behave)
    done = check(OPEN_CLAIM)
    one = only(done)
    assert (one.status, one.model_word["refusal"], one.model_word["is_decisive"]) == ("unverified", refusal, False)
    assert (asked(chat), done.status) == (1, "finished")


def test_an_unreadable_answer_is_asked_for_once_more_and_no_oftener(chat: ChatStub) -> None:
    chat.behave = knows(lambda body: "Sure! It is supported.")
    one = only(check(OPEN_CLAIM))
    assert (one.status, one.model_word["verdict"], bool(one.model_word["problem"]), asked(chat)) == ("unverified", "", True, 2)
    answers = iter(["Sure!", word("supports", PASSAGE)])
    chat.behave = knows(lambda body: next(answers))
    assert only(check(OPEN_CLAIM)).status == "verified"
    assert asked(chat) == 4


def test_an_answer_cut_off_proposes_nothing(chat: ChatStub) -> None:
    chat.behave = knows(lambda body: Said(word("supports", PASSAGE), finish_reason="length"))
    one = only(check(OPEN_CLAIM))
    assert (one.status, one.model_word["problem"], asked(chat)) == ("unverified", "the answer was refused or cut off", 1)


def test_a_model_that_fails_leaves_the_verdict_of_the_rules_and_is_named(chat: ChatStub) -> None:
    chat.behave = knows(lambda body: fail(401, "no"))
    done = check(OPEN_CLAIM)
    assert (done.status, only(done).status, only(done).model_word) == ("degraded", "unverified", None)
    assert done.failures == [{"provider": "stub", "kind": "model", "fault": "unauthorized"}]


def test_orders_in_the_page_stand_between_the_fences(chat: ChatStub) -> None:
    check(OPEN_CLAIM)
    [body] = [body for body in chat.bodies if claim_of(body)]
    system, user = (message["content"] for message in body["messages"])
    assert (PASSAGE in user, PASSAGE in system, user.startswith("<<<DATA ")) == (True, False, True)


def test_rules_alone_where_the_deployment_says_so(chat: ChatStub, settings: object) -> None:
    settings.EXTRACTOR = "rules"
    assert (only(check(OPEN_CLAIM)).model_word, chat.received) == (None, [])


def test_the_estimate_says_how_often_a_model_may_be_asked_and_what_it_costs(chat: ChatStub) -> None:
    text = f"{OPEN_CLAIM} (http://news.example/ok/1)."
    deep = estimate_check(text=text, depth=Depth.DEEP)
    assert (deep.questions, deep.cost_usd) == (3, Decimal("0.0164"))
    standard = estimate_check(text=text, depth=Depth.STANDARD)
    assert (standard.questions, standard.cost_usd) == (0, Decimal(0))
    ModelProfile.objects.filter(name="stub").delete()
    assert estimate_check(text=text, depth=Depth.DEEP).questions is None


def test_a_model_names_what_the_rules_missed_before_the_check_begins(chat: ChatStub) -> None:
    text = f"{OPEN_CLAIM} (http://news.example/ok/1). The Beige Book of May agrees: prices fell in Elbonia."
    said = [
        ("Beige Book of May", None),
        ("Green Book", None),
        ("Beige Book", "http://news.example/made-up"),
        ("of", None),
        ("ok/1", "ok/1"),
    ]
    chat.behave = knows(quotes("harbour"), lambda body: answer_json({"citations": [{"text": text, "url": url} for text, url in said]}))
    report = create_report(text=text, trigger="command", depth="deep", enqueue=False)
    done = execute_report(report_id=report.pk)
    first, second = done.citations.order_by("index")
    assert (first.index, first.status, second.index) == (1, "verified", 2)
    assert (second.kind, second.text, second.url, second.claim) == (
        "title", "Beige Book of May", "", "The Beige Book of May agrees: prices fell in Elbonia.",
    )  # fmt: skip
    assert (done.citations_count, done.kinds) == (2, {"bare": 1, "title": 1})
    again = [body for body in chat.bodies if "lists" in body["messages"][0]["content"] or "You list" in body["messages"][0]["content"]]
    assert len(again) == 1


@pytest.mark.parametrize(
    "said", ["none", '{"citations": 3}', '{"citations": [{"text": "Elbonia"}]}', '{"citations": [{"text": 1, "url": null}]}']
)
def test_an_unreadable_list_proposes_nothing(chat: ChatStub, said: str) -> None:
    chat.behave = knows(quotes("harbour"), lambda body: said)
    done = check(OPEN_CLAIM)
    assert (done.status, only(done).status) == ("finished", "verified")


@pytest.mark.postgres("rows")
def test_a_text_in_which_the_rules_find_nothing_is_read_by_the_model(chat: ChatStub) -> None:
    listed = answer_json({"citations": [{"text": "Quarterly Survey", "url": None}]})
    chat.behave = knows(quotes("harbour"), lambda body: listed)
    report = create_report(text="The Quarterly Survey agrees: prices fell.", trigger="command", depth="deep", enqueue=False)
    assert (report.citations_count, report.status) == (0, "queued")
    done = execute_report(report_id=report.pk)
    assert (only(done).text, only(done).status, done.citations_count) == ("Quarterly Survey", "inconclusive", 1)
    plain = create_report(text="The Quarterly Survey agrees: prices fell.", trigger="command", enqueue=False)
    assert (plain.citations_count, plain.status) == (0, "finished")
