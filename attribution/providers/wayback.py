"""The web archive's availability API (https://archive.org/help/wayback_api.php): the copy of an address that is nearest to now.

With a scheme the archive answers ``{}`` for addresses that it holds (internetarchive/wayback#296), so it is asked without.
"""

from dataclasses import dataclass
from urllib.parse import urlencode

from attribution.providers.lookups import Lookup, read_lookup
from verification.core.sources.domains import canonical_url, host_of
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError

SERVICE = "Wayback Machine"
_HOSTS = ("archive.org", "web.archive.org")


@dataclass(frozen=True, slots=True)
class ArchivedCopy:
    """``taken`` is the archive's timestamp, ``YYYYMMDDhhmmss``."""

    url: str
    taken: str


async def find_copy(url: str, *, base_url: str, lookup: Lookup) -> ArchivedCopy | None:
    """The copy of ``url``, None where the archive has none. Raises ``ProviderError``."""
    found = read_lookup(SERVICE, await lookup(f"{base_url}?{urlencode({'url': url.partition('://')[2] or url})}"))
    snapshots = found.get("archived_snapshots")
    if not isinstance(snapshots, dict):
        raise ProviderError(f"{SERVICE} answered in another form.", permanent=True, fault=Fault.BAD_ANSWER)
    closest = snapshots.get("closest")
    if not isinstance(closest, dict) or closest.get("available") is not True or str(closest.get("status", "")) != "200":
        return None
    copy = canonical_url(str(closest.get("url", "")))
    if copy is None or host_of(copy) not in _HOSTS:
        return None
    return ArchivedCopy(copy.replace("http://", "https://", 1), str(closest.get("timestamp", ""))[:14])
