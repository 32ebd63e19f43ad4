"""Pages that sell: a label of paid content, a call to open an account or to buy, or no publisher at all.

An article *about* advertising, rebates or scams is none: labels count only where a label stands (at the head, in brackets, as a
disclosure of the page itself), and calls only when two of them address the reader and nothing on the page warns of them.
"""

import re

from verification.core.evidence import Page, Why
from verification.core.patterns import lazy_regex
from verification.core.reasons import WhyCode
from verification.core.sources.domains import host_of, registrable_domain

_HEAD = 160
_TAIL = 600
_MIDDLE = 4_000
_MARK_LENGTH = 60

_ZH_LABEL = r"(?:广告|推广|软文|商业推广|品牌推广|赞助内容|赞助|推广内容|广告内容|商业合作|商务合作|企业推广|付费推广|推广软文|营销推广)"
_EN_LABEL = (
    r"(?:sponsored(?:\s(?:content|post|article|story|feature))?|advertorial|advertisement(?:\sfeature)?|paid\s(?:content|post|partnership|promotion|"
    r"press\srelease|advertisement)|promoted(?:\s(?:content|post|story))?|partner\scontent|branded\scontent|brand\spublisher|brandvoice)"
)
_LABEL_AT_HEAD = lazy_regex(
    rf"^\s{{0,4}}[\[(【（〖<*#|·]{{0,3}}\s{{0,2}}(?:{_ZH_LABEL}\s{{0,2}}(?:[\])】）〗>:：|｜丨·*—-]|\s)|{_EN_LABEL}\s{{0,2}}(?:[\])】）>:：|｜·*]|[—–-](?=\s)|\sby\s|$))",
    re.IGNORECASE,
)
_LABEL_IN_BRACKETS = lazy_regex(rf"[\[【（(〖]\s?(?:{_ZH_LABEL}|{_EN_LABEL}|AD|广)\s?[\]】）)〗]", re.IGNORECASE)
_LABEL_AT_TITLE_END = lazy_regex(rf"[|｜丨—–-]\s?(?:{_ZH_LABEL}|{_EN_LABEL})\s?$", re.IGNORECASE)
_EN_DISCLOSURE = lazy_regex(
    r"\bthis\s(?:is\sa\s(?:sponsored|paid|promoted)\s(?:post|article|press\srelease|advertisement|story|feature)"
    r"|(?:article|post|content|page|story|press\srelease|feature)\s(?:is|was|has\sbeen)\s(?:\w{2,12}\s){0,2}?(?:sponsored|paid\sfor|brought\sto\syou)\b"
    r"|(?:article|post|page|site|story|review)\s(?:may\s)?contains?\s(?:paid\s|some\s)?affiliate\slinks?)"
    r"|\bwe\s(?:may|might|will)?\s?(?:earn|receive)\s(?:an?\s)?(?:small\s)?(?:affiliate\s)?commissions?\b"
    r"|\b(?:paid|sponsored)\spress\srelease\b(?=\s?[.:|]|\sdisclaimer|\sdistributed)"
    r"|\bbrought\sto\syou\sby\sour\s(?:sponsor|partner)s?\b|\bin\s(?:paid\s)?partnership\swith\sour\ssponsor",
    re.IGNORECASE,
)
_ZH_DISCLOSURE = lazy_regex(
    r"(?:本文|本页面?|本内容|本篇|以上内容|以下内容|此文|该内容)(?:系|为|属于?|是|由)[^。！？\n]{0,12}?(?:广告|推广|软文|赞助|付费稿|商业稿|宣传稿)(?!法|费|业|费用)"
    r"|(?:文章|内容|稿件)(?:含有?|包含)(?:推广|返利|联盟)链接|(?:广告|推广)(?:内容|信息)[，,]?\s?(?:不代表|仅供参考|请谨慎)"
    r"|(?:商务合作|广告投放|投放广告)(?:请)?(?:联系|加|咨询|[:：])"
)
_EN_CALLS = lazy_regex(
    r"(?P<multiple>\b(?:[1-9]\d{0,2}[05])x\s(?:gains?|returns?|gem|token|coin|profits?|potential|leverage|upside|altcoin|opportunity)|\bnext\s\d{1,3}[05]x\b)"
    r"|(?P<now>\b(?:act|buy|join|invest|register|sign\sup|enrol|subscribe|trade)\s(?:now|today)\b(?!\s(?:that|know)))"
    r"|(?P<code>\buse\s(?:my|our|the|this)?\s?(?:promo|referral|bonus|invite|discount|coupon)\s?(?:code|link)\b|\b(?:my|our)\sreferral\slink\b)"
    r"|(?P<group>\bjoin\s(?:my|our|the)\s(?:\w{2,12}\s)?(?:telegram|vip|signals?|whatsapp|discord)\b)"
    r"|(?P<sure>\b(?:guaranteed|risk[-\s]free)\s(?:returns?|profits?|gains?|income)\b|\bcan(?:no|')t\slose\b)"
    r"|(?P<miss>\bdon['’]t\smiss\s(?:out|this|your)\b|\blast\schance\sto\b|\blimited[-\s]time\soffer\b|\bbefore\sit['’]?s\stoo\slate\b)"
    r"|(?P<bonus>\b(?:welcome|sign[-\s]?up|deposit)\sbonus\b|\bclaim\syour\s(?:free|bonus)\b|\bfree\strial\stoday\b)",
    re.IGNORECASE,
)
_ZH_CALLS = lazy_regex(
    r"(?P<rebate>(?:开户|注册|交易|入金)(?:即)?(?:返佣|返现|送金|立返|领红包|送红包|有礼)|返佣(?:比例)?(?:高达|最高|链接)|邀请码|推荐码)"
    r"|(?P<lead>(?:老师|专家|大神|导师)(?:亲自|一对一|实盘)?(?:带单|喊单|荐股|指导)|跟单(?:稳赚|盈利|即可)|实盘带单|免费带单|(?:每日|精准)(?:喊单|牛股))"
    r"|(?P<contact>(?:加|添加)(?:老师|客服|助理|我|小编)?(?:的)?(?:微信|QQ|V信|薇信|企鹅)(?:号)?(?:领|进|[:：]|[a-zA-Z0-9])|扫码(?:领取|进群|开户|加群|添加|入群|咨询|即可领)|(?:进|加)群(?:领|免费|交流|获取))"
    r"|(?P<sure>稳赚不赔|包赚|保本(?:保息|高收益)|稳定盈利|月入(?:过|百|十)?万|躺赚|翻倍(?:机会|收益|牛股|币)|百倍币|十倍币|零风险高收益)"
    r"|(?P<now>(?:立即|马上|赶快|抓紧|即刻|点击)(?:开户|注册|下单|抢购|购买|领取|上车|入场|咨询|下方链接|链接)|限时(?:优惠|抢购|特惠|福利)|错过(?:再等|后悔|就没)|最后(?:上车|机会)|名额有限)"
    r"|(?P<phone>(?:咨询|热线|订购)电话[:：]?\s?\d)"
)
# A substring search is a hundred times quicker than an alternation; each call above holds one of these.
_EN_TRIGGERS = (
    "0x ", "5x ", "next ", " now", " today", " code", " link", "referral", "telegram", "vip", "signal", "whatsapp", "discord", "guaranteed",
    "free ", "lose", "miss ", "last chance", "limited", "too late", "bonus", "claim your",
)  # fmt: skip
_ZH_TRIGGERS = (
    "返佣", "返现", "送金", "立返", "红包", "有礼", "邀请码", "推荐码", "带单", "喊单", "荐股", "指导", "跟单", "牛股", "微信",
    "qq", "v信", "薇信", "企鹅", "扫码", "群", "稳赚", "包赚", "保本", "稳定盈利", "月入", "躺赚", "翻倍", "倍币", "零风险", "立即", "马上",
    "赶快", "抓紧", "即刻", "点击", "限时", "错过", "上车", "名额", "电话",
)  # fmt: skip
_WARNING = lazy_regex(
    r"诈骗|骗局|警方|公安|反诈|谨防|警惕|提醒(?:广大)?投资者|监管(?:部门|机构|层|局)|证监会|通报|曝光|整治|查处|处罚|涉嫌|被骗|立案|打击"
    r"|\b(?:scams?|scammers?|fraud\w{0,6}|regulators?|warn(?:s|ed)|warning\s(?:investors|readers|consumers|of|about|against|that)|charged|alleg\w{2,8}|lawsuit|indict\w{0,6}|SEC|FCA|CFTC|FTC|victims?|police|misleading|ponzi)\b",
    re.IGNORECASE,
)
_URL_LABEL = lazy_regex(
    r"/(?:sponsored(?:-content|-post|-posts)?|partner-content|paid-(?:content|post|program)|advertorials?|brand-?voice|brand-?studio|"
    r"native-ads?|advertising|promoted|promo|tuiguang|guanggao|ruanwen)/",
    re.IGNORECASE,
)


