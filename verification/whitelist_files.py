"""The whitelist as files: the seed's ``financial_sources.json`` and CSV, both ways."""

import csv
import io
import json
from decimal import Decimal
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from verification.schemas import SLUG, StrictShape, check_shape
from verification.services.whitelist.domains import DomainEntry, GroupEntry, WhitelistFile
from verification.services.whitelist.imports import ImportRow
from verification.spreadsheets import guard_cell
from verification.strict_json import BadInput, parse_object

CSV_COLUMNS = ("domain", "group", "description", "owner", "tier", "authority", "official", "active")
MAX_ROWS = 1_000
# Columns of a file and what they are called in an entry.
_FIELDS = {"owner": "owner", "tier": "tier", "authority": "authority", "official": "is_official", "active": "is_active"}

Tier = Annotated[int, Field(ge=1, le=3)]


def _decimal(value: object) -> object:
    """A number as files write it, as text, so that 0.95 stays 0.95."""
    return Decimal(str(value)) if isinstance(value, int | float | str) and not isinstance(value, bool) and _is_number(str(value)) else value


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal() and len(text) <= 8


Authority = Annotated[Decimal, BeforeValidator(_decimal), Field(ge=0, le=1, max_digits=3, decimal_places=2)]


def _printable(text: str) -> str:
    """A line break or a control character in a name is a slip of the file, and NUL can't be stored."""
    if not text.isprintable():
        raise ValueError("expected text without control characters")
    return text


Description = Annotated[str, StringConstraints(max_length=200), AfterValidator(_printable)]
Owner = Annotated[str, StringConstraints(max_length=100), AfterValidator(_printable)]
GroupSlug = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=SLUG)]


class GroupShape(StrictShape):
    """A group; ``tier``, ``authority`` and ``official`` hold for its domains that say nothing of their own."""

    description: Description = ""
    domains: list[str]
    tier: Tier = 2
    authority: Authority = Decimal("0.80")
    official: bool = False


class DomainShape(StrictShape):
    owner: Owner | None = None
    tier: Tier | None = None
    authority: Authority | None = None
    official: bool | None = None
    active: bool = True


class FileShape(StrictShape):
    search_domains: dict[GroupSlug, GroupShape]
    domains: dict[str, DomainShape] = Field(default_factory=dict)


def read_whitelist(content: bytes, *, is_csv: bool) -> WhitelistFile:
    """The whitelist that a file holds; ``BadInput`` names what is wrong with it."""
    if is_csv:
        return _read_csv(content)
    shape = check_shape(FileShape, parse_object(content))
    if not shape.search_domains:
        raise BadInput("search_domains names no group")
    groups = tuple(GroupEntry(slug, group.description, tuple(group.domains)) for slug, group in shape.search_domains.items())
    domains: dict[str, DomainEntry] = {}
    for group in shape.search_domains.values():
        for name in group.domains:
            # A domain of several groups takes what the first says.
            domains.setdefault(name, _entry(group, shape.domains.get(name, DomainShape())))
    return WhitelistFile(groups=groups, domains=domains)


def write_whitelist(file: WhitelistFile, *, is_csv: bool) -> str:
    return _write_csv(file) if is_csv else _write_json(file)


def _entry(group: GroupShape, domain: DomainShape) -> DomainEntry:
    return DomainEntry(
        owner=domain.owner or "",
        tier=group.tier if domain.tier is None else domain.tier,
        authority=group.authority if domain.authority is None else domain.authority,
        is_official=group.official if domain.official is None else domain.official,
        is_active=domain.active,
    )


def _write_json(file: WhitelistFile) -> str:
    groups = {group.slug: {"description": group.description, "domains": list(group.domains)} for group in file.groups}
    domains = {
        name: {
            "owner": entry.owner,
            "tier": entry.tier,
            "authority": str(entry.authority),
            "official": entry.is_official,
            "active": entry.is_active,
        }
        for name, entry in file.domains.items()
    }
    return json.dumps({"search_domains": groups, "domains": domains}, ensure_ascii=False, indent=2) + "\n"


