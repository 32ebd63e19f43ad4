"""Copies, restatements, and votes by publisher."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import drawn
from tests.growth import grows_within
from verification.core.evidence import Counts, Page, Passage, Trust, Why
from verification.core.sources.independence import count_votes, trace_origins, value_source_of
from verification.core.vocabulary import Independence, PassageField, Stance

from .stories import CHINESE_STORY, RATE_STORY, RELEASE, SHORT_STORY, THIRD_STORY, value_source

OFFICIAL = Trust(official=("stats.example",), whitelist=("stats.example",))
STORIES = [RATE_STORY, SHORT_STORY, THIRD_STORY, CHINESE_STORY]


def counts(*value_sources):
    return count_votes(value_sources, trace_origins(value_sources), Independence.STORIES).counts


def test_three_own_reports_are_three_stories():
    value_sources = [
        value_source(0, RATE_STORY, "a.example"),
        value_source(1, SHORT_STORY, "b.example"),
        value_source(2, THIRD_STORY, "c.example"),
    ]
    origins = trace_origins(value_sources)
    assert [o.stance for o in origins] == [Stance.SUPPORTS] * 3
    assert {o.story for o in origins} == {1, 2, 3}
    assert counts(*value_sources) == Counts(domains=3, stories=3)


@pytest.mark.parametrize("story", [RATE_STORY, CHINESE_STORY])
def test_copies_of_one_story_are_one_vote(story):
    value_sources = [
        value_source(0, story, "b.example"),
        value_source(1, story, "a.example", days=1),
        value_source(2, "Our view. " + story, "c.example"),
    ]
    origins = trace_origins(value_sources)
    assert [o.stance for o in origins] == [Stance.DUPLICATE, Stance.SUPPORTS, Stance.DUPLICATE]
    assert origins[0].why == Why("copy_of", {"domain": "a.example", "percent": 100})
    assert [o.original for o in origins] == [1, None, 1]
    assert {o.story for o in origins} == {1}
    assert counts(*value_sources) == Counts(domains=3, stories=1)


def test_copies_keep_their_vote_under_domains():
    value_sources = [value_source(n, RATE_STORY, f"{name}.example") for n, name in enumerate("abc")]
    votes = count_votes(value_sources, trace_origins(value_sources), Independence.DOMAINS)
    assert votes.number(Independence.DOMAINS) == 3
    assert votes.number(Independence.STORIES) == 1
    assert votes.voters == {0, 1, 2}


def test_a_partial_reprint_is_a_copy():
    half = RATE_STORY[: len(RATE_STORY) // 2]
    value_sources = [
        value_source(0, RATE_STORY, "a.example", days=1),
        value_source(1, half + SHORT_STORY.replace("5.25%", "that level"), "b.example"),
    ]
    assert trace_origins(value_sources)[1].stance == Stance.DUPLICATE


def test_one_quoted_sentence_is_no_copy():
    sentence = RATE_STORY.split(". ")[0] + ". "
    value_sources = [value_source(0, RATE_STORY, "a.example"), value_source(1, sentence + SHORT_STORY, "b.example")]
    assert [o.stance for o in trace_origins(value_sources)] == [Stance.SUPPORTS, Stance.SUPPORTS]


SNIPPET = "The committee held its benchmark rate at 5.25% on Wednesday, as expected by nearly all of the traders whom we had asked."
ZH_SNIPPET = "委员会周三将基准利率维持在5.25%不变，符合市场此前的普遍预期，两年期国债收益率变动不大。"


@pytest.mark.parametrize("text", [SNIPPET, SNIPPET[:60], ZH_SNIPPET, ZH_SNIPPET + SNIPPET * 2, "利率5.25%", "5.25%"])
def test_short_texts_of_the_same_wording_are_one_story(text):
    value_sources = [value_source(n, text, f"{name}.example") for n, name in enumerate("abc")]
    assert [o.stance for o in trace_origins(value_sources)] == [Stance.SUPPORTS, Stance.DUPLICATE, Stance.DUPLICATE]
    assert trace_origins(value_sources)[2].why == Why("copy_of", {"domain": "a.example", "percent": 100})
    assert counts(*value_sources) == Counts(domains=3, stories=1)


@pytest.mark.parametrize(
    ("other", "stance"),
    [
        (f"News: {SNIPPET}", Stance.DUPLICATE),
        (SNIPPET.upper().replace(",", "，"), Stance.DUPLICATE),
        (SNIPPET.replace("on Wednesday", "this week"), Stance.SUPPORTS),
        (SNIPPET[:70], Stance.SUPPORTS),
        (SNIPPET + " Stocks closed a touch lower, led by banks, while the currency gained against most others.", Stance.SUPPORTS),
        ("The rate of the committee stays at 5.25%, and nobody was surprised.", Stance.SUPPORTS),
    ],
)
def test_a_short_text_in_other_words_is_a_story_of_its_own(other, stance):
    assert trace_origins([value_source(0, SNIPPET, "a.example"), value_source(1, other, "b.example")])[1].stance == stance


def test_a_short_release_under_titles_of_their_own_keeps_their_votes():
    official = value_source(0, SNIPPET, "www.stats.example", trust=OFFICIAL, title="Decision")
    own, same = value_source(1, SNIPPET, "a.example", title="Rate held"), value_source(2, SNIPPET, "b.example", title="Decision")
    assert [o.stance for o in trace_origins([official, own, same])] == [Stance.SUPPORTS, Stance.DERIVED, Stance.DUPLICATE]


def test_headlines_without_text_are_told_by_the_headline():
    made = [
        replace(value_source(n, SNIPPET, f"{name}.example"), page=Page(f"https://{name}.example/", title, ""))
        for n, (name, title) in enumerate((("a", "Rate held at 5.25%"), ("b", "RATE HELD AT 5.25%"), ("c", "Committee waits")))
    ]
    assert [o.stance for o in trace_origins(made)] == [Stance.SUPPORTS, Stance.DUPLICATE, Stance.SUPPORTS]


def test_invisible_letters_and_case_hide_no_copy():
    disguised = RATE_STORY.upper().replace("E", "E\u200b")
    value_sources = [value_source(0, RATE_STORY, "a.example", days=1), value_source(1, disguised, "b.example")]
    assert trace_origins(value_sources)[1].stance == Stance.DUPLICATE


def test_the_original_is_the_earliest_then_the_highest_authority_then_the_url():
    trust = Trust(authority={"c.example": 1})
    assert _original([value_source(0, RATE_STORY, "a.example"), value_source(1, RATE_STORY, "b.example", days=1)]) == 1
    assert _original([value_source(0, RATE_STORY, "a.example", trust=trust), value_source(1, RATE_STORY, "c.example", trust=trust)]) == 1
    assert _original([value_source(0, RATE_STORY, "b.example"), value_source(1, RATE_STORY, "a.example")]) == 1
    assert _original([value_source(0, RATE_STORY, "a.example", dated=False), value_source(1, RATE_STORY, "b.example")]) == 1


def _original(value_sources):
    return next(o.position for o in trace_origins(value_sources) if o.original is None)


@pytest.mark.parametrize(
    "credit, text",
    [
        ("国家统计局", "据国家统计局网站消息，基准利率为5.25%。"),
        ("国家统计局", "国家统计局18日发布数据显示，该比率为5.25%。"),
        ("白宫", "白宫发布公告称，税率为5.25%。"),
        ("Labor Department", "The rate was 5.25% in May, the Labor Department said on Friday."),
        ("Bureau of Labor Statistics", "According to the Bureau of Labor Statistics, the rate was 5.25%."),
    ],
)
def test_a_restated_official_release_is_derived_and_keeps_its_vote(credit, text):
    value_sources = [value_source(n, text, f"{name}.example", title=f"Title {name}") for n, name in enumerate("abc")]
    origins = trace_origins(value_sources)
    assert [o.stance for o in origins] == [Stance.DERIVED] * 3
    assert origins[0].why == Why("restates_official", {"origin": credit})
    assert counts(*value_sources) == Counts(domains=3, stories=3)


@pytest.mark.parametrize(
    "credit, text",
    [
        ("路透社", "据路透社报道，央行将利率维持在5.25%。"),
        ("央视新闻", "据央视新闻报道，利率为5.25%。"),
        ("财联社", "利率维持在5.25%。（财联社）"),
        ("新华社", "新华社北京6月18日电 央行将利率维持在5.25%。"),
        ("Reuters", "The rate stays at 5.25%, Reuters reported on Wednesday."),
        ("Bloomberg", "According to Bloomberg, the rate stays at 5.25%."),
        ("Reuters", "LONDON (Reuters) - The rate stays at 5.25% after the meeting."),
    ],
)
def test_pages_that_restate_one_news_report_share_its_vote(credit, text):
    value_sources = [value_source(n, text, f"{name}.example") for n, name in enumerate("abc")]
    origins = trace_origins(value_sources)
    assert [o.stance for o in origins] == [Stance.DERIVED] * 3
    assert origins[1].why == Why("restates_news", {"origin": credit})
    assert counts(*value_sources) == Counts(domains=3, stories=1)


def test_restatements_share_the_vote_of_the_report_itself():
    value_sources = [
        value_source(0, "The rate stays at 5.25%, Reuters reported.", "a.example"),
        value_source(1, "The rate stays at 5.25%, officials decided.", "reuters.com"),
        value_source(2, "The rate stays at 5.25%, we learned.", "b.example"),
    ]
    origins = trace_origins(value_sources)
    assert [o.stance for o in origins] == [Stance.DERIVED, Stance.SUPPORTS, Stance.SUPPORTS]
    assert origins[0].original == 1
    assert counts(*value_sources) == Counts(domains=3, stories=2)


def test_an_outlet_that_names_itself_restates_nobody():
    value_sources = [value_source(0, "中新网6月18日电 利率维持在5.25%。", "chinanews.com.cn")]
    assert trace_origins(value_sources)[0].stance == Stance.SUPPORTS


def test_credits_in_a_ring_or_chain_are_one_story():
    value_sources = [
        value_source(0, "据彭博社报道，利率为5.25%。", "reuters.com"),
        value_source(1, "Reuters reported that the rate is 5.25%.", "bloomberg.com"),
        value_source(2, "据路透社报道，利率为5.25%。", "a.example"),
    ]
    assert counts(*value_sources).stories == 1


COMMENT = (
    "本报评论员认为，消费的修复仍不稳固，服务业的回暖快于商品，餐饮门店的客流在端午节期间明显好转，"
    "商家希望下半年的补贴政策能够延续，县城市场值得留意。"
)


def test_a_reprinted_release_with_a_voice_of_its_own_is_derived():
    title = "5月份社会消费品零售总额"
    value_sources = [
        value_source(0, RELEASE, "stats.example", figure="1.4%", title=title, trust=OFFICIAL),
        value_source(1, COMMENT + RELEASE, "a.example", figure="1.4%", title=title, trust=OFFICIAL),
        value_source(2, RELEASE, "b.example", figure="1.4%", title="消费继续修复", trust=OFFICIAL),
        value_source(3, RELEASE, "c.example", figure="1.4%", title=title, trust=OFFICIAL),
    ]
    origins = trace_origins(value_sources)
    assert [o.stance for o in origins] == [Stance.SUPPORTS, Stance.DERIVED, Stance.DERIVED, Stance.DUPLICATE]
    assert origins[3].why == Why("copy_of_official", {"domain": "stats.example", "percent": 100})
    assert counts(*value_sources) == Counts(domains=4, stories=3)


def test_two_reports_that_quote_one_release_are_no_copies_of_each_other():
    quoted = "据国家统计局数据，" + RELEASE[: RELEASE.index("按零售业态")]
    shops = (
        "记者走访了三家商场，发现夏装的折扣比往年来得更早，店员说周末的客流恢复得不错，可是客单价没有起色。多位店主盼望以旧换新的补贴尽快落地，"
        "家电柜台的询价明显多了起来。超市的生鲜区则是另一番景象，下午五点以后排起了长队。社区食堂的负责人告诉记者，老人用餐的人数稳步上升。"
    )
    research = (
        "宏观研究员在报告中写道，服务消费正在替代商品消费，暑期旅游的预订情况好于预期，航空与酒店的价格同步走高。她提醒说，汽车行业的价格竞争"
        "还没有结束，库存压力仍在经销商一端。债券市场对这组数字反应平淡，长端利率窄幅波动，股票投资者更关心下周的会议和随后的讲话。"
    )
    own = [shops, research]
    value_sources = [
        value_source(n, quoted + text, f"{name}.example", figure="1.4%", title=name)
        for n, (name, text) in enumerate(zip("ab", own, strict=True))
    ]
    assert [o.stance for o in trace_origins(value_sources)] == [Stance.DERIVED, Stance.DERIVED]
    unnamed = [
        value_source(n, (quoted + text).replace("据国家统计局数据，", ""), f"{name}.example", figure="1.4%", title=name)
        for n, (name, text) in enumerate(zip("ab", own, strict=True))
    ]
    assert trace_origins(unnamed)[1].stance == Stance.DUPLICATE


def test_one_vote_per_domain_and_owner():
    trust = Trust(owners={"a.example": "Meridian", "b.example": "meridian"})
    value_sources = [
        value_source(0, RATE_STORY, "a.example", trust=trust, days=2),
        value_source(1, SHORT_STORY, "a.example", trust=trust, path="b", days=1),
        value_source(2, THIRD_STORY, "b.example", trust=trust),
    ]
    votes = count_votes(value_sources, trace_origins(value_sources), Independence.DOMAINS)
    assert votes.counts == Counts(domains=1, stories=1)
    assert votes.voters == {2}
    assert votes.silent == {
        0: Why("same_owner", {"domain": "b.example", "owner": "meridian"}),
        1: Why("same_owner", {"domain": "b.example", "owner": "meridian"}),
    }


def test_sub_domains_are_one_publisher():
    value_sources = [value_source(0, RATE_STORY, "news.a.example"), value_source(1, SHORT_STORY, "blog.a.example", days=1)]
    votes = count_votes(value_sources, trace_origins(value_sources), Independence.STORIES)
    assert votes.counts == Counts(domains=1, stories=1)
    assert votes.silent == {1: Why("same_domain", {"domain": "a.example"})}


@pytest.mark.parametrize("url", ["http://10.0.0.1/x", "https://github.io/x", "ftp://a.example/", "https://user@a.example/"])
def test_value_source_of_a_page_without_publisher_is_none(url):
    assert value_source_of(0, Page(url, "", RATE_STORY), Passage("", PassageField.CONTENT, 0, 0), Trust()) is None


def test_an_aggregator_takes_no_vote_from_those_it_copies():
    own = [value_source(n, text, f"{name}.example", days=1) for n, (name, text) in enumerate(zip("abc", STORIES, strict=False))]
    copies = [value_source(3 + n, text, "aggregator.example", path=str(n)) for n, text in enumerate(STORIES[:3])]
    assert counts(*own, *copies) == Counts(domains=4, stories=3)


PIECES = st.tuples(st.sampled_from(STORIES), st.sampled_from("abcdef"), st.integers(0, 5), st.booleans())


def build(pieces):
    trust = Trust(owners={"e.example": "one house", "f.example": "one house"})
    return [
        value_source(n, text, f"{d}.example", trust=trust, path=str(n), days=age, dated=dated)
        for n, (text, d, age, dated) in enumerate(pieces)
    ]


@drawn(60)
@given(st.lists(PIECES, min_size=1, max_size=7), st.randoms(use_true_random=False))
def test_the_order_of_the_input_changes_nothing(pieces, random):
    value_sources = build(pieces)
    shuffled = list(value_sources)
    random.shuffle(shuffled)
    origins = {o.position: o for o in trace_origins(value_sources)}
    assert {o.position: o for o in trace_origins(shuffled)} == origins
    for rule in Independence:
        votes = count_votes(shuffled, trace_origins(shuffled), rule)
        assert votes == count_votes(value_sources, list(origins.values()), rule)
        assert len(votes.voters) == votes.number(rule)


@drawn(80)
@given(st.lists(PIECES, min_size=1, max_size=6), st.sampled_from(STORIES), st.data())
def test_a_further_page_of_a_publisher_never_adds_a_vote(pieces, text, data):
    value_sources = build([(text, domain, age, True) for text, domain, age, _ in pieces])
    twin = data.draw(st.sampled_from(value_sources))
    added = value_source(99, text, twin.domain, trust=Trust(owners={twin.domain: twin.owner}), path="later", days=-1)
    before, after = counts(*value_sources), counts(*value_sources, added)
    assert after.domains == before.domains
    assert after.stories <= before.stories


@drawn(80)
@given(st.lists(PIECES, min_size=1, max_size=6), st.data())
def test_a_copy_elsewhere_never_adds_a_story(pieces, data):
    value_sources = build([(text, domain, age, True) for text, domain, age, _ in pieces])
    copied = data.draw(st.sampled_from(value_sources))
    added = value_source(99, copied.page.content, "mirror.example", path="z", days=-1)
    assert counts(*value_sources, added).stories <= counts(*value_sources).stories


def test_the_cost_grows_with_the_text_and_not_with_the_pairs():
    def edition(number):
        return [value_source(n, f"Edition {n}. " + _own_text(n), f"d{n}.example") for n in range(number)]

    few, many = edition(10), edition(200)
    assert grows_within(40, lambda: trace_origins(few), lambda: trace_origins(many))


def _own_text(number):
    """2,000 characters that no other number shares, beside a common footer."""
    words = " ".join(f"w{number * 1_000 + i}" for i in range(280))
    return f"The rate is 5.25% today. {words} All rights reserved by the publisher and its partners, see the terms of use for details."
