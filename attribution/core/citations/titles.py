"""Sources that a text names without linking them: "according to the IMF's World Economic Outlook", 据…报告, 《…》.

Only what is cited counts: a title in a citing phrase. "据报道" and "according to experts" name nobody.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from verification.core.patterns import lazy_regex

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_WORK = (
    r"(?:财报|报告|数据|统计|公报|白皮书|蓝皮书|年报|季报|研报(?!告)|报道|公告|调查|声明|纪要|展望|论文|研究|年鉴|通知|意见|办法|条例"
    r"|消息|电讯)"
)
_CUE = r"(?:根据|依据|按照|参见|参照|援引|引自|摘自|源自|出自|载于|刊于|来源\s?[:：]|(?<![依根数证论收占])据)"
_CHINESE = lazy_regex(
    rf"{_CUE}\s?(?P<source>[^\s，。；：！？、（）()\[\]{{}}《》“”\"\n]{{2,30}}?{_WORK})(?!院|所|中心|机构|者|人员|局|部|处|组|法|库|源)"
)
# Without a word for "according to", at the head of a clause: 国家统计局数据显示.
_SUBJECT = lazy_regex(
    r"(?:^|(?<=[\s。！？；，“]))(?P<source>[^\s，。；：！？、（）()\[\]{}《》“”\"\n]{2,20}?(?:数据|报告|统计|公报|公告|报道))(?=显示|称，|称：|指出|表明)",
    re.MULTILINE,
)
_BOOK = lazy_regex(r"(?P<source>《(?P<title>[^《》\n]{2,80})》(?:报告)?)")
_BEFORE_BOOK = lazy_regex(rf"(?:{_CUE}|见)(?P<owner>[{_HAN}A-Za-z0-9·\s]{{0,24}})$")
# "《报告》" points back to a work that was named in full before.
_SHORT_NAME = lazy_regex(
    r"(?:报告|意见|通知|办法|方案|规划|计划|决定|公告|通告|条例|规定|细则|白皮书|蓝皮书|纲要|指南|建议|草案|协议|公约|声明|纪要|规则|准则)"
)
_BEHIND_BOOK = lazy_regex(
    r"\s?(?:[（(][^（）()\n]{1,30}[）)])?(?:的?数据)?(?:显示|指出|报道|称|认为|表明|披露|预测|预计|提到|写道|中(?:指出|提到|称|写道)|一文)"
)
_OWN = lazy_regex(r"(?:[的了过]|首份|一份|最新)|.*的$", re.DOTALL)  # what stands before an owner's name and is no part of it
_NOBODY = lazy_regex(
    r"(?:一份|记者|媒体|外媒|最新|公开|业内|市场|上述|有关|相关|该|这|此|本|其|我们|一些|多家|多份|部分|当地|可靠|多方|多项|网络|历史|以上|以下|下列|现有|已有|初步"
    r"|不完全|新闻|国内|国外|海外|行业|第三方|今年|去年|往年|近期|近年|\d{1,2}月|官方|权威|机构|专家|知情)|.*(?:不完全|即将)"
    rf"|(?:研究|调查|统计|消息|数据)?{_WORK}$"
)

# What the name of a Chinese publisher holds: "根据训练数据" names none.
_SOMEBODY = lazy_regex(
    r"[A-Z]|(?:19|20)\d{2}年|局|(?<![外内全])部(?!分)|(?<![社机])会(?![议计])|银行|央行|投行|署|社(?!会)|(?<!联)网|(?:日|时|晚|周|早|邮)报|公司|集团|组织|大学|委|厅|中心"
    r"|联盟|证券|资本|电视台|电台|央视|(?<!医)院|财新|彭博|路透|新华|高盛|花旗|瑞银|野村|标普|穆迪|惠誉|摩根|巴克莱|汇丰|中金|期货|交易所|法院|政府|智库"
)

_NAME = r"(?:(?:[A-Z]\.){2,4}|[A-Z][\w&’'-]*|\d{4})"
_LINK_WORD = r"(?:of|and|for|the|on|in|de|&)"
_NAMES = rf"{_NAME}(?:,?\s(?:{_LINK_WORD}\s){{0,2}}{_NAME}){{0,12}}"
_PUBLICATION = (
    r"(?:\s(?:latest|annual|quarterly|monthly|weekly|recent|new|own|official|preliminary|final)){0,2}"
    r"\s(?:reports?|data|survey|study|statement|filing|release|figures|statistics|paper|review|bulletin|outlook|census|index|estimates?"
    r"|forecast|analysis)"
)
_ENGLISH = lazy_regex(
    r"\b(?:[Aa]ccording\sto|[Aa]s\s(?:reported|noted|stated|shown|published|cited|documented)\s(?:by|in)|[Cc]ited\s(?:in|by)"
    r"|(?:[Pp]ublished|[Rr]eported)\s(?:by|in)|[Ss]ource:|[Dd]ata\sfrom)\s"
    rf"(?:the\s|an?\s|its\s)?(?P<source>{_NAMES}(?P<work>{_PUBLICATION})?)"
)
_QUOTED = lazy_regex(
    r"\b(?:report|study|paper|article|book|survey|essay)s?\s?,?\s(?:titled|entitled|called)?"
    r"\s?(?P<source>[“\"](?P<title>[^”\"\n]{4,120})[”\"])"
)
# What a publisher's or a publication's name holds; two capitals without any of these may be a person.
_PUBLISHER = lazy_regex(
    r"[’']s\s|\b(?:[A-Z]{2,8}|(?:[A-Z]\.){2,4}|Bank|Fund|Department|Agency|Bureau|Ministry|Commission|Institute|University|Organi[sz]ation|Council|Office"
    r"|Association|Journal|Times|News|Post|Review|Outlook|Report|Survey|Index|Bulletin|Statistics|Center|Centre|Foundation|Reserve|Board|Authority"
    r"|Union|Society|Academy|Observatory|Economist|Monitor|Magazine|Press|Research|Exchange|Administration|Treasury|Forum|Reuters|Bloomberg)\b"
)


@dataclass(frozen=True, slots=True)
class NamedSource:
    """A source named in words; the span covers its name."""

    name: str
    start: int
    end: int


def find_titles(text: str) -> list[NamedSource]:
    """The sources that a text names, in their order; they don't overlap."""
    found = sorted([*_chinese(text), *_english(text)], key=lambda source: (source.start, -source.end))
    kept: list[NamedSource] = []
    for source in found:
        if not kept or source.start >= kept[-1].end:
            kept.append(source)
    return kept


