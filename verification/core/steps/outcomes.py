"""What became of a step, in the words of tools and of people: it was done, it failed, or it is not done yet."""

import re
from enum import StrEnum

from verification.core.patterns import lazy_regex
from verification.core.steps.keys import words_of


class Outcome(StrEnum):
    DONE = "done"
    FAILED = "failed"
    WAITING = "waiting"
    OPEN = "open"


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_FAILED = _set(
    "failed failure fail fails declined error errors cancelled canceled rejected refused denied expired timeout timedout aborted reversed "
    "false unsuccessful voided void bounced returned blocked revoked invalid insufficient incomplete unpaid undelivered lost unable not no "
    "disputed chargeback forbidden"
)
_WAITING = _set(
    "pending processing queued waiting waitlisted submitted unknown scheduled draft hold held review requested authorized authorised "
    "initiated open progress running retrying partial partially planned provisional tentative"
)
_DONE = _set(
    "succeeded successful success completed complete paid confirmed ok okay done true sent delivered approved accepted created refunded "
    "deleted removed erased executed settled applied placed ordered ticketed issued booked captured finished finalized finalised processed "
    "posted cleared credited charged transferred shipped received active closed registered yes 200 201 204"
)
# 已 marks what is done, 未 and 待 what is not, 中 behind a verb what goes on.
_CHINESE = (
    (Outcome.FAILED, lazy_regex(r"失败|拒绝|取消|错误|未能|不足|驳回|异常|无效|退回|撤销|作废|关闭")),
    (Outcome.WAITING, lazy_regex(r"未|待|中$|等候|排队|审核|候补")),
    (Outcome.DONE, lazy_regex(r"成功|完成|已|通过|到账|入账|确认|支付|正常|结清|生效")),
)
_SAYS_FAILED = lazy_regex(
    r"\b(?:failed|declined|(?:was|were|is|has|have|did|does|could)\s*(?:not|n't)|(?:was|were|did|could)n't|cannot|can't|unable|pending|"
    r"cancell?ed|rejected|refused|unsuccessful)\b|失败|未能|没有|被拒|取消|尚未|无法|驳回",
    re.IGNORECASE,
)


# What is bad news for most steps, and just what some were to bring about.
_MEANINGS = tuple(
    lazy_regex(pattern, re.IGNORECASE)
    for pattern in (
        r"cancel|void|取消|作废",
        r"revok|revers|withdr[ae]w|撤销|撤回",
        r"declin|reject|refus|denied|拒绝|驳回",
        r"fail|失败",
        r"expir|过期|失效",
        r"return|bounc|退回",
        r"block|suspend|冻结|封锁",
        r"clos|关闭",
        r"queue|pending|waiting|排队|等待|待处理",
        r"schedul|planned|计划|安排",
        r"draft|草稿",
        r"submit|提交",
        r"on hold|\bheld\b|暂停",
    )
)


def read_outcome(text: str) -> Outcome:
    """The outcome that a word or a short phrase names; the worst of what it says."""
    if re.search(r"[\u4e00-\u9fff]", text):
        return next((outcome for outcome, pattern in _CHINESE if pattern.search(text.strip())), Outcome.OPEN)
    words = set(words_of(text))
    for outcome, names in ((Outcome.FAILED, _FAILED), (Outcome.WAITING, _WAITING), (Outcome.DONE, _DONE)):
        if words & names:
            return outcome
    return Outcome.OPEN


def read_flag(key: str, value: bool) -> Outcome:
    """What yes or no says under this name ("deleted": false); OPEN where the name is of no outcome."""
    named = read_outcome(key)
    if named == Outcome.OPEN or value:
        return named
    return {Outcome.DONE: Outcome.FAILED, Outcome.FAILED: Outcome.DONE}.get(named, Outcome.OPEN)


def says_failed(text: str) -> bool:
    """Whether a sentence says that something did not come about."""
    return bool(_SAYS_FAILED.search(text))


def names_outcome(claim: str, text: str) -> bool:
    """Whether a claim says in so many words, in either language, what the tool says became of it ("was cancelled": 已取消)."""
    told = [pattern for pattern in _MEANINGS if pattern.search(text)]
    return bool(told) and all(pattern.search(claim) for pattern in told)
