"""What holds the house: sizes, purity of the core, pages without inline code, documented settings, named requirements."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import metadata, packages_distributions, version
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

from tests.environment import PROJECT, documented_variables

pytestmark = pytest.mark.pure

PACKAGES = ("causalflow", "verification", "attribution", "mcp_server")
LONGEST_FILE = 400
LONGEST_FUNCTION = 40
PURE = ("verification/core", "attribution/core")
LAZY = "lazy_regex"
LAZY_FOLDERS = (*PURE, "verification/providers", "attribution/providers")
# Read by make, the shell or the test runner, not by the product.
ENVIRONMENT_DOORS = {"causalflow/env.py"}
ENTRY_POINTS = {"causalflow/asgi.py", "causalflow/wsgi.py"}
REQUIREMENT = re.compile(r"^([A-Za-z0-9_.-]+)(?:\[[a-z,]+\])?==([A-Za-z0-9.]+)$")


def _code(folder: str = "") -> list[Path]:
    folders = [folder] if folder else PACKAGES
    paths = [path for name in folders for path in sorted((PROJECT / name).rglob("*.py"))]
    return [path for path in paths if "migrations" not in path.parts]


def _name(path: Path) -> str:
    return path.relative_to(PROJECT).as_posix()


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _nodes(path: Path) -> tuple[ast.AST, ...]:
    """Walked once: most of the tests look through all of them."""
    return tuple(ast.walk(_tree(path)))


@pytest.fixture(scope="module", autouse=True)
def _trees_are_forgotten() -> Iterator[None]:
    """They are many, and each look for garbage would walk through them."""
    yield
    _tree.cache_clear()
    _nodes.cache_clear()


def _imports(path: Path) -> Iterator[str]:
    for node in _nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _pinned(name: str) -> dict[str, str]:
    """The packages that a requirements file pins, by normal name."""
    lines = (PROJECT / name).read_text(encoding="utf-8").splitlines()
    wanted = [line for line in lines if line and not line.startswith(("#", "-r "))]
    matches = [REQUIREMENT.match(line) for line in wanted]
    assert all(matches), f"{name} holds a line that pins nothing"
    return {_normal(match[1]): match[2] for match in matches if match}


def _everything_pinned() -> dict[str, str]:
    return _pinned("requirements.txt") | _pinned("requirements-tracing.txt") | _pinned("requirements-dev.txt")


def test_files_are_short() -> None:
    lengths = {_name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in _code()}
    assert {name: length for name, length in lengths.items() if length >= LONGEST_FILE} == {}


def test_functions_are_short() -> None:
    long = {
        f"{_name(path)}:{node.name}": node.end_lineno - node.lineno + 1
        for path in _code()
        for node in _nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (node.end_lineno or 0) - node.lineno + 1 >= LONGEST_FUNCTION
    }
    assert long == {}


def test_there_is_no_drawer_for_odds_and_ends() -> None:
    drawers = {"utils", "util", "helpers", "helper", "common", "misc", "tools"}
    assert [_name(path) for path in _code() if path.stem in drawers or path.parent.name in drawers] == []


def test_the_core_is_pure() -> None:
    """Beside itself it imports the standard library and the public suffix list (attribution also Markdown), and nothing that acts."""
    allowed = {"publicsuffixlist", "verification.core", "attribution.core", "markdown_it"}
    acting = {"asyncio", "multiprocessing", "os", "pathlib", "random", "secrets", "socket", "sqlite3", "subprocess", "threading", "time"}
    foreign = [
        f"{_name(path)} imports {module}"
        for folder in PURE
        for path in _code(folder)
        for module in _imports(path)
        if not any(module == name or module.startswith(f"{name}.") for name in allowed)
        and (module.split(".")[0] not in sys.stdlib_module_names or module.split(".")[0] in acting)
    ]
    assert foreign == []


def test_the_core_knows_no_clock_and_no_files() -> None:
    forbidden = {"now", "utcnow", "today", "open"}
    calls = [
        f"{_name(path)}:{node.lineno}"
        for folder in PURE
        for path in _code(folder)
        for node in _nodes(path)
        if isinstance(node, ast.Call)
        and (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")) in forbidden
    ]
    assert calls == []


def test_nothing_of_the_answer_is_executed() -> None:
    calls = [
        f"{_name(path)}:{node.lineno}"
        for path in _code()
        for node in _nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"eval", "exec", "compile", "__import__"}
    ]
    assert calls == []


def test_nothing_dials_by_itself() -> None:
    """Beside the contracts on imports: only the door's resolver and the probe of our own server use the standard library's ways out."""
    ways = {
        "urlopen", "urlretrieve", "open_connection", "create_connection", "getaddrinfo", "gethostbyname", "fetch_url", "HTTPConnection",
        "HTTPSConnection",
    }  # fmt: skip
    dialling = {
        _name(path)
        for path in _code()
        for node in _nodes(path)
        if isinstance(node, ast.Call) and (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")) in ways
    }
    assert dialling <= {"verification/providers/door/networks.py", "causalflow/processes.py"}


def _variables_read() -> set[str]:
    """The names that product code reads through ``causalflow.env``."""
    names: set[str] = set()
    for path in _code():
        for node in _nodes(path):
            function = node.func if isinstance(node, ast.Call) else None
            word = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            if not word.startswith("env_") or not node.args:
                continue
            first = node.args[0]
            if isinstance(first, ast.Constant):
                names |= {first.value, f"{first.value}_FILE"} if word in ("env_secret", "env_key") else {first.value}
    return names


def _keys_of_shipped_models() -> set[str]:
    """Their profiles name them; they are read when a model is asked."""
    shipped = (PROJECT / "verification" / "migrations" / "0013_model_profiles.py").read_text(encoding="utf-8")
    names = set(re.findall(r'"([A-Z]{1,20}_API_KEY)"', shipped))
    return names | {f"{name}_FILE" for name in names}


def test_every_variable_is_documented_and_every_documented_one_is_read() -> None:
    assert documented_variables() == _variables_read() | _keys_of_shipped_models()


def test_the_environment_is_read_through_one_door() -> None:
    readers = {
        _name(path)
        for path in _code()
        for node in _nodes(path)
        if (isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv"}) or (isinstance(node, ast.Name) and node.id == "environ")
    }
    assert readers == ENVIRONMENT_DOORS | ENTRY_POINTS


TEMPLATES = sorted(path for folder in ("templates", *PACKAGES) for path in (PROJECT / folder).rglob("*.html"))


def _matching_lines(pattern: str, *, without_tags: bool) -> list[str]:
    return [
        f"{_name(path)}:{number}: {line.strip()[:80]}"
        for path in TEMPLATES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(pattern, re.sub(r"\{%[^%]{0,400}%\}", "", line) if without_tags else line, re.IGNORECASE)
    ]


@pytest.mark.parametrize(
    "pattern",
    [
        r"<script(?![^>]*\bsrc=)",
        r"<style\b",
        r"\sstyle\s*=",
        r"\son[a-z]{3,20}\s*=\s*[\"'{]",
        r"javascript:",
        r"\s(?:href|src|action|value|content)=\{\{",
        r"(?:src|href)=[\"'](?:https?:)?//",
    ],
)
def test_pages_hold_no_inline_code_and_nothing_from_elsewhere(pattern: str) -> None:
    assert _matching_lines(pattern, without_tags=True) == []


@pytest.mark.parametrize("pattern", [r"\|\s*safe\b", r"\{%\s*autoescape\s+off"])
def test_pages_escape_everything(pattern: str) -> None:
    assert _matching_lines(pattern, without_tags=False) == []


def test_scripts_write_no_markup_and_make_no_code() -> None:
    forbidden = re.compile(r"\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval)\b|new Function\b")
    scripts = [path for path in sorted((PROJECT / "static").rglob("*.js")) if "vendor" not in path.parts]
    assert [_name(path) for path in scripts if forbidden.search(path.read_text(encoding="utf-8"))] == []


def test_what_is_imported_is_required() -> None:
    """Product code imports nothing that only the tests' requirements bring, or nothing does."""
    pinned, distributions = _pinned("requirements.txt"), packages_distributions()
    outside = {module.split(".")[0] for path in _code() for module in _imports(path)} - sys.stdlib_module_names - set(PACKAGES)
    missing = {name for name in outside if not {_normal(owner) for owner in distributions.get(name, [])} & pinned.keys()}
    assert missing == set()