def _chinese(text: str) -> Iterator[NamedSource]:
    for found in (*_CHINESE.finditer(text), *_SUBJECT.finditer(text)):
        if _SOMEBODY.search(found.group("source")) and not _NOBODY.match(found.group("source")):
            yield _source(text, *found.span("source"))
    for found in _BOOK.finditer(text):
        if _SHORT_NAME.fullmatch(found.group("title")):
            continue
        start, end = found.span("source")
        before = _BEFORE_BOOK.search(text, max(0, start - 40), start)
        if before:
            own = _OWN.match(before.group("owner").lstrip())
            yield _source(text, start if own else before.start("owner"), end)
        elif _BEHIND_BOOK.match(text, end):
            yield _source(text, start, end)


def _english(text: str) -> Iterator[NamedSource]:
    for found in _ENGLISH.finditer(text):
        start, end = found.span("source")
        if not found.group("work"):
            # "According to Reuters, Apple will": what follows the comma is no part of the name.
            end = start + len(found.group("source").partition(",")[0])
        if found.group("work") or _PUBLISHER.search(text, start, end):
            yield _source(text, start, end)
    for found in _QUOTED.finditer(text):
        yield _source(text, *found.span("source"))


def _source(text: str, start: int, end: int) -> NamedSource:
    while start < end and text[start].isspace():
        start += 1
    name = text[start:end].rstrip(" .,;:'’")
    return NamedSource(name, start, start + len(name))
