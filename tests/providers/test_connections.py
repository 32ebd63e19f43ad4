"""Every library that connects to the outside is opened in one way: the same introduction, no proxy, no default of its own."""

import asyncio
import re
from pathlib import Path

import httpcore2
import httpx2
import pytest
from django.conf import LazySettings

from tests.providers.door.test_web_pages import PAGE, _site
from tests.providers.searching import make_query, search
from tests.stubs.chat import ChatStub
from tests.stubs.doors import open_door
from tests.stubs.raw_server import answer
from tests.stubs.serper import SerperStub
from verification.providers.base import ChatRequest
from verification.providers.connections import user_agent
from verification.providers.language_models.chat import Chat, ChatProfile

ROOT = Path(__file__).resolve().parents[2]
REQUEST = ChatRequest(system="Answer.", user="What is the rate?", prompt_version="t1", temperature=0.1, max_output_tokens=100)


def _ask_model(base_url: str) -> None:
    async def ask() -> None:
        chat = Chat(ChatProfile(name="stub", base_url=base_url, model="tiny"))
        try:
            await chat.complete(REQUEST)
        finally:
            await chat.aclose()

    asyncio.run(ask())


@pytest.mark.parametrize(("contact", "said"), [("", ""), ("ops@example.com", "; ops@example.com")])
def test_everybody_is_told_the_same(
    serper: SerperStub, settings: LazySettings, monkeypatch: pytest.MonkeyPatch, contact: str, said: str
) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    settings.SITE_URL, settings.CONTACT_EMAIL = "https://flow.example.com", contact
    search("serper", make_query("rate"))
    with ChatStub(lambda body: "5%") as model:
        _ask_model(model.base_url)
        heard = [serper.received[0].headers["User-Agent"], model.received[0].headers["User-Agent"]]
    with _site(lambda request: answer(404 if request.path == "/robots.txt" else 200, PAGE.encode())) as server:
        door, _ = open_door(server.port, agent=user_agent())

        async def read() -> None:
            async with door:
                await door.read("http://paper.test/")

        asyncio.run(read())
        heard += [request.headers["user-agent"] for request in server.requests]
    assert heard == [f"CausalFlow/0.1 (+https://flow.example.com{said})"] * 4


def test_what_the_door_and_the_services_use_of_their_libraries_has_the_same_name_in_those_that_follow_them() -> None:
    """So that the move is an import (docs/adding-a-provider.md)."""
    for pattern, files, follower in (
        ("httpx", ("api_client", "api_faults"), httpx2),
        ("httpcore", ("door/transport", "door/web"), httpcore2),
    ):
        text = "".join((ROOT / f"verification/providers/{name}.py").read_text(encoding="utf-8") for name in files)
        used = set(re.findall(rf"\b{pattern}\.(\w+)", text))
        assert used
        assert [name for name in used if not hasattr(follower, name)] == []


def test_every_library_that_is_imported_is_named_by_the_product_itself() -> None:
    named = (ROOT / "requirements.txt").read_text(encoding="utf-8").partition("# Brought along")[0]
    assert [name for name in ("httpx", "httpx2", "httpcore", "httpcore2") if f"\n{name}==" not in named] == []
