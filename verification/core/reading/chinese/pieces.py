"""The pieces of a Chinese sentence: its marks, borders and names, and the text between them."""

from collections.abc import Sequence
from dataclasses import dataclass

from verification.core.evidence import Quantity
from verification.core.language.everyday import is_everyday
from verification.core.language.frequency import zipf
from verification.core.patterns import lazy_regex
from verification.core.reading.chinese.asides import without_asides
from verification.core.reading.clause_words import Mark, Role, chinese_marks
from verification.core.reading.figure_slots import Span
from verification.core.reading.measure_words import tables
from verification.core.subjects.known import Known, find_known

_BORDER = lazy_regex(r"[，；：。！？,;:!?()|\n—【】「」]")
_TRIM = "# \u3000的、，和及与,：:·-—“”\"'在\t【】「」|；;。！？!?()"
NOBODY = lazy_regex(
    r"(?:(?:[我本贵末]?公司(?:及其?(?:控股|全资|下属)?子公司)?|我[行司]|集团)(?:单季|季度|年度|月度)?|[该本此这](?:方|国|市|省|县|区|州|地|公司|企业|集团|行|机构|股|指数|指标|品种|合约|产品|项目)|每.{1,2}|其|该|此|这|那|它|他|她|本|等|等等|有|上|下|后者?|前者|们|是|一|个|名|人|人次|余人|行方|管理层|[座家项只宗起部辆台件户吨桶张股场次票席枚支套艘架例份条块片口头株所间处班趟笔单位篇轮届期]|[aq]|周内|日内|期内|当期|当季|当周|单季|单周|单月|不|没有|远|略|稍|大幅|小幅|显著|明显|远远)*"
)
_SEPARATORS = frozenset(Role) - {Role.MEASURE, Role.QUALIFIER, Role.FRAME}
_SMALL = frozenset({Role.FILLER, Role.CUT, Role.IS, Role.LIGHT, Role.TO, Role.EACH, Role.SPEECH, Role.FRAME, Role.UP, Role.DOWN})
_BEHIND_VALUE = lazy_regex(r"\s*(?:[是为达报录则仅约近:：=]|上修|下修|修正|的?$)")
_BEFORE_FIGURE = "每约近逾超了约 \u3000"
# Measures that begin as towns are called.
_LIKE_TOWNS = ("广义货币", "自由现金流")
_WHILE = lazy_regex(r"期间|之际|之后|前夕|以来")
_BEFORE_SHARE = "，,;；。( \u3000约已仅只就也"
_ATTRIBUTE = lazy_regex(r"(?:[一二三四五六七八九十两几数多]+|\d+)(?:余|多)?(?:家|个|大|类|种|项|名|位|条|只|省|市|国|地|桶|座|间)")
# 16—24岁|劳动力, 65岁及以上|人口
_OF_AGE = lazy_regex(
    r"岁?(?:及以上|以上|及以下|以下)?的?(?:劳动力|人口|老年|青年|儿童|青少年|女性|男性|人群|成年人|居民|患者|学生|未成年人)"
)
HAN = lazy_regex(r"[\u4e00-\u9fff]")
_TAIL_WORD = lazy_regex(
    r"(?<=..)(?:[本该]届|瞬间|实际|合计|累计|季度|年度|月度|单季|\d比\d|\d{1,2}日|目前|双双|年内|今日|昨日|历史|获准|共|全场|单场|半场|上市?首[年月周日]|上市首日|主场|客场)$"
)
# What a name is given before it and does not bear: 其中|国际航线, 首20日|一手.
_BEFORE_NAME = lazy_regex(
    r"(?:其中|首\d{1,3}(?:日|天|周|个月)|(?:报告|通报|确认)(?=[\u4e00-\u9fff]{2})|历史(?=累计)|累计(?=.)|平均(?=..)|旗下(?=..)|若(?![干尔羌])|如果|一旦|假如|假设|倘若|即便|即使)+"
)
# "国庆中秋假期全省接待游客": the holiday before the name says when, and 春节档 is whose figure it is.
_HOLIDAY = lazy_regex(
    r"(?:今年|去年|本次|刚刚过去的|为期\S{1,3}天的)?(?:元旦|春节|清明节?|五一|劳动节|端午节?|中秋节?|国庆节?|双节|圣诞节?|、|和|暑期?|寒假)+"
    r"(?:小长假|长假|假期|假日|黄金周)(?:运输)?(?:期间)?"
)
_HOLIDAY_BEHIND = lazy_regex(
    r"(?:元旦|春节|清明节?|五一|劳动节|端午节?|中秋节?|国庆节?|双节|圣诞节?|暑期?)+(?:小长假|长假|假期|假日|黄金周)(?:期间)?$"
)
# Signs that lead on at the beginning of a clause alone: 继 of 赵继伟 is a name's.
_LEADS_CLAUSE = frozenset("继虽若据")
# 31个大|城市, 一线|城市 are places and no kind of household.
_OF_CITIES = lazy_regex(r"(?:[大中小线个座]|主要|重点|热点|省会|样本|试点|部分|各)$")
# Firms from some size on, loans from some term on (5年期以上LPR): the words are one, and no bound of a figure.
_OF_SIZE = lazy_regex(r"(?:规模|限额|[年月天]期)以上(?=[A-Z\u4e00-\u9fff])")
_BODIES = tuple("局署厅院司处室")
# What leads to a period or figure behind a name, and the shortest name it may stand behind.
_LEADS_ON = frozenset("于自从至由若在会")
_SHORTEST = 2
_AFTER_PERIOD = tuple("度份末底内起")


