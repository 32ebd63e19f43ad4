"""The Chinese signs that begin a phrase for a period, where they may stand, and the numbers in it."""

from verification.core.patterns import lazy_regex
from verification.core.periods.calendar_names import names

DIGITS = {sign: value for value, sign in enumerate("〇一二三四五六七八九")} | {"零": 0, "○": 0, "两": 2, "首": 1}
WEEKDAYS = {name[-1]: number for name, number in names("weekday", "zh").items()} | {"天": 7}
YOUNGEST = 2000
_REPUBLIC = 1911  # the year before the first of Taiwan's count

M = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九元])"
D = r"(?:3[01]|[12]\d|0?[1-9]|三?十[一]?|二?十[一二三四五六七八九]?|[一二三四五六七八九])"
DASH = r"\s?(?:[-—–~～－]{1,2}|至|到)\s?"
YEAR_NUMBER = r"(?:19|20)\d{2}|[一二][〇零○一二三四五六七八九]{3}(?=年)"
NUMBER = r"(?:\d{1,2}|十[一二]?|[一二三四五六七八九两])"
_PART_AHEAD = r"第?[一二三四1-4]季|[上下]半年|前三[季个]|[QH][1-4]|[1-4][QH]|1?\d月|全年|年报|中报|半年报|半年度"
_WEEK = r"(?:周|星期|礼拜)"

