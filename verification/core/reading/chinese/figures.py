"""Whose figure it is and what it measures, in a Chinese sentence: topic first, then what is measured, then the move and the figure.

A clause is cut into pieces by periods, verbs and words that tell nothing of the figure; the last piece that ends in a measure says what is
measured, what stands before it whose it is. What a clause leaves out the clause before it says.
"""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from verification.core.evidence import Quantity
from verification.core.patterns import lazy_regex
from verification.core.reading.chinese.clauses import JOINT
from verification.core.reading.chinese.lines import ChineseLines
from verification.core.reading.chinese.moves import BASES, Memory
from verification.core.reading.chinese.parties import DOCUMENTS, FORECASTS, HOLDING, SAYING
from verification.core.reading.chinese.pieces import HAN, Lead
from verification.core.reading.chinese.pointing import SUPPOSES
from verification.core.reading.clause_words import MOVES, Mark, Role
from verification.core.reading.figure_slots import FigureSlots, Span
from verification.core.reading.left_out import chinese_left_out, narrowed_by
from verification.core.reading.measure_words import general_tail, qualifiers_of, row_of
from verification.core.reading.speaker_nouns import kind_of
from verification.core.reading.statement import Form
from verification.core.vocabulary import QuantityKind

_GLUE = lazy_regex(r"[、和及与以,，\s的至~为+\-辆台人户家元点吨股座次件套张份个]*")
_COUNTED_TAIL = lazy_regex(r"(?:[一二三四五六七八九十两\d]+|各)(?:家|个|大|地|国|省|市|只|条|类|种|者)[\u4e00-\u9fff]{0,4}$")
_ATTRIBUTED = lazy_regex(
    r"[家人辆台件座户个名]?的([\u4e00-\u9fffA-Za-z·]{2,12}?)(?=不同|相比|相反|一样|则|仍|[，,。；;]|而|[今昨]日|在|周[一二三四五六日]|已|将|近日|也)"
)
_FROM = frozenset(("由", "从", "自"))
# "记者从国铁集团获悉，其10月发送量为…": who is asked speaks.
_LEARNT = lazy_regex(r"从([^，。；,;]{2,16}?)(?:处|方面|方)?(?:获悉|了解到|得知)")
_GIVES = lazy_regex(r"(?:征收|加征|开展|发行|投放|签订|派发|处以|实施|推出|中标|新增|获得)了?约?$")
# What "balance" is said of: 余额 of loans is loans that stand.
_STANDING = "balance"
_THAT_STAND = frozenset(("money_supply", "m0", "m1", "m2", "loans", "deposits", "debt", "bad_loans", "cash"))
_GROWTH = lazy_regex(r"(?:增长率?|增速)$")
_ITEM = lazy_regex(r"[①-⑳]")
_PART = lazy_regex(r"其中[,，]?(?!位)")


def read_chinese(text: str, quantities: Sequence[Quantity], periods: Sequence[Span]) -> list[FigureSlots]:
    """The slots of each figure of a sentence, in order.

    ``text`` is the sentence simplified, in half width and lower case; places count its characters. ``periods`` are those of its periods.
    """
    whole, left_out = chinese_left_out(text, quantities)
    return narrowed_by(_Reader(whole, quantities, periods).read(), left_out)


def name_chinese(text: str, periods: Sequence[Span]) -> FigureSlots:
    """The slots of a name: "4月核心CPI同比", "黄金储备 央行 4月末". What is told in which order is open."""
    nothing = Quantity("", len(text), len(text), Decimal(0), Decimal(0), None, QuantityKind.NUMBER)
    return _Reader(text, [nothing], periods).name()


