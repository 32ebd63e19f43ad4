"""Django settings of CausalFlow. Each value that a deployment may change comes from the environment; ``.env.example`` documents them."""

import contextlib
import os
import secrets
import tempfile
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from causalflow import env, publishers
from causalflow.page_settings import *  # noqa: F403 (how pages are made)
from causalflow.program_settings import *  # noqa: F403 (what programs come in by)
from causalflow.static_settings import *  # noqa: F403 (the files that pages ask for)

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.env_text("VAR_DIR", str(BASE_DIR / "var"))).resolve()

DEBUG = env.env_bool("DEBUG")
DEMO = env.env_bool("DEMO")
# The only addresses of this machine that the door to the web may reach, and only in a demo.
DEMO_STUBS = env.env_list("DEMO_STUBS")
DEMO_RECEIVER = env.env_text("DEMO_RECEIVER")
DEMO_MODEL = env.env_text("DEMO_MODEL").rstrip("/")
HTTPS_ONLY = env.env_bool("HTTPS_ONLY")
BEHIND_PROXY = env.env_bool("BEHIND_PROXY")


def _embedded_secret_key() -> str:
    """A key made once for a local installation, kept beside its database; production names its own (checked in ``checks``)."""
    path = VAR_DIR / "secret_key"
    try:
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            # Written whole, then linked under its name: of two processes that start at once, one makes the key and both read it.
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=VAR_DIR) as draft:
                draft.write(secrets.token_urlsafe(64))
                draft.flush()
                with contextlib.suppress(FileExistsError):
                    os.link(draft.name, path)
        return path.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        env.report(f"VAR_DIR is {str(VAR_DIR)!r}, which can't be used ({type(error).__name__}); expected a folder that we may write to.")
        return secrets.token_urlsafe(64)


_GIVEN_SECRET_KEY = env.env_secret("SECRET_KEY")
SECRET_KEY_IS_GIVEN = bool(_GIVEN_SECRET_KEY)
SECRET_KEY = _GIVEN_SECRET_KEY or _embedded_secret_key()
env.hide_secret(SECRET_KEY)
ALLOWED_HOSTS = env.env_list("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.env_list("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "causalflow.apps.OfficeConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "axes",
    "csp",
    "django_filters",
    "django_htmx",
    "django_q",
    "rest_framework",
    "drf_spectacular",
    "causalflow.apps.CausalFlowConfig",
    "verification.apps.VerificationConfig",
    "attribution.apps.AttributionConfig",
    "mcp_server.apps.McpServerConfig",
]

