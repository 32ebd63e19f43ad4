"""The whitelist as files: the seed's ``financial_sources.json`` and CSV, both ways."""

import csv
import io
import json
from decimal import Decimal
from typing import Annotated

from pydantic import BeforeValidator, Field, StringConstraints

from verification.schemas import Shape, Slug, check_shape
from verification.services.whitelist import DomainEntry, GroupEntry, WhitelistFile
from verification.strict_json import BadInput, parse_object

CSV_COLUMNS = ("domain", "group", "description", "owner", "tier", "authority", "official", "active")
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")

Tier = Annotated[int, Field(ge=1, le=3)]


def _decimal(value: object) -> object:
    """A number as files write it, as text, so that 0.95 stays 0.95."""
    return Decimal(str(value)) if isinstance(value, int | float | str) and not isinstance(value, bool) and _is_number(str(value)) else value


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal() and len(text) <= 8


Authority = Annotated[Decimal, BeforeValidator(_decimal), Field(ge=0, le=1, max_digits=3, decimal_places=2)]


class GroupShape(Shape):
    """A group; ``tier``, ``authority`` and ``official`` hold for its domains that say nothing of their own."""

    description: Annotated[str, StringConstraints(max_length=200)] = ""
    domains: list[str]
    tier: Tier = 2
    authority: Authority = Decimal("0.80")
    official: bool = False


class DomainShape(Shape):
    owner: Annotated[str, StringConstraints(max_length=100)] | None = None
    tier: Tier | None = None
    authority: Authority | None = None
    official: bool | None = None
    active: bool = True


class FileShape(Shape):
    search_domains: dict[Slug, GroupShape]
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
            writer.writerow([_guarded(str(cell)) for cell in row])
    return out.getvalue()


def _read_csv(content: bytes) -> WhitelistFile:
    try:
        text = content.decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    except UnicodeDecodeError:
        raise BadInput("this is no text file; expected CSV in UTF-8") from None
    except csv.Error as error:
        raise BadInput(f"not CSV: {error}") from None
    if not rows:
        raise BadInput(f"no rows; expected the columns {', '.join(CSV_COLUMNS)}")
    groups: dict[str, tuple[str, list[str]]] = {}
    domains: dict[str, DomainEntry] = {}
    for number, row in enumerate(rows, 2):
        cells = {name: _unguarded(value) for name, value in row.items() if isinstance(name, str) and isinstance(value, str) and value != ""}
        try:
            listing = check_shape(ListingRow, cells)
        except BadInput as error:
            raise BadInput(f"line {number}: {error}") from None
        groups.setdefault(listing.group, (listing.description, []))[1].append(listing.domain)
        domains.setdefault(listing.domain, DomainEntry(listing.owner, listing.tier, listing.authority, listing.official, listing.active))
    return WhitelistFile(groups=tuple(GroupEntry(slug, text, tuple(names)) for slug, (text, names) in groups.items()), domains=domains)


class ListingRow(Shape):
    """One row of the CSV: a domain in a group."""

    domain: str
    group: Slug
    description: Annotated[str, StringConstraints(max_length=200)] = ""
    owner: Annotated[str, StringConstraints(max_length=100)] = ""
    tier: Annotated[int, Field(ge=1, le=3, strict=False)] = 2
    authority: Authority = Decimal("0.80")
    official: Annotated[bool, Field(strict=False)] = False
    active: Annotated[bool, Field(strict=False)] = True


def _guarded(cell: str) -> str:
    return "'" + cell if cell.startswith(_FORMULA_STARTS) else cell


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA_STARTS) else cell
