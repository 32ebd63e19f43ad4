"""The fields of a step: amounts with their currency, dates, references, accounts, parties and outcomes, in prose and in what tools return.

What a tool returns is read by the names of its keys, in English and Chinese; prose by the form of what stands in it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from enum import StrEnum

from verification.core.quantities.grammar import find_quantities
from verification.core.vocabulary import QuantityKind

MAX_DEPTH, MAX_FIELDS = 8, 400
MAX_TEXT = 20_000


class StepField(StrEnum):
    AMOUNT = "amount"
    CURRENCY = "currency"
    DATE = "date"
    REFERENCE = "id"
    ACCOUNT = "account"
    PARTY = "party"
    STATUS = "status"


@dataclass(frozen=True, slots=True)
class FieldValue:
    """One field as it was written (``text``), and what is compared (``value``): a plain decimal, an ISO code or date, folded letters."""

    field: StepField
    text: str
    value: str


# The last word of a key says what its value is.
_KEYS: Mapping[StepField, frozenset[str]] = {
    StepField.AMOUNT: frozenset(
        ["amount", "total", "price", "sum", "charge", "fee", "cost", "value", "paid", "金额", "总额", "价格", "费用", "合计", "款额"]
    ),
    StepField.CURRENCY: frozenset(["currency", "ccy", "币种", "货币"]),
    StepField.DATE: frozenset(["date", "day", "at", "on", "time", "timestamp", "datetime", "日期", "时间"]),
    StepField.REFERENCE: frozenset(
        [
            "id",
            "number",
            "no",
            "reference",
            "ref",
            "order",
            "invoice",
            "case",
            "booking",
            "record",
            "file",
            "transaction",
            "编号",
            "订单号",
            "流水号",
            "单号",
            "发票号",
        ]
    ),
    StepField.ACCOUNT: frozenset(["account", "iban", "wallet", "card", "address", "账号", "账户", "卡号", "收款账号"]),
    StepField.PARTY: frozenset(
        [
            "party",
            "vendor",
            "merchant",
            "supplier",
            "seller",
            "recipient",
            "payee",
            "beneficiary",
            "customer",
            "owner",
            "provider",
            "payer",
            "buyer",
            "client",
            "to",
            "对方",
            "商户",
            "商家",
            "供应商",
            "收款方",
            "收款人",
            "客户",
            "卖方",
            "买方",
            "服务商",
        ]
    ),
    StepField.STATUS: frozenset(["status", "state", "outcome", "success", "succeeded", "error", "ok", "状态", "结果"]),
}
FAILED = frozenset(
    [
        "failed",
        "failure",
        "fail",
        "declined",
        "error",
        "cancelled",
        "canceled",
        "rejected",
        "refused",
        "denied",
        "expired",
        "timeout",
        "aborted",
        "reversed",
        "false",
        "失败",
        "已拒绝",
        "拒绝",
        "取消",
        "已取消",
        "错误",
    ]
)
WAITING = frozenset(["pending", "processing", "queued", "waiting", "submitted", "unknown", "处理中", "待处理", "等待", "未完成"])
_MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"]
_MONTH = "|".join((*_MONTHS, *(month[:3] for month in _MONTHS)))
_DATES = (
    re.compile(r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})(?!\d)"),
    re.compile(r"(?P<y>\d{4})/(?P<m>\d{1,2})/(?P<d>\d{1,2})(?!\d)"),
    re.compile(r"(?P<y>\d{4})\s*年\s*(?P<m>\d{1,2})\s*月\s*(?P<d>\d{1,2})\s*日?"),
    re.compile(rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<name>{_MONTH})\.?,?\s+(?P<y>\d{{4}})", re.IGNORECASE),
    re.compile(rf"(?P<name>{_MONTH})\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y>\d{{4}})", re.IGNORECASE),
)
_TOKEN = re.compile(r"(?<![\w-])(?=[\w-]*\d)[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*(?![\w-])", re.ASCII)
_ACCOUNT_WORD = re.compile(r"(?:account|iban|wallet|card|账号|账户|卡号)\s*(?:no\.?|number|:|：|为)?\s*$", re.IGNORECASE)
ACCOUNT_LENGTH = 14
_WORDS = re.compile(r"(?:[A-Z]|)[a-z]+|[A-Z]+(?![a-z])|[\u4e00-\u9fff]+|\d+")
_LINE = re.compile(r"^\s*([^:：\n]{1,40})\s*[:：]\s*(\S.*)$", re.MULTILINE)


def read_data(data: object) -> tuple[FieldValue, ...]:
    """The fields of what a tool returned, or of a payload; nesting is followed, names decide."""
    found: list[FieldValue] = []
    for field, value in _walk("", data, 0):
        found += _read(field, value)
        if len(found) >= MAX_FIELDS:
            break
    return tuple(found)


def read_form(text: str) -> tuple[FieldValue, ...]:
    """The fields of a document or message: lines of name and value, else what its prose holds."""
    lines = {name.strip(): value.strip() for name, value in _LINE.findall(text[:MAX_TEXT])}
    found = read_data(lines)
    return found if len({each.field for each in found}) > 1 else read_prose(text)


def read_prose(text: str) -> tuple[FieldValue, ...]:
    """Amounts, dates, references and accounts of a sentence, each span once."""
    text, found = text[:MAX_TEXT], []
    taken: list[tuple[int, int]] = []
    for start, end, day in _dates(text):
        taken.append((start, end))
        found.append(FieldValue(StepField.DATE, text[start:end], day.isoformat()))
    for quantity in find_quantities(text):
        if quantity.kind == QuantityKind.CURRENCY and not _is_taken(quantity.start, quantity.end, taken):
            taken.append((quantity.start, quantity.end))
            found.append(FieldValue(StepField.AMOUNT, quantity.text, _plain(quantity.low)))
            found.append(FieldValue(StepField.CURRENCY, quantity.text, quantity.unit or ""))
    for token in _TOKEN.finditer(text):
        if len(token.group()) >= 3 and not _is_taken(token.start(), token.end(), taken):
            is_account = len(token.group()) >= ACCOUNT_LENGTH or bool(_ACCOUNT_WORD.search(text[: token.start()]))
            found.append(FieldValue(StepField.ACCOUNT if is_account else StepField.REFERENCE, token.group(), fold(token.group())))
    return tuple(found)


def fold(text: str) -> str:
    """Letters and digits alone, in lower case."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _walk(key: str, value: object, depth: int) -> Iterator[tuple[StepField, object]]:
    if depth > MAX_DEPTH:
        return
    if isinstance(value, Mapping):
        own = _field_of(key)
        for name, inner in value.items():
            # {"total": {"value": …, "currency": …}}: what stands inside is of the amount outside.
            inner_key = key if own == StepField.AMOUNT and str(name) in ("value", "amount") else str(name)
            yield from _walk(inner_key, inner, depth + 1)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from _walk(key, inner, depth + 1)
    elif (field := _field_of(key)) is not None:
        yield field, value


