"""The parts of a name: the known names in it and the words that are left, without legal forms and words that name nobody."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from verification.core.language.capitals import TIME_WORDS, organisation_words
from verification.core.language.everyday import is_everyday
from verification.core.language.lemmas import lemma
from verification.core.language.lexicon import STOP_WORDS
from verification.core.language.script import to_simplified
from verification.core.language.tables import read_rows
from verification.core.language.texts import fold, is_han
from verification.core.language.word_tables import words
from verification.core.patterns import lazy_regex
from verification.core.subjects.chinese_words import everyday_words, segment
from verification.core.subjects.known import Token, find_known, key_of, latin_tokens
from verification.core.subjects.registry import Entity

_RARE_WEIGHT = 1.0
_COMMON_WEIGHT = 0.6
# A headline has more words than this, and of them more than this share with a capital.
_SHORT = 4
_HEADLINE = 0.6
# What a word has a capital behind, whatever it is.
_OPENING = lazy_regex(r"[.:?!|–—]['\"“‘’]?\s*$")
# "Consumer Price Index |Summary|": what the names of documents and series end in.
_DOCUMENTS = words(
    "report reports summary statistics overview bulletin release releases results decision decisions outlook review update monitor survey "
    "indicators data figures highlights briefing newsletter price prices index rate rates"
)
# 金融统计数据|报告, 社会消费品零售|情况: the same in Chinese, where nothing in it is a known name.
_CHINESE_DOCUMENT = lazy_regex(r"(?:报告|公报|情况|(?:统计|运行|经济|主要)数据|简报|通报|月报|周报|快报|一览|行情|总值表|统计表|数据表)$")
_REGULAR = words("daily weekly monthly quarterly annual yearly")
_FEWEST_TITLED = 3
# What scales the figure that it stands behind.
_SCALES = frozenset(("k", "m", "mn", "b", "bn", "t", "tn"))
_HAN_RUN = lazy_regex(r"[\u3400-\u9fff\uf900-\ufaff]+")


def _role(role: str, lang: str) -> frozenset[str]:
    return frozenset(word for word, language, its, _ in read_rows("subjects", "name_words") if (language, its) == (lang, role))


def _either(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))


FORMS = _role("form", "en")
FUNCTION = _role("function", "en")
_NOBODY = _role("nobody", "en")
# What no surname stands behind.
_SMALL = FUNCTION | STOP_WORDS | TIME_WORDS
_OFFICERS = _role("officer", "en") | _role("officer", "zh")
_TRADE = _either(_role("trade", "zh"))
_CHINESE_FORM = lazy_regex(rf"(?<=..)(?:[（(]集团[）)])?(?:{_either(_role('form', 'zh'))})$")
_CHINESE_NOBODY = lazy_regex(_either(_role("nobody", "zh")))
_CHINESE_FUNCTION = lazy_regex(_either(_role("function", "zh")))
# What follows the name of a company in its full Chinese name: 宁德时代(新能源科技股份有限公司).
TRADE_AND_FORM = lazy_regex(rf"(?:{_TRADE})+(?:{_either(_role('form', 'zh'))})")


# "The central bank of Elbonia", "Elbonia's central bank", 埃尔博尼亚央行: the bank, and the place that it speaks for.
# Where a company is quoted is no place of its name: 可口可乐|(KO.US)|公司, "Lumeo |(NYSE: LMO)|".
_QUOTED_AT = lazy_regex(r"\s?[(（][A-Z0-9]{1,6}\s?[.:：]\s?[A-Z0-9]{1,6}[)）]")
_SEAT = lazy_regex(rf"\b(?:the\s)?(?:{_either(_role('seat', 'en'))})\b(?:\sof\b)?|(?:{_either(_role('seat', 'zh'))})", re.IGNORECASE)


class Part(NamedTuple):
    """One part of a name: the known things it may stand for, or a word, which is compared by its ``key``.

    ``is_name``: a name and no noun of every day.
    """

    key: str
    text: str
    entities: tuple[Entity, ...]
    is_name: bool
    is_chinese: bool

    @property
    def weight(self) -> float:
        """How much the part tells."""
        return _RARE_WEIGHT if self.is_name else _COMMON_WEIGHT

    @property
    def is_place(self) -> bool:
        return any(entity.kind == "place" for entity in self.entities)

    @property
    def is_listed(self) -> bool:
        """Whether it names a company, an index or another thing that has parts in many places."""
        return any(entity.kind != "place" for entity in self.entities)

    @property
    def is_officer(self) -> bool:
        """Whether it only says who or which document speaks for a name: 董事长, 年报, "spokesman"."""
        return not self.entities and self.key in _OFFICERS

    @property
    def codes(self) -> frozenset[str]:
        return frozenset(entity.code for entity in self.entities)


@lru_cache(maxsize=4096)
def parts_of(name: str, *, is_typed: bool = False) -> tuple[Part, ...]:
    """The parts of ``name`` in their order; none for what names nobody ("the company", 该行). ``is_typed``: see ``find_known``."""
    name = _QUOTED_AT.sub("", name)
    text = fold(to_simplified(name)) if any(is_han(sign) for sign in name) else name
    parts: list[Part] = []
    at = 0
    tokens = latin_tokens(name)
    has_plain_capitals = not (is_headline(tokens) or (not is_typed and _is_of_document(tokens)))
    for known in find_known(name, is_typed=is_typed):
        parts.extend(_words(name[at : known.start], text[at : known.start], is_typed=is_typed, has_plain_capitals=has_plain_capitals))
        written = name[known.start : known.end]
        parts.append(
            Part(key_of(text[known.start : known.end]), written, known.entities, is_name=True, is_chinese=any(map(is_han, written)))
        )
        at = known.end
    parts.extend(_words(name[at:], text[at:], is_typed=is_typed, has_plain_capitals=has_plain_capitals))
    return tuple({(part.key, part.entities): part for part in parts}.values())


def names_nobody(name: str) -> bool:
    """Whether words stand for a name said elsewhere: "the company", "the retailer"."""
    return not parts_of(name)


def is_whole_name(name: str) -> bool:
    """Whether all of it is a name: "Pelican Motors", not "a jury in Austin"."""
    return all(part.is_name for part in parts_of(name))


def is_of_land(name: str) -> bool:
    """Whether a place, or the bank or office of one, stands in a name."""
    return any(entity.kind in ("place", "institution") for part in parts_of(name) for entity in part.entities)


@lru_cache(maxsize=4096)
def place_of_seat(name: str, *, is_typed: bool = False) -> str:
    """The place that ``name`` is the central bank of; empty where it is none, names no place, or has a name of its own."""
    found = _SEAT.search(to_simplified(name))
    if found is None or any(one.start <= found.start() < found.end() < one.end for one in find_known(name, is_typed=is_typed)):
        return ""
    rest = re.sub(r"['’]s?$", "", f"{name[: found.start()].strip()} {name[found.end() :].strip()}".strip())
    return rest if any(part.is_name for part in parts_of(rest, is_typed=is_typed)) else ""


def bare(name: str) -> str:
    """A name without its legal form, simplified, in lower case: what two writings of one name share."""
    text = fold(to_simplified(name)).strip(" .,，。、·\"'“”《》「」()（）")
    if any(map(is_han, text)):
        return _CHINESE_FORM.sub("", re.sub(r"\s+", "", text))
    tokens = [token.key for token in latin_tokens(text)]
    while len(tokens) > 1 and tokens[-1] in FORMS:
        tokens.pop()
    return " ".join(token for index, token in enumerate(tokens) if token not in FUNCTION or (index == 0 and len(tokens) == 1))


def is_headline(tokens: Sequence[Token]) -> bool:
    """Whether most words have a capital, as those of a headline do: then it makes no name of a word."""
    letters = [token for token in tokens if token.key[0].isalpha()]
    return len(letters) > _SHORT and sum(token.is_capital for token in letters) > _HEADLINE * len(letters)


def _is_of_document(tokens: Sequence[Token]) -> bool:
    """Whether words with capitals name a document or a series by what it holds, and nobody: "Weekly Petroleum Status Report"."""
    letters = [token for token in tokens if token.key[0].isalpha()]
    is_titled = len(letters) >= _FEWEST_TITLED and all(token.is_capital or token.key in FUNCTION for token in letters)
    is_named = any(token.key in organisation_words() and before.key not in _REGULAR for before, token in pairwise(letters))
    return is_titled and not is_named and letters[-1].key in _DOCUMENTS


def _words(written: str, text: str, *, is_typed: bool, has_plain_capitals: bool) -> Iterator[Part]:
    """The words between known names."""
    at = 0
    for run in _HAN_RUN.finditer(text):
        yield from _latin(written[at : run.start()], is_typed=is_typed, has_plain_capitals=has_plain_capitals)
        yield from _chinese(run.group())
        at = run.end()
    yield from _latin(written[at:], is_typed=is_typed, has_plain_capitals=has_plain_capitals)


def _latin(text: str, *, is_typed: bool, has_plain_capitals: bool) -> Iterator[Part]:
    tokens = latin_tokens(text)
    for index, token in enumerate(tokens):
        if token.key in FUNCTION or token.key in _NOBODY or (token.key in FORMS and (token.is_capital or index)):
            continue
        if not token.key[0].isalnum():
            continue
        is_told = has_plain_capitals and index > 0 and not _OPENING.search(text, 0, token.start)
        is_name = _is_name(token, is_told=is_told, is_typed=is_typed) and not _is_aside(text, tokens, index)
        yield Part(lemma(token.key), text[token.start : token.end], (), is_name=is_name, is_chinese=False)


def _is_name(token: Token, *, is_told: bool, is_typed: bool) -> bool:
    """Whether a word is a name: with a capital where that tells (``is_told``), or no word of every day, which a query may write small."""
    if token.key[0].isdigit():
        return False
    return (token.is_capital and is_told) or ((token.is_capital or is_typed) and not is_everyday(token.key, "en"))


def _is_aside(text: str, tokens: Sequence[Token], index: int) -> bool:
    """Whether a word with a capital says when, how many or how two things hang together, and names nobody: "jobs in |May|", "69|K|",
    "surges |After| …"; but "Theresa |May|"."""
    token = tokens[index]
    if token.key in TIME_WORDS:
        before = tokens[index - 1] if index else None
        is_surname = before is not None and before.is_capital and text[before.end : token.start] == " "
        return before is None or not is_surname or before.key in _SMALL
    return token.key in STOP_WORDS or (token.key in _SCALES and text[token.start - 1 : token.start].isdigit())


def _chinese(run: str) -> Iterator[Part]:
    rest = _CHINESE_FORM.sub("", run)
    if _CHINESE_NOBODY.fullmatch(rest) or _CHINESE_FORM.fullmatch(f"，，{rest}", 2) or TRADE_AND_FORM.fullmatch(run):
        return
    is_of_document = _CHINESE_DOCUMENT.search(rest) is not None
    for piece in _CHINESE_FUNCTION.split(rest):
        for word, is_name in segment(piece):
            words = everyday_words(word) if is_name else []
            is_own = is_name and not words and not is_of_document
            yield from (Part(one, one, (), is_name=is_own, is_chinese=True) for one in words or [word] if one)
