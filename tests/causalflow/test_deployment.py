"""A public installation as docs/operate.md describes it: really started, really asked; and the files that build and start containers."""

import contextlib
import json
import os
import re
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from types import SimpleNamespace

import httpx
import psutil
import pytest
import yaml
from django.conf import LazySettings
from django.core.checks import WARNING
from django.core.checks.registry import registry
from django.core.management import get_commands

from causalflow import settings as given
from causalflow.checks import check_files_of_deployment
from tests.databases import migrated_file
from tests.environment import PROJECT, documented_variables

pytestmark = pytest.mark.pure

HOST = "flow.example.com"
TOKEN = secrets.token_urlsafe(32)
HTTPS = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}

# What an installation runs before it serves, somebody who logs in, and the check, in one process: each start of the product takes seconds.
PREPARE = """
from django.contrib.auth.models import User
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
User.objects.create_user("eve", password="right one")
call_command("check", deploy=True, fail_level="WARNING")
"""


@pytest.fixture(scope="module")
def production(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """Two gunicorn processes with the environment that compose.yaml gives them, but on SQLite; ``log`` is what they write."""
    folder = tmp_path_factory.mktemp("production")
    (folder / "secret_key").write_text(secrets.token_urlsafe(64) + "\n")
    (folder / "metrics_token").write_text(TOKEN + "\n")
    # What other tests or the caller's shell left in the environment is not the deployment's.
    clean = {key: os.environ[key] for key in ("PATH", "HOME", "LANG", "TMPDIR") if key in os.environ}
    environment = {
        **clean,
        "ALLOWED_HOSTS": HOST, "HTTPS_ONLY": "1", "BEHIND_PROXY": "1", "LOG_FORMAT": "json", "LOG_LEVEL": "INFO",
        "SECRET_KEY_FILE": str(folder / "secret_key"), "METRICS_TOKEN_FILE": str(folder / "metrics_token"), "VAR_DIR": str(folder / "var"),
        "PROMETHEUS_MULTIPROC_DIR": str(folder / "metrics"), "WEB_BIND": f"127.0.0.1:{_free_port()}",
    }  # fmt: skip

    # What the migrations make is made once for all tests; here they find nothing left to do.
    (folder / "var").mkdir()
    shutil.copyfile(migrated_file(), folder / "var" / "causalflow.sqlite3")
    command = [sys.executable, "manage.py", "shell", "-v0", "-c", PREPARE]
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with _serve(environment, folder / "log") as client:
        yield SimpleNamespace(client=client, prepared=done, log=folder / "log", environment=environment)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def _serve(environment: dict[str, str], log: Path, probe: str = "/readyz") -> Iterator[httpx.Client]:
    with log.open("wb") as output:
        command = [sys.executable, "-m", "gunicorn", "--config", "python:causalflow.gunicorn", "causalflow.wsgi"]
        server = subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=output, stderr=output, process_group=0)
    # The first page loads what pages need, and a busy machine takes its time for that.
    client = httpx.Client(base_url=f"http://{environment['WEB_BIND']}", headers=HTTPS, trust_env=False, timeout=60)
    try:
        _wait(client, server, log, probe)
        yield client
    finally:
        client.close()
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=40) == 0


def _wait(client: httpx.Client, server: subprocess.Popen[bytes], log: Path, probe: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and server.poll() is None:
        try:
            if client.get(probe).status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.2)
    pytest.fail(f"the server did not come up: {log.read_text()[-2000:]}")


def test_check_deploy_is_clean(production: SimpleNamespace) -> None:
    done = production.prepared
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "System check identified no issues (0 silenced).\n")


def test_headers_of_a_page_word_for_word(production: SimpleNamespace) -> None:
    headers = production.client.get("/login/").headers
    named = (
        "Strict-Transport-Security", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy",
        "Permissions-Policy", "Cache-Control",
    )  # fmt: skip
    assert {name: headers.get(name) for name in named} == {
        "Strict-Transport-Security": "max-age=31536000; includeSubDomains; preload",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(),"
        " publickey-credentials-get=(), usb=()",
        "Cache-Control": "max-age=0, no-cache, no-store, must-revalidate, private",
    }
    assert sorted(headers["Content-Security-Policy"].split("; ")) == [
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "font-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
    ]


