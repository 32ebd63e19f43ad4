"""What the documents say of the product is so: examples, counts, links, log-ins, licences."""

import json
import re
from pathlib import Path

import pytest

from causalflow.accounts import DEMO_ACCOUNTS, DEMO_PASSWORD
from verification.services.nodes.demo import DEMO

from .examples import DOCUMENTS as EXAMPLES
from .examples import with_examples

PROJECT = Path(__file__).resolve().parents[2]
DOCUMENTS = (
    "README.md",
    "CHANGELOG.md",
    "THIRD_PARTY_NOTICES.md",
    *(path.relative_to(PROJECT).as_posix() for path in sorted((PROJECT / "docs").rglob("*.md"))),
)
README = (PROJECT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("document", EXAMPLES, ids=["en", "zh"])
def test_worked_examples_are_what_the_engine_says(document: Path) -> None:
    """Where the engine says something else now: ``python -m tests.demo.examples`` writes it into the page."""
    text = document.read_text(encoding="utf-8")
    assert with_examples(text) == text


def test_readme_begins_with_the_two_commands() -> None:
    assert re.findall(r"^make (\w+)", README, re.MULTILINE)[:2] == ["run", "test"]


def test_readme_counts_the_demo() -> None:
    nodes = json.loads((DEMO / "nodes.json").read_text(encoding="utf-8"))
    pages = (DEMO / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    assert f"{len(nodes)} nodes and {len(pages)} pages" in README


def test_readme_names_every_demo_log_in() -> None:
    assert set(re.findall(r"`(demo-\w+)`", README)) == set(DEMO_ACCOUNTS)
    assert f"`{DEMO_PASSWORD}`" in README


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_inside_the_project_lead_somewhere(name: str) -> None:
    document = PROJECT / name
    targets = re.findall(r"\]\(([^)#]+)", document.read_text(encoding="utf-8"))
    assert [target for target in targets if "://" not in target and not (document.parent / target).exists()] == []


def test_notices_name_every_package_that_is_installed() -> None:
    lines = (line.partition("#")[0].strip() for line in (PROJECT / "requirements.txt").read_text(encoding="utf-8").splitlines())
    installed = {re.split(r"[=\[]", line)[0] for line in lines if line}
    rows = (PROJECT / "THIRD_PARTY_NOTICES.md").read_text(encoding="utf-8").splitlines()
    named = {row.split("|")[1].strip(): row.split("|")[2].strip() for row in rows if row.startswith("| ")}
    assert installed - named.keys() == set()
    assert [package for package, licence in named.items() if not licence] == []
