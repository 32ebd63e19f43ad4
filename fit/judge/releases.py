"""Pages of those who make figures (statistical offices, central banks, data portals, quotes, company releases), with names for them.

They are HTML, and read as the product reads a page. Two fifths of the names are of something that the page only seems to say. From those
under ``learnt_`` the judge learns, by publisher out of fold, and nobody reads them; from those under ``counted_`` it learns nothing: one
half by its pages may be read, the other is only counted.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from decimal import Decimal
from hashlib import sha256
from pathlib import Path

from fit.judge.cases import Case
from fit.judge.swap_pages import UNSEEN
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.vocabulary import Independence, NodeKind, Stage
from verification.providers.pages.text import read_page

RELEASES = "releases"
FOLDER = Path(__file__).parent / RELEASES
# The day on which all of them are asked for: what came out weeks before is still the latest there is.
_ASKED = datetime(2026, 11, 30, 12, tzinfo=UTC)
_FRESH_DAYS = 60
_HEAD = re.compile(r"(\S+) \| (\d{4}-\d{2}-\d{2}) \| (.+)")
_NAME = re.compile(r"\? (.+?) ; (percent|currency|number) ;\s?(\S*)\s?= (\S+)")
_NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Release:
    """One page of a file with its names: (name, kind, unit, value or "-")."""

    url: str
    day: date
    title: str
    markup: str
    names: tuple[tuple[str, str, str, str], ...]

    @property
    def half(self) -> str:
        return "read" if int(sha256(self.url.encode()).hexdigest(), 16) % 2 == 0 else "counted"


def release_cases() -> Iterator[Case]:
    """A case for each name that is only counted, with the one page that it stands beside, of a publisher that is trusted."""
    for path, release, case in _cases("counted"):
        use = "own" if case.right else "look-alike"
        yield replace(case, source=UNSEEN, scenario=f"{RELEASES}_{path.stem.removeprefix('counted_')}, {release.half}, {use}")


def learnt_releases() -> Iterator[Case]:
    """The same of the names that the judge learns from."""
    return (case for _, _, case in _cases("learnt"))


def _cases(use: str) -> Iterator[tuple[Path, Release, Case]]:
    for path in sorted(FOLDER.glob(f"{use}_*.txt")):
        for release in parse_releases(path.read_text(encoding="utf-8")):
            page = _as_read(release)
            for name, kind, unit, value in release.names:
                node = NodeSpec(name, NodeKind(kind), unit=unit or None, fresh_days=_FRESH_DAYS, independence=Independence.DOMAINS)
                yield path, release, _case(release, page, node, value)


def _case(release: Release, page: Page, node: NodeSpec, value: str) -> Case:
    host = release.url.split("/")[2].removeprefix("www.")
    return Case(
        key=f"{RELEASES}-{release.url}-{node.label}",
        source=RELEASES,
        group=f"{RELEASES}/{host}",
        scenario="own" if value != _NOTHING else "look-alike",
        node=node,
        pages=(page,),
        as_of=_ASKED,
        trust=Trust(whitelist=(host,)),
        stage=Stage.WHITELIST,
        right=() if value == _NOTHING else ("..".join(f"{Decimal(end):f}" for end in value.split("..")),),
        is_unsigned=True,
        supports=None,
    )


def parse_releases(text: str) -> Iterator[Release]:
    """The pages of a file. ``ValueError`` names a line that is neither a head nor a name."""
    for block in text.split("\n=== "):
        head, *rest = block.removeprefix("=== ").splitlines()
        found = _HEAD.fullmatch(head)
        if found is None:
            raise ValueError(f"{head}: expected an address, a day and a title")
        names = [_NAME.fullmatch(line) for line in rest if line.startswith("? ")]
        if not names or None in names:
            raise ValueError(f"{head}: expected names as 'name ; kind ; unit = value'")
        markup = "\n".join(line for line in rest if line and not line.startswith("? "))
        yield Release(found[1], date.fromisoformat(found[2]), found[3], markup, tuple(one.groups() for one in names if one))


def _as_read(release: Release) -> Page:
    markup = f"<html><head><title>{release.title}</title></head><body>{release.markup}</body></html>"
    found = read_page(markup.encode(), "text/html; charset=utf-8", release.url)
    return Page(release.url, found["title"], found["text"], datetime.combine(release.day, time(9), UTC))
