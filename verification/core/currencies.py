"""Currencies by sign, code and name in English and Chinese. Codes are those of ISO 4217 (active list), and BTC."""

from decimal import Decimal

CODES = frozenset(
    """AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP
    CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES
    KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD
    OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY
    TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW BTC""".split()
)
ALIASES = {
    "RMB": "CNY",
    "CNH": "CNY",
    "NTD": "TWD",
    "STG": "GBP",
    "RM": "MYR",
    "RS": "INR",
    "LE": "EGP",
    "FR": "CHF",
    "SFR": "CHF",
    "XBT": "BTC",
}
WORDS_TOO = frozenset(
    {"ALL", "TRY", "TOP", "BOB", "PEN", "COP", "MAD", "GEL", "SOS", "AMD", "CUP", "LAK", "BAM", "RON", "ERN", "STN", "LE", "RS", "FR"}
)
SIGNS = {
    "$": "USD", "€": "EUR", "£": "GBP", "₩": "KRW", "₹": "INR", "₽": "RUB", "฿": "THB", "₺": "TRY", "₴": "UAH", "₫": "VND", "₱": "PHP", "₪": "ILS",
    "₦": "NGN", "₿": "BTC", "₸": "KZT", "₨": "INR", "₡": "CRC", "₲": "PYG",
}  # fmt: skip
YEN_OR_YUAN = "¥"
DOLLARS = {
    "us": "USD", "u.s.": "USD", "usd": "USD", "hk": "HKD", "hkd": "HKD", "a": "AUD", "au": "AUD", "aud": "AUD", "c": "CAD", "ca": "CAD", "cad": "CAD",
    "can": "CAD", "cdn": "CAD", "nz": "NZD", "nzd": "NZD", "s": "SGD", "sg": "SGD", "sgd": "SGD", "nt": "TWD", "r": "BRL", "mx": "MXN", "mex": "MXN",
    "tw": "TWD", "mop": "MOP",
}  # fmt: skip
ENGLISH = {
    "dollar": "USD", "us dollar": "USD", "u.s. dollar": "USD", "american dollar": "USD", "united states dollar": "USD", "buck": "USD", "greenback": "USD",
    "canadian dollar": "CAD", "australian dollar": "AUD", "hong kong dollar": "HKD", "singapore dollar": "SGD", "new zealand dollar": "NZD",
    "taiwan dollar": "TWD", "new taiwan dollar": "TWD", "euro": "EUR", "€ur": "EUR", "pound": "GBP", "pound sterling": "GBP", "british pound": "GBP",
    "sterling": "GBP", "quid": "GBP", "egyptian pound": "EGP", "egyptianpound": "EGP", "lebanese pound": "LBP", "syrian pound": "SYP", "yen": "JPY",
    "japanese yen": "JPY", "yuan": "CNY", "chinese yuan": "CNY", "yuan renminbi": "CNY", "renminbi": "CNY", "chinese renminbi": "CNY", "rmb": "CNY",
    "won": "KRW", "korean won": "KRW", "south korean won": "KRW", "rupee": "INR", "indian rupee": "INR", "pakistani rupee": "PKR", "pakistan rupee": "PKR",
    "sri lankan rupee": "LKR", "nepalese rupee": "NPR", "ruble": "RUB", "rouble": "RUB", "russian ruble": "RUB", "russian rouble": "RUB", "franc": "CHF",
    "swiss franc": "CHF", "cfa franc": "XOF", "french franc": "FRF", "reais": "BRL", "brazilian real": "BRL", "brazilian reais": "BRL", "peso": "MXN",
    "mexican peso": "MXN", "argentine peso": "ARS", "chilean peso": "CLP", "colombian peso": "COP", "philippine peso": "PHP", "lira": "TRY",
    "turkish lira": "TRY", "lire": "ITL", "ringgit": "MYR", "malaysian ringgit": "MYR", "malaysia ringgit": "MYR", "baht": "THB", "thai baht": "THB",
    "rupiah": "IDR", "indonesian rupiah": "IDR", "dong": "VND", "vietnamese dong": "VND", "dirham": "AED", "uae dirham": "AED", "moroccan dirham": "MAD",
    "saudi riyal": "SAR", "saudiriyal": "SAR", "qatari riyal": "QAR", "riyal": "SAR", "omani rial": "OMR", "iranian rial": "IRR", "rial": "rial",
    "dinar": "dinar", "kuwaiti dinar": "KWD", "iraqi dinar": "IQD", "jordanian dinar": "JOD", "bahraini dinar": "BHD", "shekel": "ILS",
    "israeli shekel": "ILS", "zloty": "PLN", "polish zloty": "PLN", "swedish krona": "SEK", "swedish kronor": "SEK", "kronor": "SEK",
    "danish krone": "DKK", "danish kroner": "DKK", "norwegian krone": "NOK", "norwegian kroner": "NOK", "rand": "ZAR", "south african rand": "ZAR",
    "naira": "NGN", "nigerian naira": "NGN", "cedi": "GHS", "kenyan shilling": "KES", "hryvnia": "UAH", "ukrainian hryvnia": "UAH", "forint": "HUF",
    "hungarian forint": "HUF", "czech koruna": "CZK", "guilder": "NLG", "dutch guilder": "NLG", "deutsche mark": "DEM", "german mark": "DEM",
    "mark": "DEM", "taka": "BDT", "tenge": "KZT", "bitcoin": "BTC", "genihat masriya": "EGP",
}  # fmt: skip
MINOR = {
    "cent": "USD", "us cent": "USD", "u.s. cent": "USD", "penny": "USD", "pennies": "USD", "¢": "USD", "euro cent": "EUR", "eurocent": "EUR",
    "pence": "GBP", "australian cent": "AUD", "canadian cent": "CAD",
}  # fmt: skip
MINOR_AFTER_MAJOR = frozenset(
    {
        "c",
        "p",
        "cent",
        "¢",
        "penny",
        "pennies",
        "pence",
        "sen",
        "kopiyka",
        "kopeck",
        "kopek",
        "paise",
        "centavo",
        "centime",
        "fil",
        "halala",
        "piastre",
    }
)
CHINESE = {
    "元": "CNY", "元人民币": "CNY", "人民币元": "CNY", "人民币": "CNY", "块钱": "CNY", "块": "CNY", "蚊": "HKD", "美元": "USD", "美金": "USD", "美刀": "USD", "港元": "HKD",
    "港币": "HKD", "元港币": "HKD", "欧元": "EUR", "英镑": "GBP", "日元": "JPY", "日币": "JPY", "韩元": "KRW", "新台币": "TWD", "元新台币": "TWD", "台币": "TWD",
    "台元": "TWD", "澳元": "AUD", "澳大利亚元": "AUD", "澳洲元": "AUD", "加元": "CAD", "加拿大元": "CAD", "新西兰元": "NZD", "纽元": "NZD", "新加坡元": "SGD", "新元": "SGD",
    "新加坡币": "SGD", "瑞士法郎": "CHF", "瑞郎": "CHF", "法郎": "CHF", "卢布": "RUB", "卢比": "INR", "印度卢比": "INR", "巴基斯坦卢比": "PKR", "斯里兰卡卢比": "LKR", "泰铢": "THB",
    "林吉特": "MYR", "令吉": "MYR", "马币": "MYR", "比索": "MXN", "墨西哥比索": "MXN", "菲律宾比索": "PHP", "阿根廷比索": "ARS", "智利比索": "CLP", "雷亚尔": "BRL",
    "巴西雷亚尔": "BRL", "里拉": "TRY", "土耳其里拉": "TRY", "兰特": "ZAR", "南非兰特": "ZAR", "迪拉姆": "AED", "里亚尔": "SAR", "沙特里亚尔": "SAR", "越南盾": "VND", "印尼盾": "IDR",
    "印尼卢比": "IDR", "奈拉": "NGN", "瑞典克朗": "SEK", "丹麦克朗": "DKK", "挪威克朗": "NOK", "捷克克朗": "CZK", "冰岛克朗": "ISK", "澳门元": "MOP", "澳门币": "MOP", "兹罗提": "PLN",
    "波兰兹罗提": "PLN", "福林": "HUF", "匈牙利福林": "HUF", "谢克尔": "ILS", "新谢克尔": "ILS", "坚戈": "KZT", "格里夫纳": "UAH", "第纳尔": "dinar", "缅元": "MMK", "塔卡": "BDT",
    "比特币": "BTC", "枚比特币": "BTC",
}  # fmt: skip
CHINESE_PREFIXES = {
    name: CHINESE[name] for name in ("人民币", "港币", "港元", "新台币", "台币", "日币", "澳门币", "马币", "新加坡币", "美金")
}
CHINESE_MINOR = {
    "角": Decimal("0.1"), "毛": Decimal("0.1"), "毫": Decimal("0.1"), "分": Decimal("0.01"), "仙": Decimal("0.01"), "美分": Decimal("0.01"),
    "日本銭": Decimal("0.01"), "便士": Decimal("0.01"), "欧分": Decimal("0.01"), "港仙": Decimal("0.01"),
}  # fmt: skip
CHINESE_MINOR_ALONE = {"美分": "USD", "便士": "GBP", "港仙": "HKD", "欧分": "EUR", "角钱": "CNY", "毛钱": "CNY", "分钱": "CNY"}
