"""The quantity grammar by example: what is found, with value, unit, direction and hedge, and what never is."""

from decimal import Decimal

import pytest

from verification.core.language.tables import read_rows
from verification.core.language.word_tables import words
from verification.core.quantities.grammar import find_quantities, guess_language, number_text
from verification.core.vocabulary import Approximation, Direction, QuantityKind

EXACT = {
    # percent and its kin
    "5.25%": "5.25 %",
    "５．５％": "5.5 %",
    "52.3 %": "52.3 %",
    "3-1/2 percent": "3.5 %",
    "minus five percent": "-5 %",
    "one hundred percent": "100 %",
    "负3.2%": "-3.2 %",
    "−5%": "-5 %",
    "同比-0.3%": "-0.3 %",
    "(3.2)%": "-3.2 %",
    "(3.2%)": "3.2 %",
    "百分之五点二五": "5.25 %",
    "百分之百": "100 %",
    "百分之２．４": "2.4 %",
    "万分之三": "0.03 %",
    "两成": "20 %",
    "三成半": "35 %",
    "七成六": "76 %",
    "千分之三": "3 ‰",
    "0.05‰": "0.05 ‰",
    "0.25个百分点": "0.25 pp",
    "0.1 percentage points": "0.1 pp",
    "25个基点": "25 bp",
    "half a percentage point": "0.5 pp",
    "a quarter of a percentage point": "0.25 pp",
    "a quarter-point": "0.25 pp",
    "提升0.5pct": "0.5 pp",
    "half a percent": "0.5 %",
    "百分之三十到四十": "30..40 %",
    "525 basis points": "525 bp",
    "12bps": "12 bp",
    # money
    "$5 million": "5000000 USD",
    "$4.5bn": "4500000000 USD",
    "US$ 3.14": "3.14 USD",
    "HK$1.2 billion": "1200000000 HKD",
    "C$5m": "5000000 CAD",
    "T$616.7 billion": "616700000000 TWD",
    "A$3.2bn": "3200000000 AUD",
    "10k$": "10000 USD",
    "75 USD million": "75000000 USD",
    "€1,5": "1.5 EUR",
    "1.234,56 EUR": "1234.56 EUR",
    "five million yen": "5000000 JPY",
    "half million usd": "500000 USD",
    "5 cents": "0.05 USD",
    "210 pence": "2.1 GBP",
    "3 dollars 50 cents": "3.5 USD",
    "thirteen dollars and forty-five cents": "13.45 USD",
    "$(1,234)": "-1234 USD",
    "loss of $(5.1) million": "-5100000 USD",
    "$-99.99": "-99.99 USD",
    "-15€": "-15 EUR",
    "1.2万亿元": "1200000000000 CNY",
    "人民币4.109万亿元": "4109000000000 CNY",
    "港币两千九百六十元": "2960 HKD",
    "45564.44美元": "45564.44 USD",
    "新台币 177.1 亿元": "17710000000 TWD",
    "五元三毛": "5.3 CNY",
    "六十四万零一百四十三元一角七分": "640143.17 CNY",
    "肆佰叁拾萬圆整": "4300000 CNY",
    "8亿元人民币": "800000000 CNY",
    "￥3.5亿，同比": "350000000 CNY",
    # numbers
    "三千五百": "3500",
    "45,000": "45000",
    "1,414": "1414",
    "4.5万": "45000",
    "half a million": "500000",
    "one in five": "0.2",
    "two-thirds": "0.666666666666667",
    "1e10": "10000000000",
    "-1.2M": "-1200000",
    "- 1,200,000": "-1200000",
    "5m people": "5000000",
    "1.2万辆": "12000",
    "PMI为49.5": "49.5",
    "发生7.8级地震": "7.8",
    "东盟10国。": "10",
    "3,200.5点": "3200.5",
    "２，１２３": "2123",
    "共1，567，200股": "1567200",
    # physical units
    "500,000 barrels a day": "500000 barrel per day",
    "12.5 million tonnes": "12500000 ton",
    "1.8m tall": "1.8 meter",
    "12千米": "12 kilometer",
    "三斤半": "3.5 jin",
    "3.2万吨": "32000 ton",
    "五十兆字节": "50 megabyte",
    "1个半小时": "1.5 hour",
    "一两个": "1..2",
    "188 miles an hour": "188 mile per hour",
    # ranges
    "5.25%-5.50%": "5.25..5.5 %",
    "3.50%–3.75%": "3.5..3.75 %",
    "3.5%至3.75%": "3.5..3.75 %",
    "3.5 to 3.75 percent": "3.5..3.75 %",
    "between 3 and 4 percent": "3..4 %",
    "$1.5-$2 billion": "1500000000..2000000000 USD",
    "$3 to $5 million": "3000000..5000000 USD",
    "1万-5万元": "10000..50000 CNY",
    "一百二十到一百五十万元": "1200000..1500000 CNY",
    "七到九千亿元": "700000000000..900000000000 CNY",
    "从8500到3万港元": "8500..30000 HKD",
    "四五千块钱": "4000..5000 CNY",
}


