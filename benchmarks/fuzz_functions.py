"""Every function of both cores that takes a text of any length, as a call of that text, and the shapes that cost such functions most."""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from random import Random

from attribution.core.answers.formatting import format_title
from attribution.core.answers.reverse import attribute_answer
from attribution.core.answers.sources import RankedDocument
from attribution.core.checks.judge_prompts import make_judge_prompt
from attribution.core.checks.page_identity import match_page
from attribution.core.checks.quotations import find_quote
from attribution.core.checks.time_fit import judge_time
from attribution.core.citations.annotate import Judged, MarkLanguage, annotate_text, restore_html
from attribution.core.citations.extraction import find_citations
from attribution.core.citations.footnotes import find_notes, names_work
from attribution.core.citations.identifiers import find_identifiers
from attribution.core.citations.links import find_links
from attribution.core.citations.markdown_structure import read_structure
from attribution.core.citations.proposals import read_proposed
from attribution.core.citations.titles import find_titles
from attribution.core.vocabulary import CitationStatus, Policy
from benchmarks.fuzz_texts import ALPHABETS
from verification.core.claims.claims import read_claim as read_support_claim
from verification.core.claims.entailment import judge_statement
from verification.core.claims.item_facts import subject_of
from verification.core.claims.judging import SourceText, judge, score_passages
from verification.core.claims.signs import is_negative, is_supposed
from verification.core.consensus.engine import settle
from verification.core.events.planning import build_keywords, build_subject, judge_search
from verification.core.events.reading import read_message
from verification.core.events.vocabulary import Lexicon
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.language.terms import index_terms, query_terms
from verification.core.language.texts import clause_spans, fold, language_of, split_sentences, tokens_of
from verification.core.pages.kinds import Answer, judge_answer
from verification.core.panel.grounding import Proposal, ground
from verification.core.panel.prompts import estimate_tokens, fenced, plain_line
from verification.core.panel.proposals import read_proposal
from verification.core.panel.rule_voters import vote_by_rules
from verification.core.periods.freshness import parse_moment
from verification.core.periods.grammar import find_periods
from verification.core.periods.reference import parse_reference_period
from verification.core.quantities.grammar import find_quantities, guess_language, round_step
from verification.core.reading.frames.measures import measure_of
from verification.core.reading.frames.moods import mood_of, turn_of
from verification.core.reading.frames.places import content_terms, letters_of
from verification.core.reading.trend import directions_in, trend_from_wording
from verification.core.sources.domains import canonical_url, host_of
from verification.core.sources.injection import injection_mark, is_ordered_figure
from verification.core.sources.origins import has_official_credit
from verification.core.sources.promotion import promotion_why
from verification.core.subjects.translate import translate_name
from verification.core.support.answers import answer_number, same_answer
from verification.core.support.facts import read_facts
from verification.core.tables.reader import find_tables
from verification.core.tables.sentences import read_answer, years_in
from verification.core.tables.words import terms_of
from verification.core.tables.written import find_answer_figures, find_figures
from verification.core.vocabulary import NodeKind

AS_OF = datetime(2026, 6, 18, 12, tzinfo=UTC)
_DAY = date(2026, 6, 18)
_LABELS = (
    "Elbonia policy rate in May",
    "埃尔博尼亚5月基准利率",
    "埃尔博尼亚的利率升至____%，贷款增长1.4%",
    "The rate rose to ____ from 5%",
)
_CLAIM = "The central bank of Elbonia raised its policy rate to 5.25% in May 2026, from 5%, while 12,000 jobs were lost."
_EVENT = "Halcyon was hacked for $90 million on Monday"
# What costs the product of two texts is given one that stays short.
_SHORT = 2_000
_HOSTS = ("a.example", "b.example", "c.example")

Call = Callable[[str], object]


def _pages(text: str, title: str = "") -> list[Page]:
    return [Page(f"https://{host}/", title, f"{host}. {text}", AS_OF) for host in _HOSTS]


def _settled(label: str, kind: NodeKind) -> Call:
    node = NodeSpec(label, kind, fresh_days=None)
    return lambda text: settle(node, _pages(text, text[:1_000]), as_of=AS_OF, trust=Trust(whitelist=_HOSTS[:1]))


def _annotated(text: str) -> object:
    found = find_citations(text)
    statuses = list(CitationStatus)
    judged = [Judged(i, one.start, one.end, statuses[i % len(statuses)], one.anchor, one.url) for i, one in enumerate(found, 1)]
    return [annotate_text(text, judged, policy=policy, lang=MarkLanguage.ENGLISH) for policy in Policy]