def _field_of(key: str) -> StepField | None:
    words = [word.lower() for word in _WORDS.findall(key.replace("_", " "))]
    for place in range(len(words) - 1, -1, -1):
        field = next((own for own, names in _KEYS.items() if words[place] in names), None)
        # "account_number" and "currency_code" are of what stands before; "order_id" is an id either way.
        if field == StepField.REFERENCE and place and words[place - 1] in ("account", "card"):
            return StepField.ACCOUNT
        if field is not None:
            return field
    return None


def _read(field: StepField, value: object) -> list[FieldValue]:
    text = str(value).strip() if not isinstance(value, bool) else str(value).lower()
    if value is None or not text:
        return []
    if field == StepField.AMOUNT:
        return _read_amount(text)
    if field == StepField.DATE:
        days = [FieldValue(field, text, day.isoformat()) for _start, _end, day in _dates(text)]
        return days[:1]
    if field == StepField.CURRENCY:
        return [FieldValue(field, text, text.upper())]
    return [FieldValue(field, text, fold(text))]


def _read_amount(text: str) -> list[FieldValue]:
    try:
        return [FieldValue(StepField.AMOUNT, text, _plain(Decimal(text.replace(",", ""))))]
    except InvalidOperation:
        return [each for each in read_prose(text) if each.field in (StepField.AMOUNT, StepField.CURRENCY)]


def _dates(text: str) -> Iterator[tuple[int, int, date]]:
    for pattern in _DATES:
        for match in pattern.finditer(text):
            parts = match.groupdict()
            name = (parts.get("name") or "").lower()
            month = next((place for place, own in enumerate(_MONTHS, 1) if name and own.startswith(name)), None) or int(parts.get("m") or 0)
            try:
                yield match.start(), match.end(), date(int(parts["y"]), month, int(parts["d"]))
            except ValueError:
                continue


def _is_taken(start: int, end: int, taken: Sequence[tuple[int, int]]) -> bool:
    return any(start < other_end and other_start < end for other_start, other_end in taken)


def _plain(number: Decimal) -> str:
    return f"{number.normalize():f}"
