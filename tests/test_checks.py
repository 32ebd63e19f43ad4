"""What a misconfigured installation is told: each message names the variable."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.checks import Error
from django.core.exceptions import ImproperlyConfigured

from causalflow import checks, env
from tests.environment import PROJECT, documented_variables


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


def _check_with(tmp_path: Path, **variables: str) -> tuple[int, str]:
    clean = {key: value for key, value in os.environ.items() if key not in documented_variables() and key != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=PROJECT,
        env=clean | {"VAR_DIR": str(tmp_path)} | variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    "nonsense",
    [
        {
            "DEBUG": "perhaps",
            "TIME_ZONE": "Mars/Olympus",
            "LANGUAGE_CODE": "fr",
            "LOG_LEVEL": "LOUD",
            "RUN_LEASE_SECONDS": "5",
            "RUN_MAX_ATTEMPTS": "many",
            "EXTRACTOR": "oracle",
            "DATABASE_URL": "mysql://localhost/x",
            "SECRET_KEY": "short",
            "ALLOWED_HOSTS": "http://flow.example.com",
        },
        {"TIME_ZONE": "../../etc/passwd", "DATABASE_URL": "postgres://localhost:port/x", "SECRET_KEY_FILE": "/nonexistent/key"},
        {"DATABASE_URL": "postgres://localhost", "VAR_DIR": "/dev/null/var"},
    ],
)
def test_nonsense_is_refused_by_name_without_a_traceback(tmp_path: Path, nonsense: dict[str, str]) -> None:
    status, output = _check_with(tmp_path, **nonsense)
    assert status == 1
    assert [name for name in nonsense if not re.search(rf"\) {name}\b", output)] == []
    assert "Traceback" not in output


def test_a_fresh_machine_gets_its_own_key_and_passes(tmp_path: Path) -> None:
    assert _check_with(tmp_path / "new")[0] == 0
    key = (tmp_path / "new" / "secret_key").read_text(encoding="utf-8")
    assert len(key) >= 64
    assert (tmp_path / "new" / "secret_key").stat().st_mode & 0o077 == 0
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["secret_key"]
    assert _check_with(tmp_path / "new")[0] == 0
    assert (tmp_path / "new" / "secret_key").read_text(encoding="utf-8") == key


def test_the_queue_retries_later_than_the_slowest_task_can_take() -> None:
    """Measured with django-q2: with a shorter retry one task is executed several times in parallel."""
    queue = settings.Q_CLUSTER
    assert queue["retry"] >= queue["timeout"] * (2 + queue["queue_limit"] / queue["workers"]) + 30
    assert queue["timeout"] < settings.RUN_LEASE_SECONDS