def test_what_is_required_is_installed_as_pinned() -> None:
    pinned = _everything_pinned()
    assert {name: version(name) for name in pinned} == pinned


def test_what_is_required_runs_on_the_oldest_python() -> None:
    """Debian 12 has 3.11.2, and some packages leave out the first releases of 3.11."""
    ranges = {name: metadata(name).get("Requires-Python") or "" for name in _everything_pinned()}
    assert [name for name, span in ranges.items() if "3.11.0" not in SpecifierSet(span)] == []


def _asks_of_regexes(called: ast.expr) -> bool:
    """Whether it is a function of ``re``, or ours that compiles later."""
    return getattr(called, "id", "") == LAZY or (isinstance(called, ast.Attribute) and getattr(called.value, "id", "") == "re")


def test_patterns_use_nothing_that_early_releases_of_3_11_get_wrong() -> None:
    """Possessive quantifiers and atomic groups match wrongly before 3.11.5."""
    broken = re.compile(r"(?<!\\)[*+?}]\+|\(\?>")
    found = [
        f"{_name(path)}:{call.lineno}"
        for path in _code()
        for call in _nodes(path)
        if isinstance(call, ast.Call) and _asks_of_regexes(call.func)
        for part in ast.walk(call)
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and broken.search(re.sub(r"\[[^\]]*\]", "", part.value))
    ]
    assert found == []


def test_cores_and_providers_compile_no_pattern_while_they_are_loaded() -> None:
    """A command asks few of them (``verification/core/patterns.py``)."""
    compiled = [
        f"{_name(path)}:{call.lineno}"
        for folder in LAZY_FOLDERS
        for path in _code(folder)
        for statement in _tree(path).body
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        for call in ast.walk(statement)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "re.compile"
    ]
    assert compiled == []


def test_the_eight_packages_of_the_design_are_required() -> None:
    wanted = {"django", "djangorestframework", "django-q2", "httpx", "openai", "beautifulsoup4", "psycopg"}
    assert wanted <= _pinned("requirements.txt").keys()
    assert "pytest-django" in _pinned("requirements-dev.txt")


def test_no_data_is_in_the_project_that_was_only_lent() -> None:
    """The corpora beside the project are read at run time by tests and benchmarks, never by the product."""
    assert [_name(path) for path in _code() if "shared/data" in path.read_text(encoding="utf-8")] == []
