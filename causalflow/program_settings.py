"""Settings of what programs come in by, the API and the server of tools, and of the one that is sent spans."""

from causalflow import env

__all__ = [
    "API_MOST_WAITING",
    "API_PER_MINUTE",
    "CAUSALFLOW_TOKEN",
    "CORS_ORIGINS",
    "MCP_BIND",
    "MCP_URL",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "PROGRESS_URL",
    "REST_FRAMEWORK",
    "SPECTACULAR_SETTINGS",
    "WEB_BIND",
    "WEB_PROCESSES",
    "WEB_THREADS",
]

# Requests of one token or person in a minute: reading, small writes, and what starts work.
API_PER_MINUTE = {
    "read": env.env_int("API_READS_PER_MINUTE", 600, low=1, high=1_000_000),
    "write": env.env_int("API_WRITES_PER_MINUTE", 120, low=1, high=1_000_000),
    "work": env.env_int("API_WORK_PER_MINUTE", 60, low=1, high=1_000_000),
}
# Where gunicorn listens and in how many processes; named here so that the checks see what is wrong with them.
WEB_BIND = env.env_text("WEB_BIND", "127.0.0.1:8000")
WEB_PROCESSES = env.env_int("WEB_PROCESSES", 2, low=1, high=64)
# The threads of a web process, and how many of them programs may hold that wait for the end of their work (``Prefer: wait``).
WEB_THREADS = env.env_int("WEB_THREADS", 4, low=1, high=64)
API_MOST_WAITING = WEB_THREADS // 2
# Whose pages may call the API from a browser.
CORS_ORIGINS = env.env_list("CORS_ORIGINS")
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["verification.api.calls.parsers.StrictJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "verification.api.calls.access.TokenAuthentication",
        "verification.api.calls.access.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["verification.api.calls.access.RolePermission"],
    "DEFAULT_THROTTLE_CLASSES": ["verification.api.calls.limits.ClientThrottle"],
    "DEFAULT_SCHEMA_CLASS": "verification.api.calls.openapi.OperationSchema",
    "EXCEPTION_HANDLER": "verification.api.calls.problems.answer_problem",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "CausalFlow",
    "DESCRIPTION": "Nodes with a verified current value, the pages that carry it, and the engine that decides.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SORT_OPERATIONS": False,
    "POSTPROCESSING_HOOKS": [],
}

# The server of tools (manage.py mcp): where it listens, where others reach it, and whose token a program on this machine comes in with.
MCP_BIND = env.env_text("MCP_BIND", "127.0.0.1:8001")
MCP_URL = env.env_text("MCP_URL", f"http://{MCP_BIND}/mcp").rstrip("/")
CAUSALFLOW_TOKEN = env.env_secret("CAUSALFLOW_TOKEN")
# The address, without a path, at which our pages find the streams of progress that the same server serves; empty: they ask by the clock.
PROGRESS_URL = env.env_text("PROGRESS_URL").rstrip("/")

# The receiver of spans (OTLP over HTTP), by the name that OpenTelemetry itself gives it; empty: there are none.
OTEL_EXPORTER_OTLP_ENDPOINT = env.env_text("OTEL_EXPORTER_OTLP_ENDPOINT").rstrip("/")
