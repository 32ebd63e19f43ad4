"""What was never meant to be read, was so at first, or is only reckoned with, is not told as so."""

from datetime import date

import pytest

from verification.core.reading.reader import TextReader
from verification.core.reading.statement import Status

DAY = date(2026, 5, 14)


@pytest.mark.parametrize(
    ("text", "figure", "status"),
    [
        ("Belmont has 160 parking spaces. That was a misprint.", "160", Status.CORRECTED),
        ("Policy rate of Guyana: 52.7%. Please disregard.", "52.7%", Status.CORRECTED),
        ("Norvik's policy rate is 5.2%. This line was a test.", "5.2%", Status.CORRECTED),
        ("Norvik said deliveries were 41,200. Hours later it pulled the release, citing an error.", "41,200", Status.CORRECTED),
        ("Killed headline: Norvik inflation 9.9%.", "9.9%", Status.CORRECTED),
        ('Erratum: for "Norvik, net profit $5.1 million" read "Norvik, exports $4.1 million".', "$5.1 million", Status.CORRECTED),
        ("The policy rate of Norvik started the year at 5.5%.", "5.5%", Status.PAST),
        ("Budget assumption: minimum wage of Lobatse at $31.9 million.", "$31.9 million", Status.FORESEEN),
        ("比亚迪上市首年的净利润为10.1亿元，此后两次重组。", "10.1亿元", Status.PAST),
        ("卖方模型里，比亚迪2月研发投入78.9亿元。", "78.9亿元", Status.FORESEEN),
        ("比亚迪研发投入45.3亿元。我一个字都不信。", "45.3亿元", Status.UNCONFIRMED),
        ("Norvik's policy rate is 5.2%. Most banks do not use it.", "5.2%", Status.ASSERTED),
        ("Norvik's policy rate is 5.2%. The bank released the minutes hours later.", "5.2%", Status.ASSERTED),
        ("Norvik raised its policy rate to 5.2%, where it started to bite.", "5.2%", Status.ASSERTED),
        ("比亚迪上市以来净利润为10.1亿元。", "10.1亿元", Status.ASSERTED),
    ],
)
def test_status_of_the_figure(text: str, figure: str, status: Status) -> None:
    start = text.index(figure)
    assert TextReader(text, base=DAY).status.status_at(start, start + len(figure)).status is status
