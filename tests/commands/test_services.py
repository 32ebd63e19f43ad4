"""``services``: what is set up, what one call to each brings, and how each way of being broken is said."""

from collections.abc import Callable, Iterator

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from tests.commands.shell import run_command
from tests.providers.searching import PAGES
from tests.providers.series.publishing import MONTHS, RELEASES, SERIES
from tests.services.gateway.asking import make_profile
from tests.stubs.chat import ChatStub, Said, fail
from tests.stubs.embeddings import EmbeddingsStub
from tests.stubs.lookups import LookupStub
from tests.stubs.reader import ReaderStub
from tests.stubs.series import SeriesStub
from tests.stubs.serper import SerperStub, error_reply
from tests.stubs.server import Reply, Request, StubServer, json_reply
from verification.models import ModelProfile, ProviderCall, ProviderHealth

pytestmark = pytest.mark.django_db


def _answer(body: dict) -> str | Said:
    return Said(None, "tool_calls", tool_calls=(("search", '{"query": "rate"}'),)) if body.get("tools") else '{"value": "5.25%"}'


class Vendor(ChatStub):
    """A model with a list of models; ``ends`` is the day on which its vendor shuts it down."""

    ends: str | None = None

    def answer(self, request: Request) -> Reply:
        if request.path == "/v1/models":
            return json_reply({"data": [{"id": "tiny", "shutdown_date": self.ends}]})
        return super().answer(request)


@pytest.fixture
def model() -> Iterator[Vendor]:
    with Vendor(_answer) as stub:
        make_profile(stub.base_url, "played", input_usd_per_million="1", output_usd_per_million="2")
        yield stub


@pytest.fixture(autouse=True)
def nothing_else(settings: LazySettings) -> None:
    """Nothing but what a test sets up; the page is one that the door refuses."""
    settings.TRY_PAGE = "http://127.0.0.1/"
    settings.TAVILY_API_KEY = settings.SERPER_API_KEY = settings.SEARXNG_URL = ""
    settings.CROSSREF_URL = settings.DATACITE_URL = settings.WAYBACK_INDEX_URL = settings.WAYBACK_URL = ""


def _tried() -> tuple[int, dict[str, tuple[str, str]]]:
    """The exit status, and (result, what came back) by service."""
    done = run_command("services", "--try")
    rows = [line.split("  ") for line in done.out.splitlines()[2:]]
    cells = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    return done.status, {row[1]: (row[2], row[-1]) for row in cells}


def test_every_service_is_listed_with_what_it_needs() -> None:
    done = run_command("services")
    assert done.status == 0
    lines = {line.split()[1]: line for line in done.out.splitlines()[2:]}
    assert {
        "openai",
        "deepseek",
        "qwen",
        "tavily",
        "serper",
        "searxng",
        "factcheck",
        "wikidata",
        "crossref",
        "wayback",
        "web",
        "smtp",
    } <= lines.keys()
    assert "set OPENAI_API_KEY" in lines["openai"]
    assert "US$0.1 in, 0.5 out per million tokens (2026-10-28)" in lines["openai"]
    assert "set TAVILY_API_KEY" in lines["tavily"]


def test_a_model_is_tried_in_every_role(model: Vendor) -> None:
    status, said = _tried()
    assert said["played"] == ("ok", "tiny-2026-01-01 answers as JSON and calls tools.")
    assert [b'"tools"' in request.body for request in model.received] == [False, False, True]
    assert status == 1
    assert said["web"][0] == "failed"


BROKEN = {
    "wrong key": (lambda body: fail(401, code="invalid_api_key"), "The key is not accepted"),
    "no money": (lambda body: fail(400, code="Arrearage"), "The account has no credit left"),
    "no such model": (lambda body: fail(404, code="model_not_found"), "There is no such model or address"),
    "prose": (lambda body: "The rate is 5.25%, I believe.", "It answers in prose where JSON is asked for"),
    "thinks for ever": (lambda body: Said("", "length"), "Its answer was cut off or refused"),
    "no tools": (lambda body: '{"value": "5.25%"}', "It calls no tools"),
    "wrong": (lambda body: '{"value": "7%"}', "It does not read a plain sentence rightly"),
    "no API": (lambda body: Reply(body=b"<html>Sign in</html>", content_type="text/html"), "It answers something else than expected"),
}


@pytest.mark.parametrize("behave, said", BROKEN.values(), ids=BROKEN)
@pytest.mark.share(2)
def test_each_way_of_being_broken_is_said(model: Vendor, behave: object, said: str) -> None:
    model.behave = behave
    status, found = _tried()
    assert (status, found["played"][0]) == (1, "failed")
    assert found["played"][1].startswith(said)


