"""Whether a page says what a statement says: names, figures, dates, negation and direction, all in one passage.

The rule judge for nodes of kind ``text`` and for claims beside a citation. It reads facts and has no opinion: a passage entails only
when every fact of the statement stands in it, and denies only when it speaks of the same thing with the opposite sign.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from verification.core.evidence import Page, Passage, Quantity, Why
from verification.core.language.lexicon import STOP_WORDS, canonical_chinese, canonical_word
from verification.core.language.texts import Language, clause_spans, fold, language_of, pairs_of, split_sentences, tokens_of
from verification.core.quantities.grammar import agrees, find_quantities
from verification.core.reading.trend import directions_in
from verification.core.reasons import WhyCode
from verification.core.vocabulary import PassageField, QuantityKind, Trend

MIN_COVERAGE = 0.68
# Below this the passage is about something else, and its negation or its figure denies nothing.
MIN_SAME_TOPIC = 0.6
MAX_STATEMENT = 2_000
_CANDIDATES = 6
_NAME_WEIGHT = 3

_EN_NOT = re.compile(
    r"\b(?:not(?!\sonly)|no(?!\.)|never|neither|nor|without|cannot|fail(?:s|ed|ing)?\sto|refus(?:e|es|ed|ing)\sto|declin(?:e|es|ed|ing)\sto|"
    r"den(?:y|ies|ied|ying)|false(?:ly)?|hoax|untrue|incorrect|debunk(?:s|ed)?|refut(?:e|es|ed))\b|n['’]t\b",
    re.IGNORECASE,
)
_ZH_NOT = re.compile(
    r"未(?!来|必|知)|没有|没能|并没|并非|不是|不会|不再|不予|不得|不能|不存在|不属实|不同意|不支持|不准|不可|从不|决不|绝不|否认|辟谣|不实|谣言|虚假|无法|"
    r"拒绝|(?:毫|并|尚)无|无(?=人|任何|一人)"
)
_EN_SUPPOSED = re.compile(
    r"\b(?:may|might|could|would|if|unless|plans?\sto|planned|expected\sto|consider(?:s|ed|ing)?|propos(?:e|es|ed|al)|rumou?r(?:s|ed)?|alleged(?:ly)?|"
    r"reportedly|threat(?:s|ens|ened)?\sto|likely|possibl[ey]|forecast|hopes?\sto|seeks?\sto|unconfirmed)\b",
    re.IGNORECASE,
)
_ZH_SUPPOSED = re.compile(
    r"或将|或会|可能|传闻|据传|拟(?!人)|计划|考虑|有望|如果|倘若|假如|若(?!干)|预计|预期|疑似|涉嫌|未经证实|威胁|提议"
)
_OPPOSITES = (
    "rise fall", "approve reject", "accept refuse", "pass fail", "win lose", "begin end", "start stop", "open close", "buy sell",
    "join leave", "best worst", "most least", "more less", "first last", "increase decrease", "hire fire", "guilty innocent",
    "alive dead", "allow ban", "support oppose", "largest smallest", "highest lowest", "before after", "resume suspend",
    "import export", "profit loss", "批准 否决", "通过 否决", "支持 反对", "开始 结束", "加入 退出", "恢复 暂停", "开放 关闭",
    "成功 失败", "同意 拒绝", "允许 禁止", "进口 出口", "盈利 亏损", "买入 卖出", "增持 减持", "最高 最低", "最大 最小", "有罪 无罪",
    "上任 卸任", "取消 实施", "上市 退市", "上调 下调", "增长 下降",
)  # fmt: skip
_OPPOSITE_OF: dict[str, set[str]] = {}
_ZH_FILLER = re.compile(r"[的了是在和与及或于对为由将把被从到向就也都而且其该此这那个位名种项件等中上下里并已经又还]")
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d{2})(?!\d|[.,]\d)(?=年|\b)")
_ZH_MONTH_DAY = re.compile(r"(?<!\d)(\d{1,2})月(?:份)?(?:(\d{1,2})[日号])?")
_EN_MONTH_DAY = re.compile(
    r"\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?(?![a-z])\.?"
    r"(?:\s(\d{1,2})(?:st|nd|rd|th)?\b(?!\d|\s?%))?"
)
_FOOTNOTE = re.compile(r"\[\d{1,3}\]")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class Entailment(StrEnum):
    ENTAILED = "entailed"
    DENIED = "denied"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class StatementJudgement:
    """What one page says of a statement. ``score`` from 0 to 1 is how much of the statement the best passage holds, 0 where it denies."""

    entailment: Entailment
    why: Why
    score: float
    passage: Passage | None = None


@dataclass(frozen=True, slots=True)
class StatementFacts:
    """The key facts of a stretch of text: content terms with their weight, names, figures, dates, directions, negation, supposition."""

    weights: Mapping[str, int]
    names: frozenset[str]
    figures: tuple[Quantity, ...]
    dates: frozenset[str]
    directions: frozenset[Trend]
    is_negative: bool
    is_supposed: bool


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
    context = _terms(page.title)
    ranked = sorted(_windows(page), key=lambda window: (-_coverage(facts, window.terms, context), window.end - window.start, window.start))
    judged = [_judge(facts, window, context, page.published_at) for window in ranked[:_CANDIDATES]]
    for wanted in (Entailment.ENTAILED, Entailment.DENIED):
        found = next((judgement for judgement in judged if judgement.entailment == wanted), None)
        if found:
            return found
    return max(judged, key=lambda judgement: judgement.score, default=_undecided(Why(WhyCode.STATEMENT_NOT_FOUND)))


def read_facts(text: str) -> StatementFacts:
    """The facts of a statement or of a passage."""
    is_chinese = language_of(text) == Language.CHINESE
    names = _names(text, is_chinese=is_chinese)
    figures = tuple(find_quantities(text))
    weights = {term: _NAME_WEIGHT if term in names else 1 for term in _terms(_without(text, figures))}
    return StatementFacts(
        weights=weights,
        names=names & weights.keys(),
        figures=figures,
        dates=_dates(text),
        directions=directions_in(text),
        is_negative=_is_negative(text),
        is_supposed=_is_supposed(text),
    )


def _judge(facts: StatementFacts, window: _Window, context: frozenset[str], published_at: datetime | None) -> StatementJudgement:
    coverage = _coverage(facts, window.terms, context)
    passage = Passage(window.text, window.field, window.start, window.end)
    if coverage < MIN_SAME_TOPIC:
        return StatementJudgement(Entailment.UNDECIDED, Why(WhyCode.STATEMENT_NOT_FOUND), coverage / 2, passage)
    missing = sorted(facts.names - window.terms - context)
    if missing:
        return StatementJudgement(Entailment.UNDECIDED, Why(WhyCode.FACT_MISSING, {"fact": missing[0]}), coverage / 2, passage)
    plain = facts.weights.keys() - facts.names
    # Names alone make a topic, no statement: what is said of them has to stand in the passage too.
    held = {term for term in plain if term in window.terms or _OPPOSITE_OF.get(term, set()) & window.terms}
    is_close = coverage >= MIN_COVERAGE and len(held) >= MIN_COVERAGE * len(plain)
    said = _relevant_text(facts, window)
    denial = _opposed(facts, window, said) or _other_figure(facts, window)
    if denial and is_close and window.is_single:
        return StatementJudgement(Entailment.DENIED, denial, 0.0, passage)
    doubt = denial or _missing_figure(facts, window) or _missing_date(facts, window, published_at) or _supposed(facts, said)
    if doubt or not is_close:
        return StatementJudgement(Entailment.UNDECIDED, doubt or Why(WhyCode.STATEMENT_NOT_FOUND), coverage / 2, passage)
    return StatementJudgement(Entailment.ENTAILED, Why(WhyCode.ENTAILED), 0.5 + coverage / 2, passage)


def _opposed(facts: StatementFacts, window: _Window, said: str) -> Why | None:
    """A passage on the same topic with another sign: negated, in the other direction, or with the opposite word."""
    opposite = any(term not in window.terms and _OPPOSITE_OF[term] & window.terms for term in facts.weights if term in _OPPOSITE_OF)
    moved = {Trend.RISING, Trend.FALLING}
    mine, theirs = facts.directions & moved, directions_in(said) & moved
    turned = len(mine) == 1 and len(theirs) == 1 and mine != theirs
    negated = _is_negative(said) != facts.is_negative
    # Negation of the opposite says the same: "did not reject" is no denial of "approved".
    return Why(WhyCode.DENIED_STATEMENT) if negated != (opposite or turned) else None


def _other_figure(facts: StatementFacts, window: _Window) -> Why | None:
    """A percentage or sum of the statement for which the passage has another one of the same unit; a bare number may count anything."""
    theirs = find_quantities(window.text)
    for figure in facts.figures:
        alike = [other for other in theirs if other.kind == figure.kind and other.unit == figure.unit]
        if figure.kind in (QuantityKind.NUMBER, QuantityKind.DIMENSION) or any(_is_same(figure, other) for other in alike):
            continue
        free = [other for other in alike if not any(_is_same(mine, other) for mine in facts.figures)]
        if free:
            return Why(WhyCode.FACT_OTHER, {"fact": figure.text, "found": free[0].text})
    return None


def _missing_figure(facts: StatementFacts, window: _Window) -> Why | None:
    theirs = find_quantities(window.text) if facts.figures else ()
    for figure in facts.figures:
        if not any(_is_same(figure, other) and other.unit in (figure.unit, None) for other in theirs):
            return Why(WhyCode.FACT_MISSING, {"fact": figure.text})
    return None


def _missing_date(facts: StatementFacts, window: _Window, published_at: datetime | None) -> Why | None:
    """A date of the statement that the passage lacks; the page's own date stands in for a year or month nobody contradicts."""
    theirs = _dates(window.text)
    missing = sorted(facts.dates - theirs)
    if published_at is not None:
        own = {f"y{published_at.year}", f"m{published_at.month}"}
        missing = [date for date in missing if date not in own or _has_other(date, theirs)]
    return Why(WhyCode.FACT_MISSING, {"fact": missing[0][1:]}) if missing else None


