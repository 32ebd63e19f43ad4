"""What stands around a figure: whether it is a value at all, which way it points, how exact it is.

Dates, years, times, codes, ordinals, list numbers, versions and names are never values (issue 3, point 1).
"""

import re
from decimal import Decimal

from verification.core.quantity_pieces import Piece
from verification.core.quantity_source import Source
from verification.core.vocabulary import Approximation, Direction, QuantityKind

_WINDOW = 28
_MONTH = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
_MONTH_BEFORE = re.compile(rf"(?<![a-z]){_MONTH}(?:\.| \.)? ?(?:\d{{1,2}} ?[-–] ?)?$")
_MONTH_AFTER = re.compile(rf"(?:st|nd|rd|th)?[ -](?:of )?{_MONTH}(?![a-z])")
CODE = re.compile(
    r"(?:\d{1,3}\.){3}\d{1,3}(?![\d%])(?::\d+)?"
    r"|\d{1,6}([-/:])\d{1,8}(?:\1\d{1,8}){1,6}(?![\d.])"
    r"|\d{1,3}:\d{2}(?::\d{2})?(?!\d)"
    r"|(?:19|20)\d{2}(?:[-–/])\d{2}(?!\d|[.,]\d|%)"
    r"|0\d{2,3}-\d{7,8}(?!\d)"
    r"|\d{3}\) ?\d{3}-\d{4}(?!\d)"
    r"|\d+\.\d+\.\d+[\w.]{0,20}(?<!\d{3}[.,]\d{3})"
)
_TIME_AFTER = re.compile(r"[ ]?(?:[ap]\.? ?m\.?(?![a-z])|o'clock|hrs? (?:gmt|et|est)|(?:gmt|et|est|edt|pt|bst)(?![a-z]))")
_DATE_AFTER = re.compile(
    r" {0,2}(?:月(?![薪租费供球饼])|[日号](?![元币圆])|年(?:度|底|末|初|代|报|版)|季度?(?![后前内])|时(?=\d|[,，。、许左前后起至])"
    r"|时(?![代间刻机尚常候期])|届|期(?![间待望])|楼|号|级(?!别)|线(?=城|$)|强|股$|日|[ap]股|板|点钟|点半|点整|点(?=[零一二三四五六七八九十\d]{1,3}分))"
)
_ORDINAL_BEFORE = re.compile(r"(?:第|其|星期|周|礼拜|初|农历|正月|闰|十|双|№|#|no\. ?|nos\. ?|no ?)$")
_CHINESE_TIME_BEFORE = re.compile(r"(?:上午|下午|凌晨|早上|晚上|中午|傍晚|晚间|早间|午后|午间|清晨|今早|今晚|明早|昨晚|[日号晚早午])$")
_REFERENCES = frozenset(
    """no nos number numbers section sections article articles chapter chapters page pages figure figures table tables item items rule rules form
    exhibit note paragraph part parts phase phases type level grade class category flight room route highway channel apt suite series version release
    step season episode volume vol issue question bill act title amendment resolution group top stage tier lot block unit day week round game match
    fiscal fy iphone windows ios android ps xbox air boeing airbus model formula apollo mark covid area zone gate platform line district ward pier
    psalm verse generation gen schedule appendix annex clause code codes zip tel phone fax id isbn issn doi rfc iso""".split()
)
_FUNCTION = frozenset(
    """a about above after again all almost also an and another any approximately are around as at be been before being below between both but by
    can cost costs cut cuts despite do does down during each employs equals every even except exactly fewer first first five follows for four from get gets had half has have
    having he her his hit hits how i if in inside into is it its just killed kills last least less like lost many maximum minimum more most my nearly next not
    of off on one only or other our out over own per plus reached reaches roughly said same saw see sees several she since six so some still sold such than that the their
    them then there these they this those three through to total totaling totalling two under until up upon us was we were what when where which while who with within without
    would you your add adds adding buy buys cut cuts fell falls gain gains hire hires lay lose loses posted raise raises report reports rise rises rose save saves sell sells shed sheds won""".split()
)
_WORD_BEFORE = re.compile(r"([A-Za-z][A-Za-z&.'’]*)[ \u00a0-]?$")
_COUNTED_AFTER = re.compile(r"[ -](?:[a-z]+ ){0,2}?(?:[a-z]{2,}s|people|men|women|children|staff|police)(?![a-z'])")
_TOKEN_REST = re.compile(r"[\w]*(?:[-./:_+@%&=#~][\w]+)*")
_CHINESE_COUNTERS = frozenset(
    "个家人名位只辆台件条种次项套座所艘架部份张支枚颗笔户例起场层间点倍股手批轮款类组队对双打把块根片本册页头匹株棵步万亿多余余万大倍宗单所员岁成折户栋幢亿吨桶米元%个"
)
_VALUE_LEADS = frozenset(
    "为至到达是约逾超近过于的涨跌报增降升收共有和与及比余破值数量额分了在仅每等从由按计低高于率得出获现存负满少多足有售加减逼距突录守，。、：；;,:.!?()（）《》“”\"'…—-~/|[]【】「」*=<>{}·"
)


