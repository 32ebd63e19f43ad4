"""Whether a page says what a statement says: names, figures, dates, negation and direction, all in one passage.

For nodes of kind ``text`` and for what a rumour tells. Rules read the facts: a passage entails only when every name, figure and date of
the statement stands in it, and denies only when it speaks of the same thing with the opposite sign. That the page says so has to be as
likely to the fitted judge of claims as a claim that is verified.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from verification.core.claims.judging import VERIFIED_FROM, SourceText, judge
from verification.core.evidence import Page, Passage, Why
from verification.core.language.texts import clause_spans, split_sentences
from verification.core.patterns import lazy_regex
from verification.core.quantities.grammar import find_quantities
from verification.core.reading.status.statuses import StatusReader
from verification.core.reading.trend import directions_in
from verification.core.reasons import WhyCode
from verification.core.support.facts import OPPOSITE_OF, StatementFacts, dates_of, is_same_figure, read_facts, terms_of
from verification.core.support.standing import Claimed, Standing
from verification.core.vocabulary import PassageField, QuantityKind, Trend

MIN_COVERAGE = 0.68
# Below this the passage is about something else, and its negation or its figure denies nothing.
MIN_SAME_TOPIC = 0.6
MAX_STATEMENT = 2_000
_CANDIDATES = 6
_FOOTNOTE = lazy_regex(r"\[\d{1,3}\]")


class Entailment(StrEnum):
    ENTAILED = "entailed"
    DENIED = "denied"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class StatementJudgement:
    """What one page says of a statement. ``score`` from 0 to 1 is how much of the statement the best passage holds, 0 where it denies;
    ``likely`` the probability, by the judge of claims, that the page says it: 0 where it doesn't entail."""

    entailment: Entailment
    why: Why
    score: float
    passage: Passage | None = None
    likely: float = 0.0


@dataclass(frozen=True, slots=True)
class _Window:
    field: PassageField
    start: int
    end: int
    text: str
    terms: frozenset[str]
    is_single: bool = True


def judge_statement(statement: str, page: Page) -> StatementJudgement:
    """Judge ``statement`` (at most 2,000 characters are read) by the best passage of ``page``: a headline or up to two sentences."""
    statement = _FOOTNOTE.sub(" ", statement[:MAX_STATEMENT])
    facts = read_facts(statement)
    if not facts.weights:
        return _undecided(Why(WhyCode.STATEMENT_NOT_FOUND))
    context = terms_of(page.title)
    readers = {PassageField.TITLE: StatusReader(page.title), PassageField.CONTENT: StatusReader(page.content, title=page.title)}
    ranked = sorted(_windows(page), key=lambda window: (-_coverage(facts, window.terms, context), window.end - window.start, window.start))
    claimed = Claimed(facts)
    judged = []
    for window in ranked[:_CANDIDATES]:
        standing = claimed.standing(window.text, window.start, readers[window.field])
        judged.append(_judge(facts, window, context, page.published_at, standing))
    holding = next((judgement for judgement in judged if judgement.entailment == Entailment.ENTAILED), None)
    if holding is not None:
        likely = _likely(statement, page, holding)
        if likely >= VERIFIED_FROM:
            return replace(holding, why=Why(WhyCode.ENTAILED), likely=likely)
        judged = [_doubted(judgement, likely) for judgement in judged]
    denying = (judgement for judgement in judged if judgement.entailment == Entailment.DENIED)
    best = max(judged, key=lambda judgement: judgement.score, default=_undecided(Why(WhyCode.STATEMENT_NOT_FOUND)))
    return next(denying, best)


def _likely(statement: str, page: Page, holding: StatementJudgement) -> float:
    """The probability that the page says the statement; its day tells the year of what it says."""
    title = page.title if page.published_at is None else f"{page.title} ({page.published_at:%Y-%m-%d})".strip()
    text = page.title if holding.passage is not None and holding.passage.field == PassageField.TITLE else page.content
    return judge(statement, [SourceText(text, title, page.url)]).score


def _doubted(judgement: StatementJudgement, likely: float) -> StatementJudgement:
    """A passage that holds the facts and hardly says so: what speaks against it, else how likely it is."""
    if judgement.entailment != Entailment.ENTAILED:
        return judgement
    is_plain = judgement.why.code == WhyCode.ENTAILED
    why = Why(WhyCode.STATEMENT_DOUBTED, {"percent": round(100 * likely)}) if is_plain else judgement.why
    return replace(judgement, entailment=Entailment.UNDECIDED, why=why, score=judgement.score / 2)


