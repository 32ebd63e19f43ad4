"""Log-in closes after too many wrong passwords, for that name from that address."""

from datetime import timedelta

import pytest
import time_machine
from axes.models import AccessAttempt
from bs4 import BeautifulSoup
from django.conf import LazySettings, settings
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
        ("2001:db8::1", True, "2001:db8::"),
        ("2001:db8:0:1:2:3:4:5", True, "2001:db8:0:1::"),
        ("::ffff:203.0.113.7", True, "203.0.113.7"),
        ("unknown", True, "10.0.0.1"),
        ("", True, "10.0.0.1"),
    ],
)
def test_address_is_what_our_own_proxy_wrote(forwarded: str, is_behind_proxy: bool, address: str) -> None:
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forwarded)
    with override_settings(BEHIND_PROXY=is_behind_proxy):
        assert client_address(request) == address


def test_a_network_of_one_household_is_one_address(client: Client, analyst: object) -> None:
    """Whoever has IPv6 has 2^64 addresses: with another one for each try no log-in would ever close."""
    statuses = [_try(client, REMOTE_ADDR=f"2001:db8:0:1::{number:x}").status_code for number in range(settings.AXES_FAILURE_LIMIT)]
    assert statuses == [*[200] * (settings.AXES_FAILURE_LIMIT - 1), 429]
    assert _try(client, RIGHT, REMOTE_ADDR="2001:db8:0:1:ffff::1").status_code == 429
    assert _try(client, RIGHT, REMOTE_ADDR="2001:db8:0:2::1").status_code == 302


ABROAD, NEIGHBOUR = "93.184.216.34", "93.184.216.35"


def _spray(address: str, *, forwarded: bool = False) -> None:
    """One wrong password for each of so many names as close an address."""
    for number in range(settings.LOGIN_NAMES):
        given = {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": address} if forwarded else {"REMOTE_ADDR": address}
        assert _try(Client(), name=f"name-{number}", **given).status_code == 200


def test_one_password_for_many_names_closes_the_address(analyst: object, settings: LazySettings) -> None:
    """Each name alone is tried once, so that none of them closes."""
    settings.LOGIN_NAMES = 4
    _spray(ABROAD)
    refused = _try(Client(), RIGHT, REMOTE_ADDR=ABROAD)
    assert (refused.status_code, refused["Retry-After"]) == (429, "900")
    assert not AccessAttempt.objects.filter(username="alice").exists()
    assert _try(Client(), RIGHT, REMOTE_ADDR=NEIGHBOUR).status_code == 302
    with time_machine.travel(timezone.now() + timedelta(minutes=16), tick=False):
        assert _try(Client(), RIGHT, REMOTE_ADDR=ABROAD).status_code == 302


def test_few_names_often_close_themselves_alone(analyst: object, settings: LazySettings) -> None:
    settings.LOGIN_NAMES = 4
    for number in range(3):
        _use_up(Client(), name=f"name-{number}", REMOTE_ADDR=ABROAD)
    assert _try(Client(), RIGHT, REMOTE_ADDR=ABROAD).status_code == 302


@pytest.mark.parametrize(
    ("address", "is_behind_proxy", "status"),
    [("127.0.0.1", False, 302), ("10.0.0.9", False, 302), ("10.0.0.9", True, 429), (ABROAD, True, 429)],
)
def test_an_address_that_all_visitors_share_is_never_closed(
    analyst: object, settings: LazySettings, address: str, is_behind_proxy: bool, status: int
) -> None:
    """Without BEHIND_PROXY everybody comes from the proxy, and whoever wished could keep all out."""
    settings.LOGIN_NAMES, settings.BEHIND_PROXY = 4, is_behind_proxy
    _spray(address, forwarded=is_behind_proxy)
    given = {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": address} if is_behind_proxy else {"REMOTE_ADDR": address}
    assert _try(Client(), RIGHT, **given).status_code == status


def test_session_ends_after_its_hours(client: Client, analyst: object) -> None:
    _try(client, RIGHT)
    assert settings.SESSION_COOKIE_AGE == 12 * 3600
    with time_machine.travel(timezone.now() + timedelta(hours=11, minutes=59), tick=False):
        assert client.get("/").status_code == 200
    with time_machine.travel(timezone.now() + timedelta(hours=12, minutes=1), tick=False):
        assert client.get("/").status_code == 302