def is_value(source: Source, piece: Piece, floor: int) -> bool:
    """Whether the figure states a value."""
    norm, low = source.norm, source.low
    before, after = norm[piece.start - 1 : piece.start], low[piece.end : piece.end + 1]
    if before in "第№#" and before:
        return False
    if piece.unit is not None:
        return _is_measured_value(source, piece)
    if after and (after.isascii() and after.isalnum() or after in "_°折"):
        return False
    if before and piece.start > 0 and not _may_follow(source, piece, before):
        return False
    if after in ".-" and after and _goes_on(low, piece.end):
        return False
    if _TIME_AFTER.match(low, piece.end) or _MONTH_AFTER.match(low, piece.end) and piece.number.plain:
        return False
    if _is_chinese_date(source, piece):
        return False
    if norm[piece.number.start].isdigit() or norm[piece.start] == ".":
        return not piece.number.plain or piece.scaled or _is_count(source, piece)
    return True if source.low[piece.number.start].isascii() else _is_chinese_count(source, piece)


def _is_measured_value(source: Source, piece: Piece) -> bool:
    """A figure with a unit is one, unless the unit only looks like one: 2025年, M5 %, 90年代."""
    norm, unit = source.norm, piece.unit
    before = norm[piece.start - 1 : piece.start]
    if unit is not None and unit.kind == QuantityKind.DIMENSION:
        if before and before.isascii() and (before.isalnum() or before in "_.-/" and norm[piece.start - 2 : piece.start - 1].isalnum()):
            return False
        if norm[piece.end - 1] == "年":
            return not _is_year(source, piece)
        if norm[piece.end - 1] in "周" and before == "第":
            return False
        return norm[piece.end : piece.end + 1] != "°"
    if before and before.isascii() and before.isalnum() and unit is not None and unit.kind == QuantityKind.CURRENCY and not piece.prefixed:
        return not before.isdigit() and piece.number.end - piece.number.start > 1
    return not (before and before.isdigit())


def _is_year(source: Source, piece: Piece) -> bool:
    value, norm = piece.low, source.norm
    written = norm[piece.number.start : piece.number.end]
    if norm.startswith(("代", "度", "底", "末", "初", "报", "版"), piece.end):
        return True
    if piece.number.plain and 1800 <= value <= 2200 and len(written) == 4:
        return True
    return len(written) == 2 and re.match(r"\d{1,2}月", norm[piece.end : piece.end + 3]) is not None


def _may_follow(source: Source, piece: Piece, before: str) -> bool:
    """Whether a number without unit may stand straight behind this sign."""
    if before.isascii() and before.isalnum() or before in "_@\\":
        return piece.scaled and source.is_chinese and not before.isdigit()
    previous = source.norm[piece.start - 2 : piece.start - 1]
    if before in "-–/.:'’" and piece.start >= 2:
        return not previous.isalnum() and previous not in ")%" or (before in "-–" and piece.scaled)
    return True


