"""The way to the outside: who is asked, who instead, what it costs, and what is written down. Services are stubs on loopback."""

import asyncio
import time
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from causalflow import env
from tests.environment import GRACE_S
from tests.factories import make_document, make_run
from tests.providers.searching import PAGES
from tests.services.gateway.asking import EVENT, NODE, REQUEST, make_profile, question, search, within
from tests.stubs.chat import ChatStub, fail
from tests.stubs.serper import SerperStub, error_reply
from tests.stubs.server import Reply, json_reply
from tests.stubs.tavily import TavilyStub
from verification.core.vocabulary import CallKind, Fault, Purpose
from verification.models import Allowance, CachedAnswer, Limit, ProviderCall, ProviderHealth, Reservation, SearchSetting
from verification.providers.base import Failure, SearchQuery
from verification.providers.search import serper as serper_provider
from verification.services.gateway import provider_order
from verification.services.gateway.gateway import Gateway, Unanswered, Work
from verification.services.gateway.model_profiles import save_profile

pytestmark = pytest.mark.django_db

PRICE = Decimal("0.008")


@pytest.fixture
def tavily(settings: LazySettings) -> Iterator[TavilyStub]:
    with TavilyStub(PAGES) as stub:
        settings.TAVILY_API_KEY, settings.TAVILY_URL = stub.key, stub.url
        SearchSetting.objects.create(name="tavily", position=1, request_usd=PRICE)
        yield stub


@pytest.fixture
def serper(settings: LazySettings) -> Iterator[SerperStub]:
    with SerperStub(PAGES) as stub:
        settings.SERPER_API_KEY, settings.SERPER_URL = stub.key, stub.url
        yield stub


@pytest.fixture
def corpus() -> None:
    make_document(title="Elbonia policy rate", text="The policy rate of Elbonia is 5.25%.")


def calls(*columns: str) -> list[tuple]:
    return list(ProviderCall.objects.order_by("pk").values_list(*columns))


def failures_of(*pairs: tuple[str, Fault], kind: CallKind = CallKind.SEARCH) -> tuple[Failure, ...]:
    return tuple(Failure(name, kind, fault) for name, fault in pairs)


def statements_of(count: int) -> list[str]:
    """What one gateway asks of the database for so many different searches, however long they take."""

    async def ask(gateway: Gateway) -> None:
        for number in range(count):
            await gateway.search(question(f"Elbonia rate {number}"), work=NODE)

    with pytest.MonkeyPatch.context() as patch, CaptureQueriesContext(connection) as seen:
        for age in ("SETTINGS_AGE_S", "HEALTH_AGE_S"):
            patch.setattr(provider_order, age, 3_600.0)
        within(ask)
    return [query["sql"] for query in seen.captured_queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]


@pytest.mark.postgres("search")
def test_corpus_alone_answers_for_nothing_and_needs_two_queries(corpus: None) -> None:
    answer = search()
    assert (answer.provider, answer.failures, answer.cost_usd, answer.is_cached) == ("corpus", (), Decimal(0), False)
    booked = [statement.split()[0] for statement in statements_of(2) if "verification_providercall" in statement]
    assert booked == ["INSERT", "UPDATE", "INSERT", "UPDATE"]
    assert not Allowance.objects.exists()
    assert not CachedAnswer.objects.exists()


def test_call_is_written_down_with_what_it_took(tavily: TavilyStub) -> None:
    run = make_run()
    answer = search(work=Work(Purpose.NODE, run_id=run.pk))
    assert (answer.provider, answer.calls, answer.cost_usd, answer.failures) == ("tavily", 1, PRICE, ())
    row = ProviderCall.objects.get()
    assert (row.kind, row.provider, row.purpose, row.run, row.status, row.fault) == ("search", "tavily", "node", run, "ok", "")
    assert (row.units, row.cost_usd, row.attempt, row.query, row.is_cached) == (1, PRICE, 1, "Elbonia policy rate", False)
    assert row.latency_ms is not None
    assert "https://www.reuters.com/markets/elbonia" in row.response
    month = Allowance.objects.get(scope="usd")
    assert (month.used, month.reserved, Reservation.objects.count()) == (8000, 0, 0)


