"""The walk that docs/mcp.md records: its code is run as it stands, and what it shows is what is answered."""

import json
import re
import textwrap
import threading
from typing import Any

from mcp import Client

from tests.environment import PROJECT
from tests.mcp.conftest import Opener
from tests.mcp.every_tool import words_of
from tests.mcp.serving import ask, working

TEXT = (PROJECT / "docs" / "mcp.md").read_text(encoding="utf-8").partition("## An agent checks a step before it buys")[2]


def shown(language: str) -> list[str]:
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    return [block for named, block in blocks if named == language]


def holds(whole: Any, part: Any) -> bool:
    """Whether all that is shown stands in what was answered, which holds more."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(name in whole and holds(whole[name], value) for name, value in part.items())
    if isinstance(part, list):
        return isinstance(whole, list) and all(any(holds(each, value) for each in whole) for value in part)
    return bool(whole == part)


def test_walk_of_the_docs_is_what_happens(way: Opener, secret: str) -> None:
    (code,), (answered,) = shown("python"), shown("json")
    told, mended = (block.strip().splitlines() for block in shown(""))
    scope: dict[str, Any] = {}
    # The agent that the text describes asks with a zero too many, and again with the right amount.
    for name, body in (("first", code), ("second", code.replace("15,000", "1,500").replace("15000", "1500"))):
        wrapped = (
            f"async def {name}(Client, StdioServerParameters, environment, note):\n{textwrap.indent(body, '    ')}\n    return checked\n"
        )
        exec(wrapped, scope)  # noqa: S102 (our own text)
    progress: list[str] = []
    is_told = threading.Event()

    async def note(done: float, total: float | None, message: str | None) -> None:
        progress.append(f"progress {done} of {total}: {message}")
        is_told.set()

    async def walk(_client: Client) -> list[Any]:
        return [await scope[name](lambda _command: way(secret), dict, {}, note) for name in ("first", "second")]

    with working(is_told):  # so that the agent hears of its run while it is queued, as the text shows
        refused, accepted = ask(lambda: way(secret), walk)
    assert (progress[0], words_of(refused).splitlines()[0]) == tuple(told)
    assert words_of(accepted).splitlines()[0] == mended[0]
    assert holds(refused.structured_content, json.loads(answered))
