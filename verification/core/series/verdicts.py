"""The verdict that an official series gives, and what trusted pages say beside it.

The observation is a source like any other: a page, the end of the series' table, with the row of the period as its passage. News that
disagrees is shown as contradicting and overturns nothing; a page with a figure that the authority has revised since is past.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal, InvalidOperation

from verification.core.evidence import Candidate, Counts, NodeSpec, Page, Passage, SourceFinding, TraceStep, Verdict, Why
from verification.core.language.texts import Language, language_of
from verification.core.reasons import TraceCode, WhyCode
from verification.core.series.deciding import SeriesDecision, number_of, write_value
from verification.core.series.observations import Figure, write_period
from verification.core.sources.domains import host_of, registrable_domain
from verification.core.vocabulary import Badge, BoundBy, Confidence, PassageField, Reason, Stage, Stance, Trend

ROWS = 13
_HEADS = {Language.ENGLISH: ("Period", "Value", "Known since"), Language.CHINESE: ("时期", "数值", "公布于")}
_SAYS_A_VALUE = (Stance.SUPPORTS, Stance.DUPLICATE, Stance.DERIVED, Stance.CONTRADICTS)
_GAP = " · "


@dataclass(frozen=True, slots=True)
class SeriesPage:
    """The end of a series' table as a page, and the row that answers the node."""

    page: Page
    passage: Passage


def write_page(decision: SeriesDecision, node: NodeSpec, *, as_of: datetime) -> SeriesPage:
    """The last rows known at ``as_of``, in the language of the node's label; the decision has a figure."""
    figure = _figure(decision)
    language = language_of(node.label)
    title = decision.entry.title("zh" if language is Language.CHINESE else "en")
    lines = [title, _GAP.join(_HEADS[language])]
    at = sum(len(line) + 1 for line in lines)
    row, start = "", 0
    for one in decision.recent[-ROWS:]:
        line = _GAP.join((write_period(one.period), write_value(one, decision.unit), one.vintage.isoformat()))
        if one.period == figure.period:
            row, start = line, at
        lines.append(line)
        at += len(line) + 1
    published = datetime.combine(figure.vintage, time.min, tzinfo=UTC)
    page = Page(decision.entry.url, title, "\n".join(lines), min(published, as_of))
    figure_start = len(write_period(figure.period)) + len(_GAP)
    figure_end = figure_start + len(write_value(figure, decision.unit))
    return SeriesPage(page, Passage(row, PassageField.CONTENT, start, start + len(row), figure_start, figure_end))


def write_verdict(decision: SeriesDecision, written: SeriesPage, news: Verdict | None = None) -> Verdict:
    """The verdict of stage 0. ``news``: what the whitelist's pages came to by themselves, whose positions follow that of the series."""
    figure, entry = _figure(decision), decision.entry
    value, number = write_value(figure, decision.unit), number_of(figure)
    params = {"series": entry.key, "period": write_period(figure.period), "value": value, "vintage": figure.vintage.isoformat()}
    own = _own(decision, written, params, number)
    beside = [_beside(finding, decision) for finding in (*news.sources, *news.others)] if news else []
    agreeing = tuple(one for one in beside if one.stance in (Stance.SUPPORTS, Stance.DUPLICATE, Stance.DERIVED))
    others = tuple(one for one in beside if one not in agreeing)
    domains = tuple(sorted({own.domain, *(one.domain for one in agreeing)} - {""}))
    stories = 1 + len({one.story for one in agreeing if one.story})
    return Verdict(
        value=value,
        number=number,
        unit=decision.unit or None,
        trend=_trend(decision),
        confidence=Confidence.WHITELIST_DIRECT,
        badge=Badge.WHITELIST_DIRECT,
        reason=Reason.ACCEPTED,
        bound_by=BoundBy.SERIES,
        sources=(own, *agreeing),
        others=others,
        conflicts=(),
        candidates=(Candidate(value, number, domains, stories), *_rivals(others)),
        counts=Counts(len(domains), stories),
        trace=(TraceStep(TraceCode.PAGES_READ, {"pages": 1 + len(beside)}), *_trace(decision, params, others)),
        stage=Stage.SERIES.value,
    )


