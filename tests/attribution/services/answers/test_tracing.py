"""Attributions from request to row: at once, from memory, by a worker; settings in their order; marks and figures."""

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils import timezone
from django_q.models import OrmQ

from attribution.core.answers.reverse import attribute_answer
from attribution.core.answers.sources import Mode, RankedDocument
from attribution.models import Attribution, AttributionMark
from attribution.services import retention
from attribution.services.answers import tracing
from attribution.services.answers.figures import measure_tracing
from attribution.services.answers.marks import mark_source
from attribution.services.answers.results import read_documents, read_result, write_documents, write_result
from attribution.services.answers.settings import TracingSettings, change_settings, read_overrides, read_settings
from attribution.services.answers.sizes import MAX_ANSWER, Size, TooLarge, measure_size
from attribution.services.answers.tracing import Request, execute_attribution, keep_attribution, switch_mode, trace_answer
from attribution.tasks import trace_attribution
from tests.attribution.rows import ANSWER, TEXT, make_attribution, make_document
from verification.models import AuditEntry
from verification.services.errors import Refused

pytestmark = pytest.mark.django_db
SLOW = Size(text=10**9)


def make_waiting() -> Attribution:
    request = Request(ANSWER, (make_document(),))
    return keep_attribution(traced=trace_answer(request=request, done=SLOW))


def test_a_small_answer_is_traced_at_once(analyst: AbstractBaseUser) -> None:
    row = make_attribution(user=analyst)
    assert (row.status, row.mode, row.lang, row.sources_count, row.sentences_count, row.supported_count) == (
        *("finished", "reverse", "en"),
        *(1, 2, 1),
    )
    assert row.duration_ms is not None
    assert OrmQ.objects.count() == 0
    entry = AuditEntry.objects.get(verb="attribution.trace")
    assert (entry.actor_id, entry.subject_id, entry.after["documents"]) == (analyst.pk, str(row.pk), 1)


def test_the_same_content_is_found_in_memory_whoever_asks(analyst: AbstractBaseUser, reviewer: AbstractBaseUser) -> None:
    first, second = make_attribution(user=analyst), make_attribution(user=reviewer)
    assert (first.is_cached, second.is_cached) == (False, True)
    assert (second.result, second.key, second.duration_ms) == (first.result, first.key, 0)
    others = [
        make_attribution(ANSWER + " "),
        make_attribution(documents=[make_document(TEXT + " ")]),
        make_attribution(documents=[make_document(rerank_score=0.9)]),
        make_attribution(match_threshold=0.31),
        make_attribution(extract_entities=False),
        make_attribution(mode="forward"),
    ]
    assert [row.is_cached for row in others] == [False] * 6
    assert make_attribution(show_match_score=True).is_cached is True


def test_another_engine_remembers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    make_attribution()
    monkeypatch.setattr(tracing, "engine_version", lambda: "another")
    assert make_attribution().is_cached is False


@pytest.mark.postgres("rows")
def test_what_is_large_waits_for_a_worker() -> None:
    row = make_waiting()
    assert (row.status, row.result, row.finished_at, OrmQ.objects.count()) == ("queued", None, None, 1)
    assert trace_attribution(row.pk) == "finished"
    row.refresh_from_db()
    assert (row.sources_count, row.supported_count, row.attempts, row.lease_until) == (1, 1, 1, None)
    assert row.result == make_attribution().result
    assert trace_attribution(row.pk) == "nothing to do"


def test_a_list_of_documents_waits_for_nobody() -> None:
    request = Request(ANSWER, (make_document(),), {"mode": "forward"})
    assert trace_answer(request=request, done=SLOW).result is not None


@pytest.mark.postgres("rows")
def test_a_dead_worker_is_followed_by_another_and_then_by_none() -> None:
    row = make_waiting()
    Attribution.objects.filter(pk=row.pk).update(status="running", attempts=1, lease_until=timezone.now() + timedelta(minutes=1))
    assert execute_attribution(attribution_id=row.pk) is None
    Attribution.objects.filter(pk=row.pk).update(attempts=2, lease_until=timezone.now() - timedelta(minutes=1))
    assert execute_attribution(attribution_id=row.pk) is None
    row.refresh_from_db()
    assert (row.status, row.error) == ("failed", "Given up: its worker died in each of 2 attempts.")


