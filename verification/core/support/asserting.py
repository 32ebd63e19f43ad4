"""Whether a figure is asserted as what a name or question asks for (evidence, step 4)."""

from verification.core.reading.labels import Asking, Frame
from verification.core.reading.statement import Status
from verification.core.reasons import WhyCode
from verification.core.vocabulary import Mood

_STATUS_CODES = {
    Status.DENIED: WhyCode.DENIED,
    Status.FORESEEN: WhyCode.FORECAST,
    Status.PAST: WhyCode.PAST_VALUE,
    Status.CORRECTED: WhyCode.PAST_VALUE,
}


def status_veto(frame: Frame, status: Status) -> WhyCode | None:
    """Why a figure that its text tells with ``status`` is no answer to a name or question; None where it asserts it.

    A sentence with a blank keeps the mood of its own words, and a name that asks for a forecast, target or plan is answered by one.
    """
    if frame.asking == Asking.SENTENCE or frame.mood != Mood.CURRENT or status == Status.ASSERTED:
        return None
    return _STATUS_CODES.get(status, WhyCode.HYPOTHETICAL)
