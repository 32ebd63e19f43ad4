"""What months, weekdays and quarters are called in English and Chinese."""

from functools import cache

from verification.core.language.tables import read_rows


@cache
def names(kind: str, lang: str) -> dict[str, int]:
    """The names, full and short, of ``kind`` ("month", "weekday", "quarter") in ``lang`` ("en", in lower case, or "zh") with their numbers.

    Months and quarters count from 1, weekdays from Monday, 1. Abbreviations stand without their stop (sept).
    """
    rows = read_rows("periods", "calendar")
    return {name.lower(): int(number) for which, number, language, _, name in rows if (which, language) == (kind, lang)}
