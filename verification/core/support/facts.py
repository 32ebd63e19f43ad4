"""The facts of a stretch of text: its content terms and names, figures, dates and directions; which terms are opposites."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from verification.core.evidence import Quantity
from verification.core.language.lexicon import STOP_WORDS, canonical_chinese, canonical_word
from verification.core.language.texts import Language, fold, language_of, pairs_of, split_sentences, tokens_of
from verification.core.patterns import lazy_regex
from verification.core.quantities.grammar import agrees, find_quantities
from verification.core.reading.trend import directions_in
from verification.core.vocabulary import Trend

_NAME_WEIGHT = 3
_OPPOSITES = (
    "rise fall", "approve reject", "accept refuse", "pass fail", "win lose", "begin end", "start stop", "open close", "buy sell",
    "join leave", "best worst", "most least", "more less", "first last", "increase decrease", "hire fire", "guilty innocent",
    "alive dead", "allow ban", "support oppose", "largest smallest", "highest lowest", "before after", "resume suspend",
    "import export", "profit loss", "批准 否决", "通过 否决", "支持 反对", "开始 结束", "加入 退出", "恢复 暂停", "开放 关闭",
    "成功 失败", "同意 拒绝", "允许 禁止", "进口 出口", "盈利 亏损", "买入 卖出", "增持 减持", "最高 最低", "最大 最小", "有罪 无罪",
    "上任 卸任", "取消 实施", "上市 退市", "上调 下调", "增长 下降",
)  # fmt: skip
# The opposites of a term, both ways.
OPPOSITE_OF: dict[str, set[str]] = {}
_ZH_FILLER = lazy_regex(r"[的了是在和与及或于对为由将把被从到向就也都而且其该此这那个位名种项件等中上下里并已经又还]")
_YEAR = lazy_regex(r"(?<!\d)((?:19|20)\d{2})(?!\d|[.,]\d)(?=年|\b)")
_ZH_MONTH_DAY = lazy_regex(r"(?<!\d)(\d{1,2})月(?:份)?(?:(\d{1,2})[日号])?")
_EN_MONTH_DAY = lazy_regex(
    r"\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?(?![a-z])\.?"
    r"(?:\s(\d{1,2})(?:st|nd|rd|th)?\b(?!\d|\s?%))?"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


@dataclass(frozen=True, slots=True)
class StatementFacts:
    """The key facts of a text: content terms with their weight, names, figures, dates, directions."""

    text: str
    weights: Mapping[str, int]
    names: frozenset[str]
    figures: tuple[Quantity, ...]
    dates: frozenset[str]
    directions: frozenset[Trend]


def read_facts(text: str) -> StatementFacts:
    """The facts of a statement or of a passage."""
    is_chinese = language_of(text) == Language.CHINESE
    names = _names(text, is_chinese=is_chinese)
    figures = tuple(find_quantities(text))
    weights = {term: _NAME_WEIGHT if term in names else 1 for term in terms_of(_without(text, figures))}
    return StatementFacts(
        text=text,
        weights=weights,
        names=names & weights.keys(),
        figures=figures,
        dates=dates_of(text),
        directions=directions_in(text),
    )


def terms_of(text: str) -> frozenset[str]:
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


def dates_of(text: str) -> frozenset[str]:
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


def is_same_figure(figure: Quantity, other: Quantity) -> bool:
    return agrees(figure, other.low, other.high) or agrees(other, figure.low, figure.high)


def _build_opposites() -> None:
    for pair in _OPPOSITES:
        first, second = (word if not word.isascii() else canonical_word(word) for word in pair.split())
        OPPOSITE_OF.setdefault(first, set()).add(second)
        OPPOSITE_OF.setdefault(second, set()).add(first)


_build_opposites()
