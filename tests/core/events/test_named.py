"""Whose news a page tells: what happened to somebody else, or to nobody who is named, says nothing of a message."""

from dataclasses import replace

import pytest

from tests.core.events.event_lists import shipped_lexicon
from verification.core.events.english_whom import everyday_names
from verification.core.events.evidence import tell
from verification.core.events.propositions import read_propositions
from verification.core.events.vocabulary import Entity, EntityKind
from verification.core.evidence import Page

pytestmark = pytest.mark.pure

_SHIPPED = shipped_lexicon()
LEXICON = replace(_SHIPPED, entities=(*_SHIPPED.entities, Entity("Pepe", EntityKind.ASSET, "PEPE")))


def told(message: str, page: str, url: str = "https://news.example/1") -> str:
    """What a page says of the first thing that a message says."""
    return tell(Page(url, "", page, None), read_propositions(message, LEXICON), LEXICON)[0].says.value


def names(message: str) -> tuple[str, ...]:
    return read_propositions(message, LEXICON)[0].whom.names


@pytest.mark.parametrize(
    ("message", "own", "other"),
    [
        (
            "Gap reports a data breach",
            "Clothing retailer Gap reported a data breach on Monday.",
            "Lantern Labs reported a data breach; the gap in its firewall was known.",
        ),
        (
            "Target cuts its full-year guidance",
            "On Tuesday Target cut its full-year guidance.",
            "Walmart missed its target and cut its full-year guidance.",
        ),
        ("Trump resigns", "President Trump resigned on Monday.", "The chief executive of Orvane resigned on Monday."),
        ("Trump resigns", "美国总统特朗普今日辞职。", "凌川科技董事长今日辞职。"),
        ("特朗普辞职", "President Donald Trump resigned on Monday.", "The chief executive of Orvane resigned on Monday."),
        ("特朗普辞职", "美国总统特朗普今日宣布辞职。", "凌川科技董事长今日宣布辞职。"),
        ("SEC approves spot Bitcoin ETF", "The SEC approved spot bitcoin ETFs.", "Hong Kong's SFC approved spot bitcoin ETFs on Monday."),
        (
            "US to add Bitcoin to strategic reserve",
            "The US added bitcoin to its strategic reserve.",
            "El Salvador added bitcoin to its strategic reserve.",
        ),
        ("Tether was fined by the CFTC", "Tether was fined $41 million.", "The CFTC fined Kraken $1.25 million."),
        (
            "Bybit hacked: $1.5 billion in ETH stolen",
            "Bybit was hacked on Friday.",
            "Kraken was hacked and $1.5 billion in Ethereum was stolen.",
        ),
        ("Bybit 被盗 15 亿美元以太坊", "Bybit 周五被盗。", "Kraken 被盗，损失 15 亿美元以太坊。"),
        ("Coinbase to list XYZ", "Coinbase listed XYZ on Monday.", "Kraken listed XYZ on Monday."),
        ("Coinbase lists Dogecoin", "Coinbase listed Dogecoin on Monday.", "Coinbase listed Pepe on Monday."),
        ("Binance and Kraken were hacked", "Binance and Kraken were hacked on Monday.", "Kraken was hacked on Monday."),
        (
            "Harbor Dollar has lost its dollar peg and trades at $0.91",
            "Harbor Dollar lost its peg to the dollar.",
            "NOVD depegs: the token falls to $0.91.",
        ),
        ("XXX protocol was hacked", "The XXX protocol was hacked.", "The Orvane protocol was hacked."),
        ("XXX 协议被攻击", "XXX 协议昨夜被攻击。", "Orvane 协议昨夜被攻击。"),
    ],
)
def test_what_happened_to_another_says_nothing(message: str, own: str, other: str) -> None:
    assert (told(message, own), told(message, other)) == ("supports", "silent")


@pytest.mark.parametrize(
    ("message", "page"),
    [
        ("Hackers steal $50 million", "Hackers stole $50 million from Kraken."),
        ("交易所被黑客攻击，损失1亿美元", "Bybit交易所被黑客攻击，损失1亿美元。"),
        ("平安被罚款3亿元", "招商银行被罚款3亿元。"),
        ("Stablecoin lost its dollar peg", "NOVD lost its dollar peg on Monday."),
        ("Withdrawals are suspended", "Kraken suspended withdrawals on Monday."),
    ],
)
def test_a_message_that_names_nobody_is_carried_by_no_page(message: str, page: str) -> None:
    assert told(message, page) == "silent"


def test_who_only_stands_by_need_not_be_named() -> None:
    assert told("Kraken was hacked, the chief executive of Coinbase says", "Kraken was hacked on Friday.") == "supports"
    assert told("SEC has approved Brellan's spot bitcoin ETF", "The SEC approved Brellan's ETF.") == "supports"


def test_a_page_of_their_own_need_not_name_them_but_all_others() -> None:
    own = "https://www.binance.com/support/1"
    assert told("Binance delists Dogecoin", "We will delist Dogecoin and cease trading on all pairs.", own) == "supports"
    assert told("Binance delists Dogecoin", "We will delist Pepe and cease trading on all pairs.", own) == "silent"
    assert told("Binance delists Tarnfield Finance", "We will delist Mossbridge and cease trading on all pairs.", own) == "silent"
    assert told("Kraken was hacked", "We were not hacked. Your funds are safe.", "https://blog.kraken.com/1") == "contradicts"


@pytest.mark.parametrize("message", ["Something was hacked", "It was hacked", "Hackers drain wallets", "Exchange suspends withdrawals"])
def test_words_that_name_nobody_are_no_names(message: str) -> None:
    assert names(message) == ()


@pytest.mark.parametrize(
    ("message", "name"),
    [("Sources say Target was hacked", "Target"), ("BREAKING: Slack suffers an outage", "Slack"), ("Gap was hacked", "Gap")],
)
def test_a_word_of_everyday_is_a_name_where_it_stands_as_one(message: str, name: str) -> None:
    assert names(message) == (name,)


def test_a_word_in_the_words_of_the_event_is_none() -> None:
    assert list(everyday_names("Target cuts guidance", [(0, 6)])) == []
    assert list(everyday_names("Target cuts guidance", [])) == ["Target"]
