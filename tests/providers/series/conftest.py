"""All publishers of series on one server of this machine, set as a deployment would set them."""

from collections.abc import Iterator

import pytest

from tests.providers.series.publishing import RELEASES, SERIES
from tests.stubs.series import SeriesStub


@pytest.fixture
def publishers(settings) -> Iterator[SeriesStub]:
    with SeriesStub(SERIES, releases=RELEASES) as stub:
        settings.SERIES_URLS = stub.urls
        settings.SERIES_PROVIDERS = tuple(stub.urls)
        settings.FRED_API_KEY, settings.BLS_API_KEY = stub.key, ""
        yield stub
