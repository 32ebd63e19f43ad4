"""What schemathesis cannot know of an installation: which nodes there are, where a list goes on, who listens to messages.

Only requests that the schema takes are completed so; what it refuses is sent as it was made.
"""

import json
import os
import unicodedata
from typing import Any

import schemathesis

# The keys of what was made before the run, by the part of the address that names its kind, and a node.
KNOWN: dict[str, Any] = json.loads(os.environ["SCHEMA_RUN_KNOWN"])
NODE = "bank-rate"
HOOK = "https://agent.example/hook"
# What a field says, where it says anything.
SAID: dict[str, Any] = {
    "callback_url": HOOK,
    "watch_url": HOOK,
    "node": NODE,
    "publisher": "ecb",  # One of those that the installation knows, and a series that is there.
    "code": "EXR/D.USD.EUR.SP00.A",
    "schedule": "0 */6 * * *",
    "series": "",  # A key of the catalogue, whose figures fit the node's kind, unit and period.
    "as_of": "2026-06-18",  # Any writing of a moment is read: more than a pattern could hold.
    "reference_period": "2026-05",  # A span that ends before it begins, or a day that its month has not, is none.
    "score_range": [0, 1],  # Its second number is the greater.
    "tolerance": "0.5%",  # To make one as long as may be the tool lengthens its digits beyond what the pattern takes.
}
FIXED: dict[str, Any] = {"slugs": [NODE], "links": [], "index": 1}
OLDER = {"order": "sort", "event_type": "type"}  # Older names of parameters: refused where the newer says something else.


@schemathesis.hook
def before_call(context: schemathesis.HookContext, case: schemathesis.Case, **options: Any) -> None:
    if case.meta is not None and case.meta.generation.mode == schemathesis.GenerationMode.NEGATIVE:
        return
    if case.query:
        for name in ["cursor", *(older for older, newer in OLDER.items() if newer in case.query)]:
            case.query.pop(name, None)
        if case.query.get("publisher"):
            case.query["publisher"] = SAID["publisher"]
        if "/publishers/" in case.path and case.query.get("q"):
            case.query["q"] = "consumer prices"  # Only words go to a publisher: what a word is takes more than a pattern.
        if isinstance(case.body, dict) and case.body.get("reason"):
            case.query.pop("reason", None)  # Why something is taken out is said in one of the two places, or in both alike.
    for name in case.path_parameters or {}:
        kind = case.path.removeprefix("/api/v1/").partition("/")[0]
        if name == "slug":
            case.path_parameters[name] = NODE
        elif kind in KNOWN and name in ("id", "public_id"):
            case.path_parameters[name] = KNOWN[kind]
    _complete_body(case)


def _complete_body(case: schemathesis.Case) -> None:
    if not isinstance(case.body, dict):
        return  # A body that is left as it is isn't set again: the tool would take one that may be absent for a violation.
    case.body = {name: _known(name, value) for name, value in case.body.items()}
    if "kind" in case.body and "/nodes/" in case.path:
        case.body |= {"kind": "percent", "unit": "%"}  # Which units fit which kind is more than a field can say.
    if case.path.endswith("/documents/"):
        for place, document in enumerate(_pages(case.body.get("items"))):
            document |= {"url": f"https://paper.example/{place}", "title": document.get("title") or "x", "published_at": None}
    for page in (*_pages(case.body.get("results")), *_pages(case.body.get("evidence"))):
        page.pop("published_at", None)  # It has to be the date of ``published_date`` where both are said.
    if case.path.endswith(("/events/", "/event-batches/")):
        case.body = _in_words(case.body)


def _pages(value: Any) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _in_words(body: dict[str, Any]) -> dict[str, Any]:
    """A message is refused where more than a fiftieth of its letters are none: a share is nothing that a schema can say."""
    made = {name: [_in_words(item) for item in value] if name == "items" else value for name, value in body.items()}
    if isinstance(made.get("text"), str):
        made["text"] = "".join(letter for letter in made["text"] if unicodedata.category(letter)[0] != "C").strip() or "x"
    return made


def _known(name: str, value: Any) -> Any:
    if name == "node" and not isinstance(value, str):
        return value
    if name in SAID:
        return value and SAID[name]
    if name == "items" and isinstance(value, list):
        return [{part: _known(part, said) for part, said in each.items()} if isinstance(each, dict) else each for each in value]
    return FIXED.get(name, value)
