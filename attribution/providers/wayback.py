"""The web archive: its index of copies (CDX), and the API of availability where the index does not answer.

Of the copies the one nearest to a moment is taken. The availability API answers ``{}`` for addresses with a scheme that it holds
(internetarchive/wayback#296), so it is asked without.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlencode

from attribution.providers.lookups import Lookup, read_lookup, read_lookup_list
from verification.core.patterns import lazy_regex
from verification.core.sources.domains import canonical_url, host_of
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError

SERVICE = "Wayback Machine"
_ARCHIVE = "https://web.archive.org/web"
_HOSTS = ("archive.org", "web.archive.org")
_TAKEN = lazy_regex(r"[0-9]{14}")


@dataclass(frozen=True, slots=True)
class ArchivedCopy:
    """``taken`` is the archive's timestamp, ``YYYYMMDDhhmmss`` in UTC."""

    url: str
    taken: str


async def find_copy(url: str, *, near: datetime, index_url: str, availability_url: str, lookup: Lookup) -> ArchivedCopy | None:
    """The copy of ``url`` that was taken nearest to ``near``, None where the archive has none. Raises ``ProviderError``.

    An address that is "" is not asked.
    """
    moment = near.astimezone(UTC).strftime("%Y%m%d%H%M%S")
    if index_url:
        try:
            return await _find_in_index(url, moment, index_url, lookup)
        except ProviderError:
            if not availability_url:
                raise
    return await _find_available(url, moment, availability_url, lookup)


async def _find_in_index(url: str, moment: str, base_url: str, lookup: Lookup) -> ArchivedCopy | None:
    asked = {
        "url": url,
        "output": "json",
        "fl": "timestamp",
        "filter": "statuscode:200",
        "sort": "closest",
        "closest": moment,
        "limit": "1",
    }
    rows = read_lookup_list(SERVICE, await lookup(f"{base_url}?{urlencode(asked)}"))
    # The first row names the columns.
    taken = [str(row[0]) for row in rows[1:] if isinstance(row, list) and row and _TAKEN.fullmatch(str(row[0]))]
    if rows and not taken:
        raise _other_form()
    return ArchivedCopy(f"{_ARCHIVE}/{taken[0]}/{url}", taken[0]) if taken else None


async def _find_available(url: str, moment: str, base_url: str, lookup: Lookup) -> ArchivedCopy | None:
    asked = {"url": url.partition("://")[2] or url, "timestamp": moment}
    found = read_lookup(SERVICE, await lookup(f"{base_url}?{urlencode(asked)}"))
    snapshots = found.get("archived_snapshots")
    if not isinstance(snapshots, dict):
        raise _other_form()
    return _read_closest(snapshots.get("closest"))


def _read_closest(closest: object) -> ArchivedCopy | None:
    if not isinstance(closest, Mapping) or closest.get("available") is not True or str(closest.get("status", "")) != "200":
        return None
    copy = canonical_url(str(closest.get("url", "")))
    if copy is None or host_of(copy) not in _HOSTS:
        return None
    return ArchivedCopy(copy.replace("http://", "https://", 1), str(closest.get("timestamp", ""))[:14])


def _other_form() -> ProviderError:
    return ProviderError(f"{SERVICE} answered in another form.", permanent=True, fault=Fault.BAD_ANSWER)
