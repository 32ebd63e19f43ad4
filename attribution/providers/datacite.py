"""DataCite (https://api.datacite.org/dois): what a DOI of a data set, a report or an arXiv paper names."""

from urllib.parse import quote

from attribution.providers.lookups import Lookup, read_lookup
from attribution.providers.named_work import MAX_TITLE, NamedWork, is_retracted_title
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError

SERVICE = "DataCite"


async def find_work(doi: str, *, base_url: str, lookup: Lookup) -> NamedWork | None:
    """The work that ``doi`` names, None where DataCite knows none. Raises ``ProviderError``."""
    answer = await lookup(f"{base_url}/{quote(doi, safe='')}")
    if answer.status == 404:
        return None
    data = read_lookup(SERVICE, answer).get("data")
    attributes = data.get("attributes") if isinstance(data, dict) else None
    if not isinstance(attributes, dict):
        raise ProviderError(f"{SERVICE} answered in another form.", permanent=True, fault=Fault.BAD_ANSWER)
    titles = attributes.get("titles")
    first = titles[0] if isinstance(titles, list) and titles else None
    title = str(first.get("title", "")) if isinstance(first, dict) else ""
    return NamedWork(title[:MAX_TITLE], is_retracted=is_retracted_title(title))
