"""Pages that sell, and articles that only speak of selling."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.evidence import Page, Why
from verification.core.sources.promotion import has_publisher, promotion_mark, promotion_why

URL = "https://outlet.example/article/1"

ENGLISH_PROMOTION = [
    ("[Sponsored] Gold hits $4,000", "Gold rose to $4,000 an ounce on Monday."),
    ("Sponsored: why gold is going higher", "Gold rose to $4,000 an ounce."),
    ("Gold hits $4,000 | Sponsored Content", "Gold rose to $4,000 an ounce."),
    ("Gold hits $4,000", "ADVERTISEMENT: Gold rose to $4,000 an ounce. Our vaults are open."),
    ("Gold hits $4,000", "Paid content by Vault Partners. Gold rose to $4,000 an ounce."),
    ("Gold hits $4,000", "Gold rose to $4,000. This article is sponsored by Vault Partners."),
    ("Gold hits $4,000", "Gold rose to $4,000. This post contains affiliate links."),
    ("Gold hits $4,000", "Gold rose to $4,000. We may earn a commission when you buy through our links."),
    ("Gold hits $4,000", "Gold rose to $4,000. This is a paid press release. Readers should do their own research."),
    ("Next 100x token revealed", "Bitcoin at $45,000 was only the start. Act now and use our referral code GOLD."),
    ("Bitcoin to the moon", "Bitcoin trades at $45,000. Join our VIP signals group, guaranteed returns, sign up now."),
    ("Trade Bitcoin with a welcome bonus", "Bitcoin trades at $45,000. Don't miss out, claim your free deposit bonus."),
]
CHINESE_PROMOTION = [
    ("【广告】黄金突破4000美元", "黄金价格周一升至每盎司4000美元。"),
    ("黄金突破4000美元（推广）", "黄金价格周一升至每盎司4000美元。"),
    ("推广｜黄金突破4000美元", "黄金价格周一升至每盎司4000美元。"),
    ("黄金突破4000美元", "广告 黄金价格升至每盎司4000美元，本店金条现货供应。"),
    ("黄金突破4000美元", "黄金价格升至每盎司4000美元。本文为推广内容，不构成投资建议。"),
    ("黄金突破4000美元", "黄金价格升至每盎司4000美元。以上内容为商家提供的广告。"),
    ("黄金突破4000美元", "黄金价格升至每盎司4000美元。（软文）"),
    ("黄金开户返佣", "黄金价格4000美元，开户返佣高达90%，立即注册领取交易大礼。"),
    ("老师带单翻倍机会", "比特币现报45000美元，老师带单，加微信领取入场点位。"),
    ("百倍币来了", "比特币现报45000美元，下一个百倍币马上上车，扫码进群。"),
    ("稳赚不赔的策略", "利率为5.25%，稳赚不赔，名额有限。"),
    ("限时优惠开户有礼", "利率为5.25%，限时优惠，点击下方链接，填写邀请码 8888。"),
]
ENGLISH_NEWS = [
    ("Google's advertising revenue rises 12%", "Advertising revenue rose 12 percent to $66 billion, Alphabet said."),
    ("Sponsored-search spending falls", "Spending on sponsored search fell 3 percent, a survey showed."),
    ("Employer-sponsored health plans cost 7% more", "Premiums for employer-sponsored coverage rose 7 percent."),
    ("Affiliate of the bank fined $5 million", "An affiliate of the bank was fined $5 million on Friday."),
    ("SEC charges promoter of '100x' token", "The SEC charged a promoter who told buyers to act now and promised guaranteed returns."),
    ("Regulator warns on referral bonuses", "Brokers told clients to sign up now with a welcome bonus, the regulator warned."),
    ("Retailer ends limited-time offer", "The retailer ended its limited-time offer; sales fell 2 percent."),
    ("Fed holds rates", "The Fed held rates at 5.25%. Now, today's decision means little change, economists said."),
    ("The paid-content business grows", "Subscriptions to paid content grew 9% last year."),
    ("Thomson results", "TORONTO, Sept. 4 /PRNewswire/ -- The company reported revenue of $1.8 billion."),
    ("Bill sponsored by senator passes", "The bill, sponsored by a senator from Ohio, sets a 15% rate."),
    ("Promotions lift sales 4%", "In-store promotions lifted sales 4 percent, the grocer said in a press release."),
]
CHINESE_NEWS = [
    ("分众传媒广告收入增长12%", "公司广告业务收入同比增长12%，电视广告下滑3%。"),
    ("新能源汽车推广目录发布", "工信部发布推广目录，销量同比增长25%。"),
    ("央视曝光软文乱象", "服务商通过自媒体大量发布软文，涉及金额超1亿元。"),
    ("证监会整治开户返佣", "证监会通报，部分机构开户返佣、老师带单，涉嫌非法经营。"),
    ("警方提醒：“稳赚不赔”是骗局", "有人宣称“稳赚不赔”、扫码进群，警方提示谨防诈骗。"),
    ("A股新开户294万户", "9月A股新开户294万户，同比增长61%。"),
    ("税收优惠延续", "优惠政策延续至2027年，税率为15%。"),
    ("扫码点餐渗透率升至60%", "餐饮业扫码点餐渗透率升至60%，同比提高5个百分点。"),
    ("公司披露广告费用", "本文数据显示，公司广告费用为3.2亿元，占收入8%。"),
    ("电商平台限时优惠拉动销售", "平台推出限时优惠，销售额增长18%。"),
    ("咨询公司预计利率不变", "咨询公司认为利率将维持在5.25%，立即降息的可能性不大。"),
    ("商业合作协议签署", "两国签署商业合作协议，金额达30亿美元。"),
]


@pytest.mark.parametrize("title, content", ENGLISH_PROMOTION + CHINESE_PROMOTION)
def test_promotion_mark_of_a_page_that_sells(title, content):
    page = Page(URL, title, content)
    mark = promotion_mark(page)
    assert mark
    assert len(mark) <= 60
    assert promotion_why(page) == Why("promotional", {"mark": mark})


@pytest.mark.parametrize("title, content", ENGLISH_NEWS + CHINESE_NEWS)
def test_promotion_mark_of_news_about_selling_is_none(title, content):
    assert promotion_mark(Page(URL, title, content)) is None
    assert promotion_why(Page(URL, title, content)) is None


@pytest.mark.parametrize(
    "url", ["https://outlet.example/sponsored/gold", "https://outlet.example/brandvoice/x", "https://a.example/partner-content/1"]
)
def test_promotion_mark_of_a_path_that_says_so(url):
    assert promotion_mark(Page(url, "Gold at $4,000", "Gold rose to $4,000.")) is not None


def test_promotion_mark_of_a_disclosure_at_the_end_of_a_long_page():
    body = "Gold rose again. " * 500
    assert promotion_mark(Page(URL, "Gold", body)) is None
    assert promotion_mark(Page(URL, "Gold", body + "This article is sponsored by Vault Partners.")) is not None


@pytest.mark.parametrize(
    "url, expected",
    [
        ("https://a.example/", True),
        ("https://10.0.0.1/", False),
        ("https://github.io/", False),
        ("ftp://a.example/", False),
        ("nonsense", False),
    ],
)
def test_has_publisher(url, expected):
    assert has_publisher(url) is expected


def test_promotion_why_of_a_page_without_publisher():
    assert promotion_why(Page("http://192.0.2.1/x", "Fed", "The Fed held rates at 5.25%.")) == Why("no_publisher")


@given(st.text(max_size=300), st.text(max_size=300))
def test_promotion_mark_never_raises(title, content):
    mark = promotion_mark(Page(URL, title, content))
    assert mark is None or len(mark) <= 60
