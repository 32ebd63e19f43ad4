"""What a misconfigured installation is told: each message names the variable."""

import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.checks import Error
from django.core.exceptions import ImproperlyConfigured
from django.core.management import get_commands, load_command_class
from django.core.management.base import SystemCheckError

from causalflow import checks, env
from causalflow import settings as product
from causalflow.check_tags import ENVIRONMENT, FITTED
from tests.environment import PROJECT, documented_variables
from verification.core.fitted.files import FittedFileError
from verification.management.base import PlainCommand


def _codes(messages: list[Error]) -> list[str]:
    return [message.id for message in messages]


def test_problems_of_the_environment_are_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(env, "problems", ["SAMPLE is 'x'; expected 1 or 0."])
    assert checks.check_environment(None) == [Error("SAMPLE is 'x'; expected 1 or 0.", id="causalflow.E001")]
    with pytest.raises(ImproperlyConfigured, match="SAMPLE is 'x'"):
        checks.refuse_misconfiguration()


def test_nothing_to_refuse_on_a_local_installation() -> None:
    checks.refuse_misconfiguration()


@pytest.mark.parametrize("name", ["DEMO", "DEBUG"])
@pytest.mark.parametrize(("hosts", "https_only"), [(["flow.example.com"], False), (["*"], False), (["localhost"], True)])
def test_demo_and_debug_are_refused_in_public(settings, name: str, hosts: list[str], https_only: bool) -> None:
    setattr(settings, name, True)
    settings.ALLOWED_HOSTS, settings.HTTPS_ONLY = hosts, https_only
    messages = checks.check_demo(None)
    assert [message.msg.split()[0] for message in messages] == [name]
    assert _codes(messages) == [{"DEMO": "causalflow.E003", "DEBUG": "causalflow.E004"}[name]]


def test_demo_is_fine_on_loopback(settings) -> None:
    settings.DEMO, settings.ALLOWED_HOSTS, settings.HTTPS_ONLY = True, ["localhost", "127.0.0.1", "[::1]"], False
    assert checks.check_demo(None) == []


@pytest.mark.parametrize(
    "is_demo, stubs, codes",
    [
        (False, [], []),
        (True, [], []),
        (True, ["127.0.0.1:8101", "127.0.0.2:8102"], []),
        (False, ["127.0.0.1:8101"], ["causalflow.E007"]),
        (True, ["10.0.0.1:80"], ["causalflow.E007"]),
        (True, ["localhost:8101"], ["causalflow.E007"]),
        (True, ["127.0.0.1"], ["causalflow.E007"]),
    ],
)
def test_stubs_are_exact_addresses_of_this_machine_and_for_the_demo_alone(
    settings, is_demo: bool, stubs: list[str], codes: list[str]
) -> None:
    settings.DEMO, settings.DEMO_STUBS = is_demo, stubs
    assert _codes(checks.check_demo_stubs(None)) == codes


@pytest.mark.parametrize(
    "is_demo, receiver, codes",
    [
        (False, "", []),
        (True, "127.0.0.1:8001", []),
        (False, "127.0.0.1:8001", ["causalflow.E007"]),
        (True, "bot.example:8001", ["causalflow.E007"]),
    ],
)
def test_a_played_receiver_is_of_this_machine_and_for_the_demo_alone(settings, is_demo: bool, receiver: str, codes: list[str]) -> None:
    settings.DEMO, settings.DEMO_RECEIVER = is_demo, receiver
    assert _codes(checks.check_demo_stubs(None)) == codes


@pytest.mark.parametrize(
    "is_demo, address, codes",
    [
        (False, "", []),
        (True, "http://127.0.0.1:8102/v1", []),
        (False, "http://127.0.0.1:8102/v1", ["causalflow.E007"]),
        (True, "http://127.0.0.1.evil.example/v1", ["causalflow.E007"]),
        (True, "https://api.openai.com/v1", ["causalflow.E007"]),
    ],
)
def test_played_model_is_of_this_machine_and_for_the_demo_alone(settings, is_demo: bool, address: str, codes: list[str]) -> None:
    settings.DEMO, settings.DEMO_MODEL = is_demo, address
    assert _codes(checks.check_demo_stubs(None)) == codes


def test_secret_key_is_demanded_in_public_and_must_be_long(settings) -> None:
    settings.SECRET_KEY_IS_GIVEN, settings.ALLOWED_HOSTS = False, ["flow.example.com"]
    assert _codes(checks.check_secret_key(None)) == ["causalflow.E002"]
    settings.SECRET_KEY_IS_GIVEN, settings.SECRET_KEY = True, "x" * 49
    assert checks.check_secret_key(None)[0].msg.startswith("SECRET_KEY has 49 characters; ")
    settings.SECRET_KEY = "x" * 50
    assert checks.check_secret_key(None) == []
    settings.SECRET_KEY_IS_GIVEN, settings.ALLOWED_HOSTS, settings.HTTPS_ONLY = False, ["localhost"], False
    assert checks.check_secret_key(None) == []
    assert _codes(checks.check_secret_key_of_deployment(None)) == ["causalflow.E002"]


