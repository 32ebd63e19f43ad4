"""The English words that begin a phrase for a period, or stand in it, and where they may stand."""

import re

from verification.core.patterns import lazy_regex
from verification.core.periods.calendar_names import names

MONTHS_BY_NAME = names("month", "en")
WEEKDAYS_BY_NAME = names("weekday", "en")
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
COUNT = r"(?:\d{1,3}|" + "|".join(NUMBERS[1:]) + ")"
YEAR_NUMBER = r"(?:19|20)\d{2}"
MONTH = r"(?:" + "|".join(sorted(MONTHS_BY_NAME, key=len, reverse=True)) + r")\b\.?"
ORDINAL = "first|second|third|fourth|final|1st|2nd|3rd|4th"
_WEEKDAY = "|".join(name for name in WEEKDAYS_BY_NAME if len(name) > len("sun"))
_UNITS = "day|week|month|quarter|half|year"
_OPENING = (
    "fiscal", "first", "second", "third", "fourth", "final", "last", "past", "previous", "prior", "trailing", "this", "next", "current",
    "coming", "preceding", "following", "latest", "same", "year", "week", "month", "quarter", "half", "day", "so far", "thus far",
    "already this", "since ", "yesterday", "today", "tonight", "tomorrow", "mid", "end", "early", "late", "full", "just",
)  # fmt: skip

# A day in digits with its year behind: 11/24/2026, 18.09.2026.
DIGITS = rf"\d{{1,2}}(?:\.\d{{1,2}}\.|/\d{{1,2}}/){YEAR_NUMBER}"

# A cheap look before the dear one.
STARTS = lazy_regex(
    "|".join(
        sorted(
            {case(name[:3]) for name in (*MONTHS_BY_NAME, *WEEKDAYS_BY_NAME) for case in (str.title, str.upper)}
            | {name[:3] for name in MONTHS_BY_NAME}
            | {case(word) for case in (str, str.title, str.upper) for word in _OPENING}
            | {pair for number in "1234" for sign in "QHqh" for pair in (number + sign, sign + number)}
            | {f"2{digit}/" for digit in "123456789"}
            | {"Quarter ", "FQ", "FH", "FY", "YTD", "TTM", "LTM", "19", "20", "1st", "2nd", "3rd", "4th", "3M", "6M", "9M", DIGITS}
        )
    )
)
_ANCHORS = {
    "month": MONTH,
    "weekday": rf"(?:{_WEEKDAY})\b",
    "iso": rf"{YEAR_NUMBER}-(?:0[1-9]|1[0-2])(?:-\d{{2}})?(?![\d-])",
    "digits": rf"(?<![\d./-]){DIGITS}(?![\d/-]|\.\d)",
    "fiscal": r"F[QH][1-4](?!\w)|fiscal\b(?!\syear\s(?:to|through|ended|ending)\b)|FY\s?['’]?(?:20)?\d{2}(?:[/-](?:20)?\d{2}\b)?",
    "part": rf"(?:{ORDINAL})[-\s](?:fiscal[-\s])?(?:quarter|half)\b|[QH][1-4](?=FY|\b)|[1-4][QH](?=(?:20)?\d{{2}}\b|\b)|Quarter\s[1-4]\b",
    "lead": rf"first\s{COUNT}\s(?:months|quarters)\b|[369]M\s?(?:{YEAR_NUMBER}|\d{{2}})\b",
    "until": r"(?:months|quarter|half-year|half|(?:fiscal\s)?year|week)\s(?:to|through|ended|ending)\b",
    "weekof": r"week\sof\b",
    "weekend": r"weekend\b",
    "trailing": rf"(?:last|past|previous|prior|trailing|final)\s{COUNT}\s(?:days|weeks|months|quarters|years)\b|[TL]TM\b",
    "sofar": r"(?:year[-\s]to[-\s]date|YTD|year\sso\sfar|(?:so\sfar|thus\sfar|already)\sthis\syear"
    r"|since\s(?:the\s)?(?:New\sYear|start\sof\s(?:the|this)\syear))\b",
    "same": rf"same\s(?:period|time|{_UNITS})(?:\s(?:of|in))?\b",
    "earlier": rf"(?:{_UNITS})s?[-\s](?:earlier|before|ago)\b",
    "justended": r"(?:year|quarter|month|half)\s(?:that\s)?(?:has\s)?just\s(?:ended|closed|gone)\b"
    r"|just[-\s]ended\s(?:fiscal\s)?(?:year|quarter|month|half)\b",
    "yearbefore": r"(?:prior|previous|last)[-\s]year(?:['’]s)?\s(?:quarter|period|month|half)\b",
    "away": r"(?:last|this|next|previous|prior|past|current|coming|preceding|following|latest)\s(?:fiscal\s)?"
    r"(?:week|month|quarter|half|year)\b",
    "day": r"(?:yesterday|today|tonight|tomorrow|this\s(?:morning|afternoon|evening))\b",
    "whole": rf"full[-\s]year\b(?!\s{YEAR_NUMBER})",
    "about": rf"(?:mid|end|early|late)[-\s]?{YEAR_NUMBER}\b",
    "seasons": rf"(?<![\d.,$€£¥/-])(?:{YEAR_NUMBER}/(?:20)?\d{{2}}|20(?:1[2-9]|[2-4]\d)[-–](?:1[3-9]|[2-4]\d)|2\d/[23]\d)(?![\d/%-]|\.\d)",
    "year": rf"(?<![\d.,$€£¥/-]){YEAR_NUMBER}(?:[EAF](?![A-Za-z]))?(?![\d%/]|[.,]\d|\s?percent|s\b)",
}
ANCHOR = lazy_regex(r"\b(?:" + "|".join(f"(?P<{name}>{pattern})" for name, pattern in _ANCHORS.items()) + ")", re.IGNORECASE)
