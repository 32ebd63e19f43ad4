import pytest
from bs4 import BeautifulSoup
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import path
from django.views import defaults

import causalflow.urls

PLAIN = {
    404: ("There is no such page", "没有这个页面"),
    403: ("This page is not for your role", "您的角色不能查看此页"),
    400: ("The request could not be read", "请求无法识别"),
    500: ("Something broke on our side", "我们这边出了故障"),
}


def break_down(request: HttpRequest) -> None:
    raise ZeroDivisionError


def refuse(request: HttpRequest) -> None:
    raise SuspiciousOperation


urlpatterns = [*causalflow.urls.urlpatterns, path("break/", break_down), path("refuse/", refuse)]
ADDRESSES = {404: "/nowhere/", 403: "/operations/", 400: "/refuse/", 500: "/break/"}


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("status", PLAIN)
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_error_page_in_plain_words_of_both_languages(analyst_client: Client, status: int, language: str) -> None:
    analyst_client.raise_request_exception = False
    response = analyst_client.get(ADDRESSES[status], headers={"accept-language": language})
    page = BeautifulSoup(response.content, "html.parser")
    assert response.status_code == status
    assert page.h1.get_text() == PLAIN[status][language == "zh-hans"]
    assert page.select_one("main a.main")["href"] == "/"


def test_error_page_stands_without_a_request(db: None) -> None:
    """The last resort must not need what may just have broken."""
    response = defaults.server_error(RequestFactory().get("/"))
    assert b"Something broke on our side" in response.content


def test_policy_forbids_scripts_of_the_page_and_of_others(client: Client) -> None:
    policy = client.get("/login/")["Content-Security-Policy"]
    assert dict(part.strip().split(" ", 1) for part in policy.split(";")) == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self'",
        "font-src": "'self'",
        "connect-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }
