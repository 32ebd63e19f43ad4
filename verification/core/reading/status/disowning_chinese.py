"""Chinese constructions with which a text disowns what stands elsewhere: labels, 以下为…, 仅供示意, tasks, 纯属虚构, 别信那条短信."""

import re
from functools import cache

from verification.core.patterns import lazy_regex
from verification.core.reading.event_clauses import event_verbs
from verification.core.reading.statement import Status
from verification.core.reading.status.disowning_words import chinese, rows_of, status_of
from verification.core.reading.status.reach import Construction, Way

_UNREAL = (Status.SUPPOSED, Status.FICTION, Status.ASKED)
_NUMERAL = r"[一二三四五六七八九十\d]"
_OPEN = r"(?:[\s\[(（【〔*＊#>•·|=†—–-])*(?:(?:注|备注|说明|提示|声明|附注|编者按|特别说明|来源|数据来源)\s?[:：]\s?)?"
_NOTED = lazy_regex(r"\W*(?:注|备注|说明|附注|来源|数据来源)\s?[:：]")
_END = r"(?=\W*$|\s*[：:。！!；;，,）)】\]〕—|（(]|\s)"
_STOP = r"(?=\W*$|\s*[：:。！!；;，,）)】\]〕—])"
_IS = r"(?:均为|均系|均属|均是|都是|都为|皆为|全是|全属|全系|纯属|纯系|属于|仅为|仅是|只是|只为|实为|为|是|系|属|均|仅|已)"
_ABOVE = lazy_regex(rf"{_OPEN}(?:以上|上面|上[述文]|前[述文])")
_WHOLE = lazy_regex(r"本[页文站篇]|全文|通篇")
_SELF = lazy_regex(rf"{_OPEN}(?:这|那)(?:只|仅|不过|都)?(?:是|为)")


