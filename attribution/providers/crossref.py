"""Crossref (https://api.crossref.org): what a DOI names, and whether it was retracted."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

from attribution.providers.lookups import Lookup, read_lookup
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError

SERVICE = "Crossref"
_RETRACTING = frozenset({"retraction", "withdrawal", "removal"})
_RETRACTED_TITLE = re.compile(r"\s{0,3}\W?(?:retracted|withdrawn)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CrossrefWork:
    title: str
    is_retracted: bool


async def find_work(doi: str, *, base_url: str, lookup: Lookup) -> CrossrefWork | None:
    """The work that ``doi`` names, None where Crossref knows none (other agencies register DOIs too). Raises ``ProviderError``."""
    answer = await lookup(f"{base_url}/{quote(doi, safe='/')}")
    if answer.status == 404:
        return None
    message = read_lookup(SERVICE, answer).get("message")
    if not isinstance(message, dict):
        raise ProviderError(f"{SERVICE} answered in another form.", permanent=True, fault=Fault.BAD_ANSWER)
    titles = message.get("title")
    title = str(titles[0]) if isinstance(titles, list) and titles else ""
    is_retracted = any(kind in _RETRACTING for kind in _updates(message)) or bool(_RETRACTED_TITLE.match(title))
    return CrossrefWork(title=title[:500], is_retracted=is_retracted)


def _updates(message: dict[str, object]) -> Iterator[str]:
    """What became of the work since: ``updated-by`` names the notices."""
    entries = message.get("updated-by")
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, dict):
            yield str(entry.get("type", "")).lower()
