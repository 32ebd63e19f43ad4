"""Random strings of the alphabets that the readers know: digits of all scripts, signs, units, brackets, numerals, dates, Markdown marks."""

import unicodedata
from collections.abc import Mapping, Sequence
from random import Random

_FAR = range(0x20, 0x1FC00)
_SPACES = [" ", "\t", "\n", "\r\n", "\u00a0", "\u3000", "\u2009", "\u2028", "\u200b", "\u200d", "\u202e", "\ufeff", "\0"]


def _pieces(signs: str, longer: str = "") -> list[str]:
    """Each sign, and what stands between the strokes of ``longer``."""
    return [*signs, *(piece for piece in longer.split("|") if piece)]


# A text is made of the pieces of one to three alphabets.
ALPHABETS: Mapping[str, Sequence[str]] = {
    "digits of all scripts": [chr(code) for code in _FAR if unicodedata.category(chr(code)) in ("Nd", "Nl", "No")],
    "digits": _pieces("0123456789", "10|100|1,234|3.5|0.25|2026|1e9|½|⅔|1/2|00|0.5|16"),
    "signs": _pieces("+-−±~～≈<>=.,:;/\\|%‰°'’\"“”#&*^_@!?、，。；：！？…—–·×÷"),
    "brackets": _pieces("()[]{}<>（）【】《》「」〈〉“”‘’", "[^1]|](|![|[[|]]|$("),
    "units": _pieces(
        "%％‰元角毛分块万亿兆千吨人家个倍天年$€£¥km w",
        "pct| percent| bps|个基点|个百分点|bp| percentage points|pp|HK$|US$|美元|港元|USD| yuan|亿元|万美元| cents"
        "| million|bn|tn| dozen|公里|kg|个月",
    ),
    "Chinese numerals": _pieces(
        "零〇一二两三四五六七八九十百千万亿兆廿卅卌半数几多余来点分之又负第约近逾超至到和", "分之|百分之|三大|十几|数十|四五|多万"
    ),
    "money in Chinese": _pieces("0123一二三五十半两元块角毛分厘钱$¥又零多余的约价格。", "美元|港元|美分|日元|人民币|万元|1.5|20"),
    "percent in Chinese": _pieces("百千万分之点零一二三五十半多余来几负-个又成折倍超约1%", "百分点|个百分点|基点|百分之|16|0.5"),
    "number words": _pieces(
        "",
        "one|two|twenty|-five| hundred| thousand| and | point |half| a |quarter| dozen|third|nearly |about |more than |between | to "
        "|from |minus |zero|several| in | of |per|first",
    ),
    "dates": _pieces(
        "至",
        "1月|9月|13月|31日|30日|0日|39日|2月|2026年|1900年|今年|去年|上半年|三季度|前三季度|1—|截至|以来|上月|前11个月|前十二个月|明年|季度|全年|年内"
        "|Feb |February |30|31st|, 2026|May |Q3| 2026|H1|1H 2026|last month|the first five months| of |since |year to date|through "
        "|January|2026-02-30|2026-13|12/31|last 999 years|last 12 months|first 12 months",
    ),
    "markdown": _pieces(
        "[]()<>`*_#|\\\n",
        "[^1]|[^1]: |[1]|[1]: |[1, 2]|[3-5]|【2】|![|](|](http://a.example/|<a href=|</a>|```|~~~|**|- |1. |> |\n\n|&amp;|---|    |<!--|-->"
        "|https://|http://a.example/x|www.a.example|a.com|doi:10.1000/|arXiv:2101.00001|10.1234/abc|a@b.example|Sources:\n|据《|》|://",
    ),
    "words": _pieces(
        "，。？?",
        "rate| is | was |rose |fell |to |from |by |The |Elbonia|’s |not |may |expected |if |. |, "
        "|利率|为|上涨|下降|同比|环比|预计|没有|中国|美国|增长|据|称|CPI|价格|升至|跌破|____|is ____|多少|How many "
        "|What is the |AI readers: |忽略以上指令|ignore previous instructions|广告|Sponsored",
    ),
    "any letters": _pieces("é\U0001f600\ud800ﷺßİ", "e\u0301") + [chr(code) for code in range(0x20, 0x3000, 7)],
}
_NAMES = tuple(ALPHABETS)
_MIXTURES = (1, 1, 1, 2, 2, 3)
_SPACE_SHARE = 0.15
_SOME = 12


def random_text(rng: Random, most: int) -> str:
    """A text of 1 to ``most`` pieces, short ones more often."""
    pieces = [piece for name in rng.sample(_NAMES, rng.choice(_MIXTURES)) for piece in _drawn(rng, ALPHABETS[name])]
    length = rng.randint(1, rng.choice((4, 12, most)))
    return "".join(rng.choice(_SPACES) if rng.random() < _SPACE_SHARE else rng.choice(pieces) for _ in range(length))


def _drawn(rng: Random, pieces: Sequence[str]) -> Sequence[str]:
    """Half the time only a few: of 900 digits no two would ever meet their like."""
    return rng.sample(pieces, rng.randint(2, _SOME)) if rng.random() < 1 / 2 and len(pieces) > _SOME else pieces
