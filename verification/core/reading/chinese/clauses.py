"""What the pieces of a Chinese clause say: whose a figure is and what it measures."""

import re
from collections.abc import Sequence
from itertools import pairwise

from verification.core.language.frequency import zipf
from verification.core.patterns import lazy_regex
from verification.core.reading.chinese.parties import SETS_RATES, ChineseParties, ends_as_name
from verification.core.reading.chinese.pieces import HAN, Lead
from verification.core.reading.clause_words import Mark, Role
from verification.core.reading.event_clauses import event_verbs
from verification.core.reading.figure_slots import Span
from verification.core.reading.measure_words import tables
from verification.core.reading.statement import Form
from verification.core.subjects.chinese_words import segment

JOINT = lazy_regex(r"、|以及|和|与|及|vs\.?")
_HEAD = lazy_regex(r"(?:率|额|量|价|数|值|费|比|金|度|额度|总数|幅度|人数|规模|水平|总值|成本|均价|面积)(?<!指数)$")
_RANGE_TAIL = lazy_regex(r"(?:规模|水平|总量|情况|数据|合计|金额|总额|方面|幅度|初值|终值|修正值|速览|一览|变动|成绩单|均|\s|\u3000)*")
# What tells of a measure which part of the whole it counts: 全国|居民人均可支配收入.
_KIND_OF = lazy_regex(
    r"(?<=..)(?:居民|职工|家庭|企业|工业|农业|制造业|服务业|人均|城镇|农村|境内|境外|海外|国内|新能源|住宅|商品|货物|原油|粮食|全社会)+$"
)
# Firms above some size are whose figure it is; 我国|汽车企业 are the country's.
_FIRMS = lazy_regex(r"(?:规模|限额)以上[\u4e00-\u9fff]{0,8}(?:企业|单位)")
# The term of a rate is its own: 央行|7天逆回购利率.
_TERM = lazy_regex(r"(?:\d{1,2}|[一二三五七十]{1,2})(?:年|个月|天|周)期?|隔夜")
_BEHIND_TERM = lazy_regex(r"(?<=[\u4e00-\u9fff]{2})(?:(?:\d{1,2}|[一二三五七十]{1,2})(?:年|个月|天|周)期?|隔夜)$")
_INSTITUTIONS = lazy_regex(r"(?:金融|财险|保险|医疗|养老|存款|培训|教育|法人|贷款)机构$")
# What with the name of a place makes another name.
_FEATURE = lazy_regex(
    r"[\u4e00-\u9fff]{0,6}?(?:湖(?!北|南|州)|水库|机场|马拉松|大学|学院|医院|博物馆|公园|法院|检察院|动物园|植物园|大桥|高速公路|火车站|核电站|"
    r"体育场|体育馆|证券交易所|交易所|国家公园|风景区|景区|市中心|中心城区|开发区|新区|港区|自贸区|保税区|直播周|电影节|博览会|世博会|进博会)"
)
# What only begins what is measured, never a name.
_SO_FAR = lazy_regex(r"累计|合计|平均|日均|月均|年均|场均|人均|户均|单季|单月|单日|单周|单车")
_MEASURE_LETTERS = 3
_WEAK = 2
_READINGS = ("preliminary", "final", "revised")
_ACT = 3
_JOINS_BEHIND = ("的", "倍", " ", "\u3000")
_PEOPLE = lazy_regex(r"[多余]?[人名例位](?:群众|游客|乘客|平民|民众|工人|矿工|士兵|儿童|旅客)?")
# Who does it for a living: 代工|厂, 运营|商.
_MAKER = lazy_regex(r"[\u4e00-\u9fff]{2}(?:厂|商(?!品|业)|所|者|方(?!式|面)|局|业|院|公司|集团|机构|平台|协会|部门)")
_DONE = lazy_regex(r"[均现]已|已经|已|共|累计|总共|合计")
_TRADED = frozenset(("零售", "批发", "进口", "出口", "内销", "外销"))
_AMOUNTS = frozenset(("金额", "总额", "件数", "次数", "笔数"))
_COUNTS = frozenset(("人数", "数量", "总数", "规模"))


