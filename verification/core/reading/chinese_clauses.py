"""The clauses of a Chinese sentence, cut into pieces by periods, verbs and words that tell nothing, and what each piece names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from verification.core.evidence import Quantity
from verification.core.language.frequency import zipf
from verification.core.reading.chinese_asides import without_asides
from verification.core.reading.clause_words import Mark, Role, chinese_marks
from verification.core.reading.event_clauses import event_verbs
from verification.core.reading.figure_slots import Span
from verification.core.reading.measure_words import tables
from verification.core.reading.speaker_nouns import kind_of
from verification.core.subjects.chinese_words import segment
from verification.core.subjects.known import Known, find_known

_BORDER = re.compile(r"[，；：。！？,;:!?()|\n—【】「」]")
JOINT = re.compile(r"、|以及|和|与|及|vs\.?")
_TRIM = "# \u3000的、，和及与,：:·-—“”\"'在\t【】「」|；;。！？!?()"
_HEAD = re.compile(r"(?:率|额|量|价|数|值|费|比|金|度|额度|总数|幅度|人数|规模|水平|总值|成本|均价|面积)(?<!指数)$")
_NOBODY = re.compile(r"(?:(?:[我本贵末]?公司|我[行司]|集团)(?:单季|季度|年度|月度)?|[该本此这](?:方|国|市|省|县|区|州|地|公司|企业|集团|行|机构|股|指数|指标|品种|合约|产品|项目)|每.{1,2}|其|该|此|这|那|它|他|她|本|等|等等|有|上|下|后者?|前者|们|是|一|个|名|不|没有)*")
_SEPARATORS = frozenset(Role) - {Role.MEASURE, Role.QUALIFIER, Role.FRAME}
_RANGE_TAIL = re.compile(r"(?:规模|水平|总量|情况|数据|合计|金额|总额|方面|幅度|初值|终值|修正值|速览|一览|变动|成绩单|均|\s|\u3000)*")
_SMALL = frozenset({Role.FILLER, Role.CUT, Role.IS, Role.LIGHT, Role.TO, Role.EACH, Role.SPEECH, Role.FRAME, Role.UP, Role.DOWN})
_BEHIND_VALUE = re.compile(r"\s*(?:[是为达报录则仅约近:：=]|上修|下修|修正|的?$)")
_BEFORE_FIGURE = "每约近逾超了约 \u3000"
SOURCE = re.compile(r"(?:调查|数据|报告|统计|机构|媒体|分析师|经济学家|市场|季报|年报|一季报|半年报|财报|公告|起诉书)$")
_ATTRIBUTE = re.compile(r"(?:[一二三四五六七八九十两几数多]+|\d+)(?:余|多)?(?:家|个|大|类|种|项|名|位|条|只|省|市|国|地|桶|座|间)")
# Who speaks for a name, or what tells of it, behind the name: 越南|发言人, 海天味业|财务总监, 信和物流|业绩快报.
_SPOKESMAN = re.compile(
    r"(?:的|自己的)?(?:官方|有关部门|有关方面|方面|[\u4e00-\u9fff]{0,4}(?:部门|机构|组织)|官员|发言人|负责人|当局|政府|官网|新闻稿|通讯社|"
    r"董事长|董秘|掌门人|管理层|首席执行官|(?:副?总经理|财务总监|总裁|cfo|ceo)|证券部工作人员|"
    r"(?:统计|农业|旅游|环保|国家统计|中央统计|教育|税务|人社|财政|卫生)[局厅署](?:局长|负责人)?|(?:央行|国家银行|中央银行)行长|央行|财政部长|统计局局长|"
    r"(?:统计|更正|业绩|工作)?(?:公告|公报|快报|通报|简报|报告)|(?:业绩|中期|全年)?(?:财报|年报|季报|月报|半年报|中报)|业绩|绩后|"
    r"主要(?:经济|会计|财务|运行)?(?:指标|数据)|基本面|经营(?:情况|数据)|维基词条)"
    r"(?:(?:周[一二三四五六日])?在[\u4e00-\u9fffa-z]{2,8}[上中里]|首次|周[一二三四五六日])*(?:坦言|承认|感叹|确认|介绍|透露|披露|通报)?$"
)
# What goes on from a name to what becomes of it.
_GOES_ON = re.compile(r"\s*(?:则|也|将|已|仍|还|正|又|再|终|却|便|竟|继续|延续|持续|近日|随后|今日|昨日|周[一二三四五六日])")
_LATIN = re.compile(r"[a-z]")
HAN = re.compile(r"[\u4e00-\u9fff]")
NO_SUBJECTS = frozenset(
    ("实际", "本报", "其中", "最新", "广告", "更正", "消息", "数据", "结果", "总计", "合计", "现", "其余", "全部", "这样", "名义",
     "现行", "现有", "当前", "目前", "近期", "最近", "本期", "当期", "总体", "整体", "季度", "年度", "月度", "单季", "半年度", "终盘", "尾盘", "午盘", "早盘", "午后", "收盘")
)
_TAIL_WORD = re.compile(r"(?<=..)(?:瞬间|实际|合计|累计|季度|年度|月度|单季|\d比\d|目前|双双|年内|今日|昨日|共)$")
# What tells of a measure which part of the whole it counts: 全国|居民人均可支配收入.
_KIND_OF = re.compile(
    r"(?<=..)(?:居民|职工|家庭|企业|工业|农业|制造业|服务业|人均|城镇|农村|境内|境外|海外|国内|新能源|住宅|商品|货物|原油|粮食|全社会)+$"
)
_AFTER_PERIOD = tuple("度份末底内起")
_MEASURE_LETTERS = 3
_COUNTS = frozenset(("人数", "数量", "总数", "规模"))
_NAME_ENDS = (
    "公司", "集团", "银行", "股份", "工厂", "控股", "中国", "港", "大学", "汽车", "科技", "电子", "药业", "医药", "能源", "影业",
    "酒业", "航空", "证券", "基金", "保险", "信托", "指数", "指", "央行", "金管局", "部门",
)  # fmt: skip


@dataclass(slots=True)
class Lead:
    """What stands before a run of figures: its marks and the pieces of text between them."""

    start: int
    end: int
    marks: list[Mark]
    pieces: list[Span]


class ChineseClauses:
    """The clauses of a sentence: its marks, names and borders, and what a piece between them names."""

    def __init__(self, text: str, quantities: Sequence[Quantity], periods: Sequence[Span]) -> None:
        self._text = text
        self._quantities = quantities
        self._periods = periods
        self._view = without_asides(text, quantities, periods)
        # 青年 is a town too, but beside figures it narrows a measure.
        narrowing = tables().chinese_qualifiers
        self._known = tuple(one for one in find_known(self._view) if self._view[one.start : one.end] not in narrowing)
        self._borders = [found.start() for found in _BORDER.finditer(self._view) if not self._is_inside_figure(found.start())]
        self._marks = self._sure_marks()
        self._measures_from = frozenset(mark.start for mark in self._marks if mark.role is Role.MEASURE)  # 在手订单
        self._attributes = frozenset(index for index in range(len(quantities)) if self._is_attribute(index))

    def _sure_marks(self) -> list[Mark]:
        """The marks that are no part of a name, nor single signs inside a word: 约 of 合约, 中 of 中行."""
        inside_names = {at: one.end for one in self._known for at in range(one.start + 1, one.end)}
        found = chinese_marks(self._view, 0, len(self._view), inside_names)
        ends = [mark.start for mark in found] + [one.start for one in self._quantities] + [at for at, _ in self._periods] + self._borders
        borders = frozenset((*ends, len(self._view)))
        inside = [mark for mark in found if not (self._is_in_name(mark) or self._crosses_words(mark))]
        return [mark for mark in inside if self._is_sure(mark, borders)]

    def _is_sure(self, mark: Mark, borders: frozenset[int]) -> bool:
        if mark.role is Role.MEASURE and mark.end - mark.start == 1 and mark.start:
            return not zipf(self._view[mark.start - 1 : mark.end], "zh")  # 价 of 造价
        if mark.role is Role.VALUE:
            return mark.end in borders or _BEHIND_VALUE.match(self._view, mark.end) is not None
        return mark.end - mark.start > 1 or mark.role not in _SMALL or self._opens_clause(mark) or self._stands_alone(mark, borders)

    def _opens_clause(self, mark: Mark) -> bool:
        """Whether a sign leads a clause and the name behind it: 就|智利而言, 但|海天味业净利润, 从|葡萄牙来看."""
        leads = not mark.start or self._view[mark.start - 1] in _TRIM or self._view[mark.start - 1] in "，,；;。"
        return leads and mark.role in (Role.CUT, Role.FILLER) and any(one.start == mark.end for one in self._known)

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
        """Whether a qualifier is the end of one word and the beginning of the next: 国外 in 我国|外汇."""
        if mark.role is not Role.QUALIFIER or mark.end - mark.start != 2 or not mark.start:
            return False
        before, behind = self._view[mark.start - 1 : mark.start + 1], self._view[mark.start + 1 : mark.end + 1]
        return bool(zipf(before, "zh") and zipf(behind, "zh"))

    def _stands_alone(self, mark: Mark, borders: frozenset[int]) -> bool:
        is_behind_name = any(one.end == mark.start for one in self._known)
        if mark.start and not is_behind_name and zipf(self._view[mark.start - 1 : mark.end], "zh"):
            return False
        if mark.role in (Role.CUT, Role.SPEECH, Role.LIGHT, Role.FRAME):
            return zipf(self._view[mark.start : mark.end + 1], "zh") == 0 and zipf(self._view[max(0, mark.start - 1) : mark.end], "zh") == 0
        return mark.end in borders or self._view[mark.end] in _BEFORE_FIGURE

    def _known_at(self, start: int, end: int) -> list[Known]:
        """The known names in a stretch, counted from its start."""
        return [Known(one.start - start, one.end - start, one.entities) for one in self._known if start <= one.start and one.end <= end]

    def _is_inside_figure(self, at: int) -> bool:
        return any(one.start <= at < one.end for one in self._quantities)

    def _in_period(self, mark: Mark) -> bool:
        return any(start <= mark.start and mark.end <= end for start, end in self._periods)

    def _trimmed(self, start: int, end: int) -> Span | None:
        while start < end and (self._view[start] in _TRIM or self._view[start] in "其据") and start not in self._measures_from:
            start += 1
        while end > start and self._view[end - 1] in _TRIM:
            end -= 1
        while tail := _TAIL_WORD.search(self._view, start, end):
            end = tail.start()
        return (start, end) if start < end else None

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
            if piece and not _NOBODY.fullmatch(self._view, *piece) and not self._is_figure(piece):
                pieces.append(piece)
            at = max(at, cut_end)
        return Lead(start, end, marks, pieces)

    def _is_figure(self, piece: Span) -> bool:
        """Whether a piece is but a figure and what it counts: 较5月末的|139家|增加3家."""
        figure = next((one for one in self._quantities if one.start == piece[0]), None)
        return figure is not None and piece[1] - figure.end <= 1

    def _is_quantity_noun(self, piece: Span) -> bool:
        return piece[1] - piece[0] > 1 and _HEAD.search(self._view, *piece) is not None

    def _is_qualifier(self, piece: Span, marks: Sequence[Mark]) -> bool:
        inside = [mark for mark in marks if piece[0] <= mark.start and mark.end <= piece[1]]
        return (
            bool(inside)
            and all(mark.role is Role.QUALIFIER for mark in inside)
            and sum(m.end - m.start for m in inside) >= piece[1] - piece[0]
        )

    def _split(self, piece: Span, marks: Sequence[Mark]) -> tuple[Span | None, Span | None]:
        """Subject and measure of one piece: 招商轮船|净利润, 美国|石油钻井总数, 星河|的|市值."""
        start, end = piece
        inside = [mark for mark in marks if start <= mark.start and mark.end <= end]
        nouns = self._nouns(inside, end) or self._nouns_within(inside)
        frames = [mark for mark in inside if mark.role is Role.FRAME]
        if len(nouns) > 1 and nouns[-1].row and nouns[-1].row.code == "growth" and nouns[-2].end == nouns[-1].start:
            end = nouns.pop().start
        if nouns:
            at = nouns[-1].start
            if frames and frames[-1].end == at:
                at = frames[-1].start
            while widening := next((m for m in inside if m.end == at and m.role in (Role.QUALIFIER,)), None):
                at = widening.start
        elif frames:
            at = frames[0].start
            while widening := next((m for m in inside if m.end == at and m.role in (Role.QUALIFIER,)), None):
                at = widening.start
        elif (found := _HEAD.search(self._view, start, end)) and end - start > 1:
            return self._headed(start, found.end())
        else:
            verb = self._verb_in(start, end)
            return (self._trimmed(start, verb) if verb else piece), None
        if nouns and not _RANGE_TAIL.fullmatch(self._view, nouns[-1].end, end):
            end = nouns[-1].end
        return self._before(start, at, end)

    def _verb_in(self, start: int, end: int) -> int | None:
        """Where a predicate begins in a piece that names no measure: 特斯拉|推出新车."""
        verbs = event_verbs("zh")
        for at in range(start + 2, end - 1):
            is_verb = any(self._view[at : at + length] in verbs for length in (4, 3, 2) if at + length <= end)
            if is_verb and not any(one.start <= at < one.end for one in self._known) and not zipf(self._view[at - 1 : at + 1], "zh"):
                return at
        return None

    def _nouns(self, inside: Sequence[Mark], end: int) -> list[Mark]:
        """The measures at the end of a piece, one behind the other."""
        found: list[Mark] = []
        for mark in reversed(inside):
            if mark.role is Role.MEASURE and _RANGE_TAIL.fullmatch(self._view, mark.end, end):
                found.insert(0, mark)
                end = mark.start
            elif mark.role is Role.QUALIFIER and not self._view[mark.end : end].strip(" \u3000"):
                end = mark.start
            elif mark.role is not Role.QUALIFIER:
                break
        return found

    def _nouns_within(self, inside: Sequence[Mark]) -> list[Mark]:
        """The first measure of a piece that goes on behind it: 通胀目标|不妨."""
        rows = [mark for mark in inside if mark.row is not None and mark.row.code != "growth" and mark.end - mark.start > 1]
        return rows[:1]

    def _headed(self, start: int, end: int) -> tuple[Span | None, Span | None]:
        """A piece that ends as quantities do, but that no table has: 无薪假人数."""
        of = self._view.rfind("的", start, end)
        if of > start:
            return self._trimmed(start, of), self._trimmed(of + 1, end)
        known = self._known_at(start, end)
        if known and known[0].start == 0 and known[0].end < end - start:
            cut = start + known[0].end + self._has_suffix(start + known[0].end)
            return (start, cut), self._trimmed(cut, end)
        words = list(segment(self._view[start:end])) if end - start > 2 else []
        if len(words) > 1 and words[0][1]:
            cut = start + len(words[0][0])
            return (start, cut), (cut, end)
        cut = end - _tail_length([word for word, _ in words])
        return ((start, cut), (cut, end)) if cut - start > 1 else (None, (start, end))

    def _before(self, start: int, at: int, end: int) -> tuple[Span | None, Span | None]:
        """Subject and measure where the measure begins at ``at`` at the latest."""
        left = self._trimmed(start, at)
        if left is None:
            return None, (at, end)
        at = self._widened(left, at, end)
        left = self._trimmed(start, at)
        if left is None:
            return None, (at, end)
        of = self._view.rfind("的", start, at)
        if of > start and self._names_nobody(start, of):
            return self._before(of + 1, max(at, of + 1), end)
        if of > start and (of == at - 1 or not JOINT.search(self._view, of, at)):
            return self._trimmed(start, of), self._trimmed(of + 1, end)
        if JOINT.search(self._view, *left):
            return self._list_before(left, at, end)
        return self._name_before(left, at, end)

    def _has_suffix(self, at: int) -> bool:
        """Whether a place's kind follows its name: 苏州|市, and not 苏州|市场."""
        return self._view[at : at + 1] in tuple("市省县区州") and self._view[at : at + 2] not in ("市场", "市值", "市面", "区间", "区域", "县域")

    def _name_before(self, left: Span, at: int, end: int) -> tuple[Span | None, Span | None]:
        """One name and what stands between it and the measure: 苏州市|城镇居民人均可支配收入."""
        written = self._view[slice(*left)]
        known = self._known_at(*left)
        if known and known[0].start == 0:
            name_end = known[0].end
            for one in known[1:]:
                if one.start == name_end:
                    name_end = one.end
            name_end += self._has_suffix(left[0] + name_end)
            rest = written[name_end:]
            if rest[:1] in ("将", "把") and len(rest) > 1:  # 中国人民银行将|一年期LPR
                begins = left[0] + name_end + 1
                is_set = _SETS_RATES.search(written, 0, name_end) is not None
                return ((begins, left[1]), (at, end)) if is_set else ((left[0], begins - 1), (begins, end))
            if rest and not rest.isspace() and not any(is_name for _, is_name in segment(rest)) and not _ends_as_name(rest):
                return (left[0], left[0] + name_end), (left[0] + name_end, end)
            return left, (at, end)
        kind = _KIND_OF.search(written)
        if kind is not None:
            return (left[0], left[0] + kind.start()), (left[0] + kind.start(), end)
        return left, (at, end)

    def _names_nobody(self, start: int, end: int) -> bool:
        """Whether what stands before 的 only tells which figure is meant: 最新的, 备受关注的, 本次公布的."""
        span = self._trimmed(start, end)
        return span is None or self._is_nobody(span)

    def _is_nobody(self, span: Span) -> bool:
        return self._view[slice(*span)] in NO_SUBJECTS or _NOBODY.fullmatch(self._view, *span) is not None

    def _widened(self, left: Span, at: int, end: int) -> int:
        """Where the measure begins with the word that says what is counted: 施工|人数."""
        written = self._view[slice(*left)]
        if self._view[at:end] not in _COUNTS or any(one.end == left[1] - left[0] for one in self._known_at(*left)):
            return at
        words = list(segment(written))
        last, is_name = words[-1] if words else ("", True)
        return at - len(last) if not is_name and len(last) > 1 and left[1] == at else at

    def _list_before(self, left: Span, at: int, end: int) -> tuple[Span | None, Span | None]:
        """京、沪、穗、深|二手住宅价格: what follows the last member may belong to the measure."""
        joint = [*JOINT.finditer(self._view, *left)][-1]
        last = self._view[joint.end() : left[1]]
        known = self._known_at(joint.end(), left[1])
        if known and known[0].start == 0 and 0 < known[0].end < len(last) and not _ends_as_name(last[known[0].end :]):
            cut = joint.end() + known[0].end
            return (left[0], cut), (cut, end)
        return left, (at, end)

    def _names(self, span: Span) -> bool:
        """Whether a piece holds a name: a known one, Latin letters, or signs that make no word."""
        written = self._view[slice(*span)]
        if any(entity.kind != "currency" for one in self._known_at(*span) for entity in one.entities) or _LATIN.search(written):
            return True
        return any(is_name for _, is_name in segment(written))

    def _head_name(self, span: Span) -> Span:
        """The known name that a clause without a measure begins with: 黄金|则延续跌势; all of it where it begins with none."""
        known = self._known_at(*span)
        if not known or known[0].start:
            return span
        rest = self._view[span[0] + known[0].end : span[1]]
        return span if _ends_as_name(rest) or not _GOES_ON.match(rest) else (span[0], span[0] + known[0].end)

    def _party(self, span: Span) -> Span:
        """Whom somebody speaks for: 越南|发言人, 海天味业|官方; the span itself where it names no spokesman."""
        found = _SPOKESMAN.search(self._view, *span)
        return (span[0], found.start()) if found and found.start() > span[0] else span

    def _speaks_of_itself(self, span: Span) -> bool:
        """Whether a speaker is a known company, or somebody who speaks for one or for a place, and no expert, paper or unnamed person."""
        if self._party(span) != span:
            return True
        kinds = {entity.kind for one in self._known_at(*span) if (one.start, one.end) == (0, span[1] - span[0]) for entity in one.entities}
        return "company" in kinds and kind_of(self._view[slice(*span)], "zh") is None

    def _is_source(self, span: Span) -> bool:
        """Whether a piece says where a figure is from (行业报告), and is no name that ends so (西部数据)."""
        found = SOURCE.search(self._view, *span)
        if found is None or any(one.end == span[1] - span[0] for one in self._known_at(*span)):
            return False
        return found[0] != "市场" or not self._known_at(*span)

    def _place_spoken_for(self, span: Span | None) -> Span | None:
        """The place whose body a name is: 日本 of 日本财务省; the span itself where it is none."""
        known = self._known_at(*span) if span else []
        if span is None or not known or known[0].start or not any(entity.kind == "place" for entity in known[0].entities):
            return span
        cut = span[0] + known[0].end
        return (span[0], cut) if cut < span[1] and _BODY.fullmatch(self._view, cut, span[1]) else span

    def _is_growth(self, measure: Span | None) -> bool:
        rows = [mark.row for mark in self._marks if mark.row and measure and measure[0] <= mark.start and mark.end <= measure[1]]
        return bool(rows) and all(row.code == "growth" for row in rows)

    def _named(self, lead: Lead) -> tuple[Span | None, Span | None]:
        """Subject and measure that the pieces of a lead name."""
        subject, measure = self._told_by(lead)
        return (self._bare_name(subject) if subject else None), measure

    def _bare_name(self, span: Span) -> Span:
        """A name without the words before it that name nobody: 上市公司|布伦特伍德, 坏消息是|阿尔巴尼亚; not 北部|意大利."""
        start, end = span
        inside = {at for one in self._known for at in range(one.start + 1, one.end)}
        cuts = [found.end() for found in _LEADS_TO_NAME.finditer(self._view, start, end) if found.end() not in inside]
        if cuts and end - cuts[-1] > 1:
            start = cuts[-1]
        known = self._known_at(start, end)
        if not known or not known[0].start:
            return (start, end)
        before = self._view[start : start + known[0].start]
        is_mere = not _NARROWS.search(before) and not any(is_name for _, is_name in segment(before)) and HAN.match(before)
        return (start + known[0].start, end) if is_mere and len(before) > 1 else (start, end)

    def _told_by(self, lead: Lead) -> tuple[Span | None, Span | None]:
        split = [(piece, *self._split(piece, lead.marks)) for piece in lead.pieces if not self._is_qualifier(piece, lead.marks)]
        measured = [index for index, (_, _, measure) in enumerate(split) if measure is not None]
        if not measured:
            if not split:
                return None, None
            rest = [piece for piece, _, _ in split[1:]]
            first = split[0][1]
            if first is not None and self._is_source(first):
                first = None
            if first is not None and self._is_nobody(first):
                first = None
            if rest and first is not None and self._is_quantity_noun(rest[-1]):
                return first, rest[-1]
            return (first, None)
        if len(measured) > 1 and self._is_growth(split[measured[-1]][2]):
            measured.pop()
        last = measured[-1]
        piece, subject, measure = split[last]
        earlier = next((own for _, own, _noun in split[:last] if own is not None and not self._is_source(own)), None)
        if earlier is not None and subject is not None and self._is_set_by(earlier, piece):
            return subject, measure
        if earlier is not None and (subject is None or self._names(earlier) or not self._names(subject)):
            return self._party(earlier), (piece if subject is not None else measure)
        is_none = subject is not None and (self._is_source(subject) or self._is_nobody(subject))
        return (None if is_none else subject), measure

    def _is_set_by(self, actor: Span, piece: Span) -> bool:
        """Whether a body only sets what is measured: 中国人民银行将|一年期LPR."""
        return self._view[piece[0] - 1 : piece[0]] in ("将", "把") and _SETS_RATES.search(self._view, *actor) is not None

    def _is_attribute(self, index: int) -> bool:
        """Whether a small count only belongs to a name that another figure is told of: 三家公司, 22家受测银行, 一年期LPR."""
        one = self._quantities[index]
        if self._view[one.end : one.end + 1] == "期" and one.text[-1] in "年月天日周":
            return index + 1 < len(self._quantities)
        counter = _ATTRIBUTE.match(self._text, one.start)
        if index + 1 == len(self._quantities) or counter is None or counter.end() < one.end:
            return False
        following = self._quantities[index + 1].start
        return bool(HAN.match(self._view, counter.end())) and not any(one.end <= at < following for at in self._borders)


