"""What tests know of the project and of the machine they run on."""

import re
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
# What a test allows beyond a deadline on a machine that does other things as well; what it waits for would never end.
GRACE_S = 5.0
LINE = re.compile(r"^#?([A-Z][A-Z0-9_]{0,60})=", re.MULTILINE)


def documented_variables() -> set[str]:
    """The names that ``.env.example`` shows, set or commented out."""
    return set(LINE.findall((PROJECT / ".env.example").read_text(encoding="utf-8")))
