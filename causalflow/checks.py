"""Misconfiguration as Django system checks: each message names the variable and what would be right."""

import inspect
import re
from collections.abc import Sequence
from email.utils import parseaddr
from importlib import import_module
from importlib.util import find_spec

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register  # noqa: A004 - Django's name
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email

from causalflow import env
from causalflow.check_tags import ENVIRONMENT, FITTED
from causalflow.origins import ORIGIN
from causalflow.probes import are_files_collected
from verification.core.claims.scoring import shipped_support
from verification.core.fitted.files import FittedFileError
from verification.core.judging.scorer import shipped_judge
from verification.core.reading.factuality import claim_models, figure_models
from verification.core.tables.scorer import shipped_cells
from verification.providers.base import ProviderError
from verification.providers.door.front_door import check_url
from verification.providers.door.networks import PublicWeb, read_listed, read_stubs

_LOCAL = {"localhost", "127.0.0.1", "[::1]", "testserver"}
_HOST = re.compile(r"\*|\.?[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63}){0,20}|\[[0-9A-Fa-f:.]{2,45}\]")
_ADDRESS = re.compile(r"https?://(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?(?:/[A-Za-z0-9._~/-]{0,200})?")
_ORIGIN = re.compile(r"https?://(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?")
_PAGE = re.compile(r"https?://[!-~]{1,2000}")
_BIND = re.compile(r"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):\d{1,5}")
_PROFILE = re.compile(r"[A-Za-z0-9_-]{1,40}")
_SHORTEST_KEY = 50
ASKED_ADDRESSES = (
    "TAVILY_URL",
    "SERPER_URL",
    "SEARXNG_URL",
    "FACT_CHECK_URL",
    "WIKIDATA_URL",
    "PAGE_READER_URL",
    "WAYBACK_INDEX_URL",
    "WAYBACK_URL",
    "CROSSREF_URL",
    "DATACITE_URL",
)
TASK_MODULES = ("verification.tasks", "attribution.tasks")


def is_public() -> bool:
    """Whether somebody from another machine is meant to reach the pages."""
    return settings.HTTPS_ONLY or bool(set(settings.ALLOWED_HOSTS) - _LOCAL)


