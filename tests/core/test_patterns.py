"""Patterns that are compiled when they are first asked answer as compiled ones, and every one of the product can be compiled."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType

import pytest

import attribution.core
import attribution.providers
import verification.core
import verification.providers
from verification.core.patterns import lazy_regex

WRITTEN = r"(?P<figure>\d+)\s?%"
TEXT = "from 3% to 4 %"


def test_nothing_is_compiled_before_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, compile_now = [], re.compile
    monkeypatch.setattr(re, "compile", lambda *given: compiled.append(given) or compile_now(*given))
    regex = lazy_regex(WRITTEN, re.IGNORECASE)
    assert (regex.pattern, compiled) == (WRITTEN, [])
    assert [bool(regex.search(text)) for text in (TEXT, "none")] == [True, False]
    assert compiled == [(WRITTEN, re.IGNORECASE)]


@pytest.mark.parametrize(
    "ask",
    [
        lambda regex: regex.search(TEXT, 7)["figure"],
        lambda regex: regex.match(TEXT),
        lambda regex: regex.fullmatch("3%").groupdict(),
        lambda regex: [found.span() for found in regex.finditer(TEXT)],
        lambda regex: regex.findall(TEXT),
        lambda regex: regex.sub(r"\g<figure> percent", TEXT, count=1),
        lambda regex: regex.subn("", TEXT),
        lambda regex: regex.split(TEXT, maxsplit=1),
        lambda regex: (regex.flags, regex.groups, regex.groupindex, regex.pattern),
    ],
)
def test_answers_are_those_of_a_compiled_pattern(ask) -> None:
    lazy, compiled = lazy_regex(WRITTEN, re.IGNORECASE), re.compile(WRITTEN, re.IGNORECASE)
    assert [ask(lazy), ask(lazy)] == [ask(compiled), ask(compiled)]


def test_what_a_compiled_pattern_does_not_know_is_unknown_before_and_after() -> None:
    regex = lazy_regex(WRITTEN)
    for _ in range(2):
        with pytest.raises(AttributeError, match="find_all"):
            regex.find_all(TEXT)


def test_a_wrong_pattern_is_told_when_it_is_asked() -> None:
    regex = lazy_regex("(")
    for _ in range(2):
        with pytest.raises(re.error, match="missing \\)"):
            regex.search(TEXT)


def _modules() -> Iterator[ModuleType]:
    for package in (verification.core, attribution.core, verification.providers, attribution.providers):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(found.name)


def _held(value: object) -> Iterator[object]:
    """The patterns in a module's constants: alone, in rows and in tables."""
    if isinstance(value, dict):
        value = (*value, *value.values())
    if isinstance(value, tuple | list | set | frozenset):
        for part in value:
            yield from _held(part)
    elif type(value).__module__ == lazy_regex.__module__:
        yield value


def test_every_pattern_of_the_product_can_be_compiled() -> None:
    regexes = {id(regex): regex for module in _modules() for value in vars(module).values() for regex in _held(value)}
    assert len(regexes) > 1000
    assert [regex.pattern for regex in regexes.values() if not isinstance(regex.flags, int)] == []
