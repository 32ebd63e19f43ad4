"""An endless word is tried as a name once, not once for each of its letters."""

import pytest

from tests.growth import grows_within
from verification.core.subjects.introductions import introduced_names


@pytest.mark.parametrize("unit", ["A", "A ", "Aa ", "甲", "中国石油（下称", "Foo Bar (", "the formerly "])
@pytest.mark.share(3)
def test_short_forms_are_found_in_linear_time(unit: str) -> None:
    def read(size: int) -> None:
        introduced_names.cache_clear()
        introduced_names((unit * size)[:size])

    assert grows_within(12, lambda: read(20_000), lambda: read(100_000))
