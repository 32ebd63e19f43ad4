"""A prompt on its way to a model, and the text that came back."""

from typing import Any

from verification.core.panel.model_answers import BadAnswer
from verification.core.panel.prompts import MAX_OUTPUT_TOKENS, Prompt
from verification.providers.base import ChatReply, ChatRequest


class CutOff(BadAnswer):
    """There is no answer to be read, nor one that could be mended."""


def make_request(prompt: Prompt, **fields: Any) -> ChatRequest:
    """The question to send; ``fields`` are others of ``ChatRequest``: a schema, tools, fewer tokens."""
    return ChatRequest(
        **{
            "system": prompt.system,
            "user": prompt.user,
            "prompt_version": prompt.version,
            "temperature": prompt.temperature,
            "max_output_tokens": MAX_OUTPUT_TOKENS,
            **fields,
        }
    )


def whole_text(reply: ChatReply) -> str:
    if not reply.is_whole:
        raise CutOff("the answer was refused or cut off")
    return reply.text