@pytest.mark.postgres("deletion")
def test_few_queries_pay_for_a_call(tavily: TavilyStub) -> None:
    """Before it: the kept answer, the allowances, the call, its reservations. After it: the same, and the answer is kept."""
    SearchSetting.objects.update(daily_limit=100)
    search()
    once = len(statements_of(1))
    CachedAnswer.objects.all().delete()
    assert len(statements_of(2)) - once == 8


def test_next_provider_answers_and_the_first_is_named(tavily: TavilyStub, serper: SerperStub, corpus: None) -> None:
    tavily.script(json_reply({"detail": {"error": "no"}}, 432))
    answer = search()
    assert (answer.provider, answer.failures) == ("serper", failures_of(("tavily", Fault.OUT_OF_CREDIT)))
    assert calls("provider", "status", "fault", "http_status") == [("tavily", "failed", "out_of_credit", 432), ("serper", "ok", "", None)]
    assert (len(tavily.received), len(serper.received)) == (1, 1)
    assert not CachedAnswer.objects.exists()


def test_passing_failure_is_tried_once_more(tavily: TavilyStub, serper: SerperStub) -> None:
    tavily.script(json_reply({}, 503))
    answer = search()
    assert (answer.provider, answer.failures, answer.calls) == ("tavily", (), 2)
    assert calls("attempt", "status", "cost_usd") == [(1, "failed", Decimal(0)), (2, "ok", PRICE)]
    assert not serper.received


def test_wait_that_a_lone_service_asks_for_is_kept(tavily: TavilyStub, corpus: None) -> None:
    tavily.script(json_reply({}, 429, headers={"Retry-After": "2"}))
    began = time.monotonic()
    answer = search()
    assert (answer.provider, answer.failures) == ("tavily", ())
    assert 2 <= time.monotonic() - began < 2 + GRACE_S


def test_wait_beyond_the_time_of_the_run_is_not_taken(tavily: TavilyStub, corpus: None) -> None:
    tavily.script(json_reply({}, 429, headers={"Retry-After": "60"}))

    async def hurried(gateway: Gateway) -> object:
        ends_at = asyncio.get_running_loop().time() + 40
        return await gateway.search(question(), work=Work(Purpose.NODE, ends_at=ends_at))

    answer = within(hurried)
    assert (answer.provider, answer.failures) == ("corpus", failures_of(("tavily", Fault.RATE_LIMITED)))
    assert within(hurried).failures == failures_of(("tavily", Fault.BREAKER_OPEN))
    assert len(tavily.received) == 1


def test_nobody_answers_and_the_most_telling_failure_is_told(tavily: TavilyStub, serper: SerperStub) -> None:
    tavily.script(json_reply({}, 500), json_reply({}, 500))
    serper.key = "another"
    with pytest.raises(Unanswered) as caught:
        search()
    error = caught.value
    assert (error.fault, error.http_status, error.permanent) == (Fault.UNAUTHORIZED, 403, False)
    assert error.failures == failures_of(("tavily", Fault.SERVER_ERROR), ("serper", Fault.UNAUTHORIZED), ("corpus", Fault.EMPTY_CORPUS))


@pytest.mark.postgres("search")
def test_order_activity_and_prices_are_the_admins(tavily: TavilyStub, serper: SerperStub, corpus: None) -> None:
    SearchSetting.objects.create(name="serper", position=0)
    assert search().provider == "serper"
    SearchSetting.objects.filter(name="serper").update(is_active=False)
    assert search(question("Elbonia")).provider == "tavily"
    SearchSetting.objects.update(is_active=False)
    assert search(question("policy rate")).provider == "corpus"