@pytest.mark.long
def test_pages_say_what_to_run_where_their_files_are_not_collected(production: SimpleNamespace, tmp_path: Path) -> None:
    own = {"STATIC_ROOT": str(tmp_path / "static"), "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "metrics"), "WEB_PROCESSES": "1"}
    environment = {**production.environment, **own, "WEB_BIND": f"127.0.0.1:{_free_port()}"}
    with _serve(environment, tmp_path / "log", "/healthz") as client:
        pages = [client.get(path) for path in ("/login/", "/nowhere/", "/nodes/nowhere")]
        api = client.get("/api/v1/nodes/")
    assert {(page.status_code, page.headers["Content-Type"]) for page in pages} == {(503, "text/plain; charset=utf-8")}
    assert {page.text for page in pages} == {
        "The files of the pages are not collected. Run manage.py collectstatic, then start the server again (docs/operate.md).\n"
    }
    assert (api.status_code, api.json()["code"]) == (401, "not_authenticated")


def test_files_that_are_not_collected_are_told_before_a_deployment(settings: LazySettings, tmp_path: Path) -> None:
    settings.DEBUG, settings.STATIC_ROOT = False, str(tmp_path)
    settings.STORAGES = {**settings.STORAGES, "staticfiles": given.STORAGES["staticfiles"]}
    assert check_files_of_deployment in registry.get_checks(include_deployment_checks=True)
    assert [(message.id, message.level) for message in check_files_of_deployment(None)] == [("causalflow.W001", WARNING)]


def test_cookies_are_for_tls_and_this_site_alone(production: SimpleNamespace) -> None:
    with httpx.Client(base_url=production.client.base_url, headers=HTTPS, trust_env=False, timeout=60) as visitor:
        page = visitor.get("/login/")
        token = re.search(r'name="csrfmiddlewaretoken" value="([A-Za-z0-9]+)"', page.text)[1]
        cookie = "; ".join(part.split(";")[0] for part in page.headers.get_list("set-cookie"))
        form = {"username": "eve", "password": "right one", "csrfmiddlewaretoken": token}
        answer = visitor.post("/login/", data=form, headers={"Cookie": cookie, "Referer": f"https://{HOST}/login/"})
    assert answer.status_code == 302
    given = {
        part.split("=")[0]: _attributes(part) for part in [*page.headers.get_list("set-cookie"), *answer.headers.get_list("set-cookie")]
    }
    assert given["sessionid"] == {"httponly", "max-age=43200", "path=/", "samesite=lax", "secure"}
    assert given["csrftoken"] == {"max-age=31449600", "path=/", "samesite=lax", "secure"}


def _attributes(cookie: str) -> set[str]:
    return {word.strip().lower() for word in cookie.split(";")[1:] if not word.strip().lower().startswith("expires=")}


@pytest.mark.parametrize("path", ["/", "/login/", "/admin/", "/api/v1/nodes/"])
def test_plain_http_leads_to_https(production: SimpleNamespace, path: str) -> None:
    answer = production.client.get(path, headers={"X-Forwarded-Proto": "http"})
    assert (answer.status_code, answer.headers["Location"]) == (301, f"https://{HOST}{path}")


def test_a_foreign_host_name_is_refused_except_by_probes(production: SimpleNamespace) -> None:
    paths = ("/login/", "/healthz", "/readyz")
    assert [production.client.get(path, headers={"Host": "evil.example"}).status_code for path in paths] == [400, 200, 200]


def test_metrics_need_the_token_and_add_up_over_processes(production: SimpleNamespace) -> None:
    def count() -> float:
        answer = production.client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        found = re.search(
            r'^causalflow_http_requests_total\{method="GET",route="robots",status="200"\} ([0-9.]+)$', answer.text, re.MULTILINE
        )
        return float(found[1]) if found else 0.0

    assert production.client.get("/metrics").status_code == 401
    before = count()
    for _ in range(20):
        httpx.get(f"{production.client.base_url}/robots.txt", headers=HTTPS, trust_env=False)
    assert count() == before + 20


def test_every_line_of_the_log_is_json_and_names_no_secret(production: SimpleNamespace) -> None:
    answer = production.client.get("/nowhere/", headers={"X-Request-ID": "from-the-proxy-1"})
    assert answer.headers["X-Request-ID"] == "from-the-proxy-1"
    text = production.log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert {"causalflow.requests", "gunicorn.error"} <= {line["logger"] for line in lines}
    assert [line["path"] for line in lines if line.get("request") == "from-the-proxy-1" and "path" in line] == ["/nowhere/"]
    key = Path(production.environment["SECRET_KEY_FILE"]).read_text().strip()
    assert (key in text, TOKEN in text) == (False, False)


def test_server_that_ends_serves_who_waits_and_refuses_who_comes(production: SimpleNamespace, tmp_path: Path) -> None:
    environment = {**production.environment, "WEB_BIND": f"127.0.0.1:{_free_port()}", "WEB_PROCESSES": "1"}
    with contextlib.ExitStack() as opened, _serve(environment, tmp_path / "log", "/healthz") as client:
        address = ("127.0.0.1", client.base_url.port)
        [head] = [child for child in psutil.Process().children() if child.environ().get("WEB_BIND") == environment["WEB_BIND"]]
        [worker] = head.children()
        worker.suspend()
        *waiting, slow = (opened.enter_context(socket.create_connection(address, timeout=30)) for _ in range(10))
        for connection in waiting:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: probe\r\nConnection: close\r\n\r\n")
        slow.sendall(b"GET /healthz HTTP/1.1\r\n")
        head.terminate()
        worker.resume()
        assert {connection.recv(12) for connection in waiting} == {b"HTTP/1.1 200"}
        _wait_until_refused(address)
        slow.sendall(b"Host: probe\r\n\r\n")
        assert slow.recv(12) == b"HTTP/1.1 200", "who came in time is waited for"


def _wait_until_refused(address: tuple[str, int]) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            socket.create_connection(address, timeout=60).close()
        except ConnectionRefusedError:
            return
    pytest.fail("who connects to a server that ends is left to wait")


# Containers


def _instructions() -> list[tuple[str, str]]:
    text = (PROJECT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines()]
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in lines if line and not line.startswith("#")]


