"""Which search providers there are: names to dotted paths, imported when first asked for, in the order of preference."""

from decimal import Decimal
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from verification.providers.api_client import ApiClient
from verification.providers.base import SearchProvider

SEARCH_PROVIDERS = {
    "tavily": "verification.providers.search.tavily.TavilySearch",
    "serper": "verification.providers.search.serper.SerperSearch",
    "searxng": "verification.providers.search.searxng.SearxngSearch",
    "corpus": "verification.providers.search.corpus.CorpusSearch",
}
# The setting without which a provider can't be asked: its key, or its address. Those that are missing here need none and no network.
NEEDED_SETTINGS = {"tavily": "TAVILY_API_KEY", "serper": "SERPER_API_KEY", "searxng": "SEARXNG_URL"}
# What a request costs in USD on the smallest paid plan, as seen in autumn 2026; an admin's own price takes its place.
SHIPPED_USD = {"tavily": Decimal("0.008"), "serper": Decimal("0.001")}
# Services at which single things are looked up, with the setting without which nobody asks them.
LOOKUP_SETTINGS = {"factcheck": "GOOGLE_FACT_CHECK_API_KEY", "wikidata": "WIKIDATA_LOOKUP", "reader": "PAGE_READER_URL"}


def make_search_provider(name: str, *, client: ApiClient) -> SearchProvider:
    """The provider of that name, asking through ``client``; KeyError for an unknown one."""
    made = import_string(SEARCH_PROVIDERS[name])
    return cast(SearchProvider, made(client, settings) if name in NEEDED_SETTINGS else made())


def is_configured(name: str) -> bool:
    """Whether the key or address is set that the provider needs; False for an unknown name."""
    needed = NEEDED_SETTINGS.get(name)
    return name in SEARCH_PROVIDERS and (needed is None or bool(getattr(settings, needed)))


def is_lookup_configured(name: str) -> bool:
    """Whether a service for look-ups may be asked; False for an unknown name."""
    return name in LOOKUP_SETTINGS and bool(getattr(settings, LOOKUP_SETTINGS[name]))
