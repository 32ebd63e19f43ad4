"""What a vendor of models means by an error, told by its code and its words and only then by the status.

Vendors answer 400 for an account without money, for refused content and for a prompt that is too long (DashScope, Azure, Zhipu), 429 for
an empty account (OpenAI, Zhipu) and 200 with an error object (OpenRouter). Their words are read and never repeated.
"""

from collections.abc import Mapping

from verification.core.patterns import lazy_regex
from verification.core.vocabulary import Fault

_LONGEST = 4_000
# In this order; codes and words of a vendor as its documentation gives them, in lower case.
_SAID: dict[Fault, str] = {
    Fault.OUT_OF_CREDIT: r"arrearage|insufficient[_ ]quota|insufficient[_ ]balance|insufficient[_ ]credits?|billing_hard_limit"
    r"|billing_not_active|exceeded_current_quota|credit_balance_too_low"
    r"|requires more credits|account (?:is )?(?:overdue|in arrears)|overdue[- ]payment"
    r"|freetieronly|free tier (?:of the model )?has been exhausted|\b1113\b|余额不足|欠费|无可用资源包",
    Fault.CONTENT_REFUSED: r"data_?inspection_?failed|content_filter|content_policy_violation|content management policy|responsibleai"
    r"|inappropriate content|high[- ]risk|moderation|flagged|\b1301\b|敏感内容|不安全或敏感",
    Fault.TOO_LONG: r"context_length|maximum context|context window|prompt is too long|prompt_too_long|input length should be"
    r"|too many tokens|string_above_max_length|exceeds? the (?:model's )?(?:max|limit|context)|\b1261\b|tokens? 超|超过.{0,6}(?:长度|上限)",
    Fault.NOT_FOUND: r"model_not_found|model not exist|model_not_supported|invalid model name|\b1211\b|模型不存在"
    r"|model.{0,60}(?:does not exist|not found|decommissioned|deprecated)",
    Fault.UNAUTHORIZED: r"invalid_?api_?key|incorrect api key|authentication error|\b100[0-4]\b|invalid_authentication"
    # What a LiteLLM proxy without a database says of every key but its own.
    r"|no_db_connection",
    Fault.RATE_LIMITED: r"throttling|rate_limit|too many requests|requests? rate|\b130[235]\b",
}
_PATTERNS = {fault: lazy_regex(pattern) for fault, pattern in _SAID.items()}
# What a status of its own already says; only an account without money is told from it by a code.
_OWN_STATUS = {401: Fault.UNAUTHORIZED, 402: Fault.OUT_OF_CREDIT, 404: Fault.NOT_FOUND}


def fault_of(status: int, said: str) -> Fault | None:
    """The fault by what the vendor ``said`` (its code, type and message); None where only the status tells."""
    text = said[:_LONGEST].lower()
    if status in _OWN_STATUS or status >= 500:
        return Fault.OUT_OF_CREDIT if _PATTERNS[Fault.OUT_OF_CREDIT].search(text) else _OWN_STATUS.get(status)
    for fault, pattern in _PATTERNS.items():
        if pattern.search(text) and (fault != Fault.UNAUTHORIZED or status in (200, 400, 403)):
            return fault
    return None


def words_of(error: object) -> str:
    """Code, type and message of an error object, whatever its shape, as one text."""
    if isinstance(error, Mapping):
        inner = error.get("error")
        if isinstance(inner, Mapping | str):
            return words_of(inner)
        parts = (error.get(name) for name in ("code", "type", "message", "status"))
        return " ".join(str(part) for part in parts if isinstance(part, str | int))
    return error if isinstance(error, str) else ""


def status_of(error: object) -> int:
    """The HTTP status that an error object inside a 200 names as its code; 200 where it names none."""
    code = error.get("code") if isinstance(error, Mapping) else None
    number = int(code) if isinstance(code, str) and code.isascii() and code.isdigit() and len(code) == 3 else code
    return number if isinstance(number, int) and 400 <= number < 600 else 200
