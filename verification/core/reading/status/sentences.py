"""One sentence with its cues and clauses, where it asks, and whether it speaks of what was said before."""

import re
from dataclasses import dataclass
from functools import cached_property

from verification.core.patterns import lazy_regex
from verification.core.reading.status.matching import Cue, Token
from verification.core.reading.status.segments import Opener, Segments

_ANAPHOR = lazy_regex(
    r"\b(?:it|this|that|which|these|those|none of (?:it|this|that)|(?:the|these|those|such|both|every|each|his|her|its|their) "
    r"(?:\w+ )?(?:claims?|reports?|rumou?rs?|stor(?:y|ies)|figures?|numbers?|statements?|messages?|posts?|"
    r"allegations?|suggestions?|assertions?|"
    r"news|announcements?|tweets?|notes?|articles?|documents?|letters?|e-?mails?|videos?|quotes?|words?|talk|"
    r"speculation|characteri[sz]ations?|"
    r"accusations?|information|account|idea|deal|move|decision|plan|attempt|effort|change|rule|order|ban))\b",
    re.IGNORECASE,
)
_ZH_ANAPHOR = lazy_regex(
    r"(?:(?:上述|该|此|这|前述|之|网传|所谓|以上)(?:一|则|种|个|些|条|份|篇|段)?(?:\w{0,4})?|的)(?:消息|说法|数字|数据|报道|传闻|传言|信息|内容|全文|口径|答复|结论|"
    r"报告|结果|协议|交易|任命|话|字|言论|帖子|文章|稿件|文件|"
    r"视频|截图|公告|指控|情况|声明|表述|计划|决定|措施|禁令|一字一句|提法|论断|画面|谣言)|这一点|这点|这事|这话|称内容|此说|对此|此事|之说|其真实性|其真伪|均|全部|悉数"
)
_STANDS_ALONE = lazy_regex(
    r"(?:[\W\d]*|\s(?:on|in|at|as|by|to|for|and|but|all|too|again|later|outright|today|yesterday|when|after|until|before|\w+ly|\w+day)\b.*)",
    re.IGNORECASE,
)
_EN_ASKS = lazy_regex(
    r"\W*(?:so|and|then)?\s?(?:what|who|whose|why|how|when|where|which|will|would|can|could|is|are|was|were|"
    r"does|do|did|has|have|should|may|might|if|suppose)\b",
    re.IGNORECASE,
)
_ZH_ASKS = lazy_regex(r"谁|什么|怎么|怎样|如何|为何|为什么|哪|何时|何去|几时|几何")
# "公司收购了帕默，下一步呢？" asks what comes next.
_ZH_WHAT_OF = lazy_regex(r"[^，。；真是对]{1,8}呢[？?]")
_ZH_ASKS_WHETHER = lazy_regex(
    r"吗|是否|能否|是不是|难道|说法|真的|究竟|到底|会不会|要不要|呢|^[“\"]?(?:谁|什么|怎么|怎样|如何|为何|为什么|哪|何时)"
)


@dataclass(frozen=True)
class SentenceReading:
    """One sentence with its cues and clauses. ``end`` is exclusive; all places count characters of ``text``."""

    text: str
    start: int
    end: int
    is_chinese: bool
    tokens: tuple[Token, ...]
    cues: tuple[Cue, ...]
    segments: Segments

    @cached_property
    def asked_from(self) -> int | None:
        """Where the question begins that ends this sentence; None where it asks nothing. "It fell, so who pays?" asks who pays."""
        tail = self.text[self.start : self.end].rstrip("”\"’'」』）) ")
        if not tail.endswith(("?", "？")):
            return None
        asked = self.start
        for at, opener in zip(self.segments.starts, self.segments.openers, strict=True):
            if opener in {Opener.HARD, Opener.ADVERSATIVE} or (opener is not Opener.START and self._asks_from(at)):
                asked = at
        return asked

    def _asks_from(self, at: int) -> bool:
        """Whether a new clause with a question word of its own begins at ``at``, behind one that states."""
        if self.is_chinese:
            clause = self.text[at : self.end]
            if _ZH_WHAT_OF.fullmatch(clause.rstrip("”’」』）) ")):
                return True
            return _ZH_ASKS.search(clause) is not None and _ZH_ASKS_WHETHER.search(self.text, self.start, self.end) is None
        return _EN_ASKS.match(self.text, at, self.end) is not None and _EN_ASKS.match(self.text, self.start, self.end) is None

    @cached_property
    def token_starts(self) -> tuple[int, ...]:
        """Where each token begins."""
        return tuple(token.start for token in self.tokens)

    @cached_property
    def cue_starts(self) -> tuple[int, ...]:
        """Where each cue begins."""
        return tuple(cue.start for cue in self.cues)

    def anaphor_in(self, start: int, end: int) -> bool:
        """Whether ``text[start:end]`` speaks of what was said before."""
        pattern = _ZH_ANAPHOR if self.is_chinese else _ANAPHOR
        return pattern.search(self.text, start, end) is not None

    def is_anaphor_alone(self, start: int, end: int) -> bool:
        """Whether ``text[start:end]`` is no more than a word for what was said before: "denied it", "否认上述消息"."""
        rest = self.text[start:end].strip(' ,.，。!！”"')
        found = (_ZH_ANAPHOR if self.is_chinese else _ANAPHOR).match(rest)
        if found is None or len(rest) - found.end() > (6 if self.is_chinese else 24):
            return False
        # "denied that it was in trouble" speaks of what follows.
        return self.is_chinese or _STANDS_ALONE.fullmatch(rest, found.end()) is not None
