"""What a sentence says of a step: dates, amounts, counts, references and accounts, by the form of what stands in it."""

import re

from verification.core.evidence import Quantity
from verification.core.patterns import lazy_regex
from verification.core.quantities.grammar import find_quantities
from verification.core.steps.dates import find_dates
from verification.core.steps.fields import MAX_TEXT, FieldValue, Part, Side, StepField, fold, plain
from verification.core.vocabulary import QuantityKind

ACCOUNT_LENGTH = 14
_TOKEN = lazy_regex(
    r"(?<![\w.,-])(?:[A-Z]{2}\s\d{2,4}(?![\w-]|[.,]\d)|(?=[\w-]*\d)[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*(?![\w-]|[.,]\d))", re.ASCII
)
_ACCOUNT_WORD = lazy_regex(
    r"(?:account|acct|iban|wallet|card|账号|账户|帐户|卡号|尾号)\s*(?:no\.?|number|ending(?:\s+in)?|:|：|为|是)?\s*$", re.IGNORECASE
)
_REFERENCE_WORD = lazy_regex(
    r"(?:\b(?:order|invoice|no\.?|number|nr\.?|id|ref(?:erence)?|record|case|booking|ticket|shipment|file|user|customer|po|transaction|"
    r"flight|room|contract)\s*(?:no\.?|number|id|is|was)?|#|号|编号)\s*(?:[:：为是]\s*)?$",
    re.IGNORECASE,
)
_LONG = 5
_TO = lazy_regex(r"(?:\bto\b|\binto\b|向|给|至|到|往)", re.IGNORECASE)
_FROM = lazy_regex(r"(?:\bfrom\b|从|由)", re.IGNORECASE)
_EACH = lazy_regex(r"^\s*(?:each|apiece|per|a piece|every|a\s+(?:month|day|year|unit))\b", re.IGNORECASE)
_EACH_BEFORE = lazy_regex(r"(?:单价|每[\u4e00-\u9fff]{1,4})(?:为|是)?\s*$")
_TOTAL = lazy_regex(r"^\s*(?:in total|altogether|in all|overall)\b", re.IGNORECASE)
_TOTAL_BEFORE = lazy_regex(
    r"(?:\b(?:total(?:ling|ed|s)?|sum)(?:\s+(?:of|is|was))?|共计|共|合计|总计|总价|总额)(?:为|是|：|:)?\s*$", re.IGNORECASE
)
_LOSS = lazy_regex(r"\b(?:loss|outflow|deficit|decreas\w+|shortfall|overdrawn)\b|亏损|流出|减少|赤字", re.IGNORECASE)
_GAIN = lazy_regex(r"\b(?:profit|gain|inflow|surplus|increas\w+)\b|盈利|流入|增加|盈余", re.IGNORECASE)
_WINDOW = 24


def read_prose(text: str, lang: str | None = None) -> tuple[FieldValue, ...]:
    """Each span once, in the order in which it is surest what it is."""
    text = text[:MAX_TEXT]
    taken: list[tuple[int, int]] = []
    found: list[FieldValue] = []
    for day in find_dates(text):
        taken.append((day.start, day.end))
        found.append(FieldValue(StepField.DATE, text[day.start : day.end], day.value, start=day.start))
    figures = [each for each in find_quantities(text, lang=lang) if not _is_taken(each.start, each.end, taken)]
    for figure in figures:
        if figure.kind != QuantityKind.NUMBER:
            taken.append((figure.start, figure.end))
            found += _read_figure(text, figure)
    for token in _TOKEN.finditer(text):
        if _is_taken(token.start(), token.end(), taken):
            continue
        field = _name_token(text, token)
        if field is not None:
            taken.append((token.start(), token.end()))
            side = side_in(text, token.start())
            found.append(FieldValue(field, token.group(), fold(token.group()), side=side, start=token.start()))
    for figure in figures:
        if figure.kind == QuantityKind.NUMBER and not _is_taken(figure.start, figure.end, taken) and not _is_article(figure):
            found += _read_figure(text, figure)
    return tuple(found)


def _name_token(text: str, token: re.Match[str]) -> StepField | None:
    """What letters and digits in one piece are; None for a plain number that nothing calls a reference: that is a count."""
    written, before = token.group(), text[max(0, token.start() - _WINDOW) : token.start()]
    if _ACCOUNT_WORD.search(before) or len(written) >= ACCOUNT_LENGTH:
        return StepField.ACCOUNT
    if written.isdigit():
        behind = text[token.end() : token.end() + 1]
        is_bare = not behind or not "\u4e00" <= behind <= "\u9fff"
        is_called = bool(_REFERENCE_WORD.search(before)) or (len(written) >= _LONG and is_bare)
        return StepField.REFERENCE if is_called else None
    return StepField.REFERENCE if len(fold(written)) >= 2 and not re.fullmatch(r"\d+(?:st|nd|rd|th)", written) else None


def _read_figure(text: str, figure: Quantity) -> list[FieldValue]:
    is_money = figure.kind == QuantityKind.CURRENCY
    value = plain(abs(figure.low)) if figure.low == figure.high else f"{plain(figure.low)}..{plain(figure.high)}"
    before, behind = text[max(0, figure.start - _WINDOW) : figure.start], text[figure.end : figure.end + _WINDOW]
    is_each, is_total = _EACH.search(behind) or _EACH_BEFORE.search(before), _TOTAL.search(behind) or _TOTAL_BEFORE.search(before)
    part = Part.EACH if is_each else Part.TOTAL if is_total else Part.NONE
    sign = _sign(text, figure)
    field = StepField.AMOUNT if is_money else StepField.QUANTITY
    found = [FieldValue(field, figure.text, value, figure.unit or "", part=part, sign=sign, start=figure.start)]
    if is_money:
        found.append(FieldValue(StepField.CURRENCY, figure.text, figure.unit or "", start=figure.start))
    return found


def _sign(text: str, figure: Quantity) -> int:
    """The sign that is written, else the word of a loss or a gain that is nearest before it, or right behind."""
    if figure.low < 0:
        return -1
    if figure.text.startswith("+") or text[max(0, figure.start - 1) : figure.start] == "+":
        return 1
    around = text[max(0, figure.start - _WINDOW) : figure.start]
    losses, gains = [match.start() for match in _LOSS.finditer(around)], [match.start() for match in _GAIN.finditer(around)]
    if losses or gains:
        return -1 if max(losses, default=-1) > max(gains, default=-1) else 1
    return 0


def side_in(text: str, start: int) -> Side:
    """The nearest of from and to before it, in the same clause."""
    before = re.split(r"[;；。，,]", text[:start])[-1]
    source = max((match.start() for match in _FROM.finditer(before)), default=-1)
    target = max((match.start() for match in _TO.finditer(before)), default=-1)
    return Side.NONE if source == target else Side.SOURCE if source > target else Side.TARGET


def _is_article(figure: Quantity) -> bool:
    """One in words is an article as often as a count."""
    return figure.low == figure.high == 1 and not figure.text.strip()[:1].isdigit()


def _is_taken(start: int, end: int, taken: list[tuple[int, int]]) -> bool:
    return any(start < other_end and other_start < end for other_start, other_end in taken)
