"""What ``.env.example`` documents."""

import re
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
LINE = re.compile(r"^#?([A-Z][A-Z0-9_]{0,60})=", re.MULTILINE)


def documented_variables() -> set[str]:
    """The names that ``.env.example`` shows, set or commented out."""
    return set(LINE.findall((PROJECT / ".env.example").read_text(encoding="utf-8")))