def _goes_on(low: str, end: int) -> bool:
    """600519.SH, 163.com, 10-K, 5-4: the token does not end with the number."""
    following = low[end + 1 : end + 2]
    return following.isalnum() and following.isascii() and not (low[end] == "." and following.isdigit() and low[end - 1].isspace())


def _is_chinese_date(source: Source, piece: Piece) -> bool:
    norm = source.norm
    following = norm[piece.end : piece.end + 2].lstrip(" ")[:1]
    if following and following in "月日号年季时届期楼级线强股板点" and _DATE_AFTER.match(norm, piece.end):
        return not (following == "股" and piece.scaled)
    if following == "点" and piece.low <= 24:
        return _CHINESE_TIME_BEFORE.search(norm, max(0, piece.start - 4), piece.start) is not None
    return following == "年" and piece.number.plain


def _is_count(source: Source, piece: Piece) -> bool:
    """Whether a bare whole number in digits counts something: no year, code, list number or part of a name."""
    norm, number = source.norm, piece.number
    written = norm[number.start : number.end]
    if (len(written) >= 5 and written[0] == "0") or _is_list_number(source, piece):
        return False
    following = norm[piece.end : piece.end + 1]
    if following in _CHINESE_COUNTERS and following:
        return True
    is_counted = _COUNTED_AFTER.match(source.low, piece.end) is not None
    if len(written) == 4 and 1900 <= piece.low <= 2100:
        return norm.strip() == written
    if len(written) == 11 and written[0] == "1" and written[1] in "3456789" and source.is_chinese:
        return False
    head = norm[max(0, piece.start - _WINDOW) : piece.start]
    if not head:
        return True
    if head[-1] == "(" and norm.startswith(")", piece.end):
        return len(written) not in (5, 6)
    if "\u4e00" <= head[-1] <= "\u9fff" and head[-1] not in _VALUE_LEADS:
        return False
    match = _WORD_BEFORE.search(head)
    return match is None or not _names(norm, match, max(0, piece.start - _WINDOW), is_counted=is_counted)


def _names(norm: str, match: re.Match[str], offset: int, *, is_counted: bool) -> bool:
    """Whether the word before a bare number makes it part of a name or a reference: Boeing 737, Section 301, May 5."""
    word = match[1].rstrip(".").lower()
    if _MONTH_BEFORE.match(match[0].lower()) or word in _REFERENCES and not is_counted:
        return True
    if word in _REFERENCES and word in ("no", "nos", "number", "section", "article", "chapter", "page", "rule", "formula"):
        return True
    if not match[1][0].isupper() or word in _FUNCTION or is_counted:
        return False
    return len(word) > 1 or not match[1].isupper()


_LIST_BEFORE = re.compile(r"(?:^|[\n。;；])[ \t]*[(（]?$")
_LIST_AFTER = re.compile(r"(?:[.)、）][ \t]?(?=[^\d\s])|[)）]\s)")


def _is_list_number(source: Source, piece: Piece) -> bool:
    if piece.end - piece.start > 2 or not _LIST_AFTER.match(source.norm, piece.end):
        return False
    if _LIST_BEFORE.search(source.norm, max(0, piece.start - 6), piece.start):
        return True
    return source.norm[piece.start - 1 : piece.start] in "(（" and piece.start > 0 or source.norm[piece.end] == ")"


_ISOLATED = frozenset(" \t\n,，。、；;：:.!?！？()（）[]【】“”\"'—-~…/|")
_COPULA = frozenset("是为于前共计约近超逾达")