@pytest.mark.parametrize(("text", "expected"), EXACT.items())
def test_find_quantities_gives_exact_value_and_unit(text: str, expected: str) -> None:
    assert [_short(text, None)] == [(expected,)]


def _short(text: str, lang: str | None) -> tuple[str, ...]:
    found = find_quantities(text, lang=lang)
    return tuple(" ".join(filter(None, (number_text(q.low, q.high), q.unit))) for q in found)


KINDS = {
    # Mixed fractions, scales and doublets in words
    "one million two hundred fifty thousand and seven": "1250007",
    "two million three thousand nine hundred and eighty four": "2003984",
    "a million and a half people": "1500000",
    "two and three quarter million dollars": "2750000 USD",
    "2 and a half million euros": "2500000 EUR",
    "two and two thirds": "2.666666666666667",
    "a couple of dozen jobs": "24",
    "thirty (30) days": "30 day",
    "three hundred Cr": "3000000000",
    # Parts of units
    "half liter": "0.5 liter",
    "a quarter-mile track": "0.25 mile",
    "tenth of a gallon": "0.1 gallon",
    "an hour, or 2 hours and a half": "2.5 hour",
    "6 feet 2 inches": "6.166666666666667 foot",
    "5 lb 4 oz": "5.25 mass pound",
    "四分一升": "0.25 liter",
    "二份一": "0.5",
    "身高一米八三": "1.83 meter",
    "1米75": "1.75 meter",
    "是两倍半": "2.5",
    # Units in brackets, powers, rates and degrees
    "The weight is 20 (kg)": "20 kilogram",
    "4km^2": "4 square kilometer",
    "4 km squared": "4 square kilometer",
    "50 km/ms": "50 kilometer per millisecond",
    "每小时120公里": "120 kilometer per hour",
    "摄氏零下5度": "-5 degree Celsius",
    "攝氏37度": "37 degree Celsius",
    "37 ° celsius": "37 degree Celsius",
    "2 degrees below zero": "-2 degree",
    "temperatures of 40C": "40 degree Celsius",
    "a baby of over two pounds": "2 mass pound",
    "two pounds": "2 GBP",
    "壹拾壹圆正": "11 CNY",
    # Hung ranges
    "an 8- to 16-meter telescope": "8..16 meter",
    "a two- to three-percent rise": "2..3 %",
    # Names that CLDR has
    "20 million Peruvian soles": "20000000 PEN",
    "20亿秘鲁索尔": "2000000000 PEN",
    "120毫米汞柱": "120 millimeter of mercury",
    "三公裏": "3 kilometer",
    "250mls": "250 milliliter",
    "花了5刀": "5 USD",
}


@pytest.mark.parametrize(("text", "expected"), KINDS.items())
def test_find_quantities_reads_every_kind_of_figure(text: str, expected: str) -> None:
    assert _short(text, None) == (expected,)


LOOK_ALIKES = {
    "Forecast 2026 (%)": (),
    "十分一般": (),
    "2034杯小学生足球大会": (),
    "动了两刀": (),
    "Annex 40C": (),
    "the first half mile": (),
    "half year": (),
    "Mr. Third of Ohio": (),
    "三分一秒": ("1 second",),
    "元正大厦": (),
    "2 of 3 (b)": ("2", "3"),
    "thirty (40) days": ("30",),
    "跑了3米2次": ("3 meter", "2"),
}