def _compiled(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(lazy_regex(_OPEN + pattern) for pattern in patterns)


@cache
def _subject() -> str:
    """What speaks of the text or of its figures: 以上, 本页数字, 第7行."""
    texts = rf"{chinese('text')}(?:[和与及、]{chinese('text')})*"
    return (
        r"(?:(?:以[下上]|[下上]面|下[列文述]|[上前][述文]|本[条段页节文表图例稿篇栏]|此[条段文稿图表则]|此?这[条段则篇张份些道]|[文表图例][中内]|页面|"
        rf"第{_NUMERAL}+[行列条项页格])(?:{texts})?|(?:所有|全部|全文|其中|此|该){{0,2}}{texts})"
    )


@cache
def _labels() -> tuple[re.Pattern[str], ...]:
    kind, maker = chinese("kind", name="kind"), chinese("maker", name="maker")
    fiction = chinese("kind", Status.FICTION, name="kind")
    number = rf"(?:之?{_NUMERAL}{{1,3}}|第{_NUMERAL}{{1,3}}[题条期集回合局轮章幕]{{1,2}}|[（(][^）)]{{0,12}}[）)])?"
    return _compiled(
        rf"(?<=[\[(（【〔［]){chinese('tag', name='tag')}(?=[\])）】〕］])",
        rf"(?:本|这|此|以下|一[则道个份篇段])?{kind}{number}{_END}",
        rf"(?:本|这|此|以下|一[则道个份篇段家])?{maker}的?[\u4e00-\u9fff]{{0,4}}?{chinese('text')}{number}{_END}",
        rf"\d{{1,4}}(?P<kind>年的今天|年前的今天){_END}",
        rf"{chinese('lapsed', name='lapsed')}[\u4e00-\u9fff]{{0,4}}?{chinese('ruled')}{_END}",
        rf"[^。：:！？]{{0,12}}?{fiction}(?:节选|选段|片段|摘录|选读|梗概|对白|台词|专版|专刊)?\s?[:：]",
    )


@cache
def _said() -> tuple[re.Pattern[str], ...]:
    kind, state, maker = chinese("kind", name="kind"), chinese("state", name="state"), chinese("maker", name="maker")
    purpose, trial = chinese("purpose", name="purpose"), chinese("trial", name="trial")
    told = _subject()
    use = r"(?:仅供|只供|专供|仅作|只作|只用于|仅用于|用于|用作|用来|供)"
    return _compiled(
        rf"{told}[^。；：:！？不非未]{{0,12}}?{_IS}(?![不非未没])(?:一[个则道份篇段]|[^，。；：]{{1,12}}的|[\u4e00-\u9fff“”]{{0,5}}?)"
        rf"(?:{kind}|{maker}的?{chinese('text')}|{state}){_STOP}",
        rf"{told}[^。；：:！？]{{0,10}}?{use}[^。；：:！？不]{{0,4}}?{purpose}[^。；，：:！？]{{0,6}}{_STOP}",
        rf"{told}[^。；：:！？]{{0,8}}?[仅只专]?为{trial}[^。；，：:！？]{{0,12}}而[发设编写作制]",
        rf"{told}[^。；：:！？]{{0,8}}?为{purpose}(?:目的|需要)?而[发设编写作制]",
    )


@cache
def _others() -> dict[Way, tuple[re.Pattern[str], ...]]:
    kind = chinese("kind", Status.SUPPOSED, Status.FICTION, name="kind")
    maker = chinese("maker", Status.SUPPOSED, name="maker")
    return {
        Way.AHEAD: _compiled(
            rf"以?一?[家个名位]?{maker}的?[\u4e00-\u9fff]{{1,8}}为例{_END}",
            rf"(?:{_NUMERAL}{{1,3}}[.、．]\s?|第{_NUMERAL}+题[，：:、])?(?:请|试)?{chinese('task', name='task')}",
            r"用[“「『][^”」』]{1,12}[”」』](?:一词)?(?P<task>造句)",
        ),
        Way.SENTENCE: _compiled(
            rf"[^，。；：:不未没]{{0,8}}?{chinese('fancy', name='fancy')}",
            rf"在?[^，。；：:不未没]{{0,8}}?{chinese('inside', name='inside')}(?:[里上]|之?中(?!心|国)|之?内)(?!部|外|市|涨|升)",
            rf"(?:{kind}|{maker}的?{chinese('text')})(?:写着|写道|写的是|称|说|显示|规定|设定)",
            rf"[^。：:！？]{{0,24}}{chinese('spread', name='spread')}[^。：:！？]{{0,6}}[:：]",
        ),
        Way.BEHIND: _compiled(rf"{chinese('over', name='over')}(?:内容|信息|部分)?(?:到此)?(?:为止|完毕|完|结束)\W*$"),
    }


_STAGED = lazy_regex(
    r"(?:举行|举办|开展|组织|进行|召开)了?[^，。；]{0,6}?(?:模拟|虚拟)(?:议会|法庭|选举|联合国|谈判|投票|拍卖|市场|公司)\W*$"
)


@cache
def _denies() -> tuple[re.Pattern[str], ...]:
    """三件从未发生的事, 别信那条短信."""
    return _compiled(
        r"[^。，]{0,6}(?:从未|从没有?|未曾|根本没有?)(?:发生|存在|出现)过?的(?:\w{0,2})(?:事|事情|新闻|消息|故事|对话)",
        rf"(?:请)?(?:别|不要|切勿|请勿|勿)再?(?:轻信|听信|相信|信|转发|传播)[^。，]{{0,12}}?(?:{chinese('text')}|传言|谣言|帖子|视频|文章)",
    )


@cache
def _stated() -> tuple[re.Pattern[str], ...]:
    """（作废，见第14号通知）: said without a subject."""
    return _compiled(rf"{chinese('state', name='state')}{_END}")


_HAS_MORE = lazy_regex(r"\s*[：:，,]\W*\w")


def construction_of(sentence: str, *, is_first: bool, is_title: bool = False) -> Construction | None:
    """What a sentence, line or title makes of what stands around it; None where it makes nothing of it."""
    if sentence[:1] in '“"「『《':
        return None
    for pattern in _labels() if "|" not in sentence else ():
        if found := pattern.match(sentence):
            return _label(found, sentence)
    for pattern in _said():
        if found := pattern.match(sentence):
            return _statement(found, sentence, is_first=is_first)
    for way, patterns in _others().items():
        for pattern in patterns:
            if found := pattern.match(sentence):
                return Construction(way, status_of(found, "zh") if way is not Way.BEHIND else Status.SUPPOSED, *found.span())
    return _rare(sentence, is_first=is_first, is_title=is_title)


def _rare(sentence: str, *, is_first: bool, is_title: bool) -> Construction | None:
    if is_first and (found := next((found for pattern in _denies() if (found := pattern.match(sentence))), None)):
        return Construction(Way.AHEAD, Status.DENIED, *found.span())
    if found := _STAGED.search(sentence):
        return Construction(Way.LINE, Status.SUPPOSED, *found.span())
    if is_title:
        return _titled(sentence)
    if sentence[:1] in "（(［[【〔":
        found = _stated()[0].match(sentence)
        return Construction(Way.BEFORE, status_of(found, "zh"), *found.span()) if found else None
    found = _in_brackets().search(sentence)
    return Construction(Way.OWN, status_of(found, "zh"), *found.span()) if found and status_of(found, "zh") in _UNREAL else None


@cache
def _in_brackets() -> re.Pattern[str]:
    """营收4100万元（假数据）."""
    maker, state = chinese("maker", name="maker"), chinese("state", name="state")
    return re.compile(rf"[（(\[［](?:{maker}的?{chinese('text')}|{state})[）)\]］]")


def _label(found: re.Match[str], sentence: str) -> Construction:
    status = status_of(found, "zh")
    if sentence[:1] in "（(［[〔" and sentence.rstrip()[-1:] in "）)］]〕。":
        return Construction(Way.BEFORE, status, *found.span())
    if _NOTED.match(sentence):
        return Construction(Way.HERE, status, *found.span())
    has_more = _HAS_MORE.match(sentence, found.end()) or sentence[: found.end()].endswith(("：", ":"))
    is_comma = sentence[found.end() : found.end() + 1] in {"，", ","}
    in_line = status in _UNREAL and not is_comma
    way = Way.LINE if has_more and in_line else Way.SENTENCE if has_more or sentence[found.end() :][:1] in "】]）)" else Way.AHEAD
    if way is Way.SENTENCE and not sentence[found.end() + 1 :].strip():
        way = Way.AHEAD
    return Construction(way, status, *found.span())


def _statement(found: re.Match[str], sentence: str, *, is_first: bool) -> Construction | None:
    status = status_of(found, "zh")
    if sentence[:1] in "（(［[〔":
        return Construction(Way.BEFORE, status, *found.span())
    if _ABOVE.match(sentence):
        return Construction(Way.BEHIND, status, *found.span())
    if _WHOLE.search(found[0]):
        return Construction(Way.PAGE, status, *found.span())
    if re.match(r"\s*[：:]\W*\w", sentence[found.end() :]):
        return Construction(Way.LINE, status, *found.span())
    if _SELF.match(sentence) and not is_first:
        return None
    return Construction(Way.AROUND if status in _UNREAL else Way.NOTE, status, *found.span())


@cache
def _title_patterns() -> tuple[re.Pattern[str], ...]:
    tail = r"(?:汇总|回顾|合集|精选|专?版|专栏|专刊|集锦|简报|说明|更新说明|梗概|盘点|大全|一览|介绍|节选|连载)?"
    kind = chinese("kind", name="kind")
    return (
        re.compile(rf"(?P<before>[^，。：:—|（）()\s]{{0,12}}?){kind}{tail}(?:$|[：:—|（）()，\s《])"),
        re.compile(rf".*[：:]\s*(?P<before>\w{{0,4}}?){kind}{tail}$"),
    )


def _titled(title: str) -> Construction | None:
    """What a title or a line of its own is: 桌面推演：情景二, 演示看板（示例数据）, 假如…, 关于…的五个谬误."""
    if re.match(r"(?:假如|倘若|如果|要是|假使)", title) and "？" not in title:
        return Construction(Way.AHEAD, Status.ASKED, 0, 2)
    if (stated := _stated()[0].match(title)) is not None and not title[stated.end() :].strip(" 。！"):
        return Construction(Way.AHEAD, status_of(stated, "zh"), *stated.span())
    if (found := _in_brackets().search(title)) is not None and not title[found.end() :].strip(" 。！"):
        way = Way.OWN if re.search(r"\d", title) else Way.AHEAD
        return Construction(way, status_of(found, "zh"), *found.span())
    for pattern in _title_patterns():
        found = pattern.match(title)
        before = found.groupdict().get("before") if found else None
        if found and not _has_verb(before or ""):
            return Construction(Way.AHEAD, status_of(found, "zh"), *found.span())
    return None


def _has_verb(words: str) -> bool:
    """ "举行演练", "否认传闻": what somebody does with such a text is no name of one."""
    pairs = (words[at : at + 2] for at in range(len(words) - 1))
    return any(verb in words for verb in rows_of("zh")["verb"]) or any(pair in event_verbs("zh") for pair in pairs)
