"""Fixtures for every test: nothing leaves the machine, a log-in per role, and a database whose commits are real."""

import gc
import ipaddress
import logging
import random
import shutil
import socket
from collections.abc import Iterator, Mapping
from copy import copy

import hypothesis
import pytest
from django.conf import LazySettings
from django.contrib.auth.models import AbstractBaseUser, Group
from django.http import HttpResponseForbidden
from django.template import Context, Template
from django.test import Client, TransactionTestCase
from django.test.utils import ContextList, setup_databases, teardown_databases
from pytest_django import DjangoDbBlocker
from xdist.workermanage import WorkerController

from causalflow.catalogues import compile_stale
from causalflow.garbage import look_seldom
from tests.chromium import find_chromium
from tests.databases import provide_database, wait_for_no_disk
from tests.examples import drawn
from tests.settings import DATABASES, SCRATCH
from tests.snapshots import restore_snapshot, take_snapshot

# How long an example takes is the machine's business.
hypothesis.settings.register_profile("suite", parent=drawn(100), suppress_health_check=[hypothesis.HealthCheck.too_slow], print_blob=True)
SEED = "hypothesis_seed"


def draw_seed(handed: Mapping[str, object]) -> str:
    """The one that a process of xdist was handed, or another with every run."""
    return str(handed.get(SEED) or random.SystemRandom().randrange(2**32))


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Random tests are random: every run draws another seed unless ``--hypothesis-seed`` names one, and hands it to its processes."""
    if config.getoption(SEED) is None:
        setattr(config.option, SEED, draw_seed(getattr(config, "workerinput", {})))
    hypothesis.settings.load_profile("suite")
    compile_stale()
    gc.disable()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: WorkerController) -> None:
    """xdist hands its processes the words of its own command alone, and they have to draw the same rows."""
    node.workerinput[SEED] = node.config.getoption(SEED)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if terminalreporter.stats.get("failed"):
        terminalreporter.write_line(f"Random tests drew from --hypothesis-seed={config.getoption(SEED)}, which repeats them.")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """What was imported and collected stays to the end: looking through it for garbage again and again took a fifth of the time.

    What a page is made of is gone with it, and needs no look at every 700th object either.
    """
    look_seldom()
    gc.enable()
    gc.collect()
    gc.freeze()


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(SCRATCH, ignore_errors=True)


def _has_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(item.get_closest_marker("django_db") or fixtures & {"db", "transactional_db", "django_db_setup"})


# Why a test runs on PostgreSQL too, as ``@pytest.mark.postgres("locks")`` says it; docs/tests.md tells what each word means.
REASONS = {
    *("backup", "constraints", "dates", "deletion", "grouping", "json", "locks"),
    *("migrations", "order", "races", "rows", "search", "upserts"),
}


def _check_reason(item: pytest.Item) -> None:
    for mark in item.iter_markers("postgres"):
        if len(mark.args) != 1 or mark.args[0] not in REASONS:
            raise pytest.UsageError(f"{item.nodeid}: postgres takes one of {', '.join(sorted(REASONS))}")


def _parts(item: pytest.Item) -> tuple[str, ...]:
    return item.path.relative_to(item.config.rootpath).parts


def _is_pure(item: pytest.Item) -> bool:
    """A test of the core or a provider that asks for no database (pytest-django lets it open none), or one that says so of itself."""
    if not item.get_closest_marker("pure"):
        return not _has_database(item) and bool({"core", "providers"} & set(_parts(item)))
    if _has_database(item):
        raise pytest.UsageError(f"{item.nodeid} is marked pure and asks for a database")
    return True


def draw_shares(items: list[pytest.Item], seed: str) -> None:
    """Of a test that is marked ``share(n)``, one row in ``n`` stays for ``make test``, another one with every seed; the others are long."""
    rows: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("share") and not item.get_closest_marker("long"):
            rows.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for name, among in rows.items():
        parts = among[0].get_closest_marker("share").args[0]
        kept = random.Random(f"{seed} {name}").sample(range(len(among)), -(-len(among) // parts))
        for place, item in enumerate(among):
            if place not in kept:
                item.add_marker("long")


def _waits(item: pytest.Item) -> bool:
    """Whether a test has other processes or threads beside it, and so waits for them more than it works."""
    return "transactional_db" in getattr(item, "fixturenames", ()) or item.get_closest_marker("pure") is not None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Browser tests come last, for their event loop stays in the thread; without a Chromium they are left out (tests/run.py says so).

    Those without a database are marked, so that they need not run once more on another one. Those that wait come first, while other
    parts of the suite have work for the processors; pytest-django has them last.
    """
    draw_shares(items, str(config.getoption(SEED)))
    browser = [item for item in items if "e2e" in item.path.parts]
    for item in browser:
        item.add_marker("e2e")
    for item in items:
        if _is_pure(item):
            item.add_marker("pure")
        _check_reason(item)
    _leave_out_other_databases(config, items)
    if browser and not find_chromium():
        config.hook.pytest_deselected(items=browser)
        items[:] = [item for item in items if "e2e" not in item.path.parts]
    yield
    items.sort(key=lambda item: ("e2e" in item.path.parts, not _waits(item)))


