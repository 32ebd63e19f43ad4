"""How a line of the log is written: for people (``LOG_FORMAT=line``) or one JSON object a line (``json``).

Both name the request and the run at work. No secret that came in by the environment leaves in a line, and no text of a visitor or a web
page can forge a second one: control characters are escaped.
"""

import json
import logging
import re
from collections.abc import Iterable
from datetime import UTC, datetime

from causalflow import env
from verification.log_context import get_request_id, get_run_id

HIDDEN = "[hidden]"
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
# What every record holds; the rest came as ``extra``.
_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_PLAIN = (str, int, float, bool, type(None))


def hide_secrets(text: str) -> str:
    """``text`` without the secrets that settings read."""
    for secret in env.secrets_read:
        text = text.replace(secret, HIDDEN)
    return text


def escape_controls(text: str) -> str:
    """Line breaks and other control characters as escapes, so that one message stays one line."""
    return _CONTROL.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def _at(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, tz=UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _context(record: logging.LogRecord) -> dict[str, object]:
    """Django writes of a request that failed once its middleware has ended; then the record itself holds the request."""
    named = {"request": get_request_id() or getattr(getattr(record, "request", None), "request_id", ""), "run": get_run_id()}
    return {name: value for name, value in named.items() if value}


def _extra(record: logging.LogRecord) -> Iterable[tuple[str, object]]:
    return ((name, value) for name, value in vars(record).items() if name not in _OWN and isinstance(value, _PLAIN))


class LineFormatter(logging.Formatter):
    """``TIME LEVEL LOGGER [request=… run=…] MESSAGE``, a traceback below it."""

    def format(self, record: logging.LogRecord) -> str:
        named = " ".join(f"{name}={value}" for name, value in _context(record).items())
        parts = [_at(record), record.levelname, record.name, *([f"[{named}]"] if named else []), escape_controls(record.getMessage())]
        text = " ".join(parts)
        if record.exc_info:
            text += "\n" + self.formatException(record.exc_info)
        return hide_secrets(text)


class JsonFormatter(logging.Formatter):
    """One JSON object a line: ``at`` (UTC), ``level``, ``logger``, ``message``, ``request``, ``run``, ``error``, and what came as extra."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"at": _at(record), "level": record.levelname, "logger": record.name, "message": record.getMessage(), **_context(record)}
        line.update((name, value) for name, value in _extra(record) if name not in line)
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return hide_secrets(escape_controls(json.dumps(line, ensure_ascii=False)))