@register(ENVIRONMENT)
def check_environment(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    return [Error(problem, id="causalflow.E001") for problem in env.problems]


@register(ENVIRONMENT)
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


@register(deploy=True)
def check_files_of_deployment(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Without them no page can be shown (``causalflow.errors``); the API needs none."""
    if settings.DEBUG or are_files_collected():
        return []
    return [
        Warning(f"The files of the pages are not collected in {settings.STATIC_ROOT}; run manage.py collectstatic.", id="causalflow.W001")
    ]


@register(ENVIRONMENT)
def check_demo(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Demo log-ins have known passwords, and pages of errors show settings: both may exist on loopback alone."""
    if not is_public():
        return []
    return [
        Error(f"{name} is 1 on a public installation (HTTPS_ONLY or a foreign name in ALLOWED_HOSTS); expected {name} unset.", id=code)
        for name, code in (("DEMO", "causalflow.E003"), ("DEBUG", "causalflow.E004"))
        if getattr(settings, name)
    ]


@register(ENVIRONMENT)
def check_demo_stubs(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Addresses of this machine are open to the door for a demo alone, and each one by name."""
    for name in ("DEMO_STUBS", "DEMO_RECEIVER"):
        if getattr(settings, name) and not settings.DEMO:
            return [
                Error(f"{name} is set without DEMO=1; expected it unset: nothing of this machine is part of the web.", id="causalflow.E007")
            ]
    if settings.DEMO_MODEL and not (settings.DEMO and settings.DEMO_MODEL.startswith("http://127.0.0.1:")):
        return [Error("DEMO_MODEL is for DEMO=1 alone; expected an address such as http://127.0.0.1:8102/v1.", id="causalflow.E007")]
    try:
        read_stubs([*settings.DEMO_STUBS, *filter(None, [settings.DEMO_RECEIVER])])
    except ValueError as error:
        return [Error(f"DEMO_STUBS and DEMO_RECEIVER: {error}.", id="causalflow.E007")]
    return []


@register(ENVIRONMENT)
def check_hosts(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    return [
        Error(f"ALLOWED_HOSTS holds {name!r}; expected host names without scheme, port or path, separated by commas.", id="causalflow.E005")
        for name in settings.ALLOWED_HOSTS
        if not _HOST.fullmatch(name)
    ]


@register(ENVIRONMENT)
def check_origins(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """A browser sends an origin in one spelling alone; any other would never match, and nobody would know why."""
    return [
        Error(
            f"CORS_ORIGINS holds {origin!r}; expected origins such as https://app.example.com, in small letters, without a path or *.",
            id="causalflow.E012",
        )
        for origin in settings.CORS_ORIGINS
        if not ORIGIN.fullmatch(origin)
    ]


@register(ENVIRONMENT)
def check_search_addresses(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """A key is sent to some of these addresses, so a typing error in one should not wait for the first search."""
    return [
        Error(f"{name} is {address!r}; expected http:// or https://, a host, and a path if any.", id="causalflow.E006")
        for name in ASKED_ADDRESSES
        if (address := getattr(settings, name)) and not _ADDRESS.fullmatch(address)
    ] + [
        Error(
            f"The address of the series of {name} is {address!r}; expected http:// or https://, a host, and a path.", id="causalflow.E006"
        )
        for name, address in settings.SERIES_URLS.items()
        if not _ADDRESS.fullmatch(address)
    ]


@register(ENVIRONMENT)
def check_own_addresses(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Where we are and who answers for us stands in a header of everything that is asked of the outside, and in every link that is sent."""
    expected = "expected http:// or https:// and a host in ASCII letters (a name in others as xn--…)"
    found: list[CheckMessage] = [
        Error(f"{name} is {address!r}; {expected}{rest}.", id="causalflow.E014")
        for name, form, rest in (
            ("SITE_URL", _ADDRESS, ", and a path if any"),
            ("MCP_URL", _ADDRESS, ", and a path if any"),
            ("PROGRESS_URL", _ORIGIN, ", without a path"),
            ("TRY_PAGE", _PAGE, ""),
        )
        if (address := getattr(settings, name)) and not form.fullmatch(address)
    ]
    found += [
        Error(f"{name} is {bind!r}; expected a host and a port, such as 127.0.0.1:8000.", id="causalflow.E014")
        for name, bind in (("WEB_BIND", settings.WEB_BIND), ("MCP_BIND", settings.MCP_BIND))
        if not _BIND.fullmatch(bind) and not (name == "WEB_BIND" and bind.startswith("unix:"))
    ]
    for name, address in (("CONTACT_EMAIL", settings.CONTACT_EMAIL), ("EMAIL_FROM", parseaddr(settings.DEFAULT_FROM_EMAIL)[1])):
        if (address or name == "EMAIL_FROM") and not _is_mail_address(address):
            found.append(Error(f"{name} is {address!r}; expected an address such as ops@example.com.", id="causalflow.E014"))
    return found


def _is_mail_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return text.isascii()


@register(ENVIRONMENT)
def check_private_hosts(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """With one bad entry no webhook could be sent, and no request that names an address be answered."""
    try:
        read_listed(settings.WEBHOOK_PRIVATE_HOSTS)
    except ValueError as error:
        return [Error(f"WEBHOOK_PRIVATE_HOSTS: {error}.", id="causalflow.E015")]
    return []


@register(ENVIRONMENT)
def check_tracing(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Whoever wants spans should not find out by their absence that nobody sends them."""
    endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT
    if not endpoint:
        return []
    if not _ADDRESS.fullmatch(endpoint):
        said = f"OTEL_EXPORTER_OTLP_ENDPOINT is {endpoint!r}; expected http:// or https://, a host, and a path if any."
        return [Error(said, id="causalflow.E013")]
    if find_spec("opentelemetry.sdk") is None or find_spec("opentelemetry.exporter") is None:
        said = "OTEL_EXPORTER_OTLP_ENDPOINT is set, but what sends spans is not installed; pip install -r requirements-tracing.txt"
        return [Error(said, id="causalflow.E013")]
    return []


@register(ENVIRONMENT)
def check_alerts(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Whoever is to be told of trouble should not be missing when there is some. The webhook's address may be a secret and is not shown."""
    found: list[CheckMessage] = []
    for address in settings.ALERT_EMAILS:
        try:
            validate_email(address)
        except ValidationError:
            said = f"ALERT_EMAILS holds {address!r}; expected addresses such as ops@example.com, separated by commas."
            found.append(Error(said, id="causalflow.E008"))
    if settings.ALERT_EMAILS and not settings.HAS_EMAIL:
        found.append(Error("ALERT_EMAILS is set without EMAIL_HOST; expected a mail server to send by.", id="causalflow.E008"))
    if settings.ALERT_WEBHOOK and not settings.DEMO:
        try:
            check_url(settings.ALERT_WEBHOOK, PublicWeb())
        except ProviderError as error:
            found.append(
                Error(f"ALERT_WEBHOOK can't be used ({error.fault}); expected a public http or https address.", id="causalflow.E008")
            )
    return found


@register(ENVIRONMENT)
def check_embeddings(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Whether such a profile exists only the database knows; an address or a model's name in its place is seen here."""
    name = settings.EMBEDDINGS_PROFILE
    if not name or _PROFILE.fullmatch(name):
        return []
    said = (
        f"EMBEDDINGS_PROFILE is {name[:60]!r}; expected the name of a model profile: letters, digits, hyphens and underscores, at most 40."
    )
    return [Error(said, id="causalflow.E010")]


@register()
def check_tasks(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """django-q2 calls a coroutine function and never runs its body, and asks for it again for ever."""
    return [
        Error(
            f"{module}.{name} is async; expected a plain function that calls asyncio.run, for django-q2 runs no other.",
            id="causalflow.E009",
        )
        for module in TASK_MODULES
        for name, member in sorted(vars(import_module(module)).items())
        if inspect.iscoroutinefunction(member) or inspect.isasyncgenfunction(member)
    ]


@register(FITTED)
def check_judge(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Without the fitted files that it was shipped with no figure, no cell, no claim and no wording can be weighed."""
    try:
        shipped_judge()
        shipped_cells()
        shipped_support()
        figure_models()
        claim_models()
    except FittedFileError as error:
        return [Error(f"{error}.", id="causalflow.E011")]
    return []


def refuse_misconfiguration() -> None:
    """For web servers, which run no system checks of their own: raises ImproperlyConfigured with every problem."""
    checks = (
        check_environment,
        check_secret_key,
        check_demo,
        check_demo_stubs,
        check_hosts,
        check_origins,
        check_search_addresses,
        check_own_addresses,
        check_private_hosts,
        check_alerts,
        check_embeddings,
        check_judge,
    )
    problems = [str(message.msg) for check in checks for message in check(None)]
    if problems:
        raise ImproperlyConfigured(" ".join(problems))