MIDDLEWARE = [
    "causalflow.middleware.trace_requests",
    "causalflow.middleware.limit_features",
    "django.middleware.security.SecurityMiddleware",
    "causalflow.middleware.answer_probes",
    "causalflow.origins.share_with_origins",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "causalflow.middleware.refuse_nul",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "causalflow.profiles.use_profile",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "causalflow.urls"
WSGI_APPLICATION = "causalflow.wsgi.application"
ASGI_APPLICATION = "causalflow.asgi.application"

DATABASE_POOLED = env.env_bool("DATABASE_POOLED")


def _sqlite(config: dict[str, object]) -> dict[str, object]:
    path = Path(str(config["NAME"]))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        env.report(f"The folder {str(path.parent)!r} of the database can't be made ({type(error).__name__}); see VAR_DIR and DATABASE_URL.")
    options = {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"}
    return {**config, "NAME": str(path.resolve()), "OPTIONS": options}


def _postgresql(config: dict[str, object]) -> dict[str, object]:
    """A server that does not answer is given up after five seconds, so that a probe says so while somebody still listens.

    Our questions are short and find their rows by index: compiling them (JIT) takes longer than answering, and rows on today's disks,
    or in memory, are near wherever they lie. Measured on a million runs: 230 ms in place of 1340 for the list of nodes. A pooler by
    transaction knows no such options, and no cursor and no plan that outlive a transaction.
    """
    direct = {"options": "-c jit=off -c random_page_cost=1.1", "prepare_threshold": 2}
    given, ours = config.get("OPTIONS"), {} if DATABASE_POOLED else direct
    options = {"connect_timeout": 5, **ours, **(given if isinstance(given, dict) else {})}
    return {**config, "DISABLE_SERVER_SIDE_CURSORS": DATABASE_POOLED, "OPTIONS": options}


def _database() -> dict[str, object]:
    """SQLite in ``VAR_DIR`` unless ``DATABASE_URL`` names another database. The options were measured: no lock error in any run."""
    embedded = f"sqlite:///{VAR_DIR / 'causalflow.sqlite3'}"
    expected = "expected sqlite:////path/file or postgres://user:password@host:port/name."
    url = env.env_secret("DATABASE_URL") or embedded
    if not url.startswith(("sqlite:///", "postgres://", "postgresql://")):
        env.report(f"DATABASE_URL names an unknown kind of database; {expected}")
        url = embedded
    try:
        config: dict[str, object] = dict(dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True))
    except (ValueError, dj_database_url.ParseError, dj_database_url.UnknownSchemeError):
        config = {}
    if not config.get("NAME"):
        env.report(f"DATABASE_URL can't be read; {expected}")
        config = dict(dj_database_url.parse(embedded, conn_max_age=60, conn_health_checks=True))
    env.hide_secret(str(config.get("PASSWORD") or ""))
    return _sqlite(config) if config["ENGINE"] == "django.db.backends.sqlite3" else _postgresql(config)


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTHENTICATION_BACKENDS = ["causalflow.throttle.ThrottleBackend", "causalflow.accounts.AccountBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# Log-in is closed for one name from one address after so many wrong passwords; a right one sets the count back. An address from which
# wrong ones of so many names came is closed for every name.
LOGIN_LOCK_MINUTES = env.env_int("LOGIN_LOCK_MINUTES", 15, low=1, high=1440)
AXES_FAILURE_LIMIT = env.env_int("LOGIN_FAILURES", 10, low=3, high=100)
LOGIN_NAMES = env.env_int("LOGIN_NAMES", 30, low=3, high=10_000)
AXES_COOLOFF_TIME = timedelta(minutes=LOGIN_LOCK_MINUTES)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_CALLABLE = "causalflow.throttle.refuse_log_in"
AXES_CLIENT_IP_CALLABLE = "causalflow.throttle.client_address"
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_SENSITIVE_PARAMETERS = ["password"]
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "nodes"
LOGOUT_REDIRECT_URL = "login"

LANGUAGE_CODE = env.env_choice("LANGUAGE_CODE", "en", choices=("en", "zh-hans"))
LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "causalflow.formats"
USE_TZ = True


def _time_zone() -> str:
    name = env.env_text("TIME_ZONE", "Asia/Shanghai")
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        env.report(f"TIME_ZONE is {name!r}; expected a name of the IANA database such as Asia/Shanghai.")
        return "Asia/Shanghai"
    return name


TIME_ZONE = _time_zone()

STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = Path(env.env_text("STATIC_ROOT", str(VAR_DIR / "static"))).resolve()

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF, *([PROGRESS_URL] if PROGRESS_URL else [])],  # noqa: F405
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS_ONLY
# Probes come from inside, by address and without TLS.
SECURE_REDIRECT_EXEMPT = [r"^(?:healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS_ONLY else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS_ONLY
SECURE_HSTS_PRELOAD = HTTPS_ONLY
SESSION_COOKIE_SECURE = HTTPS_ONLY
CSRF_COOKIE_SECURE = HTTPS_ONLY
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 3600 * env.env_int("SESSION_HOURS", 12, low=1, high=8760)
SESSION_EXPIRE_AT_BROWSER_CLOSE = env.env_bool("SESSION_ENDS_WITH_BROWSER")
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# The values follow from experiments with django-q2 (docs/operate.md): retry >= timeout * (2 + queue_limit / workers) + 30.
Q_CLUSTER = {
    "name": "causalflow",
    "orm": "default",
    "broker_class": "verification.services.queue.broker.OwnedBroker",
    "workers": 3,  # one of them for who asks for one (verification.services.queue.broker)
    "queue_limit": 2,
    "bulk": 1,
    "timeout": 120,
    "retry": 420,
    "max_attempts": 3,
    "ack_failures": False,
    "save_limit": -1,
    "catch_up": False,
    "poll": 0.5,
    "recycle": 1_000_000,  # never: a process of the cluster that is gone has died (verification.services.operations.supervision)
}

# Verification
# Unset, a model proposes where one can be asked.
EXTRACTOR = env.env_choice("EXTRACTOR", "rules", choices=("rules", "llm")) if env.env_text("EXTRACTOR") else ""
# The model profile that gives vectors of texts; unset, likeness is measured by words.
EMBEDDINGS_PROFILE = env.env_text("EMBEDDINGS_PROFILE")
RUN_LEASE_SECONDS = env.env_int("RUN_LEASE_SECONDS", 30, low=3, high=3600)
RUN_MAX_ATTEMPTS = env.env_int("RUN_MAX_ATTEMPTS", 3, low=1, high=10)
WEBHOOK_PRIVATE_HOSTS = env.env_list("WEBHOOK_PRIVATE_HOSTS")
WEBHOOK_TIMEOUT_SECONDS = env.env_int("WEBHOOK_TIMEOUT_SECONDS", 10, low=1, high=25)
RUN_DEADLINE_SECONDS = env.env_int("RUN_DEADLINE_SECONDS", 100, low=5, high=110)
SEARCH_CONCURRENCY = env.env_int("SEARCH_CONCURRENCY", 5, low=1, high=100)
WHITELIST_RESULTS = 5
WEB_RESULTS = 10

# Search services: one whose key or address is set may be asked.
SEARCH_TIMEOUT_SECONDS = env.env_int("SEARCH_TIMEOUT_SECONDS", 20, low=1, high=60)
TAVILY_API_KEY = env.env_key("TAVILY_API_KEY")
TAVILY_URL = env.env_text("TAVILY_URL", "https://api.tavily.com").rstrip("/")
SERPER_API_KEY = env.env_key("SERPER_API_KEY")
SERPER_URL = env.env_text("SERPER_URL", "https://google.serper.dev").rstrip("/")
SEARXNG_URL = env.env_text("SEARXNG_URL").rstrip("/")
PAGE_READER_URL = env.env_text("PAGE_READER_URL").rstrip("/")
PAGE_READER_API_KEY = env.env_key("PAGE_READER_API_KEY")

# The keys of the shipped models are read where they are used (``model_profiles``); here it is only seen what is wrong with one.
for _name in ("OPENAI_API_KEY", "DEEPSEEK_API_KEY", "DASHSCOPE_API_KEY"):
    env.env_key(_name)

# Deep citation checks: archived copies of dead links, what a DOI names, and what fact-checkers and Wikidata say with a claim.
CONTACT_EMAIL = env.env_text("CONTACT_EMAIL")
TRY_PAGE = env.env_text("TRY_PAGE", "https://example.com/")
WAYBACK_INDEX_URL = env.env_text("WAYBACK_INDEX_URL", "https://web.archive.org/cdx/search/cdx").rstrip("/")
WAYBACK_URL = env.env_text("WAYBACK_URL", "https://archive.org/wayback/available").rstrip("/")
CROSSREF_URL = env.env_text("CROSSREF_URL", "https://api.crossref.org/works").rstrip("/")
DATACITE_URL = env.env_text("DATACITE_URL", "https://api.datacite.org/dois").rstrip("/")
GOOGLE_FACT_CHECK_API_KEY = env.env_key("GOOGLE_FACT_CHECK_API_KEY")
FACT_CHECK_URL = env.env_text("FACT_CHECK_URL", "https://factchecktools.googleapis.com/v1alpha1").rstrip("/")
WIKIDATA_LOOKUP = env.env_bool("WIKIDATA_LOOKUP")
WIKIDATA_URL = env.env_text("WIKIDATA_URL", "https://www.wikidata.org/w/api.php").rstrip("/")

# Publishers of official series: where each is asked, which may be asked, and keys. The BLS's only lets it be asked more often.
SERIES_URLS, SERIES_PROVIDERS = publishers.read_addresses(), env.env_choices("SERIES_PROVIDERS", choices=publishers.NAMES)
FRED_API_KEY, BLS_API_KEY = env.env_key("FRED_API_KEY"), env.env_key("BLS_API_KEY")

# Budget (seed 003): what may be spent in a month, how many tools events may call in a day, and how long their searches are kept.
DEEP_ANALYSIS_MONTHLY_BUDGET = env.env_decimal("DEEP_ANALYSIS_MONTHLY_BUDGET", "30", low="0", high="1000000")
DEEP_ANALYSIS_TOOL_DAILY_LIMIT = env.env_int("DEEP_ANALYSIS_TOOL_DAILY_LIMIT", 50, low=0, high=1_000_000)
SEARCH_CACHE_TTL_SECONDS = env.env_int("SEARCH_CACHE_TTL_SECONDS", 600, low=0, high=86_400)

# Events (seed 003). The demo uses the tools for every message.
DEEP_ANALYSIS_TOOLS_ENABLED = env.env_bool("DEEP_ANALYSIS_TOOLS_ENABLED", DEMO)
DEEP_ANALYSIS_MAX_TOOL_CALLS = env.env_int("DEEP_ANALYSIS_MAX_TOOL_CALLS", 3, low=0, high=3)
DEEP_ANALYSIS_TOOL_TIMEOUT = env.env_int("DEEP_ANALYSIS_TOOL_TIMEOUT", 10, low=1, high=60)
DEEP_ANALYSIS_SEARCH_PROVIDER = env.env_choice("DEEP_ANALYSIS_SEARCH_PROVIDER", "tavily", choices=("tavily", "serper", "searxng", "corpus"))
TOOL_SEARCH_ENABLED = env.env_bool("TOOL_SEARCH_ENABLED", True)
TOOL_PRICE_ENABLED = env.env_bool("TOOL_PRICE_ENABLED", True)
TOOL_MACRO_ENABLED = env.env_bool("TOOL_MACRO_ENABLED", True)
TOOL_ONCHAIN_ENABLED = env.env_bool("TOOL_ONCHAIN_ENABLED")
if TOOL_ONCHAIN_ENABLED:
    env.report("TOOL_ONCHAIN_ENABLED is on, and there is no such tool yet; expected false.")
SEARCH_MAX_RESULTS = env.env_int("SEARCH_MAX_RESULTS", 5, low=1, high=20)
SEARCH_MULTI_SOURCE_THRESHOLD = env.env_int("SEARCH_MULTI_SOURCE_THRESHOLD", 3, low=2, high=20)
SEARCH_INCLUDE_DOMAINS = env.env_list("SEARCH_INCLUDE_DOMAINS", "coindesk.com,theblock.co,cointelegraph.com")
PHASE1_ROLLOUT_PERCENTAGE = env.env_decimal("PHASE1_ROLLOUT_PERCENTAGE", "1" if DEMO else "0.05", low="0", high="1")
HIGH_VALUE_CONFIDENCE_THRESHOLD = env.env_decimal("HIGH_VALUE_CONFIDENCE_THRESHOLD", "0.75", low="0", high="1")

# Review
REVIEW_FOUR_EYES = env.env_bool("REVIEW_FOUR_EYES")

# Alerts
SITE_URL = env.env_text("SITE_URL", "http://localhost:8000").rstrip("/")
EMAIL_HOST = env.env_text("EMAIL_HOST")
HAS_EMAIL = bool(EMAIL_HOST)
_EMAIL_SECURITY = env.env_choice("EMAIL_SECURITY", "starttls", choices=("starttls", "tls", "none"))
EMAIL_USE_TLS = _EMAIL_SECURITY == "starttls"
EMAIL_USE_SSL = _EMAIL_SECURITY == "tls"
EMAIL_PORT = env.env_int("EMAIL_PORT", 465 if EMAIL_USE_SSL else 587, low=1, high=65_535)
EMAIL_HOST_USER = env.env_text("EMAIL_USER")
EMAIL_HOST_PASSWORD = env.env_secret("EMAIL_PASSWORD")
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.env_text("EMAIL_FROM", "CausalFlow <causalflow@localhost>")
# Who hears that the installation itself is not well; the address of a webhook is a secret at many services.
ALERT_EMAILS = env.env_list("ALERT_EMAILS")
ALERT_WEBHOOK = env.env_secret("ALERT_WEBHOOK")

# Attribution (seed 004, 3.2); an admin and each request may say otherwise.
ATTRIBUTION = {
    "enabled": env.env_bool("ATTRIBUTION_ENABLED", True),
    "mode": env.env_choice("ATTRIBUTION_MODE", "reverse", choices=("reverse", "forward")),
    "max_sources": env.env_int("ATTRIBUTION_MAX_SOURCES", 5, low=1, high=200),
    "min_relevance_score": float(env.env_decimal("ATTRIBUTION_MIN_RELEVANCE_SCORE", "0.3", low="0", high="1")),
    "extract_entities": env.env_bool("ATTRIBUTION_EXTRACT_ENTITIES", True),
    "match_threshold": float(env.env_decimal("ATTRIBUTION_MATCH_THRESHOLD", "0.3", low="0", high="1")),
    "show_match_score": env.env_bool("ATTRIBUTION_SHOW_MATCH_SCORE"),
    "show_relevance_score": env.env_bool("ATTRIBUTION_SHOW_RELEVANCE_SCORE"),
    "use_embeddings": env.env_bool("ATTRIBUTION_USE_EMBEDDINGS"),
}
RETENTION_ATTRIBUTION_DAYS = env.env_int("RETENTION_ATTRIBUTION_DAYS", 90, low=0, high=36_500)

# Operation
METRICS_TOKEN = env.env_secret("METRICS_TOKEN")
PROMETHEUS_MULTIPROC_DIR = env.env_text("PROMETHEUS_MULTIPROC_DIR")
QUEUE_MAX_AGE_SECONDS = env.env_int("QUEUE_MAX_AGE_SECONDS", 900, low=30, high=604_800)
# 0 keeps everything.
RETENTION_RUN_DAYS = env.env_int("RETENTION_RUN_DAYS", 365, low=0, high=36_500)
RETENTION_TASK_DAYS = env.env_int("RETENTION_TASK_DAYS", 30, low=0, high=36_500)
RETENTION_CALL_DAYS = env.env_int("RETENTION_CALL_DAYS", 30, low=0, high=36_500)
# What the workers do by themselves; 0 leaves the purge to the command.
PURGE_EVERY_HOURS = env.env_int("PURGE_EVERY_HOURS", 24, low=0, high=720)
ALERT_EVERY_SECONDS = env.env_int("ALERT_EVERY_SECONDS", 60, low=10, high=3600)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "causalflow.logs.LineFormatter"}, "json": {"()": "causalflow.logs.JsonFormatter"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": env.env_choice("LOG_FORMAT", "line", choices=("line", "json"))}
    },
    "root": {"handlers": ["console"], "level": env.env_choice("LOG_LEVEL", "WARNING", choices=("DEBUG", "INFO", "WARNING", "ERROR"))},
}
