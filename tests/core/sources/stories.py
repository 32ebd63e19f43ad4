"""Invented news stories long enough for a copy test, as building blocks of evidence."""

from datetime import UTC, datetime, timedelta

from verification.core.evidence import Page, Passage, Trust
from verification.core.sources.independence import ValueSource, value_source_of
from verification.core.vocabulary import PassageField

STOPS = (". ", "。")
NOON = datetime(2026, 6, 18, 12, tzinfo=UTC)

RELEASE = (
    "1—5月份，社会消费品零售总额206031亿元，同比增长1.4%。其中，除汽车以外的消费品零售额190022亿元，增长2.7%。5月份，社会消费品零售总额41090亿元，"
    "同比下降0.6%。其中，除汽车以外的消费品零售额37781亿元，增长1.1%。按经营单位所在地分，5月份城镇消费品零售额35817亿元，同比下降0.8%；"
    "乡村消费品零售额5273亿元，增长0.9%。按消费类型分，5月份商品零售额36399亿元，同比下降0.9%；餐饮收入4691亿元，增长1.6%。"
    "1—5月份，网上零售额64208亿元，同比增长5.8%。其中，实物商品网上零售额51211亿元，增长4.7%，占社会消费品零售总额的比重为24.9%；"
    "在实物商品网上零售额中，吃类、穿类、用类商品分别增长9.1%、3.3%和4.2%。按零售业态分，限额以上便利店、专业店、品牌专卖店、百货店零售额"
    "同比分别增长7.5%、3.8%、1.2%和0.4%；超市零售额增长5.1%。限额以上单位粮油食品类商品零售额增长10.6%，服装鞋帽类增长2.9%。"
)

RATE_STORY = (
    "The committee held its benchmark rate at 5.25% on Wednesday, saying that it would wait for more labour data before moving again. "
    "Traders had priced in no change, and two-year yields barely moved after the statement. The chair told reporters that services "
    "prices remain sticky and that housing costs have cooled less than hoped. One member preferred a cut of a quarter point. Stocks "
    "closed a touch lower, led by banks, while the currency gained against most of its peers. The next meeting takes place in late July."
)
SHORT_STORY = (
    "Officials kept borrowing costs where they were. At 5.25%, the rate stands at its highest point for two decades, and mortgage "
    "lenders see little relief ahead. Builders report fewer permits, retailers trim orders, and exporters complain about the strong "
    "currency. Economists at a regional bank think the pause gives families time to repair their budgets, though rents keep rising in "
    "the big cities. Farmers, meanwhile, want cheaper loans before the harvest. Parliament debates the outlook on Friday afternoon."
)
THIRD_STORY = (
    "A quiet afternoon for markets ended with the rate decision everybody expected: 5.25%, again. What surprised was the tone. The "
    "governor spoke of patience eleven times, counted by this newspaper, and dodged each question about autumn. Pension funds welcome "
    "the calm; start-ups, short of money since spring, do not. Our survey of forty managers finds that thirty will hire nobody before "
    "winter. Unions call that an excuse. The opposition asks for an inquiry into how banks passed the earlier increases on to savers."
)
CHINESE_STORY = (
    "周三的议息会议将基准利率维持在5.25%不变，符合市场普遍预期。决议公布后，两年期国债收益率变动不大，股市小幅收低，银行板块领跌，本币对主要货币走强。"
    "行长在随后的记者会上表示，服务价格仍有黏性，住房成本降温不及预期，委员会需要看到更多就业数据才会再次行动。一名委员主张降息二十五个基点。"
    "分析人士认为，此次决议的措辞比上月略为谨慎，年内是否降息取决于秋季的通胀走势。下一次议息会议将于七月底举行，届时将同时公布最新经济预测。"
    "多家机构维持全年两次降息的判断，也有机构把首次降息的时点推迟到第四季度，理由是工资增速依然偏快，消费者信心已经连续三个月回升。"
    "按揭市场方面，几家大型银行暂未调整报价，中介机构称来访客户数量与上周大致持平。企业债发行在决议之前已经放缓，交易员说，一级市场要到下周才会重新热闹起来。"
    "出口商则抱怨汇率走强侵蚀利润，行业协会呼吁推出针对中小企业的贴息贷款；财政部门回应称，今年的预算已经安排了专项资金，具体办法将在夏季公布。"
    "民调显示，四成受访家庭打算推迟购买大件商品，理由依次是房租、学费和对失业的担心，只有不到一成的人认为明年的收入会明显增加。"
)


def page(text, domain, *, title="Rate decision", days=0, path="a", dated=True):
    published = NOON - timedelta(days=days) if dated else None
    return Page(f"https://www.{domain}/{path}", title, text, published)


def value_source(position, text, domain, *, figure="5.25%", trust=Trust(), **kwargs) -> ValueSource:  # noqa: B008 - frozen
    """A page that carries the figure, with its sentence as passage."""
    made = page(text, domain, **kwargs)
    at = text.index(figure)
    start = max((i + len(stop) for stop in STOPS if (i := text.rfind(stop, 0, at)) >= 0), default=0)
    end = min((i + 1 for stop in STOPS if (i := text.find(stop, at)) >= 0), default=len(text))
    found = value_source_of(
        position, made, Passage(text[start:end], PassageField.CONTENT, start, end, at - start, at - start + len(figure)), trust
    )
    assert found is not None
    return found
