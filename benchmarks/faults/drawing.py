"""Faults as text: which lines of which function give way to which, drawn by a seed, and found again after the code has moved."""

import ast
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path

from benchmarks.faults.operators import Change, changes_of

AREAS = ("core", "services", "views")
APPS = ("verification", "attribution")


@dataclass(frozen=True)
class Fault:
    """In the function ``scope`` of the file ``path``, the ``place``-th of the lines ``old`` (from 0) become ``new``."""

    area: str
    operator: str
    path: str
    line: int
    scope: str
    place: int
    old: str
    new: str


def functions_of(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function with its qualified name."""

    def walk(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                yield prefix + child.name, child
            named = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            yield from walk(child, f"{prefix}{child.name}." if named else prefix)

    return walk(tree, "")


def _replaced(lines: list[str], change: Change) -> tuple[str, str]:
    """What stands in the lines of a change, and what stands there then."""
    node = change.node
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    old = "\n".join(lines[first : last + 1])
    # Columns are counted in bytes of UTF-8.
    before = lines[first].encode()[: node.col_offset].decode()
    after = lines[last].encode()[node.end_col_offset or 0 :].decode()
    return old, f"{before}return None\n{old}" if change.operator == "early return" else before + change.text + after


def _faults_of(path: Path, name: str, area: str) -> Iterator[Fault]:
    source = path.read_text(encoding="utf-8")
    lines = source.split("\n")
    tree = ast.parse(source)
    for scope, function in functions_of(tree):
        for change in changes_of(function, tree):
            old, new = _replaced(lines, change)
            if old != new:
                line = change.node.lineno
                yield Fault(area, change.operator, name, line, scope, _starts(lines, function, old).index(line), old, new)


def is_program(fault: Fault, tree: Path) -> bool:
    """Whether the file is still one with the fault in it: nothing may be returned between ``if`` and ``elif``."""
    try:
        ast.parse(broken(fault, tree))
    except SyntaxError:
        return False
    return True


def _starts(lines: list[str], function: ast.FunctionDef | ast.AsyncFunctionDef, old: str) -> list[int]:
    """The lines of a function at which the lines ``old`` begin."""
    wanted = old.split("\n")
    numbers = range(function.lineno, (function.end_lineno or function.lineno) + 1)
    return [number for number in numbers if lines[number - 1 : number - 1 + len(wanted)] == wanted]


def draw_faults(tree: Path, *, seed: int, count: int) -> list[Fault]:
    """``count`` faults, no line twice: areas and operators in turn, the line by lot, whether a test reaches it or not."""
    lot = random.Random(seed)  # noqa: S311 (a draw to be repeated, nothing secret)
    hats: dict[tuple[str, str], list[Fault]] = {}
    for area in AREAS:
        for app in APPS:
            for path in sorted((tree / app / area).rglob("*.py")):
                name = path.relative_to(tree).as_posix()
                for fault in _faults_of(path, name, area):
                    hats.setdefault((area, fault.operator), []).append(fault)
    turns = {area: sorted(operator for place, operator in hats if place == area) for area in AREAS}
    for operators in turns.values():
        lot.shuffle(operators)
    next_of = {area: cycle(operators) for area, operators in turns.items()}
    drawn: dict[tuple[str, int], Fault] = {}
    while len(drawn) < count:
        area = AREAS[len(drawn) % len(AREAS)]
        fault = lot.choice(hats[area, next(next_of[area])])
        if (fault.path, fault.line) not in drawn and is_program(fault, tree):
            drawn[fault.path, fault.line] = fault
    return list(drawn.values())


def find_again(fault: Fault, tree: Path) -> Fault | None:
    """The fault where its function stands now: in its file, or in the one file of the apps that holds those lines in such a function."""
    found = []
    for path in sorted(path for app in APPS for path in (tree / app).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if fault.old.split("\n")[0] not in source:
            continue
        name, lines = path.relative_to(tree).as_posix(), source.split("\n")
        for scope, function in functions_of(ast.parse(source)):
            starts = _starts(lines, function, fault.old)
            if scope == fault.scope and len(starts) > fault.place:
                found.append(replace(fault, path=name, line=starts[fault.place]))
    at_home = [again for again in found if again.path == fault.path]
    return at_home[0] if at_home else found[0] if len(found) == 1 else None


def broken(fault: Fault, tree: Path) -> str:
    """The text of the fault's file with the fault in it."""
    lines = (tree / fault.path).read_text(encoding="utf-8").split("\n")
    length = fault.old.count("\n") + 1
    if "\n".join(lines[fault.line - 1 : fault.line - 1 + length]) != fault.old:
        raise ValueError(f"{fault.path}:{fault.line} is not what the fault was drawn from")
    lines[fault.line - 1 : fault.line - 1 + length] = fault.new.split("\n")
    return "\n".join(lines)
