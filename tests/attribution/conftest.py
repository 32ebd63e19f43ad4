"""A little web on loopback that the door is open to."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.conf import LazySettings

from tests.stubs.cited import CitedWeb


@pytest.fixture
def cited_web(settings: LazySettings) -> Iterator[CitedWeb]:
    """Every name under ``.example`` leads to it."""
    settings.DEMO = True
    with CitedWeb() as stub:
        settings.DEMO_STUBS = [urlsplit(stub.url).netloc]
        yield stub
