"""What is said of each page (evidence, step 11): its stance to the value, why, and the sentence that shows it."""

from verification.core.consensus.choosing import Choice, nearest_figure, obstacle_of
from verification.core.consensus.rulings import EngineRuling
from verification.core.consensus.source_pages import EvidenceSet, SourcePage
from verification.core.consensus.tallies import superseded_choices
from verification.core.evidence import Page, Params, SourceFinding, Why
from verification.core.judging.binding import CandidateFigure
from verification.core.reading.measure_comparing import SlotFit
from verification.core.reasons import WhyCode
from verification.core.sources.independence import Origin
from verification.core.vocabulary import BoundBy, PassageField, Stance

_MOOD_STANCES = {
    WhyCode.PAST_VALUE: Stance.PAST,
    WhyCode.FORECAST: Stance.FORECAST,
    WhyCode.HYPOTHETICAL: Stance.HYPOTHETICAL,
    WhyCode.DENIED: Stance.DENIED,
}


class Findings:
    """Writes the finding of each page under one ruling."""

    def __init__(
        self, evidence_set: EvidenceSet, ruling: EngineRuling, choices: dict[int, Choice], bound_by: BoundBy = BoundBy.RULES
    ) -> None:
        self._evidence_set = evidence_set
        self._ruling = ruling
        self._choices = choices
        self._bound_by = bound_by
        self._replaced = superseded_choices(list(choices.values()), evidence_set.node.tolerance)
        leader = ruling.leader
        self._origins: dict[int, Origin] = {origin.position: origin for origin in leader.origins} if leader else {}

    def finding(self, source_page: SourcePage) -> SourceFinding:
        choice = self._choices.get(source_page.position)
        if source_page.exclusion is not None:
            candidate = choice.candidate if choice else nearest_figure(source_page)
            return self._finding(source_page, source_page.exclusion.stance, source_page.exclusion.why, candidate)
        if source_page.position in self._origins and choice:
            return self._support(source_page, choice, self._origins[source_page.position])
        if choice and source_page.position in self._replaced:
            return self._finding(
                source_page, Stance.PAST, Why(WhyCode.SUPERSEDED, {"value": display_of(choice.candidate)}), choice.candidate
            )
        if choice:
            code = WhyCode.OTHER_VALUE_OFFICIAL if source_page.is_official else WhyCode.OTHER_VALUE
            params: dict[str, str | int | tuple[str, ...]] = {"value": display_of(choice.candidate)}
            if source_page.is_official:
                params["domain"] = source_page.domain
            return self._finding(source_page, Stance.CONTRADICTS, Why(code, params), choice.candidate)
        return self._nothing(source_page)

    def _support(self, source_page: SourcePage, choice: Choice, origin: Origin) -> SourceFinding:
        leader = self._ruling.leader
        silent = leader.votes.silent.get(source_page.position) if leader else None
        if origin.stance != Stance.SUPPORTS and origin.why:
            return self._finding(source_page, origin.stance, origin.why, choice.candidate, origin.story)
        if silent:
            return self._finding(source_page, Stance.DUPLICATE, silent, choice.candidate, origin.story)
        return self._finding(source_page, Stance.SUPPORTS, self._why_bound(source_page, choice), choice.candidate, origin.story)

    def _why_bound(self, source_page: SourcePage, choice: Choice) -> Why:
        if self._bound_by == BoundBy.MODEL:
            return Why(WhyCode.BOUND_BY_MODEL)
        if source_page.page.published_at is None:
            return Why(WhyCode.UNDATED)
        earlier = next((old for old, newer in self._replaced.items() if newer.source_page.position == source_page.position), None)
        if earlier is not None:
            return Why(WhyCode.REVISED, {"value": display_of(choice.candidate), "earlier": display_of(self._choices[earlier].candidate)})
        if choice.candidate.alone < self._evidence_set.bars.vote:
            return Why(WhyCode.BOUND_BY_AGREEMENT)
        return Why(WhyCode.BOUND_IN_TITLE if choice.candidate.field == PassageField.TITLE else WhyCode.BOUND_IN_SENTENCE)

    def _nothing(self, source_page: SourcePage) -> SourceFinding:
        candidate = nearest_figure(source_page)
        if candidate is None:
            if not source_page.reading.figures:
                return self._finding(source_page, Stance.NO_VALUE, Why(WhyCode.NO_FIGURE), None)
            return self._finding(source_page, Stance.OFF_TOPIC, Why(WhyCode.OFF_TOPIC), None)
        veto = obstacle_of(candidate) or WhyCode.OTHER_SUBJECT
        if veto in _MOOD_STANCES:
            return self._finding(source_page, _MOOD_STANCES[veto], Why(veto, {"value": display_of(candidate)}), candidate)
        if veto == WhyCode.OTHER_PERIOD:
            params = {"wanted": str(candidate.frame.period or ""), "found": _told_period(candidate, source_page.page)}
            return self._finding(source_page, Stance.OFF_TOPIC, Why(veto, params), candidate)
        return self._finding(source_page, Stance.OFF_TOPIC, Why(veto, _told_apart(candidate, veto)), candidate)

    def _finding(
        self, source_page: SourcePage, stance: Stance, why: Why, candidate: CandidateFigure | None, story: int = 0
    ) -> SourceFinding:
        page = source_page.page
        return SourceFinding(
            position=source_page.position,
            url=page.url,
            title=page.title,
            domain=source_page.domain,
            stance=stance,
            why=why,
            story=story,
            passage=candidate.passage() if candidate else None,
            published_at=page.published_at,
            value=display_of(candidate) if candidate else None,
            number=candidate.value.number if candidate else None,
            is_whitelisted=source_page.is_whitelisted,
        )


def _told_period(candidate: CandidateFigure, page: Page) -> str:
    """The period that a figure is of: the page's own day where its sentence names none, or none as narrow as the node asks for."""
    wanted, named = candidate.frame.period, candidate.place.period
    is_too_wide = named is not None and wanted is not None and wanted.is_daily and not named.period.is_daily
    if page.published_at is not None and (named is None or is_too_wide):
        return page.published_at.date().isoformat()
    return str(named.period) if named else ""


def _told_apart(candidate: CandidateFigure, code: WhyCode) -> Params:
    """The words of the slot that clashes, on the page and in the question; empty where one side has none."""
    compared = candidate.compared
    slot = {WhyCode.OTHER_SUBJECT: compared.subject, WhyCode.OTHER_MEASURE: compared.measure}.get(code) if compared else None
    if slot is None or slot.fit is not SlotFit.CLASHES or not slot.said or not slot.asked:
        return {}
    return {"found": slot.said, "wanted": slot.asked}


def display_of(candidate: CandidateFigure) -> str:
    """The value as the page writes it; the end asked for of a range; a sign where only a word said "down"."""
    if candidate.frame.range_end is not None and candidate.quantity.is_range:
        sign = candidate.quantity.unit if candidate.quantity.unit in ("%", "‰") else ""
        return f"{candidate.value.number}{sign}"
    text = (candidate.quantity.shown or candidate.quantity.text).strip()
    if candidate.value.low < 0 and candidate.quantity.low >= 0:
        return f"-{text}"
    return text