def test_an_error_of_the_core_is_told_and_takes_nothing_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object, **_named: object) -> None:
        raise KeyError

    monkeypatch.setattr(tracing, "attribute_answer", broken)
    row = make_attribution()
    assert (row.status, row.error, row.result, row.answer) == ("failed", "An error of the program: KeyError.", None, ANSWER)
    monkeypatch.undo()
    assert make_attribution().status == "finished"


def test_switched_off_nothing_is_looked_for() -> None:
    row = make_attribution(enabled=False)
    assert (row.is_disabled, row.status, row.sources_count, row.result) == (True, "finished", 0, {"sources": [], "sentences": []})


def test_forward_lists_the_documents_by_their_scores() -> None:
    documents = [make_document(f"Text {score}", rerank_score=score) for score in (0.2, 0.5, 0.9)]
    row = make_attribution(documents=documents, mode="forward")
    assert row.result == {"sources": [[2, None], [1, None]], "sentences": []}


def test_results_survive_being_kept() -> None:
    documents = [
        make_document("| Line | Fares |\n|---|---|\n| North | 15.2 |\n| South | 8.5 |", id=7),
        RankedDocument("Fares rose.", "b", 0.5, {"document_name": "x\x00y", "secret": "not kept", "page_number": True}),
    ]
    found = attribute_answer("Total fares came to 23.7 dollars.", documents)
    assert read_result(write_result(found), mode=Mode.REVERSE) == found
    kept = read_documents(write_documents(documents))
    assert [(one.id, one.content, one.rerank_score) for one in kept] == [(one.id, one.content, one.rerank_score) for one in documents]
    assert kept[1].metadata == {"document_name": "xy", "page_number": True}


@pytest.mark.parametrize(
    ("answer", "documents", "field"),
    [
        ("x" * (MAX_ANSWER + 1), [], "answer"),
        ("A b. " * 6001, [], "answer"),
        ("A b.", ["x"] * 201, "documents"),
        ("A b.", ["x" * 500_001] * 2, "documents"),
        ("A b. " * 101, ["1" * 400_000], "answer"),
    ],
)
def test_what_is_too_large_is_named(answer: str, documents: list[str], field: str) -> None:
    with pytest.raises(TooLarge) as refused:
        measure_size(answer, [RankedDocument(text) for text in documents])
    assert refused.value.field == field
    assert "expected at most" in str(refused.value)


def test_an_answer_of_two_hundred_thousand_chinese_letters_is_left_to_a_worker() -> None:
    answer = ("港口全年集装箱吞吐量达到三百二十万标箱，比上年同期增加二十六万标箱，创下历史新高。" * 5_000)[:MAX_ANSWER]
    size = measure_size(answer, [RankedDocument("港口新建两座泊位，预计2026年投入使用。")])
    assert (size.answer, size.is_quick) == (200_000, False)


def test_two_hundred_documents_are_quick_and_a_large_table_is_not() -> None:
    assert measure_size("A b. " * 50, [RankedDocument("word 12.5 " * 300)] * 200).is_quick is False
    assert measure_size("A b. " * 20, [RankedDocument("words without figures " * 130 + "in 2025")] * 200).is_quick is True
    assert measure_size("A b.", [RankedDocument("1 | 2 | 3 \n" * 21_000)]).is_quick is False


@pytest.mark.postgres("locks")
def test_request_before_admin_before_environment_before_default(settings: LazySettings, admin: AbstractBaseUser) -> None:
    assert read_settings() == TracingSettings()
    settings.ATTRIBUTION = {"max_sources": 7, "mode": "forward", "enabled": True}
    assert (read_settings().max_sources, read_settings().mode) == (7, Mode.FORWARD)
    change_settings(changes={"max_sources": 9, "match_threshold": 0.5}, actor=admin, reason="Too few.")
    assert (read_settings().max_sources, read_settings().match_threshold, read_settings().mode) == (9, 0.5, Mode.FORWARD)
    said = read_settings({"max_sources": 2, "mode": "reverse", "match_threshold": None})
    assert (said.max_sources, said.match_threshold, said.mode) == (2, 0.5, Mode.REVERSE)
    change_settings(changes={"max_sources": None}, actor=admin)
    assert read_settings().max_sources == 7
    entries = AuditEntry.objects.filter(verb="attribution.settings").order_by("pk").values_list("before", "after", "reason")
    assert list(entries) == [
        ({"max_sources": None, "match_threshold": None}, {"max_sources": 9, "match_threshold": 0.5}, "Too few."),
        ({"max_sources": 9}, {"max_sources": None}, ""),
    ]


