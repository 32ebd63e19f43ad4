"""Names of common things in both languages, so that a node named in one is found in pages of the other.

Only names are translated, never sentences, and only where every part of the name is known: half a translation names something else.
"""

import re
from collections.abc import Iterator

# "Chinese writings = English writings", the first of each is the one a translation uses. Longer writings win over shorter ones.
INSTITUTIONS = """
美联储 美国联邦储备委员会 = Fed, Federal Reserve, US Federal Reserve
欧洲央行 欧洲中央银行 = ECB, European Central Bank
英国央行 英格兰银行 = Bank of England, BoE
日本央行 日本银行 = Bank of Japan, BoJ
中国央行 中国人民银行 人民银行 = PBOC, People's Bank of China
澳洲联储 澳大利亚央行 = Reserve Bank of Australia, RBA
加拿大央行 = Bank of Canada
瑞士央行 = Swiss National Bank
国际货币基金组织 = IMF, International Monetary Fund
世界银行 = World Bank
欧佩克 = OPEC
"""
MEASURES = """
联邦基金利率 = federal funds rate, fed funds rate
联邦基金 = federal funds, fed funds
目标区间 = target range
基准利率 = benchmark interest rate, benchmark rate, key interest rate, base rate
存款便利利率 存款机制利率 = deposit facility rate, deposit rate
贷款市场报价利率 = loan prime rate, LPR
政策利率 = policy rate
存款准备金率 = reserve requirement ratio
国债收益率 = government bond yield, Treasury yield
抵押贷款利率 = mortgage rate
利率 = interest rate
汇率 = exchange rate
中间价 = central parity, midpoint
青年失业率 = youth unemployment rate
失业率 = unemployment rate, jobless rate
通胀率 通货膨胀率 = inflation rate
通胀 通货膨胀 = inflation
核心CPI = core CPI
居民消费价格指数 消费者价格指数 消费者物价指数 = CPI, consumer price index, consumer prices
工业生产者出厂价格指数 生产者价格指数 = PPI, producer price index, producer prices
采购经理指数 = PMI, purchasing managers index
国内生产总值 = GDP, gross domestic product
社会消费品零售总额 零售销售 = retail sales, total retail sales of consumer goods
规模以上工业增加值 工业增加值 = industrial output, industrial production
固定资产投资 = fixed asset investment
房地产开发投资 = property investment
贸易顺差 = trade surplus
贸易逆差 = trade deficit
外汇储备 = foreign exchange reserves
财政赤字 = budget deficit
非农就业人数 新增非农就业 = nonfarm payrolls
初请失业金人数 = initial jobless claims
关税 = tariff
出口 = exports
进口 = imports
人口 = population
房价 = house prices, home prices
最低工资 = minimum wage
市值 = market value, market capitalization, market cap
营收 营业收入 = revenue
净利润 净利 = net profit, net income
交付量 = deliveries
销量 = sales
股价 = share price, stock price
每股收益 = earnings per share
估值 = valuation
价格 = price
同比增速 同比增长率 = growth year on year
同比 = year on year, year over year, yoy, y/y
环比 = month on month, month over month, mom
增速 增长率 增幅 增长 = growth, growth rate
季度 = quarterly
年度 = annual
"""
THINGS = """
比特币 = Bitcoin, BTC
以太坊 以太币 = Ethereum, Ether, ETH
现货黄金 = spot gold
黄金 = gold
白银 = silver
布伦特原油 = Brent crude, Brent crude oil, Brent
原油 = crude oil, crude
天然气 = natural gas
铁矿石 = iron ore
碳酸锂 = lithium carbonate
大豆 = soybeans
小麦 = wheat
铜 = copper
人民币 = yuan, renminbi, CNY
标普500指数 标普500 = S&P 500
纳斯达克指数 纳斯达克综合指数 = Nasdaq Composite, Nasdaq
道琼斯工业平均指数 道琼斯指数 道指 = Dow Jones Industrial Average, Dow
恒生指数 = Hang Seng Index, Hang Seng
上证指数 上证综指 = Shanghai Composite Index, Shanghai Composite
苹果公司 苹果 = Apple
特斯拉 = Tesla
微软 = Microsoft
英伟达 = Nvidia
谷歌 = Google
亚马逊 = Amazon
台积电 = TSMC
三星电子 = Samsung Electronics
比亚迪 = BYD
阿里巴巴 = Alibaba
腾讯控股 腾讯 = Tencent
华为 = Huawei
小米 = Xiaomi
波音 = Boeing
空客 = Airbus
丰田 = Toyota
大众汽车 = Volkswagen
英特尔 = Intel
"""
PLACES = """
中国 = China, Chinese
美国 = US, U.S., United States, American
欧元区 = euro area, eurozone, euro zone
欧盟 = EU, European Union
英国 = UK, United Kingdom, Britain, British
日本 = Japan, Japanese
德国 = Germany, German
法国 = France, French
意大利 = Italy
西班牙 = Spain
葡萄牙 = Portugal
荷兰 = Netherlands
瑞士 = Switzerland, Swiss
瑞典 = Sweden
挪威 = Norway
丹麦 = Denmark
芬兰 = Finland
冰岛 = Iceland
爱尔兰 = Ireland
波兰 = Poland
希腊 = Greece
匈牙利 = Hungary
乌克兰 = Ukraine
俄罗斯 = Russia, Russian
土耳其 = Turkey, Turkish
印度尼西亚 印尼 = Indonesia
印度 = India, Indian
韩国 = South Korea, Korea, Korean
越南 = Vietnam
泰国 = Thailand
马来西亚 = Malaysia
菲律宾 = Philippines
新加坡 = Singapore
香港 = Hong Kong
台湾 = Taiwan
澳大利亚 = Australia, Australian
新西兰 = New Zealand
加拿大 = Canada, Canadian
墨西哥 = Mexico, Mexican
巴西 = Brazil, Brazilian
阿根廷 = Argentina
智利 = Chile
沙特阿拉伯 沙特 = Saudi Arabia
伊朗 = Iran
以色列 = Israel
埃及 = Egypt
南非 = South Africa
尼日利亚 = Nigeria
巴基斯坦 = Pakistan
全球 世界 = global, world
上海 = Shanghai
北京 = Beijing
深圳 = Shenzhen
广东 = Guangdong
"""

