"""Where the words of the status lists stand in a sentence. One pass, linear in its length."""

import re
from functools import cache
from typing import NamedTuple

from verification.core.language.lemmas import lemma
from verification.core.language.word_tables import words
from verification.core.patterns import lazy_regex
from verification.core.reading.clause_words import Role, english_words
from verification.core.reading.event_clauses import event_verbs
from verification.core.reading.inflection import past_forms, present_forms
from verification.core.reading.speaker_nouns import is_speaker
from verification.core.reading.status.lexicon import GAP, Effect, Phrase, Row, Scope, chinese_phrases, english_beginnings
from verification.core.reading.status.played_nouns import is_of_this_world
from verification.core.reading.status.within_words import WITHIN_WORD

_GAP_WORDS = 5
_WORD = lazy_regex(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|\d+(?:[.,]\d+)*%?|[^\w\s]")
# Single letters that are the word at the head of a clause alone, and how many letters may stand before them there.
_HEAD_ALONE = {"若": 6, "倘": 6, "如": 0, "传": 0, "设": 0}
# "将利率下调25个基点", "将2025年四季度GDP同比增速维持在5%": the object marker, not the future.
_ZH_OBJECT = lazy_regex(
    r"(?!会|于|在|把|被|对|向)(?:\d{2,4}年(?:[一二三四]季度|[上下]半年)?|\d{1,2}月份?|[^，。；\d]){0,20}?"
    r"(?:率|价|价格|额|量|值|期|期限|区间|比例|比重|占比|水平|规模|产能|能力|补贴|股份|股权|资产|业务|费|税|评级|预期|指引|人数|门槛|上限|下限|目标|准备金|数|款|息|速|幅|[薪工]资|薪|收入|利润|赤字|盈余|差|[A-Za-z]{2,5})"
    r"(?:[由从自][^，。；]{1,14}?)?[^，。；\d]{0,8}?(?:维持|[下上]调|提|[降升增减]|推|调|定|设|缩|扩|收窄|拉|压|控制|保持|转|出售|改|削|砍|列|修[正订]|确认)"
)
_ZH_SPEECH_NOUN = lazy_regex(r"稿|快讯|简讯|短讯|通告|预警|报道|消息|文章|说法|言论|帖|声明|公告|推文|表述|文件|新闻")
_FORMER = ("ex-", "then-")
_INDEFINITE = words("a an one another my his her some two three several")
# "尚无|法核实": a judgement may share letters with the word before it.
_MAY_OVERLAP = frozenset({Scope.VERDICT, Scope.LEFT})
_NAMED_WORDS = 3
_BE = words("is are was were been be being")
_WHEN = words(
    "later subsequently since then quickly swiftly soon eventually finally already now immediately promptly flatly firmly officially"
)
_WITHIN = 6
_SPEAKER_WORDS = 8
_SAYING = words(
    "say says said tell tells told claim claims claimed swear swears swore insist insists insisted believe believes "
    "believed tweet tweets tweeted mutter mutters muttered whisper whispers whispered guess guesses guessed write writes "
    "wrote shout shouts shouted boast boasts boasted joke jokes joked reckon reckons reckoned"
)
_ZH_INDEFINITE = lazy_regex(
    r"(?:[一两三几数多]名|[一两三几数多]位|[一两三]个|有个|有位|有名|某位|某个|部分|不少|个别)[^，。；：“”\d]{1,12}?"
    r"(?=说|称|表示|告诉|写道|坚称|认为|声称|相信|觉得|嚷|喊|讲|发帖|发文|留言|来信|嘀咕|抱怨|反映)|"
    r"有(?!关|些关|限|人|可|望|意|消息|传|报道|数据|证据|迹象|研究|资料|分析|统计)[^，。；：“”\d]{2,4}?(?=来信|说|称|表示|反映|爆料|发帖|留言)|"
    r"(?<![\u4e00-\u9fff])(?:老|小|阿)(?![板师百年人组说学区米鹏麦将总家牌])[\u4e00-\u9fff](?=[^，。；：]{0,5}?(?:说|讲|告诉))|的老(?!板|师|总)[\u4e00-\u9fff](?=说|讲|告诉)|"
    r"听(?!证|取|众|闻|从|说|到)[^，。；]{1,6}?(?=讲|说)|的人(?=[都也们]?[都也]?(?:说|讲|称))"
)
INDEFINITE = Row("indefinite speaker", Effect.UNCONFIRMED, Effect.UNCONFIRMED, Scope.SOURCE)
# Verbs of saying with which a quotation is ascribed, each with its forms.
_ASCRIBING = words(
    "remark observe comment add note recall quip exclaim murmur mumble confide declare announce explain argue complain sigh reply "
    "answer warn opine vow wager grumble sniff snap yell scoff laugh concede contend maintain assert allege gossip gush rant sneer "
    "chime shrug venture muse fume"
)
_NAMES = frozenset({"may", "will"})
# What a verb of saying or thinking takes: a clause, a noun phrase with its article, a name, an infinitive, a figure.
_COMPLEMENT = words(
    "that the a an it its he she they his her their there this these those to no some all any both more over about up by in "
    "what why how whether where when who one two three nearly almost"
)
_WRONG_ADVERBS = frozenset({"falsely", "wrongly", "mistakenly", "erroneously", "incorrectly"})
# "Wrongly reported", not "wrongly dismissed": only what is said or thought can be wrong in itself.
_SPOKEN = words(
    "say tell claim report state put give list identify believe think attribute describe suggest "
    "announce assume record quote credit show name"
)
_BEFORE_VERBS = words(
    "had has have will would not to they we you i analysts economists forecasters officials traders investors experts critics"
)
_OBJECT_WORDS = 6
_INFINITIVES = frozenset({"decline/v to", "move/v to"})
_AMOUNTS = words("$ € £ ¥ a an the its their about nearly almost around roughly just only below above under over minus some")
_OF_OBJECT = words("of at between")
_AUXILIARIES = words("have has had do does did will would may might can could should must")
_SCENE_NOUNS = words("forecast forecasts baseline")
_SCENE_HEADS = words("in under on by per")
_ORDER_NOUNS = words("backlog book books intake flow flows inflow inflows volume volumes")
_OF_GOODS = words("owned occupied unreleased unseen undisclosed unreported unknown enjoyed")
_PLAIN_SOURCES = words("primary official quarterly original")
_PLATFORMS = words("youtube tiktok facebook reddit telegram whatsapp")
_PLATFORM_TIES = words("on a an via across over from viral by to")
_REPORTS = words("said reported posted announced disclosed recorded earned generated made had has added lost gained grew")
_BEFORE_NOUNS = words("the a an its their his her this that of new no")
_ABOUT = words("that of about saying say says said claiming claim suggesting suggest alleging stating whether linking circulating")


class Token(NamedTuple):
    """One word as the lists spell it; ``start`` and ``end`` (exclusive) count characters of the text."""

    word: str
    start: int
    end: int
    is_capital: bool


class Cue(NamedTuple):
    """A row of the lists where it stands."""

    row: Row
    start: int
    end: int


def english_tokens(text: str, start: int, end: int) -> list[Token]:
    """Words in lower case with straight apostrophes; "didn't" gives "did" and "not", "it'll" gives "it" and "will"."""
    tokens = []
    for found in _WORD.finditer(text, start, end):
        word = found.group().replace("’", "'")
        is_capital = word[0].isupper()
        word = word.lower()
        at, stop = found.span()
        if word in {"can't", "cannot"}:
            tokens.append(Token("cannot", at, stop, is_capital))
        elif word.endswith("n't") and word != "won't":
            tokens.extend((Token(word[:-3], at, stop - 3, is_capital), Token("not", stop - 3, stop, False)))
        elif word.startswith(_FORMER):
            dash = at + word.index("-") + 1
            tokens.extend((Token(word[: dash - at], at, dash, is_capital), Token(word[dash - at :], dash, stop, False)))
        elif word.endswith("'ll"):
            tokens.extend((Token(word[:-3], at, stop - 3, is_capital), Token("will", stop - 3, stop, False)))
        else:
            tokens.append(Token(word, at, stop, is_capital))
    return tokens


def english_cues(tokens: list[Token]) -> list[Cue]:
    """The cues among ``tokens``, in their order; a longer phrase takes its words from the shorter."""
    phrases = english_beginnings()
    cues = _indefinite_speakers(tokens)
    at = 0
    while at < len(tokens):
        begun = phrases.get(tokens[at].word)
        if begun is None:
            at += 1
            continue
        following = tokens[at + 1].word if at + 1 < len(tokens) else ""
        can_skip = tokens[at].word in _BE and following in _WHEN
        for phrase in () if _is_name(tokens, at) or _ends_name(tokens, at) else begun.every if can_skip else begun.before(following):
            last = _match(phrase, tokens, at)
            if last is None:
                continue
            rows = [row for row in phrase.rows if _is_used_so(row, tokens, at, last) and not _names_thing(row, tokens, at, last)]
            if rows:
                cues.extend(Cue(row, tokens[at].start, tokens[last].end) for row in rows)
                # Words inside a gap may hold cues of their own.
                at = at if GAP in phrase.tokens else last
                break
        at += 1
    return sorted(cues, key=lambda cue: cue.start)


def chinese_cues(text: str, start: int, end: int) -> list[Cue]:
    """The cues of ``text[start:end]``, in their order; a longer word takes its letters from the shorter."""
    phrases = chinese_phrases()
    cues: list[Cue] = []
    at = start
    for found in _chinese_heads().finditer(text, start, end):
        begin = found.start()
        for phrase in (*phrases.get(text[begin : begin + 2], ()), *phrases.get(found.group(), ())):
            spelling = phrase.tokens[0]
            stop = begin + len(spelling)
            if stop > end or not text.startswith(spelling, begin):
                continue
            if begin < at and (stop <= at or phrase.rows[0].scope not in _MAY_OVERLAP):
                break
            cues.extend(Cue(row, begin, stop) for row in phrase.rows if _stands_so(row, text, start, end, begin))
            at = stop
            break
    nameless = _ZH_INDEFINITE.finditer(text, start, end)
    cues.extend(Cue(INDEFINITE, *found.span()) for found in nameless if not is_speaker(found.group()))
    return sorted(cues, key=lambda cue: cue.start)


@cache
def _chinese_heads() -> re.Pattern[str]:
    return lazy_regex("[" + "".join(re.escape(letter) for letter in {pair[0] for pair in chinese_phrases()}) + "]")


def _is_name(tokens: list[Token], at: int) -> bool:
    """ "In May", "Will Smith": a capital within the sentence, or a month before its day."""
    token = tokens[at]
    if token.word not in _NAMES or not token.is_capital:
        return False
    following = tokens[at + 1].word if at + 1 < len(tokens) else ""
    return at > 0 or following[:1].isdigit()


def _ends_name(tokens: list[Token], at: int) -> bool:
    """ "Isle of Man": a noun with a capital behind a name with one."""
    return at > 1 and tokens[at].is_capital and tokens[at - 1].word == "of" and tokens[at - 2].is_capital


def _indefinite_speakers(tokens: list[Token]) -> list[Cue]:
    """ "A man at the bar swears …", "…, a retired teacher told us": who is named by no name and holds no office vouches for nothing."""
    cues = []
    for index, token in enumerate(tokens):
        if token.word not in _INDEFINITE:
            continue
        if (
            index
            and tokens[index - 1].word in _SAYING
            and not any(is_speaker(near.word) for near in tokens[index + 1 : index + 1 + _NAMED_WORDS])
        ):
            cues.append(Cue(INDEFINITE, tokens[index - 1].start, token.end))
            continue
        for last in range(index + 1, min(index + _SPEAKER_WORDS, len(tokens))):
            word = tokens[last].word
            if word in _SAYING or word in _ascribed():
                if last > index + 1:
                    cues.append(Cue(INDEFINITE, token.start, tokens[last - 1].end))
                break
            if not word[0].isalpha() or is_speaker(word):
                break
    return cues


def _match(phrase: Phrase, tokens: list[Token], at: int) -> int | None:
    """The index of the last token of ``phrase`` where it begins at ``at``."""
    if phrase.is_initial and at > 0:
        return None
    index = at
    can_skip = False
    for word in phrase.tokens[1:]:
        if word == GAP:
            can_skip = True
            continue
        index += 1
        if index == at + 1 < len(tokens) and phrase.tokens[0] in _BE and tokens[index].word in _WHEN - {word}:
            # "was later withdrawn"
            index += 1
        if can_skip:
            begin = index
            index = next((i for i in range(begin, min(begin + _GAP_WORDS + 1, len(tokens))) if tokens[i].word == word), len(tokens))
            if word == "to" and any(_went(token) for token in tokens[begin:index]):
                return None  # "building permits |climbed| 8 percent to"
            can_skip = False
        if index >= len(tokens) or tokens[index].word != word:
            return None
    return index


def _went(token: Token) -> bool:
    """Whether a word is the past of a verb that tells where a figure went: then "to" is its own."""
    base = lemma(token.word)
    return base != token.word and not token.word.endswith("ing") and english_words()[0].get(base) in (Role.UP, Role.DOWN)


def _is_used_so(row: Row, tokens: list[Token], at: int, last: int) -> bool:
    following = tokens[last + 1] if last + 1 < len(tokens) else None
    if row.effect is Effect.OPINION and following is not None and following.word == "by":
        # "Petrobras, advised by Lazard": no advice to do it.
        return False
    if row.effect is Effect.FICTION and row.scope is Scope.AROUND and at == last:
        # "In her novel the bank fails"; not "the novel has sold a million".
        is_named = at > 0 and tokens[at].is_capital and tokens[at - 1].is_capital  # "Wanda Film's revenue"
        return any(token.word in {"in", "inside"} for token in tokens[max(0, at - _WITHIN) : at]) or (
            row.words.endswith("'s") and not is_named
        )
    if row.words in _INFINITIVES and following is not None and _opens_amount(following.word):
        # "Declined to 4%", "moved to a record": where a figure went, no refusal and no attempt.
        return False
    if row.needs_complement:
        return _takes_complement(tokens, at, following)
    if row.words == "once" and row.effect is Effect.PAST and _opens_clause(tokens, at):
        return False
    if row.words in _SCENE_NOUNS and row.scope is Scope.AROUND:
        return _sets_scene(tokens, at)
    if row.words in _WRONG_ADVERBS:
        return following is not None and following.word in _spoken()
    if row.scope is Scope.NOUN:
        return following is not None and following.word in _ABOUT
    return True


@cache
def _ascribed() -> frozenset[str]:
    return frozenset(form for verb in _ASCRIBING for form in (*present_forms(verb)[1:], *past_forms(verb)[:1]))


@cache
def _spoken() -> frozenset[str]:
    return frozenset(form for verb in _SPOKEN for form in (*present_forms(verb), *past_forms(verb)))


def _opens_clause(tokens: list[Token], at: int) -> bool:
    """ "Once debt goes past four times earnings": a conjunction, no adverb; its clause has a subject and then a predicate."""
    if at and tokens[at - 1].word in _BE | {",", "a", "an", "the"} and tokens[at - 1].word != ",":
        return False
    behind = tokens[at + 1 : at + 1 + _WITHIN]
    words_behind = [token.word for token in behind]
    end = next((index for index, word in enumerate(words_behind) if not word[0].isalpha()), len(behind))
    return any(lemma(word) in event_verbs("en") or word in _BE | _AUXILIARIES for word in words_behind[1:end]) and not (
        lemma(words_behind[0]) in event_verbs("en") and words_behind[0].endswith("ed")
    )


def _sets_scene(tokens: list[Token], at: int) -> bool:
    """ "In its baseline forecast, growth is 3.2%": the phrase at the head; not "in line with its forecast"."""
    head = [token.word for token in tokens[:at]]
    return 0 < at <= _WITHIN and head[0] in _SCENE_HEADS and "line" not in head and "," not in head


def _names_thing(row: Row, tokens: list[Token], at: int, last: int) -> bool:
    """Whether a word of status is a noun of trade here: "order backlog rises to", "Adobe posts revenue of", "a primary source"."""
    if is_of_this_world(row, [token.word for token in tokens[last + 1 : last + 3]]):
        return True
    following = tokens[at + 1].word if at + 1 < len(tokens) else ""
    before = tokens[at - 1].word if at else ""
    if row.words.startswith("order/v"):
        return following in _ORDER_NOUNS
    if row.words == "previously":
        return following in _OF_GOODS
    if row.words == "posts":
        return at > 0 and tokens[at - 1].is_capital and _opens_object(tokens, at + 1)
    if row.words in _PLATFORMS:
        return _speaks_for_itself(tokens, at)
    if row.words in ("source", "note"):
        return before in _PLAIN_SOURCES
    return row.words in ("tourist", "rival") and (following in ("office", "arrivals", "board", "numbers") or before in ("chief", "main"))


def _speaks_for_itself(tokens: list[Token], at: int) -> bool:
    """Whether a platform tells its own figures as a company does: "YouTube reported revenue of", not "a TikTok video said"."""
    following = [token.word for token in tokens[at + 1 : at + 3]]
    is_own = following[:1] == ["says"] and following[1:] in (["it"], ["its"])
    is_named = tokens[at].is_capital and not (at and tokens[at - 1].word in _PLATFORM_TIES)
    return is_named and (is_own or (bool(following) and following[0] in _REPORTS))


def _takes_complement(tokens: list[Token], at: int, following: Token | None) -> bool:
    """Whether a word that may be a noun ("plans", "claims") is a verb here, by what stands around it."""
    before = tokens[at - 1].word if at else ""
    if before in _BEFORE_VERBS:
        return True
    if following is None:
        return False
    if before in _BEFORE_NOUNS or (at and tokens[at].is_capital):
        # Titles write nouns with a capital too ("Solar Demand Set for Growth").
        return following.word in {"that", "to"}
    if (
        at
        and tokens[at].word.endswith(("s", "forecast"))
        and (tokens[at - 1].is_capital or is_speaker(before))
        and _opens_object(tokens, at + 1)
    ):
        return True
    if following.word == ":" and at and not tokens[at - 1].is_capital and not is_speaker(before):
        return False  # "Cost of the pilot project: $31.3 million"
    return following.word in _COMPLEMENT or following.is_capital or following.word[0] in "\"“'‘:$€£" or following.word[0].isdigit()


def _opens_amount(word: str) -> bool:
    return word[0].isdigit() or word in _AMOUNTS


def _opens_object(tokens: list[Token], at: int) -> bool:
    """ "The Fund forecasts global growth of 3.2%": a noun phrase up to its preposition or the end, no predicate in it."""
    for token in tokens[at : at + _OBJECT_WORDS]:
        if token.word in _OF_OBJECT or not token.word[0].isalpha():
            return token.word in _OF_OBJECT and token is not tokens[at]
        if token.word in _BE or token.word in _AUXILIARIES or token.word.endswith("ed"):
            return False
    return False


def _stands_so(row: Row, text: str, start: int, end: int, at: int) -> bool:
    """Whether a Chinese word is used as its row means it: no part of a name, and no one who does it ("押注者")."""
    reach = _HEAD_ALONE.get(row.words)
    if reach is not None and not _is_clause_head(text, start, at, reach):
        return False
    stop = at + len(row.words)
    if (inside := WITHIN_WORD.get(row.words)) is not None and inside.search(text[max(start, at - 2) : stop + 2]):
        return False
    if row.words == "将" and _ZH_OBJECT.match(text, stop, end):
        return False
    if row.words == "只有" and text.find("才", stop, end) < 0:
        # "占比只有20%" is no condition.
        return False
    if row.scope is Scope.SPEECH_NOUN:
        return _ZH_SPEECH_NOUN.search(text, stop, end) is not None
    return not text.startswith("者", stop) or row.scope is Scope.SOURCE


def _is_clause_head(text: str, start: int, at: int, reach: int) -> bool:
    head = max(start, at - reach)
    return at - start <= reach or any(mark in text[head - 1 : at] for mark in "，；：。,;“‘")