def test_dockerfile_pins_its_base_and_runs_as_nobody_in_particular() -> None:
    instructions = _instructions()
    bases = [rest.split()[0] for name, rest in instructions if name == "FROM"]
    assert bases == ["python:3.11-slim-bookworm"] * 2
    last_stage = instructions[[name for name, _ in instructions].index("FROM", 1) :]
    assert [rest for name, rest in last_stage if name == "USER"] == ["10001:10001"]
    assert {name for name, _ in instructions} <= {"FROM", "ENV", "WORKDIR", "RUN", "COPY", "USER", "EXPOSE", "HEALTHCHECK", "CMD"}
    assert next(json.loads(rest) for name, rest in last_stage if name == "CMD")[0] == "gunicorn"


def test_dockerfile_copies_what_is_there_and_not_ignored() -> None:
    lines = (PROJECT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    kept = {line[1:].rstrip("/") for line in lines if line.startswith("!")}
    assert "*" in lines
    sources = [shlex.split(rest)[0].rstrip("/") for name, rest in _instructions() if name == "COPY" and "--from" not in rest]
    assert [source for source in sources if not (PROJECT / source).exists()] == []
    assert set(sources) == kept
    assert [name for name in ("var", ".env", "secrets", ".git", "tests") if any(fnmatch(name, pattern) for pattern in kept)] == []


def test_image_names_documented_variables_alone() -> None:
    words = [word.partition("=")[0] for name, rest in _instructions() if name == "ENV" for word in shlex.split(rest)]
    own = {word for word in words if not word.startswith(("PYTHON", "PIP_")) and word != "PATH"}
    assert own <= documented_variables()


@pytest.fixture(scope="module")
def compose() -> dict[str, dict[str, dict[str, object]]]:
    return yaml.safe_load((PROJECT / "compose.yaml").read_text(encoding="utf-8"))


SERVICE_KEYS = {
    "build", "image", "environment", "secrets", "read_only", "tmpfs", "cap_drop", "security_opt", "init", "stop_grace_period", "logging",
    "volumes", "shm_size", "restart", "healthcheck", "command", "depends_on", "ports",
}  # fmt: skip
CONDITIONS = {"service_started", "service_healthy", "service_completed_successfully"}


def test_compose_has_the_shape_of_a_compose_file(compose: dict) -> None:
    assert set(compose) == {"name", "x-app", "services", "volumes", "secrets"}
    services = compose["services"]
    assert set(services) == {"database", "migrate", "tools", "web", "worker"}
    for service in services.values():
        assert set(service) <= SERVICE_KEYS
        assert {key for key in service.get("depends_on", {}) if key not in services} == set()
        assert {entry["condition"] for entry in service.get("depends_on", {}).values()} <= CONDITIONS
        assert {name for name in service.get("secrets", []) if name not in compose["secrets"]} == set()
        assert {volume.split(":")[0] for volume in service.get("volumes", [])} <= set(compose["volumes"])
        assert set(service.get("healthcheck", {})) <= {"test", "interval", "timeout", "start_period", "retries", "disable"}


def test_compose_gives_secrets_as_files_and_no_other_way(compose: dict) -> None:
    for service in compose["services"].values():
        for name, value in service["environment"].items():
            if "SECRET" in name or "PASSWORD" in name or "TOKEN" in name or name.startswith("DATABASE_URL"):
                assert (name.endswith("_FILE"), value.removeprefix("/run/secrets/") in service["secrets"]) == (True, True)
    assert {entry["file"] for entry in compose["secrets"].values()} == {f"./secrets/{name}" for name in compose["secrets"]}
    assert "secrets/" in (PROJECT / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_compose_gives_our_containers_documented_variables_and_little_power(compose: dict) -> None:
    for name in ("migrate", "tools", "web", "worker"):
        service = compose["services"][name]
        assert set(service["environment"]) <= documented_variables()
        assert (service["read_only"], service["cap_drop"], service["security_opt"]) == (True, ["ALL"], ["no-new-privileges:true"])
    assert compose["services"]["web"]["ports"] == ["127.0.0.1:8000:8000"]
    assert compose["services"]["tools"]["ports"] == ["127.0.0.1:8001:8001"]
    assert "ports" not in compose["services"]["database"]
    assert "/readyz" in compose["services"]["web"]["healthcheck"]["test"][-1]


def test_compose_and_image_have_the_same_major_version_of_postgresql(compose: dict) -> None:
    installed = re.search(r"postgresql-client-(\d+)", (PROJECT / "Dockerfile").read_text(encoding="utf-8"))[1]
    assert compose["services"]["database"]["image"] == f"postgres:{installed}-bookworm"


def test_manual_names_commands_and_variables_that_there_are() -> None:
    text = (PROJECT / "docs" / "operate.md").read_text(encoding="utf-8")
    named = set(re.findall(r"manage\.py ([a-z_]+)", text))
    assert named - set(get_commands()) == set()
    assert {"backup", "restore", "purge", "replay", "migrate", "worker"} <= named
    tables = [
        cell for line in text.splitlines() if line.startswith("| `") for cell in re.findall(r"`([A-Z][A-Z_]+)(?:=1)?`", line.split("|")[1])
    ]
    assert set(tables) - documented_variables() == set()
    assert len(tables) >= 20
