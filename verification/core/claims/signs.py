"""Signs that a passage says the contrary of a claim: a negation on one side only, the opposite word, a supposition, a narrowing word."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from verification.core.claims.synonyms import CHINESE_OPPOSITES, OPPOSITES
from verification.core.claims.wording import key_of, weight_of
from verification.core.patterns import lazy_regex

_EN_NOT = lazy_regex(
    r"\b(?:not(?!\sonly)|no(?!\.)|never|neither|nor|without|cannot|fail(?:s|ed|ing)?\sto|refus(?:e|es|ed|ing)\sto|declin(?:e|es|ed|ing)\sto|"
    r"den(?:y|ies|ied|ying)|false(?:ly)?|hoax|untrue|incorrect|yet\sto|unable\sto|incapable|lack(?:s|ed|ing)?|absen(?:t|ce)|none|nothing|"
    r"nobody|rather\sthan|instead\sof|far\sfrom)\b|n['’]t\b",
    re.IGNORECASE,
)
_ZH_NOT = lazy_regex(
    r"未(?!来|必|知)|没有|没能|并没|并非|不是|不会|不再|不予|不得|不能|不存在|不属实|不同意|不支持|不准|不可|从不|决不|绝不|否认|辟谣|不实|谣言|虚假|无法|"
    r"拒绝|(?:毫|并|尚)无|无(?=人|任何|一人)"
)
_EN_SUPPOSED = lazy_regex(
    r"\b(?:may|might|could|would|if|unless|plans?\sto|planned|expected\sto|consider(?:s|ed|ing)?|propos(?:e|es|ed|al)|rumou?r(?:s|ed)?|alleged(?:ly)?|"
    r"reportedly|threat(?:s|ens|ened)?\sto|likely|possibl[ey]|forecast|hopes?\sto|seeks?\sto|unconfirmed)\b"
)
_ZH_SUPPOSED = lazy_regex(
    r"或将|或会|可能|传闻|据传|拟(?!人)|计划|考虑|有望|如果|倘若|假如|若(?!干)|预计|预期|疑似|涉嫌|未经证实|威胁|提议"
)
_CHINESE_PAIRS = tuple(tuple(pair.split()) for pair in CHINESE_OPPOSITES)


@dataclass(frozen=True, slots=True)
class Opposition:
    """A word of the claim and the word of the passage that says the contrary."""

    claimed: str
    found: str


def is_negative(text: str) -> bool:
    """Whether a text denies: an odd number of negations."""
    return (len(_EN_NOT.findall(text)) + len(_ZH_NOT.findall(text))) % 2 == 1


def negation_in(text: str) -> re.Match[str] | None:
    """The first word of denial."""
    return _EN_NOT.search(text) or _ZH_NOT.search(text)


def is_supposed(text: str) -> bool:
    """Whether a text only supposes, plans or expects."""
    return bool(_EN_SUPPOSED.search(text) or _ZH_SUPPOSED.search(text))


def opposed_words(claim: Collection[str], passage: Collection[str]) -> list[str]:
    """The keys of the claim that the passage lacks while it holds an opposite the claim does not."""
    return [
        key for key in claim if key in _OPPOSITES and key not in passage and any(o in passage and o not in claim for o in _OPPOSITES[key])
    ]


def opposite_in(key: str, passage: Collection[str]) -> str | None:
    """The opposite of ``key`` that the passage holds."""
    return next((other for other in sorted(_OPPOSITES.get(key, ())) if other in passage), None)


def opposed_pairs(claim: Sequence[str]) -> dict[tuple[str, str], set[tuple[str, str]]]:
    """Each pair of neighbouring terms of which one has an opposite, with the pairs that would say the contrary."""
    found: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for one, other in pairwise(claim):
        contrary = {(opposite, other) for opposite in _OPPOSITES.get(one, ())} | {(one, opposite) for opposite in _OPPOSITES.get(other, ())}
        if contrary and weight_of(one) and weight_of(other):
            found[one, other] = contrary
    return found


def opposed_chinese(claim: str, passage: str) -> Opposition | None:
    """A Chinese word of the claim for which the passage has the opposite."""
    for one, other in _CHINESE_PAIRS:
        for mine, theirs in ((one, other), (other, one)):
            if mine in claim and theirs not in claim and theirs in passage and mine not in passage:
                return Opposition(mine, theirs)
    return None


def _build() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in OPPOSITES:
        word, others = pair.split()
        for other in others.split("/"):
            one, two = key_of(word), key_of(other)
            if one != two:
                found.setdefault(one, set()).add(two)
                found.setdefault(two, set()).add(one)
    return {key: frozenset(others) for key, others in found.items()}


_OPPOSITES = _build()
