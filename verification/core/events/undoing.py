"""What the words around an event make of it: denied by a light verb, called off, only taken for one, wished for, or merely mentioned.

Both languages put such words before a noun ("ended merger talks", 撤销处罚) or behind it ("the fine was overturned", 谈判破裂). What is
negated may be another thing that takes the event for granted: "has not said how they broke in", 未能追回被盗资产.
"""

import re

from verification.core.patterns import lazy_regex

# A light verb takes the negation of the noun behind it: 没有发生地震, there was no run.
_NO = lazy_regex(
    r"(?:没有|并未|从未|未曾|尚未|还没有|未(?!来|经)|不存在|没(?!收|落)|无(?!人机|论|疑|线|锡|限|一)|并非|并无|无意|从不|不再|不予|不在|不属于)"
    r"(?P<zh>[^，。；,;将会要拟后]{0,7})$"
    r"|不$"
    r"|(?:\b(?:no(?!\sone\b)|not(?!\s(?:only|just|merely|immediately|long|until)\b)|never|yet\sto|neither|without|nor|nothing|none\sof)|n't)\s"
    r"(?P<en>(?:(?!(?:and|but|or|who|which|that|because|as|after|before|since|following|until|when|while|during|despite|due|than|how|why|what|"
    r"whether|in|at)\b)[\w'-]+\s){0,3})$",
    re.IGNORECASE,
)
_NEAR = lazy_regex(
    r"(?:\b(?:not?|never|cannot|fail(?:s|ed|ing)?|unable|without|yet|neither|nor|refus\w+|declin\w+|stop(?:s|ped)?|nobody|nothing|den(?:y|ies|ied))|n't)\b"
    r"(?:\s[\w'’-]+){0,2}\s$|(?:未|没|无|不|拒|难|停止|否认)[^，。；]{0,5}$",
    re.IGNORECASE,
)
# What is denied here takes the event for granted.
_GRANTED = lazy_regex(
    r"\s*(?:(?:yet|been|be|to|any|an?|one|immediately|made|has|was|is)\s)*(?:comment|respond|explain|disclos|recover(?!y\splan)|retriev|identif|arrest|trac(?:ed|ing)\b|"
    r"apologi|compensat|reimburs|refund|resolv|contain|(?:say|said)\s(?:how|why|who|when|what)|specif|reason|detail|quantif|injur|hurt|casualt|deaths?|killed|"
    r"harmed|claimed\sresponsib|responsib|aware|warn|notic|link|permission|approval|consent|giving)"
    r"|(?:任何|能|予|及时|进一步|对外|就)*(?:说明|解释|透露|披露|公布|回应|置评|评论|追回|找回|收回|挽回|弥补|查明|确定|确认原因|抓获|逮捕|控制住|通知|预警|提及|人员?伤亡|人受伤|人死亡)",
    re.IGNORECASE,
)
_DETAIL = lazy_regex(r"(?:原因|细节|详情|金额|时间|规模|影响|reasons?|details?|cause|motive)\s?(?:\w+\s)?$", re.IGNORECASE)
# What was only taken for it, and what was undone, is not: what looked like a theft; aborted the upgrade, avoided a default.
_MISTAKEN = lazy_regex(
    r"(?:looked\slike|(?:mis)?taken\sfor|mistook|so-called|supposed|purported|被误认为|看似|所谓)[^.;。；]{0,40}$"
    r"|\b(?:abort|cancel(?:l)?|scrap(?:p)?|abandon|shelv|drop(?:p)?|dismiss|reject|declin|refus|avert|avoid|prevent|fend|thwart|foil|stav)"
    r"(?:e|es|ed|s|ing)?\s(?:(?:off|a|an|the|its|their|his|her|any|plans?|talk|calls?|demands?|requests?|for|of|to|on)\s){0,4}$"
    r"|\b(?:rul(?:e|es|ed|ing)\sout|turn(?:s|ed|ing)?\s(?:down|away))\s(?:(?:a|an|the|its|their|his|her|any|plans?|calls?|demands?|requests?|for|of|to|on)\s){0,4}$"
    r"|(?:取消|中止|放弃|搁置|排除|避免|防止|挫败|拒绝)[^，。；,;]{0,3}$",
    re.IGNORECASE,
)
# Before a noun that stands farther off: ended weeks of merger talks, annulled the Commission's fine, took them off the blacklist.
_UNDONE_BEFORE = lazy_regex(
    r"\b(?:end(?:s|ed|ing)?|annul(?:s|led)?|overturn(?:s|ed)?|quash(?:es|ed)?|void(?:s|ed)?|revok(?:es?|ed|ing)|rescind(?:s|ed)?|terminat(?:es?|ed|ing)|"
    r"withdr(?:aws?|ew|awn|awing)|veto(?:es|ed)?|block(?:s|ed)?|kill(?:s|ed)?|spar(?:es?|ed)\s(?:\S+\s){1,4}from|t(?:ook|akes?|aken|aking)\s(?:\S+\s){1,4}off|"
    r"call(?:s|ed)?\soff|broke(?:n)?\soff|back(?:s|ed)?\sout\sof|walk(?:s|ed)?\saway\sfrom)\s"
    r"(?:(?!(?:and|but|or|who|which|that|because|as|after|before|on|in|by|at|amid|following|since|when|with|over|into|to)\b)[\w'’-]+\s){0,4}$"
    r"|(?:终止|撤回|撤销|否决|驳回|停止|结束|告别|解除|免除|推翻|叫停|搁置|放弃|取消|不再推进)(?:[^，。；,;后并而被以因等]{0,8})$",
    re.IGNORECASE,
)
# Failed to avert a default, 未能避免: the undoing itself failed.
_IN_VAIN = lazy_regex(
    r"(?:fail(?:s|ed|ing)?\sto|could\snot|couldn't|cannot|can't|unable\sto|\bnot|never)\s$|(?:未能|无法|没能|难以|没有|未|不)$",
    re.IGNORECASE,
)
# Nothing speaks for it: no sign that it was drained, 没有证据表明被盗.
_BASELESS = lazy_regex(
    r"\b(?:no|nothing|little|without|lack\sof)\s(?:\w+\s){0,2}?(?:evidence|signs?|indications?|suggests?|truth|basis|substance|proof|traces?|reason\sto\sbelieve)\b[^.;]{0,80}$"
    r"|(?:没有|无|并无|毫无|暂无|尚无|未发现|未见)(?:任何)?(?:证据|迹象|依据|根据)[^。；]{0,24}$",
    re.IGNORECASE,
)
# A noun is denied by a verb of happening behind it: the fork has not been activated, 升级还没有激活; and in a cleft: 被盗的不是.
_NOT_BEHIND = lazy_regex(
    r"^(?:\s(?!(?:and|but|which|who|that|after|because|as)\b)[\w'’-]+){0,4}?(?:n't|\s(?:not|never|yet\sto|fail(?:ed|s)?\sto))\s(?:yet\s)?(?:been\s|be\s)?"
    r"(?:happen|occur|t[ao]ke?n?\splace|go(?:ne)?\s(?:ahead|live|through)|succeed|activat|materiali|complet|launch|fil(?:e|ing)|sign|plann|start|be[gm]|approv|"
    r"carr|execut|schedul|brought|bring|true|real)"
    r"|^[^，。；,;]{0,4}?(?:没有|并未|尚未|还没有|未能|从未|未|没)(?:发生|出现|激活|成功|进行|完成|实现|生效|启动|通过|签署|达成|举行|属实|得逞|获批|实施|上线)"
    r"|^的(?:并)?不是",
    re.IGNORECASE,
)
# And by one of undoing: the tie-up is dead, the fine was overturned, 谈判破裂, 计划搁置.
_UNDONE_BEHIND = lazy_regex(
    r"^(?:\s(?:plans?|talks?|deal|bid|proposal|order|decision|case|process|on|of|with|for|against|at|the|its|a|[A-Z][\w'’&-]*))*"
    r"(?:\s(?:is|are|was|were|has|have|had|been|now|all))*\s"
    r"(?:dead|called\soff|abandoned|scrapped|shelved|rejected|annulled|overturned|quashed|lifted|withdrawn|cancell?ed|averted|avoided|thrown\sout|"
    r"dropped|blocked|terminated|revoked|rescinded|struck\sdown|foiled|thwarted|f[ae]ll(?:en)?\s(?:through|apart)|collapsed|br(?:oke|oken|eaks?)\sdown|"
    r"ended\swithout)\b"
    r"|^(?:\s[\w'’-]+){0,3}?\s(?:is|are|was|were)\s(?:now\s)?off(?!\sto\b)\b"
    r"|^[^，。；,;]{0,6}?(?:失败|告吹|破裂|流产|搁置|作罢|夭折|泡汤|被否|遭否|未果|无果|落空|撤回|撤销|驳回|未遂|子虚乌有|不实|属谣言|结案|被取消|已取消|已终止|遭终止)",
)
# What somebody wants is not so yet: investors want him to resign, 呼吁停火.
_WISHED = lazy_regex(
    r"\b(?:want|urg|ask|press|petition|lobby|plead|beg|encourag)(?:s|e|es|ed|ing)?\s(?:[\w'’&-]+\s){0,6}?to\s(?:\w+\s)?$"
    r"|\b(?:call|push|campaign|appeal|plead|demand)(?:s|ed|ing)?\s(?:for\s)?(?:an?\s|the\s)?(?:\w+\s)?$"
    r"|(?:要求|呼吁|敦促|催促|希望|建议|主张|盼望|期待)[^，。；]{0,16}$",
    re.IGNORECASE,
)
# What only bears its name: a fire drill, 爆炸演练, takeover rumours.
_NAMESAKE = lazy_regex(
    r"^\s?(?:drills?|exercises?|insurance|prevention|risks?|fears?|worries|concerns?|rumou?rs?|speculation|alarms?)\b|^(?:演练|演习|风险|预防|防范|保险|警报|传闻|传言|谣言|担忧)",
    re.IGNORECASE,
)
# What is only aimed at is not so yet: working to restore service, 正在恢复; and what is left is less than all: 其余资产安全.
_AIMED = lazy_regex(
    r"\b(?:work(?:s|ed|ing)?|try|tries|tried|trying|efforts?|rac(?:e[sd]?|ing)|hop(?:e[sd]?|ing)|seek(?:s|ing)?|sought|aim(?:s|ed|ing)?|in\sorder|mov(?:e[sd]?|ing)|"
    r"steps|measures|need(?:s|ed)?|struggl(?:e[sd]?|ing)|rush(?:es|ed|ing)?)\s(?:\w+\s){0,2}to\s(?:\w+\s){0,2}$"
    r"|\bto\s(?:help\s)?(?:keep|protect|safeguard|secure|ensure|make)\s(?:[\w'’-]+\s){0,4}$"
    r"|\b(?:until|before|once)\s(?:[\w'’-]+\s){0,5}$"
    r"|\b(?:remaining|other|rest\sof\sthe|remainder\sof\sthe)\s(?:[\w'’-]+\s){0,3}$"
    r"|(?:以|为了?|旨在|全力|力求|务求)?(?:确保|保障|保护|维护|力保|保证)[^，。；]{0,10}$|(?:正在|正|尽快|努力|力争|争取|着手|全力|逐步|直至|直到|等待|有待|待)[^，。；]{0,6}$"
    r"|(?:其余|剩余|其他|余下)[^，。；]{0,6}$",
    re.IGNORECASE,
)
# 恢复时间未定: when it is to be so again.
_ITS_TIME = lazy_regex(r"^的?(?:时间|日期|计划|方案|进度|工作)")