def _is_chinese_count(source: Source, piece: Piece) -> bool:
    """Whether a numeral of Chinese signs without unit counts: 三千五百, 一个, 两家; not 一直, 十分, 统一, 四川."""
    norm, start, end = source.norm, piece.start, piece.end
    before, after = norm[start - 1 : start] if start else "", norm[end : end + 1]
    written = norm[piece.number.start : end]
    is_open = not before or before in _ISOLATED
    if any(sign.isdigit() for sign in written):
        return True
    if written in ("十", "百", "千", "万", "十分", "千万", "百万", "万一") or written[0] in "百千万亿":
        return (
            (is_open and (not after or after in _ISOLATED)) and written[0] != "万" or written[0] == "千" and len(written) == 2 and is_open
        )
    if not after or after in _ISOLATED or after in "这不还又和":
        return is_open or before in _COPULA or len(written) > 1 and piece.low >= 20
    if len(written) == 1:
        if norm[start : start + 4].count(written) > 1 and after == written:
            return False
        return (
            after in _CHINESE_COUNTERS and before not in "统同唯万第之单专惟逐初" if before else after in _CHINESE_COUNTERS or after == "的"
        )
    if after in _CHINESE_COUNTERS:
        return True
    return piece.low >= 100 or "." in str(piece.low) or "分" in written


_OVER = (
    "more than ",
    "over ",
    "above ",
    "exceeding ",
    "in excess of ",
    "at least ",
    "north of ",
    "upwards of ",
    "topping ",
    "surpassing ",
    "greater than ",
    "exceeded ",
    "topped ",
    "surpassed ",
)
_UNDER = (
    "nearly ",
    "almost ",
    "less than ",
    "under ",
    "below ",
    "up to ",
    "fewer than ",
    "close to ",
    "just shy of ",
    "shy of ",
    "at most ",
    "as much as ",
    "as many as ",
    "not quite ",
)
_ABOUT = ("about ", "around ", "roughly ", "approximately ", "some ", "an estimated ", "approx. ", "approx ", "circa ", "c. ", "estimated ")
_OVER_ZH = ("逾", "超过", "超", "高于", "多于", "大于", "不低于", "不少于", "至少", "突破", "突破了", "超出", "高出")
_UNDER_ZH = ("近", "接近", "将近", "不到", "不足", "少于", "低于", "小于", "不超过", "至多", "最多", "未到", "不及", "逼近")
_ABOUT_ZH = ("约", "大约", "约为", "大概", "左右", "约合", "估计", "大致", "约占")
_HEDGES = {
    **dict.fromkeys(_OVER + _OVER_ZH, Approximation.OVER), **dict.fromkeys(_UNDER + _UNDER_ZH, Approximation.UNDER), **dict.fromkeys(_ABOUT + _ABOUT_ZH, Approximation.ABOUT),
}  # fmt: skip
_HEDGE_ENDS = tuple(sorted(_HEDGES, key=len, reverse=True))
_HEDGE_AFTER = re.compile(
    r" ?(?:(多|余|以上|or more|or higher|-plus|plus|\+)|(以下|以内|之内|or less|or lower)|(左右|上下|or so|-ish|-odd|前后))(?![a-z])"
)
_UP = (
    "增长", "增加", "上涨", "上升", "提高", "提升", "上调", "扩大", "走高", "攀升", "回升", "反弹", "上扬", "大涨", "飙升", "激增", "增", "涨", "升", "涨幅", "增幅", "增速", "高开",
    "rose ", "rise ", "rises ", "risen ", "rising ", "up ", "gained ", "gains ", "gain ", "gaining ", "increased ", "increase ", "increases ", "increasing ", "grew ", "grow ", "grows ",
    "growing ", "growth of ", "grown ", "climbed ", "climbs ", "climb ", "jumped ", "jumps ", "jump ", "surged ", "surges ", "surge ", "soared ", "soars ", "advanced ", "added ", "adding ", "higher ",
    "rallied ", "expanded ", "increase of ", "rise of ", "gain of ", "jump of ", "surge of ", "raised ", "hiked ", "spiked ", "edged up ", "ticked up ", "rebounded ",
)  # fmt: skip
_DOWN = (
    "下降", "下跌", "减少", "降低", "回落", "下调", "收窄", "走低", "下滑", "缩减", "萎缩", "大跌", "暴跌", "重挫", "骤降", "锐减", "减", "跌", "降", "降幅", "跌幅", "低开", "缩水", "降息",
    "fell ", "fall ", "falls ", "fallen ", "falling ", "down ", "dropped ", "drop ", "drops ", "dropping ", "declined ", "decline ", "declines ", "declining ", "decreased ", "decrease ", "decreases ",
    "lost ", "lose ", "loses ", "losing ", "slid ", "slides ", "slipped ", "slips ", "sank ", "sinks ", "tumbled ", "tumbles ", "plunged ", "plunges ", "plummeted ", "shed ", "sheds ", "slumped ",
    "shrank ", "shrunk ", "shrinks ", "contracted ", "cut ", "cuts ", "cutting ", "lowered ", "reduced ", "lower ", "decline of ", "drop of ", "fall of ", "decrease of ", "loss of ", "eased ", "edged down ",
    "ticked down ", "dipped ", "retreated ", "slashed ", "trimmed ",
)  # fmt: skip
_UP_ENDS, _DOWN_ENDS = _UP, _DOWN
_DIRECTION_AFTER = re.compile(
    r" (?:(higher|increase|rise|gain|jump|surge|growth|hike|advance|rally)|(lower|decrease|decline|drop|fall|loss|cut|plunge|slump|slide|dip|reduction|contraction))(?![a-z])|的?(?:(涨幅|增幅|增长|升幅|增速)|(跌幅|降幅|下降|下跌|减幅))"
)


