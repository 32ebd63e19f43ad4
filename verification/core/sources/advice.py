"""What the whitelist could be changed to, by how often domains were right (seed 000, dynamic whitelist)."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from verification.core.sources.accuracy import RULING_WEIGHT, Accuracy, accuracy_of

# An unlisted domain is put forward where nine tenths of what is possible lie above this, with that many different answers behind it.
LEAST_SHARE, LEAST_CARRIED = 0.7, 8
# A listed one is questioned from so many judgements on; it goes where it was wrong more often than right.
LEAST_JUDGED, EVEN = 5.0, 0.5
# A suggestion that somebody decided comes again only after so many new findings.
NEWS = 5
LOWEST_TIER = 3
MOST_AUTHORITY = Decimal("0.80")
_NEVER = 1e-6
_CENT = Decimal("0.01")


class Advice(StrEnum):
    ADD = "add"
    DEMOTE = "demote"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of a domain; ``authority`` is None where it is not listed.

    ``carried`` and ``contradicted`` count different answers of nodes that were accepted with its vote, and against it.
    """

    carried: int = 0
    contradicted: int = 0
    accuracy: Accuracy | None = None
    authority: Decimal | None = None


def share_of(record: Record) -> Accuracy:
    """How often an unlisted domain stood with the accepted value."""
    return accuracy_of([(True, 0.0, RULING_WEIGHT)] * record.carried + [(False, 0.0, RULING_WEIGHT)] * record.contradicted)


def advise(record: Record) -> Advice | None:
    """What to do with the domain; None where the findings are too few, or speak for leaving it."""
    accuracy = record.accuracy
    if record.authority is None:
        is_doubted = accuracy is not None and accuracy.mean < LEAST_SHARE and accuracy.n >= 1
        is_proven = record.carried >= LEAST_CARRIED and share_of(record).low >= LEAST_SHARE
        return Advice.ADD if is_proven and not is_doubted else None
    # However few its findings are, and whatever its weight: what was never wrong is not questioned.
    if accuracy is None or accuracy.n < LEAST_JUDGED or accuracy.wrong < _NEVER:
        return None
    if accuracy.high < EVEN:
        return Advice.REMOVE
    return Advice.DEMOTE if accuracy.high < float(record.authority) else None


def fit_authority(share: Accuracy, *, most: Decimal = MOST_AUTHORITY) -> Decimal:
    """The weight that the findings bear, at most ``most``: the mean, to cents."""
    return min(most, Decimal(str(round(share.mean, 6))).quantize(_CENT))
