"""Currencies by sign, code and name in English and Chinese. Codes are those of ISO 4217 (active list), and BTC."""

from decimal import Decimal

from verification.core.language.word_tables import table, words

CODES = words("""
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTC BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC
    CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD
    JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO
    NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS
    TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW
""")
ALIASES = table("""
CNY: RMB CNH
TWD: NTD
GBP: STG
MYR: RM
INR: RS
EGP: LE
CHF: FR SFR
BTC: XBT
""")
WORDS_TOO = words("ALL AMD BAM BOB COP CUP ERN FR GEL LAK LE MAD PEN RON RS SOS STN TOP TRY")  # codes that are words too
SIGNS = table("""
USD: $
EUR: €
GBP: £
KRW: ₩
INR: ₹ ₨
RUB: ₽
THB: ฿
TRY: ₺
UAH: ₴
VND: ₫
PHP: ₱
ILS: ₪
NGN: ₦
BTC: ₿
KZT: ₸
CRC: ₡
PYG: ₲
""")
YEN_OR_YUAN = "¥"
DOLLARS = table("""
USD: us u.s. usd
HKD: hk hkd
AUD: a au aud
CAD: c ca cad can cdn
NZD: nz nzd
SGD: s sg sgd
TWD: nt tw
BRL: r
MXN: mx mex
MOP: mop
""")
ENGLISH = table(
    """
USD: dollar, us dollar, u.s. dollar, american dollar, united states dollar, buck, greenback
CAD: canadian dollar
AUD: australian dollar
HKD: hong kong dollar
SGD: singapore dollar
NZD: new zealand dollar
TWD: taiwan dollar, new taiwan dollar
EUR: euro, €ur
GBP: pound, pound sterling, british pound, sterling, quid
EGP: egyptian pound, egyptianpound, genihat masriya
LBP: lebanese pound
SYP: syrian pound
JPY: yen, japanese yen
CNY: yuan, chinese yuan, yuan renminbi, renminbi, chinese renminbi, rmb
KRW: won, korean won, south korean won
INR: rupee, indian rupee
PKR: pakistani rupee, pakistan rupee
LKR: sri lankan rupee
NPR: nepalese rupee
RUB: ruble, rouble, russian ruble, russian rouble
CHF: franc, swiss franc
XOF: cfa franc
FRF: french franc
BRL: reais, brazilian real, brazilian reais
MXN: peso, mexican peso
ARS: argentine peso
CLP: chilean peso
COP: colombian peso
PHP: philippine peso
TRY: lira, turkish lira
ITL: lire
MYR: ringgit, malaysian ringgit, malaysia ringgit
THB: baht, thai baht
IDR: rupiah, indonesian rupiah
VND: dong, vietnamese dong
AED: dirham, uae dirham
MAD: moroccan dirham
SAR: saudi riyal, saudiriyal, riyal
QAR: qatari riyal
OMR: omani rial
IRR: iranian rial
rial: rial
krone: krone, kroner
dinar: dinar
KWD: kuwaiti dinar
IQD: iraqi dinar
JOD: jordanian dinar
BHD: bahraini dinar
ILS: shekel, israeli shekel
PLN: zloty, polish zloty
SEK: swedish krona, swedish kronor, kronor
DKK: danish krone, danish kroner
NOK: norwegian krone, norwegian kroner
ZAR: rand, south african rand
NGN: naira, nigerian naira
GHS: cedi
KES: kenyan shilling
UAH: hryvnia, ukrainian hryvnia
HUF: forint, hungarian forint
CZK: czech koruna
NLG: guilder, dutch guilder
DEM: deutsche mark, german mark, mark
BDT: taka
KZT: tenge
BTC: bitcoin
""",
    ", ",
)
MINOR = table(
    """
USD: cent, us cent, u.s. cent, penny, pennies, ¢
EUR: euro cent, eurocent
GBP: pence
AUD: australian cent
CAD: canadian cent
""",
    ", ",
)
MINOR_AFTER_MAJOR = words("c cent centavo centime fil halala kopeck kopek kopiyka p paise pence pennies penny piastre sen ¢")
CHINESE = table("""
CNY: 元 元人民币 人民币元 人民币 块钱 块
HKD: 蚊 港元 港币 元港币
USD: 美元 美金 美刀
EUR: 欧元
GBP: 英镑
JPY: 日元 日币
KRW: 韩元
TWD: 新台币 元新台币 台币 台元
AUD: 澳元 澳大利亚元 澳洲元
CAD: 加元 加拿大元
NZD: 新西兰元 纽元
SGD: 新加坡元 新元 新加坡币
CHF: 瑞士法郎 瑞郎 法郎
RUB: 卢布
INR: 卢比 印度卢比
PKR: 巴基斯坦卢比
LKR: 斯里兰卡卢比
THB: 泰铢
MYR: 林吉特 令吉 马币
MXN: 比索 墨西哥比索
PHP: 菲律宾比索
ARS: 阿根廷比索
CLP: 智利比索
BRL: 雷亚尔 巴西雷亚尔
TRY: 里拉 土耳其里拉
ZAR: 兰特 南非兰特
AED: 迪拉姆
SAR: 里亚尔 沙特里亚尔
VND: 越南盾
IDR: 印尼盾 印尼卢比
NGN: 奈拉
SEK: 瑞典克朗
DKK: 丹麦克朗
NOK: 挪威克朗
CZK: 捷克克朗
ISK: 冰岛克朗
MOP: 澳门元 澳门币
PLN: 兹罗提 波兰兹罗提
HUF: 福林 匈牙利福林
ILS: 谢克尔 新谢克尔
KZT: 坚戈
UAH: 格里夫纳
dinar: 第纳尔
MMK: 缅元
BDT: 塔卡
BTC: 比特币 枚比特币
""")
CHINESE_PREFIXES = {name: CHINESE[name] for name in words("人民币 港币 港元 新台币 台币 日币 澳门币 马币 新加坡币 美金")}
CHINESE_MINOR = dict.fromkeys(words("角 毛 毫"), Decimal("0.1")) | dict.fromkeys(words("分 仙 美分 日本銭 便士 欧分 港仙"), Decimal("0.01"))
CHINESE_MINOR_ALONE = table("""
USD: 美分
GBP: 便士
HKD: 港仙
EUR: 欧分
CNY: 角钱 毛钱 分钱
""")
