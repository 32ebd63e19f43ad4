"""Who a piece of a Chinese sentence names: a name, who speaks for one, a source, or nobody."""

from verification.core.patterns import lazy_regex
from verification.core.reading.chinese.pieces import HAN, ChinesePieces
from verification.core.reading.event_clauses import event_verbs
from verification.core.reading.figure_slots import Span
from verification.core.reading.speaker_nouns import kind_of
from verification.core.subjects.chinese_words import segment
from verification.core.subjects.known import find_known

HOLDING = frozenset(("预计", "预测", "认为", "估计", "主张", "料", "预期", "预计将", "估算", "说", "称", "表示", "指出"))
FORECASTS = ("预测", "预期", "预估", "目标")
SAYING = frozenset(("说", "称", "表示", "指出"))
# What they stand behind is a source, and no party to what it says: IDC|数据显示.
DOCUMENTS = frozenset(("数据显示", "统计显示", "报告称", "据统计"))
SOURCE = lazy_regex(
    r"(?:调查(?:所得|结果|预估|预期)?|数据|报告|统计|机构|媒体|分析师|经济学家|市场|季报|年报|一季报|半年报|财报|公告|起诉书)$"
)
# Who speaks for a name, or what tells of it, behind the name: 越南|发言人, 海天味业|财务总监, 信和物流|业绩快报.
_SPOKESMAN = lazy_regex(
    r"(?:的|自己的)?(?:官方|有关部门|有关方面|方面|[\u4e00-\u9fff]{0,4}(?:部门|机构|组织)|官员|发言人|负责人|当局|政府|官网|新闻稿|通讯社|"
    r"(?:有关|相关|主要)?负责人|董事长|董秘|掌门人|管理层|首席执行官|(?:副?总经理|财务总监|总裁|cfo|ceo)|证券部工作人员|"
    r"(?:(?:国家|中央|联邦|地理|劳工|人口|经济)*统计|农业|旅游|环保|教育|税务|人社|财政|卫生)[局厅署](?:局长|负责人)?|(?:央行|国家银行|中央银行)行长|财政部长|统计局局长|"
    r"(?:统计|更正|业绩|工作)?(?:公告|公报|快报|通报|简报|报告)|(?:业绩|中期|全年)?(?:财报|年报|季报|月报|半年报|中报)|业绩|绩后|"
    r"主要(?:经济|会计|财务|运行)?(?:指标|数据)|基本面|经营(?:情况|数据)|维基词条)"
    r"(?:(?:周[一二三四五六日])?在[\u4e00-\u9fffa-z]{2,8}[上中里]|首次|周[一二三四五六日])*(?:坦言|承认|感叹|确认|介绍|透露|披露|通报)?$"
)
_OFFICE = lazy_regex(
    r"(?:副)?(?:行长|主席|总裁|局长|部长|署长|会长|秘书长|总干事|董事长|首席执行官|首席经济学家|发言人)[\u4e00-\u9fff·]{0,8}"
)
_FORESEEN = lazy_regex(r"(?:预测|预期|预估|目标)(?:价|值|股价)?$")
# 来伊份|与供应商: whom a name deals with is nobody whose figure it is.
_WITH = lazy_regex(
    r"(?:与|和|同|跟|向)(?:其|多家|部分|一家|某|上游|下游|主要|海外|国内){0,2}(?:供应商|客户|合作方|合作伙伴|股东|投资者|经销商|银行|对方|交易对手|政府|监管机构)$"
)
# What goes on from a name to what becomes of it.
_GOES_ON = lazy_regex(
    r"\s*(?:则|也|将|已|仍|还|正|又|再|终|却|便|竟|继续|延续|持续|近日|随后|今日|昨日|周[一二三四五六日]|召开|举行|举办|宣布|推出|启动|迎来|计划|希望)"
)
_LATIN = lazy_regex(r"[a-z]")
_NO_SUBJECTS = frozenset((
    "实际", "本报", "其中", "最新", "广告", "更正", "消息", "数据", "结果", "总计", "合计", "现", "其余", "全部",
    "市场", "这样", "名义", "现行", "现有", "当前", "目前", "近期", "最近", "本期", "当期", "总体", "整体", "季度", "年度",
    "月度", "单季", "半年度", "现场", "期内", "全场", "连", "连续", "终盘", "尾盘", "午盘", "早盘", "午后", "收盘",
))  # fmt: skip
_NAME_ENDS = (
    "公司", "集团", "银行", "股份", "工厂", "控股", "中国", "港", "大学", "汽车", "科技", "电子", "药业", "医药", "能源", "影业",
    "酒业", "航空", "证券", "基金", "保险", "信托", "指数", "指", "央行", "金管局", "部门", "资本", "铁路", "地铁", "机场", "重工",
    "实业", "置业", "制药", "乳业", "传媒", "国际", "石化", "软件", "新材", "环保", "铝业", "矿业",
)  # fmt: skip
# What somebody is, before the name: 晶圆代工厂|台积电, 芯片巨头|英伟达.
_IS_WHAT = lazy_regex(r"(?:厂|商|巨头|龙头|霸主|新贵|独角兽|[车药房矿酒煤钢]企|运营方|平台|服务商|母公司|子公司|旗下)$")
# What leads to a name, and what narrows one.
_LEADS_TO_NAME = lazy_regex(
    r"以为|看到|说到|是|认定|重申|误报|初估|轮到|上看|图为|上市公司|(?:房|矿|车|药|煤|钢|酒|券|航|乳)企|保险商|三问|若论|而|但"
)
_NARROWS = lazy_regex(
    r"(?:[东西南北中上下新老旧前原非除大小泛驻对在外内]|[东西南北]部|海外|国内|全国|境外|港口|子公司|[东西南北][部方]|[\u4e00-\u9fffa-z]级|飞天)$"
)
SETS_RATES = lazy_regex(r"(?:银行|央行|财政部|财务省|委员会|美联储|联储|金管局|管理局|政府)$")
_BODY = lazy_regex(
    r"(?:国家)?(?:统计[局院署厅]|财政部|财务省|海关(?:总署)?|劳工[部局]|商务部|经济部|央行|中央银行|政府|当局|官方|内阁|[\u4e00-\u9fff]{1,6}[部局署厅委省])(?:数据|统计)?"
)


