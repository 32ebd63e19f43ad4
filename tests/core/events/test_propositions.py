"""What a message says: its event by the frames of the language, its figures, its polarity and its hedges; and what it doesn't say."""

import pytest

from tests.core.events.event_lists import shipped_lexicon
from verification.core.events.propositions import Certainty, Kind, has_several, is_checkable, read_propositions, type_of, unread_clauses

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


def test_several_messages_are_told_apart() -> None:
    assert has_several("Orvane was hacked.\nTalbec recalls 120,000 cars.", LEXICON)
    assert not has_several("Orvane was hacked.\nOrvane halted withdrawals.", LEXICON)
