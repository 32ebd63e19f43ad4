"""What stands beside a Chinese sentence and says nothing of its figures: datelines, numbers of items, the side from which it is told."""

import re
from collections.abc import Sequence

from verification.core.evidence import Quantity
from verification.core.patterns import lazy_regex
from verification.core.reading.clause_words import chinese_marks
from verification.core.reading.figure_slots import Span
from verification.core.subjects.known import find_known

# "新华社北京6月17日电": where and when a report was written.
_DATELINE = lazy_regex(
    r"^\s{0,4}[^\s，。；,;]{1,12}?[社网报][^\s，。；,;]{0,8}?(?:\d{1,2}月\d{1,2}日[电讯]|电(?=\s))|"
    # "证券时报e公司讯，", "PANews 11月12日消息，", "（中央社記者潘姿羽台北20日電）"
    r"^\s{0,4}(?:[^\s,;。:]{1,12}?\s?\d{1,2}月\d{1,2}日(?:[电讯]|快讯|消息)|[^\s,;。:]{0,10}(?:(?:[报社网]|e公司|财经|新闻)讯|快讯))[,:]|"
    r"^\s{0,4}\([^()]{0,12}[报社网][^()]{0,14}[电讯导]\)"
)
# "北京，2026年10月29日 /美通社/ -- ", "上海，10月29日 – ": where and when a company tells it.
_TOLD_FROM = lazy_regex(
    r"^\s{0,4}([^\s,;。:\d]{2,8}?)[,\s]\s?(?:\d{4}年)?\d{1,2}月\d{1,2}日\s?(?:[(/][^)/\d]{2,16}[)/]\s?)?(?:--|——?|[-–])\s?"
)
# "1、", "图2", "表一": the number of an item or picture.
_NUMBERED = lazy_regex(
    r"[①-⑳]|(?:(?<=[，,；：。:;\n])|^)\s*(?:(?:\d{1,2}|[一二三四五六七八九十]{1,2})[、.．)](?!\d)|"
    r"[图表](?:\d{1,2}|[一二三四五六七八九十])?(?=[\s：:为]))"
)
# "从企业规模看，", "按经营单位所在地分，": the side from which it is told.
_SIDE = lazy_regex(
    r"(?:(?<=[，,；：。:;\n])|^)(?:从|按照?|分(?=[月季地行品项部类产业城区]))[^，。；]{1,10}(?:看|分|计算?|计价|划分|统计|口径)(?=[，,])"
)
# "按可比价格计算，": at which prices, which no more names what is measured than the rest.
_AT_PRICES = lazy_regex(r"(?:按|以)(?:可比|不变|现行?|当年|当期)价格?(?:计算?|核算|口径)?(?=[，,])")
# "根据《上市规则》第十三章，": the rule by which it is told.
_BY_RULE = lazy_regex(r"(?:(?<=[，,；：。:;\n])|^)(?:根据|依据|按照?|依照)《[^《》]{1,30}》[^，。；]{0,12}(?=[，,])")
# "受猪肉和能源价格拖累，": why it is so, which is nobody whose figure follows.
_CAUSED = lazy_regex(
    r"(?:(?<=[，,；：。:;\n])|^)\s*(?:受(?![访理害伤试益托雇])|因(?![特子])|由于|在)[^，。；,;]{1,26}?"
    r"(?:影响|拖累|提振|带动|推动|支撑|刺激|冲击|驱动|打压|所致|下(?=[，,]))"
)
# "以现金方式", "以8比1的投票结果", "连续第四个月为负", "经初步测算，": how it was decided, how long it has been so, how it was found.
_HOW = lazy_regex(
    r"(?:以|通过|采用|采取)[^，。；,;\d]{2,14}?(?:方式|形式)(?=[\u4e00-\u9fff])|"
    r"(?:以\s?\d{1,3}\s?(?:比|票对|[:：])\s?\d{1,3}|(?<!\d)\d\s?比\s?\d(?=维持|通过|决定|投票|表决|票))(?:票)?的?(?:投票|表决|微弱)?(?:结果|比数|比例|优势)?|"
    r"第\d{1,2}周(?=[^，。；]{2})|经(?:过)?(?:初步|审计|事后|公司|财务)[^，。；,;]{0,10}(?=[，,])|"
    r"连续第?[一二三四五六七八九十两\d]{1,3}个?(?:月|季度|季|周|年|日|天|交易日)(?:[为呈]?[负正](?=[，,；;。])|(?=[，,；;。]))"
)
# "以总股本18.62亿股为基数，向全体股东每10股派发": to whom it goes, and by what it is counted.
_TO_HOLDERS = lazy_regex(r"向(?:公司|登记在册的|全体|老|原|特定|a股|h股|普通股){0,4}股东")
# "美联储官员对|今年美国经济增速|的预测中值为": who foresees it, and that it is foreseen, say nothing of what it is.
_FORESEEN = lazy_regex(
    r"(?:(?<=[，,；：。;\n])|^)([^，。；,;对]{0,16}对)([^，。；,;]{3,26}?)(的(?:预测|预期|预估|展望)(?:中值|均值|中位数|值)?)(?=[是为达])"
)
# "截至8月1日上午10时": the hour of a day.
_HOUR = lazy_regex(
    r"(?<=日)(?:上午|下午|凌晨|早上|晚上|晚间?|早间?|中午|傍晚|夜间?)?\s?\d{1,2}(?:时|点(?!\d))(?:\d{1,2}分|许|左右|整)?(?=[,，])"
)
_ASIDE = lazy_regex(r"\([^()]{1,30}\)|[“”\"《》‘’]")


def without_asides(text: str, quantities: Sequence[Quantity], periods: Sequence[Span]) -> str:
    """The sentence with them, words in brackets and the signs of quotes blanked, as long as it was; what holds a figure or a name stays."""

    def kept(found: re.Match[str]) -> str:
        is_dated = any(found.start() < at < found.end() for at, _ in periods)
        if len(found[0]) > 1 and not is_dated and any(found.start() <= one.start < found.end() for one in quantities):
            return found[0]
        # 刚果（金） and 刚果（布） are two countries.
        is_named = len(found[0]) > 1 and any(one.start < found.start() and found.end() <= one.end for one in find_known(text))
        return found[0] if is_named else _blanked(found)

    text = _TOLD_FROM.sub(lambda found: _blanked(found) if find_known(found[1]) else found[0], text)
    text = _HOUR.sub(kept, text)
    text = _NUMBERED.sub(_blanked, _DATELINE.sub(_blanked, text))
    text = _AT_PRICES.sub(_blanked, _BY_RULE.sub(_blanked, text))
    text = _TO_HOLDERS.sub(_blanked, _HOW.sub(_blanked, text))
    text = _FORESEEN.sub(lambda found: "\u3000" * len(found[1]) + found[2] + "\u3000" * len(found[3]), text)
    text = _CAUSED.sub(
        lambda found: found[0] if any(found.start() <= one.start < found.end() for one in quantities) else _blanked(found), text
    )
    text = _SIDE.sub(lambda found: found[0] if find_known(found[0]) or _names_measure(found[0]) else _blanked(found), text)
    return _ASIDE.sub(kept, text)


def _names_measure(side: str) -> bool:
    """Whether the side from which it is told is what is measured: 从|青年失业率|看."""
    return any(mark.row is not None for mark in chinese_marks(side, 0, len(side), {}))


def _blanked(found: re.Match[str]) -> str:
    return "\u3000" * len(found[0])
