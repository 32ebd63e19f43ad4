"""Crossref (https://api.crossref.org): what a DOI names, and whether it was retracted or its publisher warns of it."""

from collections.abc import Iterator
from urllib.parse import quote, urlencode

from attribution.providers.lookups import Lookup, read_lookup
from attribution.providers.named_work import MAX_TITLE, NamedWork, is_retracted_title
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError

SERVICE = "Crossref"
_RETRACTING = frozenset({"retraction", "withdrawal", "removal"})
_WARNING = frozenset({"expression_of_concern", "expression-of-concern", "concern"})


async def find_work(doi: str, *, base_url: str, contact: str, lookup: Lookup) -> NamedWork | None:
    """The work that ``doi`` names, None where Crossref knows none. ``contact``, where there is one, gets us its "polite" servers.

    Raises ``ProviderError``.
    """
    polite = f"?{urlencode({'mailto': contact})}" if contact else ""
    answer = await lookup(f"{base_url}/{quote(doi, safe='/')}{polite}")
    if answer.status == 404:
        return None
    message = read_lookup(SERVICE, answer).get("message")
    if not isinstance(message, dict):
        raise ProviderError(f"{SERVICE} answered in another form.", permanent=True, fault=Fault.BAD_ANSWER)
    titles = message.get("title")
    title = str(titles[0]) if isinstance(titles, list) and titles else ""
    updates = frozenset(_updates(message))
    is_retracted = bool(_RETRACTING & updates) or is_retracted_title(title)
    return NamedWork(title[:MAX_TITLE], is_retracted=is_retracted, has_concern=bool(_WARNING & updates))


def _updates(message: dict[str, object]) -> Iterator[str]:
    """What became of the work since: ``updated-by`` names the notices."""
    entries = message.get("updated-by")
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, dict):
            yield str(entry.get("type", "")).lower()
