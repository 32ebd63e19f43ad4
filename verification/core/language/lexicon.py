"""The few words the binding knows: what says nothing, what says the same, and what narrows a subject. General, both languages, short."""

import re
from functools import lru_cache

from verification.core.language.terms import stem
from verification.core.patterns import lazy_regex


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


STOP_WORDS = _words(
    "a an the of in on at to for by with from and or is are was"
    " were be been being has have had do does did will would it its this that these"
    " those as than what which who how much many when where s t his her their our he she they we i you there here also but if so not no"
    " now just only very more most about into out up over after before such some any all both each other own said says say according report"
    " reports reported while during per cent percent under between through against because nearly almost roughly around approximately"
    " least can could may might should must"
)
# Words that stand in every report and tell no two figures apart.
GENERIC_WORDS = _words(
    "year month quarter week day number rate level total new late early data figure government official economist analyst report"
    " release show friday monday tuesday wednesday thursday saturday sunday"
    " accord say told note announce percentage point million billion trillion"
    " interest benchmark key thousand dollar people time high low record better big good recent latest previou past last next first"
)
_SAME_WORDS = (
    "rise rose risen climb jump increase gain grow grew grown growth surge soar advance hike raise tick edge inch expand skyrocket",
    "fall fell fallen drop decline dip slip decrease cut lower reduce slash trim slice shrink shrank tumble plunge sink sank slide lose",
    "remain hold held stay steady unchange keep kept maintain leave left",
    "job payroll",
    "unemployment jobless",
    "add create generate",
    "employer business company firm",
    "gdp product economy",
    "make earn",
    "pass approve adopt enact",
    "worker employee staffer",
    "boost benefit supplement",
    "pay paid payment repay repaid reimburse",
    "tariff duty levy",
    "impose levy slap",
    "us usa american america",
    "uk british britain",
    "china chinese",
    "korea korean",
    "japan japanese",
    "canada canadian",
    "mexico mexican",
    "iran iranian",
    "russia russian",
    "israel israeli",
    "house representatives",
    "car auto automobile vehicle automaker",
    "sale revenue turnover",
    "poll survey",
    "fed fomc",
    "target goal",
    "value valuation",
    "ipo listing",
)
_CANON: dict[str, str] = {}

_CHINESE_SAME = (
    ("社会消费品零售总额", ("社零总额", "社零")),
    ("美联储", ("美国联邦储备委员会", "联邦储备委员会", "美国联邦公开市场委员会", "联邦公开市场委员会", "联储", "fomc")),
    ("gdp", ("国内生产总值", "地区生产总值", "生产总值")),
    ("cpi", ("居民消费价格指数", "消费者物价指数", "消费者价格指数", "居民消费价格")),
    ("ppi", ("工业生产者出厂价格指数", "工业生产者出厂价格", "生产者价格指数")),
    ("pmi", ("采购经理指数", "采购经理人指数")),
    ("纳指", ("纳斯达克综合指数", "纳斯达克指数", "纳斯达克")),
    ("标普500", ("标准普尔500种股票指数", "标准普尔500指数", "标普500指数")),
    ("道指", ("道琼斯工业平均指数", "道琼斯指数", "道琼斯")),
    ("沪指", ("上证综合指数", "上证综指", "上证指数")),
    ("深成指", ("深证成份指数", "深证成指")),
    ("恒指", ("恒生指数",)),
    ("创业板", ("创业板指数", "创业板指")),
    ("科创50", ("科创50指数",)),
    ("首付", ("首付款",)),
    ("营收", ("营业总收入", "营业收入", "总营收", "收入")),
    ("收盘", ("收报", "报收", "收于")),
    ("净利润", ("归属于上市公司股东的净利润", "归属于母公司所有者的净利润", "归属母公司股东的净利润", "归母净利润", "净利")),
    ("涨", ("涨幅为", "涨幅", "上涨", "收涨", "涨超", "涨逾", "涨近", "上升", "升")),
    ("跌", ("跌幅为", "跌幅", "下跌", "收跌", "跌超", "跌逾", "跌近")),
    ("中国", ("我国", "全国")),
    ("融资", ("募资", "募集资金")),
    ("死亡", ("遇难", "丧生", "身亡", "死者")),
    ("日元", ("日圆",)),
    ("同比", ("比上年同期", "较上年同期", "比去年同期", "较去年同期", "与上年同期相比")),
    ("上市", ("ipo", "首次公开募股", "首次公开发行")),
)
_CHINESE_CANON = {writing: canon for canon, group in _CHINESE_SAME for writing in (canon, *group)}
_CHINESE_PATTERN = lazy_regex("|".join(sorted((re.escape(word) for word in _CHINESE_CANON), key=len, reverse=True)))

