"""Patterns that are compiled when they are first asked.

The rooms of the core hold more than a thousand of them, and what starts, such as a command, asks few: to compile all was a third of
a start.
"""

import re
from typing import AnyStr, cast

_ANSWERS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split", "flags", "groups", "groupindex")


class _Pattern:
    """What has been asked holds all that a compiled pattern answers, so that each further question costs what it costs there."""


class _UnaskedPattern(_Pattern):
    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.pattern, self._flags = pattern, flags

    def __getattr__(self, name: str) -> object:
        compiled = re.compile(self.pattern, self._flags)
        for answer in _ANSWERS:
            setattr(self, answer, getattr(compiled, answer))
        self.__class__ = _Pattern  # type: ignore[assignment]
        return getattr(compiled, name)


def lazy_regex(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """As ``re.compile`` gives it, but that what is wrong with it is told when it is first asked."""
    return cast("re.Pattern[AnyStr]", _UnaskedPattern(pattern, flags))
