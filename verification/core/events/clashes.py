"""Where those who speak of one event contradict each other: sums far apart, the contrary said, or the whole of it denied.

Figures are the engine's quantities. Only sums of the same thing in the same unit are held against each other, and whoever names several
sums disagrees with nobody who names one of them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from enum import StrEnum

from verification.core.events.terms import holds
from verification.core.events.vocabulary import EventType
from verification.core.patterns import lazy_regex
from verification.core.quantities.grammar import find_quantities

# Estimates of one morning differ; beyond half as much again they are not of the same thing.
FAR_APART = Decimal("1.5")
NEAR = 60
MAX_SENTENCE, MOST_SENTENCES = 1_000, 20
STABLE = frozenset({"USDT", "USDC", "DAI", "BUSD", "FDUSD", "USDE"})


class ClashKind(StrEnum):
    AMOUNT = "amount"
    CONTRARY = "contrary"
    DENIAL = "denial"


class Topic(StrEnum):
    """About what the sides disagree."""

    LOSS = "loss"
    LIQUIDATION = "liquidation"
    PENALTY = "penalty"
    FUNDING = "funding"
    APPROVAL = "approval"
    LISTING = "listing"
    PEG = "peg"
    RESERVES = "reserves"
    EVENT = "event"


# Which words a sum belongs to; the nearest decides. Those under None are of other things: what was recovered, borrowed or is traded.
_SUMS: Mapping[Topic | None, tuple[str, ...]] = {
    Topic.LOSS: (
        "lose", "lost", "losses", "loss", "losing", "stolen", "stole", "steal", "theft", "heist", "hack", "exploit", "drain", "siphon",
        "attack", "breach", "损失", "被盗", "失窃", "盗走", "盗取", "被黑", "攻击", "窃取", "转走",
    ),
    Topic.LIQUIDATION: ("liquidate", "liquidation", "爆仓", "清算"),
    Topic.PENALTY: ("fine", "penalty", "penalties", "settle", "settlement", "罚款", "处罚", "和解"),
    Topic.FUNDING: ("raise", "invest", "investment", "funding", "融资", "投资", "注资"),
    None: (
        "recover", "return", "frozen", "froze", "freeze", "reimburse", "repay", "insurance", "insured", "fund", "reserve", "volume",
        "market cap", "valued", "valuation", "locked", "bounty", "reward", "assets", "deposits", "balance", "borrow", "flash loan of",
        "price", "customers", "追回", "归还", "冻结", "赔付", "储备", "成交", "市值", "锁仓", "悬赏", "估值", "资产", "余额", "价格", "借",
    ),
}  # fmt: skip
# Of another time or of many together: such a sentence says nothing of this sum.
_ELSEWHERE = (
    "last year", "previous", "previously", "in the past", "so far", "this year", "year-to-date", "overall", "industry", "cumulative",
    "去年", "此前", "曾", "今年", "累计", "行业", "总计",
)  # fmt: skip
_YEAR = lazy_regex(
    r"(?:\b(?i:in|since|during|from|late|early)\s|\b[A-Z][a-z]{2,8}\.?\s(?:\d{1,2},\s)?)((?:19|20)\d\d)(?![\d,%])|((?:19|20)\d\d)\s?年"
)
_FIGURE = lazy_regex(r"\d|[万亿百千]|illion|thousand")
_COIN = lazy_regex(r"\s?([A-Z]{2,6})(?![A-Za-z])")

# What can be so or the contrary, by the words of either side, and for events of which types it matters.
_CONTRARIES: Mapping[Topic, tuple[tuple[str, ...], tuple[str, ...], frozenset[EventType]]] = {
    Topic.APPROVAL: (
        ("approve", "approval", "greenlight", "批准", "获批"),
        ("reject", "rejection", "disapprove", "否决", "驳回", "拒绝批准"),
        frozenset({EventType.REGULATION, EventType.LISTING, EventType.GOVERNANCE}),
    ),
    Topic.LISTING: (("list", "listing", "上线", "上架"), ("delist", "delisting", "下架", "摘牌"), frozenset({EventType.LISTING})),
    Topic.PEG: (
        ("recover", "recovery", "restore", "repeg", "regain", "恢复", "回到锚定"),
        ("remains below", "remain below", "still below", "fail to recover", "持续脱锚", "仍低于", "尚未恢复", "未恢复"),
        frozenset({EventType.DEPEG}),
    ),
    Topic.RESERVES: (
        ("safe", "secure", "fully backed", "安全", "足额"),
        ("insolvent", "shortfall", "unbacked", "资不抵债", "缺口", "挪用"),
        frozenset({EventType.DEPEG, EventType.OTHER}),
    ),
}
_NOT = lazy_regex(
    r"(?:\b(?:not|no|never|without|yet\sto|fails?\sto|failed\sto)|n't)\s(?:\w+\s){0,2}$|[未没不]有?(?:被|获|完全|能)?$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Speaker:
    """One page, or with an empty ``url`` the message itself: its sentences about the event, in order."""

    url: str
    domain: str
    sentences: tuple[str, ...]
    published_at: datetime | None = None
    denies: bool = False


@dataclass(frozen=True, slots=True)
class ClashSide:
    """What one side says, word for word, by which publishers and pages; those of the message itself are empty."""

    said: str
    quote: str
    domains: tuple[str, ...]
    urls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Clash:
    kind: ClashKind
    topic: Topic
    sides: tuple[ClashSide, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """One figure with its topic: ``low`` to ``high`` of ``unit`` (an ISO code or a coin's symbol), and the sentence it stands in."""

    topic: Topic
    unit: str
    low: Decimal
    high: Decimal
    text: str
    sentence: str


def find_clashes(speakers: Sequence[Speaker], event_type: EventType, *, year: int) -> tuple[Clash, ...]:
    """All clashes, sums first. Of each publisher the newest page speaks; ``year`` is that of the event."""
    heard = _newest(speakers)
    return (*_sum_clashes(heard, year), *_contrary_clashes(heard, event_type), *_denials(heard))


def sums_in(sentences: Sequence[str], *, year: int) -> tuple[Sum, ...]:
    """The sums of money or coins that sentences name as lost, liquidated, fined or raised, in order; of long texts the first ones."""
    telling = [sentence[:MAX_SENTENCE] for sentence in dict.fromkeys(sentences) if _FIGURE.search(sentence)]
    return tuple(found for sentence in telling[:MOST_SENTENCES] for found in _sums_of(sentence, year))


def position_of(sentences: Sequence[str], topic: Topic) -> int:
    """1 where the sentences say that it is so, -1 for the contrary, 0 where they say neither; the first one that speaks decides."""
    return next((side for sentence in sentences if (side := _position_in(sentence, topic))), 0)


def contraries_of(event_type: EventType) -> tuple[Topic, ...]:
    return tuple(topic for topic, (_yes, _no, types) in _CONTRARIES.items() if event_type in types)


def _newest(speakers: Sequence[Speaker]) -> list[Speaker]:
    """One page of each publisher, in the order given: a later report replaces an earlier one."""
    newest: dict[str, Speaker] = {}
    for speaker in speakers:
        held = newest.get(speaker.domain)
        if held is None or _moment(speaker) > _moment(held):
            newest[speaker.domain] = speaker
    return list(newest.values())


def _moment(speaker: Speaker) -> datetime:
    return speaker.published_at or datetime.min.replace(tzinfo=UTC)


def _sums_of(sentence: str, year: int) -> Iterator[Sum]:
    if any(holds(sentence, word) for word in _ELSEWHERE) or any(int(one or other) < year for one, other in _YEAR.findall(sentence)):
        return
    if not any(holds(sentence, word) for topic, words in _SUMS.items() if topic for word in words):
        return
    for quantity in find_quantities(sentence):
        unit = _unit_of(quantity.unit, sentence[quantity.end :])
        topic = _topic_at(sentence, quantity.start, quantity.end) if unit and quantity.low > 0 else None
        if unit and topic is not None:
            end = quantity.end if quantity.unit else quantity.end + len(_coin(sentence[quantity.end :]))
            yield Sum(topic, unit, quantity.low, quantity.high, sentence[quantity.start : end], sentence)


def _unit_of(unit: str | None, behind: str) -> str:
    """The currency, else the coin named behind the figure; a dollar's stand-in is a dollar. Empty where it is neither."""
    if unit is not None:
        return unit if unit.isupper() and len(unit) == 3 else ""
    symbol = _coin(behind).strip()
    return "USD" if symbol in STABLE else symbol


def _coin(behind: str) -> str:
    found = _COIN.match(behind)
    return found.group() if found else ""


def _topic_at(sentence: str, start: int, end: int) -> Topic | None:
    """To what the figure belongs: the nearest word of any list, within ``NEAR`` letters; None for other things."""
    near: list[tuple[int, bool, Topic | None]] = []
    for topic, words in _SUMS.items():
        for word in words:
            near += [(gap, topic is not None, topic) for gap in _gaps(sentence, word, start, end)]
    return min(near, key=lambda found: found[:2], default=(0, False, None))[2]


def _gaps(sentence: str, word: str, start: int, end: int) -> Iterator[int]:
    """How many letters lie between the figure and ``word``, on either side."""
    before, behind = sentence[max(0, start - NEAR) : start], sentence[end : end + NEAR]
    if holds(before, word):
        yield len(before) - before.casefold().rfind(word.casefold()) - len(word)
    if holds(behind, word):
        yield behind.casefold().find(word.casefold())


def _sum_clashes(speakers: Sequence[Speaker], year: int) -> Iterator[Clash]:
    named = [(speaker, sums_in(speaker.sentences, year=year)) for speaker in speakers if not speaker.denies]
    for topic, unit in dict.fromkeys((found.topic, found.unit) for _speaker, sums in named for found in sums):
        own = [(speaker, [found for found in sums if (found.topic, found.unit) == (topic, unit)]) for speaker, sums in named]
        groups = _groups([(speaker, sums) for speaker, sums in own if sums])
        if len(groups) > 1:
            sides = tuple(_side(group[0][1][0].text, group[0][1][0].sentence, [speaker for speaker, _sums in group]) for group in groups)
            yield Clash(ClashKind.AMOUNT, topic, sides)


def _groups(named: Sequence[tuple[Speaker, list[Sum]]]) -> list[list[tuple[Speaker, list[Sum]]]]:
    """Speakers of whom each agrees with another one of the group on some sum."""
    groups: list[list[tuple[Speaker, list[Sum]]]] = []
    for entry in named:
        agreeing = [group for group in groups if any(_agree(entry[1], other) for _speaker, other in group)]
        kept = [group for group in groups if group not in agreeing]
        groups = [*kept, [*(member for group in agreeing for member in group), entry]]
    return groups


def _agree(mine: Sequence[Sum], theirs: Sequence[Sum]) -> bool:
    return any(one.low <= other.high * FAR_APART and other.low <= one.high * FAR_APART for one in mine for other in theirs)


def _contrary_clashes(speakers: Sequence[Speaker], event_type: EventType) -> Iterator[Clash]:
    for topic in contraries_of(event_type):
        said = [(position_of(speaker.sentences, topic), speaker) for speaker in speakers if not speaker.denies]
        sides = [[speaker for side, speaker in said if side == wanted] for wanted in (1, -1)]
        if all(sides):
            yield Clash(ClashKind.CONTRARY, topic, tuple(_side("", _telling(group[0], topic), group) for group in sides))


def _telling(speaker: Speaker, topic: Topic) -> str:
    return next((sentence for sentence in speaker.sentences if _position_in(sentence, topic)), "")


def _denials(speakers: Sequence[Speaker]) -> Iterator[Clash]:
    """Those who deny against those who do not; the message is on neither side, for it is what is asked."""
    pages = [speaker for speaker in speakers if speaker.url]
    sides = [[speaker for speaker in pages if speaker.denies is wanted] for wanted in (False, True)]
    if all(sides):
        yield Clash(ClashKind.DENIAL, Topic.EVENT, tuple(_side("", "".join(group[0].sentences[:1]), group) for group in sides))


def _position_in(sentence: str, topic: Topic) -> int:
    yes, no, _types = _CONTRARIES[topic]
    if any(_is_said(sentence, word) for word in no):
        return -1
    said = [is_so for word in yes if (is_so := _is_said(sentence, word)) is not None]
    return 0 if not said else 1 if all(said) else -1


def _is_said(sentence: str, word: str) -> bool | None:
    """Whether the sentence says the word or its negation; None where the word does not stand there."""
    if not holds(sentence, word):
        return None
    place = sentence.casefold().find(word.casefold())
    return _NOT.search(sentence[max(0, place - 30) : place]) is None


def _side(said: str, quote: str, speakers: Sequence[Speaker]) -> ClashSide:
    pages = [speaker for speaker in speakers if speaker.url]
    return ClashSide(said, quote, tuple(speaker.domain for speaker in pages), tuple(speaker.url for speaker in pages))