_CHINESE_FILLERS = re.compile(r"[的了（）()《》“”·、,，\s]|当前|最新|目前|现在|全国")
_ENGLISH_FILLERS = frozenset({"the", "a", "an", "in", "for", "at", "on", "current", "latest", "total", "s"})
_LATIN_ALREADY = re.compile(r"[A-Za-z][A-Za-z0-9&.]*")
_WORD = re.compile(r"[a-z0-9&/.]+(?:['’][a-z]+)?", re.IGNORECASE)
_LONGEST_PHRASE = 6
# "Population of Iceland": the thing after the "of" stands first in Chinese.
_OF = re.compile(r"\s+of\s+(?:the\s+)?", re.IGNORECASE)


def translate_name(name: str, *, is_chinese: bool) -> str | None:
    """``name`` in the other language, None where a part of it is not known. Periods have to be cut out before."""
    return _to_english(name) if is_chinese else _to_chinese(name)


def _to_english(name: str) -> str | None:
    words: list[str] = []
    at = 0
    while at < len(name):
        filler = _CHINESE_FILLERS.match(name, at)
        if filler:
            at = filler.end()
            continue
        known = _CHINESE_PATTERN.match(name, at)
        latin = None if known else _LATIN_ALREADY.match(name, at)
        found = known or latin
        if found is None:
            return None
        words.append(_ENGLISH_OF[found.group()] if known else found.group())
        at = found.end()
    return " ".join(words) or None


def _to_chinese(name: str) -> str | None:
    inverted = list(reversed(_OF.split(name)))
    parts = [_chinese_part(part) for part in inverted]
    if not parts or any(part is None for part in parts):
        # "Bank of England" is a name of its own; read whole, its "of" inverts nothing.
        return _chinese_part(name)
    return "".join(part for part in parts if part) or None


def _chinese_part(name: str) -> str | None:
    words = [_singular(word) for word in _WORD.findall(name.lower().replace("'s ", " ").replace("’s ", " "))]
    parts: list[str] = []
    at = 0
    while at < len(words):
        if words[at] in _ENGLISH_FILLERS:
            at += 1
            continue
        length = next((n for n in range(min(_LONGEST_PHRASE, len(words) - at), 0, -1) if tuple(words[at : at + n]) in _CHINESE_OF), 0)
        if not length:
            return None
        parts.append(_CHINESE_OF[tuple(words[at : at + length])])
        at += length
    return "".join(parts) or None


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def entries(*sections: str) -> Iterator[tuple[list[str], list[str]]]:
    """The Chinese and the English writings of each name of ``sections``."""
    for line in "".join(sections).strip().splitlines():
        chinese, _, english = line.partition(" = ")
        if english:
            yield chinese.split(), [writing.strip() for writing in english.split(",")]


def _phrase(writing: str) -> tuple[str, ...]:
    return tuple(_singular(word) for word in _WORD.findall(writing.lower()))


_ENTRIES = tuple(entries(INSTITUTIONS, MEASURES, THINGS, PLACES))
_ENGLISH_OF = {writing: english[0] for chinese, english in _ENTRIES for writing in chinese}
_CHINESE_OF = {_phrase(writing): chinese[0] for chinese, english in _ENTRIES for writing in english}
_CHINESE_PATTERN = re.compile("|".join(sorted((re.escape(writing) for writing in _ENGLISH_OF), key=len, reverse=True)))
