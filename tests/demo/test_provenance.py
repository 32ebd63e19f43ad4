"""PROVENANCE.md says of the demo's past and of its official series what the files hold."""

import json
import re
from pathlib import Path

import pytest

from verification.core.sources.domains import host_of

pytestmark = pytest.mark.pure

DEMO = Path(__file__).resolve().parents[2] / "verification" / "demo"
TEXT = (DEMO / "PROVENANCE.md").read_text(encoding="utf-8")


def read(name: str) -> list[dict[str, object]]:
    return json.loads((DEMO / name).read_text(encoding="utf-8"))


def test_each_invented_past_is_listed_with_its_moments() -> None:
    told = re.findall(r"^\| `([a-z-]+)` \| (\d+) \| (\d+) \| (\d+) \|$", TEXT, re.MULTILINE)
    held = [(row["slug"], [days for days, _figure in row["points"]]) for row in read("history.json")]
    assert told == [(slug, str(len(days)), str(max(days)), str(min(days))) for slug, days in held]


def test_the_past_stands_under_names_that_can_not_be_registered() -> None:
    hosts = {host_of(f"https://{host}/") for row in read("history.json") for host, _sentence in row["pages"]}
    assert {host for host in hosts if not (host or "").endswith(".example")} == set()


def test_played_series_are_named_as_made_up() -> None:
    (paragraph,) = [part for part in TEXT.split("\n\n") if part.startswith("**Official series**")]
    named = [name for name in re.findall(r"`([^`]+)`", paragraph) if re.fullmatch(r"[a-z-]+", name)]
    assert named == [row["slug"] for row in read("series.json")]
    assert "**Every figure, revision and release day of them is made up**" in paragraph
