"""A sentence as far as it speaks of one of its figures: "A made up 60 % of sales and B 28 %" says nothing of A to the second."""

import re
from collections.abc import Container
from dataclasses import replace

from verification.core.patterns import lazy_regex
from verification.core.tables.sentences import SentenceFacts, years_in
from verification.core.tables.spoken import stretches
from verification.core.tables.words import NUMBER, terms_of

Span = tuple[int, int]
_MARGIN = lazy_regex(r"\bmargins?\b|[毛净]利率|利润率", re.IGNORECASE)
_OF_MARGIN = "profit, income, revenue, net sales; 利润, 毛利, 收入, 营业收入"
_IMPLIED = 0.5
_BEGINS = lazy_regex(r"[,，;；:：。、\n|(（]|\b(?:and|but|while|whereas)\b|[而但]", re.IGNORECASE)


def clause_of(facts: SentenceFacts, number: int, known: Container[str]) -> SentenceFacts:
    """The facts of the figure at ``number``: all that the sentence says, but for what only introduces its other figures. Where nothing
    that is ``known`` introduces this one, what introduces the one before it does: "rose from 5 to 7". Years beside it are its own."""
    amounts = [figure for figure in facts.figures if figure == facts.figures[number] or not figure.is_small_count]
    if len(amounts) < 2:
        return facts
    spans = stretches(facts.text, amounts)
    leads = [(_begin(facts.text, start, figure.start), figure.start) for (start, _), figure in zip(spans, amounts, strict=True)]
    number = amounts.index(facts.figures[number])
    own = next((place for place in range(number, -1, -1) if _says(facts, leads[place], known)), number)
    hidden = [lead for place, lead in enumerate(leads) if place not in (own, number)]
    hidden += [(figure.start, figure.end) for place, figure in enumerate(amounts) if place != number]
    terms = tuple(term for term in facts.terms if not any(start <= term.start < end for start, end in hidden))
    keys = {term.key for term in terms}
    start, end = spans[number]
    return replace(
        facts,
        terms=terms,
        factors={key: factor for key, factor in facts.factors.items() if key in keys or key in facts.also},
        years=years_in(facts.text[start:end]) or facts.years,
    )


def with_margin(facts: SentenceFacts) -> SentenceFacts:
    """A margin is a profit as a share of sales, whether or not the sentence says so: both become words of it."""
    if _MARGIN.search(facts.text) is None:
        return facts
    words = dict.fromkeys((term.key for term in terms_of(_OF_MARGIN)), _IMPLIED)
    return replace(facts, factors={**words, **facts.factors})


def _begin(text: str, start: int, end: int) -> int:
    """Where the last clause of ``text[start:end]`` begins."""
    return max((match.end() for match in _BEGINS.finditer(text, start, end)), default=start)


def _says(facts: SentenceFacts, lead: Span, known: Container[str]) -> bool:
    """Whether a stretch names anything that the documents know."""
    start, end = lead
    return any(start <= term.start < end and not term.key.startswith(NUMBER) and term.key in known for term in facts.terms)
