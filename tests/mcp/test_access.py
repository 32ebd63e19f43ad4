"""Who comes in, and what a token, a role and an origin allow."""

import json
from collections.abc import Callable
from typing import Any

import anyio
import httpx2
import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.core.management import CommandError, call_command
from mcp import Client
from mcp.shared.exceptions import MCPError

from tests.faults.processes import wait_for
from tests.mcp.conftest import Opener
from tests.mcp.every_tool import EVERY_ANSWER, EVERY_CALL, make_what_is_read, said_by, words_of
from tests.mcp.serving import ask, http_client, stdio_client, working
from tests.mcp.test_protocol import give_up
from tests.mcp.test_tools import READING, call
from tests.views.rows import make_node, make_verified
from verification.core.vocabulary import Scope
from verification.models import ApiToken, VerificationRun
from verification.services.operations.tokens import create_token, revoke_token

INITIALIZE = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "an agent", "version": "1"}},
    }
).encode()


def opened(address: str) -> Callable[..., Any]:
    return lambda secret: http_client(address, secret)


def post(address: str, secret: str = "", *, content: bytes = b"{}", **headers: str) -> httpx2.Response:
    sent = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **headers}
    if secret:
        sent["Authorization"] = f"Bearer {secret}"
    return httpx2.post(address, content=content, headers=sent, timeout=30, trust_env=False)


def test_nobody_comes_in_without_a_token_and_is_told_where_tokens_are(address: str) -> None:
    refused = post(address)
    where = "http://127.0.0.1:8001/.well-known/oauth-protected-resource/mcp"
    assert (refused.status_code, f'resource_metadata="{where}"' in refused.headers["www-authenticate"]) == (401, True)
    metadata = httpx2.get(address.replace("/mcp", "/.well-known/oauth-protected-resource/mcp"), trust_env=False).json()
    assert metadata == {
        "resource": "http://127.0.0.1:8001/mcp",
        "resource_name": "CausalFlow",
        "resource_documentation": "http://localhost:8000/account/tokens/",
        "scopes_supported": ["read", "verify", "submit"],
        "bearer_methods_supported": ["header"],
    }


@pytest.mark.parametrize("wrong", ["cf_wrong", "x", "cf_" + "x" * 5000])
def test_wrong_token_is_refused(address: str, wrong: str) -> None:
    assert post(address, wrong).status_code == 401


def test_token_of_a_disabled_person_ends_within_a_session(address: str, secret: str, analyst: AbstractBaseUser) -> None:
    assert post(address, secret).status_code == 400
    type(analyst).objects.update(is_active=False)
    assert post(address, secret).status_code == 401


