"""Small JSON answers of public services, asked over the guarded door and read strictly."""

from collections.abc import Awaitable, Callable

from verification.core.strict_json import BadInput, parse_answer, parse_json
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError
from verification.providers.door.statuses import refuse_status
from verification.providers.door.web import Fetched

# Asks for an address by GET and gives what it answered; raises ``ProviderError``.
Lookup = Callable[[str], Awaitable[Fetched]]


def read_lookup(service: str, answer: Fetched) -> dict[str, object]:
    """The JSON object of an answer; ``ProviderError`` for a refusal and for what is no JSON object."""
    refuse_status(answer.status, answer.retry_after)
    try:
        return parse_answer(answer.body)
    except BadInput:
        raise _no_json(service) from None


def read_lookup_list(service: str, answer: Fetched) -> list[object]:
    """As ``read_lookup``, for a service that answers with a JSON array."""
    refuse_status(answer.status, answer.retry_after)
    try:
        rows = parse_json(answer.body)
    except BadInput:
        raise _no_json(service) from None
    if not isinstance(rows, list):
        raise _no_json(service)
    return rows


def _no_json(service: str) -> ProviderError:
    return ProviderError(f"{service} answered something else than the JSON it promises.", permanent=True, fault=Fault.BAD_ANSWER)
