"""One real answer of each shipped model whose key is set: it keeps to the form, and to the pages."""

import asyncio

import pytest

from tests.core.panel.test_prompts import PIECE, prompt_of
from verification.core.panel.prompts import MAX_OUTPUT_TOKENS, SCHEMA
from verification.core.panel.proposals import read_proposal
from verification.models import ModelProfile
from verification.providers.base import ChatReply, ChatRequest
from verification.providers.language_models.chat import Chat
from verification.services.gateway.model_profiles import list_usable_profiles

pytestmark = pytest.mark.django_db

SHIPPED = ("openai", "deepseek", "qwen")


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.usefixtures("given")
def test_a_real_model_names_the_figure_of_the_page(name: str) -> None:
    profile = next((profile for profile in list_usable_profiles() if profile.name == name), None)
    if profile is None:
        pytest.skip(f"{ModelProfile.objects.get(name=name).key_variable} is not set")
    prompt = prompt_of(PIECE)
    request = ChatRequest(prompt.system, prompt.user, prompt.version, prompt.temperature, MAX_OUTPUT_TOKENS, SCHEMA)

    async def ask() -> ChatReply:
        chat = Chat(profile)
        try:
            return await chat.complete(request)
        finally:
            await chat.aclose()

    reply = asyncio.run(ask())
    assert reply.is_whole
    assert reply.usage.input_tokens <= prompt.tokens
    proposal = read_proposal(reply.text)
    assert proposal is not None
    assert (proposal.value, proposal.quote in PIECE.text) == ("3.75%", True)