# A cheap look before the dear one.
STARTS = lazy_regex(
    r"(?:19|20)\d\d(?=[\u4e00-\u9fff（(\s]|$)|\d{1,4}(?=\s?[年月日季至到财QHF周天个上下前第全EA一二三四–—~～/-]|\.\d{1,2}\.)|FY|[QH](?=\d)|民(?=国\d)"
    r"|[一二三四五六七八九十〇零两首第近去过最](?=\s?[\d一二三四五六七八九十〇零两年月季至到近去过个周天头–—~～-])"
    r"|[前首头元](?=[一二两三四五六七八九十\d日天年月])|[今去前明当上次本同后下这昨](?=[年期月季半个周星礼日天晚夜早晨财收跌涨开一上交（(])"
    r"|年(?=[初底末中内以报迄至])|开(?=年)|[周星礼](?=[一二三四五六日天末期拜])|半(?=年报)|中(?=[报期])|全(?=年)|即(?=日)|隔(?=夜)|第(?=[1-4])"
)
_ANCHORS = {
    "iso": r"(?<!\d)(?:19|20)\d{2}(?:[-/.](?:1[0-2]|0?[1-9])[-/.](?:3[01]|[12]\d|0?[1-9])|-(?:0[1-9]|1[0-2])(?!-))(?!\d)",
    "fiscal": r"FY\s?['’]?(?:20)?\d{2}(?:[/-](?:20)?\d{2}(?!\d))?|(?:[本上]|上一)个?财年"
    r"|(?<!\d)(?:(?:20)?\d{2}[/-])?(?:20)?\d{2}(?:年度?)?(?:财政年度|会计年度|财年)",
    "seasons": r"(?<![\d./-])20\d{2}/(?:20)?\d{2}(?![\d/])(?:年度|年|榨季|市场年度)?",
    "years": rf"(?<![\d.])(?:{YEAR_NUMBER})年?{DASH}(?:{YEAR_NUMBER})年(?!{_PART_AHEAD})",
    "same_of": rf"(?<![\d.])(?:{YEAR_NUMBER})年的?同期",
    "year": rf"(?<![\d.,])(?:{YEAR_NUMBER})\s?(?:年(?!期|来|代)度?|(?={_PART_AHEAD})|[EA](?![A-Za-z])"
    r"|(?=(?!年)[\u4e00-\u9fff（(]|\s(?!年)|$))"
    rf"|(?<!\d)[2-4]\d(?:年(?={_PART_AHEAD})|(?=[QH][1-4]))|(?<![\d.,近去达第立创逾超约满隔每历经])2\d年(?=[\u4e00-\u9fffA-Za-z])|民国\s?\d{{2,3}}年度?",
    "sofar": r"(?:今年|年初|开年|年)(?:以来|迄今|至今)|(?<![\d一二三四五六七八九十两])年内",
    "same": r"(?:去年|上年|前年|上一年)的?同[期月季]|去年这个时候",
    "named": r"(?:[今去前明当上次本]|上一)年(?!来|报|轻|级|龄|份|夜|底前"
    r"|会(?!放|有|达|降|回|增|减|继|出现|超|更|进|维|保|跌|涨|突|上[升涨调]|下[降跌调滑]))度?",
    "trailing": rf"(?:(?<!附)近|过去|最近)(?P<many>{NUMBER})(?P<of>个月|个?季度|年|周|天|日)(?:来|内|间|以来)?",
    "ago": rf"(?<![\d一二三四五六七八九十]){NUMBER}(?:年|个月|周|天)前(?P<then>的?同期)?",
    "previous": r"(?:此前|前)一个?(?:季度|季|月|周|交易日)|上一?个?交易日|(?<![Bb][Oo][Rr])隔夜"
    # The term of a rate is no night.
    r"(?!\s?(?:[A-Za-z]{1,3}[Bb][Oo][Rr]|利率|拆借|拆放|质押|回购|融资|资金))",
    "lead": rf"前(?:{M}|两)个?月|[首头]{NUMBER}个?月|[前首头][二三23]个?季度?",
    "slash": r"(?<![\d/.])(?:1[0-2]|0?[1-9])/(?:3[01]|[12]\d|0?[1-9])(?![\d/%.])",
    "span": rf"(?<![\d.]){M}月?份?{DASH}{M}月(?!\d{{1,2}}[日号])",
    "month": rf"(?<![\d.]){M}月(?!刊|球|亮|薪|供|租)",
    "quarters": rf"[一二三1-3]{DASH}[二三四2-4]季度?",
    "part": r"(?<![这那该同每])第?[一二三四1-4首](?:财季|季(?:度|报)?)(?!节|军|后)|[QH][1-4](?![\dA-Za-z])"
    r"|(?<![\dA-Za-z.])[1-4][QH](?![A-Za-z])|[上下]半(?:财)?年|半年报|(?<=年)半年度|中报|中期(?=业绩|净利|营收|收入)|年报",
    "weekday": rf"(?P<which>上上|上|本|这|下)?个?{_WEEK}(?P<at>[一二三四五六日天末])(?!期|年|度)",
    "away": r"(?:上上|上一|上|本|当|这|下)个?(?:月(?!刊)|季度?(?!节)|周|星期)",
    "again": r"同[月季期](?!比)|同日",
    "dated": r"[昨今明][日天]?[（(]\d{1,2}日?[）)]日?",
    "day": r"[昨今明前当后][日天](?!津|气)|[昨今][晚夜早晨](?!报|稻)|今(?=[早晚天])|昨(?=收|跌|涨|开)",
    "monthday": rf"(?<![\d月/年.])(?:3[01]|[12]\d|[1-9])日(?:{DASH}(?:3[01]|[12]\d|[1-9])日)?"
    r"(?=电|讯|发布|公布|表示|宣布|披露|公告|消息|晚间?|早间?|上午|下午|凌晨|收盘|盘中|发生|\d{1,2}时|，|,)",
    "edge": r"(?<![\d一二三四五六七八九十百本])年[初底末中]",
    "whole": r"全年",
    "now": r"即日起?",
}
ANCHOR = lazy_regex("|".join(f"(?P<{name}>{pattern})" for name, pattern in _ANCHORS.items()))


def number_of(text: str) -> int:
    """A number up to 99 in either digits: 十二, 31; 元 of 元月 is 1."""
    if text.isdigit():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    if not ten:
        return DIGITS.get(text, 1)
    return (DIGITS[tens] if tens else 1) * 10 + (DIGITS[ones] if ones else 0)


def number_of_year(text: str) -> int:
    """A year in either digits, of two (26, 2026) or four, or of Taiwan's count (民国115年, 2026)."""
    digits = "".join(str(DIGITS[sign]) if sign in DIGITS else sign for sign in text if sign.isdigit() or sign in DIGITS)
    if text.startswith("民国"):
        return _REPUBLIC + int(digits)
    return int(digits) if len(digits) > 2 else YOUNGEST + int(digits)
