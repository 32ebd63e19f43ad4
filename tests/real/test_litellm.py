"""A real LiteLLM proxy with played answers: ``make test-real LITELLM=1``, for it is heavy."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real.conftest import PROGRAMS, free_port, running
from verification.core.vocabulary import Fault
from verification.providers.base import ChatReply, ChatRequest, ProviderError
from verification.providers.language_models.chat import Chat, ChatProfile

KEY = "sk-only-for-tests-0123456789"
REQUEST = ChatRequest(system="Answer.", user="What is the rate?", prompt_version="t1", temperature=0.1, max_output_tokens=100)


@pytest.fixture(scope="module")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not (PROGRAMS / "litellm").exists():
        pytest.skip("LiteLLM is left out: make test-real LITELLM=1 installs it")
    port, folder = free_port(), Path(tmp_path_factory.mktemp("litellm"))
    answers = {"plain": "The rate is 5.25%.", "busy": "litellm.RateLimitError", "broken": "litellm.InternalServerError"}
    models = [
        {"model_name": name, "litellm_params": {"model": "openai/played", "api_key": "none", "mock_response": answer}}
        for name, answer in answers.items()
    ]
    config = folder / "config.yaml"
    config.write_text(json.dumps({"model_list": models, "litellm_settings": {"num_retries": 0}}), encoding="utf-8")
    command = [str(PROGRAMS / "litellm"), "--config", str(config), "--host", "127.0.0.1", "--port", str(port), "--telemetry", "False"]
    with running(command, port=port, log=folder / "log", LITELLM_MASTER_KEY=KEY, LITELLM_LOCAL_MODEL_COST_MAP="True"):
        yield f"http://127.0.0.1:{port}/v1"


def _ask(base_url: str, model: str, key: str = KEY) -> ChatReply | Fault:
    async def ask() -> ChatReply:
        chat = Chat(ChatProfile(name="proxy", base_url=base_url, model=model, key=key, timeout_s=60))
        try:
            return await chat.complete(REQUEST)
        finally:
            await chat.aclose()

    try:
        return asyncio.run(ask())
    except ProviderError as error:
        return error.fault


def test_an_answer_is_read_with_its_tokens(base_url: str) -> None:
    reply = _ask(base_url, "plain")
    assert isinstance(reply, ChatReply)
    assert (reply.text, reply.is_whole) == ("The rate is 5.25%.", True)
    assert reply.usage.output_tokens > 0


@pytest.mark.parametrize(
    ("model", "key", "fault"),
    [
        ("busy", KEY, Fault.RATE_LIMITED),
        ("broken", KEY, Fault.SERVER_ERROR),
        ("plain", "sk-another", Fault.UNAUTHORIZED),
        ("gone", KEY, Fault.NOT_FOUND),
    ],
)
def test_its_faults_are_told_apart(base_url: str, model: str, key: str, fault: Fault) -> None:
    assert _ask(base_url, model, key) == fault
