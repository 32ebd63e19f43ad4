"""Which figures are values at all: dates, years, times, codes, ordinals, list numbers, versions and names never are."""

import re

from verification.core.language.word_tables import words
from verification.core.patterns import lazy_regex
from verification.core.quantities.chinese_counts import COUNTERS, NO_COUNTERS, is_chinese_count
from verification.core.quantities.pieces import FigurePiece
from verification.core.quantities.source import QuantityText
from verification.core.vocabulary import QuantityKind

_WINDOW = 28
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?"
    r"|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_MONTH_BEFORE = lazy_regex(rf"(?<![a-z]){_MONTH}(?:\.| \.)? ?(?:\d{{1,2}}(?: ?[-–&,] ?| and | to ))?$")
_MONTH_AFTER = lazy_regex(rf"(?:st|nd|rd|th)?[ -](?:of )?{_MONTH}(?![a-z])|(?: ?[-–] ?| and | to )\d{{1,2}} {_MONTH}(?![a-z])")
_YEAR_AFTER = lazy_regex(r", ?(?:19|20)\d{2}(?!\d)")
CODE = lazy_regex(
    r"(?:\d{1,3}\.){3}\d{1,3}(?![\d%])(?::\d+)?"  # an IP address
    r"|\d{1,6}([-/:])\d{1,8}(?:\1\d{1,8}){1,6}(?![\d.])"  # 2026-05-01, 400-800-1234, 10:30:00
    r"|\d{1,6}:\d{1,6}(?!\d)"  # a time, a score, a ratio
    r"|(?:19|20)\d{2}(?:[-–/])\d{2}(?!\d|[.,]\d|%)"
    r"|0\d{2,3}-\d{7,8}(?!\d)"
    r"|\d{3}\) ?\d{3}-\d{4}(?!\d)"
    r"|\d{1,8}\.\d{1,8}\.\d{1,8}[a-z0-9.]{0,20}(?<!\d{3}[.,]\d{3})"  # a version
    r"|0\d/\d{1,2}(?!\d)|\d{1,2}/0\d(?!\d)|(?:19|20)\d{2}年(?:\d{1,2}月(?:\d{1,2}[日号])?)?"
    r"|\d{1,2}月(?![薪租费供球饼])(?:\d{1,2}[日号])?|\d{1,2}[日号](?![元币])"
    r"|24/7(?!\d)|9/11(?!\d)|911(?![\d.,%亿万千]| (?:thousand|million|billion)\b)|401 ?\(k\)"
)
_TIME_AFTER = lazy_regex(r"[ ]?(?:[ap]\.? ?m\.?(?![a-z])|o'clock|hrs? (?:gmt|et|est)|(?:gmt|et|est|edt|pt|bst)(?![a-z]))")
_DATE_AFTER = lazy_regex(
    r" {0,2}(?:月(?![薪租费供球饼])|[日号](?![元币])|年(?:度|底|末|初|代|报|版)|季度?(?![后前内])"
    r"|时(?![代间刻机尚常候期空段])|届|期(?![间待望])|楼|级(?!别|地震|强震|余震|大地震|左右)|线(?=城|$)|强|股$|[ap]股|板|点钟|点半|点整|点(?=[零一二三四五六七八九十\d]{1,3}分))"
)
_FIRST_MONTHS = lazy_regex(r"(?:[前头首]|first )$")
_DATE_RANGE = lazy_regex(r" ?[-–—~至到] ?\d{1,2} ?(?:月|日|号|季度)")
_MOST_IN_A_DATE = 999  # 500强, 第37届, 25日
_CHINESE_TIME_BEFORE = lazy_regex(
    r"(?:上午|下午|凌晨|早上|晚上|中午|傍晚|晚间|早间|午后|午间|清晨|今早|今晚|明早|昨晚|深夜|夜里|半夜|夜间|[日号晚早午时间])$"
)
_POINTS_BEFORE = lazy_regex(r"[涨跌升降报收超破过至到约近达了逾高低加减]$")
_REFERENCES = words("""
    act air airbus amendment android annex apollo appendix apt area article articles bill block boeing category channel chapter
    chapters class clause code codes covid day district doi episode exhibit fax figure figures fiscal flight force form formula fy
    game gate gen generation grade group highway id interstate ios iphone isbn iso issn issue item items level line lot mark match
    model no nos note number numbers page pages paragraph part parts phase phases phone pier platform ps psalm question release
    resolution rfc room round route rule rules schedule season section sections series session stage step suite table tables tel tier
    title top type unit verse version vol volume ward week windows xbox zip zone
""")
_STRICT_REFERENCES = words("no nos number section article chapter page rule formula phase stage level tier type force")
_FUNCTION = words("""
    a about above add adding adds after again all almost also an and another answer any approximately are around as at be been before
    being below between both but buy buys by can cost costs cut cuts despite do does down during each employs equals even every
    exactly except falls fell fewer first five follows for four from gain gains get gets had half has have having he her hire hires
    his hit hits how i if in inside into is it its just killed kills last lay least less like lose loses lost many maximum minimum
    more most my nearly next not of off on one only or other our out over own per plus posted raise raises reached reaches report
    reports rise rises rose roughly said same save saves saw see sees sell sells several she shed sheds since six so sold some still
    such than that the their them then there these they this those three through to total totaling totalling two under until up upon
    us was we were what when where which while who with within without won would you your
""")
_WORD_BEFORE = lazy_regex(r"([A-Za-z][A-Za-z&.'’]*)[ \u00a0-]?$")
_NO_NOUN = r"(?!its|this|was|has|does|plus|across|less|thus|yes|unless|towards|versus|besides|perhaps|always|says|points? )"
_COUNTED_AFTER = lazy_regex(
    r"[ -](?:(?!for|and|or|in|to|of|at|by|with|on|from|as|is)[a-z]+ )?"
    rf"(?:{_NO_NOUN}[a-z]{{2,}}s|people|men|women|children|staff|police)(?![a-z'])"
)
_SIGN_RUN = lazy_regex(r"[零一二三四五六七八九十百千]{1,40}")
_TOKEN_REST = lazy_regex(r"[A-Za-z0-9_]*(?:[-./:_+@%&=#~][A-Za-z0-9_]+)*")
_AFTER_NUMBER = frozenset("的和与及至到或左以上下之等、，。；：！？是为比来前后左右不而则时内外")
_VALUE_LEADS = frozenset(
    "为至到达是约逾超近过于的涨跌报增降升收共有和与及比余破值数量额分了在仅每等从由按计低高率得出获现存负满少多足售加减逼距突录守给用让将把被需要新各前这那此其"
)


