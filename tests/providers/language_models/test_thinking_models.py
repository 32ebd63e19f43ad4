"""Models that think before they answer: told not to, given room, asked once more; and answers in a wrapping."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.providers.language_models.test_chat import REQUEST, ask
from tests.stubs.chat import ChatStub, Said, fail
from tests.stubs.server import Reply, json_reply
from verification.providers.base import CallUsage, ChatTool
from verification.providers.language_models.chat_text import unwrap
from verification.providers.language_models.vendor_ways import WAYS, way_of

ANSWER = '{"value": "5.25%"}'


def _say(body: Mapping) -> str:
    return ANSWER


def test_a_profile_says_what_its_vendor_needs() -> None:
    with ChatStub(_say) as stub:
        ask(
            stub,
            extra_body='{"thinking": {"type": "disabled"}}',
            limit_name="max_completion_tokens",
            has_temperature=False,
            json_form="json_object",
        )
        (body,) = stub.bodies
    assert (body["thinking"], body["max_completion_tokens"], body["response_format"]) == (
        {"type": "disabled"},
        200,
        {"type": "json_object"},
    )
    assert "temperature" not in body
    assert "max_tokens" not in body
    assert "extra_body" not in body


def test_thinking_that_is_switched_off_costs_nothing() -> None:
    with ChatStub(_say, thinks=900, quieted_by={"enable_thinking": False}) as stub:
        reply = ask(stub, extra_body='{"enable_thinking": false}')
    assert (reply.text, reply.is_whole, reply.usage.reasoning_tokens, len(stub.received)) == (ANSWER, True, 0, 1)


@pytest.mark.parametrize("limit", [600, 1_500])
def test_a_model_that_thinks_all_the_same_answers_as_one_that_does_not(limit: int) -> None:
    with ChatStub(_say, thinks=900) as stub:
        reply = ask(stub, replace(REQUEST, max_output_tokens=limit))
    limits = [body["max_tokens"] for body in stub.bodies]
    assert (reply.text, reply.is_whole) == (ANSWER, True)
    assert limits == ([600, 2_400] if limit == 600 else [1_500])
    assert reply.usage.reasoning_tokens == (600 + 900 if limit == 600 else 900)
    assert reply.usage.units == len(limits)


def test_room_that_the_profile_leaves_is_added_to_every_limit() -> None:
    with ChatStub(_say, thinks=900) as stub:
        reply = ask(stub, replace(REQUEST, max_output_tokens=600), thinking_tokens=2_000)
    assert ([body["max_tokens"] for body in stub.bodies], reply.is_whole) == ([2_600], True)


def test_one_that_never_ends_proposes_nothing_after_two_questions_and_both_are_billed() -> None:
    with ChatStub(_say, thinks=50_000) as stub:
        reply = ask(stub)
    assert (reply.is_whole, reply.text, len(stub.received)) == (False, "", 2)
    assert (reply.usage.output_tokens, reply.usage.reasoning_tokens, reply.usage.units) == (1_000, 1_000, 2)


def test_a_second_question_that_fails_leaves_the_first_bill() -> None:
    with ChatStub(_say, thinks=50_000) as stub:
        stub.behave = lambda body: _say(body) if len(stub.received) == 1 else fail(500)
        reply = ask(stub)
    assert (reply.is_whole, reply.usage.output_tokens) == (False, 200)


def test_an_answer_cut_off_in_its_middle_is_not_asked_again() -> None:
    with ChatStub(lambda body: Said('{"value": "5', "length")) as stub:
        assert ask(stub).is_whole is False
        assert len(stub.received) == 1


def _hybrid(body: Mapping) -> str | Reply:
    """DashScope's open-weight hybrids."""
    if body.get("enable_thinking") is not False:
        return fail(400, "parameter.enable_thinking must be set to false for non-streaming calls", code="invalid_parameter_error")
    return ANSWER


def _luna(body: Mapping) -> str | Reply:
    """OpenAI's models that think, offered tools."""
    if body.get("tools") and body.get("reasoning_effort") != "none":
        return fail(400, "Function tools with reasoning_effort are not supported for this model in /v1/chat/completions.")
    return ANSWER


def test_what_an_endpoint_asks_for_is_given_and_remembered() -> None:
    with ChatStub(_hybrid) as stub:
        assert ask(stub).text == ANSWER
        assert ask(stub).text == ANSWER
        assert [body.get("enable_thinking") for body in stub.bodies] == [None, False, False]
    tool = ChatTool("search", "Search.", {"type": "object", "properties": {}})
    with ChatStub(_luna) as stub:
        assert ask(stub, replace(REQUEST, schema=None, tools=(tool,))).text == ANSWER
        assert [body.get("reasoning_effort") for body in stub.bodies] == [None, "none"]


def test_a_member_that_an_endpoint_does_not_know_is_given_up() -> None:
    with ChatStub(_say, unknown=("reasoning_effort",)) as stub:
        assert ask(stub, extra_body='{"reasoning_effort": "none", "seed": 1}').text == ANSWER
        assert [(body.get("reasoning_effort"), body["seed"]) for body in stub.bodies] == [("none", 1), (None, 1)]