# What leads to a name, and what narrows one.
_LEADS_TO_NAME = re.compile(r"以为|看到|说到|是|认定|重申|误报|初估|轮到|上看|图为|上市公司|(?:房|矿|车|药|煤|钢|酒|券|航|乳)企|保险商|三问|若论|而|但")
_NARROWS = re.compile(r"(?:[东西南北中上下新老旧前原非除大小泛驻对在外内]|[东西南北]部|海外|国内|全国|境外|港口|子公司|[东西南北][部方])$")
_SETS_RATES = re.compile(r"(?:银行|央行|财政部|财务省|委员会|美联储|联储|金管局|管理局|政府)$")
_BODY = re.compile(
    r"(?:国家)?(?:统计[局院署厅]|财政部|财务省|海关(?:总署)?|劳工[部局]|商务部|经济部|央行|中央银行|政府|当局|官方|内阁|[\u4e00-\u9fff]{1,6}[部局署厅委省])(?:数据|统计)?"
)


def _tail_length(words: Sequence[str]) -> int:
    """How long the measure is with which words that hold no name end: 试点项目|完工率, 施工人数."""
    if not words:
        return 0
    length = len(words[-1])
    return length + len(words[-2]) if length < _MEASURE_LETTERS and len(words) > 1 else length


def _ends_as_name(rest: str) -> bool:
    return rest.endswith(_NAME_ENDS)