def test_quota_of_a_day_sends_the_rest_to_the_corpus(tavily: TavilyStub, corpus: None) -> None:
    SearchSetting.objects.update(daily_limit=2)
    answers = [search(question(text)) for text in ("Elbonia", "Elbonia rate", "policy rate")]
    assert [answer.provider for answer in answers] == ["tavily", "tavily", "corpus"]
    assert answers[2].failures == failures_of(("tavily", Fault.QUOTA_EXHAUSTED))
    assert calls("provider", "status", "fault")[2:] == [("tavily", "refused", "quota_exhausted"), ("corpus", "ok", "")]
    assert len(tavily.received) == 2
    assert not ProviderHealth.objects.filter(failures__gt=0).exists()


def test_budget_of_a_month_sends_the_rest_to_what_is_free(tavily: TavilyStub, serper: SerperStub) -> None:
    Limit.objects.create(scope="usd", amount=8000)
    SearchSetting.objects.create(name="serper", position=2)
    assert search().provider == "tavily"
    answer = search(question("Elbonia"))
    # An admin says that serper costs nothing, so it is free.
    assert (answer.provider, answer.failures) == ("serper", failures_of(("tavily", Fault.BUDGET_EXHAUSTED)))


def test_budget_of_one_purpose_stops_that_purpose_alone(tavily: TavilyStub, corpus: None) -> None:
    Limit.objects.create(scope="usd:event", amount=0)
    assert search(work=EVENT).failures == failures_of(("tavily", Fault.BUDGET_EXHAUSTED))
    assert search().provider == "tavily"


def test_tools_of_events_have_a_limit_of_their_own(tavily: TavilyStub, corpus: None, settings: LazySettings) -> None:
    settings.DEEP_ANALYSIS_TOOL_DAILY_LIMIT = 1
    answers = [search(question(text), work=EVENT) for text in ("Elbonia", "policy rate")]
    assert [(answer.provider, answer.failures) for answer in answers] == [
        ("tavily", ()),
        ("corpus", failures_of(("tavily", Fault.QUOTA_EXHAUSTED))),
    ]
    assert search(question("Elbonia rate")).provider == "tavily"
    assert calls("subject")[0] == ("event:12",)


@pytest.mark.postgres("rows")
def test_rate_of_a_minute_sends_what_is_above_it_elsewhere(tavily: TavilyStub, serper: SerperStub) -> None:
    SearchSetting.objects.update(per_minute=1)
    answers = [search(question(text)) for text in ("Elbonia", "policy rate")]
    assert [(answer.provider, answer.failures) for answer in answers] == [
        ("tavily", ()),
        ("serper", failures_of(("tavily", Fault.RATE_LIMITED))),
    ]


def test_same_question_is_answered_from_the_cache(tavily: TavilyStub) -> None:
    first, second = search(), search(question(as_of=timezone.now() + timedelta(seconds=30)))
    assert (first.is_cached, second.is_cached, second.calls, second.cost_usd) == (False, True, 0, Decimal(0))
    assert [found.page for found in second.results] == [found.page for found in first.results]
    assert calls("status", "is_cached", "cost_usd") == [("ok", False, PRICE), ("ok", True, Decimal(0))]
    assert len(tavily.received) == 1


@pytest.mark.parametrize(
    "other",
    [
        {"text": "Elbonia"},
        {"limit": 4},
        {"fresh_days": 3},
        {"suffixes": ("reuters.com",)},
        {"as_of": timezone.now() - timedelta(hours=1)},
    ],
)
def test_another_question_is_asked(tavily: TavilyStub, other: dict[str, object]) -> None:
    search()
    assert not search(question(**other)).is_cached


