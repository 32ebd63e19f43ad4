"""A text to try the page with, in the reader's language: with the demo's pages it shows each of the six verdicts, network or none."""

from django.utils.translation import get_language

_ENGLISH = """The ECB deposit facility rate stands at 4.00% with the September 2023 increase \
(https://www.ecb.europa.eu/press/pr/date/2023/html/ecb.mp230914~aab39f8c21.en.html).
In July 2023 the Committee raised the target range for the federal funds rate to 6 percent \
(https://www.federalreserve.gov/newsevents/pressreleases/monetary20230726a.htm).
Strait Ferries has bought a rival line in the south (https://www.harbourledger.example/shipping/ferry-results).
The rival line lost 30 million euros last year (https://www.harbourledger.example/shipping/no-such-page).
The crews number 1,200 by now (https://10.0.0.8/annual-report).
![Rates since 2020](https://www.harbourledger.example/charts/rates.png)
"""
_CHINESE = """2023年全年国内生产总值（初步核算数）为126.0582万亿元（https://www.stats.gov.cn/sj/zxfb/202401/t20240117_1946624.html）。
海辰新材净利润下降两成（https://www.jianghaicaijing.example/gongsi/xincailiao-nianbao）。
海辰新材将在海外建厂（https://www.jianghaicaijing.example/gongsi/xincailiao-nianbao）。
其竞争对手去年亏损3000万元（https://www.jianghaicaijing.example/gongsi/no-such-page）。
该公司现有员工1200人（https://10.0.0.8/annual-report）。
![2020年以来的利率](https://www.jianghaicaijing.example/charts/rates.png)
"""


def example_text() -> str:
    return _CHINESE if (get_language() or "en").startswith("zh") else _ENGLISH
