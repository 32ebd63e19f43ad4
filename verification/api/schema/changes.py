"""What differs between two versions of the schema, and which of it breaks a client that was written for the older one."""

from collections.abc import Iterator, Mapping
from typing import Any

METHODS = ("get", "post", "delete", "put", "patch")
MAX_DEPTH = 12

Part = Mapping[str, Any]


def find_breaking_changes(older: Part, newer: Part) -> list[str]:
    """One line for each: a path, method, parameter, answer, field or choice that is gone, a type that changed, a new demand.

    What is only added breaks nobody: clients leave alone what they do not know.
    """
    return list(dict.fromkeys(_paths(older, newer)))


def _paths(older: Part, newer: Part) -> Iterator[str]:
    for path, methods in older.get("paths", {}).items():
        for method, operation in methods.items():
            if method not in METHODS:
                continue
            name = f"{method.upper()} {path}"
            other = newer.get("paths", {}).get(path, {}).get(method)
            if other is None:
                yield f"{name} is gone"
                continue
            yield from _parameters(name, operation, other)
            yield from _bodies(name, (older, operation), (newer, other))
            yield from _answers(name, (older, operation), (newer, other))


def _parameters(name: str, older: Part, newer: Part) -> Iterator[str]:
    before = {(each["in"], each["name"]): each for each in older.get("parameters", ())}
    after = {(each["in"], each["name"]): each for each in newer.get("parameters", ())}
    for key, parameter in before.items():
        if key not in after:
            yield f"{name}: the parameter {key[1]} is gone"
        else:
            yield from _taken(f"{name}: the parameter {key[1]}", ({}, parameter["schema"]), ({}, after[key]["schema"]), 0)
    for key, parameter in after.items():
        if parameter.get("required") and not before.get(key, {}).get("required"):
            yield f"{name}: the parameter {key[1]} is demanded now"


def _bodies(name: str, older: tuple[Part, Part], newer: tuple[Part, Part]) -> Iterator[str]:
    before, after = older[1].get("requestBody", {}), newer[1].get("requestBody", {})
    if after.get("required") and not before.get("required"):
        yield f"{name}: a body is demanded now"
    for kind, content in before.get("content", {}).items():
        if kind not in after.get("content", {}):
            yield f"{name}: {kind} is taken no more"
        else:
            yield from _taken(f"{name}: the body", (older[0], content["schema"]), (newer[0], after["content"][kind]["schema"]), 0)


def _answers(name: str, older: tuple[Part, Part], newer: tuple[Part, Part]) -> Iterator[str]:
    for status, answer in older[1].get("responses", {}).items():
        other = newer[1].get("responses", {}).get(status)
        if other is None:
            yield f"{name}: {status} is answered no more"
            continue
        for kind, content in answer.get("content", {}).items():
            if kind not in other.get("content", {}):
                yield f"{name}: {status} is no {kind} any more"
                continue
            yield from _given(f"{name}: {status}", (older[0], content["schema"]), (newer[0], other["content"][kind]["schema"]), 0)


def _taken(where: str, older: tuple[Part, Part], newer: tuple[Part, Part], depth: int) -> Iterator[str]:
    """What a client sends: no field, choice or type may go, nothing new may be demanded."""
    before, after = _resolve(*older), _resolve(*newer)
    if gone := _types(before) - _types(after):
        yield f"{where} is no {' or '.join(sorted(gone))} any more"
    if _choices(after) and (not _choices(before) or set(_choices(before)) - set(_choices(after))):
        yield f"{where} takes fewer choices"
    for field in set(after.get("required", ())) - set(before.get("required", ())):
        yield f"{where}.{field} is demanded now"
    yield from _inside(where, (older[0], before), (newer[0], after), depth, _taken)


def _given(where: str, older: tuple[Part, Part], newer: tuple[Part, Part], depth: int) -> Iterator[str]:
    """What a client is given: no field may go, stop being sure, or change its type."""
    before, after = _resolve(*older), _resolve(*newer)
    if _types(after) - _types(before) and _types(before):
        yield f"{where} is {' or '.join(sorted(_types(before)))} no more, but {' or '.join(sorted(_types(after)))}"
    for field in set(before.get("required", ())) - set(after.get("required", ())):
        if field in after.get("properties", {}):
            yield f"{where}.{field} is no longer sure to be there"
    yield from _inside(where, (older[0], before), (newer[0], after), depth, _given)


def _inside(where: str, older: tuple[Part, Part], newer: tuple[Part, Part], depth: int, compare: Any) -> Iterator[str]:
    before, after = older[1], newer[1]
    if depth >= MAX_DEPTH:
        return
    for field, part in before.get("properties", {}).items():
        if field not in after.get("properties", {}):
            yield f"{where}.{field} is gone"
        else:
            yield from compare(f"{where}.{field}", (older[0], part), (newer[0], after["properties"][field]), depth + 1)
    if "items" in before and "items" in after:
        yield from compare(f"{where}[]", (older[0], before["items"]), (newer[0], after["items"]), depth + 1)


def _resolve(schema: Part, part: Part) -> Part:
    """``part`` behind its references; a union with null counts as its other member."""
    seen = 0
    while seen < MAX_DEPTH:
        seen += 1
        if "$ref" in part:
            part = schema["components"]["schemas"][str(part["$ref"]).rpartition("/")[2]]
        elif len(members := [each for each in part.get("anyOf", ()) if each != {"type": "null"}]) == 1:
            is_nullable = len(members) < len(part["anyOf"])
            member = _resolve(schema, members[0])
            return {**member, "nullable": is_nullable or member.get("nullable", False)}
        else:
            break
    return part


def _types(part: Part) -> set[str]:
    if "anyOf" in part and "type" not in part:
        return {kind for each in part["anyOf"] for kind in _types(each)}
    kinds = part.get("type", [])
    found = {kinds} if isinstance(kinds, str) else set(kinds)
    return found | {"null"} if part.get("nullable") else found


def _choices(part: Part) -> list[Any]:
    return list(part.get("enum", [part["const"]] if "const" in part else []))
