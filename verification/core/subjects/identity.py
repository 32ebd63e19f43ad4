"""Whose figure it is: a node that names a country, a central bank, a thing or a company is not answered by the figure of another one.

"The UK unemployment rate" shares every word but one with "the US unemployment rate", and that one decides.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from verification.core.language.texts import clause_spans
from verification.core.subjects.glossary import INSTITUTIONS, PLACES, THINGS, entries

# Names by their first Chinese writing that count as another one: an institution is its jurisdiction.
_SEATS = {
    "美联储": "美国", "欧洲央行": "欧元区", "英国央行": "英国", "日本央行": "日本", "中国央行": "中国", "澳洲联储": "澳大利亚",
    "加拿大央行": "加拿大", "瑞士央行": "瑞士", "现货黄金": "黄金",
}  # fmt: skip
# Everybody's, or a unit: standing beside a figure they make it nobody else's.
_EVERYWHERE = frozenset({"全球", "国际货币基金组织", "世界银行", "欧佩克", "原油", "人民币"})
# A dateline, an outlet or a currency is no subject: "北京6月17日电", "上海证券报", "the US dollar"; "美国7月CPI" names the country.
_NOT_AFTER_CHINESE = r"(?!证券|交易所|报(?!告)|财经|日报|(?:\d{1,2}月)?\d{1,2}日(?:电|讯|消息|\s?[（(])|电[　\s])"
_NOT_AFTER_ENGLISH = r"(?!\s(?:dollars?|time|stocks?|shares|markets?|Daily|Times|Post|Morning)\b)"
_POSSESSIVE = re.compile(r"\b([A-Z][\w.&-]*(?:\s[A-Z][\w.&-]*){0,2})['’]s\s(?:[\w-]+\s){0,4}$")
_NO_POSSESSOR = re.compile(
    r"^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|"
    r"Today|Yesterday|Last|This|It|That|There|Here|What|The|Let|Who)\b"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A known name in a text: ``code`` is equal for all its writings; ``start`` counts characters of the text."""

    code: str
    start: int


class _Names:
    """The names of one kind: no two of them are the same subject."""

    def __init__(self, sections: Sequence[str]) -> None:
        self._codes: dict[str, str] = {}
        chinese, english = [], []
        for written, translated in entries(*sections):
            code = _SEATS.get(written[0], written[0])
            self._codes |= dict.fromkeys((*written, *translated), code)
            chinese += written
            english += translated
            # At the head of a sentence a common noun is written large.
            large = [name[0].upper() + name[1:] for name in translated]
            self._codes |= dict.fromkeys(large, code)
            english += large
        han = "|".join(re.escape(name) for name in sorted(chinese, key=len, reverse=True))
        latin = "|".join(re.escape(name) for name in sorted(english, key=len, reverse=True))
        self._pattern = re.compile(rf"(?:{han}){_NOT_AFTER_CHINESE}|(?<![\w.])(?:{latin})(?!\w){_NOT_AFTER_ENGLISH}")

    def mentions(self, text: str) -> Iterator[Mention]:
        for match in self._pattern.finditer(text):
            code = self._codes[match.group()]
            if code not in _EVERYWHERE:
                yield Mention(code, match.start())


_JURISDICTIONS = _Names((INSTITUTIONS, PLACES))
_SUBJECTS = _Names((THINGS,))


class Identity:
    """The names that the label and the aliases of a node hold."""

    def __init__(self, names: Sequence[str]) -> None:
        self._asked: list[tuple[_Names, frozenset[str]]] = []
        for kind in (_JURISDICTIONS, _SUBJECTS):
            codes = frozenset(mention.code for name in names for mention in kind.mentions(name))
            if codes:
                self._asked.append((kind, codes))
        self._words = frozenset(word for name in names for word in name.replace("'s", " ").split())

    def is_other(self, text: str, start: int, end: int, backdrop: str) -> bool:
        """Whether the figure at ``text[start:end]`` is said of another country, thing or company.

        ``backdrop`` holds the title and the sentences before: they speak where the sentence itself names nobody.
        """
        if not self._asked:
            return False
        if any(_is_other(kind, codes, text, start, end, backdrop) for kind, codes in self._asked):
            return True
        named = any(mention.code in codes for kind, codes in self._asked for mention in kind.mentions(text))
        return not named and self._has_other_possessor(text[max(0, start - 120) : start])

    def _has_other_possessor(self, before: str) -> bool:
        """Whether a proper name that is not the node's owns the figure: "California's unemployment rate is 5.4%"."""
        found = None
        for match in re.finditer(r"['’]s\s", before):
            found = _POSSESSIVE.search(before[: match.end()]) or found
        if found is None or _NO_POSSESSOR.match(found.group(1)):
            return False
        return self._words.isdisjoint(found.group(1).split())


def _is_other(kind: _Names, asked: Set[str], text: str, start: int, end: int, backdrop: str) -> bool:
    here = list(kind.mentions(text))
    if not here:
        around = {mention.code for mention in kind.mentions(backdrop)}
        return bool(around) and around.isdisjoint(asked)
    first, last = next((span for span in clause_spans(text, 0, len(text)) if span[0] <= start < span[1]), (0, len(text)))
    own = [mention for mention in here if first <= mention.start < last]
    if not own:
        return all(mention.code not in asked for mention in here)
    before = [mention for mention in own if mention.start < start]
    nearest = before[-1] if before else next((mention for mention in own if mention.start >= end), own[0])
    return nearest.code not in asked
