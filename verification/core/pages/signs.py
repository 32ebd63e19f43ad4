"""The words and marks by which a page in the place of content gives itself away, read once from ``data/page_signs.tsv``.

Precision first. What a page says *of itself* is a sentence to its reader; what an article says of captchas, cookies and paywalls is told
of others. So a sentence that reports (who said what, when, about whom) is no sign, nor is what stands in quotation marks; and a page that
says much besides is an article, whatever else it says.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property

from verification.core.language.needed_words import Sieved
from verification.core.language.tables import read_rows
from verification.core.language.texts import count_han
from verification.core.patterns import lazy_regex
from verification.core.vocabulary import PageKind

PARKED = "parked"
TOLD_WEIGHT = 160  # of sentences about something else that a page in the place of content may hold
_LONGEST = 40_000
_LABEL = 30  # what weighs less is a button, a name, a heading
_TITLE_PARTS = lazy_regex(r"\s*[|｜·_–—«»]\s*|\s+[-:]\s+|\s*-{1,2}\s*(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])-(?=[\u4e00-\u9fff\w])")
_STOPS = lazy_regex(r"(?<=[。！？])|(?<=[.!?…])[\"”’)]?\s+|\n+")
_QUOTED = lazy_regex(r"“[^”\n]{0,300}”|「[^」\n]{0,300}」|『[^』\n]{0,300}』|(?<![\w\"])\"[^\"\n]{0,300}\"")
_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "\u00a0": " ", "\u3000": " ", "\u200b": None})
_TOLD = lazy_regex(
    r"\b(?:said|says|told|according to|reported|announced|launched|introduced|argues?|argued|found that|estimates?|survey|percent|per cent"
    r"|researchers?|analysts?|publishers?|companies|regulators?|readers|shoppers|people|lawmakers|minister|spokes(?:man|woman|person)"
    r"|(?:on|last|next) (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:in|since|until|by) (?:19|20)\d\d"
    r"|(?:january|february|march|april|june|july|august|september|october|november|december) \d"
    r"|many (?:sites|websites|users|visitors)|(?:sites|websites|visitors|they|he|she) (?:ask|asks|asked|see|sees|saw|are"
    r"|were|had|show|shows)\b(?! (?:down|back|under)))"
    r"|表示|指出|认为|据悉|据(?:介绍|了解|报道|统计)|记者|日前|近日|业内|专家|分析师|发布会|网友|不少|许多|很多用户|研究人员|同比|环比|去年"
    r"|今年以来|宣布|公布|称[，：]|公告称|提出|透露|强调|推出|周[一二三四五六日](?!至)|一项研究",
    re.IGNORECASE,
)
_ASKED = lazy_regex(
    r"^\W*(?:if|when|whenever|why|how|what|while|although|because|the|a|an|this is why|for example)\b"
    r"|^(?:如果|当|为什么|为何|如何|怎么|怎样|什么是)",
    re.I,
)
_SPOKEN = lazy_regex(
    r"\b(?:you|your|you're|we|our|us|please|click|press|enable|try|contact|return|go back|sorry|thank|oops|accept|reject|manage|du|sie|wir"
    r"|ihr|nous|vous|usted)\b|您|你|请|我们|本站|本网站|本系统|抱歉|对不起|点击|敬请",
    re.IGNORECASE,
)
_ADDRESS = lazy_regex(r"(?:https?://|www\.)\S+")


class Where(StrEnum):
    """What a sign is looked for in."""

    TITLE = "title"
    TEXT = "text"
    WORDS = "words"
    HEADER = "header"
    MARKUP = "markup"
    SHELL = "shell"
    HOST = "host"
    PATH = "path"


@dataclass(frozen=True, slots=True)
class PageSign:
    """What a page is and the words or the mark that showed it; ``is_parked`` of a page that is gone with its whole domain."""

    kind: PageKind
    mark: str = ""
    is_parked: bool = False


@dataclass(frozen=True)
class Speech:
    """The sentences of a page in their order, quotations taken out, and the weight of each."""

    sentences: tuple[str, ...]
    weights: tuple[int, ...]

    @cached_property
    def low(self) -> tuple[str, ...]:
        """The sentences in lower case."""
        return tuple(said.lower() for said in self.sentences)

    @cached_property
    def weight(self) -> int:
        return sum(self.weights)

    @cached_property
    def told(self) -> tuple[bool, ...]:
        """Of each sentence whether it tells of others, or explains, instead of speaking for the page."""
        return tuple(_TOLD.search(said) is not None for said in self.sentences)

    @cached_property
    def reported(self) -> int:
        """The weight of the sentences that report what others said and did."""
        return sum(w for is_told, w in zip(self.told, self.weights, strict=True) if is_told)

    @cached_property
    def prose(self) -> int:
        """The weight of what is said in whole sentences, whatever they are about: no labels, no bare addresses, no imprint."""
        return sum(w for said, w in zip(self.sentences, self.weights, strict=True) if is_prose(said, w))


@cache
def _parts() -> dict[tuple[str, Where], list[str]]:
    parts: defaultdict[tuple[str, Where], list[str]] = defaultdict(list)
    for kind, where, pattern, _example, _reason in read_rows("pages", "page_signs"):
        parts[kind, Where(where)].append(f"(?:{pattern})")
    return dict(parts)


@cache
def table() -> dict[tuple[str, Where], re.Pattern[str]]:
    """One pattern for each kind and place; kinds as the table names them."""
    return {key: re.compile("|".join(found), re.IGNORECASE) for key, found in _parts().items()}


@cache
def _spoken_of_itself(kind: str) -> Sieved:
    """The same patterns of a kind for the sentences of a text."""
    return Sieved(_parts()[kind, Where.TEXT])


def weight_of(text: str) -> int:
    """Length in letters of an alphabet; a Chinese sign says as much as two and a half."""
    return len(text) + 3 * count_han(text[:_LONGEST]) // 2


def weight_without_addresses(text: str) -> int:
    return weight_of(_ADDRESS.sub("", text).strip())


def plain(text: str) -> str:
    """With straight apostrophes and single spaces, as the table writes."""
    return re.sub(r"[^\S\n]+", " ", text.translate(_STRAIGHT)).strip()


def speech_of(text: str) -> Speech:
    """The first 40,000 characters of a text, sentence by sentence."""
    said = [one.strip() for one in _STOPS.split(_QUOTED.sub("“”", plain(text[:_LONGEST]))) if one and one.strip()]
    return Speech(tuple(said), tuple(weight_of(one) for one in said))


def is_prose(sentence: str, weight: int) -> bool:
    """Whether a sentence says something: a long one does, a shorter one where it ends as sentences do."""
    bare = _ADDRESS.sub("", sentence)
    if "©" in bare or re.match(r"\W*copyright\b|.*\ball rights reserved|.*(?:版权所有|ICP备)", bare, re.IGNORECASE):
        return False
    heavy = weight if bare == sentence else weight_of(bare)
    return heavy >= 60 or (heavy >= 20 and bare.rstrip('"”’)）')[-1:] in (".", "!", "?", "。", "！", "？"))


def said_by_title(kind: str, title: str) -> str | None:
    """The part of a title that says of a page what it is."""
    pattern = table().get((kind, Where.TITLE))
    said = plain(title[:300])
    if pattern is None:
        return None
    for part in (said, *_TITLE_PARTS.split(said)):
        if part and pattern.fullmatch(part.strip()):
            return part.strip()
    return None


def said_in_speech(kind: str, speech: Speech) -> str | None:
    """The first words of a page that say of itself what it is."""
    for found in _signs(kind, speech):
        return found
    return None


def told_weight(kind: str, speech: Speech, *, is_article: bool) -> int:
    """What the page says of other things: the weight of the sentences that a page of this kind would not say.

    On a page that is marked as an article, or that reports, only what speaks to the reader counts as the page's own.
    """
    is_article = is_article or is_report(speech)
    own, words = _spoken_of_itself(kind), table()[kind, Where.WORDS]
    told = 0
    for sentence, low, weight, is_told in zip(speech.sentences, speech.low, speech.weights, speech.told, strict=True):
        if weight < _LABEL:
            continue
        if not is_told:
            is_sign = own.search(sentence, low) is not None and not _ASKED.match(sentence)
            is_about = words.search(sentence) is not None and (not is_article or _SPOKEN.search(sentence) is not None)
            if (is_sign and (not is_article or weight < 2 * _LABEL or _SPOKEN.search(sentence))) or is_about:
                continue
        told += weight
    return told


def is_report(speech: Speech) -> bool:
    """Whether a third of what a page says reports what others said and did."""
    return speech.weight > 0 and speech.reported * 3 >= speech.weight


def sign_weight(kind: str, speech: Speech) -> int:
    """The weight of the sentences that hold a sign."""
    own = _spoken_of_itself(kind)
    said = zip(speech.sentences, speech.low, speech.weights, speech.told, strict=True)
    return sum(weight for sentence, low, weight, is_told in said if not is_told and own.search(sentence, low))


def find_mark(kind: str, where: Where, text: str) -> str | None:
    """The first mark of a kind in headers, markup or an address."""
    pattern = table().get((kind, where))
    found = pattern.search(text) if pattern else None
    return found.group()[:80] if found else None


def _signs(kind: str, speech: Speech) -> Iterator[str]:
    own = _spoken_of_itself(kind)
    for sentence, low, is_told in zip(speech.sentences, speech.low, speech.told, strict=True):
        if not is_told and (found := own.search(sentence, low)):
            yield found.group()[:80]
