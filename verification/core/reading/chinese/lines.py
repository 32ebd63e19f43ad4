"""Whose a figure is by what is told: the lines of a company's trade, the people who are counted, the good that a price names."""

from verification.core.patterns import lazy_regex
from verification.core.reading.chinese.pieces import Lead
from verification.core.reading.chinese.pointing import ChinesePointing
from verification.core.reading.clause_words import Role
from verification.core.reading.figure_slots import FigureSlots, Span

# What a company tells of is its own where it tells what it sold or made, whatever of: 比亚迪公告，|新能源汽车销量.
_OWN = frozenset(("sales", "production", "profit"))
# What a company's lines earn and cost; what is made and sold may be the market's.
_OF_LINES = frozenset(("profit", "margin", "ratio", "income", "loss", "deal"))
_NO_LINES = lazy_regex(
    r"行业|市场|全球|全国|国内|同行|同业|业内|板块|产业|对手|竞品|客户|供应商|公司|股东|经销商|用户|居民|消费者|两市|城市|地区|平台|集团|其他"
)
_ANNOUNCES = frozenset(("公告", "公布", "披露", "发布", "宣布", "公告称", "公告显示"))
_WHOLES = frozenset(("全球", "全年", "全公司", "全集团"))
_OF_PEOPLE = lazy_regex(
    r"(?:以上|左右)?[名位]?的?((?:受访|被访|参与|参选)?(?:受访者|受试者|被访者|选民|居民|患者|民众|网友|青年|经济学家|分析师|投资者|消费者|企业|公司|家庭|用户|员工|学生|家长|女性|男性|成年人|老人))"
)


class ChineseLines(ChinesePointing):
    """The clauses of a sentence: those that tell of lines of trade, people and goods."""

    def _counting_people(self, slots: FigureSlots, lead: Lead) -> FigureSlots:
        """The slots of a figure that says how many of some people do what follows: 73.6%的|受访者|有过反向旅游经历."""
        end = next((one.end for one in self._quantities if one.start == lead.end), lead.end)
        found = _OF_PEOPLE.match(self._view, end)
        if found is None or slots.is_noun:
            return slots
        border = next((at for at in self._borders if at >= found.end()), len(self._view))
        slots.subject = slots.subject if slots.subject and not self._is_weak(slots.subject) else found.span(1)
        slots.measure = self._trimmed(found.end(), border) or slots.measure
        return slots

    def _owner_of_line(self, span: Span, slots: FigureSlots) -> Span | None:
        """The company that a line of trade hangs from: 英伟达…，|数据中心业务收入."""
        last = self._memory.last.subject if self._memory.last else None
        row, owner = slots.row, last or self._memory.topic
        is_own = (
            row is not None
            and (row.family in _OF_LINES or row.code == "revenue")
            and slots.measure is not None
            and span[1] == slots.measure[0]
        )
        if not is_own or owner is None or not self._is_company(owner) or _NO_LINES.search(self._view, *span):
            return None
        return None if self._names(span) or self._known_at(*span) else owner

    def _place_of(self, goods: Span, measure: Span) -> Span | None:
        """The place that goods hang from where they cost or come to so much: 在墨西哥，|汽油价格."""
        is_glued = goods[1] == measure[0] and not self._is_place(goods)
        kinds = {entity.kind for one in self._known_at(*goods) for entity in one.entities}
        return self._memory.place if is_glued and kinds <= {"commodity"} and (kinds or not self._names(goods)) else None

    def _is_line_of_speaker(self, span: Span, slots: FigureSlots) -> bool:
        """Whether a clause tells what the company that announces it sold or made: its goods are no subject of their own."""
        speaker, row = self._memory.speaker, slots.row
        is_own = row is not None and row.family in _OWN and slots.measure is not None and span[1] == slots.measure[0]
        if speaker is None or not is_own or not self._is_company(speaker) or not self._announces(speaker):
            return False
        kinds = {entity.kind for one in self._known_at(*span) for entity in one.entities}
        return kinds == {"commodity"} or (not kinds and not self._names(span))

    def _announces(self, speaker: Span) -> bool:
        said = (mark for mark in self._marks if mark.start == speaker[1] and mark.role is Role.SPEECH)
        return any(self._view[mark.start : mark.end] in _ANNOUNCES for mark in said)

    def _is_whole_of_speaker(self, span: Span) -> bool:
        """Whether a clause tells the total of who was named before it: 特斯拉宣布，|全球|交付量."""
        named = self._memory.topic or self._memory.speaker
        return self._view[slice(*span)] in _WHOLES and named is not None and self._is_company(named)

    def _good_priced(self, measure: Span | None) -> Span | None:
        """The good that the word for its price names: 铜价, 居民|电价."""
        known = self._known_at(*measure) if measure else []
        return (measure[0] + known[-1].start, measure[1]) if measure and known and measure[0] + known[-1].end == measure[1] else None
