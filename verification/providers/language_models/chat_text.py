"""The text of an answer that has to be JSON, without what hybrid and local models wrap around it."""

import re

from verification.core.patterns import lazy_regex

_THOUGHT = lazy_regex(r"\A\s*<(think|thinking)>.*?</\1>\s*", re.DOTALL | re.IGNORECASE)
_FENCE = lazy_regex(r"\A\s*```[A-Za-z0-9_-]{0,20}[ \t]*\n(.*?)\n?[ \t]*```\s*\Z", re.DOTALL)


def unwrap(text: str) -> str:
    """``text`` without one leading block of thought and without one code fence around all the rest; nothing else is forgiven."""
    rest = _THOUGHT.sub("", text, count=1)
    fenced = _FENCE.match(rest)
    return fenced[1] if fenced else rest