def promotion_mark(page: Page) -> str | None:
    """The words that show a page to be promotion, at most 60 characters; None for editorial pages."""
    return _label(page) or _disclosure(page) or _calls(page)


def has_publisher(url: str) -> bool:
    """Whether somebody answers for the page: an http(s) URL whose host has a registrable domain."""
    host = host_of(url)
    return host is not None and registrable_domain(host) is not None


def promotion_why(page: Page) -> Why | None:
    """Why a page has no vote for being promotional, or None."""
    if not has_publisher(page.url):
        return Why(WhyCode.NO_PUBLISHER)
    mark = promotion_mark(page)
    return Why(WhyCode.PROMOTIONAL, {"mark": mark}) if mark else None


def _label(page: Page) -> str | None:
    url = _URL_LABEL.search(page.url)
    if url:
        return url.group()
    for found in (
        _LABEL_AT_HEAD.search(page.title),
        _LABEL_IN_BRACKETS.search(page.title),
        _LABEL_AT_TITLE_END.search(page.title),
        _LABEL_AT_HEAD.search(page.content),
        _LABEL_IN_BRACKETS.search(page.content[:_HEAD]),
        _LABEL_IN_BRACKETS.search(page.content[-_HEAD:]),
    ):
        if found:
            return _shown(found.group())
    return None


