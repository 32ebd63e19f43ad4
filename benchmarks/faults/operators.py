"""The ways in which a line is made wrong. Each answers the places of one function where it applies, as source put for source."""

import ast
import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

# What the program never compares with: annotations, what an error says, what decorates.
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


@dataclass(frozen=True)
class Change:
    """What stands at ``node`` gives way to ``text``; a whole statement where ``node`` is one."""

    operator: str
    node: ast.expr | ast.stmt
    text: str


def _swapped_comparison(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        changed = copy.deepcopy(node)
        changed.ops = [_COMPARISONS[type(node.ops[0])]()]
        yield changed


def _shifted_constant(node: ast.AST) -> Iterator[ast.expr]:
    if not isinstance(node, ast.Constant) or isinstance(node.value, bool):
        return
    if isinstance(node.value, int | float):
        yield from (ast.Constant(node.value + step) for step in (1, -1))
    elif isinstance(node.value, str) and _NUMBER.fullmatch(node.value):
        yield from (ast.Constant(str(Decimal(node.value) + step)) for step in (1, -1))


def _swapped_truth(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.BoolOp):
        changed = copy.deepcopy(node)
        changed.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield changed
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)


def _dropped_not(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand


def _swapped_arithmetic(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        changed = copy.deepcopy(node)
        changed.op = _ARITHMETIC[type(node.op)]()
        yield changed


def _changed_text(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and not _NUMBER.fullmatch(node.value):
        yield ast.Constant(node.value + "x" if node.value else "x")


def _dropped_call(node: ast.AST) -> Iterator[ast.expr]:
    """``text.strip()`` becomes ``text``."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not (node.args or node.keywords):
        yield node.func.value


_EXPRESSIONS: dict[str, Callable[[ast.AST], Iterator[ast.expr]]] = {
    "comparison swapped": _swapped_comparison,
    "constant shifted": _shifted_constant,
    "truth swapped": _swapped_truth,
    "not dropped": _dropped_not,
    "arithmetic swapped": _swapped_arithmetic,
    "text changed": _changed_text,
    "call dropped": _dropped_call,
}


def _members(tree: ast.Module) -> dict[str, list[str]]:
    """The members of enumerations that a module names, by enumeration."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr.isupper() and node.value.id[:1].isupper():
            found.setdefault(node.value.id, set()).add(node.attr)
    return {name: sorted(members) for name, members in found.items()}


def _swapped_members(node: ast.AST, members: dict[str, list[str]]) -> Iterator[ast.expr]:
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in members.get(node.value.id, ()):
        for other in members[node.value.id]:
            if other != node.attr:
                yield ast.Attribute(node.value, other)


def _statements(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Return) and node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
        yield Change("nothing returned", node, "return None")
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield Change("call dropped", node, "pass")
    elif isinstance(node, ast.Assign | ast.If | ast.For | ast.AugAssign):
        yield Change("early return", node, "return None")


def _spoken(function: ast.AST) -> Iterator[ast.AST]:
    """Everything that a function does: no docstring, annotation, decorator or message of an error, and no piece of a formatted text,
    whose place Python 3.11 does not know; inner functions are functions of their own."""
    silent = (ast.JoinedStr, ast.Raise, ast.arguments, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.AnnAssign)
    waiting = list(getattr(function, "body", []))
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, silent) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            continue
        yield node
        waiting.extend(ast.iter_child_nodes(node))


def changes_of(function: ast.AST, module: ast.Module) -> Iterator[Change]:
    """Every single change of a function, without those of the functions within it."""
    members = _members(module)
    for node in _spoken(function):
        yield from _statements(node)
        if not isinstance(node, ast.expr):
            continue
        for name, operator in _EXPRESSIONS.items():
            yield from (Change(name, node, f"({ast.unparse(changed)})") for changed in operator(node))
        yield from (Change("member swapped", node, ast.unparse(changed)) for changed in _swapped_members(node, members))