def _leave_out_other_databases(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests of what is so on one database alone are not skipped on the other, for nothing is missing there."""
    engine = DATABASES["default"]["ENGINE"]
    others = [item for item in items if (mark := item.get_closest_marker("only")) and mark.args[0] not in engine]
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]


def _is_loopback(host: object) -> bool:
    if host in (None, "", "localhost", b"localhost"):
        return True
    try:
        return ipaddress.ip_address(host.decode() if isinstance(host, bytes) else str(host)).is_loopback
    except ValueError:
        return False


@pytest.fixture(scope="session", autouse=True)
def _loopback_only() -> Iterator[list[str]]:
    """Every host that is dialled or looked up is written down; one of another machine is refused at once, before a byte leaves."""
    connect, connect_ex, sendto, getaddrinfo = socket.socket.connect, socket.socket.connect_ex, socket.socket.sendto, socket.getaddrinfo
    dialled: list[str] = []

    def refuse_foreign(host: object) -> None:
        dialled.append(host.decode() if isinstance(host, bytes) else str(host or "localhost"))
        if not _is_loopback(host):
            pytest.fail(f"a test tried to reach {host!r}; only loopback is allowed")

    def guarded_connect(self: socket.socket, address: object) -> None:
        if self.family != socket.AF_UNIX:
            refuse_foreign(address[0])
        return connect(self, address)

    def guarded_connect_ex(self: socket.socket, address: object) -> int:
        if self.family != socket.AF_UNIX:
            refuse_foreign(address[0])
        return connect_ex(self, address)

    def guarded_sendto(self: socket.socket, data: bytes, *rest: object) -> int:
        if self.family != socket.AF_UNIX:
            refuse_foreign(rest[-1][0])
        return sendto(self, data, *rest)

    def guarded_getaddrinfo(host: object, *args: object, **kwargs: object) -> object:
        refuse_foreign(host)
        return getaddrinfo(host, *args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded_connect)
        patch.setattr(socket.socket, "connect_ex", guarded_connect_ex)
        patch.setattr(socket.socket, "sendto", guarded_sendto)
        patch.setattr(socket, "getaddrinfo", guarded_getaddrinfo)
        yield dialled


def keep_first_context(store: dict[str, list[object]], template: Template, context: Context, **_told: object) -> None:
    """What a page was made of: every template, and the context of the first, which holds what the view gave."""
    store.setdefault("templates", []).append(template)
    if "context" not in store:
        store["context"] = ContextList([copy(context)])


@pytest.fixture(scope="session", autouse=True)
def _contexts_are_copied_once() -> Iterator[None]:
    """Django's test client copies the context of each of the dozens of templates of a page, and tests ask for what the view gave."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.test.client.store_rendered_templates", keep_first_context)
        yield


@pytest.fixture(autouse=True)
def dialled(_loopback_only: list[str]) -> Iterator[list[str]]:
    """The hosts that this test dialled or looked up so far. A foreign one fails the test, whatever the product caught on the way."""
    _loopback_only.clear()
    yield _loopback_only
    foreign = [host for host in _loopback_only if not _is_loopback(host)]
    _loopback_only.clear()
    if foreign:
        pytest.fail(f"a test tried to reach {foreign}; only loopback is allowed")


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_modify_db_settings: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """A copy of what the migrations make. Tests with real commits end with it: shipped rows are there again, under their own keys."""
    with django_db_blocker.unblock():
        provide_database()
        made = setup_databases(verbosity=0, interactive=False, keepdb=True, serialized_aliases=[])
        wait_for_no_disk()
        shipped = take_snapshot()
    TransactionTestCase._fixture_teardown = lambda _case: restore_snapshot(shipped)
    yield
    with django_db_blocker.unblock():
        teardown_databases(made, verbosity=0)


@pytest.fixture
def committed_db(transactional_db: None) -> None:
    """A database whose commits are real, for threads, other processes and the browser."""


def _person(name: str, role: str | None, manager: type) -> AbstractBaseUser:
    user = manager.create_user(username=name, password="correct horse battery", is_staff=role == "admin")
    if role:
        user.groups.add(Group.objects.get(name=role))
    return user


@pytest.fixture
def analyst(db: None, django_user_model: type) -> AbstractBaseUser:
    return _person("alice", "analyst", django_user_model.objects)


@pytest.fixture
def reviewer(db: None, django_user_model: type) -> AbstractBaseUser:
    return _person("bob", "reviewer", django_user_model.objects)


@pytest.fixture
def admin(db: None, django_user_model: type) -> AbstractBaseUser:
    return _person("charlie", "admin", django_user_model.objects)


@pytest.fixture
def stranger(db: None, django_user_model: type) -> AbstractBaseUser:
    """Somebody with a log-in and no role."""
    return _person("dave", None, django_user_model.objects)


@pytest.fixture
def bare_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that are refused hundreds of times: what a refusal looks like, ``tests/views/test_errors.py`` tells, and what is written
    of it, ``tests/causalflow/test_logs.py``.
    """
    monkeypatch.setattr("causalflow.urls.handler403", lambda request, exception: HttpResponseForbidden(), raising=False)
    monkeypatch.setattr(logging.getLogger("django.request"), "disabled", True)


@pytest.fixture
def cookie_sessions(settings: LazySettings) -> None:
    """For walks through hundreds of pages: who is logged in stands in the cookie itself. What becomes of sessions that are kept in the
    database, the tests of logging in tell, and every other test with a log-in.
    """
    settings.SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"


def _logged_in(user: AbstractBaseUser) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def analyst_client(analyst: AbstractBaseUser) -> Client:
    return _logged_in(analyst)


@pytest.fixture
def reviewer_client(reviewer: AbstractBaseUser) -> Client:
    return _logged_in(reviewer)


@pytest.fixture
def admin_client(admin: AbstractBaseUser) -> Client:
    return _logged_in(admin)


@pytest.fixture
def stranger_client(stranger: AbstractBaseUser) -> Client:
    return _logged_in(stranger)
