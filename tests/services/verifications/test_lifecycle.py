"""Verifications from request to decision: with models that behave and misbehave, and with none. Models are stubs on loopback."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from tests.factories import make_document
from tests.services.gateway.asking import make_profile
from tests.stubs.chat import ChatStub, answer_json, fail
from tests.stubs.models import read_prompt
from tests.stubs.server import Reply
from tests.views.rows import make_node, make_state
from verification.core.panel.critique import CheckName
from verification.core.vocabulary import RiskLevel, VerificationMode
from verification.enums import RulingDecision
from verification.models import AuditEntry, ProviderCall, ReviewItem, TriggerSetting, Verification
from verification.reads.verifications.verifications import VotingResult
from verification.services.reviews.desk import PersonJudgement, rule_review, undo_ruling
from verification.services.verifications.lifecycle import Wanted, claim_verification, request_verification, rescue_verifications
from verification.services.verifications.verifying import execute_verification

pytestmark = pytest.mark.django_db

CLAIM = "The Elbonian central bank kept its policy rate at 5.25%"
TEXT = "The Elbonian central bank kept its policy rate at 5.25% on Thursday, {paper} reports after the meeting of its board."
Behave = Callable[[Mapping], Any]


def _evidence(*papers: str, text: str = TEXT) -> tuple[dict[str, Any], ...]:
    return tuple(
        {"url": f"https://{paper}.example/1", "title": "Policy", "content": text.format(paper=paper), "published_at": None}
        for paper in papers
    )


def _ballot(value: str | None = "5.25%", *, quoted: str = "", **said: Any) -> Behave:
    """A voter that quotes the sentence in which its value stands, or what it was read from."""
    held = quoted or value

    def behave(body: Mapping) -> str:
        pages = read_prompt(body)
        piece = next((piece for page in pages for piece in page.pieces if held and held in piece), TEXT)
        sources = [{"url": page.url, "title": page.title} for page in pages if held and any(held in piece for piece in page.pieces)]
        given = {"value": value, "quote": piece if value else None, "sources": sources, "confidence": 0.9, "reasoning": "It says so."}
        return answer_json({**given, **said})

    return behave


@pytest.fixture
def panel() -> Iterator[Callable[..., list[ChatStub]]]:
    """``panel(one, two, three)``: as many different models, each behaving as given."""
    with ExitStack() as stack:

        def seat(*behaviours: Behave, **fields: Any) -> list[ChatStub]:
            stubs = [stack.enter_context(ChatStub(behave)) for behave in behaviours]
            for place, stub in enumerate(stubs):
                make_profile(stub.base_url, f"m{place}", vendor=f"V{place}", model=f"model-{place}", position=place, **fields)
            return stubs

        yield seat


def _verify(user: User, **wanted: Any) -> Verification:
    given = {"claim": CLAIM, "evidence": _evidence("a", "b", "c"), **wanted}
    row = request_verification(wanted=Wanted(**given), requested_by=user)
    return execute_verification(verification_id=row.pk)


def _said(row: Verification) -> tuple[str, str, str]:
    return row.decision, row.result["consensus"]["decision_method"], row.reasons[0]["code"]


def test_low_risk_is_decided_by_one_executor_and_the_critic(analyst: User) -> None:
    row = _verify(analyst)
    assert (row.mode, row.status, *_said(row)) == ("single", "finished", "accept", "single", "checks_passed")
    assert [vote["voter_id"] for vote in row.result["votes"]] == ["engine"]
    assert not ReviewItem.objects.exists()


def test_another_value_than_claimed_is_rejected(analyst: User) -> None:
    row = _verify(analyst, claim=CLAIM.replace("5.25", "4.75"))
    assert (row.decision, row.reasons) == ("reject", [{"code": "not_as_claimed", "params": {"value": "5.25%"}}])


@pytest.mark.parametrize("value", ["5.25%", "525 bp", "5.25"])
def test_units_of_one_value_agree(analyst: User, value: str) -> None:
    assert _verify(analyst, claim=CLAIM, value=value).decision == "accept"


@pytest.mark.postgres("locks")
def test_one_page_is_too_little_and_a_person_decides(analyst: User, reviewer: User) -> None:
    row = _verify(analyst, evidence=_evidence("a"))
    assert row.decision == "needs_human"
    item = ReviewItem.objects.get(subject_kind="verification", subject_id=row.pk)
    ruling = rule_review(item=item, user=reviewer, version=1, judgement=PersonJudgement(RulingDecision.ACCEPT, value="5.25%"))
    row.refresh_from_db()
    assert (row.decision, row.ruling) == ("needs_human", ruling)
    said = VotingResult.of(row, lang="en").shape()
    assert (said["decision"], said["consensus"]["decision_method"], said["consensus"]["final_result"]) == (
        "accept",
        "human",
        {"value": "5.25%"},
    )
    item.refresh_from_db()
    undo_ruling(item=item, user=reviewer)
    row.refresh_from_db()
    assert VotingResult.of(row, lang="en").shape()["decision"] == "needs_human"


@pytest.mark.postgres("rows")
def test_the_same_question_on_the_same_pages_is_answered_by_the_ruling(analyst: User, reviewer: User) -> None:
    row = _verify(analyst, evidence=_evidence("a"))
    ruling = rule_review(
        item=ReviewItem.objects.get(), user=reviewer, version=1, judgement=PersonJudgement(RulingDecision.ACCEPT, value="5.25%")
    )
    again = _verify(analyst, evidence=_evidence("a"))
    assert (again.decision, again.ruling, again.standing) == ("needs_human", ruling, "unchanged")
    said = VotingResult.of(again, lang="en").shape()
    assert (said["decision"], said["decision_reasoning"], said["ruled"]["role"]) == ("accept", "A person accepted it.", "reviewer")
    assert ReviewItem.objects.filter(status="open").count() == 0
    other = _verify(analyst, evidence=_evidence("a", text=TEXT.replace("5.25", "5.75")), claim=CLAIM)
    assert (other.ruling, other.standing) == (None, "")
    item = ReviewItem.objects.get(status="open")
    assert (item.subject_id, item.why["code"], item.why["params"]["ruling"]) == (other.pk, "ruling_contradicted", ruling.pk)
    assert _verify(reviewer, evidence=_evidence("a")).ruling is None
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        late = _verify(analyst, evidence=_evidence("a"))
    assert (late.ruling, ReviewItem.objects.get(subject_id=late.pk, status="open").why["code"]) == (None, "ruling_expired")
    assert row.pk < again.pk


@pytest.mark.postgres("rows")
def test_a_ruling_that_asks_again_has_it_decided_again(analyst: User, reviewer: User) -> None:
    row = _verify(analyst, evidence=_evidence("a"))
    item = ReviewItem.objects.get(subject_id=row.pk)
    rule_review(item=item, user=reviewer, version=1, judgement=PersonJudgement(RulingDecision.RETRY))
    row.refresh_from_db()
    assert (row.status, row.decision, row.attempts) == ("queued", "", 0)
    again = execute_verification(verification_id=row.pk)
    item.refresh_from_db()
    assert (again.decision, item.status, item.version) == ("needs_human", "open", 3)


def test_three_models_agree(analyst: User, panel: Callable) -> None:
    stubs = panel(_ballot(), _ballot("525 bp", quoted="5.25%", confidence=1.7), _ballot(confidence=-3))
    row = _verify(analyst, risk_level=RiskLevel.HIGH)
    assert (row.mode, *_said(row)) == ("voting", "accept", "unanimous", "all_agree")
    assert [vote["confidence"] for vote in row.result["votes"]] == [0.9, 1.0, 0.0]
    assert [vote["is_grounded"] for vote in row.result["votes"]] == [True, True, True]
    assert row.triggers == [{"rule": "risk_high", "mode": "voting", "code": "trigger_risk", "params": {"risk": "high"}}]
    assert {call.subject for call in ProviderCall.objects.filter(kind="model")} == {f"verification:{row.pk}"}
    assert all("____" in stub.bodies[0]["messages"][1]["content"] for stub in stubs)
    assert all("5.25" not in stub.bodies[0]["messages"][1]["content"].split("<<<DATA")[0] for stub in stubs)


@pytest.mark.postgres("rows")
def test_nul_in_an_answer_costs_nothing_but_itself(analyst: User, panel: Callable) -> None:
    panel(_ballot(), _ballot(), _ballot(reasoning="a\x00b"))
    row = _verify(analyst, risk_level=RiskLevel.HIGH)
    assert (row.decision, row.result["votes"][2]["reasoning"]) == ("accept", "a\ufffdb")


JUNK = {
    "no JSON": lambda body: "I think it is 5.25%",
    "other keys": lambda body: answer_json({"answer": "5.25%"}),
    "NaN": lambda body: '{"value": "5.25%", "quote": "x", "sources": [], "confidence": NaN, "reasoning": ""}',
    "confidence in words": _ballot(confidence="high"),
    "an error": lambda body: fail(500),
    "a list": lambda body: "[]",
}


@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK)
def test_the_seat_of_a_voter_that_fails_is_taken_by_a_rule(analyst: User, panel: Callable, junk: Behave) -> None:
    panel(_ballot(), _ballot(), junk)
    row = _verify(analyst, risk_level=RiskLevel.HIGH)
    assert _said(row) == ("accept", "unanimous", "all_agree")
    assert (row.result["votes"][2]["outcome"], row.result["votes"][3]["voter_id"]) == ("failed", "rules:pattern")
    assert VotingResult.of(row, lang="en").shape()["seats"] == {"models": 2, "rules": 1}


def test_models_that_fail_take_nothing_away(analyst: User, panel: Callable) -> None:
    stubs = panel(*(lambda body: "junk" for _place in range(3)))
    row = _verify(analyst, risk_level=RiskLevel.HIGH)
    assert (row.decision, row.result["seats"]) == ("accept", {"models": 0, "rules": 3})
    assert [len(stub.bodies) for stub in stubs] == [1, 1, 1]
    assert not ReviewItem.objects.exists()


def test_models_that_fail_where_the_engine_decided_nothing_are_asked_again(analyst: User, panel: Callable) -> None:
    stubs = panel(*(lambda body: "junk" for _place in range(3)))
    row = _verify(analyst, risk_level=RiskLevel.HIGH, evidence=_evidence("a", text="Nothing was decided, {paper} says."))
    assert (row.decision, row.reasons[0]["code"]) == ("needs_human", "retries_spent")
    assert [len(stub.bodies) for stub in stubs] == [3, 3, 3]


def test_points_are_not_percent(analyst: User, panel: Callable) -> None:
    panel(_ballot(), _ballot("5.25 percentage points", quoted="5.25%"), _ballot())
    row = _verify(analyst, risk_level=RiskLevel.HIGH)
    assert _said(row) == ("accept", "unanimous", "all_agree")
    assert row.result["votes"][1]["outcome"] == "unfit"


def test_invented_quotes_are_unfit_however_many_there_are(analyst: User, panel: Callable) -> None:
    panel(_ballot("9.99%"), _ballot("9.99%"), _ballot())
    row = _verify(analyst, risk_level=RiskLevel.HIGH)
    assert (row.decision, row.reasons[0]["code"], row.result["conflicts"]) == ("accept", "all_agree", [])
    assert [vote["outcome"] for vote in row.result["votes"][:3]] == ["unfit", "unfit", "answered"]


RISKS = (RiskLevel.LOW, RiskLevel.HIGH, RiskLevel.CRITICAL)
ANSWERS: tuple[Behave, ...] = (_ballot(), _ballot("9.99%"), _ballot(None), lambda body: "junk", lambda body: fail(500))
# Every answer meets every risk and both counts; what more there is runs long.
FEW_MODELS = [
    pytest.param(count, risk, answer, marks=[] if (at + place + count) % 2 else [pytest.mark.long])
    for at, answer in enumerate(ANSWERS)
    for place, risk in enumerate(RISKS)
    for count in (1, 2)
]


@pytest.mark.parametrize(("count", "risk", "answer"), FEW_MODELS)
@pytest.mark.share(4)
def test_one_or_two_models_take_nothing_away(analyst: User, panel: Callable, count: int, risk: RiskLevel, answer: Behave) -> None:
    panel(*(answer for _place in range(count)))
    true, false = (_verify(analyst, risk_level=risk, claim=CLAIM.replace("5.25", figure)) for figure in ("5.25", "4.75"))
    assert (true.decision, false.decision) == ("accept", "reject")


def test_a_challenge_whose_words_stand_nowhere_is_dismissed_as_invented(analyst: User, panel: Callable) -> None:
    invented = {**DOUBT, "evidence": "The bank has since cut its rate to 4%."}
    panel(_ballot(), _challenges(invented), _rulings(c1="upheld"))
    row = _verify(analyst, risk_level=RiskLevel.CRITICAL)
    assert (row.mode, *_said(row)) == ("adversarial", "accept", "unanimous", "no_challenge_upheld")
    [challenge] = VotingResult.of(row, lang="en").shape()["challenges"]
    assert (challenge["ruling"], challenge["invented"]) == ("dismissed", True)


def test_one_model_three_times_is_one_voter(analyst: User, panel: Callable) -> None:
    with ChatStub(_ballot()) as stub:
        for place in range(3):
            make_profile(stub.base_url, f"same-{place}", model="tiny", vendor=f"V{place}")
        assert _verify(analyst, risk_level=RiskLevel.HIGH).result["seats"] == {"models": 1, "rules": 2}


def test_a_model_that_is_too_slow_is_a_voter_that_failed(analyst: User, panel: Callable) -> None:
    slow = Reply(200, b"{}", delay_s=5)
    panel(_ballot(), _ballot(), lambda body: slow, timeout_s=3)
    row = _verify(analyst, risk_level=RiskLevel.HIGH)
    assert (row.decision, row.result["votes"][2]["outcome"]) == ("accept", "failed")


def _challenges(*said: Mapping[str, str]) -> Behave:
    return lambda body: answer_json({"challenges": list(said)})


def _rulings(**said: str) -> Behave:
    return lambda body: answer_json({"rulings": [{"challenge_id": key, "ruling": value, "reason": "r"} for key, value in said.items()]})


DOUBT = {"type": "premise", "severity": "high", "claim": "Another bank is meant.", "evidence": "its board"}
MILD = {**DOUBT, "severity": "low", "type": "edge_case"}


@pytest.mark.parametrize(
    ("challenger", "arbiter", "decision", "method", "code"),
    [
        (_challenges(), _rulings(), "accept", "unanimous", "no_challenge_upheld"),
        (_challenges(DOUBT), _rulings(c1="dismissed"), "accept", "arbiter", "no_challenge_upheld"),
        # Words of a page without another value are no evidence against this one: no model rejects by them, a person weighs them.
        (_challenges(DOUBT), _rulings(c1="upheld"), "needs_human", "arbiter", "challenge_upheld"),
        (_challenges(MILD), _rulings(c1="upheld"), "needs_human", "arbiter", "challenge_upheld"),
        (_challenges(DOUBT), _rulings(c9="upheld"), "accept", "arbiter", "no_challenge_upheld"),
        (_challenges(DOUBT), lambda body: "junk", "accept", "unanimous", "no_challenge_upheld"),
        (lambda body: "junk", _rulings(), "accept", "single", "no_challenge_upheld"),
        (_challenges({**DOUBT, "severity": "apocalyptic"}), _rulings(), "accept", "single", "no_challenge_upheld"),
    ],
)
def test_executor_challenger_and_arbiter(
    analyst: User, panel: Callable, challenger: Behave, arbiter: Behave, decision: str, method: str, code: str
) -> None:
    panel(_ballot(), challenger, arbiter)
    row = _verify(analyst, risk_level=RiskLevel.CRITICAL)
    assert (row.mode, *_said(row)) == ("adversarial", decision, method, code)


AGAINST = "The Elbonian central bank cut its policy rate to 4.75% after all, the gazette says."


@pytest.mark.parametrize(("claimed", "words", "decision"), [("5.25", AGAINST, "reject"), ("4.75", "its board", "reject")])
def test_a_challenge_rejects_with_another_value_that_a_page_states(
    analyst: User, panel: Callable, claimed: str, words: str, decision: str
) -> None:
    """A page that says otherwise, upheld, rejects; so does what the engine itself accepted, where the claim is another."""
    panel(_ballot(), _challenges({**DOUBT, "evidence": words}), _rulings(c1="upheld"))
    evidence = (*_evidence("a", "b", "c"), *_evidence("gazette", text=AGAINST))
    row = _verify(analyst, risk_level=RiskLevel.CRITICAL, claim=CLAIM.replace("5.25", claimed), evidence=evidence)
    assert row.decision == decision


def test_a_claim_of_two_facts_has_a_verdict_for_each(analyst: User) -> None:
    jobs = "Unemployment in Elbonia stood at 4.1% in October, {paper} reports with the figures of the office."
    evidence = [each for text in (TEXT, jobs) for each in _evidence("a", "b", "c", text=text)]
    evidence = [{**each, "url": f"{each['url']}{place}"} for place, each in enumerate(evidence)]
    told = {"4.1%": ("accept", ["accept", "accept"]), "6.3%": ("reject", ["accept", "reject"])}
    for figure, (decision, facts) in told.items():
        row = _verify(analyst, claim=f"{CLAIM}, and unemployment in Elbonia stood at {figure} in October.", evidence=evidence)
        said = VotingResult.of(row, lang="en").shape()
        assert (said["decision"], [each["decision"] for each in said["facts"]]) == (decision, facts)
        assert said["facts"][0]["fact"] == CLAIM
        assert {vote["result"]["fact"] for vote in said["individual_results"]} == {each["fact"] for each in said["facts"]}


def test_one_fact_is_not_split(analyst: User) -> None:
    assert VotingResult.of(_verify(analyst), lang="en").shape()["facts"] == []


@pytest.mark.django_db(transaction=True)
def test_seats_are_seen_while_they_answer(analyst: User, panel: Callable) -> None:
    """The second voter is held until the first has been seen in the row."""
    seen: list[dict[str, Any]] = []

    def slow(body: Mapping) -> str:
        for _moment in range(500):
            row = Verification.objects.get()
            if row.result.get("votes"):
                break
            time.sleep(0.05)
        connection.close()
        seen.append(VotingResult.of(row, lang="en").shape())
        return _ballot()(body)

    panel(_ballot(), slow)
    row = _verify(analyst, risk_level=RiskLevel.HIGH)
    [said] = seen
    assert (said["status"], said["decision"], said["asked"]) == ("running", None, ["m1"])
    assert [(vote["voter_id"], vote["result"]["value"]) for vote in said["individual_results"]] == [("m0", "5.25%")]
    assert VotingResult.of(row, lang="en").shape()["asked"] == []


def test_without_models_rules_vote_and_say_what_they_are(analyst: User) -> None:
    row = _verify(analyst, risk_level=RiskLevel.HIGH)
    assert {vote["model"] for vote in row.result["votes"]} == {"rules"}
    assert [vote["voter_id"] for vote in row.result["votes"]] == ["rules:pattern", "rules:window", "rules:title_and_table"]
    assert row.decision == "accept"


def test_rule_voters_never_overrule_the_engine(analyst: User) -> None:
    """Two pages are too few for the engine, whatever three rules read."""
    row = _verify(analyst, evidence=_evidence("a", "b"), risk_level=RiskLevel.HIGH)
    assert (row.decision, row.reasons[0]["code"]) == ("needs_human", "nobody_grounded")


@pytest.mark.postgres("search")
def test_pages_are_searched_where_none_are_given(analyst: User) -> None:
    for paper in "abc":
        make_document(url=f"https://{paper}.example/1", text=TEXT.format(paper=paper), published_at=timezone.now() - timedelta(hours=1))
    assert _verify(analyst, evidence=()).decision == "accept"
    assert [call.purpose for call in ProviderCall.objects.filter(kind="search")] == ["verification"] * 2


@pytest.mark.parametrize(("when", "decision"), [(" in July 2023", "accept"), ("", "needs_human")])
def test_of_a_period_that_is_over_pages_of_any_age_count(analyst: User, when: str, decision: str) -> None:
    claim = f"The policy rate of Elbonia was 5.25%{when}."
    for paper in "abc":
        text = f"{claim} {paper} reports after the meeting of its board."
        make_document(url=f"https://{paper}.example/1", text=text, published_at=datetime(2023, 8, 2, tzinfo=UTC))
    assert _verify(analyst, claim=claim, evidence=()).decision == decision


@pytest.mark.parametrize("claim", ["The gold price is $2,418 per ounce.", "Gold price per ounce is $2,418."])
def test_a_claim_whose_figure_stands_within_the_name_of_a_node_is_answered_by_it(analyst: User, claim: str) -> None:
    make_state(make_node("gold", label="Gold price per ounce", kind="currency", unit="USD"), value="$2,418", number="2418", unit="USD")
    row = _verify(analyst, claim=claim, evidence=())
    assert (row.decision, row.reasons[0]["code"]) == ("accept", "node_agrees")


def test_without_pages_a_person_decides(analyst: User) -> None:
    row = _verify(analyst, evidence=())
    assert (row.status, row.decision, row.reasons[0]["code"]) == ("degraded", "needs_human", "no_evidence")


@pytest.mark.postgres("rows")
def test_a_statement_without_a_figure_holds_or_does_not(analyst: User) -> None:
    evidence = _evidence("a", "b", "c", text="Elbonia has left the customs union, {paper} reports. The treaty ended at midnight.")
    assert _verify(analyst, claim="Elbonia has left the customs union", evidence=evidence).result["votes"][0]["result"]["value"] == "yes"


def test_the_strictest_rule_wins_and_each_firing_is_kept(analyst: User) -> None:
    row = request_verification(
        wanted=Wanted(
            claim=CLAIM, risk_level=RiskLevel.HIGH, action_type=" Transfer ", amount=Decimal("-2000"), domain="https://www.shop.example/x"
        ),
        requested_by=analyst,
    )
    assert (row.mode, row.domain) == ("adversarial", "shop.example")
    assert [entry["rule"] for entry in row.triggers] == ["risk_high", "money_moves", "large_amount", "first_visit"]
    assert AuditEntry.objects.get(verb="verification.request").after["triggers"] == [
        "risk_high",
        "money_moves",
        "large_amount",
        "first_visit",
    ]


@pytest.mark.postgres("rows")
def test_rules_are_data(analyst: User) -> None:
    TriggerSetting.objects.filter(name="risk_high").update(is_active=False)
    assert request_verification(wanted=Wanted(claim=CLAIM, risk_level=RiskLevel.HIGH), requested_by=analyst).mode == "single"
    asked = request_verification(wanted=Wanted(claim=CLAIM, mode=VerificationMode.VOTING), requested_by=analyst)
    assert (asked.mode, asked.triggers) == ("voting", [])


@pytest.mark.postgres("rows")
def test_a_verification_is_claimed_once_and_rescued_when_its_worker_died(analyst: User) -> None:
    row = request_verification(wanted=Wanted(claim=CLAIM), requested_by=analyst)
    assert claim_verification(verification_id=row.pk) is not None
    assert claim_verification(verification_id=row.pk) is None
    later = timezone.now() + timedelta(hours=1)
    assert (rescue_verifications(now=timezone.now()), rescue_verifications(now=later), rescue_verifications(now=later)) == (0, 1, 0)
    Verification.objects.update(attempts=100)
    assert claim_verification(verification_id=row.pk) is None
    row.refresh_from_db()
    assert (row.status, row.decision, ReviewItem.objects.get().subject_id) == ("failed", "needs_human", row.pk)


def _known(label: str, *values: str, **fields: Any) -> None:
    node = make_node(label.replace(" ", "-").lower(), label=label, **fields)
    for value in values:
        make_state(node, value=f"{value}%", number=value, as_of=timezone.now() - timedelta(days=1))


def _plausibility(row: Verification) -> bool | None:
    return next(check["passed"] for check in row.result["checks"] if check["name"] == "plausibility")


@pytest.mark.parametrize(
    ("labels", "values", "passed", "decision"),
    [
        ((), (), None, "accept"),
        (("Elbonian central bank",), ("5.00", "5.25"), True, "accept"),
        (("Elbonian central bank",), ("1.00", "1.01", "1.00"), False, "needs_human"),
        (("Elbonian central bank",), ("1.00",), None, "accept"),
        (("Ruritanian central bank",), ("1.00", "1.01"), None, "accept"),
        (("Elbonian central bank", "policy rate"), ("1.00", "1.01"), None, "accept"),
    ],
)
def test_value_is_held_against_the_states_of_the_node_that_is_meant(
    analyst: User, labels: tuple[str, ...], values: tuple[str, ...], passed: bool | None, decision: str
) -> None:
    for label in labels:
        _known(label, *values)
    row = _verify(analyst)
    assert (_plausibility(row), row.decision) == (passed, decision)
    assert [check["name"] for check in VotingResult.of(row, lang="en").shape()["checks"]] == [name.value for name in CheckName]
