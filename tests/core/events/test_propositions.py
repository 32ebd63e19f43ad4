"""What a message says: its event by the frames of the language, its figures, its polarity and its hedges; and what it doesn't say."""

import pytest

from tests.core.events.event_lists import shipped_lexicon
from verification.core.events.propositions import (
    Certainty,
    Kind,
    has_several,
    is_checkable,
    is_sarcastic,
    read_propositions,
    type_of,
    unread_clauses,
)
from verification.core.events.terms import folded

LEXICON = shipped_lexicon()


@pytest.mark.parametrize(
    "text, event_type, value",
    [
        ("Trump to add Bitcoin to US strategic reserve", "regulation", 1),
        ("特朗普：将把比特币纳入国家战略储备", "regulation", 1),
        ("Tether is about to be sued by the DOJ over its reserves", "regulation", 1),
        ("USDT drops to $0.93 on Curve, peg broken", "depeg", 1),
        ("OKX pleads guilty, will pay $504 million", "regulation", 1),
        ("Hong Kong bans crypto trading", "regulation", 1),
        ("澜港交易所暂停提币，疑似热钱包私钥泄露", "outage", 1),
        ("PBOC cuts LPR by 10 basis points", "macro", 1),
        ("Kraken was NOT hacked, exchange said", "hack", -1),
        ("Binance denies it was hacked", "hack", -1),
        ("Luma Finance loses $27M to oracle manipulation", "hack", 1),
        ("Northwind agrees to be bought by Cadence for $4.2bn", "acquisition", 1),
        ("澜港银行没有被挤兑", "bank_run", -1),
        ("ABUSD has kept its peg", "depeg", -1),
    ],
)
def test_type_and_polarity_follow_from_what_is_said(text: str, event_type: str, value: int) -> None:
    propositions = read_propositions(text, LEXICON)
    assert (type_of(propositions), propositions[0].value) == (event_type, value)


@pytest.mark.parametrize(
    "text, certainty",
    [
        ("Orvane was hacked", Certainty.PLAIN),
        ("Sources say Orvane was hacked", Certainty.HEDGED),
        ("知情人士称，远恒资本拟收购宁舟科技", Certainty.HEDGED),
        ("内部人士：币安将上线 Talbec", Certainty.HEDGED),
        ("Binance will delist Orvane", Certainty.PLANNED),
    ],
)
def test_hedges_count(text: str, certainty: Certainty) -> None:
    assert read_propositions(text, LEXICON)[0].certainty == certainty


def test_sum_is_a_proposition_of_its_own() -> None:
    event, figure = read_propositions("Orvane was hacked, $41 million gone", LEXICON)
    assert (event.kind, figure.kind, figure.figure.text if figure.figure else "") == (Kind.EVENT, Kind.FIGURE, "$41 million")


@pytest.mark.parametrize(
    "text, claim",
    [
        ("Orvane was not hacked, all funds are safe.", "Orvane was not hacked"),
        ("Orvane was hacked, $41 million stolen", "Orvane was hacked"),
        ("澜港交易所没有遭到黑客攻击，资金安全。", "澜港交易所没有遭到黑客攻击"),
    ],
)
def test_claim_that_is_told_twice_is_shown_as_it_was_told_first(text: str, claim: str) -> None:
    first, *others = read_propositions(text, LEXICON)
    assert first.text == claim
    assert [one.kind for one in others] in ([], [Kind.FIGURE])


@pytest.mark.parametrize(
    "text, unread",
    [
        ("BREAKING: Orvane has lost data of 2 million accounts; withdrawals are frozen", ("Orvane has lost data of 2 million accounts",)),
        ("突发：澜港交易所泄露了200万个账户；提币已暂停", ("突发:澜港交易所泄露了200万个账户",)),
        ("Orvane was hacked, $41 million gone", ()),
        ("Orvane was hacked", ()),
    ],
)
def test_clauses_that_no_claim_was_read_from_are_told(text: str, unread: tuple[str, ...]) -> None:
    claims = [one.figure.text if one.figure else one.text for one in read_propositions(text, LEXICON)]
    assert unread_clauses(text, claims) == unread


def test_figure_that_is_the_claim_is_one_proposition() -> None:
    propositions = read_propositions("Inflation in Kesria was 3.2% in May", LEXICON)
    assert [one.kind for one in propositions] == [Kind.FIGURE]


