"""The life of a report: limits, claims that die, cancelling, checking again, disputes and rulings, what goes with time."""

import hashlib
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.utils import timezone

from attribution.models import Citation, CitationCheck, CitationReport
from attribution.services.citations import lifecycle as reports
from attribution.services.citations.checking import execute_report
from attribution.services.citations.disputes import dispute_citation, send_to_desk
from attribution.services.citations.lifecycle import (
    ReportClaim,
    cancel_report,
    claim_report,
    create_report,
    previous_checks,
    recheck_report,
)
from attribution.services.citations.rescue import rescue_reports
from tests.attribution.cited_rows import CLAIM, make_report
from tests.stubs.cited import CitedWeb
from verification.enums import RulingDecision
from verification.models import AuditEntry, ReviewItem
from verification.services.errors import Refused
from verification.services.operations.retention import purge_old
from verification.services.reviews.desk import PersonJudgement, claim_review, rule_review, undo_ruling
from verification.services.reviews.evidence import gather_evidence
from verification.services.runs.lifecycle import LostClaim

pytestmark = pytest.mark.django_db

TEXT = f"{CLAIM} (http://news.example/ok/1).\n\n{CLAIM} (http://news.example/contradicting/1).\n"


def ask(text: str = TEXT, **fields: object) -> CitationReport:
    return create_report(text=text, trigger="command", enqueue=False, **fields)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (" \n", "The text is empty."),
        ("a\x00b", "The text holds bytes that are no text"),
        ("a\ud800b", "The text holds bytes that are no text"),
        ("x" * 2_000_001, "The text has 2000001 characters; expected at most 2000000."),
        ("https://a.example/x " * 5_001, "The text has 5001 citations; expected at most 5000."),
    ],
)
def test_what_can_not_be_checked(text: str, said: str) -> None:
    with pytest.raises(Refused, match=said.split(";")[0]):
        ask(text)
    assert not CitationReport.objects.exists()


def test_five_thousand_links_are_counted() -> None:
    report = ask("https://a.example/x " * 5_000)
    assert (report.citations_count, report.kinds) == (5_000, {"bare": 5_000})


def test_texts_without_anything_to_check_are_done_at_once() -> None:
    for text in ("Nothing is cited here.", "![a picture](https://a.example/p.png)", "[unclosed](http", "\x01\x02\x7f"):
        assert ask(text).status == "finished"


