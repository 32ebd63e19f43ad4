"""What the status of an answer, and what stands in the place of its page, mean for whoever wanted the page."""

from verification.core.vocabulary import Fault, PageKind
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
# What stands in the place of a page → fault, and how it is said.
_IN_PLACE = {
    PageKind.WALL: (Fault.WALL, "A challenge or a block stands in the place of the page"),
    PageKind.CONSENT: (Fault.CONSENT, "A request for consent stands in the place of the page"),
    PageKind.LOGIN: (Fault.LOGIN, "A log-in stands in the place of the page"),
    PageKind.PAYWALL: (Fault.PAYWALL, "A paywall cuts the page short"),
    PageKind.GONE: (Fault.NOT_FOUND, "The page says that it is not there"),
    PageKind.DOWN: (Fault.MAINTENANCE, "The site says that it is out of order"),
    PageKind.SCRIPT: (Fault.NEEDS_SCRIPT, "The page is empty until its scripts run, and none are run here"),
    PageKind.MOVED: (Fault.NEEDS_SCRIPT, "The page leads elsewhere in a way that is not followed"),
}
WITH_TEXT = frozenset({200, 203})


def refuse_status(status: int, retry_after: float | None) -> None:
    """``ProviderError`` for every status that brings no page."""
    if status in WITH_TEXT:
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


def refuse_place(kind: PageKind, mark: str, status: int) -> None:
    """``ProviderError`` for what stands in the place of a page."""
    if kind not in _IN_PLACE:
        return
    fault, said = _IN_PLACE[kind]
    seen = f": “{mark}”." if mark else "."
    raise ProviderError(f"{said}{seen}", permanent=True, fault=fault, http_status=status)
