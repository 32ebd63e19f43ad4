"""Tests that speak to the real services, one call each: ``pytest -m live``, with keys in the environment. Nothing else runs them."""

import pytest

from tests.settings import given_environment


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    live = [item for item in items if "live" in item.path.parts]
    for item in live:
        item.add_marker("live")
    if live and config.getoption("markexpr") != "live":
        config.hook.pytest_deselected(items=live)
        items[:] = [item for item in items if item not in live]


@pytest.fixture(scope="session", autouse=True)
def _loopback_only() -> list[str]:
    """These tests alone leave the machine: the guard of this name is not in force here, and writes nothing down."""
    return []


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The surrounding environment, which the settings of tests do not hear."""
    for name, value in given_environment.items():
        monkeypatch.setenv(name, value)
    return given_environment