@pytest.mark.parametrize(("text", "expected"), LOOK_ALIKES.items())
def test_find_quantities_takes_no_look_alike_for_a_kind_of_figure(text: str, expected: tuple[str, ...]) -> None:
    assert _short(text, None) == expected


SEVERAL = {
    "从5.5%降至5.25%": ("5.5 %", "5.25 %"),
    "rose from 3% to 4%": ("3 %", "4 %"),
    "fell 0.2 percentage points to 4.1 percent": ("0.2 pp", "4.1 %"),
    "其中，A增长3.2%，B下降1.5%": ("3.2 %", "1.5 %"),
    "Sales rose 5% to $3 million": ("5 %", "3000000 USD"),
    "50 dollar 40 rmb": ("50 USD", "40 CNY"),
    "纳指收涨52.69点，涨幅0.26%，报20730.49点": ("52.69", "0.26 %", "20730.49"),
    "12月CPI同比上涨0.2%": ("0.2 %",),
    "pay makes up 50% to 70% of it": ("50..70 %",),
    "第3，100人": ("100",),
    "from 28% in FY26 to 61% by FY35": ("28 %", "61 %"),
    "2—5件": ("2..5",),
    "Spreads widened 12bps to 145 basis points": ("12 bp", "145 bp"),
    "could fall 5% to 10%": ("5..10 %",),
    "1-5月增长3.2%": ("3.2 %",),
    "1, 234, 567": ("1", "234", "567"),
    "百分之2等于百分之二，和2%是一样的。": ("2 %", "2 %", "2 %"),
    "5 €, 10 €, 20 €": ("5 EUR", "10 EUR", "20 EUR"),
}


@pytest.mark.parametrize(("text", "expected"), SEVERAL.items())
def test_find_quantities_keeps_each_figure_apart(text: str, expected: tuple[str, ...]) -> None:
    assert _short(text, None) == expected


NEVER = [
    "as said before[1] and",
    "2026年5月12日", "2025-2026年", "1998年", "二零二五年", "90年代", "10日", "5月", "三季度", "上半年", "前5个月", "第3季度",
    "第十五", "1至4月", "20世纪90年代初", "12 May 2026", "May 5", "Sept. 30", "June 20 and 28, 2026", "in 2024", "the 1990s",
    "2024-25", "2013–14", "between 2017 and 2021", "2026-05-01", "07/12/2026", "10:30", "3 p.m.", "at 11:40 a.m. ET", "上午9点",
    "9点30分", "早上7点半", "深夜11点", "call 400-800-1234 or 13812345678", "010-12345678", "（600519）", "600519.SH", "000001.SZ",
    "(00700.HK)", "证券代码为000632", "192.168.1.1", "v2.0.1", "1.2.3", "https://example.com/2026/45?q=12%25", "a12@b34.com",
    "163.com", "the 12th", "21st century", "1. 公司", "(2) the company", "一、总体要求", "01 简介", "No. 5", "#150",
    "Section 301", "Article 5", "Chapter 11", "phase three", "Q3", "1H26", "FY27", "G20", "5G", "COVID-19", "F-35C", "GPT-4", "MD-11",
    "10-K", "401(k)", "24/7", "20:1", "iPhone 15", "Boeing 737", "S&P 500", "Nikkei 225", "Marine One", "骁龙835", "沪深300指数",
    "波音737", "东风-41", "36氪获悉", "3D打印", "十四五规划", "90后", "打五折", "9.9折", "一直", "进一步", "十分", "统一", "四川",
    "一方面", "大陆", "万科", "百度", "三元锂电池", "一些", "one of the largest", "That one is really good",
    "the first half of the year", "the first five months", "a quarter earlier", "hundreds of millions",
]  # fmt: skip


