"""Lines of the log: which request and run they belong to, and what never stands in them."""

import json
import logging
import sys

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from causalflow import env
from causalflow.logs import HIDDEN, JsonFormatter, LineFormatter
from causalflow.middleware import REQUEST_ID
from tests.factories import make_run
from verification.log_context import name_request, name_run
from verification.services.operations.profiles import renew_feed
from verification.services.runs.execution import execute_run

GIVEN = "req-0123456789"


def _record(message: str = "hello %s", *args: object, **extra: object) -> logging.LogRecord:
    return logging.makeLogRecord({"name": "tests", "levelname": "INFO", "msg": message, "args": args, "created": 0.0, **extra})


def _json(record: logging.LogRecord) -> dict[str, object]:
    return json.loads(JsonFormatter().format(record))


def test_json_line_names_request_and_run() -> None:
    with name_request(GIVEN), name_run(7):
        line = _json(_record("hello %s", "you", route="node", odd=object()))
    assert line == {
        "at": "1970-01-01T00:00:00.000Z", "level": "INFO", "logger": "tests", "message": "hello you",
        "request": GIVEN, "run": 7, "route": "node",
    }  # fmt: skip


def test_line_for_people_names_request_and_run() -> None:
    with name_request(GIVEN), name_run(7):
        assert LineFormatter().format(_record("hello")) == f"1970-01-01T00:00:00.000Z INFO tests [request={GIVEN} run=7] hello"
    assert LineFormatter().format(_record("hello")) == "1970-01-01T00:00:00.000Z INFO tests hello"


def test_traceback_stands_in_its_line() -> None:
    message = "ValueError: invalid literal for int() with base 10: 'broken'"
    try:
        int("broken")
    except ValueError:
        record = _record("oh", exc_info=sys.exc_info())
    assert _json(record)["error"].splitlines()[-1] == message
    assert LineFormatter().format(record).splitlines()[-1] == message


@given(st.text())
def test_no_text_makes_a_second_line(text: str) -> None:
    record = _record("said %s", text)
    assert len(LineFormatter().format(record).splitlines()) == 1
    assert len(JsonFormatter().format(record).splitlines()) == 1
    assert _json(record)["message"] == f"said {text}"


@pytest.mark.parametrize("formatter", [LineFormatter, JsonFormatter])
def test_secrets_of_the_settings_are_hidden(formatter: type[logging.Formatter], monkeypatch: pytest.MonkeyPatch, settings) -> None:
    monkeypatch.setattr(env, "secrets_read", {"hunter2-hunter2"})
    text = formatter().format(_record("connecting with %s", "hunter2-hunter2"))
    assert ("hunter2" in text, HIDDEN in text) == (False, True)


def test_the_settings_name_their_secrets(settings) -> None:
    assert settings.SECRET_KEY in env.secrets_read


def test_short_words_are_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(env, "secrets_read", set())
    env.hide_secret("run")
    env.hide_secret("")
    assert env.secrets_read == set()


def test_request_id_is_kept_where_it_is_well_formed(client: Client, db: None) -> None:
    assert client.get("/login/", headers={REQUEST_ID: GIVEN})[REQUEST_ID] == GIVEN


@pytest.mark.parametrize(
    "bad", ["", "short", "a" * 65, "two words here", "-leading-dash", "id\twith-tab", "<script>alert(1)</script>", "é" * 10]
)
def test_request_id_is_made_where_it_is_not(client: Client, db: None, bad: str) -> None:
    made = client.get("/login/", headers={REQUEST_ID: bad})[REQUEST_ID]
    assert (len(made), made.isalnum(), made == bad) == (32, True, False)


@pytest.mark.parametrize("language, word", [("en", "Request"), ("zh-hans", "请求")])
def test_error_page_shows_the_request_id(analyst_client: Client, language: str, word: str) -> None:
    response = analyst_client.get("/nowhere/", headers={REQUEST_ID: GIVEN, "accept-language": language})
    assert f"{word} <code>{GIVEN}</code>" in response.content.decode()


def test_each_request_writes_a_line_without_its_query(client: Client, db: None, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="causalflow.requests"):
        client.get("/login/?next=/private-thing/", headers={REQUEST_ID: GIVEN})
    (record,) = [record for record in caplog.records if record.name == "causalflow.requests"]
    assert (record.getMessage(), record.route, record.status) == ("GET /login/ 200", "login", 200)
    assert "private-thing" not in JsonFormatter().format(record)


def test_secret_of_a_feed_stays_out_of_the_line(client: Client, analyst: AbstractBaseUser, caplog: pytest.LogCaptureFixture) -> None:
    token = renew_feed(user=analyst)
    with caplog.at_level(logging.INFO, logger="causalflow.requests"):
        assert client.get(f"/feeds/{token}/").status_code == 200
    assert [record.getMessage() for record in caplog.records if record.name == "causalflow.requests"] == ["GET /feeds/…/ 200"]
    assert all(token not in str(vars(record)) for record in caplog.records if record.name == "causalflow.requests")


def test_what_django_says_of_a_failed_request_names_it(client: Client, db: None, caplog: pytest.LogCaptureFixture) -> None:
    client.get("/nowhere/", headers={REQUEST_ID: GIVEN})
    (record,) = [record for record in caplog.records if record.name == "django.request"]
    assert _json(record)["request"] == GIVEN


def test_lines_written_while_a_run_executes_name_it(db: None) -> None:
    lines = []

    class Keeper(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(json.loads(self.format(record)))

    keeper = Keeper()
    keeper.setFormatter(JsonFormatter())
    logger = logging.getLogger("verification")
    logger.addHandler(keeper)
    try:
        run = make_run()
        assert execute_run(run_id=run.pk).status == "failed"
    finally:
        logger.removeHandler(keeper)
    assert {line["run"] for line in lines} == {run.pk}
    assert any("The local corpus is empty" in line["message"] for line in lines)
    assert "run" not in _json(_record("later"))