@pytest.mark.parametrize(
    "text", ["gm everyone", "Which wallet do you all use?", "I think bitcoin looks tired", "", "祝大家新春快乐", "😀" * 50]
)
def test_what_no_page_could_carry_is_not_checkable(text: str) -> None:
    assert not is_checkable(read_propositions(text, LEXICON))


def test_long_text_and_other_languages_are_read_without_complaint() -> None:
    assert read_propositions("Orvane was hacked. " * 6_000, LEXICON)
    assert isinstance(read_propositions("Биржа Орван взломана, похищено $41 млн", LEXICON), tuple)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Orvane was hacked.\nTalbec recalls 120,000 cars.", ["Orvane", "Talbec", "Talbec"]),
        ("1. Orvane was hacked 2. Talbec recalls 120,000 cars", ["Orvane", "Talbec", "Talbec"]),
        ("- Orvane was hacked\n- Talbec goes bankrupt", ["Orvane", "Talbec"]),
        ("快讯：①Orvane 被盗 ②Talbec 破产", ["Orvane", "Talbec"]),
        ("Orvane 被盗9000万美元；Talbec 认罪", ["Orvane", "Orvane", "Talbec"]),
        ("Orvane was hacked; meanwhile Talbec goes bankrupt", ["Orvane", "Talbec"]),
        ("Orvane was hacked. Separately, Talbec goes bankrupt.", ["Orvane", "Talbec"]),
        ("Orvane 被盗。与此同时，Talbec 破产。", ["Orvane", "Talbec"]),
    ],
)
def test_several_messages_are_told_apart_and_nobody_stands_for_anothers_news(text: str, told: list[str]) -> None:
    assert has_several(text, LEXICON)
    read = read_propositions(text, LEXICON)
    assert [one.whom.names for one in read] == [(name,) for name in told]
    assert all(one.text == folded(text)[one.start : one.end].strip() for one in read)


@pytest.mark.parametrize(
    "text",
    [
        "Orvane was hacked.\nOrvane halted withdrawals.",
        "Orvane was hacked; it lost $41 million",
        "Orvane was hacked for $3.5 million",
        "1. Orvane was hacked 2. Orvane halted withdrawals",
        "The SEC sues Orvane over its 2. quarter report",
        "Orvane was hacked. Talbec denies any part in it.",
    ],
)
def test_one_message_in_parts_is_one(text: str) -> None:
    assert not has_several(text, LEXICON)


@pytest.mark.parametrize(
    "text", ["Oh sure, Orvane was not hacked", "Orvane is totally safe /s", "Orvane 绝对没有被盗（狗头）", "Orvane 没有被盗[doge]"]
)
def test_marked_sarcasm_says_nothing_that_a_page_could_carry(text: str) -> None:
    assert is_sarcastic(text)
    assert read_propositions(text, LEXICON) == ()


@pytest.mark.parametrize("text", ["Orvane moves $3m/s of traffic", "Dogecoin lists on Orvane", "狗头金矿业破产", "Orvane was hacked"])
def test_no_sarcasm_is_seen_without_its_mark(text: str) -> None:
    assert not is_sarcastic(text)


@pytest.mark.parametrize(
    ("text", "event_type", "value"),
    [
        ("USDT drops to $0.93 on Curve", "depeg", 1),
        ("泰达币跌至0.95美元", "depeg", 1),
        ("USDC trades at 97 cents", "depeg", 1),
        ("USDT did not drop to $0.93", "depeg", -1),
        ("USDT transfer fee falls to $0.5", "other", 1),
        ("USDC trades at $0.999", "other", 1),
        ("Iran closes the Strait of Orvane", "outage", 1),
        ("Orvane客户资金缺口80亿美元", "reserves", -1),
        ("Orvane's $3.3 billion of reserves is stuck at Talbec Bank", "reserves", -1),
        ("奥凡银行暂停客户提款", "outage", 1),
        ("Orvane agrees to buy Talbec", "acquisition", 1),
        ("Talbec goes bankrupt", "default", 1),
    ],
)
def test_prices_off_the_peg_and_more_ways_to_say_it_are_read(text: str, event_type: str, value: int) -> None:
    read = read_propositions(text, LEXICON)
    assert (type_of(read).value, read[0].value) == (event_type, value)


def test_what_is_only_feared_is_no_claim_beside_what_is_told() -> None:
    read = read_propositions("Orvane: USDC reserves are safe amid depeg concerns", LEXICON)
    assert [one.concept.name for one in read if one.concept] == ["reserves"]
    assert read_propositions("Depeg fears grow for USDC", LEXICON)[0].certainty is Certainty.HEDGED
