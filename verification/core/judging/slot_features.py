"""The slots of a question held against those of a figure, as numbers: subject, measure, period, status, and what kind of figure it is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from verification.core.evidence import Quantity
from verification.core.judging.checking import MatchCheck, mood_fits, qualifiers_differ
from verification.core.periods.calendar import Period, month_of
from verification.core.periods.comparing import Fit
from verification.core.periods.grammar import PeriodMention, roles_clash
from verification.core.reading.frames.labels import Asking, Frame
from verification.core.reading.frames.measures import Form, measures_clash
from verification.core.reading.frames.moods import MoveEnd
from verification.core.reading.frames.places import Place, PlacedSentence
from verification.core.reading.statement import Speaker, Status
from verification.core.subjects.align import Alignment, Found
from verification.core.support.values import Value, digits_of
from verification.core.vocabulary import Mood, NodeKind

_FAR = 36
# Older pages were not among those that were learnt from.
_OLD = 3
_MANY = 12
_FORESEEING = (Mood.FORECAST, Mood.HYPOTHETICAL)


@dataclass(frozen=True, slots=True)
class FigureSlots:
    """One figure with what was read of it, ready to be compared."""

    frame: Frame
    sentence: PlacedSentence
    place: Place
    quantity: Quantity
    value: Value
    check: MatchCheck
    status: Status
    speaker: Speaker
    published_at: datetime | None


def slot_features(slots: FigureSlots) -> Iterator[tuple[str, float]]:
    """The features of all slots but the subject, by name; a slot that the question leaves open has a code of its own."""
    yield from _period_features(slots)
    yield from _measure_features(slots)
    yield from _status_features(slots)
    yield from _value_features(slots)


def subject_features(prefix: str, alignment: Alignment | None) -> Iterator[tuple[str, float]]:
    """How the names at a figure stand to the one asked for; ``None``: the question names nobody."""
    for found in Found:
        yield f"{prefix}_{found}", float(alignment is not None and alignment.found == found)
    yield f"{prefix}_coverage", 1.0 if alignment is None else alignment.coverage
    yield f"{prefix}_link", float(alignment.how or 0) if alignment else 0.0


def _period_features(slots: FigureSlots) -> Iterator[tuple[str, float]]:
    frame, place, check = slots.frame, slots.place, slots.check
    wanted, mention = frame.period, place.period
    found = mention.period if mention else None
    yield "period_wanted", float(wanted is not None)
    yield "period_found", float(found is not None)
    yield "period_agrees", float(check.fit == Fit.AGREES)
    yield "period_clashes", float(check.fit == Fit.CLASHES)
    yield "period_own", float(place.is_own_period and found is not None)
    yield "period_compared", float(mention is not None and mention.is_compared)
    yield "period_distance", _distance(wanted, found)
    yield "period_same_length", float(wanted is not None and found is not None and wanted.grain == found.grain)
    yield "period_days_wanted", float(wanted is not None and wanted.is_daily)
    page = month_of(slots.published_at.date()) if slots.published_at else None
    yield "period_before_page", _months(page, wanted)
    yield "found_before_page", _months(page, found)
    yield from _told_periods(frame.sentence.periods, slots.sentence.periods, met=wanted if _says_its_time(slots) else None)
    yield "period_roles_clash", float(roles_clash(frame.sentence.periods, slots.sentence.periods))


def _says_its_time(slots: FigureSlots) -> bool:
    """Whether the period asked for is said without being told: a weekday, "yesterday" or "last month" beside the figure, counted from the
    page's day, or the head of its column or row."""
    place = slots.place
    if slots.check.fit != Fit.AGREES or not place.is_own_period or place.period is None:
        return False
    return place.period.is_relative or slots.sentence.is_in_cell(place.start)


def _told_periods(mine: Sequence[PeriodMention], theirs: Sequence[PeriodMention], *, met: Period | None) -> Iterator[tuple[str, float]]:
    """``met``: a period asked for that the sentence says without telling it."""
    told, said = ({mention.period for mention in mentions if mention.is_told} for mentions in (mine, theirs))
    if met is not None and met in told:
        said.add(met)
    yield "periods_asked", float(min(len(told), _MANY))
    yield "periods_said", float(min(len(said), _MANY))
    yield "periods_met", len(told & said) / len(told) if told else 1.0
    yield "periods_beside", float(min(len(said - told), _MANY))


def _distance(wanted: Period | None, found: Period | None) -> float:
    if wanted is None or found is None:
        return -1.0
    return float(min(abs(wanted.last - found.last), _FAR))


