"""Small JSON answers of public services, asked over the guarded door and read strictly."""

from collections.abc import Awaitable, Callable

from verification.core.strict_json import BadInput, parse_answer
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError
from verification.providers.statuses import refuse_status
from verification.providers.web import Fetched

# Asks for an address by GET and gives what it answered; raises ``ProviderError``.
Lookup = Callable[[str], Awaitable[Fetched]]


def read_lookup(service: str, answer: Fetched) -> dict[str, object]:
    """The JSON object of an answer; ``ProviderError`` for a refusal and for what is no JSON object."""
    refuse_status(answer.status, answer.retry_after)
    try:
        return parse_answer(answer.body)
    except BadInput:
        raise ProviderError(f"{service} answered something else than JSON.", permanent=True, fault=Fault.BAD_ANSWER) from None