def _supposed(facts: StatementFacts, said: str) -> Why | None:
    return Why(WhyCode.STATEMENT_SUPPOSED) if _is_supposed(said) and not facts.is_supposed else None


def _has_other(date: str, dates: Iterable[str]) -> bool:
    return any(other[0] == date[0] and other != date for other in dates)


def _undecided(why: Why) -> StatementJudgement:
    return StatementJudgement(Entailment.UNDECIDED, why, 0.0)


def _windows(page: Page) -> Iterable[_Window]:
    """The headline, each sentence, and each sentence with the one before it."""
    if page.title:
        yield _Window(PassageField.TITLE, 0, len(page.title), page.title, _terms(page.title))
    before: tuple[int, frozenset[str]] | None = None
    for start, end in split_sentences(page.content).spans:
        terms = _terms(page.content[start:end])
        yield _Window(PassageField.CONTENT, start, end, page.content[start:end], terms)
        if before:
            yield _Window(PassageField.CONTENT, before[0], end, page.content[before[0] : end], terms | before[1], is_single=False)
        before = (start, terms)


def _coverage(facts: StatementFacts, terms: frozenset[str], context: frozenset[str]) -> float:
    """Weight of the statement's terms in a window, as themselves or as their opposites; what only the headline holds counts half."""
    total = sum(facts.weights.values())
    held = 0
    for term, weight in facts.weights.items():
        if term in terms or _OPPOSITE_OF.get(term, set()) & terms:
            held += 2 * weight
        elif term in context:
            held += weight
    return held / (2 * total)