# What narrows a subject: it has to stand on both sides, or on neither.
_ENGLISH_QUALIFIERS = lazy_regex(
    r"\b(core|private|average|median|excluding|except|minus|teen\w*|women|men|black|hispanic|latino|white|asian|youth|young|part-time|full-time|"
    r"long-term|construction|manufacturing|factory|retail|health|leisure|federal(?!\sreserve|\sopen|\sfunds)|state|hourly|weekly|monthly|daily|per(?!\s(?:(?:troy|fine)\s)?(?:ounce|oz|barrel|bbl|(?:metric\s)?ton|tonne|pound|bushel|gallon|dollar))|adjusted|nominal|real|"
    r"preliminary|revised|combined|remaining|additional|extra|individual\w*|couple\w*|famil\w*|household\w*|corporate|personal)\b",
    re.IGNORECASE,
)
_CHINESE_QUALIFIERS = lazy_regex(
    r"(除.{1,12}?(?:以?外)|不含|不包括|扣除|剔除|核心|人均|每股|平均|年均|累计|城镇|农村|乡村|民间|国有|私营|民营|外商|限额以上|实际|名义|"
    r"最高|第一|第二|第三|高技术|出口|进口|新增|存量|占|首套|二套|日均|月均)"
)


_BOTH_SECTORS = lazy_regex(r"\bprivate\sand\s(?:public|government)|\bpublic\sand\sprivate", re.IGNORECASE)


def canonical_word(word: str) -> str:
    """The form under which an English word is compared: its stem, or the first word of the group that says the same."""
    return _canonical(word)


@lru_cache(maxsize=16_384)
def _canonical(word: str) -> str:
    bare = word.replace(".", "").removesuffix("'s").removesuffix("'")
    if bare in _CANON:
        return _CANON[bare]
    root = _root(bare)
    return _CANON.get(root, root)


def _root(word: str) -> str:
    """A light stem: plural, -ed, -ing and final -e fall away."""
    if not word.isascii() or len(word) < 4:
        return word
    single = stem(word)
    for ending in ("ing", "ed"):
        if single.endswith(ending) and len(single) - len(ending) >= 3:
            single = single[: -len(ending)]
            if len(single) > 3 and single[-1] == single[-2] and single[-1] not in "ls":
                single = single[:-1]
            break
    return single.removesuffix("e")


def canonical_chinese(text: str) -> str:
    """Folded Chinese text with one writing for what has several; the length may change."""
    return _CHINESE_PATTERN.sub(lambda match: _CHINESE_CANON[match.group()], text)


def qualifiers_in(text: str, *, is_chinese: bool) -> frozenset[str]:
    """The narrowing words of a stretch of text."""
    pattern = _CHINESE_QUALIFIERS if is_chinese else _ENGLISH_QUALIFIERS
    text = _BOTH_SECTORS.sub(" ", text)
    return frozenset(match.group(1).lower()[:4] if not is_chinese else match.group(1) for match in pattern.finditer(text))


def _build_canon() -> None:
    for group in _SAME_WORDS:
        words = group.split()
        for word in words:
            _CANON[word] = words[0]
            _CANON[_root(word)] = words[0]


_build_canon()
