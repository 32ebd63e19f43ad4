"""What a question comes to that nobody answered: the most telling of what went wrong, and what was spent on it."""

from collections.abc import Sequence

from verification.core.vocabulary import Fault
from verification.providers.base import Failure, ProviderError
from verification.services.gateway.breakers import NEEDS_A_PERSON
from verification.services.gateway.calls import CallTally, NotAsked


class Unanswered(ProviderError):
    """Nobody answered: the most telling of what went wrong, with all ``failures`` and what was spent on them."""

    def __init__(self, errors: Sequence[ProviderError], *, failures: Sequence[Failure], tally: CallTally) -> None:
        telling = min(errors, key=_telling)
        super().__init__(
            str(telling),
            permanent=all(error.permanent for error in errors),
            retry_after=telling.retry_after,
            fault=telling.fault,
            http_status=telling.http_status,
        )
        self.failures = tuple(failures)
        self.calls = tally.calls
        self.cost_usd = tally.cost_usd


def nobody(said: str) -> ProviderError:
    return ProviderError(said, permanent=True, fault=Fault.NOT_CONFIGURED)


def _telling(error: ProviderError) -> int:
    """What a person has to mend comes first, then what was seen of a provider, then what stood before it, then an empty corpus."""
    if error.fault in NEEDS_A_PERSON:
        return 0
    if error.fault in (Fault.BUDGET_EXHAUSTED, Fault.QUOTA_EXHAUSTED):
        return 1
    if error.fault in (Fault.EMPTY_CORPUS, Fault.NOT_CONFIGURED):
        return 4
    return 3 if isinstance(error, NotAsked) else 2
