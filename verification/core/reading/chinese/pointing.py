"""Whom a Chinese sentence has named for what follows: its sources and places, and who 公司, 该行 and 本集团 stand for."""

from dataclasses import replace

from verification.core.patterns import lazy_regex
from verification.core.reading.chinese.moves import ChineseMoves
from verification.core.reading.chinese.pieces import Lead
from verification.core.reading.clause_words import Role
from verification.core.reading.figure_slots import FigureSlots, Span
from verification.core.subjects.known import find_known
from verification.core.subjects.parts import parts_of
from verification.core.subjects.registry import Entity

# 公司债, 公司法 and 集团军 are words of their own.
_FIRM = r"(?:[该本此这贵我]|上述|这家)?(?:公司|集团|企业)(?![债法章军治律])|[该本我](?:行|基金|机构|券商|车企|药企)(?![业为动])"
_POINTS = lazy_regex(_FIRM)
# Whose they are is not whose the company is: 公司子公司, 公司股东.
_OTHERS = lazy_regex(r"子公司|孙公司|母公司|股东|旗下|控股|参股|高管|董事|员工持股|实际控制人|工厂|客户|产品")
# 泡泡玛特|旗下LABUBU: the company whose brand it is.
_OWNS = lazy_regex(r"旗下")
# "国家能源局发布数据，": what is told by a word of speech.
_TOLD = lazy_regex(r"了?(?:最新|有关|相关|统计|初步|月度|经济|运行){0,2}(?:数据|消息|通报|公报|报告|情况|结果)[,，:：]?")
# "若霍尔木兹海峡封锁，油价…": who is supposed to do what is not whose figure follows.
SUPPOSES = lazy_regex(r"\s*(?:若(?!干)|如果|假如|假设|假若|一旦|要是|倘若|即使|即便|尽管|虽然|除非|只要|随着)")
# "创单月新高，", "优于市场预期，": what is said of a figure before, and no topic of what follows.
_COMMENTS = lazy_regex(
    r"\s*(?:并|再|均|也|已|仍|双双)?(?:创(?:下|出|造)?(?![业新]|[\u4e00-\u9fff]{0,3}[板指])|刷新|改写|续创|连续|连[升跌涨降]|位[居列]|排名|仅次于|优于|好于|逊于|高于|低于|不及|符合|超出|与[^,，;；。]{1,16}(?:持平|相当|一致|基本一致))"
)
# "美团之后，", "假期期间，": what is over when the next begins.
_IS_OVER = lazy_regex(r"(?:之后|之前|过后|期间|之际|前夕)[,，]?$")
_BY_DATA = lazy_regex(
    r"\s*(?:根?据|按照?|由)([^,，;；。]{2,16}?)(?:提供|发布|公布|披露)?的?(?:最新|初步|官方)?(?:数据|统计|资料|报告|通报|公报)(?:显示|表明)?[,，]?$"
)
_IN_PLACE = lazy_regex(r"\s*在([^,，;；。]{2,8}?)(?:国内|境内|当地)?[,，]$")


