"""Misconfiguration as Django system checks: each message names the variable and what would be right."""

from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

from causalflow import env


@register()
def check_environment(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    return [Error(problem, id="causalflow.E001") for problem in env.problems]


@register(Tags.security, deploy=True)
def check_secret_key(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """A deployment names its own key: the embedded one is made per machine, so sessions would not survive a second web machine."""
    if settings.SECRET_KEY_IS_GIVEN:
        return []
    return [Error("SECRET_KEY is not set; expected at least 50 random characters, or SECRET_KEY_FILE.", id="causalflow.E002")]


@register()
def check_demo(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Demo log-ins have known passwords, so they may exist on loopback alone."""
    foreign = sorted(set(settings.ALLOWED_HOSTS) - {"localhost", "127.0.0.1", "[::1]", "testserver"})
    if not settings.DEMO or not (foreign or settings.HTTPS_ONLY):
        return []
    return [
        Error(
            "DEMO is 1 on a public installation (HTTPS_ONLY or a foreign name in ALLOWED_HOSTS); expected DEMO unset.", id="causalflow.E003"
        )
    ]
