"""``load_nodes``: all or nothing, each bad entry named."""

import json
from pathlib import Path

import pytest

from tests.commands.shell import run_command
from verification.models import AuditEntry, Node, NodeLink

pytestmark = pytest.mark.django_db

GOOD = {"slug": "fed", "label": "美联储利率", "kind": "percent"}


def _file(tmp_path: Path, content: object) -> Path:
    path = tmp_path / "nodes.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path


def test_load_fills_in_what_is_absent(tmp_path: Path) -> None:
    assert run_command("load_nodes", _file(tmp_path, [GOOD])).status == 0
    node = Node.objects.get()
    assert (node.fresh_days, node.min_domains, node.independence, node.risk_level, node.aliases) == (30, 3, "stories", "low", [])
    assert (node.unit, node.reference_period, node.tolerance, node.is_active) == ("", "", "", True)
    assert AuditEntry.objects.get().actor_name == "load_nodes"


def test_load_takes_every_field(tmp_path: Path) -> None:
    full = {
        **GOOD,
        "aliases": ["Fed funds rate"],
        "unit": "%",
        "reference_period": "2026-05",
        "fresh_days": None,
        "min_domains": 4,
        "independence": "domains",
        "risk_level": "high",
        "tolerance": "0.5%",
        "query": "fed rate",
        "schedule": "0 */6 * * *",
        "group": "rates",
        "links": ["cpi"],
    }
    result = run_command("load_nodes", _file(tmp_path, [full, {**GOOD, "slug": "cpi"}]))
    assert (result.status, "2 created, 0 updated, 0 unchanged" in result.out) == (0, True)
    node = Node.objects.get(slug="fed")
    assert (node.fresh_days, node.min_domains, node.independence, node.tolerance, node.schedule) == (
        None,
        4,
        "domains",
        "0.5%",
        "0 */6 * * *",
    )
    assert NodeLink.objects.get().target.slug == "cpi"


@pytest.mark.postgres("rows")
def test_load_takes_null_where_nothing_is_meant(tmp_path: Path) -> None:
    nulls = dict.fromkeys(("unit", "reference_period", "tolerance", "query", "schedule", "group"))
    assert run_command("load_nodes", _file(tmp_path, [{**GOOD, **nulls}])).status == 0


def test_load_takes_a_tolerance_written_as_a_number(tmp_path: Path) -> None:
    run_command("load_nodes", _file(tmp_path, [{**GOOD, "tolerance": 0.05}]))
    assert Node.objects.get().tolerance == "0.05"


@pytest.mark.parametrize(
    "entry, sentence",
    [
        ({"slug": "a", "kind": "percent"}, "entry 2 (a): the key label is missing"),
        ({"label": "A", "kind": "percent"}, "entry 2 (without slug): the key slug is missing"),
        ({**GOOD, "slug": "a b"}, "entry 2 (a b): slug: string should match pattern"),
        ({**GOOD, "slug": "a", "label": " "}, "entry 2 (a): label: expected a label that says something"),
        ({**GOOD, "slug": "a", "label": "x" * 301}, "entry 2 (a): label: string should have at most 300 characters"),
        ({**GOOD, "slug": "a", "kind": "colour"}, "entry 2 (a): kind: input should be 'percent', 'currency', 'number' or 'text'"),
        ({**GOOD, "slug": "a", "min_domains": 2}, "entry 2 (a): min_domains: input should be greater than or equal to 3"),
        ({**GOOD, "slug": "a", "min_domains": "3"}, "entry 2 (a): min_domains: input should be a valid integer"),
        ({**GOOD, "slug": "a", "fresh_days": -1}, "entry 2 (a): fresh_days: input should be greater than or equal to 0"),
        ({**GOOD, "slug": "a", "aliases": "one"}, "entry 2 (a): aliases: input should be a valid list"),
        ({**GOOD, "slug": "a", "fresh_day": 3}, "entry 2 (a): the key fresh_day is unknown"),
        ({**GOOD, "slug": "a", "schedule": "7m"}, "a: “7m” is no even part of an hour or a day; expected such as 15m"),
        ({**GOOD, "slug": "a", "schedule": "soon"}, "a: “soon” is no cron expression"),
        ({**GOOD, "slug": "a", "reference_period": "May"}, "a: “May” is no reference period"),
        ({**GOOD, "slug": "a", "reference_period": "2026-02-30"}, "a: “2026-02-30” is no reference period"),
        ({**GOOD, "slug": "a", "reference_period": "2026-13"}, "a: “2026-13” is no reference period"),
        ({**GOOD, "slug": "a", "reference_period": "2026-06..2026-01"}, "a: “2026-06..2026-01” is no reference period"),
        ({**GOOD, "slug": "a", "links": ["nowhere"]}, "a: links to “nowhere”, which is no node"),
        ({**GOOD, "slug": "a", "links": ["a"]}, "a: links to itself"),
        (GOOD, "fed: the slug stands 2 times in the file"),
        ("fed", "entry 2 (without slug): this: expected a JSON object"),
    ],
)
def test_load_names_a_bad_entry_and_changes_nothing(tmp_path: Path, entry: object, sentence: str) -> None:
    result = run_command("load_nodes", _file(tmp_path, [GOOD, entry]))
    assert result.status == 2
    assert sentence in result.err
    assert not Node.objects.exists()


def test_load_names_every_bad_entry(tmp_path: Path) -> None:
    result = run_command("load_nodes", _file(tmp_path, [{"slug": "a"}, GOOD, {"slug": "b"}]))
    assert "entry 1 (a)" in result.err
    assert "entry 3 (b)" in result.err


@pytest.mark.parametrize(
    "content, sentence",
    [
        (b"", "not JSON: Expecting value"),
        (b"{}", "expected a JSON list of nodes"),
        (b"\xff\xfe", "not UTF-8 text (byte 1)"),
        (b'[{"slug": "a", "slug": "b"}]', "the key 'slug' stands twice"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_load_of_a_file_that_is_no_list(tmp_path: Path, content: bytes, sentence: str) -> None:
    result = run_command("load_nodes", _file(tmp_path, content))
    assert (result.status, sentence in result.err) == (2, True)


def test_load_of_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    result = run_command("load_nodes", tmp_path / "missing.json")
    assert (result.status, "can't be read: No such file or directory." in result.err) == (2, True)
    assert run_command("load_nodes").status == 2


@pytest.mark.parametrize(
    ("written", "stored"), [("15m", "*/15 * * * *"), ("6 h", "0 */6 * * *"), ("1D", "0 0 * * *"), (" 0 9 * * 1-5", "0 9 * * 1-5")]
)
def test_schedule_may_be_an_interval(tmp_path: Path, written: str, stored: str) -> None:
    """As the admin pages take it; loading it once more changes nothing."""
    path = _file(tmp_path, [{**GOOD, "schedule": written}])
    assert "1 created, 0 updated, 0 unchanged" in run_command("load_nodes", path).out
    assert Node.objects.get().schedule == stored
    assert "0 created, 0 updated, 1 unchanged" in run_command("load_nodes", path).out