class ChinesePointing(ChineseMoves):
    """The clauses of a sentence: those that name a source or a place, and those that begin with a word that points back."""

    def _pointed(self, slots: FigureSlots, lead: Lead) -> FigureSlots:
        """The slots of a clause such as 公司|上半年|合同负债: whose it is was named before, and what follows narrows what is measured."""
        word = self._pointing_word(lead)
        if word is None:
            return slots
        subject, measure = slots.subject, slots.measure
        if subject is not None and subject[0] >= word[0]:
            start = max(subject[0], word[1])
            between = (start, max(start, measure[0] if measure else subject[1]))
            if between[1] > between[0] and (self._names(between) or _OTHERS.search(self._view, *between)):
                return slots
            if measure is not None and subject[1] == measure[0]:
                slots.measure = (start, measure[1])
        elif subject is not None:
            return slots
        slots.subject = self._company_named() or word
        return slots

    def _pointing_word(self, lead: Lead) -> Span | None:
        """The word that points back at the beginning of a clause, periods and small words aside."""
        at = max((mark.end for mark in lead.marks if mark.role is Role.SPEECH), default=lead.start)
        skipped = sorted([(m.start, m.end) for m in lead.marks if m.role in (Role.FILLER, Role.CUT)] + [*self._periods])
        while at < lead.end:
            step = next((end for start, end in skipped if start == at), None)
            if step is None and self._view[at] not in " \u3000,，:：":
                break
            at = step or at + 1
        found = _POINTS.match(self._view, at, lead.end)
        return found.span() if found and not any(one.start == at for one in self._known) else None

    def _ends_told(self, start: int, end: int) -> bool:
        """Whether a clause ends with a word of speech, or with what is told by it: 发布数据，"""
        return end - start <= 1 or _TOLD.fullmatch(self._view, start, end) is not None

    def _tells_no_topic(self, left: int, right: int) -> bool:
        """Whether a clause is a rubric, supposes, is over, or only judges a figure before it: 创单月新高，"""
        is_rubric = self._view[right - 1] == "】"
        is_aside = SUPPOSES.match(self._view, left) or _COMMENTS.match(self._view, left) or _IS_OVER.search(self._view, left, right)
        return is_rubric or is_aside is not None

    def _take_source(self, left: int, right: int) -> None:
        """Remembers whose data a clause names, 据墨西哥统计局数据，and the place where what follows is so: 在墨西哥，"""
        if (found := _BY_DATA.match(self._view, left, right)) and (source := self._trimmed(*found.span(1))):
            self._memory.source = source
            if (place := self._place_spoken_for(source)) != source:
                self._memory.speaker = place
        found = _IN_PLACE.match(self._view, left, right)
        if found and any((one.start, one.end) == found.span(1) for one in self._known) and self._is_place(found.span(1)):
            self._memory.place = found.span(1)

    def _company_named(self) -> Span | None:
        """Whom this sentence has named that may be a company."""
        last = self._memory.last.subject if self._memory.last else None
        for span in (self._memory.topic, self._memory.speaker, last, self._memory.source):
            if span is not None and not points_back(self._view[slice(*span)]) and self._names(span) and not self._is_place(span):
                return owner_of(self._view, span)
        return None

    def _is_place(self, span: Span) -> bool:
        kinds = [{entity.kind for entity in one.entities} for one in self._known_at(*span)]
        return bool(kinds) and all(kind <= {"place", "institution", "body"} for kind in kinds)


def points_back(written: str) -> bool:
    """Whether words stand for a company that is named elsewhere."""
    return _POINTS.fullmatch(written) is not None


def owner_of(text: str, span: Span) -> Span:
    """The company whose brand or plant a span names: 泡泡玛特|旗下LABUBU; the span itself where it names no owner."""
    owner = _OWNS.search(text, *span)
    return (span[0], owner.start()) if owner and owner.start() > span[0] else span


def of_company(told: FigureSlots, text: str, sentence: Span) -> FigureSlots:
    """What a sentence of ``text`` tells, with the company that it names for its subject."""
    start, end = sentence
    is_own = told.subject is not None and start <= told.subject[0] < end
    found = company_in(text[start:end], (told.subject[0] - start, told.subject[1] - start) if told.subject and is_own else None)
    return replace(told, subject=(found[0] + start, found[1] + start) if found else None)


def company_in(text: str, told: Span | None) -> Span | None:
    """The company that a sentence, simplified and folded, speaks of: whose figure it tells, else the first that is known in it."""
    told = None if told is None or points_back(text[slice(*told)]) else owner_of(text, told)
    if told is not None and any(_is_company(one.entities) for one in find_known(text[slice(*told)]) if not one.start):
        return told
    first = next((one for one in find_known(text) if _is_company(one.entities)), None)
    if first is not None:
        return (first.start, first.end)
    return told if told is not None and any(part.is_name for part in parts_of(text[slice(*told)])) else None


def _is_company(entities: tuple[Entity, ...]) -> bool:
    return any(entity.kind == "company" for entity in entities)
