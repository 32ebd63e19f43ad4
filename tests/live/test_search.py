"""One real search with each provider whose key or address is set."""

import pytest

from causalflow import env
from tests.providers.searching import make_query, search
from verification.core.sources.domains import host_of
from verification.providers.registry import NEEDED_SETTINGS

ADDRESSES = ("TAVILY_URL", "SERPER_URL", "SEARXNG_URL")


@pytest.mark.parametrize("name", NEEDED_SETTINGS)
@pytest.mark.usefixtures("given")
def test_a_real_search_answers(settings, name: str) -> None:
    needed = NEEDED_SETTINGS[name]
    secret = env.env_secret(needed)
    if not secret:
        pytest.skip(f"{needed} is not set")
    setattr(settings, needed, secret.rstrip("/"))
    for address in ADDRESSES:
        setattr(settings, address, env.env_text(address, getattr(settings, address)).rstrip("/"))
    answer = search(name, make_query("Federal Reserve federal funds rate", fresh_days=90, limit=5))
    assert answer.provider == name
    assert answer.calls == 1
    assert len(answer.results) >= 1
    assert [result for result in answer.results if host_of(result.page.url) is None] == []