def test_answers_are_kept_for_five_minutes_and_those_of_events_for_ten(tavily: TavilyStub) -> None:
    search()
    search(work=EVENT)
    ages = sorted(round((row.expires_at - row.created_at).total_seconds()) for row in CachedAnswer.objects.all())
    assert ages == [300, 600]
    CachedAnswer.objects.update(created_at=timezone.now() - timedelta(hours=1), expires_at=timezone.now())
    assert not search().is_cached


@pytest.mark.postgres("rows")
def test_kept_answer_shows_nothing_published_after_the_question(tavily: TavilyStub) -> None:
    first = search()
    row = CachedAnswer.objects.get()
    row.answer["results"][0]["published_at"] = (timezone.now() + timedelta(minutes=2)).isoformat()
    row.save()
    again = search()
    assert (again.is_cached, again.results) == (True, first.results[1:])


def test_no_secret_and_no_more_than_64_kb_is_kept_of_a_body(tavily: TavilyStub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(env, "secrets_read", {tavily.key, "hunter2hunter2"})
    long = "利率" * 40_000
    search(SearchQuery(phrasings=(f"{tavily.key} hunter2hunter2 {long}",), as_of=timezone.now(), limit=3))
    row = ProviderCall.objects.get()
    assert tavily.key not in row.request + row.response + row.query
    assert "[hidden] [hidden]" in row.query
    assert 60_000 < len(row.request.encode()) <= 64 * 1024


def test_caller_that_leaves_in_the_middle_leaves_nothing_set_aside(tavily: TavilyStub) -> None:
    tavily.script(Reply(delay_s=20))

    async def leave(gateway: Gateway) -> None:
        async with asyncio.timeout(0.5):
            await gateway.search(question(), work=NODE)

    with pytest.raises(TimeoutError):
        within(leave)
    assert calls("status", "fault") == [("failed", "timeout")]
    assert (Allowance.objects.get(scope="usd").reserved, Reservation.objects.count()) == (0, 0)


def test_what_a_dead_process_had_set_aside_comes_back_when_another_begins(tavily: TavilyStub) -> None:
    SearchSetting.objects.update(daily_limit=1)
    allowance = Allowance.objects.create(scope="search:tavily", period=timezone.now().strftime("%Y-%m-%d"), reserved=1)
    Reservation.objects.create(allowance=allowance, amount=1, expires_at=timezone.now() - timedelta(seconds=1))
    assert search().provider == "tavily"


def test_no_more_searches_at_once_than_set(tavily: TavilyStub, settings: LazySettings) -> None:
    settings.SEARCH_CONCURRENCY = 2
    tavily.latency_s = 0.1

    async def many(gateway: Gateway) -> None:
        await asyncio.gather(*(gateway.search(question(f"Elbonia {number}"), work=NODE) for number in range(6)))

    within(many)
    assert (len(tavily.received), tavily.peak) == (6, 2)


@pytest.mark.postgres("rows")
def test_a_plan_that_refuses_hosts_is_kept_for_the_admin_until_it_takes_them(serper: SerperStub, monkeypatch: pytest.MonkeyPatch) -> None:
    # A stub of an earlier test may have had the same port.
    monkeypatch.setattr(serper_provider, "_REFUSED", {})
    whitelist = question(suffixes=("reuters.com",))
    serper.script(error_reply(400, "Query pattern not allowed for free accounts."))
    assert search(whitelist).failures == ()
    assert ProviderHealth.objects.get(provider="search:serper").is_restricted
    search(question("Elbonia inflation"))
    assert ProviderHealth.objects.get(provider="search:serper").is_restricted
    monkeypatch.setattr(serper_provider, "_REFUSED", {})
    search(question("Elbonia inflation", suffixes=("reuters.com",)))
    assert not ProviderHealth.objects.get(provider="search:serper").is_restricted


def test_model_is_paid_by_its_tokens() -> None:
    with ChatStub(lambda body: "5.25%") as stub:
        make_profile(stub.base_url, input_usd_per_million="100", output_usd_per_million="200")
        reply = within(lambda gateway: gateway.complete(REQUEST, work=NODE))
    row = ProviderCall.objects.get()
    expected = (row.input_tokens * 100 + row.output_tokens * 200) / Decimal(1_000_000)
    assert (reply.text, reply.cost_usd, row.cost_usd) == ("5.25%", expected, expected)
    assert (row.kind, row.provider, row.prompt_version, row.query, row.status) == ("model", "stub", "t1", "tiny", "ok")
    assert Allowance.objects.get(scope="usd").used == expected * 1_000_000
    assert "What is the rate?" in row.request


def test_model_that_fails_is_followed_by_the_next_unless_it_was_named() -> None:
    with ChatStub(lambda body: fail(402)) as broke, ChatStub(lambda body: "yes") as rich:
        make_profile(broke.base_url, "broke", position=1)
        make_profile(rich.base_url, "rich", position=2)
        reply = within(lambda gateway: gateway.complete(REQUEST, work=NODE))
        with pytest.raises(Unanswered) as caught:
            within(lambda gateway: gateway.complete(REQUEST, work=NODE, profile="broke"))
    assert (reply.profile, reply.failures) == ("rich", failures_of(("broke", Fault.OUT_OF_CREDIT), kind=CallKind.MODEL))
    assert caught.value.fault is Fault.BREAKER_OPEN
    assert len(broke.received) == 1


@pytest.mark.postgres("locks")
def test_an_unpaid_account_is_asked_once_until_an_admin_acts(admin_user: User) -> None:
    def ask() -> Fault:
        with pytest.raises(Unanswered) as caught:
            within(lambda gateway: gateway.complete(REQUEST, work=NODE))
        return caught.value.fault

    unpaid = fail(400, "Access denied, please make sure your account is in good standing.", code="Arrearage")
    with ChatStub(lambda body: unpaid) as stub:
        profile = make_profile(stub.base_url)
        assert [ask(), ask(), ask()] == [Fault.OUT_OF_CREDIT, Fault.BREAKER_OPEN, Fault.BREAKER_OPEN]
        assert len(stub.received) == 1
        assert ProviderHealth.objects.get().open_until > timezone.now() + timedelta(days=20)
        save_profile(profile=profile, actor=admin_user)
        stub.behave = lambda body: "yes"
        assert within(lambda gateway: gateway.complete(REQUEST, work=NODE)).text == "yes"


def test_refused_content_goes_to_the_next_model_and_leaves_the_first_well() -> None:
    with ChatStub(lambda body: fail(400, "x", code="data_inspection_failed")) as strict, ChatStub(lambda body: "yes") as other:
        make_profile(strict.base_url, "strict", position=1)
        make_profile(other.base_url, "other", position=2)
        replies = [within(lambda gateway: gateway.complete(REQUEST, work=NODE)) for _ in range(6)]
    assert {reply.profile for reply in replies} == {"other"}
    assert (len(strict.received), list(ProviderHealth.objects.values_list("provider", flat=True))) == (6, ["model:other"])


def test_model_beyond_the_budget_is_not_asked() -> None:
    Limit.objects.create(scope="usd", amount=1)
    with ChatStub() as stub:
        make_profile(stub.base_url, output_usd_per_million="200")
        with pytest.raises(Unanswered) as caught:
            within(lambda gateway: gateway.complete(REQUEST, work=NODE))
    assert (caught.value.fault, caught.value.permanent, stub.received) == (Fault.BUDGET_EXHAUSTED, True, [])
    assert str(caught.value) == "This month's budget is used up; stub was not asked."


def test_without_a_model_that_is_said() -> None:
    with pytest.raises(Unanswered) as caught:
        within(lambda gateway: gateway.complete(REQUEST, work=NODE))
    assert (caught.value.fault, caught.value.permanent) == (Fault.NOT_CONFIGURED, True)
