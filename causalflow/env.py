"""Settings from the environment. Nonsense never raises here: it is kept in ``problems``, and a system check names the variable."""

import os
from pathlib import Path

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}

problems: list[str] = []


def env_text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def env_bool(name: str, default: bool = False) -> bool:
    raw = os.environ.get(name)
    if raw is None:
        return default
    word = raw.strip().lower()
    if word not in _TRUE | _FALSE:
        problems.append(f"{name} is {raw!r}; expected 1 or 0.")
        return default
    return word in _TRUE


def env_int(name: str, default: int, *, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``."""
    raw = os.environ.get(name)
    if raw is None or not raw.strip():
        return default
    try:
        number = int(raw)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        problems.append(f"{name} is {raw!r}; expected a whole number from {low} to {high}.")
        return default
    return number


def env_choice(name: str, default: str, *, choices: tuple[str, ...]) -> str:
    word = env_text(name) or default
    if word not in choices:
        problems.append(f"{name} is {word!r}; expected one of {', '.join(choices)}.")
        return default
    return word


def env_list(name: str, default: str = "") -> list[str]:
    """Comma-separated words, empty ones dropped."""
    return [word.strip() for word in env_text(name, default).split(",") if word.strip()]


def env_secret(name: str) -> str:
    """A secret from ``NAME``, or from the file that ``NAME_FILE`` names (Docker and Kubernetes secrets). Its value is never logged."""
    path = env_text(f"{name}_FILE")
    if not path:
        return env_text(name)
    if env_text(name):
        problems.append(f"{name} and {name}_FILE are both set; expected one of them.")
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        problems.append(f"{name}_FILE names {path!r}, which can't be read ({type(error).__name__}); expected a readable text file.")
        return ""
