"""A period as pages write it, in both languages: for searches, which need its words and not its place in the calendar."""

from verification.core.periods.calendar import MONTHS, Grain, Period

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_ORDINALS = ("first", "second", "third", "fourth")
_QUARTERS_CHINESE = "一二三四"
_QUARTER, _HALF = 3, 6
# Parts of a company's own year, in English and in Chinese.
_OWN_PARTS = {
    Grain.QUARTER: ([f"fiscal {one} quarter" for one in _ORDINALS], [f"第{one}财季" for one in _QUARTERS_CHINESE]),
    Grain.HALF: (["fiscal first half", "fiscal second half"], ["上半财年", "下半财年"]),
}


def write_period(period: Period, *, is_chinese: bool) -> str:
    """The period in words with its year: "June 10 2026", 2026年第一季度; where nobody said which, without one: 第一财季."""
    if period.is_of_any_year and period.grain in _OWN_PARTS:
        return _OWN_PARTS[period.grain][is_chinese][period.first % MONTHS // (_QUARTER if period.grain == Grain.QUARTER else _HALF)]
    year, of_company = period.first // MONTHS, period.is_fiscal
    name = _names(period, is_chinese=is_chinese)[0]
    if period.grain == Grain.YEAR:
        name = ""
    if is_chinese:
        return f"{year}{'财年' if of_company else '年'}{name}"
    return f"{name}{' fiscal' if of_company else ''} {year}".strip()


def period_writings(period: Period) -> tuple[str, ...]:
    """The words by which pages of both languages tell it from other periods, without the year where they tell more."""
    return tuple(name for is_chinese in (True, False) for name in _names(period, is_chinese=is_chinese))


def _names(period: Period, *, is_chinese: bool) -> tuple[str, ...]:
    """Its names in one language without the year, the usual one first."""
    first, last = period.first % MONTHS, period.last % MONTHS
    match period.grain:
        case Grain.YEAR:
            return (f"{period.first // MONTHS}年",) if is_chinese else (str(period.first // MONTHS),)
        case Grain.QUARTER:
            number = first // _QUARTER
            if is_chinese:
                return (f"第{_QUARTERS_CHINESE[number]}季度", f"{_QUARTERS_CHINESE[number]}季度", f"{_QUARTERS_CHINESE[number]}季报")
            return (f"{_ORDINALS[number]} quarter", f"{_ORDINALS[number]}-quarter", f"Q{number + 1}")
        case Grain.HALF:
            if is_chinese:
                return ("上半年",) if first < _HALF else ("下半年",)
            half = "first" if first < _HALF else "second"
            return (f"{half} half", f"{half}-half", f"H{1 if first < _HALF else 2}")
        case Grain.SPAN:
            if is_chinese:
                return (f"{first + 1}-{last + 1}月", f"{first + 1}至{last + 1}月", f"前{last + 1}个月")
            return (f"{_MONTHS[first]}-{_MONTHS[last]}", f"{_MONTHS[first]} to {_MONTHS[last]}")
        case Grain.DAY | Grain.DAYS:
            if is_chinese:
                return (f"{first + 1}月{period.day}日",)
            return (f"{_MONTHS[first]} {period.day}", f"{period.day} {_MONTHS[first]}")
        case _:
            return (f"{first + 1}月",) if is_chinese else (_MONTHS[first],)