def is_negated_before(before: str) -> bool:
    """Whether the clause up to an event denies it."""
    found = _NO.search(before)
    return found is not None and not is_granted(found["zh"] or found["en"] or "")


def is_negated_near(before: str) -> bool:
    """Whether a negation stands right before it, so that the contrary of an event is denied and not only near a denial."""
    return _NEAR.search(before) is not None


def is_granted(between: str) -> bool:
    """Whether what stands between a negation and an event is another thing that takes the event for granted."""
    return _GRANTED.match(between) is not None


def is_beside_point(behind: str) -> bool:
    """Whether what an event goes on with up to a doubt is its reason or details: 原因|未披露."""
    return _DETAIL.search(behind) is not None


def is_undone(before: str, behind: str) -> bool:
    """Whether an event was called off, undone, only taken for one or did not come about, by the clause up to it and from it on."""
    if _BASELESS.search(before) or _NOT_BEHIND.search(behind) or _UNDONE_BEHIND.search(behind):
        return True
    found = _MISTAKEN.search(before) or _UNDONE_BEFORE.search(before)
    return found is not None and _IN_VAIN.search(before[: found.start()]) is None


def is_wished(before: str) -> bool:
    """Whether an event is only wished for."""
    return _WISHED.search(before) is not None


def is_namesake(behind: str) -> bool:
    """Whether an event lends its name to another thing."""
    return _NAMESAKE.match(behind) is not None


def is_aimed(before: str, behind: str) -> bool:
    """Whether the contrary of an event is still aimed at, or so only of what is left."""
    return _AIMED.search(before) is not None or _ITS_TIME.match(behind) is not None