def hedge_and_direction(source: Source, piece: Piece) -> tuple[Approximation | None, Direction | None]:
    """How exact the figure is said to be, and the direction word beside it; "fell to 4.1 percent" has none."""
    low = source.low
    tail = low[max(0, piece.start - _WINDOW) : piece.start]
    hedge: Approximation | None = Approximation.OVER if piece.over else None
    if not tail.endswith(" ") or not tail[-2:-1].isascii():
        tail = tail.rstrip(" ")
    for _ in range(2):
        if not tail.endswith(_HEDGE_ENDS):
            break
        word = next(word for word in _HEDGE_ENDS if tail.endswith(word))
        if tail.endswith(("最近", "附近", "远近", "靠近", "临近")):
            break
        hedge = hedge or _HEDGES[word]
        tail = tail[: -len(word)]
    if hedge is None and (match := _HEDGE_AFTER.match(low, piece.end)):
        hedge = Approximation.OVER if match[1] else Approximation.UNDER if match[2] else Approximation.ABOUT
    return hedge, _direction(low, tail, piece)


def _direction(low: str, tail: str, piece: Piece) -> Direction | None:
    if tail.endswith("by "):
        tail = tail[:-3]
    elif tail.endswith(("了", "达", "幅")) and not tail.endswith(("到达",)):
        tail = tail[:-1] if tail[-1] != "幅" else tail
    if tail.endswith(_UP_ENDS):
        return Direction.UP
    if tail.endswith(_DOWN_ENDS):
        return Direction.DOWN
    match = _DIRECTION_AFTER.match(low, piece.end) if piece.unit is not None else None
    if match is None:
        return None
    return Direction.UP if match[1] or match[3] else Direction.DOWN


def skip_rejected(source: Source, piece_end: int, seed: int) -> int:
    """Where to go on after a number that is none: behind the whole token in Latin text."""
    if piece_end <= seed:
        piece_end = seed + 1
    match = (
        _TOKEN_REST.match(source.norm, piece_end) if source.norm[piece_end - 1].isascii() and source.norm[piece_end - 1].isalnum() else None
    )
    return piece_end if match is None else max(piece_end, match.end())


ZERO = Decimal(0)