@dataclass(slots=True)
class Lead:
    """What stands before a run of figures: its marks and the pieces of text between them."""

    start: int
    end: int
    marks: list[Mark]
    pieces: list[Span]


class ChinesePieces:
    """A sentence with its marks, names and borders, cut into pieces."""

    def __init__(self, text: str, quantities: Sequence[Quantity], periods: Sequence[Span]) -> None:
        self._text = text
        self._quantities = quantities
        self._periods = periods
        self._view = without_asides(text, quantities, periods)
        # 青年 is a town too, but beside figures it narrows a measure.
        narrowing = tables().chinese_qualifiers
        self._known = tuple(
            one for one in find_known(self._view) if not (self._view[one.start : one.end] in narrowing or self._is_word(one))
        )
        self._inside = frozenset(at for one in self._known for at in range(one.start, one.end))
        borders = (found.start() for found in _BORDER.finditer(self._view))
        self._borders = [at for at in borders if at not in self._inside and not (self._is_inside_figure(at) or self._is_dated(at))]
        self._marks = self._sure_marks()
        self._measures_from = frozenset(mark.start for mark in self._marks if mark.role is Role.MEASURE)  # 在手订单
        self._led_on = frozenset([at for at, _ in periods] + [one.start for one in quantities])
        self._attributes = frozenset(index for index in range(len(quantities)) if self._is_attribute(index))

    def _is_word(self, known: Known) -> bool:
        """Whether what stands there is a word and no name: 广义|货币, 其|中国|际, 自由|现金流."""
        start, end = known.start, known.end
        is_cut = self._view[start - 1 : end].startswith("其中国") and zipf(self._view[end - 1 : end + 1], "zh") > 0
        return is_cut or self._view.startswith(_LIKE_TOWNS, start)

    def _sure_marks(self) -> list[Mark]:
        """The marks that are no part of a name, nor single signs inside a word: 约 of 合约, 中 of 中行."""
        inside_names = {at: one.end for one in self._known for at in range(one.start + 1, one.end)}
        inside_names |= {at: end for start, end in self._periods for at in range(start, end)}  # 8月|增产, not 月增
        found = chinese_marks(self._view, 0, len(self._view), inside_names)
        ends = [mark.start for mark in found] + [one.start for one in self._quantities] + [at for at, _ in self._periods] + self._borders
        borders = frozenset((*ends, len(self._view)))
        sized = [word.span() for word in _OF_SIZE.finditer(self._view)]
        inside = [
            mark
            for mark in found
            if not (self._is_in_name(mark) or self._crosses_words(mark) or any(a <= mark.start and mark.end <= b for a, b in sized))
        ]
        return [mark for mark in inside if self._is_sure(mark, borders)]

    def _is_sure(self, mark: Mark, borders: frozenset[int]) -> bool:
        if mark.role is Role.MEASURE and mark.end - mark.start == 1 and mark.start:
            return not zipf(self._view[mark.start - 1 : mark.end], "zh")  # 价 of 造价
        if self._begins_share(mark):
            return True
        if mark.role is Role.VALUE:
            return mark.end in borders or _BEHIND_VALUE.match(self._view, mark.end) is not None
        return mark.end - mark.start > 1 or mark.role not in _SMALL or self._opens_clause(mark) or self._stands_alone(mark, borders)

    def _opens_clause(self, mark: Mark) -> bool:
        """Whether a sign leads a clause and the name behind it: 就|智利而言, 但|海天味业净利润, 从|葡萄牙来看."""
        leads = not mark.start or self._view[mark.start - 1] in _TRIM or self._view[mark.start - 1] in "，,；;。"
        return leads and mark.role in (Role.CUT, Role.FILLER) and any(one.start == mark.end for one in self._known)

    def _begins_share(self, mark: Mark) -> bool:
        """Whether a clause begins with the whole of which the figure is a share: ，占|公司总股本的."""
        is_share = self._view[mark.start : mark.end] == "占"
        return is_share and (not mark.start or self._view[mark.start - 1] in _BEFORE_SHARE)

    def _is_in_name(self, mark: Mark) -> bool:
        if any(one.start < mark.start < one.end < mark.end or mark.start < one.start < mark.end < one.end for one in self._known):
            return True  # 行将 across 央行|将
        return any(
            one.start <= mark.start
            and mark.end <= one.end
            and (one.end - one.start > mark.end - mark.start or mark.role is not Role.MEASURE)
            for one in self._known
        )

    def _crosses_words(self, mark: Mark) -> bool:
        """Whether a word is a part of longer ones: 国外 in 我国|外汇, 统计 in 统计局."""
        if mark.role is Role.SPEECH and self._view[mark.end : mark.end + 1] in _BODIES:
            return True  # 统计 of 劳工统计局
        if mark.role is not Role.QUALIFIER or mark.end - mark.start != 2 or not mark.start:
            return False
        if self._view[mark.start : mark.end] == "城市" and _OF_CITIES.search(self._view, max(0, mark.start - 2), mark.start):
            return True
        before, behind = self._view[mark.start - 1 : mark.start + 1], self._view[mark.start + 1 : mark.end + 1]
        return bool(zipf(before, "zh") and zipf(behind, "zh"))

    def _stands_alone(self, mark: Mark, borders: frozenset[int]) -> bool:
        if self._view[mark.start : mark.end] in _LEADS_CLAUSE:
            return not mark.start or self._view[mark.start - 1] in _TRIM
        is_behind_name = any(one.end == mark.start for one in self._known)
        before = self._view[max(0, mark.start - 1) : mark.end]
        if mark.start and not is_behind_name and (zipf(before, "zh") or (mark.role is Role.CUT and is_everyday(before, "zh"))):
            return False  # 向 of 南向
        if mark.role is Role.CUT and zipf(self._view[mark.start : mark.end + 2], "zh"):
            return False  # 自 of 自民党
        if mark.role in (Role.CUT, Role.SPEECH, Role.LIGHT, Role.FRAME):
            return zipf(self._view[mark.start : mark.end + 1], "zh") == 0 and zipf(before, "zh") == 0
        return mark.end in borders or self._view[mark.end] in _BEFORE_FIGURE

    def _known_at(self, start: int, end: int) -> list[Known]:
        """The known names in a stretch, counted from its start."""
        return [Known(one.start - start, one.end - start, one.entities) for one in self._known if start <= one.start and one.end <= end]

    def _is_inside_figure(self, at: int) -> bool:
        return any(one.start <= at < one.end for one in self._quantities)

    def _is_dated(self, at: int) -> bool:
        """Whether a sign is a part of a period: the stroke of 1—7月份."""
        return any(start < at < end - 1 for start, end in self._periods)

    def _in_period(self, mark: Mark) -> bool:
        return any(start <= mark.start and mark.end <= end for start, end in self._periods)

    def _trimmed(self, start: int, end: int) -> Span | None:
        # 和记, 埃及: in a name such signs join nothing.
        kept = self._inside | self._measures_from
        start = self._behind_leads(start, end, kept)
        while start < end and (self._view[start] in _TRIM or self._view[start] in "其据") and start not in kept:
            if zipf(self._view[start : start + 2], "zh"):
                break  # 在建, 其他, 据点
            start += 1
        while end > start and self._view[end - 1] in _TRIM and end - 1 not in self._inside:
            if end - start > 1 and zipf(self._view[end - 2 : end], "zh"):
                break  # 存在, 参与
            end -= 1
        while tail := _TAIL_WORD.search(self._view, start, end) or _HOLIDAY_BEHIND.search(self._view, start + 2, end):
            end = tail.start()
        if (
            end - start > _SHORTEST
            and self._view[end - 1] in _LEADS_ON
            and end in self._led_on
            and not zipf(self._view[end - 2 : end], "zh")
        ):
            end -= 1  # 该机构|于|上周
        if end - start > 2 and self._view[end - 1] == "正" and not is_everyday(self._view[end - 2 : end], "zh"):
            end -= 1  # 软银|正就收购进行谈判
        return (start, end) if start < end else None

    def _behind_leads(self, start: int, end: int, kept: frozenset[int]) -> int:
        """Where a piece begins behind words that its name does not bear: 其中|国际航线, 国庆假期|全省."""
        if start not in kept and (leads := _BEFORE_NAME.match(self._view, start, end)):
            start = leads.end()
        holiday = _HOLIDAY.match(self._view, start, end)
        return holiday.end() if holiday and self._begins_name(holiday.end()) else start

    def _begins_name(self, at: int) -> bool:
        """Whether a name begins here, or a word for the whole of a place: 全省, 全市."""
        return self._view[at : at + 2] in ("全国", "全省", "全市", "全区", "全县") or any(one.start == at for one in self._known)

    def _lead(self, start: int, end: int) -> Lead:
        marks = [mark for mark in self._marks if start <= mark.start and mark.end <= end and not self._in_period(mark)]
        cuts = sorted(
            [(mark.start, mark.end) for mark in marks if mark.role in _SEPARATORS]
            + [span for span in self._periods if start <= span[0] < end]
            + [(at, at + 1) for at in self._borders if start <= at < end]
        )
        pieces: list[Span] = []
        at = start
        for cut_start, cut_end in [*cuts, (end, end)]:
            if at > start and self._view[at : at + 1] in _AFTER_PERIOD and any(span[1] == at for span in self._periods):
                at += 1
            piece = self._trimmed(at, min(cut_start, end))
            if piece and not (self._is_anybody(piece) or self._is_figure(piece) or self._is_while(piece)):
                pieces.append(piece)
            at = max(at, cut_end)
        return Lead(start, end, marks, pieces)

    def _is_anybody(self, piece: Span) -> bool:
        """Whether a piece only points at somebody or counts (该公司, 余人), and is no name: A股."""
        return NOBODY.fullmatch(self._view, *piece) is not None and not any((one.start, one.end) == piece for one in self._known)

    def _is_while(self, piece: Span) -> bool:
        """Whether a piece only says during or after what it was: 国庆假期运输|期间, 交易完成|之后."""
        return _WHILE.match(self._view, piece[1]) is not None

    def _is_figure(self, piece: Span) -> bool:
        """Whether a piece is but a figure and what it counts: 较5月末的|139家|增加3家."""
        figure = next((one for one in self._quantities if one.start == piece[0]), None)
        return figure is not None and piece[1] - figure.end <= 1

    def _is_attribute(self, index: int) -> bool:
        """Whether a small count only belongs to a name that another figure is told of: 三家公司, 22家受测银行, 一年期LPR."""
        one = self._quantities[index]
        if _OF_AGE.match(self._view, one.end) and index + 1 < len(self._quantities):
            return True
        if self._view[one.end : one.end + 1] == "期" and one.text[-1] in "年月天日周":
            return index + 1 < len(self._quantities)
        counter = _ATTRIBUTE.match(self._text, one.start)
        if index + 1 == len(self._quantities) or counter is None or counter.end() < one.end:
            return False
        following = self._quantities[index + 1].start
        return bool(HAN.match(self._view, counter.end())) and not any(one.end <= at < following for at in self._borders)