def test_one_token_takes_no_session_from_the_others(
    address: str, secret: str, reviewer: AbstractBaseUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent that opens a session for each call and ends none is refused itself."""
    monkeypatch.setattr("mcp_server.http.MOST_SESSIONS_OF_ONE", 2)
    other = create_token(user=reviewer, name="another agent").secret
    opened = [post(address, whose, content=INITIALIZE) for whose in (secret, secret, secret, other)]
    assert [each.status_code for each in opened] == [200, 200, 503, 200]
    ended = httpx2.delete(
        address,
        headers={"Authorization": f"Bearer {secret}", "Mcp-Session-Id": opened[0].headers["mcp-session-id"]},
        timeout=30,
        trust_env=False,
    )
    assert (ended.status_code, post(address, secret, content=INITIALIZE).status_code) == (200, 200)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_scope_that_is_taken_away_is_gone_with_the_next_call_of_a_session(address: str, secret: str, mode: str) -> None:
    make_verified()

    async def question(client: Client) -> tuple[Any, Any]:
        first = await client.call_tool("verify_node", {"slug": "policy-rate", "wait_seconds": 0})
        await anyio.to_thread.run_sync(lambda: ApiToken.objects.update(scopes="read"))
        return first, await client.call_tool("verify_node", {"slug": "policy-rate", "wait_seconds": 0})

    first, second = ask(lambda: http_client(address, secret, mode=mode), question)
    assert (first.is_error, words_of(second).split(":")[0]) == (False, "missing_scope")


def test_who_calls_is_looked_up_once(address: str, secret: str, settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    """Every thread tells what it asks of the database."""
    make_verified()

    async def question(client: Client) -> list[str]:
        await client.call_tool("get_node", {"slug": "policy-rate"})
        caplog.clear()
        await client.call_tool("get_node", {"slug": "policy-rate"})
        return [str(record.args[1]) for record in caplog.records if record.name == "django.db.backends"]

    settings.DEBUG = True
    with caplog.at_level("DEBUG", logger="django.db.backends"):
        asked = ask(lambda: http_client(address, secret), question)
    tables = ("verification_apitoken", "auth_permission", "verification_runstep")
    assert [sum(f'FROM "{table}"' in sql for sql in asked) for table in tables] == [1, 1, 1]


def test_a_session_over_stdio_does_all_and_ends_with_its_token(secret: str, analyst: AbstractBaseUser) -> None:
    """All in one session, for each is a start of the product: what is given up and what is wrong leave the others as they are."""
    make_what_is_read()

    async def question(client: Client) -> tuple[Any, ...]:
        await give_up(client)
        await anyio.to_thread.run_sync(wait_for, lambda: VerificationRun.objects.filter(status="cancelled").count() == 1)
        large = await client.call_tool("find_nodes", {"q": "x" * 10_000_000})
        wrong = await client.call_tool("get_node", {"slug": 7, "colour": "red"})
        with working():
            found = [await client.call_tool(name, arguments) for name, arguments in EVERY_CALL]
        await anyio.to_thread.run_sync(lambda: revoke_token(token=ApiToken.objects.get(), actor=analyst))
        return large, wrong, found, await client.call_tool("get_node", {"slug": "policy-rate"})

    large, wrong, found, last = ask(lambda: stdio_client(secret), question)
    assert words_of(large) == "body_too_large: expected at most 8000000 bytes"
    assert (wrong.is_error, words_of(wrong)) == (True, "invalid_request: slug: expected a string\n- colour: is no field of this request")
    assert said_by(found) == EVERY_ANSWER
    assert (last.is_error, words_of(last)) == (True, "bad_token: The token is not valid")


def test_reading_token_sees_and_uses_the_tools_that_read(way: Opener, analyst: AbstractBaseUser) -> None:
    make_verified()
    secret = create_token(user=analyst, name="reader", scopes=[Scope.READ]).secret
    listed = ask(lambda: way(secret), lambda client: client.list_tools()).tools
    assert {tool.name for tool in listed} == READING - {"find_evidence"}
    refused = call(way, secret, "verify_node", slug="policy-rate")
    assert words_of(refused) == "missing_scope: The token “reader” does not have the scope “verify”."
    assert VerificationRun.objects.filter(status="queued").count() == 0


def test_stranger_without_a_role_may_nothing(way: Opener, django_user_model: type) -> None:
    secret = create_token(user=django_user_model.objects.create_user("dora"), name="x").secret
    listed = ask(lambda: way(secret), lambda client: client.list_tools()).tools
    refused = call(way, secret, "find_nodes")
    assert (listed, words_of(refused)) == ([], "forbidden: Your role does not allow this")


def test_no_role_gets_a_tool_that_rules(address: str, admin: AbstractBaseUser) -> None:
    secret = create_token(user=admin, name="x").secret
    listed = ask(lambda: http_client(address, secret), lambda client: client.list_tools()).tools
    assert len(listed) == 9
    with pytest.raises(MCPError, match="There is no tool 'rule'"):
        call(opened(address), secret, "rule", id=1, decision="accept")


def test_tokens_rate_counts_calls(address: str, analyst: AbstractBaseUser) -> None:
    make_node()
    secret = create_token(user=analyst, name="slow", per_minute=1).secret

    async def question(client: Client) -> list[Any]:
        return [await client.call_tool("find_nodes", {}) for _ in range(2)]

    first, second = ask(lambda: http_client(address, secret), question)
    assert (first.is_error, second.is_error, words_of(second).split(":")[0]) == (False, True, "throttled")


@pytest.mark.parametrize(
    "headers, status",
    [
        ({}, 400),
        ({"Origin": "http://127.0.0.1:8001"}, 400),
        ({"Origin": "https://app.example.com"}, 400),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "https://app.example.com.evil.example"}, 403),
        ({"Host": "rebound.example"}, 421),
        ({"Host": "rebound.example:8001"}, 421),
    ],
)
def test_hosts_and_origins_are_checked_before_anything_is_read(
    address: str, secret: str, settings: Any, headers: dict[str, str], status: int
) -> None:
    settings.CORS_ORIGINS, settings.ALLOWED_HOSTS = ["https://app.example.com"], ["127.0.0.1"]
    assert post(address, secret, **headers).status_code == status


def test_ten_megabytes_are_refused_before_they_are_read(address: str, secret: str) -> None:
    assert post(address, secret, content=b'{"x": "' + b"x" * 10_000_000 + b'"}').status_code == 413


@pytest.mark.parametrize("arguments, returncode", [([], 2), (["--http", "--bind", "nowhere"], 2), (["--http", "--bind", "127.0.0.1:0"], 2)])
def test_command_says_what_it_lacks(arguments: list[str], returncode: int) -> None:
    with pytest.raises(CommandError) as refusal:
        call_command("mcp", *arguments)
    assert refusal.value.returncode == returncode


def test_command_refuses_a_token_that_is_none(settings: Any) -> None:
    settings.CAUSALFLOW_TOKEN = "cf_wrong"
    with pytest.raises(CommandError, match="is no valid token"):
        call_command("mcp")