# Ranks count nothing beside other words; a cell that says nothing else states them.
ALONE = {
    "twenty-first": "21", "eleventh": "11", "Hundred": "100", "thousand and one": "1001", "billionth.": "1000000000", "a dollar": "1 USD",
    "an ml": "1 milliliter", "a cup of coffee": "1 cup", "一七二零": "1720", "负一七二零点一": "-1720.1", "壹贰叁": "123",
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), ALONE.items())
def test_find_quantities_reads_a_text_that_is_one_figure_and_nothing_else(text: str, expected: str) -> None:
    assert _short(text, None) == (expected,)
    assert _short(f"See {text} now", None) == ()


@pytest.mark.parametrize("text", ["apples", "moth", "the eleventh", "a nice day", "一七二零年", "no hundred", "", " ", "a", "十分"])
def test_find_quantities_reads_no_other_text_as_one_figure(text: str) -> None:
    assert _short(text, None) == ()


@pytest.mark.parametrize("text", NEVER)
def test_find_quantities_finds_no_value_in_dates_codes_and_names(text: str) -> None:
    assert _short(text, None) == ()


@pytest.mark.parametrize("text", [text for text in NEVER if not text.startswith(("1. ", "一、", "01 "))])
def test_find_quantities_finds_no_value_there_inside_a_sentence_either(text: str) -> None:
    assert _short(f"See {text} now", None) == ()


DIRECTIONS = {
    "下降4.1%": Direction.DOWN,
    "同比增长5.2%": Direction.UP,
    "增长了5%": Direction.UP,
    "涨超6%": Direction.UP,
    "fell 4.1 percent": Direction.DOWN,
    "rose by more than 3%": Direction.UP,
    "was up 2%": Direction.UP,
    "ended 3% lower": Direction.DOWN,
    "a 70% reduction": Direction.DOWN,
    "3%的降幅": Direction.DOWN,
    "fell to 4.1 percent": None,
    "降至4.1%": None,
    "上涨至5%": None,
    "为4.1%": None,
    "shot down 12 drones": None,
    # The end of a longer word is none: eased, shed, up, gain, rise, down.
    "released 2,800 files": None,
    "published 40 papers": None,
    "a group 7 members strong": None,
    "once again 5%": None,
    "the enterprise 500 list": None,
    "a lockdown 20 days long": None,
    "同比up 5%": Direction.UP,
    "空降300人": None,
    "晋升30人": None,
    "激增30%": Direction.UP,
}


@pytest.mark.parametrize(("text", "direction"), DIRECTIONS.items())
def test_find_quantities_keeps_the_direction_beside_the_bare_figure(text: str, direction: Direction | None) -> None:
    (quantity,) = find_quantities(text)
    assert quantity.direction == direction
    assert quantity.low > 0


HEDGES = {
    "逾3.5万人": Approximation.OVER,
    "超过100家": Approximation.OVER,
    "100多家": Approximation.OVER,
    "3000多欧元": Approximation.OVER,
    "5%以上": Approximation.OVER,
    "more than 300 people": Approximation.OVER,
    "140+ days": Approximation.OVER,
    "近5亿元": Approximation.UNDER,
    "不到1.9万台币": Approximation.UNDER,
    "nearly 300 people": Approximation.UNDER,
    "up to 5%": Approximation.UNDER,
    "the fine is up to 5%": Approximation.UNDER,
    "ticked up to 5%": None,
    "is edging back up to 5%": None,
    "约10亿美元": Approximation.ABOUT,
    "10%左右": Approximation.ABOUT,
    "about 5%": Approximation.ABOUT,
    "~20%": Approximation.ABOUT,
    "近三个月": None,
    "300 people": None,
    "just over 5%": Approximation.OVER,
    "would cover 40%": None,
    "the founder 5% stake": None,
    "a handsome 5%": None,
    "节约300万元": None,
    "违约30亿元": None,
    "纽约300人": None,
    "附近300人": None,
    "中超30轮": None,
    "总额约300万元": Approximation.ABOUT,
    "人数已超300人": Approximation.OVER,
}


@pytest.mark.parametrize(("text", "hedge"), HEDGES.items())
def test_find_quantities_marks_approximations(text: str, hedge: Approximation | None) -> None:
    (quantity,) = find_quantities(text)
    assert quantity.approximation == hedge


