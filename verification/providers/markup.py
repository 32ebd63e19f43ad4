"""HTML before it is parsed: which types it has, and how much of it is worth parsing."""

import re

MARKUP_TYPES = frozenset({"text/html", "application/xhtml+xml"})
TEXT_TYPES = frozenset({"text/plain", "text/markdown", "text/csv", "application/json", "application/ld+json"})
MAX_MARKUP = 1_500_000  # characters; parsing costs about a second for each million

_SCRIPT = re.compile(r"<(script|style|svg)\b[^>]{0,2000}>", re.IGNORECASE)
_ENDS = {name: re.compile(f"</{name}", re.IGNORECASE) for name in ("script", "style", "svg")}


def shorten_markup(markup: str) -> str:
    """A page that is too long to parse whole loses scripts, styles and drawings first, then its end."""
    if len(markup) <= MAX_MARKUP:
        return markup
    kept, at = [], 0
    while found := _SCRIPT.search(markup, at):
        end = _ENDS[found[1].lower()].search(markup, found.end())
        kept.append(markup[at : found.start()])
        at = end.start() if end else len(markup)
    kept.append(markup[at:])
    return "".join(kept)[:MAX_MARKUP]