def test_a_model_that_retires_is_said_and_remembered(model: Vendor) -> None:
    model.ends = "2027-01-14"
    status, found = _tried()
    assert (status, found["played"]) == (1, ("failed", "It is shut down on 2027-01-14: set another model and its prices."))
    assert ModelProfile.objects.get(name="played").retires_on.isoformat() == "2027-01-14"


def test_trying_ends_the_rest_of_an_unpaid_account(model: Vendor) -> None:
    model.behave = lambda body: fail(402)
    _tried()
    assert ProviderHealth.objects.get(provider="model:played").open_until is not None
    model.behave = _answer
    assert _tried()[1]["played"][0] == "ok"


def test_searches_and_lookups_are_tried(settings: LazySettings) -> None:
    with SerperStub(PAGES) as serper, LookupStub() as lookups:
        settings.SERPER_API_KEY, settings.SERPER_URL = serper.key, serper.url
        settings.DEMO, settings.DEMO_STUBS = True, [lookups.url.removeprefix("http://")]
        settings.CROSSREF_URL = f"{lookups.url}/works"
        _, found = _tried()
        assert found["serper"][0] == "ok"
        assert found["crossref"] == ("failed", "It answers (HTTP 404).")


STORED = {
    "older Azure": (
        {"base_url": "https://a.openai.azure.com/openai?api-version=2024-06-01"},
        "This is Azure's older form; expected the address",
    ),
    "key in the address": ({"base_url": "https://me:secret@a.example/v1"}, "The address holds a name or a password"),
    "in the clear": ({"base_url": "http://a.example/v1"}, "A key is sent over https only"),
    "members that are none": ({"extra_body": ["enable_thinking"]}, "Members of every request: Expected a JSON object"),
    "members of our own": ({"extra_body": {"model": "x"}}, "Members of every request: model: set by the product itself"),
}