def test_find_quantities_reads_the_yen_sign_by_language() -> None:
    assert [q.unit for q in find_quantities("¥500", lang="zh")] == ["CNY"]
    assert [q.unit for q in find_quantities("¥500", lang="en")] == ["JPY"]
    assert [q.unit for q in find_quantities("CN¥500", lang="en")] == ["CNY"]


def test_find_quantities_puts_the_unit_inside_the_span() -> None:
    text = "营收为人民币1.2亿元，同比增长 5.2%。"
    spans = [(q.text, q.start, q.kind) for q in find_quantities(text)]
    assert spans == [("人民币1.2亿元", 3, QuantityKind.CURRENCY), ("5.2%", 17, QuantityKind.PERCENT)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\t",
        "\u200b\u200d",
        "\ud800",
        "\udfff5%\ud83d",
        "٣٤٥",
        "²³",
        "५०%",
        "\u202e5%\u202c",
        "5\u0301%",
        "\x00",
        "½",
        "分之",
        "百分之",
        "$",
        "-",
        "．",
    ],
)
def test_find_quantities_survives_bad_input(text: str) -> None:
    for quantity in find_quantities(text):
        assert text[quantity.start : quantity.end] == quantity.text


def test_guess_language_follows_the_script() -> None:
    assert [guess_language(text) for text in ("增长5%", "up 5%", "苹果 iPhone 15", "", "5%")] == ["zh", "en", "zh", "en", "en"]


def test_find_quantities_values_are_exact_decimals() -> None:
    (quantity,) = find_quantities("0.1%")
    assert (quantity.low, quantity.is_range) == (Decimal("0.1"), False)


# What a common word may say of the figure behind it; every other word says nothing.
SAYING = words("over above topped exceeded under below nearly almost approaching about around some roughly approximately estimated")


def test_no_end_of_a_longer_english_word_says_how_exact_a_figure_is() -> None:
    common = [word for word, zipf in read_rows("language", "frequency_en") if word.isascii() and word.isalpha() and float(zipf) >= 4]
    said = {word for word in common for quantity in find_quantities(f"They {word} 40%") if quantity.approximation is not None}
    assert said == SAYING & set(common)


@pytest.mark.parametrize(("text", "unit"), [("The seats that it in 2018 won were lost.", None), ("It fell to 2018 won a share.", "KRW")])
def test_a_year_before_a_verb_is_no_money(text: str, unit: str | None) -> None:
    assert [quantity.unit for quantity in find_quantities(text)] == ([unit] if unit else [])


@pytest.mark.parametrize("sign", ["升", "克", "米", "卡", "瓦", "码"])
def test_a_common_chinese_word_is_no_measure(sign: str) -> None:
    common = [word for word, zipf in read_rows("language", "frequency_zh") if word[0] == sign and len(word) > 1 and float(zipf) >= 4]
    measured = {word for word in common for one in find_quantities(f"指数由53.2{word}", lang="zh") if one.unit not in (None, one.text[4:])}
    assert measured <= {"克拉", "米尔", "卡路里", "瓦特", "瓦时"}


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("PMI由49.3升至50.1。", [None, None]),
        ("售价为53克朗，重5克。", ["gram"]),
        ("加油53升。", ["liter"]),
        ("黄金53克。", ["gram"]),
        ("黄金每克53元，重5.3克左右。", ["CNY", "gram"]),
        ("长5.3米，宽3.1米。", ["meter", "meter"]),
    ],
)
def test_a_move_and_a_coin_are_no_measure(text: str, units: list[str | None]) -> None:
    assert [one.unit for one in find_quantities(text, lang="zh")] == units


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("The population fell by 3.39 million to 1.405 billion.", ["3.39 million", "1.405 billion"]),
        ("Claims rose 6,000 to 229,000.", ["6,000", "229,000"]),
        ("The index could rise 5 to 10 points.", ["5 to 10"]),
        ("Costs rose 3 to 5 percent.", ["3 to 5 percent"]),
    ],
)
def test_how_far_something_moved_is_no_end_of_a_range(text: str, figures: list[str]) -> None:
    assert [one.text for one in find_quantities(text, lang="en")] == figures
