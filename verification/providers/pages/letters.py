"""Which charset the letters of an unlabelled page speak for: read in the wrong one, a text is made of letters that nobody uses.

Only what can be told is told: Chinese, Japanese, Korean and Cyrillic. Western pages end as windows-1252, which is what None leads to.
"""

import codecs
from functools import lru_cache

from verification.core.patterns import lazy_regex

_LEAST_SCORE = 0.55
_LEAST_LETTERS = 4
_WHOLE_SHARE = 0.8  # of the words with foreign letters that have no others
_SAMPLE = 4_000  # letters that are looked at

# The most used letters of written Chinese, and what pages about an economy are full of.
_COMMON_HAN = frozenset(
    "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经"
    "十三之进等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日社义事平形相全"
    "表间样与关各重新线内数正心反明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料"
    "象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别手角期根论运农指几九区强放决西被干做必战先回则任"
    "取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带"
    "安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织"
    "装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维"
    "划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严"
    "居费均格环联邦基利率银央贷款股债汇涨跌幅降升预测季亿元融货币财税贸易投亚欧日韩港台湾房售零宏超额净源报告页测试码简繁体维持"
    "這個們來時為國會說對產種後過發動學經進電裡現實業當點從還無條沒結問題關線內數質氣變開間樣與應體機種義兩東車長門風飛馬魚鳥黃黑齊龍"
    "總統組織價費幣銀貨財務稅貿資產債漲跌幅調險華處區縣廠張強據導專屬約級純網維續廣場際陸陽隊難離雖雙響須頭顯類驗額願題報單圖團園圓"
    "場報壓廳張彈後徵德應懷戰戶擊擔擴據撥擇收敗敵於舊曆極樓標樣橋檢權歐歲歷歸殺氣決況洲測準滿漁漢潔澤濟灣營爾獎獨獲環現當畫異發盡監"
    "盤確碼礎禮種積稱穩穫窮競節範築簡籌糧約紅紀納純級紛細終統經給絕維綜綠緊線緒編緩總績織繼續罰羅義習聯聲聽職臨舉舊藝蘇處號術衛補製"
    "複見規視覽觀計訂訊討訓託記設許訪評該認語誤說課調談請論證識議護讀變讓豐負財貢貨販責費貼貿買貸資賣賽質賬購贏趨趕跡較載輕輛輪輸轉"
    "辦農連週運過達遠適遷選遺邊郵鄉醫釋針銀銷鋒錄錢鎮鐵鏡鐘閉開間關陣陰陳陸險隨隱雜離難雲零電靈靜響頂項順預領頭頻題顧風飯餘館驗驚體"
    "緒貼現試頁面繁中文央重率增費者物指數"
)
_COMMON_HANGUL = frozenset(
    "이다는의에을가한고를지로하은도사기서어대인자리시정수일해나주과장부스상전제만들아게공원조보소구비경국성무여회면중물안그것년월금율승락"
    "라있던으적계동연오생화와요까개관권급내당된될됐등때또라러력련록론료률매먼명모문미민바반발방번법변별본부분산선설세속손송순식신실심약양업"
    "없역영예외용우운울위유육음입잡재저점존종준증진질집차채책천체초총추출치크타태통투특파판편평포품필학할합항행향현형호환황후"
)
_COMMON_CYRILLIC = frozenset("оеаинтсрвлкмдпуягьыбзчйжх")
_KANA = range(0x3041, 0x3100)
_HANGUL = range(0xAC00, 0xD7A4)
_HALF_KANA = range(0xFF61, 0xFFA0)
_HAN = range(0x4E00, 0xA000)
_PUNCTUATION = frozenset("，。、；：？！“”‘’（）《》「」『』【】—…·％〜～")
_EAST_ASIAN = (("gb18030", "gb18030"), ("big5", "big5hkscs"), ("euc-jp", "euc_jp"), ("shift_jis", "cp932"), ("euc-kr", "cp949"))
_CYRILLIC = (("windows-1251", "cp1251"), ("koi8-r", "koi8-r"), ("ibm866", "cp866"), ("iso-8859-5", "iso8859-5"))
# Letters of Cyrillic words stand together; those of Western words stand between plain ones.
_FOREIGN_RUN = lazy_regex(r"[^\W\d_]+")


def guess_charset(sample: bytes) -> str | None:
    """The standard name of the charset whose letters make sense, or None. ``sample`` may end in the middle of a letter."""
    scored = [
        (score_of(text), name)
        for candidates, score_of in ((_EAST_ASIAN, _score_east_asian), (_CYRILLIC, _score_cyrillic))
        for name, codec in candidates
        if (text := _read(sample, codec))
    ]
    score, name = max(scored, default=(0.0, ""))
    return name if score >= _LEAST_SCORE else None


def _read(sample: bytes, codec: str) -> str:
    """The text, or nothing where the codec can't have written it."""
    try:
        return codecs.getincrementaldecoder(codec)().decode(sample)
    except UnicodeDecodeError:
        return ""


def _score_east_asian(text: str) -> float:
    letters = [letter for letter in text if not letter.isascii() and not letter.isspace()][:_SAMPLE]
    return sum(_weight(letter) for letter in letters) / len(letters) if len(letters) >= _LEAST_LETTERS else 0.0


@lru_cache(maxsize=16_384)
def _weight(letter: str) -> float:
    """How much one letter speaks for an East Asian text, at most 1."""
    code = ord(letter)
    if code in _KANA or letter in _COMMON_HAN or letter in _PUNCTUATION or letter in _COMMON_HANGUL:
        return 1.0
    if code in _HAN:
        return 0.7 if _is_first_level(letter) else 0.2
    if code in _HANGUL:
        return 0.5 if _lead(letter, "euc_kr") else -0.3
    return -0.5 if code in _HALF_KANA else -0.3


def _is_first_level(letter: str) -> bool:
    """Whether the Chinese standards count the letter among those in daily use (GB 2312 level 1, Big5 level 1)."""
    return 0xB0 <= _lead(letter, "gb2312") <= 0xD7 or 0xA4 <= _lead(letter, "big5") <= 0xC6


def _lead(letter: str, codec: str) -> int:
    """The first byte of the letter, 0 where the charset does not have it."""
    try:
        return letter.encode(codec)[0]
    except UnicodeEncodeError:
        return 0


def _score_cyrillic(text: str) -> float:
    foreign = [letter for letter in text if not letter.isascii()]
    words = [word for word in _FOREIGN_RUN.findall(text) if not word.isascii()]
    whole = [word for word in words if not any(letter.isascii() for letter in word)]
    if len(foreign) < _LEAST_LETTERS or len(whole) < len(words) * _WHOLE_SHARE:
        return 0.0
    common = sum(letter in _COMMON_CYRILLIC for letter in foreign)
    return (common + sum(letter.lower() in _COMMON_CYRILLIC for letter in foreign)) / (2 * len(foreign))
