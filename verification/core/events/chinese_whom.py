"""Whom a Chinese message names beside what happens: before it, behind it, or behind 对, 向 and 被."""

from collections.abc import Iterator, Sequence

from verification.core.events.frames import Span
from verification.core.patterns import lazy_regex
from verification.core.subjects.chinese_words import segment

_BORDER = lazy_regex(r"[^\u4e00-\u9fff]|[对向被遭与和及把将由为的在]|授予|给予|宣布|决定|发生|出现|因涉嫌|涉嫌|称")
_LEAD = lazy_regex(
    r"^(?:(?:网传|据传|传闻|传|听说|据称|据说|疑似|突发|快讯|今日|昨日|近日|刚刚|日前|前|新任|原|创始人|董事长|实控人|总裁|首席执行官))+"
)
_TAIL = lazy_regex(
    r"(?:没有|并未|从未|未能|未|不会|不|已经|已|即将|即|正在|正|欲|仍|又|也|拟|或|可能|全面|正式|今日|昨日|近日|再次|宣布|申请|进行|其|旗下|公司|全球|大面积|今年|要|开展|实施)+$"
)
_TIME = lazy_regex(r"[今明下上本昨当][年月周季日天]|[月日年]起|起$")
_LONGEST = 8


def parties_beside(text: str, events: Sequence[Span], others: Sequence[Span]) -> Iterator[str]:
    """The names right before and right behind the words of an event, that no list has; ``others``: what is told already."""
    edges = sorted((*events, *others))
    for start, end in events:
        left = max((stop for _, stop in edges if stop <= start), default=0)
        right = min((begin for begin, _ in edges if begin >= end), default=len(text))
        yield from filter(_is_name, (trimmed(_BORDER.split(text[left:start])[-1]), trimmed(_BORDER.split(text[end:right])[0])))
        yield from filter(_is_name, (trimmed(piece) for piece in _BORDER.split(text[left:start])[:-1]))


def trimmed(piece: str) -> str:
    """A piece without the words before and behind a name that belong to none: 网传|凌川, 瓦尔多|即将."""
    return _LEAD.sub("", _TAIL.sub("", piece))


def _is_name(piece: str) -> bool:
    """Whether it is short and holds signs that make no word."""
    return 1 < len(piece) <= _LONGEST and _TIME.search(piece) is None and any(is_name for _, is_name in segment(piece))
