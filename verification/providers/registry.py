"""Which providers there are: names of the settings to dotted paths, imported when first asked for."""

from functools import cache
from typing import cast

from django.utils.module_loading import import_string

from verification.providers.base import Proposer, SearchProvider

SEARCH_PROVIDERS = {"corpus": "verification.providers.corpus.CorpusSearch"}
PROPOSERS = {"rules": "verification.providers.rules.RuleProposer"}


@cache
def get_search_provider(name: str = "corpus") -> SearchProvider:
    """The provider of that name; KeyError for an unknown one."""
    return cast(SearchProvider, import_string(SEARCH_PROVIDERS[name])())


@cache
def get_proposer(name: str = "rules") -> Proposer:
    """The proposer of that name; KeyError for an unknown one."""
    return cast(Proposer, import_string(PROPOSERS[name])())
