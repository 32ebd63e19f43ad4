"""Whom a page credits for a figure: an official release or another outlet's news report, read from the words around the figure.

A by-line or source line of the whole page goes before the sentence, because a reprinted wire story names the authority inside its text.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from verification.core.evidence import Page, Passage
from verification.core.patterns import lazy_regex
from verification.core.sources.domains import matching_suffix
from verification.core.vocabulary import PassageField


class OriginKind(StrEnum):
    OFFICIAL = "official"
    NEWS = "news"


@dataclass(frozen=True, slots=True)
class NamedOrigin:
    """The credited source: ``key`` is equal for all writings of one outlet, ``name`` is as the page writes it."""

    kind: OriginKind
    key: str
    name: str
    homes: tuple[str, ...] = ()


UNNAMED_REPORT = "unnamed"

# Outlets by key: (writings, host suffixes of their own). Agencies and papers that others reprint; the grammar below meets the rest.
_OUTLETS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "xinhua": (("新华社", "新华网", "新华财经", "Xinhua"), ("news.cn", "xinhuanet.com", "cnfin.com")),
    "cctv": (("央视新闻", "央视财经", "央视", "总台", "新闻联播", "CCTV"), ("cctv.com", "cctv.cn", "cntv.cn")),
    "chinanews": (("中新社", "中新网", "中国新闻网", "中新财经"), ("chinanews.com", "chinanews.com.cn", "ecns.cn")),
    "people": (("人民日报", "人民网"), ("people.com.cn", "people.cn")),
    "cls": (("财联社",), ("cls.cn",)),
    "jiemian": (("界面新闻", "界面"), ("jiemian.com",)),
    "thepaper": (("澎湃新闻", "澎湃"), ("thepaper.cn",)),
    "yicai": (("第一财经",), ("yicai.com",)),
    "stcn": (("证券时报", "券商中国"), ("stcn.com",)),
    "cnstock": (("上海证券报", "上证报"), ("cnstock.com",)),
    "cs": (("中国证券报", "中证报", "中证网"), ("cs.com.cn",)),
    "zqrb": (("证券日报",), ("zqrb.cn",)),
    "21jingji": (("21世纪经济报道", "21财经"), ("21jingji.com",)),
    "nbd": (("每日经济新闻", "每经"), ("nbd.com.cn",)),
    "caixin": (("财新网", "财新", "Caixin"), ("caixin.com", "caixinglobal.com")),
    "ce": (("经济日报", "中国经济网"), ("ce.cn",)),
    "bjnews": (("新京报", "贝壳财经"), ("bjnews.com.cn",)),
    "wallstreetcn": (("华尔街见闻",), ("wallstreetcn.com",)),
    "sina": (("新浪财经", "新浪科技", "新浪"), ("sina.com.cn", "sina.cn")),
    "jin10": (("金十数据", "金十"), ("jin10.com",)),
    "zhitong": (("智通财经",), ("zhitongcaijing.com",)),
    "huanqiu": (("环球时报", "环球网", "Global Times"), ("huanqiu.com", "globaltimes.cn")),
    "cankaoxiaoxi": (("参考消息",), ("cankaoxiaoxi.com",)),
    "scmp": (("南华早报", "South China Morning Post", "SCMP"), ("scmp.com",)),
    "yonhap": (("韩联社", "Yonhap"), ("yna.co.kr",)),
    "kyodo": (("共同社", "Kyodo"), ("kyodonews.net", "kyodonews.jp")),
    "nikkei": (("日经新闻", "日本经济新闻", "日经", "Nikkei"), ("nikkei.com",)),
    "tass": (("塔斯社", "TASS"), ("tass.com", "tass.ru")),
    "dpa": (("德新社",), ("dpa.com",)),
    "reuters": (("路透社", "路透", "Reuters"), ("reuters.com",)),
    "bloomberg": (("彭博社", "彭博新闻社", "彭博", "Bloomberg News", "Bloomberg"), ("bloomberg.com",)),
    "ap": (("美联社", "Associated Press", "The AP"), ("apnews.com", "ap.org")),
    "afp": (("法新社", "Agence France-Presse", "AFP"), ("afp.com",)),
    "wsj": (("华尔街日报", "Wall Street Journal", "WSJ"), ("wsj.com",)),
    "ft": (("金融时报", "Financial Times"), ("ft.com",)),
    "nyt": (("纽约时报", "New York Times"), ("nytimes.com",)),
    "wapo": (("华盛顿邮报", "Washington Post"), ("washingtonpost.com",)),
    "cnbc": (("CNBC",), ("cnbc.com",)),
    "cnn": (("CNNMoney", "CNN"), ("cnn.com",)),
    "bbc": (("BBC",), ("bbc.com", "bbc.co.uk")),
    "fox": (("Fox Business", "Fox News"), ("foxnews.com", "foxbusiness.com")),
    "nbc": (("NBC News",), ("nbcnews.com",)),
    "abc": (("ABC News",), ("abcnews.go.com",)),
    "cbs": (("CBS News",), ("cbsnews.com",)),
    "usatoday": (("USA Today",), ("usatoday.com",)),
    "guardian": (("The Guardian", "卫报"), ("theguardian.com",)),
    "economist": (("The Economist", "经济学人"), ("economist.com",)),
    "axios": (("Axios",), ("axios.com",)),
    "politico": (("Politico",), ("politico.com", "politico.eu")),
    "marketwatch": (("MarketWatch",), ("marketwatch.com",)),
    "barrons": (("Barron's", "巴伦周刊"), ("barrons.com",)),
    "dowjones": (("Dow Jones Newswires", "道琼斯通讯社"), ("dowjones.com",)),
    "forbes": (("福布斯", "Forbes"), ("forbes.com",)),
}
_KEY_OF = {name.casefold(): key for key, (names, _) in _OUTLETS.items() for name in names}
_ZH_NAMES = "|".join(sorted((re.escape(n) for names, _ in _OUTLETS.values() for n in names if not n.isascii()), key=len, reverse=True))
_EN_NAMES = "|".join(sorted((re.escape(n) for names, _ in _OUTLETS.values() for n in names if n.isascii()), key=len, reverse=True))

_ZH_OFFICIAL = (
    r"(?:国家统计局|统计局|人民银行|中国央行|央行|海关总署|海关|国务院|财政部|商务部|发改委|工信部|住建部|农业农村部|人社部|外汇管理局|外汇局|"
    r"金融监管总局|证监会|证券监督管理委员会|税务总局|交易所|上交所|深交所|港交所|北交所|白宫|美联储|联邦储备委员会|联邦公开市场委员会|"
    r"美国劳工部|劳工部|劳工统计局|美国商务部|美国财政部|美国证券交易委员会|欧洲央行|英国央行|日本央行|韩国央行|国际货币基金组织|世界银行|"
    r"欧盟统计局|欧盟委员会|市场监管总局|移民管理局|能源局|[\u4e00-\u9fff]{2,3}(?:省|市|自治区)(?:统计局|财政厅|财政局|政府|住建局|发展和改革委员会))"
)
_ZH_SAYS = r"(?:网站|官网|公告|通知|数据|统计|消息|通报|公报|声明|发布|公布|显示|披露|宣布|称|介绍|决定|印发|今[天日]|\d{1,2}日)"
_BEFORE_CREDIT = r"(?<![数证占票单收论割])据"
_ZH_NEWS_CREDIT = lazy_regex(rf"(?:{_BEFORE_CREDIT}|援引|转引|引述)[^，。；：！？\n]{{0,12}}?({_ZH_NAMES}|{_EN_NAMES})", re.IGNORECASE)
_ZH_NEWS_SAYS = lazy_regex(rf"({_ZH_NAMES}|{_EN_NAMES})(?:[^，。；：！？\n]{{0,8}}?)(?:报道|援引|独家)")
_ZH_ANY_REPORT = lazy_regex(rf"{_BEFORE_CREDIT}\s?([^，。；：！？\n据]{{2,18}}?)\s?(?:\d{{1,2}}日)?(?:报道|讯息)")
_ZH_RELEASE = lazy_regex(
    rf"(?:{_BEFORE_CREDIT}[^，。；：！？\n]{{0,6}}?)({_ZH_OFFICIAL})|({_ZH_OFFICIAL})[^，。；：！？\n]{{0,8}}?{_ZH_SAYS}"
)
_ZH_SOURCE_LINE = lazy_regex(
    r"(?:文章来源|新闻来源|来源|转载自|转自|本文来自|原文来自)\s?[:：]?\s?[“《「]?([^\s，。；：！？）)】\]”》」\n]{2,14})"
)
_ZH_DATELINE = lazy_regex(rf"({_ZH_NAMES})(?:[\u4e00-\u9fff]{{0,6}})?\s?(?:\d{{1,2}}月)?\d{{1,2}}日\s?(?:电|讯|消息)")
_ITEM_CREDIT = lazy_regex(rf"[（(\[【]\s?(?:文章来源[:：]|来源[:：])?\s?({_ZH_NAMES}|{_EN_NAMES})\s?[）)\]】]")

_EN_AGENCY = (
    r"(?:Bureau of Labor Statistics|Bureau of Economic Analysis|Census Bureau|National Bureau of Statistics|Federal Reserve|"
    r"Federal Open Market Committee|FOMC|the Fed|White House|People's Bank of China|PBOC|PBoC|European Central Bank|ECB|Bank of England|"
    r"Bank of Japan|Reserve Bank of [A-Z][a-z]{2,12}|Bank of Canada|Swiss National Bank|Eurostat|Office for National Statistics|"
    r"Statistics [A-Z][a-z]{2,12}|"
    r"International Monetary Fund|IMF|World Bank|OECD|Securities and Exchange Commission|Congressional Budget Office|CBO|"
    r"Energy Information Administration|EIA|General Administration of Customs|BLS|BEA|NBS|"
    r"(?:[A-Z][a-z]{2,14} ){0,2}(?:Department|Ministry|Bureau|Agency|Administration)(?: of [A-Z][a-z]{2,14}(?: [A-Z][a-z]{2,14})?)?|"
    r"Treasury(?: Department)?|central bank|statistics (?:office|bureau|agency))"
)
_EN_SAY = r"(?:said|says|reported|reports|announced|announces|showed|shows|released|estimated|published|confirmed)"
_EN_RELEASE = lazy_regex(
    rf"(?i:according to|data from|figures from|report from|reported by|released by|published by|announced by)\s"
    rf"(?:the\s|a report from the\s)?(?:[A-Z][\w.']{{1,14}}\s){{0,2}}?({_EN_AGENCY})"
    rf"|({_EN_AGENCY})(?:'s|’s)?(?:\s\w{{2,12}}){{0,2}}?\s{_EN_SAY}\b"
)
_EN_NEWS = lazy_regex(
    rf"(?i:according to|reported by|citing|cited by|told|first reported by|as reported in|a report (?:by|in|from))\s"
    rf"(?:the\s|The\s)?({_EN_NAMES})\b"
    rf"|\b({_EN_NAMES})(?:\s(?:on\s)?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)?\s"
    rf"(?:first\s|has\s)?(?:reported|reports|said|says|wrote)\b"
)
_EN_DATELINE = lazy_regex(rf"^[^.\n]{{0,50}}?\(?\b({_EN_NAMES})\b\)?\s?(?:[-—–:]{{1,2}})\s|^\s?By\s[^\n]{{0,60}}?\b({_EN_NAMES})\b")
_WHEN = lazy_regex(r"(?:最新|此前|上周|本周|日前|近日|今[天日]|昨[天日]|网站)$")
_UNNAMED = lazy_regex(r"^$|媒体|外媒|美媒|日媒|英媒|韩媒|港媒|消息人士|知情人士")

_HEAD = 90
_TAIL = 140
_BEFORE = 120
_AFTER = 250


def named_origin(page: Page, passage: Passage, host: str) -> NamedOrigin | None:
    """Whom ``page`` credits for the figure in ``passage``; None for its own reporting. ``host`` is the page's host.

    An outlet that names itself is no credit.
    """
    content = page.content
    for found in (
        _page_credit(content),
        _sentence_credit(passage.text),
        _credit_before(content[max(0, passage.start - _BEFORE) : passage.start]) if passage.field == PassageField.CONTENT else None,
        _item_credit(content[passage.end : passage.end + _AFTER]) if passage.field == PassageField.CONTENT else None,
    ):
        if found and not matching_suffix(host, found.homes):
            return found
    return None


def has_official_credit(text: str) -> bool:
    """Whether a stretch of text credits an authority ("据国家统计局", "the Labor Department said")."""
    return bool(_ZH_RELEASE.search(text) or _EN_RELEASE.search(text))


def _page_credit(content: str) -> NamedOrigin | None:
    head, tail = content[:_HEAD], content[-_TAIL:]
    dateline = _ZH_DATELINE.search(head) or _EN_DATELINE.search(head)
    if dateline:
        return _outlet(_first(dateline.groups()))
    for part in (head, tail):
        line = _ZH_SOURCE_LINE.search(part)
        if line:
            known = re.search(_ZH_NAMES, line.group(1))
            if known:
                return _outlet(known.group())
    return None


def _sentence_credit(text: str) -> NamedOrigin | None:
    news = _ZH_NEWS_CREDIT.search(text) or _ZH_NEWS_SAYS.search(text) or _EN_NEWS.search(text)
    if news:
        return _outlet(_first(news.groups()))
    release = _ZH_RELEASE.search(text) or _EN_RELEASE.search(text)
    if release:
        name = re.sub(r"^[Tt]he ", "", _first(release.groups()))
        return NamedOrigin(OriginKind.OFFICIAL, name.casefold(), name)
    report = _ZH_ANY_REPORT.search(text)
    if report:
        name = _WHEN.sub("", report.group(1).strip("《》“” "))
        key = UNNAMED_REPORT if _UNNAMED.search(name) else name.casefold()
        return NamedOrigin(OriginKind.NEWS, key, name)
    return _item_credit(text, 1)


def _credit_before(text: str) -> NamedOrigin | None:
    """The credit of the sentences before, of the same item only: "（财联社）" closes the item before it."""
    closed = [match.end() for match in _ITEM_CREDIT.finditer(text)]
    return _sentence_credit(text[closed[-1] :] if closed else text)


def _item_credit(text: str, start: int = 0) -> NamedOrigin | None:
    found = _ITEM_CREDIT.search(text, start)
    return _outlet(found.group(1)) if found else None


def _outlet(name: str) -> NamedOrigin:
    key = _KEY_OF[name.casefold()]
    return NamedOrigin(OriginKind.NEWS, key, name, _OUTLETS[key][1])


def _first(groups: tuple[str | None, ...]) -> str:
    return next(group for group in groups if group)