class ChineseClauses(ChineseParties):
    """The clauses of a sentence: what a piece between its marks names."""

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
            if self._is_share_of(nouns):
                at = nouns[-2].start  # 国产影片|票房占比
            if frames and frames[-1].end == at:
                at = frames[-1].start
            while widening := next((m for m in inside if m.end == at and m.role in (Role.QUALIFIER,)), None):
                at = widening.start
        elif frames:
            at = frames[0].start
            while widening := next((m for m in inside if m.end == at and m.role in (Role.QUALIFIER,)), None):
                at = widening.start
        else:
            return self._split_untold(piece, inside)
        if nouns and not _RANGE_TAIL.fullmatch(self._view, nouns[-1].end, end):
            end = nouns[-1].end
        return self._before(start, at, end)

    def _is_share_of(self, nouns: Sequence[Mark]) -> bool:
        """Whether the last measure only says that the one before it is told as a part of a whole."""
        last = nouns[-1].row
        return len(nouns) > 1 and last is not None and last.form is Form.SHARE and nouns[-2].end == nouns[-1].start

    def _split_untold(self, piece: Span, inside: Sequence[Mark]) -> tuple[Span | None, Span | None]:
        """Subject and measure of a piece in which no table knows a measure."""
        start, end = piece
        if (found := _HEAD.search(self._view, start, end)) and end - start > 1:
            return self._headed(start, found.end())
        if inside and inside[-1].end == end and self._view[inside[-1].start : end] in _TRADED:
            return self._trimmed(start, inside[-1].start), (inside[-1].start, end)  # 乘用车市场|零售
        if self._begins_with_act(start, end) or _SO_FAR.match(self._view, start, end):
            return None, piece  # 抓获犯罪嫌疑人|19名
        if (done := _DONE.match(self._view, start, end)) and end - done.end() > 1:
            return None, (done.end(), end)  # 已|打进
        of = self._last_of(start, end)
        if (
            of > start + 2
            and self._does(of)
            and (head := self._trimmed(of + 1, end))
            and (self._names(head) or ends_as_name(self._view[slice(*head)]))
        ):
            return head, None  # 华为供货|的立讯技术
        verb = self._verb_in(start, end)
        if verb is None and (done := self._done_from(start, end)) is not None:
            return self._trimmed(start, done.start()), self._trimmed(done.end(), end)
        return (self._trimmed(start, verb) if verb else piece), None

    def _done_from(self, start: int, end: int) -> re.Match[str] | None:
        """Where a piece goes on from a name to what has been done: 全国|已|培育中小企业."""
        for found in _DONE.finditer(self._view, start + 2, end - 1):
            around = (self._view[found.start() - 1 : found.start() + 1], self._view[found.end() - 1 : found.end() + 1])
            is_inside = any(one.start < found.end() and found.start() < one.end for one in self._known)
            if not is_inside and not any(zipf(word, "zh") for word in around if word != found[0]):
                return found
        return None

    def _begins_with_act(self, start: int, end: int) -> bool:
        """Whether a piece tells only what somebody named before does, and to whom."""
        is_first = not start or self._view[start - 1] in "，,；;。 \u3000"
        is_act = end - start > _ACT and any(self._view[start : start + length] in event_verbs("zh") for length in (3, 2))
        return is_act and is_first and not self._names((start, end)) and not self._known_at(start, end)

    def _verb_in(self, start: int, end: int) -> int | None:
        """Where a predicate begins in a piece that names no measure: 特斯拉|推出新车."""
        verbs = event_verbs("zh")
        for at in range(start + 2, end - 1):
            is_verb = any(self._view[at : at + length] in verbs for length in (4, 3, 2) if at + length <= end)
            is_name = _MAKER.match(self._view, at) or any(one.start <= at < one.end for one in self._known)
            if is_verb and not is_name and not zipf(self._view[at - 1 : at + 1], "zh"):
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
        of = self._last_of(start, end)
        if of > start:
            return self._trimmed(start, of), self._trimmed(of + 1, end)
        if (so_far := self._so_far(start, end)) is not None:
            return self._trimmed(start, so_far), (so_far, end)
        known = self._known_at(start, end)
        if known and known[0].start == 0 and known[0].end < end - start:
            cut = start + known[0].end + self._has_suffix(start + known[0].end)
            return (start, cut), self._trimmed(cut, end)
        if known and known[-1].end == end - start:
            return (start, end), None  # 沪金
        if end - start <= _WEAK:
            return None, (start, end)
        words = list(segment(self._view[start:end]))
        if len(words) == _WEAK and len(words[0][0]) == _WEAK and words[1][0] in _AMOUNTS:
            return None, (start, end)  # 报损金额
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
        if (so_far := self._so_far(*left)) is not None:
            return self._trimmed(left[0], so_far), (so_far, end)
        at = self._widened(left, at, end)
        left = self._trimmed(start, at)
        if left is None:
            return None, (at, end)
        of = self._last_of(start, at)
        if of > start and self._names_nobody(start, of):
            return self._before(of + 1, max(at, of + 1), end)
        if of > start and (of == at - 1 or not JOINT.search(self._view, of, at)):
            return self._trimmed(start, of), self._trimmed(of + 1, end)
        if JOINT.search(self._view, *left):
            return self._list_before(left, at, end)
        return self._name_before(left, at, end)

    def _so_far(self, start: int, end: int) -> int | None:
        """Where what is measured begins with how it is counted: 主流CEX|累计多单清算强度, 患者|平均体重."""
        found = _SO_FAR.search(self._view, start + 2, end)
        return found.start() if found and found.end() < end and found.start() not in self._inside else None

    def _last_of(self, start: int, end: int) -> int:
        """Where the last 的 of a stretch stands that is no part of a name (美的); -1 where there is none."""
        return next((at for at in range(end - 1, start - 1, -1) if self._view[at] == "的" and at not in self._inside), -1)

    def _has_suffix(self, at: int) -> bool:
        """Whether a place's kind follows its name: 苏州|市, and not 苏州|市场."""
        return self._view[at : at + 1] in tuple("市省县区州") and self._view[at : at + 2] not in (
            "市场",
            "市值",
            "市面",
            "区间",
            "区域",
            "县域",
        )

    def _goes_on(self, at: int, end: int) -> int:
        """How much of the name of a lake, a school or a race follows the place that it begins with: 青海|湖, 北京|马拉松."""
        found = _FEATURE.match(self._view, at, end)
        return found.end() - at if found and not any(mark.start < found.end() <= mark.end and mark.row for mark in self._marks) else 0

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
            name_end += self._goes_on(left[0] + name_end, left[1])
            rest = written[name_end:]
            if _TERM.fullmatch(rest) or _HEAD.search(rest):
                return (left[0], left[0] + name_end), (left[0] + name_end, end)  # 美国|30年期房贷利率, 宁德时代|动力电池装机量市占率
            if known[-1].start > name_end and known[-1].end == len(written):
                return left, (at, end)  # 全国农产品批发市场|猪肉
            if rest[:1] in ("将", "把") and len(rest) > 1:  # 中国人民银行将|一年期LPR
                begins = left[0] + name_end + 1
                is_set = SETS_RATES.search(written, 0, name_end) is not None
                return ((begins, left[1]), (at, end)) if is_set else ((left[0], begins - 1), (begins, end))
            if _FIRMS.fullmatch(rest):
                return left, (at, end)  # 全国规模以上工业企业|利润
            if rest and not rest.isspace() and not any(is_name for _, is_name in segment(rest)) and not ends_as_name(rest):
                return (left[0], left[0] + name_end), (left[0] + name_end, end)
            return left, (at, end)
        kind = _KIND_OF.search(written) or _BEHIND_TERM.search(written)
        if kind is not None:
            return (left[0], left[0] + kind.start()), (left[0] + kind.start(), end)
        return left, (at, end)

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
        if known and known[0].start == 0 and 0 < known[0].end < len(last) and not ends_as_name(last[known[0].end :]):
            cut = joint.end() + known[0].end
            return (left[0], cut), (cut, end)
        return left, (at, end)

    def _is_growth(self, measure: Span | None) -> bool:
        rows = [mark.row for mark in self._marks if mark.row and measure and measure[0] <= mark.start and mark.end <= measure[1]]
        return bool(rows) and all(row.code == "growth" for row in rows)

    def _named(self, lead: Lead) -> tuple[Span | None, Span | None]:
        """Subject and measure that the pieces of a lead name."""
        subject, measure = self._told_by(lead)
        return (self._bare_name(subject) if subject else None), measure

    def _behind(self, start: int) -> Span | None:
        """A measure right behind the figure at ``start``: 10倍市盈率, 15%的增速, 4人|遇难."""
        end = next((one.end for one in self._quantities if one.start == start), start)
        while self._view[end : end + 1] in _JOINS_BEHIND:
            end += 1
        if counter := _PEOPLE.match(self._view, end):
            end = counter.end()
        near = next((mark for mark in self._marks if mark.start == end), None)
        is_noun = near is not None and near.role is Role.MEASURE and near.row is not None and near.row.code != "growth"
        return (near.start, near.end) if near is not None and is_noun else None

    def _listed_measures(self, lead: Lead, count: int) -> list[Span]:
        """As many measures as figures, one behind the other: 营收、毛利率、净利润|分别为."""
        nouns = [mark for mark in lead.marks if mark.role is Role.MEASURE and mark.row is not None and mark.row.code != "growth"]
        is_list = all(JOINT.fullmatch(self._view, one.end, other.start) for one, other in pairwise(nouns))
        return [(mark.start, mark.end) for mark in nouns] if len(nouns) == count > 1 and is_list else []

    def _is_weak(self, span: Span) -> bool:
        """Whether a subject is one sign, or a short word of every day that is no name."""
        written = self._view[slice(*span)]
        if len(written) > _WEAK or self._known_at(*span) or not HAN.match(written):
            return False
        return len(written) == 1 or bool(zipf(written, "zh"))

    def _is_reading(self, piece: Span, pieces: Sequence[Span]) -> bool:
        """Whether a piece beside others only says which reading is meant: 消费者信心 6月|初值."""
        qualifier = tables().chinese_qualifiers.get(self._view[slice(*piece)])
        return len(pieces) > 1 and qualifier is not None and qualifier.code in _READINGS

    def _told_by(self, lead: Lead) -> tuple[Span | None, Span | None]:
        told = [piece for piece in lead.pieces if not (self._is_qualifier(piece, lead.marks) or self._is_reading(piece, lead.pieces))]
        split = [(piece, *self._split(piece, lead.marks)) for piece in told]
        measured = [index for index, (_, _, measure) in enumerate(split) if measure is not None]
        if not measured:
            if not split:
                return None, None
            rest = [piece for piece, _, _ in split[1:]]
            first = split[0][1]
            if first is not None and (self._is_source(first) or self._is_source(split[0][0])):
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
        if earlier is not None and subject is None and (moved := self._moved_by(earlier, split[:last], piece)) is not None:
            return moved, measure
        if earlier is not None and (subject is None or self._names(earlier) or not self._names(subject)):
            return self._party(earlier), (piece if subject is not None else measure)
        is_none = subject is not None and (self._is_nobody(subject) or (self._is_source(subject) and not self._is_kind_of_firm(subject)))
        return (None if is_none else subject), measure

    def _is_kind_of_firm(self, subject: Span) -> bool:
        """Whether it is firms of some kind that have what is measured: 银行业金融机构|资产总额, where 机构 alone tells."""
        return _INSTITUTIONS.search(self._view, *subject) is not None

    def _moved_by(self, actor: Span, before: Sequence[tuple[Span, Span | None, Span | None]], piece: Span) -> Span | None:
        """Whose measure somebody moves or foresees otherwise: 标普全球将|印度|明年|经济增速预期|由6.5%上调."""
        behind = [own for whole, own, _ in before if own is not None and own[0] > actor[1] and self._view[whole[0] - 1] in "将把"]
        is_others = bool(behind) and (SETS_RATES.search(self._view, *actor) is not None or self._is_forecast(piece))
        return behind[0] if is_others else None


def _tail_length(words: Sequence[str]) -> int:
    """How long the measure is with which words that hold no name end: 试点项目|完工率, 施工人数."""
    if not words:
        return 0
    length = len(words[-1])
    return length + len(words[-2]) if length < _MEASURE_LETTERS and len(words) > 1 else length
