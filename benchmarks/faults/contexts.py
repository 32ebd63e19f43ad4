"""A plugin for pytest: what is measured is kept under the test function at work, in the processes that it starts as well."""

import os
from collections.abc import Generator

import coverage
import pytest


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    name = item.nodeid.partition("[")[0]
    measuring = coverage.Coverage.current()
    if measuring is None:
        raise pytest.UsageError("this plugin runs under coverage alone")
    os.environ["COVERAGE_CONTEXT"] = name
    measuring.switch_context(name)
    try:
        return (yield)
    finally:
        measuring.switch_context("")
        del os.environ["COVERAGE_CONTEXT"]
