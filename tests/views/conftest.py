from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.utils import translation


@pytest.fixture(autouse=True)
def _language_ends_with_the_test() -> Iterator[None]:
    """A request leaves its language behind in the thread."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _no_free_service_is_set_up(settings: LazySettings) -> None:
    """Those that need no key are ready as shipped, and one page tries all that are; the page it reads is one that the door refuses."""
    settings.CROSSREF_URL = settings.DATACITE_URL = settings.WAYBACK_INDEX_URL = settings.WAYBACK_URL = ""
    settings.TRY_PAGE = "http://127.0.0.1/"
