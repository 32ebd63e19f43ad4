"""What the names say under which tools return their values, in English and Chinese: the last word that is known decides."""

from collections.abc import Mapping
from decimal import Decimal

from verification.core.patterns import lazy_regex
from verification.core.quantities.conversion import unit_name
from verification.core.steps.fields import Part, Side, StepField

_WORDS = lazy_regex(r"(?:[A-Z]|)[a-z]+|[A-Z]+(?![a-z])|[\u4e00-\u9fff]+|\d+")


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ENGLISH: Mapping[StepField, frozenset[str]] = {
    StepField.AMOUNT: _set("amount total subtotal price sum charge fee fees cost value paid fare rent balance payment tax revenue income"),
    StepField.CURRENCY: _set("currency ccy"),
    StepField.QUANTITY: _set("quantity qty count pieces units headcount"),
    StepField.DATE: _set("date day at on time timestamp datetime month period until due departure arrival start end begin in out"),
    StepField.REFERENCE: _set(
        "id number no nr num reference ref order invoice case booking record file transaction po code ticket shipment sku tracking"
    ),
    StepField.ACCOUNT: _set("account acct iban wallet card address last4"),
    StepField.PARTY: _set(
        "party vendor merchant supplier seller recipient payee beneficiary customer owner provider payer buyer client to from landlord "
        "tenant sender receiver employee passenger guest carrier company"
    ),
    StepField.STATUS: _set("status state outcome success succeeded result error errors ok"),
}
_CHINESE: Mapping[StepField, tuple[str, ...]] = {
    StepField.AMOUNT: ("金额", "总额", "价格", "费用", "合计", "款额", "总价", "单价", "票价", "余额", "租金", "价款", "变动", "流量"),
    StepField.CURRENCY: ("币种", "货币"),
    StepField.QUANTITY: ("数量", "人数", "件数", "条数", "次数", "份数", "个数", "台数"),
    StepField.DATE: ("日期", "时间", "月份", "期限", "日"),
    StepField.REFERENCE: ("编号", "单号", "流水号", "发票号", "发票号码", "户号", "号码", "票号", "约号", "号"),
    StepField.ACCOUNT: ("账号", "账户", "卡号", "尾号", "帐号", "帐户"),
    StepField.PARTY: ("方", "商户", "商家", "供应商", "服务商", "收款人", "付款人", "客户", "户名", "人", "单位"),
    StepField.STATUS: ("状态", "结果"),
}
_SIDES = {
    Side.SOURCE: (_set("from source payer sender debit debited debtor origin buyer"), ("付款", "转出", "汇出", "出账", "来源")),
    Side.TARGET: (
        _set("to target destination payee recipient beneficiary receiver credit credited creditor"),
        ("收款", "转入", "汇入", "入账", "去向"),
    ),
}
_PARTS = {
    Part.EACH: (_set("unit each per apiece single"), ("单价", "每")),
    Part.TOTAL: (_set("total grand sum overall subtotal"), ("合计", "总")),
}
_SIGNS = {
    -1: (_set("loss outflow deficit decrease shortfall overdraft"), ("亏损", "流出", "减少", "赤字")),
    1: (_set("gain profit inflow surplus increase"), ("盈利", "流入", "增加", "盈余")),
}
# A figure under such a name has a sign of its own: one without a minus is a gain.
_SIGNED = (_set("net change delta balance result difference adjustment movement"), ("净", "变动", "余额", "差额"))
_MINOR = {"cents": "", "cent": "", "pence": "GBP", "pennies": "", "fen": "CNY", "minor": "", "分": "CNY"}
_SCALES = {"thousands": 1000, "thousand": 1000, "millions": 10**6, "million": 10**6, "billions": 10**9, "billion": 10**9}
_CHINESE_SCALE = lazy_regex(r"(万|亿|千|百万)元?\)?）?$")
_CHINESE_SCALES = {"万": 10**4, "亿": 10**8, "千": 10**3, "百万": 10**6}


def words_of(key: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(key.replace("_", " "))]


def field_of(key: str) -> StepField | None:
    words = words_of(key)
    if "last4" in key.lower():
        return StepField.ACCOUNT
    for place in range(len(words) - 1, -1, -1):
        field = _field_of_word(words[place])
        # "account_number" and "currency_code" are of what stands before; "order_id" is an id either way.
        if field == StepField.REFERENCE and place and words[place - 1] in ("account", "card"):
            return StepField.ACCOUNT
        if field == StepField.REFERENCE and place and words[place - 1] == "currency":
            return StepField.CURRENCY
        if field is not None:
            return field
    return None


def _field_of_word(word: str) -> StepField | None:
    if word.isascii():
        return next((field for field, names in _ENGLISH.items() if word in names), None)
    ends = [(word.rfind(name) + len(name), len(name), field) for field, names in _CHINESE.items() for name in names if name in word]
    return max(ends)[2] if ends else None


def _is_among(key: str, names: tuple[frozenset[str], tuple[str, ...]]) -> bool:
    english, chinese = names
    return any(word in english or any(part in word for part in chinese) for word in words_of(key))


def side_of(key: str) -> Side:
    return next((side for side, names in _SIDES.items() if _is_among(key, names)), Side.NONE)


def part_of(key: str) -> Part:
    return next((part for part, names in _PARTS.items() if _is_among(key, names)), Part.NONE)


def sign_of(key: str, number: Decimal, text: str) -> int:
    """What the name and the figure say together: a loss, a gain, or nothing of either."""
    if number < 0:
        return -1
    named = next((sign for sign, names in _SIGNS.items() if _is_among(key, names)), 0)
    return named or int(text.lstrip().startswith("+") or _is_among(key, _SIGNED))


def scale_of(key: str) -> tuple[Decimal, str]:
    """What a figure under this name is to be taken times, and the currency that the name gives away."""
    for word in words_of(key):
        if word in _MINOR:
            return Decimal("0.01"), _MINOR[word]
        if word in _SCALES:
            return Decimal(_SCALES[word]), ""
    found = _CHINESE_SCALE.search(key.strip())
    return (Decimal(_CHINESE_SCALES[found.group(1)]), "") if found else (Decimal(1), "")


def unit_of(key: str) -> str:
    """The unit that ends a name (weight_kg), the currency too (total_usd); empty where none does."""
    words = words_of(key)
    return (unit_name(words[-1]) or "") if len(words) > 1 else ""