def _relevant_text(facts: StatementFacts, window: _Window) -> str:
    """The clauses that hold something of the statement: a negation in another clause is about something else."""
    clauses = [window.text[start:end] for start, end in clause_spans(window.text, 0, len(window.text))]
    return " ".join(clause for clause in clauses if facts.weights.keys() & _terms(clause))


def _terms(text: str) -> frozenset[str]:
    """Canonical words of alphabetic scripts and pairs of Chinese letters; figures and dates are judged apart."""
    folded = _ZH_FILLER.sub(" ", canonical_chinese(fold(text)))
    found: set[str] = set()
    run = ""
    end = -1
    for token in tokens_of(folded):
        if token.end - token.start == 1 and "\u3400" <= token.text <= "\u9fff":
            run = run + token.text if token.start == end else _flush(run, found) + token.text
            end = token.end
        elif not token.is_number and token.text not in STOP_WORDS:
            found.add(canonical_word(token.text))
    _flush(run, found)
    return frozenset(found)


def _without(text: str, figures: Iterable[Quantity]) -> str:
    for figure in figures:
        text = text[: figure.start] + " " * (figure.end - figure.start) + text[figure.end :]
    return text


def _flush(run: str, found: set[str]) -> str:
    if len(run) > 1:
        found.update(pairs_of(run))
    return ""


def _names(text: str, *, is_chinese: bool) -> frozenset[str]:
    """Terms that name somebody or something: capitalised words (not a sentence's first), Latin words in Chinese text."""
    names = set()
    starts = {start for start, _ in split_sentences(text).spans}
    for token in tokens_of(text):
        if token.is_number or token.text in STOP_WORDS or not token.text.isascii():
            continue
        if is_chinese or (token.is_capital and token.start not in starts):
            names.add(canonical_word(token.text))
    return frozenset(names)


def _dates(text: str) -> frozenset[str]:
    """Years, months and days of a text: "y2026", "m5", "d18"."""
    folded = fold(text)
    found = {f"y{year}" for year in _YEAR.findall(folded)}
    for month, day in _ZH_MONTH_DAY.findall(folded):
        found |= {f"m{int(month)}"} | ({f"d{int(day)}"} if day else set())
    for match in _EN_MONTH_DAY.finditer(folded):
        # "may" is a verb more often than a month.
        if match.group(1) != "may" or text[match.start()].isupper():
            found |= {f"m{_MONTHS.index(match.group(1)) + 1}"} | ({f"d{int(match.group(2))}"} if match.group(2) else set())
    return frozenset(found)


def _is_negative(text: str) -> bool:
    return (len(_EN_NOT.findall(text)) + len(_ZH_NOT.findall(text))) % 2 == 1


def _is_supposed(text: str) -> bool:
    return bool(_EN_SUPPOSED.search(text.replace("May ", " ")) or _ZH_SUPPOSED.search(text))


def _is_same(figure: Quantity, other: Quantity) -> bool:
    return agrees(figure, other.low, other.high) or agrees(other, figure.low, figure.high)


def _build_opposites() -> None:
    for pair in _OPPOSITES:
        first, second = (word if not word.isascii() else canonical_word(word) for word in pair.split())
        _OPPOSITE_OF.setdefault(first, set()).add(second)
        _OPPOSITE_OF.setdefault(second, set()).add(first)


_build_opposites()
