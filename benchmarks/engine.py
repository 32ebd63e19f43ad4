"""Time and memory of the evidence engine, and how they grow with pages and length: ``python -m benchmarks.engine``.

Every absolute figure stands beside the time of a fixed loop of the same run; growth is a ratio of two times of one run. Pages are made
here from sentences of our own with a fixed seed, every page in words of its own, a third of them copies.
"""

import random
import sys
import tracemalloc
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from benchmarks.calibration import calibrate, seconds
from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.judging.binding import Binder
from verification.core.reading.reader import read_statements
from verification.core.vocabulary import NodeKind, Stage

DAY = datetime(2026, 6, 16, 12, tzinfo=UTC)
GOAL_CASE = 0.040  # seconds for 10 pages of 2,000 characters
GOAL_PAGES = 25.0  # 200 pages against 10
GOAL_LENGTH = 1.5  # 200 kB against 20 kB, for each character
GOAL_READING = {"en": 0.7, "zh": 0.35}  # reading a page into statements against binding it to one node
GOAL_MEMORY = 3.0  # the peak of 200 pages against the bytes of their texts, in units of that of 10 pages

_ENGLISH = (
    "Ferry traffic on the northern line rose {a}.{b} percent in May, the harbour office said.",
    "Bakers paid {a} dollars for a sack of rye, about {b} percent more than in April.",
    "The town hall expects {a},{b}00 visitors this summer after a mild spring.",
    "A bridge that cost ${a} million opened {b} months late.",
    "Owners of small orchards {w} their {v} while the council debated {u} and {w} again.",
    "Nobody {w} the {v} that the old {u} had left behind the mill.",
)
_CHINESE = (
    "港务部门数据显示，5月份北线轮渡客流同比增长{a}.{b}%，环比回落0.{b}个百分点。",
    "面包店采购黑麦每袋{a}元，比4月份上涨{b}%，而面粉价格基本稳定。",
    "镇政府预计今年夏季接待游客{a}万人次，总投资约{b}亿元。",
    "耗资{a}.{b}亿元的大桥推迟{b}个月通车，沿线商户表示欢迎。",
    "果园主们{w}了{v}，议会仍在讨论{u}，随后又{w}了一次。",
    "没有人{w}磨坊后面的{v}，也没有人提起旧的{u}。",
)
_ENGLISH_WORDS = (
    "sold",
    "painted",
    "counted",
    "ladders",
    "lanterns",
    "gardens",
    "roofs",
    "letters",
    "borrowed",
    "hid",
    "wagons",
    "violins",
)
_CHINESE_WORDS = ("出售", "粉刷", "清点", "梯子", "灯笼", "花园", "屋顶", "书信", "收藏", "马车", "提琴")
NODES = {
    "en": NodeSpec(label="Ferry traffic on the northern line in May, year over year", kind=NodeKind.PERCENT, unit="%"),
    "zh": NodeSpec(label="5月份北线轮渡客流同比增长____", kind=NodeKind.PERCENT, unit="%"),
}
_LANGUAGES = {"en": (_ENGLISH, _ENGLISH_WORDS, " "), "zh": (_CHINESE, _CHINESE_WORDS, "")}


def _text(language: str, length: int, dice: random.Random) -> str:
    sentences, words, space = _LANGUAGES[language]
    written: list[str] = []
    size = 0
    while size < length:
        u, v, w = dice.sample(words, 3)
        sentence = dice.choice(sentences).format(a=dice.randint(1, 99), b=dice.randint(1, 9), u=u, v=v, w=w)
        written.append(sentence)
        size += len(sentence) + len(space)
    return space.join(written)[:length]


def pages_of(language: str, count: int, length: int) -> list[Page]:
    """Pages of as many publishers; every third is a copy of the one before it."""
    dice = random.Random(20260616)  # noqa: S311 - a fixed seed for equal pages, nothing secret
    pages: list[Page] = []
    for number in range(count):
        content = pages[-1].content if number % 3 == 2 else _text(language, length, dice)
        pages.append(Page(f"https://site-{number}.com/{number}", "", content, DAY - timedelta(hours=number % 48)))
    return pages


def _cost(language: str, pages: Sequence[Page], *, times: int = 3) -> float:
    return seconds(lambda: settle(NODES[language], pages, as_of=DAY, trust=Trust(), stage=Stage.VOTES), times=times)


def _peak(language: str, pages: Sequence[Page]) -> float:
    """Peak bytes of one case for each character of its pages."""
    tracemalloc.start()
    settle(NODES[language], pages, as_of=DAY, trust=Trust(), stage=Stage.VOTES)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / sum(len(page.content) for page in pages)


def _measure(language: str) -> bool:
    ten, many = pages_of(language, 10, 2_000), pages_of(language, 200, 2_000)
    short, long = pages_of(language, 3, 20_000), pages_of(language, 3, 200_000)
    loop = calibrate()
    case = _cost(language, ten, times=5)
    growth = _cost(language, many, times=1) / case
    length = _cost(language, long, times=1) / _cost(language, short, times=2) / 10
    memory = _peak(language, many) / _peak(language, ten)
    rows = (
        (f"10 pages of 2,000 characters: {case * 1000:.1f} ms (fixed loop {loop * 1000:.1f} ms)", case, GOAL_CASE),
        (f"200 pages cost {growth:.1f} times as much as 10", growth, GOAL_PAGES),
        (f"a character of 200 kB costs {length:.2f} times one of 20 kB", length, GOAL_LENGTH),
        (f"memory for a character of 200 pages is {memory:.2f} times that of 10", memory, GOAL_MEMORY),
    )
    for text, value, goal in rows:
        sys.stdout.write(f"{language}  {text}{'' if value <= goal else '  ABOVE THE GOAL'}\n")
    return all(value <= goal for _, value, goal in rows)


def _measure_reading(language: str) -> bool:
    """Reading one page into statements against what binding it to one node takes."""
    page = pages_of(language, 1, 2_000)[0]
    binder = Binder(NODES[language], DAY)
    bound = seconds(lambda: binder.read(0, page), times=5)
    read = seconds(lambda: read_statements(page.content, base=DAY.date()), times=5)
    is_reached = read <= GOAL_READING[language] * bound
    text = f"reading 2,000 characters: {read * 1000:.1f} ms, {read / bound:.2f} times binding them to a node"
    sys.stdout.write(f"{language}  {text}{'' if is_reached else '  ABOVE THE GOAL'}\n")
    return is_reached


def main() -> int:
    """Prints time, growth and memory in both languages; 1 where a goal is missed."""
    reached = [check(language) for language in NODES for check in (_measure, _measure_reading)]
    return int(not all(reached))


if __name__ == "__main__":
    sys.exit(main())
