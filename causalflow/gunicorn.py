"""gunicorn's settings: ``gunicorn --config python:causalflow.gunicorn causalflow.wsgi`` (docs/operate.md)."""

from pathlib import Path
from typing import Any

from prometheus_client.multiprocess import mark_process_dead

from causalflow.settings import LOGGING, PROMETHEUS_MULTIPROC_DIR, WEB_BIND, WEB_PROCESSES, WEB_THREADS

# Two processes of four threads: measured, two to five times what one asynchronous process answers (demo command).
bind = WEB_BIND
worker_class = "causalflow.web_worker.WebWorker"
workers = WEB_PROCESSES
threads = WEB_THREADS
timeout = 60
graceful_timeout = 30
keepalive = 5
max_requests = 10_000
max_requests_jitter = 1_000
# In memory where there is such a place: a slow disk must not make a worker look dead.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 (gunicorn makes its own file there)
control_socket_disable = True
limit_request_line = 4094
limit_request_fields = 60
# gunicorn's own lines look like ours; a line a request is ours (causalflow.requests at LOG_LEVEL=INFO).
accesslog = None
logconfig_dict = {**LOGGING, "loggers": {"gunicorn.error": {"handlers": ["console"], "level": "INFO", "propagate": False}}}


def on_starting(server: Any) -> None:
    """Counts of an earlier start would be added to ours."""
    if PROMETHEUS_MULTIPROC_DIR:
        folder = Path(PROMETHEUS_MULTIPROC_DIR)
        folder.mkdir(parents=True, exist_ok=True)
        for counts in folder.glob("*.db"):
            counts.unlink()


def child_exit(server: Any, worker: Any) -> None:
    if PROMETHEUS_MULTIPROC_DIR:
        mark_process_dead(worker.pid, path=PROMETHEUS_MULTIPROC_DIR)
