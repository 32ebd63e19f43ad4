"""One call of a tool: who asks, whether they may, what they say, and the answer or the one clear error."""

import hashlib
import json
import logging
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.utils import translation
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS, CallToolResult, ResourceLink, TextContent

from mcp_server.begun import Begun, Work, begin
from mcp_server.bodies import OWN
from mcp_server.callers import WhoCalls, admit
from mcp_server.catalogue import TOOLS, OurTool
from mcp_server.threads import in_thread
from mcp_server.waiting import wait_for
from verification.api.calls.problems import TITLES, Code, RequestProblem, as_problem, body_too_large
from verification.api.calls.validation import check_body
from verification.providers.base import ProviderError
from verification.reads.answers import Shape

MOST_BYTES = 8_000_000
MARKED_JSON = "application/json"

Result = TypeVar("Result")

logger = logging.getLogger(__name__)


async def call_tool(name: str, arguments: Mapping[str, Any], *, who_calls: WhoCalls, context: ServerRequestContext) -> CallToolResult:
    """The result of a tool. An unknown tool is an error of the protocol; all else that goes wrong is told to whoever called."""
    tool = TOOLS.get(name)
    if tool is None:
        raise MCPError(INVALID_PARAMS, f"There is no tool {name[:60]!r}; there are {', '.join(TOOLS)}.")
    try:
        return await _call(tool, arguments, who_calls, context)
    except Exception as error:
        # Whatever it was, whoever called is told once, in one shape.
        return _tell(error)


async def _call(tool: OurTool, arguments: Mapping[str, Any], who_calls: WhoCalls, context: ServerRequestContext) -> CallToolResult:
    lang = arguments.get("lang")
    speaking = _spoken(lang)
    found = await in_thread(speaking, _start, tool, arguments, who_calls)
    if isinstance(found, Begun):
        await wait_for(found.work, seconds=arguments.get("wait_seconds", _usual_wait(tool)), context=context)
        found = await in_thread(speaking, found.read)
    return _result(tool, found)


def _start(tool: OurTool, arguments: Mapping[str, Any], who_calls: WhoCalls) -> Begun | Shape:
    """Everything up to the work itself, in one thread."""
    caller = who_calls()
    admit(caller, permission=tool.permission, scope=tool.scope, kind=tool.kind)
    if len(json.dumps(arguments)) > MOST_BYTES:
        raise body_too_large(MOST_BYTES)
    checked = check_body(tool.takes, dict(arguments))
    lang = arguments.get("lang")
    if not isinstance(tool.run, Work):
        return tool.run(caller, checked.model_dump(mode="json", exclude={"lang"}, exclude_none=True), lang)
    # As they were sent: the body of the API has checks of its own.
    said = {name: value for name, value in arguments.items() if name not in OWN}
    key = arguments.get("idempotency_key") or ""
    return begin(tool.run, caller, said, lang=lang, key=key, fingerprint=_fingerprint(tool, said, lang))


def _fingerprint(tool: OurTool, said: Mapping[str, Any], lang: object) -> str:
    """Of what is asked for; how long it is waited for makes no difference."""
    return hashlib.sha256(json.dumps([tool.name, lang, said], sort_keys=True).encode()).hexdigest()


def _usual_wait(tool: OurTool) -> int:
    return int(tool.takes.model_fields["wait_seconds"].default)


def _spoken(lang: object) -> Callable[..., Any]:
    """Runs a function with the language in which errors and labels are said: that which was asked for, else English."""

    def run(function: Callable[..., Result], *args: object) -> Result:
        with translation.override("zh-hans" if lang == "zh" else "en"):
            return function(*args)

    return run


def _result(tool: OurTool, shape: Shape) -> CallToolResult:
    content: list[Any] = [TextContent(text=tool.write(shape))]
    if tool.address is not None:
        content.append(ResourceLink(name=tool.title, uri=tool.address(shape), mime_type=MARKED_JSON))
    return CallToolResult(content=content, structured_content=shape)


def _tell(error: Exception) -> CallToolResult:
    problem = _problem_of(error)
    if problem.code == Code.SERVER_ERROR:
        logger.error("A tool failed.", exc_info=error)
    detail = problem.detail or str(TITLES[problem.code])
    lines = [f"{problem.code}: {detail}", *(f"- {each.field}: {each.detail}" for each in problem.errors[1:])]
    return CallToolResult(content=[TextContent(text="\n".join(lines))], is_error=True)


def _problem_of(error: Exception) -> RequestProblem:
    if isinstance(error, ProviderError):
        return RequestProblem(Code.REFUSED, status=409, detail=str(error))
    return error if isinstance(error, RequestProblem) else as_problem(error)
