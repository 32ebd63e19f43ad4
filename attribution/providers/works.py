"""What a DOI names, by the agency that registered it: Crossref for most journals, DataCite for data sets, reports and arXiv."""

from attribution.providers import crossref, datacite
from attribution.providers.lookups import Lookup
from attribution.providers.named_work import NamedWork

# Registered with DataCite alone, so that nobody else is asked.
_DATACITE_PREFIXES = ("10.48550/", "10.5281/", "10.6084/")


async def find_work(doi: str, *, crossref_url: str, datacite_url: str, contact: str, lookup: Lookup) -> NamedWork | None:
    """The work that ``doi`` names, None where neither agency knows one. ``contact``: whom they may write to. Raises ``ProviderError``.

    An agency whose address is "" is not asked.
    """
    work = None
    if crossref_url and not doi.startswith(_DATACITE_PREFIXES):
        work = await crossref.find_work(doi, base_url=crossref_url, contact=contact, lookup=lookup)
    if work is None and datacite_url:
        work = await datacite.find_work(doi, base_url=datacite_url, lookup=lookup)
    return work