@pytest.mark.parametrize(("fields", "said"), STORED.values(), ids=STORED)
def test_a_profile_that_is_wrong_as_it_is_stored_is_said_and_asks_nobody(fields: dict, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYED_API_KEY", "sk-played")
    make_profile("https://a.example/v1", "wrong", key_variable="PLAYED_API_KEY")
    ModelProfile.objects.filter(name="wrong").update(**fields)
    listed = next(line for line in run_command("services").out.splitlines() if " wrong " in line)
    assert said in listed
    status, found = _tried()
    assert (status, found["wrong"][0]) == (1, "failed")
    assert found["wrong"][1].startswith(said)
    assert not ProviderCall.objects.filter(provider="wrong").exists()


def _serper(status: int, said: str) -> Callable[[SerperStub], None]:
    return lambda stub: stub.script(*[error_reply(status, said)] * 5)


SEARCHES: dict[str, tuple[Callable[[SerperStub], None], str, str]] = {
    "well": (lambda stub: None, "ok", "It found"),
    "wrong key": (lambda stub: setattr(stub, "key", "another"), "failed", "The key is not accepted"),
    "no credit": (_serper(400, "Not enough credits"), "failed", "The account has no credit left"),
    "too often": (_serper(429, "Too many requests"), "failed", "It was asked too often"),
    "wrong address": (_serper(404, "Not Found"), "failed", "There is no such model or address"),
    "free plan": (
        lambda stub: stub.script(error_reply(400, "Query pattern not allowed for free accounts.")),
        "ok",
        "It found 0 pages. Its free plan refuses searches of named hosts",
    ),
    "no API": (lambda stub: stub.script(*[Reply(body=b"<html>")] * 5), "failed", "It answers something else than expected"),
}


@pytest.mark.parametrize(("mar", "result", "said"), SEARCHES.values(), ids=SEARCHES)
@pytest.mark.share(2)
def test_a_search_that_is_broken_is_said(settings: LazySettings, mar: Callable[[SerperStub], None], result: str, said: str) -> None:
    with SerperStub([]) as serper:
        settings.SERPER_API_KEY, settings.SERPER_URL = serper.key, serper.url
        mar(serper)
        _, found = _tried()
    assert found["serper"][0] == result
    assert found["serper"][1].startswith(said)


def test_a_search_that_nobody_answers_is_said(settings: LazySettings) -> None:
    settings.SEARXNG_URL = "http://127.0.0.1:1"
    assert _tried()[1]["searxng"] == ("failed", "It can’t be reached: check the address and this machine’s way out.")


EMBEDDINGS = {
    "well": (None, "ok", "It gives vectors of 64 numbers."),
    "wrong key": (fail(401, code="invalid_api_key"), "failed", "The key is not accepted"),
    "no money": (fail(402), "failed", "The account has no credit left"),
    "no such model": (fail(404, code="model_not_found"), "failed", "There is no such model or address"),
    "no API": (Reply(body=b"<html>"), "failed", "It answers something else than expected"),
}


@pytest.mark.parametrize(("reply", "result", "said"), EMBEDDINGS.values(), ids=EMBEDDINGS)
def test_a_model_of_vectors_that_is_broken_is_said(settings: LazySettings, reply: Reply | None, result: str, said: str) -> None:
    with EmbeddingsStub() as stub:
        make_profile(stub.base_url, "vectors")
        settings.EMBEDDINGS_PROFILE = "vectors"
        if reply is not None:
            stub.script(reply, reply, reply)
        _, found = _tried()
    assert found["vectors"][0] == result
    assert found["vectors"][1].startswith(said)


def test_a_model_of_vectors_that_is_no_profile_is_said(settings: LazySettings) -> None:
    settings.EMBEDDINGS_PROFILE = "vektors"
    said = "No model profile has this name; EMBEDDINGS_PROFILE names it."
    [line] = [line for line in run_command("services").out.splitlines() if " vektors " in line]
    assert [cell.strip() for cell in line.split("  ") if cell.strip()] == ["vectors", "vektors", "not set up", "–", "–", said]
    make_profile("http://127.0.0.1:1/v1", "vektors")
    assert said not in run_command("services").out


def test_look_ups_and_the_reader_are_tried(settings: LazySettings) -> None:
    titles = {"10.48550/arxiv.1706.03762": "Attention Is All You Need"}
    with LookupStub(titles=titles) as lookups, ReaderStub({settings.TRY_PAGE: ("Example", "A page to try things with. " * 5)}) as reader:
        settings.DEMO, settings.DEMO_STUBS = True, [lookups.url.removeprefix("http://")]
        settings.DATACITE_URL, settings.WAYBACK_INDEX_URL, settings.PAGE_READER_URL = (
            f"{lookups.url}/dois",
            f"{lookups.url}/cdx",
            reader.url,
        )
        _, found = _tried()
        assert (found["datacite"][0], found["wayback"][0]) == ("ok", "ok")
        assert found["reader"] == ("ok", "http://127.0.0.1/ was read: 134 characters.")
        reader.pages.clear()
        assert _tried()[1]["reader"][0] == "failed"


@pytest.mark.parametrize(("status", "result"), [(200, "ok"), (500, "failed"), (404, "failed")])
def test_the_alert_webhook_is_tried(settings: LazySettings, status: int, result: str) -> None:
    with StubServer() as hook:
        settings.DEMO, settings.DEMO_STUBS = True, [hook.url.removeprefix("http://")]
        settings.ALERT_WEBHOOK = f"{hook.url}/hook"
        hook.script(*[Reply(status)] * 3)
        assert _tried()[1]["alerts"] == (result, f"ALERT_WEBHOOK answers (HTTP {status}).")


def test_a_mail_server_that_is_away_is_said(settings: LazySettings) -> None:
    settings.HAS_EMAIL, settings.EMAIL_BACKEND = True, "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert _tried()[1]["smtp"][1].startswith("The mail server does not take a letter (ConnectionRefusedError)")


def test_an_admin_tries_them_from_the_usage_page(admin_client: Client, client: Client, django_user_model: type, model: Vendor) -> None:
    shown = admin_client.get(reverse("usage")).content.decode()
    assert 'action="/usage/try/"' in shown
    assert "played" in shown
    tried = admin_client.post(reverse("usage-try"))
    assert "answers as JSON and calls tools." in tried.content.decode()
    client.force_login(django_user_model.objects.create_user("ann"))
    assert client.post(reverse("usage-try")).status_code == 403
    assert admin_client.get(reverse("usage-try")).status_code == 405


def test_publishers_of_series_are_tried_and_say_what_they_publish(settings: LazySettings) -> None:
    with SeriesStub(SERIES, releases=RELEASES) as publishers:
        settings.SERIES_URLS, settings.SERIES_PROVIDERS, settings.FRED_API_KEY = publishers.urls, ("fred", "ecb", "boe"), publishers.key
        publishers.series["boe"].clear()
        status, tried = _tried()
    assert {name: tried[name] for name in ("fred", "ecb", "boe")} == {
        "fred": ("ok", f"us-unemployment-rate: 4.25 for {MONTHS[1]}."),
        "ecb": ("failed", "It no longer has the series that was asked for."),
        "boe": ("failed", "It no longer has the series that was asked for."),
    }
    assert status == 1
    assert "kraken" not in tried