@pytest.mark.parametrize("name", ["https://a.example", "a.example:80", "a.example/x", "a b", "[::1", "a..b"])
def test_hosts_with_scheme_port_or_path_are_refused(settings, name: str) -> None:
    settings.ALLOWED_HOSTS = ["localhost", name]
    assert [message.msg.split(";")[0] for message in checks.check_hosts(None)] == [f"ALLOWED_HOSTS holds {name!r}"]


def test_hosts_in_every_right_form_pass(settings) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "10.0.0.1", "[::1]", ".example.com", "flow.example.com", "*", "my_box"]
    assert checks.check_hosts(None) == []


@pytest.mark.parametrize(
    "address",
    [
        "search.internal",
        "ftp://search.internal",
        "http://",
        "https://user:password@search.internal",
        "http://a b",
        "http://a/?q=",
        "http://a#b",
    ],
)
def test_addresses_of_search_services_are_checked(settings, address: str) -> None:
    settings.SEARXNG_URL = address
    expected = f"SEARXNG_URL is {address!r}; expected http:// or https://, a host, and a path if any."
    assert [message.msg for message in checks.check_search_addresses(None)] == [expected]


def test_addresses_of_search_services_in_every_right_form_pass(settings) -> None:
    settings.TAVILY_URL, settings.SERPER_URL, settings.SEARXNG_URL = "https://api.tavily.com", "http://[::1]:8080", "http://box:80/searx/"
    assert checks.check_search_addresses(None) == []
    settings.SEARXNG_URL = ""
    assert checks.check_search_addresses(None) == []


# What opens neither pages nor models: a way back that must work, the streams of progress, what plays a receiver, what writes the schema.
FEWER_CHECKS = {"api_schema": set(), "restore": set(), "progress": {ENVIRONMENT}, "receiver": {ENVIRONMENT}}


def test_a_command_asks_for_what_it_needs_and_loads_no_page_for_it() -> None:
    commands = {name: load_command_class(app, name) for name, app in get_commands().items()}
    ours = {name: command for name, command in commands.items() if isinstance(command, PlainCommand)}
    assert len(ours) > len(FEWER_CHECKS)
    asked = {name: set(command.requires_system_checks) for name, command in ours.items()}
    assert asked == {name: FEWER_CHECKS.get(name, {ENVIRONMENT, FITTED}) for name in ours}


