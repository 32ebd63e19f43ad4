"""Log-in closes after too many wrong passwords, for that name from that address."""

from datetime import timedelta

import pytest
import time_machine
from axes.models import AccessAttempt
from bs4 import BeautifulSoup
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.utils import timezone

from causalflow.throttle import client_address

RIGHT, WRONG = "correct horse battery", "wrong"


def _try(client: Client, password: str = WRONG, *, name: str = "alice", path: str = "/login/", **extra: str) -> HttpResponse:
    return client.post(path, {"username": name, "password": password}, **extra)


def _use_up(client: Client, **given: str) -> HttpResponse:
    responses = [_try(client, **given) for _ in range(settings.AXES_FAILURE_LIMIT)]
    assert [response.status_code for response in responses[:-1]] == [200] * (settings.AXES_FAILURE_LIMIT - 1)
    return responses[-1]


@pytest.mark.parametrize(
    "language, heading, sentence",
    [
        ("en", "Too many tries", "This log-in is closed for 15 minutes."),
        ("zh-hans", "尝试次数过多", "此登录已关闭 15 分钟"),
    ],
)
def test_log_in_closes_after_too_many_tries(client: Client, analyst: object, language: str, heading: str, sentence: str) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    response = _use_up(client)
    page = BeautifulSoup(response.content, "html.parser")
    assert (response.status_code, response["Retry-After"]) == (429, "900")
    assert page.h1.get_text() == heading
    assert sentence in page.get_text()
    assert _try(client, RIGHT).status_code == 429


def test_the_admin_has_no_door_of_its_own(client: Client, admin: object) -> None:
    _use_up(client, name="charlie")
    answer = _try(client, RIGHT, name="charlie", path="/admin/login/")
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/login/")
    assert client.get("/admin/").status_code == 302
    assert _try(client, RIGHT, name="charlie").status_code == 429


def test_names_that_nobody_has_close_too(client: Client, db: None) -> None:
    """Else the answer would tell which names there are."""
    assert _use_up(client, name="nobody").status_code == 429


def test_others_are_not_locked_out(client: Client, analyst: object, reviewer: object) -> None:
    _use_up(client)
    assert _try(client, RIGHT, name="bob").status_code == 302
    assert _try(Client(), RIGHT, REMOTE_ADDR="10.0.0.9").status_code == 302


def test_a_right_password_sets_the_count_back(client: Client, analyst: object) -> None:
    for _ in range(2):
        for _ in range(settings.AXES_FAILURE_LIMIT - 1):
            _try(client)
        assert _try(client, RIGHT).status_code == 302
        client.logout()


def test_log_in_opens_again_when_the_time_is_over(client: Client, analyst: object) -> None:
    _use_up(client)
    with time_machine.travel(timezone.now() + timedelta(minutes=14), tick=False):
        assert _try(client, RIGHT).status_code == 429
    with time_machine.travel(timezone.now() + timedelta(minutes=16), tick=False):
        assert _try(client, RIGHT).status_code == 302


def test_no_password_is_kept(client: Client, analyst: object) -> None:
    _try(client, "my other password")
    row = AccessAttempt.objects.get()
    assert not any("my other password" in str(value) for value in vars(row).values())


def test_those_who_are_in_stay_in(analyst_client: Client) -> None:
    _use_up(Client())
    assert analyst_client.get("/").status_code == 200


@pytest.mark.parametrize(
    "forwarded, is_behind_proxy, address",
    [
        ("203.0.113.7", False, "10.0.0.1"),
        ("203.0.113.7", True, "203.0.113.7"),
        ("198.51.100.1, 203.0.113.7", True, "203.0.113.7"),
        ("2001:db8::1", True, "2001:db8::1"),
        ("unknown", True, "10.0.0.1"),
        ("", True, "10.0.0.1"),
    ],
)
def test_address_is_what_our_own_proxy_wrote(forwarded: str, is_behind_proxy: bool, address: str) -> None:
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forwarded)
    with override_settings(BEHIND_PROXY=is_behind_proxy):
        assert client_address(request) == address


def test_session_ends_after_its_hours(client: Client, analyst: object) -> None:
    _try(client, RIGHT)
    assert settings.SESSION_COOKIE_AGE == 12 * 3600
    with time_machine.travel(timezone.now() + timedelta(hours=11, minutes=59), tick=False):
        assert client.get("/").status_code == 200
    with time_machine.travel(timezone.now() + timedelta(hours=12, minutes=1), tick=False):
        assert client.get("/").status_code == 302