def _write_csv(file: WhitelistFile) -> str:
    """One row a listing; a cell that a spreadsheet would read as a formula gets an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(CSV_COLUMNS)
    for group in file.groups:
        for name in group.domains:
            entry = file.domains[name]
            row = [
                name,
                group.slug,
                group.description,
                entry.owner,
                entry.tier,
                entry.authority,
                int(entry.is_official),
                int(entry.is_active),
            ]
            writer.writerow([guard_cell(str(cell)) for cell in row])
    return out.getvalue()


def read_rows(content: bytes, *, is_csv: bool) -> list[ImportRow]:
    """The rows of a file for a preview: a bad CSV row says what is wrong with it, a bad file raises ``BadInput``.

    CSV rows are numbered as a spreadsheet numbers them, those of JSON from 1 through the groups.
    """
    rows = [_csv_row(number, cells) for number, cells in _csv_cells(content)] if is_csv else _json_rows(content)
    if len(rows) > MAX_ROWS:
        raise BadInput(f"{len(rows)} rows; expected at most {MAX_ROWS}")
    return rows


def _csv_row(number: int, cells: dict[str, str]) -> ImportRow:
    try:
        listing = check_shape(ListingRow, cells)
    except BadInput as error:
        return ImportRow(number, cells.get("domain", ""), cells.get("group", ""), problem=str(error))
    given = {_FIELDS[name]: getattr(listing, name) for name in _FIELDS if name in listing.model_fields_set}
    return ImportRow(number, listing.domain, listing.group, listing.description, given)


def _json_rows(content: bytes) -> list[ImportRow]:
    shape = check_shape(FileShape, parse_object(content))
    rows = []
    for slug, group in shape.search_domains.items():
        shared = {_FIELDS[name]: getattr(group, name) for name in _FIELDS if name in group.model_fields_set}
        for name in group.domains:
            own = shape.domains.get(name)
            given = {
                _FIELDS[key]: getattr(own, key) for key in _FIELDS if own and getattr(own, key) is not None and key in own.model_fields_set
            }
            rows.append(ImportRow(len(rows) + 1, name, slug, group.description, shared | given))
    if not rows:
        raise BadInput("search_domains names no group with a domain")
    return rows


def _csv_cells(content: bytes) -> list[tuple[int, dict[str, str]]]:
    """(row number, filled cells by column) of every row."""
    try:
        text = content.decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    except UnicodeDecodeError:
        raise BadInput("this is no text file; expected CSV in UTF-8") from None
    except csv.Error as error:
        raise BadInput(f"not CSV: {error}") from None
    if not rows:
        raise BadInput(f"no rows; expected the columns {', '.join(CSV_COLUMNS)}")
    if missing := [name for name in ("domain", "group") if name not in rows[0]]:
        raise BadInput(f"the column {missing[0]} is missing; expected {', '.join(CSV_COLUMNS)}")
    return [
        (
            number,
            {name: _unguarded(value) for name, value in row.items() if isinstance(name, str) and isinstance(value, str) and value != ""},
        )
        for number, row in enumerate(rows, 2)
    ]


def _read_csv(content: bytes) -> WhitelistFile:
    groups: dict[str, tuple[str, list[str]]] = {}
    domains: dict[str, DomainEntry] = {}
    for number, cells in _csv_cells(content):
        try:
            listing = check_shape(ListingRow, cells)
        except BadInput as error:
            raise BadInput(f"line {number}: {error}") from None
        groups.setdefault(listing.group, (listing.description, []))[1].append(listing.domain)
        domains.setdefault(listing.domain, DomainEntry(listing.owner, listing.tier, listing.authority, listing.official, listing.active))
    return WhitelistFile(groups=tuple(GroupEntry(slug, text, tuple(names)) for slug, (text, names) in groups.items()), domains=domains)


class ListingRow(StrictShape):
    """One row of the CSV: a domain in a group."""

    domain: str
    group: GroupSlug
    description: Description = ""
    owner: Owner = ""
    tier: Annotated[int, Field(ge=1, le=3, strict=False)] = 2
    authority: Authority = Decimal("0.80")
    official: Annotated[bool, Field(strict=False)] = False
    active: Annotated[bool, Field(strict=False)] = True


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and guard_cell(cell[1:]) == cell else cell