@pytest.mark.parametrize(
    "member, said",
    [
        ("reasoning", "Reasoning is mandatory for this endpoint and cannot be disabled."),
        ("thinking", "invalid thinking: only type=enabled is allowed for this model"),
        ("temperature", "invalid temperature: only 0.6 is allowed for this model"),
    ],
)
def test_what_a_vendor_refuses_is_left_out_and_remembered(member: str, said: str) -> None:
    """OpenRouter of models that can't stop thinking, Moonshot of what its models fix."""
    extra = '{"reasoning": {"enabled": false}, "thinking": {"type": "disabled"}}'
    with ChatStub(lambda body: fail(400, said) if member in body else ANSWER) as stub:
        assert ask(stub, extra_body=extra).text == ANSWER
        assert ask(stub, extra_body=extra).text == ANSWER
        assert [member in body for body in stub.bodies] == [True, False, False]
        others = {"reasoning", "thinking", "temperature"} - {member}
        assert all(others <= body.keys() for body in stub.bodies)


def test_empty_lines_before_an_answer_are_read_over() -> None:
    """DeepSeek keeps the connection alive with them."""
    whole = json_reply({"choices": [{"message": {"content": ANSWER}, "finish_reason": "stop"}]})
    with ChatStub(lambda body: replace(whole, body=b"\n\n\r\n" * 20 + whole.body)) as stub:
        assert ask(stub).text == ANSWER


@pytest.mark.parametrize(
    "base_url, model, body, limit, json_form",
    [
        ("https://api.openai.com/v1", "gpt-6-luna", {"reasoning_effort": "none"}, "max_completion_tokens", ""),
        ("https://api.openai.com/v1", "o4-mini", {"reasoning_effort": "low"}, "max_completion_tokens", ""),
        ("https://api.openai.com/v1", "gpt-4.1-mini", {}, "", ""),
        ("https://mine.openai.azure.com/openai/v1/", "gpt-6-luna", {"reasoning_effort": "none"}, "max_completion_tokens", ""),
        ("https://api.deepseek.com/v1", "deepseek-flash", {"thinking": {"type": "disabled"}}, "", "json_object"),
        ("https://dashscope.aliyuncs.com/compatible-mode/v1", "qwen-plus", {"enable_thinking": False}, "", ""),
        ("https://ws1.cn-beijing.maas.aliyuncs.com/compatible-mode/v1", "qwen-plus", {"enable_thinking": False}, "", ""),
        ("https://open.bigmodel.cn/api/paas/v4", "glm-4.6", {"thinking": {"type": "disabled"}}, "", "json_object"),
        ("https://open.bigmodel.cn/api/paas/v4", "glm-4-flash", {}, "", ""),
        ("https://open.bigmodel.cn/api/paas/v4", "glm-5.2", {"thinking": {"type": "disabled"}}, "", "json_object"),
        ("https://api.z.ai/api/paas/v4", "glm-4.7", {"thinking": {"type": "disabled"}}, "", "json_object"),
        ("https://api.moonshot.ai/v1", "kimi-k2.6", {"thinking": {"type": "disabled"}}, "", "json_object"),
        ("https://api.moonshot.cn/v1", "kimi-k2.5", {"thinking": {"type": "disabled"}}, "", "json_object"),
        ("https://api.moonshot.cn/v1", "moonshot-v1-8k", {}, "", ""),
        ("https://openrouter.ai/api/v1", "qwen/qwen3-32b", {"reasoning": {"enabled": False}}, "", ""),
        ("http://localhost:11434/v1", "qwen3:8b", {"reasoning_effort": "none"}, "", ""),
        ("http://localhost:8000/v1", "qwen3-8b", {}, "", ""),
        ("https://api.openai.com.evil.example/v1", "gpt-6-luna", {}, "", ""),
    ],
)
def test_each_vendor_has_its_way(base_url: str, model: str, body: dict[str, object], limit: str, json_form: str) -> None:
    way = way_of(base_url, model)
    assert (dict(way.body), way.limit, way.json_form) == (body, limit, json_form)


def test_every_way_is_tried() -> None:
    assert len(WAYS) == 8


@pytest.mark.parametrize(
    "written, text",
    [
        ("<think>It says 5.25%.</think>\n" + ANSWER, ANSWER),
        ("\n\n<think>\nOne.\nTwo.\n</think>```json\n" + ANSWER + "\n```\n", ANSWER),
        ("```\n" + ANSWER + "\n```", ANSWER),
        ("\n\n" + ANSWER, "\n\n" + ANSWER),
        ("Here it is:\n```json\n" + ANSWER + "\n```", "Here it is:\n```json\n" + ANSWER + "\n```"),
        ("<think>a</think><think>b</think>" + ANSWER, "<think>b</think>" + ANSWER),
        ("<think>never closed " + ANSWER, "<think>never closed " + ANSWER),
        ("```json\n" + ANSWER + "\n```\nI hope this helps.", "```json\n" + ANSWER + "\n```\nI hope this helps."),
    ],
)
def test_one_thought_and_one_fence_are_taken_off_and_nothing_else(written: str, text: str) -> None:
    assert unwrap(written) == text
    with ChatStub(lambda body: written) as stub:
        assert ask(stub).text == text
        assert ask(stub, replace(REQUEST, schema=None)).text == written


def test_usage_adds_up() -> None:
    assert CallUsage(1, 2, 3, 1) + CallUsage(1, 20, 30, 10) == CallUsage(2, 22, 33, 11)
