"""What vendors mean by their errors, as their documentation and their clients' sources write them: one call, one fault, no second try."""

import pytest

from tests.providers.language_models.test_chat import KEY, ask, failure
from tests.stubs.chat import ChatStub, fail
from tests.stubs.server import Reply, json_reply
from verification.core.vocabulary import Fault


def _error(status: int, **fields: object) -> Reply:
    return json_reply({"error": fields}, status)


# vendor's case → (answer, fault)
SAID = {
    "DashScope, unpaid": (_error(400, code="Arrearage", message="Access denied, account overdue."), "out_of_credit"),
    "DashScope, free tier used up": (_error(403, code="AllocationQuota.FreeTierOnly", message="Exhausted."), "out_of_credit"),
    "OpenAI, no credit": (fail(429, "You exceeded your current quota", code="insufficient_quota"), "out_of_credit"),
    "DeepSeek, no balance": (fail(402, "Insufficient Balance", code="invalid_request_error"), "out_of_credit"),
    "Zhipu, no balance": (_error(429, code="1113", message="余额不足或无可用资源包,请充值。"), "out_of_credit"),
    "Moonshot, no balance": (_error(429, type="exceeded_current_quota_error", message="Your account is suspended"), "out_of_credit"),
    "OpenRouter, in a 200": (_error(200, code=402, message="Insufficient credits"), "out_of_credit"),
    "OpenRouter, slow, in a 200": (_error(200, code=429, message="Provider returned error"), "rate_limited"),
    "OpenRouter, failed, in a 200": (_error(200, code=502, message="Provider returned error"), "server_error"),
    "DashScope, inspected": (_error(400, code="data_inspection_failed", message="Input data may be so."), "content_refused"),
    "Azure, filtered": (fail(400, "The response was filtered due to the prompt", code="content_filter", param="prompt"), "content_refused"),
    "Zhipu, sensitive": (_error(400, code="1301", message="系统检测到输入或生成内容可能包含不安全或敏感内容"), "content_refused"),
    "OpenAI, too long": (fail(400, "This model's maximum context length is 8192 tokens.", code="context_length_exceeded"), "too_long"),
    "vLLM, too long": (fail(400, "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens"), "too_long"),
    "DashScope, too long": (fail(400, "Range of input length should be [1, 129024]", code="invalid_parameter_error"), "too_long"),
    "DeepSeek, no such model": (fail(400, "Model Not Exist", code="invalid_request_error"), "not_found"),
    "OpenAI, no such model": (fail(404, "The model `gpt-4.1-mini` does not exist", code="model_not_found"), "not_found"),
    "Zhipu, no such model": (_error(400, code="1211", message="模型不存在，请检查模型代码。"), "not_found"),
    "LiteLLM, wrong key": (fail(400, "Authentication Error, Invalid proxy server token passed"), "unauthorized"),
    "LiteLLM without a database, wrong key": (_error(400, code="400", type="no_db_connection", message="No connected db."), "unauthorized"),
    "LiteLLM, no such model": (fail(400, "/chat/completions: Invalid model name passed in model=tiny.", code="400"), "not_found"),
    "DashScope, another region's key": (fail(401, "Incorrect API key provided.", code="invalid_api_key"), "unauthorized"),
    "DashScope, throttled": (fail(429, "Requests rate limit exceeded", code="Throttling.RateQuota"), "rate_limited"),
    "nothing known": (fail(400, "Something about the request is wrong."), "bad_request"),
}  # fmt: skip


@pytest.mark.parametrize("reply, fault", SAID.values(), ids=SAID)
@pytest.mark.share(3)
def test_a_fault_is_told_by_its_code(reply: Reply, fault: str) -> None:
    with ChatStub(lambda body: reply) as stub:
        error = failure(stub)
    passing = (Fault.RATE_LIMITED, Fault.SERVER_ERROR)
    assert (error.fault, error.permanent, len(stub.received)) == (fault, fault not in passing, 1)
    assert KEY not in str(error)


@pytest.mark.parametrize("said", ["Invalid schema for response_format 'answer'", "json_schema is not supported", "guided decoding is off"])
def test_only_a_fault_that_names_the_form_gives_the_form_up(said: str) -> None:
    with ChatStub(forms=("json_object",)) as stub:
        stub.script(fail(400, said))
        assert ask(stub).is_whole
    assert [body["response_format"]["type"] for body in stub.bodies] == ["json_schema", "json_object"]


def test_an_answer_that_speaks_of_an_error_is_an_answer() -> None:
    with ChatStub(lambda body: '{"value": "insufficient_quota"}') as stub:
        assert ask(stub).text == '{"value": "insufficient_quota"}'