class ChineseParties(ChinesePieces):
    """Whom the pieces of a sentence name."""

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
        return span if ends_as_name(rest) or not _GOES_ON.match(rest) else (span[0], span[0] + known[0].end)

    def _party(self, span: Span) -> Span:
        """Whom somebody speaks for: 越南|发言人, 海天味业|官方; the span itself where it names no spokesman."""
        first = self._known_at(*span)[:1]
        begin = span[0] + first[0].end if first and not first[0].start else span[0]
        found = _SPOKESMAN.search(self._view, begin, span[1])
        is_own = found is not None and any(one.start < found.start() < one.end for one in self._known)  # 美国劳工|统计局
        body = next((one for one in self._known if one.start == span[0] and _OFFICE.fullmatch(self._view, one.end, span[1])), None)
        if body is not None:
            return (span[0], body.end)  # 土耳其央行|行长
        return (span[0], found.start()) if found and found.start() > span[0] and not is_own else span

    def _speaks_of_itself(self, span: Span) -> bool:
        """Whether a speaker is a known company, or somebody who speaks for one or for a place, and no expert, paper or unnamed person."""
        if self._party(span) != span or self._view.startswith("方面", span[1]):
            return True
        kinds = {entity.kind for one in self._known_at(*span) if (one.start, one.end) == (0, span[1] - span[0]) for entity in one.entities}
        return "company" in kinds and kind_of(self._view[slice(*span)], "zh") is None

    def _is_company(self, span: Span) -> bool:
        return any("company" in {entity.kind for entity in one.entities} for one in self._known_at(*span) if not one.start)

    def _is_source(self, span: Span) -> bool:
        """Whether a piece says where a figure is from (行业报告), and is no name that ends so (西部数据)."""
        found = SOURCE.search(self._view, *span)
        if found is None or any(one.end == span[1] - span[0] for one in self._known_at(*span)):
            return False
        return found[0] != "市场" or not self._known_at(*span)

    def _place_spoken_for(self, span: Span | None) -> Span | None:
        """The place whose body a name is: 日本 of 日本财务省; the span itself where it is none."""
        known = self._known_at(*span) if span else []
        if span and known and (known[0].start, known[0].end) == (0, span[1] - span[0]):  # 美国|劳工统计局
            known = [one for one in find_known(self._view[span[0] : span[1] - 1]) if not one.start]
        if span is None or not known or known[0].start or not any(entity.kind == "place" for entity in known[0].entities):
            return span
        cut = span[0] + known[0].end
        return (span[0], cut) if cut < span[1] and _BODY.fullmatch(self._view, cut, span[1]) else span

    def _bare_name(self, span: Span) -> Span:
        """A name without the words before it that name nobody: 上市公司|布伦特伍德, 芯片巨头|英伟达; not 北部|意大利."""
        start, end = span
        if (of := self._view.rfind("的", start, end)) > start + 2 and self._does(of) and self._names((of + 1, end)):
            start = of + 1
        if (partner := _WITH.search(self._view, start + 2, end)) is not None:
            end = partner.start()
        inside = {at for one in self._known for at in range(one.start + 1, one.end)}
        cuts = [found.end() for found in _LEADS_TO_NAME.finditer(self._view, start, end) if found.end() not in inside]
        if cuts and end - cuts[-1] > 1:
            start = cuts[-1]
        known = self._known_at(start, end)
        if known and known[-1].end == end - start and _IS_WHAT.search(self._view, start, start + known[-1].start):
            return (start + known[-1].start, end)
        if not known or not known[0].start:
            return (start, end)
        before = self._view[start : start + known[0].start]
        is_mere = not _NARROWS.search(before) and not any(is_name for _, is_name in segment(before)) and HAN.match(before)
        return (start + known[0].start, end) if is_mere and len(before) > 1 else (start, end)

    def _does(self, of: int) -> bool:
        """Whether what stands before 的 is what somebody does, and no owner: 向华为供货|的立讯技术."""
        return of not in self._inside and self._view[of - 2 : of] in event_verbs("zh")

    def _is_set_by(self, actor: Span, piece: Span) -> bool:
        """Whether a body only sets or foresees what is measured: 中国人民银行将|一年期LPR, OPEC把|全球石油需求增长预测."""
        start = next((start for start, end in self._periods if end == piece[0]), piece[0])
        is_moved = self._view[start - 1 : start] in ("将", "把")
        return is_moved and (SETS_RATES.search(self._view, *actor) is not None or self._is_forecast(piece))

    def _is_where_its(self, place: Span) -> bool:
        """Whether a place only says where somebody named before has it: 其2021年|中国|境内销售额."""
        start = next((start for start, end in self._periods if end == place[0]), place[0])
        return self._view[start - 1 : start] == "其" and self._view.startswith("境内", place[1])

    def _is_forecast(self, piece: Span) -> bool:
        """Whether what is moved is what somebody foresees of it: 全球石油需求|增长预测, 中信证券|目标价."""
        return _FORESEEN.search(self._view, *piece) is not None or any(self._view.startswith(FORECASTS, piece[1] + gap) for gap in (0, 2))

    def _names_nobody(self, start: int, end: int) -> bool:
        """Whether what stands before 的 only tells which figure is meant: 最新的, 备受关注的, 本次公布的."""
        span = self._trimmed(start, end)
        return span is None or self._is_nobody(span)

    def _is_nobody(self, span: Span) -> bool:
        return self._view[slice(*span)] in _NO_SUBJECTS or self._is_anybody(span)


def ends_as_name(rest: str) -> bool:
    return rest.endswith(_NAME_ENDS)