def _judge(
    facts: StatementFacts, window: _Window, context: frozenset[str], published_at: datetime | None, standing: Standing
) -> StatementJudgement:
    """By the rules. Where every name, figure and date stands in the window, ``why`` is what else speaks against it, if anything does."""
    coverage = _coverage(facts, window.terms, context)
    passage = Passage(window.text, window.field, window.start, window.end)
    if coverage < MIN_SAME_TOPIC:
        return StatementJudgement(Entailment.UNDECIDED, Why(WhyCode.STATEMENT_NOT_FOUND), coverage / 2, passage)
    missing = sorted(facts.names - window.terms - context)
    if missing:
        return StatementJudgement(Entailment.UNDECIDED, Why(WhyCode.FACT_MISSING, {"fact": missing[0]}), coverage / 2, passage)
    plain = facts.weights.keys() - facts.names
    # Names alone make a topic, no statement: what is said of them has to stand in the passage too.
    held = {term for term in plain if term in window.terms or OPPOSITE_OF.get(term, set()) & window.terms}
    is_close = coverage >= MIN_COVERAGE and len(held) >= MIN_COVERAGE * len(plain)
    said = _relevant_text(facts, window)
    denial = _opposed(facts, window, said, standing) or _other_figure(facts, window)
    if denial and is_close and window.is_single:
        return StatementJudgement(Entailment.DENIED, denial, 0.0, passage)
    doubt = denial or _missing_figure(facts, window) or _missing_date(facts, window, published_at)
    if doubt:
        return StatementJudgement(Entailment.UNDECIDED, doubt, coverage / 2, passage)
    against = _supposed(standing) or Why(WhyCode.ENTAILED if is_close else WhyCode.STATEMENT_NOT_FOUND)
    return StatementJudgement(Entailment.ENTAILED, against, 0.5 + coverage / 2, passage)


def _opposed(facts: StatementFacts, window: _Window, said: str, standing: Standing) -> Why | None:
    """A passage on the same topic with another sign: negated, in the other direction, or with the opposite word."""
    opposite = any(term not in window.terms and OPPOSITE_OF[term] & window.terms for term in facts.weights if term in OPPOSITE_OF)
    moved = {Trend.RISING, Trend.FALLING}
    mine, theirs = facts.directions & moved, directions_in(said) & moved
    turned = len(mine) == 1 and len(theirs) == 1 and mine != theirs
    # Negation of the opposite says the same: "did not reject" is no denial of "approved".
    return Why(WhyCode.DENIED_STATEMENT) if standing.is_denied != (opposite or turned) else None


def _other_figure(facts: StatementFacts, window: _Window) -> Why | None:
    """A percentage or sum of the statement for which the passage has another one of the same unit; a bare number may count anything."""
    theirs = find_quantities(window.text)
    for figure in facts.figures:
        alike = [other for other in theirs if other.kind == figure.kind and other.unit == figure.unit]
        if figure.kind in (QuantityKind.NUMBER, QuantityKind.DIMENSION) or any(is_same_figure(figure, other) for other in alike):
            continue
        free = [other for other in alike if not any(is_same_figure(mine, other) for mine in facts.figures)]
        if free:
            return Why(WhyCode.FACT_OTHER, {"fact": figure.text, "found": free[0].text})
    return None


def _missing_figure(facts: StatementFacts, window: _Window) -> Why | None:
    theirs = find_quantities(window.text) if facts.figures else ()
    for figure in facts.figures:
        if not any(is_same_figure(figure, other) and other.unit in (figure.unit, None) for other in theirs):
            return Why(WhyCode.FACT_MISSING, {"fact": figure.text})
    return None


def _missing_date(facts: StatementFacts, window: _Window, published_at: datetime | None) -> Why | None:
    """A date of the statement that the passage lacks; the page's own date stands in for a year or month nobody contradicts."""
    theirs = dates_of(window.text)
    missing = sorted(facts.dates - theirs)
    if published_at is not None:
        own = {f"y{published_at.year}", f"m{published_at.month}"}
        missing = [date for date in missing if date not in own or _has_other(date, theirs)]
    return Why(WhyCode.FACT_MISSING, {"fact": missing[0][1:]}) if missing else None


def _supposed(standing: Standing) -> Why | None:
    """A passage that asks, supposes, foresees, passes on or takes back what the statement asserts doesn't say it."""
    return Why(WhyCode.STATEMENT_SUPPOSED) if standing.is_open else None


def _has_other(date: str, dates: Iterable[str]) -> bool:
    return any(other[0] == date[0] and other != date for other in dates)


def _undecided(why: Why) -> StatementJudgement:
    return StatementJudgement(Entailment.UNDECIDED, why, 0.0)


def _windows(page: Page) -> Iterable[_Window]:
    """The headline, each sentence, and each sentence with the one before it."""
    if page.title:
        yield _Window(PassageField.TITLE, 0, len(page.title), page.title, terms_of(page.title))
    before: tuple[int, frozenset[str]] | None = None
    for start, end in split_sentences(page.content).spans:
        terms = terms_of(page.content[start:end])
        yield _Window(PassageField.CONTENT, start, end, page.content[start:end], terms)
        if before:
            yield _Window(PassageField.CONTENT, before[0], end, page.content[before[0] : end], terms | before[1], is_single=False)
        before = (start, terms)


def _coverage(facts: StatementFacts, terms: frozenset[str], context: frozenset[str]) -> float:
    """Weight of the statement's terms in a window, as themselves or as their opposites; what only the headline holds counts half."""
    total = sum(facts.weights.values())
    held = 0
    for term, weight in facts.weights.items():
        if term in terms or OPPOSITE_OF.get(term, set()) & terms:
            held += 2 * weight
        elif term in context:
            held += weight
    return held / (2 * total)


def _relevant_text(facts: StatementFacts, window: _Window) -> str:
    """The clauses that hold something of the statement: a negation in another clause is about something else."""
    clauses = [window.text[start:end] for start, end in clause_spans(window.text, 0, len(window.text))]
    return " ".join(clause for clause in clauses if facts.weights.keys() & terms_of(clause))
