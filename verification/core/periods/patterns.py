"""The words by which English and Chinese texts name a period, as patterns; ``periods`` says what each means."""

import re

_M = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
_Y = r"(?:(?:19|20)\d{2}\s?年|(?:19|20)\d{2}(?=第?[一二三四1-4]季|[上下]半年|前三季|Q[1-4])|今年|去年|前年|明年|当年|上年)"
_DASH = r"\s?(?:[-—–~～－]{1,2}|至|到)\s?"
CHINESE = re.compile(
    rf"(?P<year>{_Y})?(?:度)?(?:的)?\s?(?:"
    rf"(?P<m1>{_M})月?(?:份)?{_DASH}(?P<m2>{_M})月(?:份)?(?!\d{{1,2}}日)"
    rf"|前(?P<first>{_M})个?月"
    rf"|(?P<month>{_M})月(?P<day>[0-3]?\d)[日号]"
    rf"|(?P<only>{_M})月(?:份|末|底)?"
    r"|第?(?P<quarter>[一二三四1-4首])季度?|(?P<threeq>前三季度?)|[Qq](?P<q>[1-4])(?!\d)"
    r"|(?P<half>上半年|下半年))"
    r"|(?P<fullyear>(?:19|20)\d{2})\s?年(?:度|全年|末|底)?|(?P<whole>全年)|(?P<thisyear>今年以来|年初至今|年内|年初以来)"
    r"|(?P<rel>上个月|上月|本月|当月|上季度|上一季度|本季度|上周|本周|今年|去年|前年|明年|上年|昨日|昨天|今日|今天|[QＱ][1-4](?!\d))"
)
_MONTH_NAME = (
    r"(?:January|February|March|April|June|July|August|September|October|November|December|May|"
    r"Jan\.?|Feb\.?|Mar\.|Apr\.?|Jun\.|Jul\.|Aug\.?|Sept?\.?|Oct\.?|Nov\.?|Dec\.?)(?![a-z])"
)
ENGLISH = re.compile(
    rf"\b(?P<a>{_MONTH_NAME})(?:,?\s(?P<ya>(?:19|20)\d{{2}}))?\s?(?:-|–|—|to\b|through\b|thru\b|and\b|&)\s?(?P<b>{_MONTH_NAME})(?:,?\s(?:of\s)?(?P<yb>(?:19|20)\d{{2}}))?"
    rf"|\b(?P<month>{_MONTH_NAME})(?:\s(?P<day>[0-3]?\d)(?:st|nd|rd|th)?(?![\d.,%]\d|\d|\s?(?:%|percent)))?(?:,?\s(?:of\s)?(?P<ym>(?:19|20)\d{{2}})\b)?"
    r"|\b(?P<ord>first|second|third|fourth|final|1st|2nd|3rd|4th)[-\s](?P<unit>quarter|half)(?:\s(?:of\s)?(?P<yq>(?:19|20)\d{2}|last\syear|this\syear))?"
    r"|\b[Qq](?P<q>[1-4])(?:\s(?:of\s)?(?:FY)?(?P<yQ>(?:19|20)\d{2}))?\b|\b(?P<yq2>(?:19|20)\d{2})\sQ(?P<q2>[1-4])\b|\b(?P<h>[12])H\s?(?P<yh>(?:19|20)\d{2})\b"
    r"|\b(?P<ytd>year[-\s]to[-\s]date|(?:so\sfar|thus\sfar|already)\sthis\syear)\b"
    r"|\b(?:last|past|previous|prior)\s(?P<many>\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s(?P<of>months|quarters|years)\b"
    r"|\bfirst\s(?P<lead>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven)\smonths"
    r"(?:\sof\s(?:(?P<yl>(?:19|20)\d{2})|(?:the|this)\syear|(?P<yll>last\syear))|(?!\s(?:of|after|in|on|since|at|under)\b))"
    r"|\b(?P<rel>(?:the\s)?(?:last|this|previous|prior|past|next)\s(?:month|quarter|year)|(?:the\s)?(?:month|quarter)\sbefore|(?:a|one)\s(?:month|quarter)\s(?:earlier|before|ago)|yesterday|today|(?P<ago>two|three|four|five|six)\smonths\sago)\b"
    r"|(?<![\d.,$€£-])(?P<year>(?:19|20)\d{2})s?(?![\d%]|[.,]\d|\s?percent)",
    re.IGNORECASE,
)
FULL_MONTH = re.compile(r"(?:[A-Z][a-z]+\.?|[A-Z]{3,9})$")
# What makes a name of a time no period of the figure: beginnings, ends, comparisons.
BORDER_BEFORE = re.compile(
    r"(?:\b(?:since|until|till|through|into|by|before|after|than|versus|vs\.?|compared\s(?:with|to)|over|from|beyond|prior\sto|as\sof|effective|"
    r"starting|beginning(?:\sin)?|ending)"
    r"(?:\s(?:the|early|late|mid|at\sleast|about|around|a|end\sof|start\sof|beginning\sof|the\send\sof))?(?:\s[A-Z][a-z]{1,9}\.?)?[\s-]"
    r"|(?:自|从|比|较|相较于?|相比于?|对比|创下?|直到|直至)\s?)$",
    re.IGNORECASE,
)
# "Up from 159,000 in April": April is the period of the figure compared with.
COMPARED_BEFORE = re.compile(
    r"\b(?:from|than|versus|vs\.?|against|compared\s(?:with|to))\s[^,;:.]{0,12}\d[\d.,]*[^,;:.]{0,16}\s(?:in|for|during)\s$",
    re.IGNORECASE,
)
BORDER_AFTER = re.compile(r"\s?(?:以来|以后|之后|起|之前|以前|同期|年同期|相比|的同期|首次|年?以来新?|\ssince\b|\sago\b|\searlier\b)")
# "12月黄金期货", "December gold futures": the month of a contract is no period of its price, but another month is another contract.
CONTRACT_AFTER = re.compile(
    r"\s?[\u4e00-\u9fff]{0,4}?(?:期货|合约|交割)|\s(?:[a-zA-Z]+\s){0,2}(?:futures|contracts?|delivery)\b", re.IGNORECASE
)
YEAR_GROWTH_BASE = re.compile(r"(?:same\s(?:period|month|quarter|time)(?:\sof|\sin)?(?:\sthe)?|year-ago|from\sa|a)\s$", re.IGNORECASE)
LAST_WORD = re.compile(r"\b([A-Za-z]+)\s$")
NEXT_WORD = re.compile(r"\s([A-Za-z]+)")
