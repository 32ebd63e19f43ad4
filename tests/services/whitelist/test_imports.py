"""The preview of an import says what each row would do; what is saved is what was seen."""

import json
from decimal import Decimal

import pytest
from django.contrib.auth.models import User

from verification.models import AuditEntry, SourceGroup, WhitelistDomain
from verification.services.errors import Refused
from verification.services.whitelist.domains import export_whitelist
from verification.services.whitelist.imports import ImportPlan, ImportRow, apply_import, plan_import
from verification.strict_json import BadInput
from verification.whitelist_files import MAX_ROWS, read_rows, write_whitelist

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("locks")]

CSV = """domain,group,description,owner,tier,authority,official,active
news.example.com,tier1_media,,News plc,1,0.90,0,1
reuters.com,tier1_media,,Thomson Reuters,1,0.95,0,1
ft.com,tier1_media,,,,,,
ft.com,papers,Papers,,,,,
co.uk,papers,,,,,,
notreuters.com,papers,,,,,,
other.example.com,papers,,,9,,,
192.0.2.1,papers,,,,,,
news.example.com,tier1_media,,,,,,
"""


def _plan(text: str) -> tuple[list[ImportRow], ImportPlan]:
    rows = read_rows(text.encode(), is_csv=True)
    return rows, plan_import(rows=rows)


def test_each_row_says_what_it_would_do() -> None:
    _, plan = _plan(CSV)
    assert [(row.number, row.domain, row.status) for row in plan.rows] == [
        (2, "news.example.com", "added"),
        (3, "reuters.com", "changed"),
        (4, "ft.com", "unchanged"),
        (5, "ft.com", "changed"),
        (6, "co.uk", "refused"),
        (7, "notreuters.com", "refused"),
        (8, "other.example.com", "refused"),
        (9, "192.0.2.1", "refused"),
        (10, "news.example.com", "refused"),
    ]
    assert plan.rows[1].changes == (("owner", "", "Thomson Reuters"),)
    assert plan.rows[3].changes == (("group", "", "papers"), ("description", "", "Papers"))
    assert [row.reason for row in plan.rows if row.reason] == [
        "“co.uk” is a public suffix: everybody may register a name under it.",
        "“notreuters.com” contains the name of reuters.com, but is another domain. If it is right, add it by hand with a reason.",
        "tier: input should be less than or equal to 3",
        "“192.0.2.1” is an IP address; only domains can be trusted.",
        "“news.example.com” stands in this group already, in row 2.",
    ]
    assert WhitelistDomain.objects.count() == 26
    assert not AuditEntry.objects.exists()


def test_what_was_seen_is_saved_without_the_refused_rows(admin: User) -> None:
    rows, plan = _plan(CSV)
    report = apply_import(rows=rows, digest=plan.digest, actor=admin, reason="Yearly check")
    assert (report.added, sorted(report.changed)) == (["news.example.com"], ["ft.com", "reuters.com"])
    added = WhitelistDomain.objects.get(domain="news.example.com")
    assert (added.owner, added.tier, added.authority) == ("News plc", 1, Decimal("0.90"))
    ft = WhitelistDomain.objects.get(domain="ft.com")
    assert (ft.owner, ft.tier, ft.authority) == ("Nikkei", 1, Decimal("0.95"))
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.reason, sorted(entry.after)) == (
        "whitelist.import",
        "Yearly check",
        ["ft.com", "news.example.com", "reuters.com"],
    )
    assert list(SourceGroup.objects.values_list("slug", flat=True))[-1] == "papers"
    assert {row.status for row in plan_import(rows=rows).rows} == {"unchanged", "refused"}


def test_import_after_a_change_is_refused(admin: User) -> None:
    rows, plan = _plan(CSV)
    WhitelistDomain.objects.filter(domain="reuters.com").update(tier=2)
    with pytest.raises(Refused, match="changed since this was shown"):
        apply_import(rows=rows, digest=plan.digest, actor=admin)
    assert WhitelistDomain.objects.count() == 26


def test_import_of_other_rows_than_were_seen_is_refused(admin: User) -> None:
    _, plan = _plan(CSV)
    with pytest.raises(Refused, match="changed since this was shown"):
        apply_import(rows=[ImportRow(2, "evil.example.com", "tier1_media")], digest=plan.digest, actor=admin)


def test_import_of_nothing_is_refused(admin: User) -> None:
    rows, plan = _plan("domain,group\nft.com,tier1_media\n")
    with pytest.raises(Refused, match="nothing to import"):
        apply_import(rows=rows, digest=plan.digest, actor=admin)


@pytest.mark.parametrize("is_csv", [True, False])
def test_own_export_changes_nothing(is_csv: bool) -> None:
    rows = read_rows(write_whitelist(export_whitelist(), is_csv=is_csv).encode(), is_csv=is_csv)
    assert {row.status for row in plan_import(rows=rows).rows} == {"unchanged"}
    assert len(rows) == 27


def test_json_of_the_seed_keeps_what_it_does_not_say() -> None:
    seed = {"search_domains": {"tier1_media": {"description": "", "domains": ["reuters.com", "news.example.com"]}}}
    plan = plan_import(rows=read_rows(json.dumps(seed).encode(), is_csv=False))
    assert [(row.number, row.domain, row.status) for row in plan.rows] == [
        (1, "reuters.com", "unchanged"),
        (2, "news.example.com", "added"),
    ]


def test_rows_of_one_domain_must_agree() -> None:
    _, plan = _plan("domain,group,tier\nnews.example.com,a,1\nnews.example.com,b,2\n")
    assert [(row.status, row.reason) for row in plan.rows] == [
        ("added", ""),
        ("refused", "“news.example.com” is described differently in row 2."),
    ]


def test_lookalikes_within_one_file_are_refused() -> None:
    _, plan = _plan("domain,group\nchronicle.example,a\n")
    assert plan.count("added") == 1
    _, plan = _plan("domain,group\nchronicle.com,a\nchronicles.com,a\n")
    assert [row.status for row in plan.rows] == ["added", "refused"]


@pytest.mark.parametrize(
    "content, reason",
    [
        (b"\xff\xfe", "no text file"),
        (b"", "no rows"),
        (b"domain,tier\nft.com,1\n", "the column group is missing"),
        (b"domain,group\n" + b"ft.com,a\n" * (MAX_ROWS + 1), f"{MAX_ROWS + 1} rows"),
        (b'domain,group\n"ft.com,a\n', "not CSV"),
    ],
)
def test_file_that_is_none_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        read_rows(content, is_csv=True)


@pytest.mark.parametrize(
    "row", ["a\x00.com,a,", "news.example.com,a b,", f"news.example.com,{'a' * 61},", "news.example.com,a,x\x00y", ",a,"]
)
def test_row_that_can_not_be_stored_is_refused(row: str) -> None:
    _, plan = _plan(f"domain,group,owner\n{row}\n")
    assert [one.status for one in plan.rows] == ["refused"]