def test_every_command_refuses_what_its_checks_find(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    command = load_command_class("verification", "verify")
    command.check(tags=command.requires_system_checks)
    settings.EMBEDDINGS_PROFILE, settings.SEARXNG_URL, settings.ALERT_EMAILS = "https://api.openai.com/v1", "search.internal", ["ops"]
    settings.ALLOWED_HOSTS, settings.CORS_ORIGINS, settings.DEBUG = ["http://flow.example.com"], ["*"], True
    settings.DEMO_MODEL, settings.OTEL_EXPORTER_OTLP_ENDPOINT = "http://10.0.0.1/v1", "collector"
    monkeypatch.setattr(env, "problems", ["SAMPLE is 'x'; expected 1 or 0."])

    def fail() -> None:
        raise FittedFileError("judge.json can't be read")

    monkeypatch.setattr(checks, "shipped_judge", fail)
    with pytest.raises(SystemCheckError) as caught:
        command.check(tags=command.requires_system_checks)
    found = set(re.findall(r"causalflow\.E\d+", str(caught.value)))
    assert found == {f"causalflow.E{number:03}" for number in (1, 4, 5, 6, 7, 8, 10, 11, 12, 13)}


def _run_with(tmp_path: Path, *command: str, **variables: str) -> tuple[int, str]:
    clean = {key: value for key, value in os.environ.items() if key not in documented_variables() and key != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=PROJECT,
        env=clean | {"VAR_DIR": str(tmp_path)} | variables,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.pure
@pytest.mark.share(2)
@pytest.mark.parametrize(
    "nonsense",
    [
        {
            "DEBUG": "perhaps",
            "TIME_ZONE": "Mars/Olympus",
            "LANGUAGE_CODE": "fr",
            "LOG_LEVEL": "LOUD",
            "RUN_LEASE_SECONDS": "1",
            "RUN_MAX_ATTEMPTS": "many",
            "EXTRACTOR": "oracle",
            "EMBEDDINGS_PROFILE": "https://api.openai.com/v1",
            "SEARCH_CONCURRENCY": "0",
            "SEARCH_TIMEOUT_SECONDS": "61",
            "SEARXNG_URL": "search.internal",
            "DATABASE_URL": "mysql://localhost/x",
            "SECRET_KEY": "short",
            "ALLOWED_HOSTS": "http://flow.example.com",
            "DEEP_ANALYSIS_TOOLS_ENABLED": "perhaps",
            "DEEP_ANALYSIS_MAX_TOOL_CALLS": "9",
            "DEEP_ANALYSIS_TOOL_TIMEOUT": "soon",
            "DEEP_ANALYSIS_SEARCH_PROVIDER": "google",
            "TOOL_SEARCH_ENABLED": "2",
            "TOOL_PRICE_ENABLED": "maybe",
            "TOOL_MACRO_ENABLED": "3",
            "TOOL_ONCHAIN_ENABLED": "true",
            "SEARCH_MAX_RESULTS": "0",
            "SEARCH_MULTI_SOURCE_THRESHOLD": "three",
            "SEARCH_CACHE_TTL_SECONDS": "-1",
            "DEEP_ANALYSIS_TOOL_DAILY_LIMIT": "1.5",
            "DEEP_ANALYSIS_MONTHLY_BUDGET": "much",
            "PHASE1_ROLLOUT_PERCENTAGE": "5",
            "HIGH_VALUE_CONFIDENCE_THRESHOLD": "75%",
            "WEB_PROCESSES": "many",
            "WEB_THREADS": "0",
            "WEB_BIND": "8000",
            "MCP_BIND": "flow.example.com:port",
            "SITE_URL": "https://因果.example",
            "MCP_URL": "flow.example.com/mcp",
            "PROGRESS_URL": "https://flow.example.com/path",
            "PAGE_READER_URL": "r.jina.ai",
            "TRY_PAGE": "example.com",
            "WAYBACK_INDEX_URL": "web.archive.org",
            "WAYBACK_URL": "ftp://archive.org",
            "CROSSREF_URL": "https://",
            "DATACITE_URL": "https://a:b@api.datacite.org",
            "CONTACT_EMAIL": "运维@flow.example.com",
            "EMAIL_FROM": "CausalFlow",
            "WEBHOOK_PRIVATE_HOSTS": "10.1.0.5/16",
            "TAVILY_API_KEY": "“tvly-0123”",
            "SERPER_API_KEY": "Bearer 0123",
            "FRED_API_KEY": "0123\n4567",
            "OPENAI_API_KEY": "‘sk-0123’",
            "DEEPSEEK_API_KEY_FILE": "/nonexistent/key",
        },
        {
            "TIME_ZONE": "../../etc/passwd",
            "DATABASE_URL": "postgres://localhost:port/x",
            "SECRET_KEY_FILE": "/nonexistent/key",
            "VAR_DIR": "/dev/null/var",
        },
        pytest.param({"DATABASE_URL": "postgres://localhost"}, marks=pytest.mark.long),
    ],
)
def test_nonsense_is_refused_by_name_without_a_traceback(tmp_path: Path, nonsense: dict[str, str]) -> None:
    status, output = _run_with(tmp_path, "manage.py", "check", **nonsense)
    assert status == 1
    assert [name for name in nonsense if not re.search(rf"\) {name}\b", output)] == []
    assert "Traceback" not in output


@pytest.mark.pure
def test_a_fresh_machine_gets_its_own_key_and_passes(tmp_path: Path) -> None:
    assert _run_with(tmp_path / "new", "manage.py", "check")[0] == 0
    key = (tmp_path / "new" / "secret_key").read_text(encoding="utf-8")
    assert len(key) >= 64
    assert (tmp_path / "new" / "secret_key").stat().st_mode & 0o077 == 0
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["secret_key"]
    assert _run_with(tmp_path / "new", "-c", "import causalflow.settings as given; print(given.SECRET_KEY)") == (0, key + "\n")
    assert (tmp_path / "new" / "secret_key").read_text(encoding="utf-8") == key


def test_the_queue_retries_later_than_the_slowest_task_can_take() -> None:
    """Measured with django-q2: with a shorter retry one task is executed several times in parallel."""
    queue = settings.Q_CLUSTER
    assert queue["retry"] >= queue["timeout"] * (2 + queue["queue_limit"] / queue["workers"]) + 30
    # A run ends by itself before its task is killed; its lease is extended while it works.
    assert queue["timeout"] > settings.RUN_DEADLINE_SECONDS


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CONTACT_EMAIL", "ops@flow.example.com"),
        ("SITE_URL", "https://xn--ihqy5lj7u.example:8443/flow"),
        ("MCP_URL", "http://127.0.0.1:8001/mcp"),
        ("PROGRESS_URL", "https://flow.example.com"),
        ("PAGE_READER_URL", "https://r.jina.ai"),
        ("TRY_PAGE", "https://example.com/a?b=c#d"),
        ("DEFAULT_FROM_EMAIL", "因果 <flow@flow.example.com>"),
        ("DEFAULT_FROM_EMAIL", "causalflow@localhost"),
        ("WEBHOOK_PRIVATE_HOSTS", ["bot.internal", "10.1.0.0/16", "10.1.0.5", "fd00::/8"]),
        ("MCP_BIND", "[::1]:8001"),
        ("WEB_BIND", "0.0.0.0:8000"),
        ("WEB_BIND", "unix:/run/causalflow.sock"),
    ],
)
def test_addresses_in_every_right_form_pass(settings, name: str, value: object) -> None:
    setattr(settings, name, value)
    checks.refuse_misconfiguration()