def skip_token(source: QuantityText, end: int) -> int:
    """Where to go on behind a number that is none: a Latin token and a run of Chinese digits are left as a whole."""
    last = source.norm[end - 1]
    if last in "零一二三四五六七八九十" and (run := _SIGN_RUN.match(source.norm, end)):
        return run.end()
    if not (last.isascii() and last.isalnum()):
        return end
    match = _TOKEN_REST.match(source.norm, end)
    return end if match is None else match.end()


def is_value(source: QuantityText, piece: FigurePiece) -> bool:
    """Whether the figure states a value."""
    norm = source.norm
    before = norm[piece.start - 1] if piece.start else ""
    if before and before in "第№#":
        return False
    if piece.unit is not None:
        return _is_measured(source, piece, before)
    if _is_token_part(source, piece, before) or _is_date(source, piece):
        return False
    first = norm[piece.number.start]
    if first.isdigit() or first == ".":
        if not piece.number.plain:
            return piece.scaled or not _is_edition(source, piece, before)
        return piece.scaled or _is_count(source, piece)
    return _is_word_count(source, piece) if first.isascii() else is_chinese_count(source, piece, before)


def _is_measured(source: QuantityText, piece: FigurePiece, before: str) -> bool:
    """A figure with a unit is one, unless the unit only looks like one: 2025年, 90年代, 上半年, A5天."""
    norm, unit = source.norm, piece.unit
    is_latin = before.isascii() and before.isalnum()
    if unit is None or unit.kind != QuantityKind.DIMENSION:
        if is_latin and unit is not None and unit.kind == QuantityKind.CURRENCY and not piece.prefixed:
            return not before.isdigit() and piece.number.end - piece.number.start > 1
        return not before.isdigit()
    if is_latin or (before and before in "_.-/" and norm[piece.start - 2 : piece.start - 1].isalnum()):
        return False
    if unit.name in ("month", "quarter") and _FIRST_MONTHS.search(source.low, max(0, piece.start - 6), piece.start):
        return False  # 前5个月, the first five months: a period
    if norm[piece.end - 1] == "年":
        return not _is_year(source, piece)
    if norm[piece.end - 1] == "杯" and piece.number.plain and piece.low >= _FIRST_YEAR:
        return False  # 2034杯: the name of a championship
    return not (norm[piece.number.start] == "半" and before and before in "上下前后大每两")