class _Reader(ChineseLines):
    def read(self) -> list[FigureSlots]:
        found: dict[int, FigureSlots] = {}
        done = 0
        for run in self._runs():
            first = self._quantities[run[0]]
            self._leave_aside(done, first.start)
            clause = max((at + 1 for at in self._borders if at < first.start), default=0)
            self._take_topics(done, min(clause, first.start))
            lead = self._bracketed(done, first.start) or self._lead(max(done, clause), first.start)
            before = replace(self._memory)
            found.update(zip(run, self._slots(run, lead), strict=True))
            if SUPPOSES.match(self._view, clause):
                self._memory = before
            done = max(self._quantities[run[-1]].end, *self._behind(self._quantities[run[-1]].start) or (0,))
        self._take_told_behind(found)
        return [found.get(index, FigureSlots()) for index in range(len(self._quantities))]

    def _leave_aside(self, start: int, end: int) -> None:
        """Forgets what an item of a digest (①…；②…) or a part (其中…；) spoke of where the next one begins."""
        memory = self._memory
        if _ITEM.search(self._text, start, end):
            self._memory = Memory()
        elif memory.whole is not None and any(self._view[at] in "；;。" for at in self._borders if start <= at < end):
            memory.last, memory.noun, memory.whole = memory.whole, memory.whole, None
        if memory.whole is None and _PART.search(self._text, start, end):
            memory.whole = memory.last

    def _take_told_behind(self, found: dict[int, FigureSlots]) -> None:
        """Fills figures that the sentence begins with and names only behind them: 96.1%，这是|汤加最新的识字率."""
        if not found or any(slots.is_noun or (slots.subject and self._names(slots.subject)) for slots in found.values()):
            return
        start = max(self._quantities[index].end for index in found)
        edges = [start, *(at + 1 for at in self._borders if at >= start), len(self._view)]
        for left, right in pairwise(edges):
            subject, measure = self._named(self._lead(left, right)) if left < right else (None, None)
            if measure is None:
                continue
            for index, slots in found.items():
                found[index] = self._measured(replace(slots, subject=subject), measure)
                growth = any(left <= mark.start < right and self._tells_growth(mark) for mark in self._marks)
                found[index].form = Form.CHANGE if growth else found[index].form or slots.form
            return

    def _bracketed(self, done: int, figure: int) -> Lead | None:
        """The lead of a figure in brackets behind the name it belongs to: 杜尔格(68.3%)高于|勿洛(87%)."""
        opening = figure - 1
        if opening <= done or self._view[opening] != "(" or self._view[done : done + 1] != ")":
            return None
        start = max((at + 1 for at in self._borders if at < opening), default=0)
        lead = self._lead(max(done, start), opening)
        is_named = len(lead.pieces) == 1 and self._names(lead.pieces[0]) and self._split(lead.pieces[0], lead.marks)[1] is None
        return Lead(lead.start, lead.end, [], lead.pieces) if is_named else None

    def name(self) -> FigureSlots:
        """The slots of the whole text as a name."""
        self._borders += [at for at, sign in enumerate(self._view) if sign == " " and HAN.match(self._view, at + 1)]
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
        return self._split_name(slots)

    def _split_name(self, slots: FigureSlots) -> FigureSlots:
        """A name that is its own measure (布伦特原油价格) parted where it ends in a general one (价格)."""
        if slots.measure is None or slots.subject != slots.measure:
            return slots
        start, end = slots.measure
        tail = general_tail(self._view[start:end])
        return replace(slots, subject=(start, end - tail), measure=(end - tail, end)) if tail else slots

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
        if len(gap) > 14 or not JOINT.search(gap):
            return False
        for mark in reversed(self._marks):
            if start <= mark.start and mark.end <= end and mark.role not in (Role.MEASURE, Role.QUALIFIER):
                gap = gap[: mark.start - start] + gap[mark.end - start :]
        return _GLUE.fullmatch(gap.replace("持平", "")) is not None

    def _take_topics(self, start: int, end: int) -> None:
        """Remembers what the clauses without a figure between two figures speak of."""
        edges = [start, *(at + 1 for at in self._borders if start <= at < end), end]
        for left, right in pairwise(edges):
            if left >= right or self._tells_no_topic(left, right):
                continue
            lead = self._lead(left, right)
            is_speech = bool(lead.marks) and lead.marks[-1].role is Role.SPEECH and self._ends_told(lead.marks[-1].end, right)
            self._take_source(left, right)
            subject, measure = self._named(lead)
            subject = self._asked(left, right) or subject if is_speech else subject
            if is_speech and self._view[lead.marks[-1].start : lead.marks[-1].end] in HOLDING:
                place = self._place_spoken_for(subject)
                if subject is not None and place == subject and self._said_of(lead.marks[-1]) and self._speaks_of_itself(subject):
                    self._memory.speaker = self._party(subject)
                self._memory.speaker = place if place != subject else self._memory.speaker
                continue
            # "海天味业净利润公布，为5亿元": what is announced, not who announces it.
            is_speech = is_speech and (measure is None or subject is None)
            if is_speech:
                written = self._view[lead.marks[-1].start : lead.marks[-1].end]
                place = self._place_spoken_for(subject)
                if subject is not None and (written not in DOCUMENTS or place != subject):
                    self._memory.speaker = self._party(subject) if written not in DOCUMENTS else place
            elif subject is not None and self._is_topic(subject, right):
                self._memory.topic = self._party(subject) if measure is not None else self._head_name(self._party(subject))
            if measure is not None and not is_speech:
                self._memory.noun = self._measured(FigureSlots(subject=subject), measure)
                self._memory.noun.basis = next((BASES.get(m.value) for m in lead.marks if m.role is Role.BASIS), None)
        if any(self._view[at] in "；;" for at in self._borders if start <= at < end):
            self._memory.members = []

    def _asked(self, left: int, right: int) -> Span | None:
        found = _LEARNT.search(self._view, left, right)
        return found.span(1) if found else None

    def _said_of(self, verb: Mark) -> bool:
        return self._view[verb.start : verb.end] in SAYING

    def _is_topic(self, subject: Span, right: int) -> bool:
        """Whether what a clause speaks of is what the next ones do: the first, a name behind what is none, or one with a colon."""
        topic = self._memory.topic
        if topic is None or (self._names(subject) and not self._names(topic)):
            return True
        return self._text[right - 1 : right] in "：:" and (self._names(subject) or not self._names(topic))

    def _slots(self, run: list[int], lead: Lead) -> list[FigureSlots]:
        first = self._from_lead(lead)
        measures = self._listed_measures(lead, len(run))
        if measures and first.subject and first.subject[1] > measures[0][0]:
            first.subject = self._memory.topic or self._spoken_for() or self._pointing_word(lead)
        members = [] if measures else self._members(first, lead, len(run))
        found: list[FigureSlots] = []
        position = 0
        for number, index in enumerate(run):
            slots = first
            if number:
                gap_start, gap_end = self._quantities[run[number - 1]].end, self._quantities[index].start
                position += max(1, len(JOINT.findall(self._view, gap_start, gap_end)))
                slots = self._moved(replace(first), [m for m in self._marks if gap_start <= m.start < gap_end], gap_end)
            found.append(self._measured(replace(slots), measures[number]) if measures else slots)
            if members and position < len(members):
                slots = replace(slots, subject=members[position])
                found[-1] = slots
        found = self._each_told(found[-1], lead, len(run)) or found
        is_list = len(run) > 1 and len(members) > 1
        self._remember(found, members if is_list else [])
        return found

    def _remember(self, found: Sequence[FigureSlots], members: list[Span]) -> None:
        before, self._memory.last = self._memory.last, found[-1]
        is_growth = found[-1].row is not None and found[-1].row.code == "growth"
        is_growth = is_growth or (found[-1].grows and before is not None and found[-1].measure == before.measure)
        # 收于61.78美元，跌幅为0.95%；布伦特收于65.35美元: how far it fell is not what is told of the next.
        if found[-1].is_noun and not (is_growth and (self._memory.noun is not None or before is not None)):
            self._memory.noun = found[-1]
            self._memory.levels += [one for one in found if one.form is not Form.CHANGE]
        if members:
            self._memory.members = members

    def _members(self, slots: FigureSlots, lead: Lead, count: int) -> list[Span]:
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
        for joint in [*JOINT.finditer(self._view, start, end), None]:
            stop = joint.start() if joint else end
            if part := self._trimmed(at, stop):
                parts.append(part)
            at = joint.end() if joint else end
        return parts

    def _from_lead(self, lead: Lead) -> FigureSlots:
        """The slots of the first figure behind a lead."""
        slots = FigureSlots()
        said: list[Span] = []
        speaker: Span | None = None
        spoken = max((mark.end for mark in lead.marks if mark.role is Role.SPEECH and not self._is_foreseen(mark)), default=lead.start)
        if spoken > lead.start:
            said = [piece for piece in lead.pieces if piece[1] <= spoken]
            speaker, foretold = self._split(said[0], lead.marks) if said else (None, None)
            if speaker:
                self._memory.speaker = self._party(speaker)
            if speaker or not foretold:  # 资本支出|预计|落在
                lead = Lead(lead.start, lead.end, lead.marks, [piece for piece in lead.pieces if piece[1] > spoken])
        subject, measure = self._named(lead)
        slots.subject = subject if subject is None or not self._is_where_its(subject) else None
        if slots.subject is None and spoken > lead.start and said and self._is_foretold_of(speaker):
            slots.subject = speaker
        if measure is not None:
            slots = self._measured(slots, measure)
        is_given = measure is None or _GIVES.search(self._view, lead.start, lead.end) is not None  # 对进口卡车征收|25%|关税
        if is_given and (behind := self._behind(lead.end)) is not None:
            slots = self._measured(slots, behind)
        slots = self._counting_people(self._pointed(slots, lead), lead)
        slots.subject = slots.subject or self._good_priced(slots.measure)
        slots = self._moved(slots, lead.marks, lead.end)
        return self._completed(slots, lead)

    def _is_foretold_of(self, span: Span | None) -> bool:
        """Whether who stands before 预计 foresees nothing: 全国铁路|预计发送旅客; not 高盛|预计."""
        kinds = {entity.kind for one in self._known_at(*span) for entity in one.entities} if span else {""}
        return span is not None and kinds <= {"place"} and bool(kinds) and kind_of(self._view[slice(*span)], "zh") is None

    def _is_foreseen(self, speech: Mark) -> bool:
        """Whether a word of speech is a noun, what is foreseen of a measure: 需求增长|预测|维持在."""
        moves = any(mark.start == speech.end and mark.role in (Role.TO, Role.IS, Role.MOVED) for mark in self._marks)
        moves = moves or self._view[speech.end : speech.end + 1] in _FROM
        told = any(mark.end == speech.start and (mark.role in MOVES or mark.row is not None) for mark in self._marks)
        return moves and told and self._view[speech.start : speech.end] in FORECASTS

    def _measured(self, slots: FigureSlots, measure: Span) -> FigureSlots:
        marks = [mark for mark in self._marks if measure[0] <= mark.start and mark.end <= measure[1]]
        rows = [mark.row for mark in marks if mark.row is not None]
        slots.measure, slots.is_noun = measure, True
        slots.row = rows[-1] if rows else None
        if slots.row is not None and slots.row.code == _STANDING and slots.subject is not None:
            # |广义货币（M2）余额|: what stands is measured itself.
            whole = row_of(self._text[slice(*slots.subject)])
            if whole is not None and whole.code in _THAT_STAND:
                slots.row, slots.measure, slots.subject = whole, slots.subject, None
        slots.qualifiers = frozenset(mark.qualifier.code for mark in marks if mark.qualifier) | qualifiers_of(self._text[slice(*measure)])
        slots.form = slots.row.form if slots.row and slots.row.form is not Form.LEVEL else None
        if _GROWTH.search(self._view, *measure):
            slots.form = Form.CHANGE  # 经济增长4.8%
        return slots

    def _completed(self, slots: FigureSlots, lead: Lead) -> FigureSlots:
        """What the lead leaves open, from the clauses before it."""
        memory = self._memory
        if slots.form is Form.CHANGE and slots.basis is None and memory.last is not None and memory.last.form is Form.CHANGE:
            slots.basis = memory.last.basis
        if lead.marks and self._view[lead.marks[-1].start : lead.marks[-1].end] in _FROM:
            slots.qualifiers |= {"level_start"}
        own_subject, verb_only = slots.subject is not None, not slots.is_noun
        is_glued = slots.subject is not None and slots.measure is not None and slots.subject[1] == slots.measure[0]  # 玻璃|产量
        if slots.subject is not None and not is_glued and self._is_weak(slots.subject) and (memory.last or memory.topic or memory.speaker):
            slots.subject = None
        if slots.subject is not None and self._is_whole_of_speaker(slots.subject):
            slots.subject = memory.topic or memory.speaker
        goods, measure = slots.subject, slots.measure
        if goods is not None and measure is not None:
            if self._is_line_of_speaker(goods, slots):
                slots.subject, slots.measure = memory.speaker, (goods[0], measure[1])
            elif (whole := self._owner_of_line(goods, slots) or self._place_of(goods, measure)) is not None:
                slots.wholes = (whole,)
        if slots.subject is None:
            before = memory.last.subject if memory.last and not self._has_turned() else None
            slots.subject = self._ruled(lead.end) or before or memory.topic or self._spoken_for()
        return self._completed_measure(slots, lead, own_subject=own_subject, verb_only=verb_only)

    def _completed_measure(self, slots: FigureSlots, lead: Lead, *, own_subject: bool, verb_only: bool) -> FigureSlots:
        memory = self._memory
        is_own_price = own_subject and memory.noun is not None and memory.noun.row is None and memory.noun.subject is None
        if slots.measure is None and is_own_price:
            slots.measure = slots.subject  # 现货黄金报2911美元；|白银|持平于32.60美元
        elif verb_only and memory.noun is not None and self._may_share(slots, lead, memory.noun, own_subject=own_subject):
            noun = memory.noun
            slots.measure, slots.row, slots.is_noun = noun.measure, noun.row, True
            named = qualifiers_of(self._text[slice(*noun.measure)]) if own_subject and noun.measure else noun.qualifiers
            slots.qualifiers |= named - {"level_start"}  # 由77.6%升至|78.5%
            slots.grows = noun.grows
            is_level = slots.row is not None and slots.row.kind == "percent" and any(mark.role is Role.IS for mark in lead.marks)
            if slots.form is None and not is_level:  # 比上月下降0.1个百分点，其中大城市|为|5.1%
                slots.form, slots.basis = noun.form, slots.basis or noun.basis
        elif self._goes_on_growing(slots, own_subject=own_subject) and memory.noun is not None:
            slots.measure, slots.row = memory.noun.measure, memory.noun.row
            slots.qualifiers |= memory.noun.qualifiers
        elif slots.measure is None and memory.last is not None:
            slots.measure, slots.row = memory.last.measure, memory.last.row
        elif slots.measure is None:
            slots.measure = next(((m.start, m.end) for m in reversed(lead.marks) if m.role in (Role.LIGHT, Role.IS)), None)
        if not own_subject and not slots.is_noun and memory.last is not None and memory.last.measure is not None:
            # 收跌2.10%，|报|60.48美元: where it closed.
            slots.qualifiers |= qualifiers_of(self._text[slice(*memory.last.measure)]) & {"close"}
        return slots

    def _spoken_for(self) -> Span | None:
        """Whom the one who speaks stands for; None for 发言人, who is nobody's by himself."""
        speaker = self._memory.speaker
        is_anyone = speaker is not None and kind_of(self._view[slice(*speaker)], "zh") is not None and not self._names(speaker)
        return None if is_anyone else self._place_spoken_for(speaker)

    def _has_turned(self) -> bool:
        """Whether a name has come up since the last figure: …收益率报4.71%，黄金则延续跌势，报4025美元."""
        topic, last = self._memory.topic, self._memory.last
        before = last.subject if last else None
        return topic is not None and before is not None and topic[0] > before[1] and bool(self._known_at(*topic))

    def _ruled(self, start: int) -> Span | None:
        """The name that a figure in an attribute tells of: 与失业率达9.1%|的希腊不同."""
        end = next((one.end for one in self._quantities if one.start == start), start)
        found = _ATTRIBUTED.match(self._view, end)
        named = next((one for one in self._known if found and one.start == found.start(1)), None)
        if named is None and found is not None and self._memory.topic is None and self._names(found.span(1)):
            return found.span(1)  # 门店数量达15.2的|瑞源乳业|今日发布年报
        return (named.start, named.end) if named else None

    def _may_share(self, slots: FigureSlots, lead: Lead, noun: FigureSlots, *, own_subject: bool) -> bool:
        """Whether a clause without a measure of its own speaks of that of the clause before."""
        is_growth = noun.row is not None and noun.row.code == "growth"
        if any(mark.role is Role.FRAME for mark in lead.marks) or (is_growth and slots.form is Form.LEVEL):
            return False
        return not own_subject or noun.subject is None or slots.form is noun.form or slots.measure is None
