"""Settings from the environment. Nonsense never raises here: it is kept in ``problems``, and a system check names the variable."""

import os
import re
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}
_KEY = re.compile(r"[!#-&(-~]+")
_DECIMAL = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,6})?")

problems: list[str] = []
secrets_read: set[str] = set()
_SHORTEST_SECRET = 8


def report(problem: str) -> None:
    """Keep one problem, once: a variable may be read in several places."""
    if problem not in problems:
        problems.append(problem)


def hide_secret(secret: str) -> None:
    """Keep a secret out of the log (``causalflow.logs``). A very short one would hide ordinary words, so it stays."""
    if len(secret) >= _SHORTEST_SECRET:
        secrets_read.add(secret)


def process_environment(extra: Mapping[str, str]) -> dict[str, str]:
    """What a program that we start gets: our own environment with ``extra``."""
    return {**os.environ, **extra}


def env_text(name: str, default: str = "") -> str:
    """The value without surrounding white space; a variable that is set but empty counts as unset."""
    return os.environ.get(name, "").strip() or default


def env_bool(name: str, default: bool = False) -> bool:
    raw = os.environ.get(name)
    if raw is None:
        return default
    word = raw.strip().lower()
    if word not in _TRUE | _FALSE:
        report(f"{name} is {raw!r}; expected 1 or 0.")
        return default
    return word in _TRUE


def env_int(name: str, default: int, *, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``, written in ASCII digits."""
    raw = env_text(name)
    if not raw:
        return default
    digits = raw.removeprefix("-")
    number = int(raw) if digits.isascii() and digits.isdigit() and len(digits) <= 18 else low - 1
    if not low <= number <= high:
        report(f"{name} is {raw!r}; expected a whole number from {low} to {high}.")
        return default
    return number


def env_decimal(name: str, default: str, *, low: str, high: str) -> Decimal:
    """A decimal figure from ``low`` to ``high``, written in ASCII digits with a point."""
    raw = env_text(name, default)
    found = Decimal(raw) if _DECIMAL.fullmatch(raw) else None
    if found is None or not Decimal(low) <= found <= Decimal(high):
        report(f"{name} is {raw!r}; expected a figure from {low} to {high}, such as {default}.")
        return Decimal(default)
    return found


def env_choice(name: str, default: str, *, choices: tuple[str, ...]) -> str:
    word = env_text(name, default)
    if word not in choices:
        report(f"{name} is {word!r}; expected one of {', '.join(choices)}.")
        return default
    return word


def env_list(name: str, default: str = "") -> list[str]:
    """Comma-separated words, empty ones dropped."""
    return [word.strip() for word in env_text(name, default).split(",") if word.strip()]


def env_choices(name: str, *, choices: tuple[str, ...]) -> tuple[str, ...]:
    """Those of ``choices`` that are named, in the order of ``choices``; ``all`` is every one of them, and nothing is none."""
    named = env_list(name)
    if unknown := [word for word in named if word not in (*choices, "all")]:
        report(f"{name} holds {unknown[0]!r}; expected all, or some of {', '.join(choices)}, separated by commas.")
    return tuple(choice for choice in choices if choice in named or "all" in named)


def env_secret(name: str) -> str:
    """A secret from ``NAME``, or from the file that ``NAME_FILE`` names (Docker and Kubernetes secrets). Its value is never logged."""
    path = env_text(f"{name}_FILE")
    if not path:
        secret = env_text(name)
        hide_secret(secret)
        return secret
    if env_text(name):
        report(f"{name} and {name}_FILE are both set; expected one of them.")
    try:
        secret = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        report(f"{name}_FILE names {path!r}, which can't be read ({type(error).__name__}); expected a readable text file.")
        return ""
    if not secret:
        report(f"{name}_FILE names {path!r}, which is empty; expected the secret in it.")
    hide_secret(secret)
    return secret


def env_key(name: str) -> str:
    """The key of a service, a secret that goes into a header: whatever was copied along with it is named, and the key is not shown."""
    key = env_secret(name)
    if key and not _KEY.fullmatch(key):
        report(f"{name} holds what no key has (a blank, a quotation mark, a second line); expected a key alone.")
    return key
