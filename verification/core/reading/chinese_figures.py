"""Whose figure it is and what it measures, in a Chinese sentence: topic first, then what is measured, then the move and the figure.

A clause is cut into pieces by periods, verbs and words that tell nothing of the figure; the last piece that ends in a measure says what is
measured, what stands before it whose it is. What a clause leaves out the clause before it says.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import pairwise

from verification.core.evidence import Quantity
from verification.core.language.frequency import zipf
from verification.core.reading.clause_words import MOVES, Mark, Role, chinese_marks
from verification.core.reading.event_clauses import event_verbs
from verification.core.reading.figure_slots import FigureSlots, Span
from verification.core.reading.measure_words import qualifiers_of
from verification.core.reading.statement import Basis, Form
from verification.core.subjects.chinese_words import segment
from verification.core.subjects.known import Known, find_known
from verification.core.vocabulary import Direction, QuantityKind

_BORDER = re.compile(r"[，；：。！？,;:!?()|\n—【】「」]")
_ASIDE = re.compile(r"\([^()]{1,30}\)|[“”\"《》‘’]")
_JOINT = re.compile(r"、|以及|和|与|及|vs\.?")
_GLUE = re.compile(r"[、和及与以,，\s的至~为+\-辆台人户家元点吨股座次件套张份个]*")
_TRIM = " \u3000的、，和及与,：:·-—“”\"'在\t【】「」|；;。！？!?()"
_COUNTED_TAIL = re.compile(r"(?:[一二三四五六七八九十两\d]+|各)(?:家|个|大|地|国|省|市|只|条|类|种|者)[\u4e00-\u9fff]{0,4}$")
_HEAD = re.compile(r"(?:率|额|量|价|数|值|费|比|金|度|额度|总数|幅度|人数|规模|水平|总值|成本|均价|面积)(?<!指数)$")
_NOBODY = re.compile(r"(?:其|该|此|这|那|它|他|她|本|等|等等|有|上|下|后者?|前者|们|是|一|个|名|不|没有)*")
_SEPARATORS = frozenset(Role) - {Role.MEASURE, Role.QUALIFIER, Role.FRAME}
_SMALL = frozenset({Role.FILLER, Role.CUT, Role.IS, Role.LIGHT, Role.TO, Role.EACH, Role.SPEECH, Role.FRAME, Role.UP, Role.DOWN})
_BEFORE_FIGURE = "每约近逾超了约 \u3000"
_SOURCE = re.compile(r"(?:调查|数据|报告|统计|机构|媒体|分析师|经济学家|市场|季报|年报|一季报|半年报|财报|公告|起诉书)$")
_ATTRIBUTE = re.compile(r"(?:[一二三四五六七八九十两几数多]+|\d+)(?:余|多)?(?:家|个|大|类|种|项|名|位|条|只|省|市|国|地|桶|座|间)")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_NO_SUBJECTS = frozenset(
    ("实际", "本报", "其中", "最新", "广告", "更正", "消息", "数据", "结果", "总计", "合计", "现", "其余", "全部", "这样", "名义")
)
_TAIL_WORD = re.compile(r"(?<=..)(?:瞬间|实际|合计|累计|\d比\d|目前|双双|年内|今日|昨日|共)$")
_AFTER_PERIOD = tuple("度份末底内")
_WEAK = 2
_FROM = frozenset(("由", "从", "自"))
_HOLDING = frozenset(("预计", "预测", "认为", "估计", "主张", "料", "预期", "预计将", "估算", "说", "称", "表示", "指出"))
_SO_FAR = re.compile(r"今年以来|年初|前\S{1,3}个?月|累计|至今")
_BASES = {basis.value: basis for basis in Basis}
_RANGE_TAIL = re.compile(r"(?:规模|水平|总量|情况|数据|合计|金额|总额|方面|幅度|初值|终值|修正值|速览|一览|变动|成绩单|均|\s|\u3000)*")


@dataclass(slots=True)
class _Lead:
    """What stands before a run of figures: its marks and the pieces of text between them."""

    start: int
    end: int
    marks: list[Mark]
    pieces: list[Span]


@dataclass(slots=True)
class _Memory:
    """What the sentence has said so far."""

    topic: Span | None = None
    speaker: Span | None = None
    last: FigureSlots | None = None
    noun: FigureSlots | None = None
    members: list[Span] = field(default_factory=list)
    named: FigureSlots | None = None


def read_chinese(text: str, quantities: Sequence[Quantity], periods: Sequence[Span]) -> list[FigureSlots]:
    """The slots of each figure of a sentence, in order.

    ``text`` is the sentence simplified, in half width and lower case; places count its characters. ``periods`` are those of its periods.
    """
    return _Reader(text, quantities, periods).read()


def name_chinese(text: str, periods: Sequence[Span]) -> FigureSlots:
    """The slots of a name: "4月核心CPI同比", "黄金储备 央行 4月末". What is told in which order is open."""
    nothing = Quantity("", len(text), len(text), Decimal(0), Decimal(0), None, QuantityKind.NUMBER)
    return _Reader(text, [nothing], periods).name()


class _Reader:
    def __init__(self, text: str, quantities: Sequence[Quantity], periods: Sequence[Span]) -> None:
        self._text = text
        self._quantities = quantities
        self._periods = periods
        self._view = self._without_asides()
        self._known = find_known(self._view)
        self._borders = [found.start() for found in _BORDER.finditer(self._view) if not self._is_inside_figure(found.start())]
        self._marks = self._sure_marks()
        self._attributes = frozenset(index for index in range(len(quantities)) if self._is_attribute(index))
        self._memory = _Memory()

    def read(self) -> list[FigureSlots]:
        found: dict[int, FigureSlots] = {}
        done = 0
        for run in self._runs():
            first = self._quantities[run[0]]
            clause = max((at + 1 for at in self._borders if at < first.start), default=0)
            self._take_topics(done, min(clause, first.start))
            lead = self._lead(max(done, clause), first.start)
            found.update(zip(run, self._slots(run, lead), strict=True))
            done = self._quantities[run[-1]].end
        return [found.get(index, FigureSlots()) for index in range(len(self._quantities))]

    def name(self) -> FigureSlots:
        """The slots of the whole text as a name."""
        self._borders += [at for at, sign in enumerate(self._view) if sign == " " and _HAN.match(self._view, at + 1)]
        lead = self._lead(0, len(self._view))
        subject, measure = self._named(lead)
        slots = FigureSlots(subject=subject)
        if measure is not None:
            slots = self._measured(slots, measure)
        if subject is None:
            slots.subject = next((piece for piece in lead.pieces if measure is None or piece[0] >= measure[1]), None)
        slots = self._moved(slots, lead.marks, lead.end)
        if slots.basis is not None and slots.form is not Form.SHARE:
            slots.form = Form.CHANGE
        if slots.measure is None:
            slots.measure = next(((m.start, m.end) for m in reversed(lead.marks) if m.role in (Role.FRAME, Role.TO, Role.QUALIFIER)), None)
        slots.measure = slots.measure or slots.subject
        slots.subject = slots.subject or slots.measure
        return slots

    def _sure_marks(self) -> list[Mark]:
        """The marks that are no part of a name, nor single signs inside a word: 约 of 合约, 中 of 中行."""
        found = chinese_marks(self._view, 0, len(self._view))
        ends = [mark.start for mark in found] + [one.start for one in self._quantities] + [at for at, _ in self._periods] + self._borders
        borders = frozenset((*ends, len(self._view)))
        inside = [mark for mark in found if not (self._is_in_name(mark) or self._crosses_words(mark))]
        return [mark for mark in inside if mark.end - mark.start > 1 or mark.role not in _SMALL or self._stands_alone(mark, borders)]

    def _is_in_name(self, mark: Mark) -> bool:
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

    def _without_asides(self) -> str:
        """The sentence with words in brackets and the signs of quotes blanked, as long as it was."""
        return _ASIDE.sub(self._blank, self._text)

    def _blank(self, found: re.Match[str]) -> str:
        """Blanks for an aside; one with a figure of its own stays."""
        if len(found[0]) > 1 and not any(found.start() < at < found.end() for at, _ in self._periods):
            if any(found.start() <= one.start < found.end() for one in self._quantities):
                return found[0]
        return "\u3000" * len(found[0])

    def _is_inside_figure(self, at: int) -> bool:
        return any(one.start <= at < one.end for one in self._quantities)

    def _is_attribute(self, index: int) -> bool:
        """Whether a small count only belongs to a name that another figure is told of: 三家公司, 22家受测银行."""
        one = self._quantities[index]
        counter = _ATTRIBUTE.match(self._text, one.start)
        if index + 1 == len(self._quantities) or counter is None or counter.end() < one.end:
            return False
        following = self._quantities[index + 1].start
        return bool(_HAN.match(self._view, counter.end())) and not any(one.end <= at < following for at in self._borders)

    def _runs(self) -> list[list[int]]:
        """The figures by their numbers, those of one list together."""
        runs: list[list[int]] = []
        for index, one in enumerate(self._quantities):
            if index in self._attributes:
                continue
            before = self._quantities[index - 1] if runs and index - 1 not in self._attributes else None
            if before is not None and self._is_glue(before.end, one.start):
                runs[-1].append(index)
            else:
                runs.append([index])
        return runs

    def _is_glue(self, start: int, end: int) -> bool:
        """Whether only the signs of a list stand here, and moves: 、下跌, 和."""
        gap = self._view[start:end]
        if len(gap) > 14 or not _JOINT.search(gap):
            return False
        for mark in reversed(self._marks):
            if start <= mark.start and mark.end <= end and mark.role not in (Role.MEASURE, Role.QUALIFIER):
                gap = gap[: mark.start - start] + gap[mark.end - start :]
        return _GLUE.fullmatch(gap.replace("持平", "")) is not None

    def _lead(self, start: int, end: int) -> _Lead:
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
            if piece and not _NOBODY.fullmatch(self._view, *piece):
                pieces.append(piece)
            at = max(at, cut_end)
        return _Lead(start, end, marks, pieces)

    def _in_period(self, mark: Mark) -> bool:
        return any(start <= mark.start and mark.end <= end for start, end in self._periods)

    def _trimmed(self, start: int, end: int) -> Span | None:
        while start < end and (self._view[start] in _TRIM or self._view[start] in "其据"):
            start += 1
        while end > start and self._view[end - 1] in _TRIM:
            end -= 1
        while tail := _TAIL_WORD.search(self._view, start, end):
            end = tail.start()
        return (start, end) if start < end else None

    def _take_topics(self, start: int, end: int) -> None:
        """Remembers what the clauses without a figure between two figures speak of."""
        edges = [start, *(at + 1 for at in self._borders if start <= at < end), end]
        for left, right in pairwise(edges):
            if left >= right or self._view[right - 1] == "】":
                continue
            lead = self._lead(left, right)
            is_speech = bool(lead.marks) and lead.marks[-1].role is Role.SPEECH and right - lead.marks[-1].end <= 1
            subject, measure = self._named(lead)
            if is_speech and self._view[lead.marks[-1].start : lead.marks[-1].end] in _HOLDING:
                continue
            if is_speech:
                self._memory.speaker = subject or self._memory.speaker
            elif subject is not None and (self._memory.topic is None or self._text[right - 1 : right] in "：:"):
                self._memory.topic = subject
            if measure is not None and not is_speech:
                self._memory.noun = self._measured(FigureSlots(subject=subject), measure)
                self._memory.noun.basis = next((_BASES.get(m.value) for m in lead.marks if m.role is Role.BASIS), None)
        if any(self._view[at] in "；;" for at in self._borders if start <= at < end):
            self._memory.members = []

    def _slots(self, run: list[int], lead: _Lead) -> list[FigureSlots]:
        first = self._from_lead(lead)
        members = self._members(first, lead, len(run))
        found: list[FigureSlots] = []
        position = 0
        for number, index in enumerate(run):
            slots = first
            if number:
                gap_start, gap_end = self._quantities[run[number - 1]].end, self._quantities[index].start
                position += max(1, len(_JOINT.findall(self._view, gap_start, gap_end)))
                slots = self._moved(replace(first), [m for m in self._marks if gap_start <= m.start < gap_end], gap_end)
            found.append(slots)
            if members and position < len(members):
                slots = replace(slots, subject=members[position])
                found[-1] = slots
        is_list = len(run) > 1 and len(members) > 1
        self._remember(found, members if is_list else [])
        return found

    def _remember(self, found: Sequence[FigureSlots], members: list[Span]) -> None:
        self._memory.last = found[-1]
        if found[-1].is_noun:
            self._memory.noun = found[-1]
        if members:
            self._memory.members = members

    def _members(self, slots: FigureSlots, lead: _Lead, count: int) -> list[Span]:
        """The members of the list that the figures of a run belong to, in order; none where they are of one subject."""
        own = self._parted(slots.subject) if slots.subject else []
        if len(own) > 1 and (count > 1 or len(own) == count):
            return own
        if count > 1 and not lead.pieces and len(self._memory.members) > 1:
            return self._memory.members
        if count > 1 and len(self._memory.members) >= count and (slots.subject in self._memory.members or slots.subject is None):
            return self._memory.members
        return []

    def _parted(self, span: Span) -> list[Span]:
        start, end = span
        if tail := _COUNTED_TAIL.search(self._view, start, end):
            end = tail.start() if tail.start() > start else end
        parts: list[Span] = []
        at = start
        for joint in [*_JOINT.finditer(self._view, start, end), None]:
            stop = joint.start() if joint else end
            if part := self._trimmed(at, stop):
                parts.append(part)
            at = joint.end() if joint else end
        return parts

    def _from_lead(self, lead: _Lead) -> FigureSlots:
        """The slots of the first figure behind a lead."""
        slots = FigureSlots()
        spoken = max((mark.end for mark in lead.marks if mark.role is Role.SPEECH), default=lead.start)
        if spoken > lead.start:
            said = [piece for piece in lead.pieces if piece[1] <= spoken]
            if said:
                self._memory.speaker = self._split(said[0], lead.marks)[0] or self._memory.speaker
            lead = _Lead(lead.start, lead.end, lead.marks, [piece for piece in lead.pieces if piece[1] > spoken])
        subject, measure = self._named(lead)
        slots.subject = subject
        if measure is not None:
            slots = self._measured(slots, measure)
        if measure is None and (behind := self._behind(lead.end)) is not None:
            slots = self._measured(slots, behind)
        slots = self._moved(slots, lead.marks, lead.end)
        return self._completed(slots, lead)

    def _behind(self, start: int) -> Span | None:
        """A measure right behind the figure: 10倍市盈率, 15%的增速."""
        end = next((one.end for one in self._quantities if one.start == start), start)
        near = next((mark for mark in self._marks if end <= mark.start <= end + 1), None)
        is_noun = near is not None and near.role is Role.MEASURE and near.row is not None and near.row.code != "growth"
        return (near.start, near.end) if near is not None and is_noun else None

    def _named(self, lead: _Lead) -> tuple[Span | None, Span | None]:
        """Subject and measure that the pieces of a lead name."""
        split = [(piece, *self._split(piece, lead.marks)) for piece in lead.pieces if not self._is_qualifier(piece, lead.marks)]
        measured = [index for index, (_, _, measure) in enumerate(split) if measure is not None]
        if not measured:
            if not split:
                return None, None
            rest = [piece for piece, _, _ in split[1:]]
            first = split[0][1]
            if first is not None and _SOURCE.search(self._view, *first):
                first = None
            if first is not None and self._view[slice(*first)] in _NO_SUBJECTS:
                first = None
            if rest and first is not None and self._is_quantity_noun(rest[-1]):
                return first, rest[-1]
            return (first, None)
        if len(measured) > 1 and self._is_growth(split[measured[-1]][2]):
            measured.pop()
        last = measured[-1]
        piece, subject, measure = split[last]
        earlier = next((own for _, own, _noun in split[:last] if own is not None and not _SOURCE.search(self._view, *own)), None)
        if earlier is not None:
            return earlier, (piece if subject is not None else measure)
        is_none = subject is not None and (_SOURCE.search(self._view, *subject) or self._view[slice(*subject)] in _NO_SUBJECTS)
        return (None if is_none else subject), measure

    def _is_growth(self, measure: Span | None) -> bool:
        rows = [mark.row for mark in self._marks if mark.row and measure and measure[0] <= mark.start and mark.end <= measure[1]]
        return bool(rows) and all(row.code == "growth" for row in rows)

    def _is_quantity_noun(self, piece: Span) -> bool:
        return piece[1] - piece[0] > 1 and _HEAD.search(self._view, *piece) is not None

    def _is_qualifier(self, piece: Span, marks: Sequence[Mark]) -> bool:
        inside = [mark for mark in marks if piece[0] <= mark.start and mark.end <= piece[1]]
        return (
            bool(inside)
            and all(mark.role is Role.QUALIFIER for mark in inside)
            and sum(m.end - m.start for m in inside) >= piece[1] - piece[0]
        )

    def _begins_with_name(self, span: Span) -> bool:
        written = self._view[span[0] : span[1]]
        known = self._known_at(*span)
        if known and known[0].start == 0:
            return True
        first = next(iter(segment(written)), None)
        return first is not None and first[1]

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
            if any(self._view[at : at + length] in verbs for length in (4, 3, 2) if at + length <= end):
                if not any(one.start < at + 1 and at < one.end for one in self._known) and not zipf(self._view[at - 1 : at + 1], "zh"):
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
            cut = start + known[0].end + (self._view[start + known[0].end] in "市省县区州")
            return (start, cut), self._trimmed(cut, end)
        words = list(segment(self._view[start:end])) if end - start > 2 else []
        if len(words) > 1 and words[0][1]:
            cut = start + len(words[0][0])
            return (start, cut), (cut, end)
        return (start, end), None

    def _before(self, start: int, at: int, end: int) -> tuple[Span | None, Span | None]:
        """Subject and measure where the measure begins at ``at`` at the latest."""
        left = self._trimmed(start, at)
        if left is None:
            return None, (at, end)
        of = self._view.rfind("的", start, at)
        if of > start and (of == at - 1 or not _JOINT.search(self._view, of, at)):
            return self._trimmed(start, of), self._trimmed(of + 1, end)
        written = self._view[left[0] : left[1]]
        if _JOINT.search(written):
            return self._list_before(left, at, end)
        known = self._known_at(*left)
        if known and known[0].start == 0:
            name_end = known[0].end
            for one in known[1:]:
                if one.start == name_end:
                    name_end = one.end
            if written[name_end : name_end + 1] in tuple("市省县区州"):
                name_end += 1
            rest = written[name_end:]
            if rest and not rest.isspace() and not any(is_name for _, is_name in segment(rest)) and not _ends_as_name(rest):
                return (left[0], left[0] + name_end), (left[0] + name_end, end)
            return left, (at, end)
        return left, (at, end)

    def _list_before(self, left: Span, at: int, end: int) -> tuple[Span | None, Span | None]:
        """京、沪、穗、深|二手住宅价格: what follows the last member may belong to the measure."""
        joint = [*_JOINT.finditer(self._view, *left)][-1]
        last = self._view[joint.end() : left[1]]
        known = self._known_at(joint.end(), left[1])
        if known and known[0].start == 0 and 0 < known[0].end < len(last) and not _ends_as_name(last[known[0].end :]):
            cut = joint.end() + known[0].end
            return (left[0], cut), (cut, end)
        return left, (at, end)

    def _measured(self, slots: FigureSlots, measure: Span) -> FigureSlots:
        marks = [mark for mark in self._marks if measure[0] <= mark.start and mark.end <= measure[1]]
        rows = [mark.row for mark in marks if mark.row is not None]
        slots.measure, slots.is_noun = measure, True
        slots.row = rows[-1] if rows else None
        slots.qualifiers = frozenset(mark.qualifier.code for mark in marks if mark.qualifier) | qualifiers_of(self._text[slice(*measure)])
        slots.form = slots.row.form if slots.row and slots.row.form is not Form.LEVEL else None
        return slots

    def _moved(self, slots: FigureSlots, marks: Sequence[Mark], figure: int) -> FigureSlots:
        """Basis, form and sign by the words that lead to the figure."""
        for mark in marks:
            if mark.role is Role.BASIS:
                slots.basis = _BASES.get(mark.value)
            if mark.qualifier is not None:
                slots.qualifiers |= {mark.qualifier.code}
        first = marks[0].start if marks else figure
        if any(_SO_FAR.search(self._text, *span) for span in self._periods if span[1] <= figure and span[0] >= min(first, figure) - 40):
            slots.qualifiers |= {"cumulative"}
        turns = [mark for mark in marks if mark.role in MOVES or mark.role is Role.TO or (mark.row and mark.row.code == "growth")]
        if not turns:
            if slots.basis and any(mark.role is Role.BASIS and figure - mark.end <= 2 for mark in marks):
                slots.form = Form.CHANGE
            return slots
        last = turns[-1]
        if last.role is Role.TO:
            slots.form, slots.direction = Form.LEVEL, None
        else:
            slots.form = Form.CHANGE
            slots.direction = {Role.UP: Direction.UP, Role.DOWN: Direction.DOWN}.get(last.role)
        if slots.measure is None:
            slots.measure = (last.start, last.end)
        return slots

    def _completed(self, slots: FigureSlots, lead: _Lead) -> FigureSlots:
        """What the lead leaves open, from the clauses before it."""
        memory = self._memory
        if slots.form is Form.CHANGE and slots.basis is None and memory.last is not None and memory.last.form is Form.CHANGE:
            slots.basis = memory.last.basis
        if lead.marks and self._view[lead.marks[-1].start : lead.marks[-1].end] in _FROM:
            slots.qualifiers |= {"level_start"}
        own_subject, verb_only = slots.subject is not None, not slots.is_noun
        if slots.subject is not None and self._is_weak(slots.subject) and (memory.last or memory.topic):
            slots.subject = None
        if slots.subject is None:
            before = memory.last.subject if memory.last else None
            slots.subject = before or memory.topic or memory.speaker
        if verb_only and memory.noun is not None and self._may_share(slots, lead, own_subject=own_subject):
            noun = memory.noun
            slots.measure, slots.row, slots.is_noun = noun.measure, noun.row, True
            slots.qualifiers |= qualifiers_of(self._text[slice(*noun.measure)]) if own_subject and noun.measure else noun.qualifiers
            if slots.form is None:
                slots.form, slots.basis = noun.form, slots.basis or noun.basis
        elif slots.measure is None and memory.last is not None:
            slots.measure, slots.row = memory.last.measure, memory.last.row
        elif slots.measure is None:
            slots.measure = next(((m.start, m.end) for m in reversed(lead.marks) if m.role in (Role.LIGHT, Role.IS)), None)
        return slots

    def _is_weak(self, span: Span) -> bool:
        """Whether a subject is one sign, or a short word of every day that is no name."""
        written = self._view[slice(*span)]
        if len(written) > _WEAK or self._known_at(*span) or not _HAN.match(written):
            return False
        return len(written) == 1 or bool(zipf(written, "zh"))

    def _may_share(self, slots: FigureSlots, lead: _Lead, *, own_subject: bool) -> bool:
        """Whether a clause without a measure of its own speaks of that of the clause before."""
        if any(mark.role is Role.FRAME for mark in lead.marks):
            return False
        if not own_subject:
            return True
        noun = self._memory.noun
        return noun is not None and (noun.subject is None or slots.form is noun.form or slots.measure is None)


def _ends_as_name(rest: str) -> bool:
    return rest.endswith(_NAME_ENDS)


_NAME_ENDS = tuple(
    [
        "公司",
        "集团",
        "银行",
        "股份",
        "工厂",
        "控股",
        "中国",
        "港",
        "大学",
        "汽车",
        "科技",
        "电子",
        "药业",
        "医药",
        "能源",
        "影业",
        "酒业",
        "航空",
        "证券",
        "基金",
        "保险",
        "信托",
        "指数",
        "指",
        "央行",
        "金管局",
        "部门",
    ]
)