def _months(page: int | None, period: Period | None) -> float:
    """How many months before the page the period ended; -3 where one of both is not known."""
    return -3.0 if page is None or period is None else float(min(max(page - period.last, -2), _FAR))


def _measure_features(slots: FigureSlots) -> Iterator[tuple[str, float]]:
    frame, place = slots.frame, slots.place
    wanted, found = frame.measure, place.measure
    yield "measures_clash", float(measures_clash(wanted, found, is_chinese=frame.is_chinese))
    yield "form_clashes", float(bool(wanted.form and found.form and wanted.form != found.form))
    yield "form_same", float(bool(wanted.form) and wanted.form == found.form)
    yield "change_wanted", float(wanted.form == Form.CHANGE)
    yield "change_found", float(found.form == Form.CHANGE)
    yield "gap_found", float(found.form == Form.GAP)
    yield "basis_clashes", float(wanted.basis != found.basis and bool(wanted.basis and found.basis))
    yield "basis_found", float(found.basis is not None)
    yield "direction_clashes", float(bool(wanted.direction and found.direction) and wanted.direction != found.direction)
    yield "direction_found", float(found.direction is not None)
    yield "share_differs", float(wanted.is_share != found.is_share)
    mine, theirs = frame.place.qualifiers, place.qualifiers
    yield "qualifiers_added", float(len(theirs - mine))
    yield "qualifiers_missing", float(len(mine - theirs))
    yield "qualifiers_differ", float(qualifiers_differ(frame, place))
    yield "qualifiers_met", float(len(mine & theirs))


def _status_features(slots: FigureSlots) -> Iterator[tuple[str, float]]:
    frame, place, check = slots.frame, slots.place, slots.check
    for status in Status:
        yield f"status_{status}", float(slots.status == status)
    yield "status_not_asserted", float(slots.status not in _answers(frame) and not (check.is_of_then and slots.status == Status.PAST))
    yield "foresight_wanted", float(frame.mood in _FORESEEING)
    yield "past_wanted", float(frame.mood == Mood.PAST)
    yield "mood_differs", float(not mood_fits(frame, check.mood, is_mild=place.is_mild))
    for mood in Mood:
        yield f"mood_{mood}", float(check.mood == mood)
    yield "mood_mild", float(place.is_mild)
    yield "origin_found", float(place.turn == MoveEnd.ORIGIN)
    yield "turn_differs", float(place.turn != frame.place.turn)
    yield "limit_found", float(place.is_bound and not frame.place.is_bound)
    for speaker in Speaker:
        yield f"speaker_{speaker}", float(slots.speaker == speaker)


def _answers(frame: Frame) -> tuple[Status, ...]:
    """The statuses that a figure may have to answer the question: who asks for a forecast is answered by one."""
    if frame.mood in _FORESEEING:
        return Status.FORESEEN, Status.ASSERTED, Status.SUPPOSED
    if frame.mood == Mood.PAST:
        return Status.PAST, Status.ASSERTED
    return (Status.DENIED,) if frame.mood == Mood.DENIED else (Status.ASSERTED,)


def _value_features(slots: FigureSlots) -> Iterator[tuple[str, float]]:
    quantity, value, frame = slots.quantity, slots.value, slots.frame
    yield "range", float(quantity.is_range and frame.range_end is None)
    yield "range_end_wanted", float(frame.range_end is not None)
    yield "hedged", float(value.approximation is not None)
    yield "hedge_wanted", float(frame.asks_approximate)
    yield "digits", float(min(digits_of(value), _MANY))
    yield "has_unit", float(quantity.unit is not None)
    yield "counts_wanted", float(bool(frame.counted))
    yield "figure_number", float(min(slots.sentence.quantities.index(quantity), _MANY))
    yield "figures_in_sentence", float(min(len(slots.sentence.quantities), _MANY))
    yield "negative", float(value.low < 0)


def question_features(frame: Frame, kind: NodeKind, *, is_alias: bool) -> Iterator[tuple[str, float]]:
    """What kind of question it is."""
    for asking in Asking:
        yield f"asks_{asking}", float(frame.asking == asking)
    for each in (NodeKind.PERCENT, NodeKind.CURRENCY, NodeKind.NUMBER):
        yield f"kind_{each}", float(kind == each)
    yield "chinese", float(frame.is_chinese)
    yield "alias", float(is_alias)


def page_features(published_at: datetime | None, as_of: datetime, fresh_days: int | None) -> Iterator[tuple[str, float]]:
    """The age of the page in days, to 3; 0 where age is no matter to the node, -1 where the page is undated."""
    age = 0 if published_at is None or fresh_days is None else (as_of - published_at).days
    yield "age_days", -1.0 if published_at is None else float(min(max(age, 0), _OLD))