def _planned(text: str) -> object:
    lexicon = Lexicon()
    reading = read_message(text, lexicon)
    judge_search(text, reading, lexicon, similar=None, threshold=AS_OF.second + 1)
    return build_keywords(text, reading, lexicon, is_official_only=False), build_subject(text, reading, lexicon)


_NODE = NodeSpec(_LABELS[0], NodeKind.PERCENT, fresh_days=None)
_STATEMENT = NodeSpec("Elbonia raised its policy rate to 5.25% in May", NodeKind.TEXT, fresh_days=None)

FUNCTIONS: Mapping[str, Call] = {
    "find_quantities zh": lambda text: find_quantities(text, lang="zh"),
    "find_quantities en": lambda text: find_quantities(text, lang="en"),
    "round_step": lambda text: [round_step(found) for found in find_quantities(text)],
    "find_periods zh": lambda text: find_periods(text, _DAY, is_chinese=True),
    "find_periods en": lambda text: find_periods(text, _DAY, is_chinese=False),
    "parse_reference_period": parse_reference_period,
    "guess_language": guess_language,
    "language_of": language_of,
    "split_sentences": split_sentences,
    "clause_spans": lambda text: clause_spans(text, 0, len(text)),
    "tokens_of": tokens_of,
    "fold": fold,
    "index_terms": index_terms,
    "query_terms": query_terms,
    "letters_of": letters_of,
    "content_terms zh": lambda text: content_terms(text, is_chinese=True),
    "content_terms en": lambda text: content_terms(text, is_chinese=False),
    "measure_of": lambda text: [measure_of(text, len(text) // 2, len(text) // 2 + 1, is_chinese=zh) for zh in (True, False)],
    "mood_of": lambda text: [mood_of(text, len(text) // 2, len(text) // 2 + 1, is_chinese=zh) for zh in (True, False)],
    "turn_of": lambda text: [turn_of(text, len(text) // 2, len(text) // 2 + 1, is_chinese=zh) for zh in (True, False)],
    "directions_in": directions_in,
    "trend_from_wording": lambda text: trend_from_wording(text, len(text) // 2, len(text) // 2 + 1),
    "injection_mark": injection_mark,
    "is_ordered_figure": lambda text: is_ordered_figure(text, len(text)),
    "has_official_credit": has_official_credit,
    "promotion_why": lambda text: promotion_why(Page("https://a.example/", text, text)),
    "parse_moment": lambda text: parse_moment(text, zone=UTC),
    "canonical_url": lambda text: canonical_url(f"https://a.example/{text}"),
    "host_of": lambda text: host_of(f"https://{text}"),
    "translate_name": lambda text: [translate_name(text, is_chinese=zh) for zh in (True, False)],
    "same_answer": lambda text: [same_answer(text, text[1:], unit="%", tolerance=""), answer_number(text, unit="%")],
    "read_facts": read_facts,
    "judge_statement": lambda text: judge_statement(_STATEMENT.label, _pages(text)[0]),
    "judge_statement of a long statement": lambda text: judge_statement(text, _pages(_CLAIM)[0]),
    "settle en percent": _settled(_LABELS[0], NodeKind.PERCENT),
    "settle zh percent": _settled(_LABELS[1], NodeKind.PERCENT),
    "settle zh sentence": _settled(_LABELS[2], NodeKind.PERCENT),
    "settle en number": _settled(_LABELS[3], NodeKind.NUMBER),
    "settle statement": _settled(_STATEMENT.label, NodeKind.TEXT),
    "settle a long label": lambda text: settle(
        NodeSpec(text, NodeKind.PERCENT, aliases=(text,)), _pages(_CLAIM), as_of=AS_OF, trust=Trust(whitelist=_HOSTS)
    ),
    "ground": lambda text: ground(_NODE, _pages(text), Proposal("5.25%", text[:2_000], ()), as_of=AS_OF, trust=Trust()),
    "vote_by_rules": lambda text: vote_by_rules(_NODE, _pages(text)),
    "read_message": lambda text: read_message(text, Lexicon()),
    "plan an event": _planned,
    "prompts": lambda text: [estimate_tokens(text), fenced([text]), plain_line(text), make_judge_prompt(_CLAIM, SourceText(text))],
    "read_proposal": lambda text: _refusing(read_proposal, text),
    "find_citations": find_citations,
    "annotate_text": _annotated,
    "restore_html": restore_html,
    "read_structure": read_structure,
    "find_links": lambda text: list(find_links(text)),
    "find_identifiers": lambda text: list(find_identifiers(text)),
    "find_titles": lambda text: list(find_titles(text)),
    "find_notes": find_notes,
    "names_work": names_work,
    "read_proposed": lambda text: _refusing(read_proposed, text),
    "find_figures": find_figures,
    "find_answer_figures": find_answer_figures,
    "find_tables": find_tables,
    "terms_of": terms_of,
    "read_answer": lambda text: read_answer(text, has_names=True),
    "years_in": years_in,
    "attribute_answer of a long answer": lambda text: attribute_answer(text, [RankedDocument(_CLAIM), RankedDocument(_EVENT)]),
    "attribute_answer to a long document": lambda text: attribute_answer(_CLAIM, [RankedDocument(text), RankedDocument(_EVENT)]),
    "attribute_answer of both": lambda text: attribute_answer(text, [RankedDocument(text[:_SHORT]), RankedDocument(_CLAIM)]),
    "judge a long claim": lambda text: judge(text, [SourceText(_CLAIM)]),
    "judge by a long document": lambda text: judge(_CLAIM, [SourceText(text)]),
    "judge both": lambda text: judge(text, [SourceText(text)]),
    "score_passages": lambda text: score_passages(_CLAIM, [SourceText(text)]),
    "read_claim": read_support_claim,
    "is_negative": lambda text: [is_negative(text), is_supposed(text)],
    "judge_answer": lambda text: judge_answer(Answer(title=text[:1_000], text=text)),
    "match_page": lambda text: match_page(text, url="https://a.example/", title=text, text=text),
    "find_quote": lambda text: find_quote(_CLAIM, SourceText(text)),
    "find a long quote": lambda text: find_quote(text[: len(text) // 2], SourceText(text)),
    "judge_time": lambda text: judge_time(text, published_at=AS_OF),
    "subject_of": subject_of,
    "format_title": lambda text: format_title(RankedDocument(text, metadata={"source_path": text}), lang="en"),
}


def _refusing(read: Call, text: str) -> object:
    """An answer of a model that is none is refused by a ``ValueError``, which is what it should cost."""
    try:
        return read(text)
    except ValueError:
        return None


# What a text of one kind is made of to its end: openings that nothing closes, runs, and units that follow each other.
_BLOCKS = (
    "9¦1,234¦1.2¦一¦一千¦(¦(3.2¦one ¦$¦1:¦a@¦a.a¦http://¦5%¦1%¦1±¦百分之¦分之¦半¦数十亿¦1e1¦1/2¦元¦3多¦第¦2026-05-¦十四五"
    "¦万亿¦A1¦5% ¦5%，¦利率5%，¦利率为5%。¦rate 5%, ¦The rate is 5%. ¦1 a\n¦|1|2|\n¦| a | 1 |\n|-|-|\n¦1月¦1月至¦9月31日"
    "¦May ¦May 3, ¦since ¦last month ¦2026年¦年¦前¦[^1]: ¦[^1]: x [^2]: ¦[1] ¦[1, 2] ¦[1-9]¦【1】¦[^1]: 2020 [^1] "
    "¦[a](http://a.example) ¦![a¦[[¦](¦**a¦_a_ ¦`a¦```\n¦<!--¦<a href=x>¦<¦&amp;¦www.a.com,¦10.1000/a "
    "¦《¦“¦\"a¦据《a》¦“据《a》称，¦a ¦A ¦Aa ¦a's ¦A’s a ¦is ¦not ¦may ¦if ¦said ¦and ¦。¦. ¦，¦、¦;¦\n¦ ¦\t¦\u200b"
    '¦中¦中国¦同比¦增长¦增长1%，¦AI: ¦忽略¦ignore ¦as an AI ¦广告¦{¦{"a":¦\\¦=\n¦---\n¦- a\n¦1. a\n¦> ¦#¦\u202e¦é'
    "¦Sources:\n1. a\n¦according to Reuters, ¦hacked ¦被盗¦$90 million ¦Halcyon ¦5/6/2026 ¦://a.b/(¦（¦）"
    "¦年同期¦分别¦A、¦A、B分别增长1%、2%，"
)
BLOCKS = tuple(_BLOCKS.split("¦"))


def random_blocks(rng: Random, count: int) -> list[str]:
    """Short runs of pieces of all alphabets, as further blocks."""
    pieces = [piece for name in ALPHABETS for piece in ALPHABETS[name]]
    return ["".join(rng.choice(pieces) for _ in range(rng.randint(1, 4))) for _ in range(count)]
