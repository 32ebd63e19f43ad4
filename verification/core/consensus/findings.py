"""What is said of each page (evidence, step 11): its stance to the value, why, and the sentence that shows it."""

from verification.core.consensus.choosing import LOW, Choice, is_ordered
from verification.core.consensus.exhibits import Docket, Exhibit
from verification.core.consensus.rulings import Ruling
from verification.core.consensus.tallies import superseded_choices
from verification.core.evidence import Passage, SourceFinding, Why
from verification.core.reasons import WhyCode
from verification.core.sources.independence import Origin
from verification.core.support.binding import Bond
from verification.core.vocabulary import BoundBy, PassageField, Stance

_MOOD_STANCES = {
    WhyCode.PAST_VALUE: Stance.PAST,
    WhyCode.FORECAST: Stance.FORECAST,
    WhyCode.HYPOTHETICAL: Stance.HYPOTHETICAL,
    WhyCode.DENIED: Stance.DENIED,
}


class Findings:
    """Writes the finding of each exhibit under one ruling."""

    def __init__(self, docket: Docket, ruling: Ruling, choices: dict[int, Choice], bound_by: BoundBy = BoundBy.RULES) -> None:
        self._docket = docket
        self._ruling = ruling
        self._choices = choices
        self._bound_by = bound_by
        self._replaced = superseded_choices(list(choices.values()), docket.node.tolerance)
        leader = ruling.leader
        self._origins: dict[int, Origin] = {origin.position: origin for origin in leader.origins} if leader else {}

    def finding(self, exhibit: Exhibit) -> SourceFinding:
        choice = self._choices.get(exhibit.position)
        if exhibit.bar is not None:
            bond = choice.bond if choice else None
            return self._finding(exhibit, exhibit.bar.stance, exhibit.bar.why, bond)
        if exhibit.position in self._origins and choice:
            return self._support(exhibit, choice, self._origins[exhibit.position])
        if choice and exhibit.position in self._replaced:
            return self._finding(exhibit, Stance.PAST, Why(WhyCode.SUPERSEDED, {"value": display_of(choice.bond)}), choice.bond)
        if choice:
            code = WhyCode.OTHER_VALUE_OFFICIAL if exhibit.is_official else WhyCode.OTHER_VALUE
            params: dict[str, str | int | tuple[str, ...]] = {"value": display_of(choice.bond)}
            if exhibit.is_official:
                params["domain"] = exhibit.domain
            return self._finding(exhibit, Stance.CONTRADICTS, Why(code, params), choice.bond)
        return self._nothing(exhibit)

    def _support(self, exhibit: Exhibit, choice: Choice, origin: Origin) -> SourceFinding:
        leader = self._ruling.leader
        silent = leader.votes.silent.get(exhibit.position) if leader else None
        if origin.stance != Stance.SUPPORTS and origin.why:
            return self._finding(exhibit, origin.stance, origin.why, choice.bond, origin.story)
        if silent:
            return self._finding(exhibit, Stance.DUPLICATE, silent, choice.bond, origin.story)
        return self._finding(exhibit, Stance.SUPPORTS, self._why_bound(exhibit, choice), choice.bond, origin.story)

    def _why_bound(self, exhibit: Exhibit, choice: Choice) -> Why:
        if self._bound_by == BoundBy.MODEL:
            return Why(WhyCode.BOUND_BY_MODEL)
        if exhibit.page.published_at is None:
            return Why(WhyCode.UNDATED)
        earlier = next((old for old, newer in self._replaced.items() if newer.exhibit.position == exhibit.position), None)
        if earlier is not None:
            return Why(WhyCode.REVISED, {"value": display_of(choice.bond), "earlier": display_of(self._choices[earlier].bond)})
        if not choice.is_strict:
            return Why(WhyCode.BOUND_BY_AGREEMENT)
        return Why(WhyCode.BOUND_IN_TITLE if choice.bond.field == PassageField.TITLE else WhyCode.BOUND_IN_SENTENCE)

    def _nothing(self, exhibit: Exhibit) -> SourceFinding:
        bond = next((b for b in sorted(exhibit.bonds, key=lambda b: -b.score) if b.score >= LOW), None)
        if bond is None:
            if not exhibit.reading.figures:
                return self._finding(exhibit, Stance.NO_VALUE, Why(WhyCode.NO_FIGURE), None)
            return self._finding(exhibit, Stance.OFF_TOPIC, Why(WhyCode.OFF_TOPIC), None)
        if bond.veto is None and is_ordered(bond):
            return self._finding(exhibit, Stance.OFF_TOPIC, Why(WhyCode.INJECTION), bond)
        veto = bond.veto or WhyCode.OTHER_SUBJECT
        if veto in _MOOD_STANCES:
            return self._finding(exhibit, _MOOD_STANCES[veto], Why(veto, {"value": display_of(bond)}), bond)
        if veto == WhyCode.OTHER_PERIOD:
            wanted, found = str(bond.frame.period or ""), str(bond.place.period.period if bond.place.period else "")
            return self._finding(exhibit, Stance.OFF_TOPIC, Why(veto, {"wanted": wanted, "found": found}), bond)
        return self._finding(exhibit, Stance.OFF_TOPIC, Why(veto), bond)

    def _finding(self, exhibit: Exhibit, stance: Stance, why: Why, bond: Bond | None, story: int = 0) -> SourceFinding:
        page = exhibit.page
        return SourceFinding(
            position=exhibit.position,
            url=page.url,
            title=page.title,
            domain=exhibit.domain,
            stance=stance,
            why=why,
            story=story,
            passage=bond.passage() if bond else _opening(exhibit),
            published_at=page.published_at,
            value=display_of(bond) if bond else None,
            number=bond.value.number if bond else None,
            is_whitelisted=exhibit.is_whitelisted,
        )


def display_of(bond: Bond) -> str:
    """The value as the page writes it; the end asked for of a range; a sign where only a word said "down"."""
    if bond.frame.range_end is not None and bond.quantity.is_range:
        sign = bond.quantity.unit if bond.quantity.unit in ("%", "‰") else ""
        return f"{bond.value.number}{sign}"
    text = bond.quantity.text.strip()
    if bond.value.low < 0 and bond.quantity.low >= 0:
        return f"-{text}"
    return text


def _opening(exhibit: Exhibit) -> Passage | None:
    return None
