"""robots.txt as RFC 9309 reads it.

The groups of our own name count, else those of ``*``; the longest matching rule decides, and of two that are equally long the allowing one.
"""

from dataclasses import dataclass
from functools import lru_cache

from verification.core.patterns import lazy_regex

MAX_BYTES = 512 * 1024  # what has to be read of a longer file (section 2.5)

_MAX_RULES = 5_000
_LINE = lazy_regex(r"\s*([A-Za-z-]{1,40})\s*:\s*([^#]*)")
_TOKEN = lazy_regex(r"[A-Za-z_-]+")
_ESCAPE = lazy_regex(r"%[0-9a-fA-F]{2}")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


@dataclass(frozen=True, slots=True)
class _Rule:
    pattern: str
    is_allowed: bool


def is_allowed(robots: str, agent: str, path: str) -> bool:
    """Whether ``agent`` (a product name) may fetch ``path``, which holds the query too, by the text of the host's robots.txt."""
    wanted = _normal(path)
    if wanted == "/robots.txt":
        return True
    best = (-1, True)
    for rule in _rules(robots, agent.lower()):
        if len(rule.pattern) >= best[0] and _matches(rule.pattern, wanted):
            best = max(best, (len(rule.pattern), rule.is_allowed))
    return best[1]


@lru_cache(maxsize=64)
def _rules(robots: str, agent: str) -> tuple[_Rule, ...]:
    own: list[_Rule] = []
    others: list[_Rule] = []
    has_own = is_listing = False
    names: set[str] = set()
    for line in robots.lstrip("\ufeff").splitlines():
        found = _LINE.match(line)
        if not found:
            continue
        key, value = found[1].lower(), found[2].strip()
        if key == "user-agent":
            names = names if is_listing else set()
            is_listing = True
            names.add(_name(value))
            has_own = has_own or agent in names
        elif key in ("allow", "disallow"):
            is_listing = False
            if value and len(own) + len(others) < _MAX_RULES:
                rule = _Rule(_normal(value), key == "allow")
                own += [rule] if agent in names else []
                others += [rule] if "*" in names else []
    return tuple(own if has_own else others)


def _name(value: str) -> str:
    token = _TOKEN.match(value)
    return token[0].lower() if token else value[:1]


def _normal(path: str) -> str:
    """One spelling for each path: letters beyond ASCII escaped, escapes of plain letters undone."""
    escaped = "".join(letter if letter.isascii() else "".join(f"%{byte:02X}" for byte in letter.encode()) for letter in path)
    return _ESCAPE.sub(lambda found: _plain(found[0]), escaped)


def _plain(escape: str) -> str:
    letter = chr(int(escape[1:], 16))
    return letter if letter in _UNRESERVED else escape.upper()


def _matches(pattern: str, path: str) -> bool:
    """Whether the path begins as the pattern says; ``*`` is anything, ``$`` at the end is the end. Linear, whatever the pattern."""
    is_anchored = pattern.endswith("$")
    first, *rest = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    if not rest:
        return not is_anchored or path == first
    *middle, last = rest
    at = len(first)
    for part in middle:
        found = path.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    if is_anchored:
        return len(path) - len(last) >= at and path.endswith(last)
    return path.find(last, at) >= 0
