"""What a page shows in place of its content: an error page sent as a success, a parked domain, a wall, a riddle for robots, a bare frame.

Precision first: an article *about* such pages is long and says more than the phrase, so a phrase counts in a short text near its
beginning, or where it is all that the title says.
"""

import re
from dataclasses import dataclass

from attribution.core.vocabulary import CitationWhy
from verification.core.language.texts import is_han
from verification.core.sources.domains import host_of, matching_suffix

_HEAD = 400
_COUNTED = 2_500
_TITLE_PARTS = re.compile(r"\s*[|｜·_–—«»]\s*|\s+[-:]\s+|\s*-{1,2}\s*(?=[\u4e00-\u9fff])")
_PARKING_HOSTS = frozenset(
    {
        "sedoparking.com", "sedo.com", "hugedomains.com", "dan.com", "afternic.com", "parkingcrew.net", "bodis.com", "above.com",
        "parklogic.com", "domainmarket.com", "undeveloped.com", "buydomains.com", "ename.com", "4.cn", "parked-domain.org",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PageSign:
    """What was seen and the words that showed it."""

    code: CitationWhy
    mark: str


@dataclass(frozen=True, slots=True)
class _Kind:
    """``title`` has to be what one part of the title says; ``text`` stands near the beginning of a text that weighs no more than
    ``longest`` (``weight_of``)."""

    code: CitationWhy
    title: re.Pattern[str]
    text: re.Pattern[str]
    longest: int


def _pattern(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


_CAPTCHA = _Kind(
    CitationWhy.CAPTCHA,
    _pattern(
        r"just a moment\W*",
        r"attention required!?",
        r"(?:security|human|robot) (?:check|verification|challenge)",
        r"are you (?:a )?(?:robot|human)\??",
        r"captcha(?: challenge)?",
        r"verif(?:y|ying) (?:that )?you are (?:a )?human\W*",
        r"access denied",
        r"pardon our interruption\W*",
        r"checking your browser\W*",
        r"ddos-guard",
        r"(?:百度)?安全验证",
        r"人机验证",
        r"(?:请)?(?:输入)?验证码",
        r"滑动验证(?:页面)?",
        r"访问验证",
        r"访问异常",
        r"环境异常",
        r"访问受限",
        r"访问过于频繁",
    ),
    _pattern(
        r"verify(?:ing)? (?:that )?you(?: are|['’]re) (?:a )?(?:human|not a (?:ro)?bot)",
        r"(?:complete|solve) the (?:captcha|security check|challenge)",
        r"checking (?:if the site connection is secure|your browser before)",
        r"unusual traffic from your",
        r"press (?:&|and) hold to confirm",
        r"why do i have to complete a captcha",
        r"enable cookies to continue",
        r"you have been blocked",
        r"ray id\s?:",
        r"请(?:先)?(?:完成|进行|通过)(?:下方|下列|以下|页面上的)?(?:安全|人机|滑块|滑动|身份)?验证",
        r"请输入(?:图片中的|下方|下图中的)?验证码",
        r"(?:拖动|滑动)(?:下方)?滑块",
        r"访问(?:过于|太)频繁",
        r"检测到(?:您的?)?(?:网络环境|访问)存在?异常",
        r"当前环境异常",
        r"您的访问(?:可能)?(?:被|已被)(?:拦截|阻断|拒绝)",
    ),
    1_500,
)
_SOFT_404 = _Kind(
    CitationWhy.SOFT_NOT_FOUND,
    _pattern(
        r"(?:error\W{0,3})?404(?:\W{1,4}(?:error|not found|page not found|file not found|未找到|页面不存在|找不到页面))?",
        r"(?:the )?page (?:was |is |could )?not (?:be )?found",
        r"(?:page|file|article|content|document|resource|oops\W{1,3}page) not found\W*",
        r"not found",
        r"(?:page|content) (?:is )?(?:no longer available|unavailable|does ?n[o’']t exist)",
        r"oops\W*",
        r"(?:404)?\s?(?:您|你)?(?:访问|查找|请求|浏览)?的?(?:页面|网页|文章|内容|文件)(?:不存在|未找到|找不到|没有找到|已删除|已被删除|已失效|走丢了|不见了)(?:了)?",
        r"(?:找不到|未找到|无法找到|没有找到)(?:该|此|相关|您要的|您访问的|这个)?(?:页面|网页|文章|内容|文件)",
        r"页面(?:出错|丢失|跑丢)(?:了|啦)?",
        r"出错了",
        r"内容不存在",
        r"链接(?:已)?失效",
    ),
    _pattern(
        r"(?:page|article|content|document|file|story|url)(?: that)?"
        r"(?: you(?: are|['’]re| were|['’]ve)? (?:requested|looking for|trying to (?:reach|view|access)|followed))?"
        r" (?:could ?n[o’']t be found|can(?:no|['’])t be found|was not found|does ?n[o’']t exist|no longer exists"
        r"|is (?:no longer|not) available|(?:may|might) have been (?:moved|removed|deleted)"
        r"|has been (?:removed|deleted|moved))",
        r"we (?:can['’]t|cannot|could ?n[o’']t) (?:seem to )?find (?:the|that|this) page",
        r"(?:http )?error 404",
        r"404 (?:-|–|—|:)? ?(?:page )?not found",
        r"(?:您|你)(?:所)?(?:访问|查找|请求|浏览|查看)的?(?:页面|网页|文章|内容|文件|资源|地址|链接)(?:可能)?(?:已经?)?(?:不存在|未找到|找不到|被删除|删除|失效|下线|移除|无法访问)",
        r"(?:该|此|本)(?:页面|网页|文章|内容|文件|链接|视频|帖子)(?:可能)?(?:已经?)?(?:不存在|被?删除|被?下架|失效|被?移除|下线|被发布者删除)",
        r"(?:抱歉|对不起|很遗憾|哎呀|sorry)[，,！!\s]{0,3}(?:您|你)?(?:要|所)?(?:访问|找|查看|请求)?的?(?:页面|网页|文章|内容)(?:不存在|找不到|未找到|没有找到|不见|走丢|已)",
        r"(?:找不到|未找到|没有找到)(?:您|你)?(?:要|想要|所)?(?:访问|找|查看|请求)?的(?:页面|网页|文章|内容)",
    ),
    1_200,
)
_PARKED = _Kind(
    CitationWhy.PARKED_DOMAIN,
    _pattern(
        r"(?:[\w.-]+ )?(?:this )?domain(?: name)?(?: [\w.-]+)? (?:is |may be )?(?:for sale|parked|expired|available)\W*",
        r"[\w-]+\.[a-z.]+ (?:is )?for sale\W*",
        r"parked domain(?: name)?",
        r"buy this domain",
        r"(?:该|此|本)?域名(?:正在|已|可)?(?:出售|转让|停放|过期|待售)(?:中|页)?",
        r"[\w.-]+\s?域名(?:出售|转让|待售)",
        r"(?:域名|网站)已(?:过期|到期|关闭)",
    ),
    _pattern(
        r"(?:this|the) domain(?: name)?(?: [\w.-]+)? (?:is|may be|has been|was)"
        r" (?:for sale|parked|registered (?:at|with|and)|expired|listed for sale)",
        r"buy this domain",
        r"domain (?:parking|is parked)",
        r"(?:inquire|enquire) about this domain",
        r"interested in (?:buying )?this domain",
        r"make an offer (?:on|for) this domain",
        r"(?:该|此|本|您访问的)域名(?:正在|已|可|可以|已经)?(?:出售|转让|停放|过期|到期|挂牌)",
        r"域名(?:可|正在)?(?:出售|转让)[，,。！!\s]",
        r"有意(?:购买|者)(?:该|此)?域名",
        r"购买(?:该|此)域名",
        r"域名停放",
    ),
    2_500,
)
_RENDERING = _Kind(
    CitationWhy.NEEDS_RENDERING,
    _pattern(r"loading\W*", r"(?:正在)?加载中\W*", r"javascript (?:is )?(?:required|disabled)\W*"),
    _pattern(
        r"(?:please |you need to |must )?enable javascript",
        r"javascript (?:is|must be|needs to be) (?:required|disabled|enabled|turned off|not enabled)",
        r"(?:requires|without|turn on) javascript",
        r"does ?n[o’']t work properly without javascript",
        r"(?:请|需要)(?:先)?(?:启用|开启|打开|允许)(?:您?的?浏览器的?)?\s?(?:javascript|js)",
        r"(?:javascript|js)\s?(?:已被禁用|被禁用|未启用|没有启用)",
        r"^\W*(?:loading|please wait|正在加载|加载中|请稍候)\W*$",
    ),
    600,
)
_LOGIN = _Kind(
    CitationWhy.LOGIN_REQUIRED,
    _pattern(
        r"(?:sign|log) ?in(?: to [\w .]{1,30})?", r"login", r"(?:用户|账号|帐号|会员)?(?:登录|登陆)(?:页面|中心)?", r"统一身份认证(?:平台)?"
    ),
    _pattern(
        r"(?:sign|log) ?in(?: or (?:register|sign up|create an account))? to (?:continue|view|read|see|access)",
        r"you (?:must|need to) (?:be logged in|log ?in|sign ?in)",
        r"please (?:log|sign) ?in",
        r"请(?:您)?(?:先)?(?:登录|登陆)(?:后)?",
        r"(?:登录|登陆)后(?:才能|可|即可|方可|继续)?(?:查看|阅读|访问|浏览|下载)",
        r"您(?:还|尚)?(?:没有|未)(?:登录|登陆)",
    ),
    1_200,
)
_PAYWALL = _pattern(
    r"subscribe (?:now )?to (?:continue|read|keep reading|unlock|get (?:full|unlimited))",
    r"to (?:continue|keep) reading[,.]? (?:please )?(?:subscribe|register|sign|create|become|start)",
    r"already a (?:subscriber|member)\?",
    r"this (?:article|content|story|report) is (?:for|only for|available (?:only )?to|exclusive to|reserved for)"
    r" (?:paid |paying |premium )?(?:subscribers|members)",
    r"(?:you['’]ve|you have) (?:reached|used) (?:your|all your) (?:monthly )?(?:limit|free articles)",
    r"unlock (?:this|the full) (?:article|story)",
    r"subscribers? only",
    r"(?:订阅|付费|购买|开通会员)后?(?:即可|可以?|才能|继续)?(?:阅读|查看|浏览|解锁)(?:全文|剩余|更多)?",
    r"本文(?:为|是|系)(?:付费|会员|订阅)(?:内容|文章|专享)",
    r"(?:剩余|还有)\s?\d{1,3}\s?%\s?(?:内容)?(?:未读|待)?",
    r"仅(?:限)?(?:会员|订阅用户|付费用户)(?:可)?(?:阅读|查看)?",
    r"阅读全文(?:请|需)(?:登录|订阅|付费|购买)",
    r"成为会员(?:后)?(?:即可)?(?:阅读|查看)",
)
_ORDER = (_CAPTCHA, _SOFT_404, _PARKED, _RENDERING, _LOGIN)
PAYWALL_TEXT = 1_200


def read_signs(title: str, text: str) -> PageSign | None:
    """What the page shows in place of content; None for one that shows some."""
    weight = weight_of(text)
    for kind in _ORDER:
        if weight > kind.longest:
            continue
        if (said := _said_by_title(kind, title)) is not None or (said := _said_near_head(kind.text, text)) is not None:
            return PageSign(kind.code, said)
    return None


def paywall_mark(text: str) -> str | None:
    """The words of a paywall that ends the visible text; whether what stands before it is enough is for the caller to say."""
    found = _PAYWALL.search(text, max(0, len(text) - 1_500))
    return found.group() if found else None


def weight_of(text: str) -> int:
    """Length in letters of an alphabet, counted no further than lengths matter here; a Chinese sign says as much as two and a half."""
    return len(text) + sum(3 for letter in text[:_COUNTED] if is_han(letter)) // 2


def is_parking_host(url: str) -> bool:
    """Whether an address belongs to a service that parks domains."""
    host = host_of(url)
    return host is not None and matching_suffix(host, _PARKING_HOSTS) is not None


def _said_by_title(kind: _Kind, title: str) -> str | None:
    for part in _TITLE_PARTS.split(title[:300]):
        if part and kind.title.fullmatch(part.strip()):
            return part.strip()
    return None


def _said_near_head(pattern: re.Pattern[str], text: str) -> str | None:
    found = pattern.search(text, 0, _HEAD)
    return found.group() if found else None