def test_a_key_that_is_none_is_never_shown(tmp_path: Path) -> None:
    status, output = _run_with(tmp_path, "manage.py", "check", SERPER_API_KEY="Bearer 0123456789", OPENAI_API_KEY="“sk-0123456789”")
    assert (status, output.count("expected a key alone")) == (1, 2)
    assert "0123456789" not in output


@pytest.mark.parametrize(
    "emails, has_email, webhook, words",
    [
        ([], False, "", []),
        (["ops@example.com"], True, "https://hooks.example.com/services/T0/secret", []),
        (["ops@example.com"], False, "", ["ALERT_EMAILS is set without EMAIL_HOST"]),
        (["ops"], True, "", ["ALERT_EMAILS holds 'ops'"]),
        ([], False, "hooks.example.com/secret", ["ALERT_WEBHOOK can't be used (bad_address)"]),
        ([], False, "http://10.0.0.5/secret", ["ALERT_WEBHOOK can't be used (not_public)"]),
    ],
)
def test_whoever_is_to_be_told_can_be(settings, emails: list[str], has_email: bool, webhook: str, words: list[str]) -> None:
    settings.ALERT_EMAILS, settings.HAS_EMAIL, settings.ALERT_WEBHOOK = emails, has_email, webhook
    messages = checks.check_alerts(None)
    assert [message.msg.partition(";")[0] for message in messages] == words
    assert not any("secret" in message.msg for message in messages)
    assert set(_codes(messages)) <= {"causalflow.E008"}


def test_tasks_are_plain_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks.check_tasks(None) == []

    async def execute_later(run_id: int) -> str:
        return "never"

    async def stream(run_id: int) -> AsyncIterator[str]:
        yield "never"

    monkeypatch.setattr("verification.tasks.execute_later", execute_later, raising=False)
    monkeypatch.setattr("attribution.tasks.stream", stream, raising=False)
    messages = checks.check_tasks(None)
    assert [message.msg.partition(";")[0] for message in messages] == [
        "verification.tasks.execute_later is async",
        "attribution.tasks.stream is async",
    ]
    assert _codes(messages) == ["causalflow.E009"] * 2


@pytest.mark.parametrize(
    "origins, count",
    [
        ([], 0),
        (["https://app.example.com", "http://localhost:3000", "http://[::1]:8080"], 0),
        (["*"], 1),
        (["null"], 1),
        (["app.example.com", "https://app.example.com/", "https://App.example.com", "https://app.example.com:port"], 4),
    ],
)
def test_origins_are_spelt_as_browsers_send_them(settings, origins: list[str], count: int) -> None:
    settings.CORS_ORIGINS = origins
    assert _codes(checks.check_origins(None)) == ["causalflow.E012"] * count


@pytest.mark.parametrize(
    "is_pooled, options",
    [
        (False, {"connect_timeout": 5, "options": "-c jit=off -c random_page_cost=1.1", "prepare_threshold": 2}),
        (True, {"connect_timeout": 5}),
    ],
)
def test_pooled_database_gets_no_start_up_options_no_kept_plan_and_no_cursor_of_the_server(
    monkeypatch: pytest.MonkeyPatch, is_pooled: bool, options: dict[str, object]
) -> None:
    monkeypatch.setattr(product, "DATABASE_POOLED", is_pooled)
    monkeypatch.setenv("DATABASE_URL", "postgres://causalflow@127.0.0.1:6432/causalflow")
    found = product._database()
    assert (found["OPTIONS"], found["DISABLE_SERVER_SIDE_CURSORS"]) == (options, is_pooled)
    monkeypatch.setenv("DATABASE_URL", "postgres://causalflow@127.0.0.1:6432/causalflow?options=-c%20jit%3Don")
    assert product._database()["OPTIONS"] == {**options, "options": "-c jit=on"}
