"""What went wrong with a request to an API, as the one ``ProviderError``: its code, whether asking again can help, and when."""

import socket
import ssl
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx

from verification.core.patterns import lazy_regex
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError

LONGEST_RETRY_AFTER_S = 600.0

# The service's own word for a fault, from the status and the text of its answer in lower case; None leaves it to the status.
Classify = Callable[[int, str], Fault | None]

# 432 and 433 are Tavily's: the plan, or the limit set for pay-as-you-go, is used up.
_FAULTS = {
    401: Fault.UNAUTHORIZED,
    402: Fault.OUT_OF_CREDIT,
    403: Fault.FORBIDDEN,
    404: Fault.NOT_FOUND,
    408: Fault.TIMEOUT,
    429: Fault.RATE_LIMITED,
    432: Fault.OUT_OF_CREDIT,
    433: Fault.OUT_OF_CREDIT,
}
_PASSING = frozenset({Fault.TIMEOUT, Fault.RATE_LIMITED, Fault.SERVER_ERROR, Fault.BAD_ANSWER})
_SAID = {
    Fault.BAD_ANSWER: "answered without content",
    Fault.CONTENT_REFUSED: "does not take this content",
    Fault.TOO_LONG: "can't take a prompt of this length",
    Fault.BAD_REQUEST: "refused the request as wrong",
    Fault.UNAUTHORIZED: "does not accept the key",
    Fault.OUT_OF_CREDIT: "has no credit left on this account",
    Fault.FORBIDDEN: "does not allow this",
    Fault.NOT_FOUND: "has nothing under this address",
    Fault.TIMEOUT: "gave up waiting for the request",
    Fault.TOO_LARGE: "has more to answer than it sends at once",
    Fault.RATE_LIMITED: "was asked too often",
    Fault.SERVER_ERROR: "failed",
    Fault.TOO_MANY_REDIRECTS: "redirects elsewhere, which is not followed",
}
_DELAY = lazy_regex(r"[0-9]{1,100}(?:\.[0-9]{1,20})?")


def failed_status(service: str, status: int, headers: Mapping[str, str], body: bytes, classify: Classify | None) -> ProviderError:
    """What an answer with another status than 200 means. The service's own words are read and never repeated."""
    text = body.decode("utf-8", "replace").lower()
    fault = (classify(status, text) if classify else None) or _fault_of(status)
    return ProviderError(
        f"{service} {_SAID[fault]} (HTTP {status}).",
        permanent=fault not in _PASSING,
        retry_after=read_retry_after(headers.get("Retry-After"), now=datetime.now(UTC)) if fault in _PASSING else None,
        fault=fault,
        http_status=status,
    )


def _fault_of(status: int) -> Fault:
    if status >= 500:
        return Fault.SERVER_ERROR
    if 300 <= status < 400:
        return Fault.TOO_MANY_REDIRECTS
    if status < 300:
        return Fault.BAD_ANSWER
    return _FAULTS.get(status, Fault.BAD_REQUEST)


def read_retry_after(text: str | None, *, now: datetime) -> float | None:
    """Seconds to wait by a Retry-After header, of seconds or of an HTTP date in any of its three forms; None for none or nonsense.

    Never below 0 nor above ten minutes.
    """
    if text is None:
        return None
    written = text.strip()
    if _DELAY.fullmatch(written):
        return min(float(written), LONGEST_RETRY_AFTER_S)
    try:
        at = parsedate_to_datetime(written[:64])
    except (TypeError, ValueError, IndexError):
        return None
    seconds = ((at if at.tzinfo else at.replace(tzinfo=UTC)) - now).total_seconds()
    return min(max(seconds, 0.0), LONGEST_RETRY_AFTER_S)


def no_answer(service: str, error: Exception) -> ProviderError:
    """Why there was no connection, or why it ended in the middle; a wrong certificate alone will not mend itself."""
    causes = _causes(error)
    if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in causes):
        return ProviderError(f"The certificate of {service} is not valid.", permanent=True, fault=Fault.BAD_CERTIFICATE)
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return ProviderError(f"The host of {service} is unknown.", fault=Fault.UNKNOWN_HOST)
    if isinstance(error, httpx.ConnectError):
        return ProviderError(f"{service} can't be reached.", fault=Fault.UNREACHABLE)
    if isinstance(error, httpx.ProtocolError):
        return ProviderError(f"{service} did not answer as HTTP asks for.", fault=Fault.BAD_ANSWER)
    if isinstance(error, httpx.NetworkError | OSError):
        return ProviderError(f"The connection to {service} broke.", fault=Fault.UNREACHABLE)
    return ProviderError(f"{service} could not be asked ({type(error).__name__}).", fault=Fault.FAILED)


def unreadable(service: str, what: str) -> ProviderError:
    """An answer with status 200 that answers nothing: ``what`` stands after "answered with"."""
    return ProviderError(f"{service} answered with {what}.", fault=Fault.BAD_ANSWER, http_status=200)


def _causes(error: BaseException | None) -> list[BaseException]:
    found: list[BaseException] = []
    while error is not None and len(found) < 10:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found
