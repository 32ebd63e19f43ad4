from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def _language_ends_with_the_test() -> Iterator[None]:
    """A request leaves its language behind in the thread."""
    yield
    translation.deactivate()
