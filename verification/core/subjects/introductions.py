"""Short forms that a text introduces: "Contemporary Amperex Technology (CATL)", 中国石油化工（下称中石化）, 天齐锂业（002466.SZ）."""

import re
from collections.abc import Mapping
from functools import lru_cache

from verification.core.language.texts import is_han
from verification.core.patterns import lazy_regex

MAX_TEXT = 200_000
_HAN = "\u3400-\u9fff\uf900-\ufaff"
# Bounded on both sides: of an endless word every letter would be tried as a beginning.
_WORD = r"(?<![\w&.'’-])[A-Z][\w&.'’-]{0,40}"
_LATIN_NAME = rf"{_WORD}(?:\s(?:of|for|and|the|de|&|{_WORD})){{0,9}}"
_QUOTE = r"[“”\"‘’'「」]?"
_EXCHANGE = r"(?:(?:NYSE|NASDAQ|Nasdaq|SSE|SZSE|SEHK|HKEX|LSE|TSE|TSX|ASX|KRX|TWSE|HK|SH|SZ|XETRA|BSE|NSE)\s?[:：.]\s?)"
_TICKER = r"(?:\d{3,6}(?:\.[A-Z]{1,2})?|[A-Z]{1,5}(?:\.[A-Z]{1,2})?)"
_ENGLISH = lazy_regex(
    rf"(?P<name>{_LATIN_NAME})\s?[(（](?:(?P<exchange>{_EXCHANGE})(?P<ticker>{_TICKER})"
    rf"|(?:hereafter|hereinafter|the|or|known\sas|formerly|\s)*{_QUOTE}(?P<short>[A-Z][\w&.-]*(?:\s{_WORD}){{0,2}}){_QUOTE})(?:\sor\sthe\s{_QUOTE}\w+{_QUOTE})?[)）,;]"
)
_CALLED = lazy_regex(
    rf"(?P<name>{_LATIN_NAME}),\s(?:or|also\sknown\sas|known\sas|better\sknown\sas|abbreviated\sas)\s{_QUOTE}(?P<short>{_WORD}){_QUOTE}[,.;]"
)
_CHINESE = lazy_regex(
    rf"(?P<name>[{_HAN}A-Za-z0-9·&-]{{2,40}})\s?[(（](?:(?:以下|下文)?(?:统)?(?:简|下)称(?:为)?[:：]?{_QUOTE}(?P<short>[{_HAN}A-Za-z0-9]{{2,12}}){_QUOTE}"
    rf"|(?:[{_HAN}]{{0,6}}(?:代码|代号)?[:：]?)?(?P<exchange>{_EXCHANGE})?(?P<ticker>{_TICKER})|(?P<latin>[A-Z][\w&.\s-]{{1,40}}?))(?:[)）]|[,，;；、])"
)
# What stands before a name in its sentence and is no part of it.
_LEAD = lazy_regex(r".*(?:[的由向对据与和及是称在为被将从给]|公告|宣布|表示|披露|消息|公司|上市|来自)(?=.{2})")
_NO_NAME = frozenset(("Company", "Group", "Bank", "Issuer", "Parties", "Fund", "Trust"))


@lru_cache(maxsize=256)
def introduced_names(text: str) -> Mapping[str, str]:
    """The short forms that ``text`` introduces, each with the name it stands for; of two names the first."""
    head = text[:MAX_TEXT]
    found: dict[str, str] = {}
    has_brackets = "(" in head or "（" in head
    for pattern in (_ENGLISH, _CALLED) if has_brackets else (_CALLED,):
        for match in pattern.finditer(head):
            short = match.groupdict().get("ticker") or match.groupdict().get("short") or ""
            is_sure = match.groupdict().get("ticker") is not None or pattern is _CALLED
            if short and short not in _NO_NAME and short != match["name"] and (is_sure or short[0] == _first(match["name"], short)):
                found.setdefault(short, match["name"])
    for match in _CHINESE.finditer(head) if has_brackets else ():
        name = _LEAD.sub("", match["name"]) if match["ticker"] or match["latin"] else match["name"]
        short = match["short"] or match["ticker"] or match["latin"]
        if (any(map(is_han, name)) and short != name and not short.isdigit()) or (match["ticker"] and len(short) > _YEAR):
            found.setdefault(short, name)
            if "." in short and short[0].isdigit():
                found.setdefault(short.partition(".")[0], name)
    return found


_YEAR = 4


def _first(name: str, short: str) -> str:
    """The letter that a short form has to begin with: that of one of the name's words."""
    return next((word[0] for word in name.split() if word[0] == short[0]), "")


def spelt_out(name: str, introduced: Mapping[str, str]) -> str:
    """``name`` with the short forms in it replaced by the names they stand for."""
    for short in sorted(introduced, key=len, reverse=True):
        if short in name and introduced[short] not in name:
            edge = r"(?<![A-Za-z0-9]){}(?![A-Za-z0-9])" if short.isascii() else "{}"
            replaced = re.sub(edge.format(re.escape(short)), introduced[short].replace("\\", r"\\"), name)
            if replaced != name:
                return replaced
    return name