_FIRST_YEAR = 1900


def _is_year(source: QuantityText, piece: FigurePiece) -> bool:
    norm = source.norm
    written = norm[piece.number.start : piece.number.end]
    if written == "半":
        return piece.start > 0 and norm[piece.start - 1] in "上下前后大每"
    if norm.startswith(("代", "度", "底", "末", "初", "报", "版"), piece.end):
        return True
    if piece.number.plain and len(written) == 4 and 1800 <= piece.low <= 2200:
        return True
    return len(written) == 2 and re.match(r"(?:\d{1,2}|[一二三四五六七八九十]{1,2})月", norm[piece.end : piece.end + 3]) is not None


def _is_token_part(source: QuantityText, piece: FigurePiece, before: str) -> bool:
    """Whether the number is a piece of a longer token: 3D, COVID-19, 600519.SH, 163.com, 10-K, 五折."""
    low, after = source.low, source.low[piece.end : piece.end + 1]
    if after and ((after.isascii() and after.isalnum()) or after in "_°折"):
        return True
    if after and after in ".-":
        following = low[piece.end + 1 : piece.end + 2]
        if following.isascii() and following.isalnum():
            return True
    if not before:
        return False
    if before in "'’" and piece.number.plain and piece.end - piece.start == 2:
        return True  # '27 is a year
    if before in "_@\\" or (before.isascii() and before.isalnum()):
        return not (piece.scaled and source.is_chinese and not before.isdigit())
    previous = source.norm[piece.start - 2 : piece.start - 1]
    if before in "-–/.:'’" and (previous.isalnum() or (previous and previous in ")%")):
        return not (before in "-–" and piece.scaled)
    return False


def _is_date(source: QuantityText, piece: FigurePiece) -> bool:
    norm, low = source.norm, source.low
    if _TIME_AFTER.match(low, piece.end):
        return True
    if piece.number.plain and (_MONTH_AFTER.match(low, piece.end) or (piece.low <= 31 and _YEAR_AFTER.match(low, piece.end))):
        return True
    following = norm[piece.end : piece.end + 2].lstrip(" ")[:1]
    if piece.number.plain and _DATE_RANGE.match(norm, piece.end):
        return True
    if (
        piece.low <= _MOST_IN_A_DATE
        and _is_integral(piece)
        and following
        and following in "月日号年季时届期楼级线强股板点"
        and _DATE_AFTER.match(norm, piece.end)
    ):
        return True
    if following == "点" and piece.number.plain and piece.low <= 24:
        head = norm[max(0, piece.start - 4) : piece.start]
        return _CHINESE_TIME_BEFORE.search(head) is not None or not (not head or _POINTS_BEFORE.search(head))
    return following == "年" and piece.number.plain


def _is_integral(piece: FigurePiece) -> bool:
    return piece.low == piece.low.to_integral_value()


def _is_count(source: QuantityText, piece: FigurePiece) -> bool:
    """Whether a bare whole number in digits counts something: no year, code, list number or part of a name."""
    norm = source.norm
    written = norm[piece.number.start : piece.number.end]
    if _is_list_number(source, piece) or (written[0] == "0" and len(written) in _LABEL_LENGTHS and norm.strip() != written):
        return False
    if len(written) == 2 and written[1] in "05" and norm.startswith("后", piece.end):
        return False  # 90后, 00后: people by their decade of birth
    after = norm[piece.end : piece.end + 1]
    if _is_counted(norm, piece):
        return True
    is_year = len(written) == 4 and 1900 <= piece.low <= 2100
    if is_year or len(written) >= _LONGEST_COUNT:
        return norm.strip(" \n-+") == written
    offset = max(0, piece.start - _WINDOW)
    head = norm[offset : piece.start]
    if not head:
        return not (after and "\u4e00" <= after <= "\u9fff" and after not in _AFTER_NUMBER)
    if head[-1] == "[" and after == "]":
        return False  # a note
    if head[-1] == "(" and after == ")":
        return len(written) < _SHORTEST_CODE
    if "\u4e00" <= head[-1] <= "\u9fff" and head[-1] not in _VALUE_LEADS and not _NAMED_VALUE.search(head):
        return False
    if after and "\u4e00" <= after <= "\u9fff" and after not in _AFTER_NUMBER and source.is_chinese:
        return False
    return not _is_name(source, piece, head)


