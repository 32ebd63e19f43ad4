"""What speaks against a figure at once: its period, mood, measure, the end of a move that it is, its qualifiers."""

from dataclasses import dataclass
from datetime import datetime

from verification.core.periods.calendar import Grain, month_of
from verification.core.periods.choice import is_tied
from verification.core.periods.comparing import Fit, compare_periods
from verification.core.periods.grammar import roles_clash, tells_beginnings
from verification.core.periods.sessions import fit_day
from verification.core.reading.frames.labels import Asking, Frame
from verification.core.reading.frames.measures import measures_clash
from verification.core.reading.frames.moods import MoveEnd
from verification.core.reading.frames.places import Place, PlacedSentence
from verification.core.reading.measure_words import row_of
from verification.core.reading.statement import Status
from verification.core.reasons import WhyCode
from verification.core.vocabulary import Mood


@dataclass(frozen=True, slots=True)
class MatchCheck:
    """The outcome of the vetoes: ``veto`` is the code of the first that fired, ``fit`` how the periods stand to each other.

    ``is_of_then``: a time that may be over was asked for, and the text ties it to the figure.
    """

    veto: WhyCode | None
    fit: Fit
    mood: Mood
    is_of_then: bool = False


def check_place(frame: Frame, sentence: PlacedSentence, place: Place, published_at: datetime | None) -> MatchCheck:
    """The vetoes on a figure: period, mood, measure, end of a move, qualifiers. ``published_at``: when its page appeared."""
    found = place.period.period if place.period else None
    fit = compare_periods(frame.period, found, published_at.date() if published_at else None, is_own=place.is_own_period)
    if frame.period is not None and fit == Fit.OPEN:
        fit = fit_day(frame.period, sentence.text, sentence.periods, published_at=published_at, subject=frame.sentence.text)
    if frame.asking == Asking.SENTENCE and fit != Fit.CLASHES and roles_clash(frame.sentence.periods, sentence.periods):
        fit = Fit.CLASHES
    if frame.asking != Asking.SENTENCE and not tells_beginnings(frame.sentence.periods, sentence.periods):
        fit = Fit.CLASHES
    if frame.asking != Asking.SENTENCE and frame.period is None and fit == Fit.OPEN and _is_of_last_year(place, published_at):
        fit = Fit.CLASHES
    mood = Mood.PAST if place.turn == MoveEnd.ORIGIN and place.mood == Mood.CURRENT else place.mood
    is_of_then = fit == Fit.AGREES and frame.asking != Asking.SENTENCE and is_tied(sentence.text, place.period, place.start)
    if is_of_then:
        mood = Mood.CURRENT
    veto = _first_veto(frame, place, fit, mood, is_of_then=is_of_then)
    return MatchCheck(veto, fit, mood, is_of_then)


def _is_of_last_year(place: Place, published_at: datetime | None) -> bool:
    """Whether a page counts back to a year that is over: "last year the rate was 5 %" says that it no longer is."""
    told = place.period
    if told is None or published_at is None or not (told.is_relative and place.is_own_period) or told.period.grain is not Grain.YEAR:
        return False
    return told.period.last < month_of(published_at.date())


def _first_veto(frame: Frame, place: Place, fit: Fit, mood: Mood, *, is_of_then: bool) -> WhyCode | None:
    if fit == Fit.CLASHES:
        return WhyCode.OTHER_PERIOD
    if measures_clash(frame.measure, place.measure, is_chinese=frame.is_chinese):
        return WhyCode.OTHER_MEASURE
    # "Up from 159,000 in April" gives April's figure.
    is_named = is_of_then or (fit == Fit.AGREES and place.period is not None and place.period.is_compared)
    if not is_named and frame.place.turn != place.turn and MoveEnd.ORIGIN in (frame.place.turn, place.turn) and frame.mood != Mood.PAST:
        return WhyCode.PAST_VALUE
    if not is_named and not mood_fits(frame, mood, is_mild=place.is_mild):
        return _MOOD_CODES[mood]
    if qualifiers_differ(frame, place):
        return WhyCode.OTHER_SUBJECT
    return None


_MOOD_CODES = {
    Mood.CURRENT: WhyCode.OTHER_MEASURE,
    Mood.PAST: WhyCode.PAST_VALUE,
    Mood.FORECAST: WhyCode.FORECAST,
    Mood.HYPOTHETICAL: WhyCode.HYPOTHETICAL,
    Mood.DENIED: WhyCode.DENIED,
}
_NOT_YET = (Mood.FORECAST, Mood.HYPOTHETICAL)


def mood_fits(frame: Frame, mood: Mood, *, is_mild: bool = False) -> bool:
    """Whether a figure said in ``mood`` answers the frame (evidence, step 4). A sentence with a blank may turn a plan into a fact."""
    if is_mild and frame.asking == Asking.SENTENCE:
        return True
    if mood == Mood.DENIED:
        return frame.mood == Mood.DENIED
    if frame.mood in _NOT_YET:
        return mood in (*_NOT_YET, Mood.CURRENT)
    if frame.mood == Mood.PAST:
        return mood in (Mood.PAST, Mood.CURRENT)
    return mood == Mood.CURRENT


def qualifiers_differ(frame: Frame, place: Place) -> bool:
    """Whether a figure is of a narrower group than was asked for, or a sentence of another one."""
    mine, theirs = frame.place.qualifiers, place.qualifiers
    if frame.period is not None and frame.period.first != frame.period.last:
        theirs -= _OF_ALL_MONTHS
    if frame.asking == Asking.SENTENCE:
        return bool(theirs - mine) if frame.is_chinese else bool((theirs ^ mine) & _STRICT_QUALIFIERS)
    return bool(theirs - mine - (_PER_SHARE if _is_of_share(frame, place) else frozenset()))


def _is_of_share(frame: Frame, place: Place) -> bool:
    """Whether what a share earns or gets is asked for, and the figure is one of a share: "EPS" and "earnings per share"."""
    row = row_of(frame.sentence.text)
    is_told = place.is_chinese or "shar" in (*place.left, *place.right)
    return is_told and row is not None and row.family == "per_share"


_PER_SHARE = frozenset(("per", "每股"))
# A figure of several months is theirs together, whether it says so or not.
_OF_ALL_MONTHS = frozenset(("累计",))
_STRICT_QUALIFIERS = frozenset(
    ("core", "priv", "aver", "medi", "excl", "teen", "wome", "men", "blac", "hisp", "cons", "manu", "hour", "week", "addi", "extr")
)


_STATUS_CODES = {
    Status.DENIED: WhyCode.DENIED,
    Status.FORESEEN: WhyCode.FORECAST,
    Status.PAST: WhyCode.PAST_VALUE,
    Status.CORRECTED: WhyCode.PAST_VALUE,
}


def status_veto(frame: Frame, status: Status, *, is_of_then: bool) -> WhyCode | None:
    """Why a figure that its text tells with ``status`` is no answer to a name or question; None where it asserts it.

    A sentence with a blank keeps the mood of its own words, and a name that asks for a forecast, target or plan is answered by one;
    who asks for a time that is over is answered by what was so then (``is_of_then``).
    """
    if is_of_then and status == Status.PAST:
        return None
    if frame.asking == Asking.SENTENCE or frame.mood != Mood.CURRENT or status == Status.ASSERTED:
        return None
    return _STATUS_CODES.get(status, WhyCode.HYPOTHETICAL)
