"""What the status of an answer means for whoever wanted a page."""

from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError

# Status → fault, and whether asking again can't help.
_MEANINGS: dict[int, tuple[Fault, bool]] = {
    401: (Fault.FORBIDDEN, True),
    402: (Fault.FORBIDDEN, True),
    403: (Fault.FORBIDDEN, True),
    404: (Fault.NOT_FOUND, True),
    408: (Fault.TIMEOUT, False),
    410: (Fault.NOT_FOUND, True),
    425: (Fault.RATE_LIMITED, False),
    429: (Fault.RATE_LIMITED, False),
    451: (Fault.FORBIDDEN, True),
}
_WITH_TEXT = frozenset({200, 203})


def refuse_status(status: int, retry_after: float | None) -> None:
    """``ProviderError`` for every status that brings no page."""
    if status in _WITH_TEXT:
        return
    if status >= 500:
        fault, is_permanent = Fault.SERVER_ERROR, status in (501, 505)
    elif status >= 400:
        fault, is_permanent = _MEANINGS.get(status, (Fault.BAD_REQUEST, True))
    else:
        fault, is_permanent = Fault.BAD_ANSWER, False
    raise ProviderError(
        f"The page answers with status {status}.", permanent=is_permanent, retry_after=retry_after, fault=fault, http_status=status
    )
