"""Whitelist files in the admin: what leaves is no formula, what comes in is what was seen."""

import csv
import io
import json
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from verification.models import AuditEntry, SourceGroup, WhitelistDomain

pytestmark = pytest.mark.django_db

IMPORT = "admin:verification_whitelistdomain_import"
CSV = "domain,group,description,owner\nnews.example.com,papers,Papers,News plc\nft.com,tier1_media,,\nco.uk,papers,,\n"
SHARED = Path(__file__).resolve().parents[3] / "shared" / "data" / "hostile" / "csv_injection.jsonl"


def _preview(client: Client, text: str = CSV, name: str = "list.csv", reason: str = "") -> object:
    return client.post(reverse(IMPORT), {"file": SimpleUploadedFile(name, text.encode()), "reason": reason})


def _seen(response: object) -> dict[str, str]:
    page = BeautifulSoup(response.content, "html.parser")
    return {field: page.find("input", attrs={"name": field})["value"] for field in ("seen", "reason")}


def _messages(response: object) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


def test_preview_saves_nothing_and_says_what_each_row_does(admin_client: Client) -> None:
    page = BeautifulSoup(_preview(admin_client).content, "html.parser")
    cells = [[cell.get_text(" ", strip=True) for cell in row.find_all("td")] for row in page.select("tbody tr")]
    assert [row[:4] for row in cells] == [
        ["2", "news.example.com", "papers", "added"],
        ["3", "ft.com", "tier1_media", "unchanged"],
        ["4", "co.uk", "papers", "refused"],
    ]
    assert cells[2][4] == "“co.uk” is a public suffix: everybody may register a name under it."
    assert "owner : — → News plc" in cells[0][4]
    assert WhitelistDomain.objects.count() == 26
    assert not AuditEntry.objects.exists()


def test_what_was_seen_is_saved_with_the_reason_and_stands_in_the_history(admin_client: Client) -> None:
    response = admin_client.post(reverse(IMPORT), _seen(_preview(admin_client, reason="Yearly")))
    assert (response.status_code, _messages(response)) == (302, ["1 domain added, 0 changed."])
    row = WhitelistDomain.objects.get(domain="news.example.com")
    assert row.owner == "News plc"
    history = admin_client.get(reverse("admin:verification_whitelistdomain_history", args=[row.pk])).content.decode()
    assert "Import" in history
    assert "Yearly" in history
    assert "News plc" in history


def test_preview_that_is_older_than_a_change_is_shown_again(admin_client: Client) -> None:
    seen = _seen(_preview(admin_client))
    WhitelistDomain.objects.filter(domain="ft.com").update(owner="Somebody")
    SourceGroup.objects.create(slug="papers", description="Other")
    response = admin_client.post(reverse(IMPORT), seen)
    assert _messages(response) == ["The whitelist changed since this was shown. Nothing was imported; look at the rows again."]
    assert not WhitelistDomain.objects.filter(domain="news.example.com").exists()
    assert _messages(admin_client.post(reverse(IMPORT), _seen(response)))[-1] == "1 domain added, 0 changed."


def test_preview_of_another_person_or_with_another_content_is_refused(
    admin_client: Client, client: Client, django_user_model: type
) -> None:
    seen = _seen(_preview(admin_client))
    client.force_login(django_user_model.objects.create_superuser("root", password="correct horse battery"))
    for who, value in ((client, seen["seen"]), (admin_client, seen["seen"][:-2] + "xx"), (admin_client, ""), (admin_client, "é:ü:ß")):
        response = who.post(reverse(IMPORT), {**seen, "seen": value})
        assert _messages(response)[-1] == "The preview is too old or damaged. Nothing was imported; choose the file again."
    assert WhitelistDomain.objects.count() == 26


@pytest.mark.parametrize(
    "name, text, reason",
    [
        ("a.csv", "domain\nft.com\n", "The file can't be read: the column group is missing"),
        ("a.json", "{", "The file can't be read: not JSON"),
        ("a.json", '{"search_domains": {}}', "The file can't be read: search_domains names no group"),
        ("a.json", '{"search_domains": []}', "The file can't be read: search_domains"),
        ("a.csv", "x" * 500_001, "The file has more than 500000 bytes."),
        ("a.csv", "", "The submitted file is empty."),
    ],
)
def test_file_that_is_none_is_refused_with_the_reason(admin_client: Client, name: str, text: str, reason: str) -> None:
    response = _preview(admin_client, text, name)
    assert response.status_code == 200
    assert response.context["form"].errors["file"][0].startswith(reason)


def test_json_export_is_the_seeds_form_and_comes_back_unchanged(admin_client: Client) -> None:
    response = admin_client.get(reverse("admin:verification_whitelistdomain_json"))
    assert response["Content-Disposition"] == 'attachment; filename="financial_sources.json"'
    groups = json.loads(response.content)["search_domains"]
    assert groups["tier1_media"]["domains"] == ["bloomberg.com", "reuters.com", "ft.com", "wsj.com", "nikkei.com"]
    page = BeautifulSoup(_preview(admin_client, response.content.decode(), "a.json").content, "html.parser")
    assert {row.find_all("td")[3].get_text() for row in page.select("tbody tr")} == {"unchanged"}


def _formulas() -> list[str]:
    ours = ["=1+1", "+1", "-1+1", "@SUM(1)", "\t=1", "\r=1", " =1", "＝1+1"]
    if SHARED.exists():
        ours += [str(json.loads(line)["text"]) for line in SHARED.read_text(encoding="utf-8").splitlines() if line]
    return [text.replace("\x00", "") for text in ours]


def test_csv_export_holds_no_formula_and_comes_back_unchanged(admin_client: Client) -> None:
    for place, text in enumerate(_formulas()):
        SourceGroup.objects.create(slug=f"g{place}", description=text[:200])
        row = WhitelistDomain.objects.create(domain=f"paper{place}.example.com", owner=text[:100])
        row.groups.add(SourceGroup.objects.get(slug=f"g{place}"))
    content = admin_client.get(reverse("admin:verification_whitelistdomain_csv")).content
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    cells = [cell for row in rows for cell in row]
    assert len(rows) == 28 + len(_formulas())
    assert [cell for cell in cells if cell.lstrip()[:1] in ("=", "+", "@", "＝", "＋", "＠") or cell[:1] in ("\t", "\r", "\n")] == []
    negative = [cell.lstrip() for cell in cells if cell.lstrip().startswith("-")]
    assert [cell for cell in negative if not cell.lstrip("- ").replace(".", "").removesuffix("%").isdigit()] == []
