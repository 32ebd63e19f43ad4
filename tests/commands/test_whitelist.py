"""``whitelist``: out and in again, as the seed's JSON and as CSV."""

import json
from pathlib import Path

import pytest

from tests.commands.shell import run_command
from verification.models import Listing, SourceGroup, WhitelistDomain

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("rows")]


def _rows() -> list[tuple[object, ...]]:
    return sorted(WhitelistDomain.objects.values_list("domain", "owner", "tier", "authority", "is_official", "is_active"))


def _listings() -> list[tuple[str, str, int]]:
    return sorted(Listing.objects.values_list("group__slug", "domain__domain", "position"))


@pytest.mark.parametrize("name", ["list.json", "list.csv"])
def test_export_and_import_give_the_same_whitelist(tmp_path: Path, name: str) -> None:
    WhitelistDomain.objects.filter(domain="reuters.com").update(owner="=cmd()", authority="0.33", is_active=False)
    rows, listings = _rows(), _listings()
    exported = run_command("whitelist", "export", tmp_path / name)
    assert (exported.status, "26 domains, 27 listings in 5 groups" in exported.out) == (0, True)
    WhitelistDomain.objects.all().delete()
    SourceGroup.objects.all().delete()
    imported = run_command("whitelist", "import", tmp_path / name)
    assert (imported.status, "26 added, 0 changed, 0 removed, 0 unchanged" in imported.out) == (0, True)
    assert (_rows(), _listings()) == (rows, listings)


def test_export_has_the_shape_of_the_seed(tmp_path: Path) -> None:
    run_command("whitelist", "export", tmp_path / "list.json")
    exported = json.loads((tmp_path / "list.json").read_text(encoding="utf-8"))
    assert list(exported["search_domains"]) == [
        "tier1_media",
        "financial_aggregators",
        "china_media",
        "official_institutions",
        "broker_and_portals",
    ]
    assert exported["search_domains"]["tier1_media"]["domains"] == ["bloomberg.com", "reuters.com", "ft.com", "wsj.com", "nikkei.com"]


def test_export_to_csv_is_safe_in_a_spreadsheet(tmp_path: Path) -> None:
    WhitelistDomain.objects.filter(domain="reuters.com").update(owner="=cmd()")
    run_command("whitelist", "export", tmp_path / "list.csv")
    assert ",'=cmd()," in (tmp_path / "list.csv").read_text(encoding="utf-8")


def test_import_of_the_seed_alone_keeps_what_it_does_not_name(tmp_path: Path) -> None:
    path = tmp_path / "seed.json"
    path.write_text(json.dumps({"search_domains": {"papers": {"description": "Papers", "domains": ["https://news.example.com/x"]}}}))
    assert run_command("whitelist", "import", path).status == 0
    assert WhitelistDomain.objects.count() == 27
    assert WhitelistDomain.objects.get(domain="news.example.com").groups.get().slug == "papers"


@pytest.mark.parametrize(
    "name, content, sentence",
    [
        ("a.json", "[]", "expected a JSON object, got a list"),
        ("a.json", "{}", "the key search_domains is missing"),
        ("a.json", '{"search_domains": {}}', "search_domains names no group"),
        ("a.json", '{"search_domains": {"g": {"domains": "a.com"}}}', "search_domains.g.domains: input should be a valid list"),
        ("a.json", '{"search_domains": {"g": {"domains": ["com.cn"]}}}', "is a public suffix"),
        ("a.json", '{"search_domains": {"g": {"domains": ["10.0.0.1"]}}}', "is an IP address"),
        ("a.json", '{"search_domains": {"g": {"domains": ["a.com"], "authority": 2}}}', "authority"),
        ("a.csv", "", "no rows; expected the columns domain, group"),
        ("a.csv", "domain,group\na.com\n", "line 2: the key group is missing"),
        ("a.csv", "domain,group,tier\na.com,g,9\n", "line 2: tier: input should be less than or equal to 3"),
    ],
)
def test_import_of_nonsense_changes_nothing(tmp_path: Path, name: str, content: str, sentence: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    rows = _rows()
    result = run_command("whitelist", "import", tmp_path / name)
    assert result.status == 2
    assert sentence in result.err
    assert _rows() == rows


def test_whitelist_of_a_file_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "binary.csv").write_bytes(b"\xff\xfe\0")
    assert run_command("whitelist", "import", tmp_path / "missing.json").status == 2
    assert run_command("whitelist", "import", tmp_path / "binary.csv").status == 2
    assert run_command("whitelist", "export", tmp_path / "nowhere" / "list.json").status == 1
    assert run_command("whitelist", "sort", tmp_path / "list.json").status == 2


def test_look_alike_of_a_trusted_name_is_refused_until_it_is_confirmed(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("domain,group\nreuters-news.com,tier1_media\n", encoding="utf-8")
    refused = run_command("whitelist", "import", path)
    assert (refused.status, WhitelistDomain.objects.filter(domain="reuters-news.com").exists()) == (2, False)
    assert "“reuters-news.com” contains the name of reuters.com, but is another domain. Nothing was imported." in refused.err
    assert run_command("whitelist", "import", path, "--confirm").status == 0
    assert WhitelistDomain.objects.filter(domain="reuters-news.com").exists()