@pytest.mark.postgres("grouping")
def test_a_dead_worker_loses_its_claim_and_what_it_found_is_kept(cited_web: CitedWeb, settings: LazySettings) -> None:
    report = ask()
    claim = claim_report(report_id=report.pk)
    assert (claim.attempt, claim_report(report_id=report.pk)) == (1, None)
    first = report.citations.get(index=1)
    Citation.objects.filter(pk=first.pk).update(status="verified", checked_at=timezone.now())
    CitationReport.objects.filter(pk=report.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    assert rescue_reports(now=timezone.now()) == 1
    done = execute_report(report_id=report.pk)
    assert (done.status, done.attempts) == ("finished", 2)
    assert [request.path for request in cited_web.received] == ["/contradicting/1"]
    with pytest.raises(LostClaim):
        reports.save_verdicts(claim=claim, findings=[])


@pytest.mark.postgres("rows")
def test_a_report_whose_workers_always_die_is_given_up(settings: LazySettings) -> None:
    report = ask()
    late = timezone.now() - timedelta(seconds=1)
    CitationReport.objects.filter(pk=report.pk).update(status="running", attempts=settings.RUN_MAX_ATTEMPTS, lease_until=late)
    assert claim_report(report_id=report.pk) is None
    report.refresh_from_db()
    assert (report.status, report.error[:9]) == ("failed", "Given up:")


def test_cancelling_ends_it_and_its_worker_drops_what_it_has(analyst: User) -> None:
    report = ask()
    claim = claim_report(report_id=report.pk)
    cancel_report(report=report, actor=analyst)
    with pytest.raises(LostClaim):
        reports.hold_report(claim=ReportClaim(claim.report, claim.attempt), now=timezone.now())
    with pytest.raises(Refused):
        cancel_report(report=report, actor=analyst)
    assert execute_report(report_id=report.pk).status == "cancelled"
    assert list(AuditEntry.objects.values_list("verb", flat=True)) == ["citations.cancel"]


@pytest.mark.postgres("rows")
def test_what_changed_since(cited_web: CitedWeb, analyst: User) -> None:
    report = ask()
    execute_report(report_id=report.pk)
    assert previous_checks(report=report) == {}
    Citation.objects.filter(report=report, index=1).update(url="http://news.example/gone/1")
    recheck_report(report=report, actor=analyst, enqueue=False)
    with pytest.raises(Refused):
        recheck_report(report=report, actor=analyst, enqueue=False)
    execute_report(report_id=report.pk)
    [before] = previous_checks(report=report).values()
    assert (before.citation.index, before.status, before.citation.status) == (1, "verified", "broken_link")
    assert CitationCheck.objects.count() == 4


def test_a_ruling_takes_the_verdicts_place_and_can_be_taken_back(cited_web: CitedWeb, analyst: User, reviewer: User) -> None:
    report = ask()
    execute_report(report_id=report.pk)
    citation = report.citations.get(index=2)
    item = dispute_citation(citation=citation, user=analyst, reason="The page was corrected.")
    assert item.why == {"code": "disputed", "params": {"who": "alice", "reason": "The page was corrected."}}
    item = claim_review(item=item, user=reviewer)
    judgement = PersonJudgement(RulingDecision.FIX, reason="It says 3.1% now.", value="verified", source_url="https://a.example/x")
    rule_review(item=item, user=reviewer, version=item.version, judgement=judgement)
    citation.refresh_from_db()
    assert (citation.status, citation.reasons[0]["code"], citation.ruling.decided_by) == ("verified", "ruled_by_person", reviewer)
    recheck_report(report=report, actor=analyst, enqueue=False)
    assert list(report.citations.order_by("index").values_list("status", flat=True)) == ["pending", "pending"]
    execute_report(report_id=report.pk)
    citation.refresh_from_db()
    assert (citation.status, citation.reasons[0]["code"], citation.ruling.decided_by) == ("verified", "ruled_by_person", reviewer)
    assert not ReviewItem.objects.filter(status="open").exists()
    item.refresh_from_db()
    undo_ruling(item=item, user=reviewer)
    citation.refresh_from_db()
    assert (citation.status, citation.ruling) == ("misinformation", None)


@pytest.mark.parametrize("indexes", [None, [2]])
@pytest.mark.postgres("rows")
def test_a_ruled_verdict_is_asked_again_where_the_page_says_something_else(
    cited_web: CitedWeb, analyst: User, reviewer: User, indexes: list[int] | None
) -> None:
    report = ask()
    execute_report(report_id=report.pk)
    citation = report.citations.get(index=2)
    item = dispute_citation(citation=citation, user=analyst, reason="The page was corrected.")
    judgement = PersonJudgement(RulingDecision.FIX, reason="It says 3.1% now.", value="verified", source_url="https://a.example/x")
    ruling = rule_review(item=item, user=reviewer, version=item.version, judgement=judgement)
    Citation.objects.filter(pk=citation.pk).update(url="http://news.example/gone/1")
    for _time in range(2):
        recheck_report(report=report, actor=analyst, indexes=indexes, enqueue=False)
        execute_report(report_id=report.pk)
        citation.refresh_from_db()
        assert (citation.status, citation.ruling) == ("verified", ruling)
    item.refresh_from_db()
    assert (item.status, item.why["code"], item.why["params"]["others"]) == ("open", "ruling_contradicted", ["broken_link"])
    assert gather_evidence(items=[item])[item.pk].former.ruling == ruling
    second = PersonJudgement(RulingDecision.FIX, reason="It is gone.", value="broken_link", source_url="https://a.example/x")
    rule_review(item=item, user=reviewer, version=item.version, judgement=second)
    recheck_report(report=report, actor=analyst, enqueue=False)
    execute_report(report_id=report.pk)
    citation.refresh_from_db()
    assert (citation.status, ReviewItem.objects.filter(status="open").count()) == ("broken_link", 0)


@pytest.mark.parametrize(
    ("judgement", "status"),
    [
        (PersonJudgement(RulingDecision.ACCEPT), "misinformation"),
        (PersonJudgement(RulingDecision.ACCEPT, value="unverified"), "unverified"),
        (PersonJudgement(RulingDecision.REJECT, reason="Nobody can tell."), "inconclusive"),
    ],
)
def test_rulings(cited_web: CitedWeb, analyst: User, reviewer: User, judgement: PersonJudgement, status: str) -> None:
    report = make_report(user=analyst)
    citation = report.citations.get(status="misinformation")
    item = dispute_citation(citation=citation, user=analyst, reason="No.")
    rule_review(item=item, user=reviewer, version=item.version, judgement=judgement)
    citation.refresh_from_db()
    assert citation.status == status


def test_an_undecided_citation_goes_before_a_person(analyst: User, reviewer: User) -> None:
    report = make_report(user=analyst)
    citation = report.citations.get(status="inconclusive")
    item = send_to_desk(citation=citation, user=analyst)
    assert item.why == {"code": "left_open", "params": {"who": "alice"}}
    entry = AuditEntry.objects.get(verb="citation.send")
    assert (entry.actor, entry.subject_id, entry.after) == (analyst, str(citation.pk), {"review": item.pk, "status": "inconclusive"})
    with pytest.raises(Refused, match="at the desk already"):
        send_to_desk(citation=citation, user=analyst)
    rule_review(item=item, user=reviewer, version=item.version, judgement=PersonJudgement(RulingDecision.ACCEPT, value="verified"))
    citation.refresh_from_db()
    assert (citation.status, citation.ruling.decided_by) == ("verified", reviewer)
    with pytest.raises(Refused, match="Only an undecided citation"):
        send_to_desk(citation=citation, user=analyst)


@pytest.mark.parametrize("is_disputed", [True, False])
def test_four_eyes_keeps_from_ruling_on_what_one_brought_to_the_desk(
    analyst: User, reviewer: User, admin: User, settings: LazySettings, is_disputed: bool
) -> None:
    citation = make_report(user=analyst).citations.get(status="inconclusive")
    sent = dispute_citation(citation=citation, user=reviewer, reason="It is there.") if is_disputed else None
    item = sent or send_to_desk(citation=citation, user=reviewer)
    settings.REVIEW_FOUR_EYES = True
    judgement = PersonJudgement(RulingDecision.ACCEPT, value="verified")
    for person in (reviewer, analyst):
        with pytest.raises(Refused, match="asked for this yourself"):
            rule_review(item=item, user=person, version=item.version, judgement=judgement)
    assert rule_review(item=item, user=admin, version=item.version, judgement=judgement).decided_by == admin


def test_what_a_person_left_undecided_is_disputed_and_not_sent(analyst: User, reviewer: User) -> None:
    citation = make_report(user=analyst).citations.get(status="inconclusive")
    item = send_to_desk(citation=citation, user=analyst)
    judgement = PersonJudgement(RulingDecision.REJECT, reason="Nobody can tell.")
    rule_review(item=item, user=reviewer, version=item.version, judgement=judgement)
    with pytest.raises(Refused, match="dispute it instead"):
        send_to_desk(citation=citation, user=analyst)


@pytest.mark.parametrize("status", ["verified", "misinformation", "unverified", "broken_link"])
def test_a_verdict_is_not_sent(analyst: User, status: str) -> None:
    with pytest.raises(Refused, match="Only an undecided citation"):
        send_to_desk(citation=make_report(user=analyst).citations.get(status=status), user=analyst)
    assert not ReviewItem.objects.exists()


def test_a_ruling_that_names_no_verdict_is_refused(analyst: User, reviewer: User) -> None:
    citation = make_report(user=analyst).citations.get(status="misinformation")
    item = dispute_citation(citation=citation, user=analyst, reason="No.")
    wrong = PersonJudgement(RulingDecision.FIX, reason="x", value="3.5%", source_url="https://a.example/x")
    with pytest.raises(Refused, match="Name a verdict: verified"):
        rule_review(item=item, user=reviewer, version=item.version, judgement=wrong)


@pytest.mark.postgres("rows")
def test_old_reports_go_and_disputed_ones_stay(analyst: User) -> None:
    old, disputed, young = make_report(user=analyst), make_report(user=analyst), make_report(user=analyst)
    dispute_citation(citation=disputed.citations.get(status="broken_link"), user=analyst, reason="It is there.")
    long_ago = timezone.now() - timedelta(days=400)
    CitationReport.objects.filter(pk__in=(old.pk, disputed.pk)).update(finished_at=long_ago)
    list(purge_old(now=timezone.now()))
    assert set(CitationReport.objects.values_list("pk", flat=True)) == {disputed.pk, young.pk}


def test_text_is_stored_as_it_came() -> None:
    text = "Größe 3.1% 利率 \u202e(https://a.example/x)\r\n\t— “quoted” 𝟛\n"
    report = ask(text)
    report.refresh_from_db()
    assert hashlib.sha256(report.text.encode()).digest() == hashlib.sha256(text.encode()).digest()