def _own(decision: SeriesDecision, written: SeriesPage, params: dict[str, str], number: str) -> SourceFinding:
    """The observation as a source."""
    return SourceFinding(
        position=0,
        url=written.page.url,
        title=written.page.title,
        domain=registrable_domain(host_of(decision.entry.url) or "") or "",
        stance=Stance.SUPPORTS,
        why=Why(WhyCode.SERIES_OBSERVATION, params),
        story=1,
        passage=written.passage,
        published_at=written.page.published_at,
        value=params["value"],
        number=number,
        is_whitelisted=True,
    )


def _beside(finding: SourceFinding, decision: SeriesDecision) -> SourceFinding:
    """What a trusted page says, held against the series."""
    moved = replace(finding, position=finding.position + 1, story=finding.story + 1 if finding.story else 0)
    if finding.stance not in _SAYS_A_VALUE or finding.number is None or finding.value is None:
        return moved
    figure = _figure(decision)
    if agrees(figure.value, finding.number):
        kept = finding.stance if finding.stance != Stance.CONTRADICTS else Stance.SUPPORTS
        return replace(moved, stance=kept, why=Why(WhyCode.SERIES_AGREES) if finding.stance == Stance.CONTRADICTS else finding.why)
    told: dict[str, str | int | tuple[str, ...]] = {"value": finding.value, "official": write_value(figure, decision.unit)}
    if any(agrees(one.value, finding.number) for one in decision.earlier):
        return replace(moved, stance=Stance.PAST, why=Why(WhyCode.SERIES_REVISED, told), story=0)
    return replace(moved, stance=Stance.CONTRADICTS, why=Why(WhyCode.SERIES_SAYS_OTHERWISE, told), story=0)


def agrees(official: Decimal, number: str) -> bool:
    """Whether a page's figure is the official one, as far as it is written: 4.1 says 4.13, and a range what lies in it."""
    low, dots, high = number.partition("..")
    try:
        first, last = Decimal(low), Decimal(high if dots else low)
    except InvalidOperation:
        return False
    if dots:
        return first <= official <= last
    places = first.as_tuple().exponent
    return official == first or (isinstance(places, int) and places < 0 and official.quantize(first) == first)


def _rivals(others: Sequence[SourceFinding]) -> tuple[Candidate, ...]:
    """The other values that trusted pages state, with who states them."""
    found: dict[str, list[SourceFinding]] = {}
    for one in others:
        if one.stance == Stance.CONTRADICTS and one.number is not None:
            found.setdefault(one.number, []).append(one)
    return tuple(
        Candidate(said[0].value or number, number, tuple(sorted({one.domain for one in said})), len(said)) for number, said in found.items()
    )


def _trace(decision: SeriesDecision, params: dict[str, str], others: Sequence[SourceFinding]) -> list[TraceStep]:
    steps = [TraceStep(TraceCode.STAGE_ZERO, params)]
    if decision.earlier:
        earlier = write_value(decision.earlier[0], decision.unit)
        steps.append(TraceStep(TraceCode.SERIES_REVISED, {**params, "earlier": earlier}))
    steps += [
        TraceStep(TraceCode.SERIES_DISSENT, {"value": one.value or "", "domain": one.domain})
        for one in others
        if one.stance == Stance.CONTRADICTS
    ]
    if decision.due is not None:
        steps.append(TraceStep(TraceCode.SERIES_DUE, {"series": decision.entry.key, "due": decision.due.isoformat()}))
    return steps


def _trend(decision: SeriesDecision) -> Trend:
    """From the figure before."""
    if len(decision.recent) < 2:
        return Trend.STABLE
    before, now = decision.recent[-2].value, decision.recent[-1].value
    return Trend.RISING if now > before else Trend.FALLING if now < before else Trend.STABLE


def _figure(decision: SeriesDecision) -> Figure:
    if decision.figure is None:
        raise ValueError("the series does not answer the node")
    return decision.figure


def next_look(decision: SeriesDecision, *, now: datetime) -> datetime:
    """When the node is looked at again: in the afternoon (UTC) of the day of release, by when most offices have published.

    Where that has passed without a figure, or no day is known, in three hours; at most in 35 days, for calendars change.
    """
    if decision.due is None:
        return now + timedelta(hours=3 if decision.figure is None else 24)
    moment = datetime.combine(decision.due, time(14), tzinfo=UTC)
    return min(max(moment, now + timedelta(hours=3)), now + timedelta(days=35))