def test_settings_that_make_no_sense_change_nothing(admin: AbstractBaseUser) -> None:
    for wrong in ({"match_threshold": 2.0}, {"mode": "sideways"}, {"max_sources": 0}):
        with pytest.raises(ValidationError):
            change_settings(changes=wrong, actor=admin)
    with pytest.raises(LookupError):
        change_settings(changes={"unheard": 1}, actor=admin)
    change_settings(changes={"enabled": None}, actor=admin)
    assert (read_overrides(), AuditEntry.objects.count()) == ({}, 0)


def test_without_names_an_unknown_one_spoils_no_sentence() -> None:
    answer = "Ferry traffic on the northern line rose 12.5 percent in May, Edwin Fitzgerald Marlow said."
    supported = [make_attribution(answer, extract_entities=said).supported_count for said in (True, False)]
    assert supported == [0, 1]


@pytest.mark.postgres("locks")
def test_a_mark_is_changed_and_taken_back(analyst: AbstractBaseUser, reviewer: AbstractBaseUser) -> None:
    row = make_attribution(user=analyst)
    mark_source(attribution=row, index=1, is_right=True, user=analyst)
    mark_source(attribution=row, index=1, is_right=True, user=analyst)
    mark_source(attribution=row, index=1, is_right=False, user=reviewer)
    mark_source(attribution=row, index=1, is_right=False, user=analyst)
    assert list(AttributionMark.objects.order_by("user__username").values_list("user__username", "is_right")) == [
        ("alice", False),
        ("bob", False),
    ]
    mark_source(attribution=row, index=1, is_right=None, user=analyst)
    assert AttributionMark.objects.get().user == reviewer
    assert AuditEntry.objects.filter(verb="attribution.mark").count() == 4
    for index in (0, 2):
        with pytest.raises(Refused):
            mark_source(attribution=row, index=index, is_right=True, user=analyst)


def test_the_other_mode_is_made_once(analyst: AbstractBaseUser, reviewer: AbstractBaseUser) -> None:
    row = make_attribution(user=analyst, max_sources=3)
    forward = switch_mode(attribution=row, mode=Mode.FORWARD, user=analyst)
    assert (forward.mode, forward.options["max_sources"], forward.answer) == ("forward", 3, row.answer)
    assert switch_mode(attribution=forward, mode=Mode.REVERSE, user=analyst) == row
    assert switch_mode(attribution=row, mode=Mode.FORWARD, user=analyst) == forward
    assert switch_mode(attribution=row, mode=Mode.FORWARD, user=reviewer).requested_by == reviewer


@pytest.mark.postgres("rows")
def test_figures_of_nothing_and_of_something(analyst: AbstractBaseUser) -> None:
    empty = measure_tracing(now=timezone.now())
    assert (empty.answers, empty.accuracy, empty.supported_share, empty.cache_hit_rate, empty.mean_ms, empty.p95_ms) == (0, *[None] * 5)
    row = make_attribution()
    make_attribution()
    make_attribution(enabled=False)
    waiting = keep_attribution(traced=trace_answer(request=Request("It waits.", ()), done=SLOW))
    old = make_attribution("It is old.")
    Attribution.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=31))
    Attribution.objects.filter(pk=row.pk).update(duration_ms=40)
    mark_source(attribution=row, index=1, is_right=True, user=analyst)
    found = measure_tracing(now=timezone.now())
    assert (found.answers, found.open, found.failed, found.cached, found.sentences, found.supported) == (3, 1, 0, 1, 4, 2)
    assert (found.supported_share, found.cache_hit_rate, found.failure_rate, found.accuracy, found.marks) == (0.5, 0.5, 0.0, 1.0, 1)
    assert (found.mean_ms, found.p95_ms) == (40, 40)
    assert waiting.is_final is False


@pytest.mark.postgres("rows")
def test_old_attributions_go_with_their_marks(settings: LazySettings, analyst: AbstractBaseUser) -> None:
    row, _young = make_attribution(), make_attribution()
    mark_source(attribution=row, index=1, is_right=True, user=analyst)
    Attribution.objects.filter(pk=row.pk).update(finished_at=timezone.now() - timedelta(days=91))
    listed = dict(retention.list_old(now=timezone.now()))
    assert list(listed["attributions"]) == [row]
    settings.RETENTION_ATTRIBUTION_DAYS = 0
    assert "attributions" not in dict(retention.list_old(now=timezone.now()))
