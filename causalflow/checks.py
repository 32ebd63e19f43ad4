"""Misconfiguration as Django system checks: each message names the variable and what would be right."""

import re
from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured

from causalflow import env

_LOCAL = {"localhost", "127.0.0.1", "[::1]", "testserver"}
_HOST = re.compile(r"\*|\.?[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63}){0,20}|\[[0-9A-Fa-f:.]{2,45}\]")
_SHORTEST_KEY = 50


def is_public() -> bool:
    """Whether somebody from another machine is meant to reach the pages."""
    return settings.HTTPS_ONLY or bool(set(settings.ALLOWED_HOSTS) - _LOCAL)


@register()
def check_environment(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    return [Error(problem, id="causalflow.E001") for problem in env.problems]


@register()
def check_secret_key(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """A public installation names its own key: the embedded one is made per machine, so sessions would not survive a second one."""
    expected = (
        f"expected at least {_SHORTEST_KEY} random characters in SECRET_KEY, or the name of a file that holds them in SECRET_KEY_FILE"
    )
    if settings.SECRET_KEY_IS_GIVEN and len(settings.SECRET_KEY) < _SHORTEST_KEY:
        return [Error(f"SECRET_KEY has {len(settings.SECRET_KEY)} characters; {expected}.", id="causalflow.E002")]
    if is_public() and not settings.SECRET_KEY_IS_GIVEN:
        return [Error(f"SECRET_KEY is not set on a public installation; {expected}.", id="causalflow.E002")]
    return []


@register(Tags.security, deploy=True)
def check_secret_key_of_deployment(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """``check --deploy`` asks for a key even where no public name is set yet."""
    if settings.SECRET_KEY_IS_GIVEN or is_public():
        return []
    return [Error("SECRET_KEY is not set; expected at least 50 random characters, or SECRET_KEY_FILE.", id="causalflow.E002")]


@register()
def check_demo(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Demo log-ins have known passwords, and pages of errors show settings: both may exist on loopback alone."""
    if not is_public():
        return []
    return [
        Error(f"{name} is 1 on a public installation (HTTPS_ONLY or a foreign name in ALLOWED_HOSTS); expected {name} unset.", id=code)
        for name, code in (("DEMO", "causalflow.E003"), ("DEBUG", "causalflow.E004"))
        if getattr(settings, name)
    ]


@register()
def check_hosts(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    return [
        Error(f"ALLOWED_HOSTS holds {name!r}; expected host names without scheme, port or path, separated by commas.", id="causalflow.E005")
        for name in settings.ALLOWED_HOSTS
        if not _HOST.fullmatch(name)
    ]


def refuse_misconfiguration() -> None:
    """For web servers, which run no system checks of their own: raises ImproperlyConfigured with every problem."""
    checks = (check_environment, check_secret_key, check_demo, check_hosts)
    problems = [str(message.msg) for check in checks for message in check(None)]
    if problems:
        raise ImproperlyConfigured(" ".join(problems))
