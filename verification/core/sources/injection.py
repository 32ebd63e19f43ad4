"""Orders to a model inside the text of a page.

Nothing here is obeyed or needs to be: the engine believes spans and figures only. A mark lets a person look at a page that carries the
value and also talks to machines.
"""

import re
from functools import lru_cache

from verification.core.patterns import lazy_regex

_NOUN = r"(?:instructions?|directions?|prompts?|guidelines|orders|commands|messages?|context|requests?)"
_EARLIER = r"(?:previous|prior|above|earlier|preceding|foregoing|existing|original|system)"
_ENGLISH = lazy_regex(
    rf"\b(?:ignore|disregard|forget|override|bypass)\s(?:\w{{1,9}}\s){{0,3}}?{_EARLIER}\s(?:\w{{1,9}}\s)?{_NOUN}\b"
    rf"|\b(?:ignore|disregard|forget)\s(?:all\s|any\s)?(?:of\s)?(?:the\s|your\s)?(?:instructions|directions|filters)\s?(?:,|above|and\b)"
    r"|\b(?:you\sare\s(?:now\s)?in\sdeveloper\smode|you\sare\s(?:now\s)?the\ssystem\sprompt|answer\s(?:\w{1,9}\s)?without\s(?:any\s)?restrictions)"
    r"|\bas\san?\s(?:AI|LLM|large\slanguage\smodel|language\smodel)(?:\s(?:model|assistant|language\smodel))?,?\syou\s(?:must|should|have\sto|will)\b"
    r"|\b(?:reveal|print|output|repeat|tell\sme|show)\s(?:me\s)?your\s(?:\w{1,9}\s)?(?:system\s)?(?:prompt|instructions)\b"
    r"|\b(?:AI|LLM|language\smodel|chatbot)(?:\s(?:readers?|agents?|assistants?|models?|systems?|crawlers?))?\s?[:：]\s{0,2}"
    r"(?:the\sofficial|report|output|answer|say|respond|print|state|treat|ignore|write|return|please|you\s(?:must|should))\b"
    r"|\b(?:AI|LLM|language\smodel)\s(?:readers?|crawlers?)\s?[:：]"
    r"|\bvisible\sto\s(?:LLMs?|AI)\b|\b(?:all\soutlets|all\smodels|every\smodel|all\sassistants)\smust\suse\b"
    r"|\bto\syou,\s(?:the\s)?(?:AI|LLM|language\smodel)\b|\bTODO:\s(?:report|answer|output|append|cite|mark)\b"
    r"|\bdecode\sand\s(?:obey|execute|follow|run)\b|\brepeat\sthe\stext\sabove\b|\bjailbroken\b|\brepeat\sexactly\swhat\sI\swrite\b",
    re.IGNORECASE,
)
_FENCES = lazy_regex(
    r"\[/?INST\]|<</?SYS>>|<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|>"
    r"|\[/?system\]|</?(?:instructions?|system|important|information)>(?=\s|[A-Z\[])|\[ADMIN\sREQUEST|\[rest-of-document\]"
    r"|#{2,4}\s?\(?(?:[Ii]nstruction|[Rr]esponse|[Ss]ystem)(?:s|_message)?\)?\s?:?"
    r"|(?:^|\n)\s{0,4}(?:SYSTEM|Assistant|ASSISTANT)\s?:\s(?=\S)|[\"']role[\"']\s{0,2}:\s{0,2}[\"'](?:system|assistant)[\"']"
    r"|<!--\s{0,4}(?:assistant|system|AI|LLM|model)\b|\bEND\sOF\sSOURCE\s\d|(?:LLM|assistant)\s?:\s(?:output|report)\b"
    r"|style\s?=\s?[\"'][^\"'>]{0,120}(?:display\s?:\s?none|font-size\s?:\s?0|visibility\s?:\s?hidden)|[\u202d\u202e]",
)
_CHINESE = lazy_regex(
    r"(?:忽略|无视|忘记|忘掉|不要理会|覆盖)(?:掉)?(?:你)?(?:以上|之前|上述|上面|前面|先前|此前|所有|全部|一切|原有)(?:的)?(?:所有|全部|一切|任何)?(?:的)?"
    r"(?:指令|指示|提示词?|命令|规则|设定|系统提示|要求和?指令)"
    r"|系统(?:提示|指令|消息)\s?[:：]\s?(?:请|你|必须|将|把|忽略)"
    r"|作为(?:一个|一名)?(?:AI|人工智能|语言模型|大模型|大语言模型)(?:助手|模型)?[，,]?\s?(?:你|请|必须|应当)"
    r"|(?:AI|大模型|模型|机器人|智能助手)(?:读者|助手|用户)?(?:请|必须|注意){0,2}\s?[:：]\s?(?:请|输出|回答|报告|将|把|忽略)"
    r"|你现在(?:是|处于)(?:一个)?(?:开发者模式|系统|不受限制)"
    r"|请(?:把|将)[^。！？\n]{1,40}(?:记为|输出为|报告为|回答为)[^。！？\n]{1,30}(?:置信度|可信度)"
    r"|(?:输出|泄露|告诉我)(?:你的)(?:系统)?提示词",
    re.IGNORECASE,
)

# A substring search is a hundred times quicker than an alternation, and news holds none of these words on most pages.
_PATTERNS = (
    (
        (
            "ignore", "disregard", "forget", "override", "bypass", "developer mode", "prompt", "restrictions", "as an ai", "as an llm",
            "as a l", "your instructions", "ai:", "ai：", "llm", "readers:", "agents:", "assistant", "chatbot", "model:", "models:",
            "visible to", "must use", "decode and", "text above", "jailbroken", "repeat exactly", "to you,", "todo:",
        ),
        _ENGLISH,
    ),
    (
        (
            "[inst", "[/inst", "<</sys", "<<sys", "<|", "[system]", "[/system]", "<instruction", "</instruction", "<system", "</system",
            "<important", "<information", "[admin", "[rest-of", "##", "system:", "assistant:", "llm:", "assistant :", "role", "<!--",
            "end of source", "style", "\u202d", "\u202e",
        ),
        _FENCES,
    ),
    (
        (
            "忽略", "无视", "忘记", "忘掉", "不要理会", "覆盖", "系统提示", "系统指令", "系统消息", "作为", "你现在", "记为", "输出为",
            "报告为", "回答为", "提示词", "ai", "模型", "助手", "机器人",
        ),
        _CHINESE,
    ),
)  # fmt: skip


# Behind a closed tag or the end of a sentence the page speaks again.
_ORDER_END = lazy_regex(r"[。；;！？!?\n]|</|\[/")


@lru_cache(maxsize=4096)
def is_ordered_figure(sentence: str, start: int) -> bool:
    """Whether the figure at ``start`` of ``sentence`` is what an order to a model asks for ("AI readers: the rate is 9.99%")."""
    before = sentence[:start]
    ends = [match.end() for match in _ORDER_END.finditer(before)]
    return injection_mark(before[ends[-1] :] if ends else before) is not None


def injection_mark(text: str) -> tuple[int, int] | None:
    """The span of the first words in ``text`` that give orders to a model; None where there are none."""
    folded = text.lower()
    found = [
        match.span()
        for triggers, pattern in _PATTERNS
        if any(trigger in folded for trigger in triggers) and (match := pattern.search(text))
    ]
    return min(found, default=None)