def _is_counted(norm: str, piece: FigurePiece) -> bool:
    """Whether the sign behind a number counts something: 5家, 20国, and the points that somebody won."""
    after = norm[piece.end : piece.end + 1]
    if after and (after in COUNTERS or _COUNTRIES.match(norm, piece.end)) and not norm.startswith(NO_COUNTERS, piece.end):
        return True
    start = max(0, piece.start - _WINDOW)
    return _POINTS_BEHIND.match(norm, piece.end) is not None and _POINTS_WON.search(norm[start : piece.start]) is not None


def _is_name(source: QuantityText, piece: FigurePiece, head: str) -> bool:
    """Whether the word before a bare number makes it a reference or part of a name: Boeing 737, Section 301, May 5, Marine One."""
    match = _WORD_BEFORE.search(head)
    if match is None:
        return False
    word = match[1].rstrip(".").lower()
    if word in _STRICT_REFERENCES or _MONTH_BEFORE.search(head.lower()):
        return True
    if _COUNTED_AFTER.match(source.low, piece.end):
        return False
    if word in _REFERENCES:
        return True
    return match[1][0].isupper() and word not in _FUNCTION and (len(word) > 1 or not match[1].isupper())


# 砍下28分: what a player scored; 22分钟 is a time.
_POINTS_WON = lazy_regex(
    r"(?:得到|砍下|轰下|轰得|砍得|狂砍|独得|拿下|拿到|揽下|贡献)(?:全场最高的|全队最高的)?$|(?:积分|得分|评分|打分|分数)[^,，。;；:：]{0,6}$"
)
_POINTS_BEHIND = lazy_regex(r"分(?![钟之点])")
# "预期20，前值20.4"
_NAMED_VALUE = lazy_regex(r"(?:预期|前值|预估)$")
_LABEL_LENGTHS = frozenset((2, 5, 6, 7, 8, 9, 10))  # 01 heads a chapter, 000632 is a code
_COUNTRIES = lazy_regex(r"国(?![家内际产民企泰信有债道语会务])")
_SHORTEST_CODE = 5  # (600519)
_LONGEST_COUNT = 8  # 13812345678 and 20260512 are written without separators because they count nothing
_LIST_BEFORE = lazy_regex(r"(?:^|[\n。;；:：]|[.!?] )[ \t]*[(（]?$")
_LIST_AFTER = lazy_regex(r"(?:[.)、）][ \t]?(?=[^\d\s])|[)）]\s)")


def _is_list_number(source: QuantityText, piece: FigurePiece) -> bool:
    if piece.end - piece.start > 2 or not _LIST_AFTER.match(source.norm, piece.end):
        return False
    if _LIST_BEFORE.search(source.norm, max(0, piece.start - 6), piece.start):
        return True
    return source.norm[piece.end] in ")）"


_ONE_AFTER = lazy_regex(r"[.!?,;]?$|[.,;!?)]")
_WORD_AFTER = lazy_regex(r" [A-Z]")


_EDITION = lazy_regex(r"\d\.0")
_EDITION_AFTER = lazy_regex(r"[A-Za-z\u4e00-\u9fff] ?$")


def _is_edition(source: QuantityText, piece: FigurePiece, before: str) -> bool:
    """Whether a bare 3.0 stands behind a name: 工业4.0, Web 3.0."""
    if not before or not _EDITION.fullmatch(source.norm[piece.start : piece.end]):
        return False
    match = _EDITION_AFTER.search(source.norm, max(0, piece.start - 2), piece.start)
    if match is None or match[0][0] in _VALUE_LEADS:
        return False
    return not match[0].isascii() or _is_name(source, piece, source.norm[max(0, piece.start - _WINDOW) : piece.start])


def _is_word_count(source: QuantityText, piece: FigurePiece) -> bool:
    """Whether a number word counts: "one" alone is mostly a pronoun or article, "Marine One" and "phase three" are names."""
    if not piece.number.plain:
        return True
    word = source.low[piece.number.start : piece.number.end]
    head = source.norm[max(0, piece.start - _WINDOW) : piece.start]
    if word == "one":
        return not head.strip() and _ONE_AFTER.match(source.low, piece.end) is not None
    match = _WORD_BEFORE.search(head)
    if match is None:
        return True
    if match[1].rstrip(".").lower() in _STRICT_REFERENCES or (word == "zero" and match[1].lower() == "net"):
        return False
    is_title = source.norm[piece.number.start].isupper() and match[1][0].isupper()
    return not is_title or match[1].lower() in _FUNCTION or _WORD_AFTER.match(source.norm, piece.end) is not None