def _disclosure(page: Page) -> str | None:
    for text in _ends(page.content):
        found = _EN_DISCLOSURE.search(text) or _ZH_DISCLOSURE.search(text)
        if found:
            return _shown(found.group())
    return None


def _calls(page: Page) -> str | None:
    text = f"{page.title}\n{page.content[:_MIDDLE]}\n{page.content[_MIDDLE:][-_TAIL:]}"
    folded = text.lower()
    kinds: dict[str, str] = {}
    for triggers, pattern in ((_EN_TRIGGERS, _EN_CALLS), (_ZH_TRIGGERS, _ZH_CALLS)):
        if not any(trigger in folded for trigger in triggers):
            continue
        for found in pattern.finditer(text):
            if not _is_quoted(text, found.start(), found.end()):
                kinds.setdefault(f"{found.lastgroup}", found.group())
    if len(kinds) < 2 or _WARNING.search(text):
        return None
    return _shown(", ".join(list(kinds.values())[:2]))


def _is_quoted(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 20) : start], text[end : end + 20]
    opened = max(before.rfind("“"), before.rfind("「"), before.rfind('"')) > max(before.rfind("”"), before.rfind("」"))
    return opened and any(mark in after for mark in '”」"')


def _ends(content: str) -> tuple[str, ...]:
    if len(content) <= 2 * _TAIL:
        return (content,)
    return (content[:_TAIL], content[-_TAIL:])


def _shown(mark: str) -> str:
    return " ".join(mark.split()).strip(" :：|｜-—")[:_MARK_LENGTH]
