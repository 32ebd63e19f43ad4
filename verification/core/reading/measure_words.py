"""The tables of what is measured and of the words that narrow it, and what a phrase names of both.

One row is one measure with all its writings in both languages; what no row has is compared by its words.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from verification.core.language.everyday import is_everyday
from verification.core.language.lemmas import lemma
from verification.core.language.script import to_simplified
from verification.core.language.tables import read_rows
from verification.core.language.texts import fold, is_han
from verification.core.patterns import lazy_regex
from verification.core.reading.statement import Form
from verification.core.subjects.chinese_words import segment
from verification.core.subjects.known import latin_tokens

_PERIODIC = lazy_regex(r"[季年月周半单当][度季年]")


# The kind of a measure that is given in any: its amount in money, how far it moved in percent.
ANY_KIND = "-"


class MeasureRow(NamedTuple):
    """A measure: ``code`` names it, ``family`` those that one general word may stand for; ``kind`` may be ``ANY_KIND``."""

    code: str
    family: str
    kind: str
    form: Form

    @property
    def is_general(self) -> bool:
        """Whether it is the general word of its family: profit, price, sales."""
        return self.code == self.family


class Qualifier(NamedTuple):
    """A word that narrows a measure; ``is_exclusive``: a figure with it never answers a question without it. ``is_part``: whoever means it
    says it. ``among`` names what it is one of, "-" where it has no rivals."""

    code: str
    is_exclusive: bool
    is_part: bool
    among: str


class _Tables(NamedTuple):
    chinese: dict[str, MeasureRow]
    english: dict[tuple[str, ...], MeasureRow]
    qualifiers: dict[str, Qualifier]
    chinese_qualifiers: dict[str, Qualifier]
    english_qualifiers: dict[tuple[str, ...], Qualifier]


def english_key(words: str) -> tuple[str, ...]:
    """The words of an English phrase, nouns in the singular: "interest rates", ("interest", "rate")."""
    return tuple(noun_of(token.key) for token in latin_tokens(words.replace("-", " ")))


@lru_cache(maxsize=8192)
def noun_of(word: str) -> str:
    """The singular of a noun; a verb keeps its form, for "held" is no holding."""
    return _SINGULAR.get(word) or (lemma(word) if word.endswith("s") or word in _PLURALS else word)


_PLURALS = frozenset(("children", "people", "men", "women"))
# Words whose lemma is another word's: earnings are not what one earns, sales no sale.
_SINGULAR = {word: word for word in ("earnings", "sales", "shares", "stocks", "proceeds", "duties", "savings", "takings", "goods", "dead")}


def chinese_key(words: str) -> str:
    """A Chinese phrase as the table has it: simplified, in half width and lower case."""
    return fold(to_simplified(words)).replace(" ", "")


@cache
def tables() -> _Tables:
    """All of it, read once."""
    chinese: dict[str, MeasureRow] = {}
    english: dict[tuple[str, ...], MeasureRow] = {}
    for code, family, kind, form, zh, en, _reason in read_rows("reading", "measures"):
        row = MeasureRow(code, family, kind, Form(form))
        for written in _writings(zh):
            chinese.setdefault(chinese_key(written), row)
        for written in _writings(en):
            english.setdefault(english_key(written), row)
            if written.isascii() and " " not in written and written.upper() == written:  # GDP, EPS: both languages write them
                chinese.setdefault(chinese_key(written), row)
    qualifiers: dict[str, Qualifier] = {}
    chinese_qualifiers: dict[str, Qualifier] = {}
    english_qualifiers: dict[tuple[str, ...], Qualifier] = {}
    for code, exclusive, among, zh, en, _reason in read_rows("reading", "qualifiers"):
        qualifier = qualifiers.setdefault(code, Qualifier(code, exclusive != "no", exclusive == "part", among))
        chinese_qualifiers.update((chinese_key(written), qualifier) for written in _writings(zh))
        english_qualifiers.update((english_key(written), qualifier) for written in _writings(en))
    return _Tables(chinese, english, qualifiers, chinese_qualifiers, english_qualifiers)


def _writings(cell: str) -> Iterator[str]:
    return (written for written in cell.split("; ") if written)


def is_exclusive(code: str) -> bool:
    """Whether a figure with this qualifier never answers a question without it; False for a code that no row has."""
    qualifier = tables().qualifiers.get(code)
    return qualifier is not None and qualifier.is_exclusive


def is_part(code: str) -> bool:
    """Whether the qualifier names a part of what is measured, which nobody leaves unsaid; False for a code that no row has."""
    qualifier = tables().qualifiers.get(code)
    return qualifier is not None and qualifier.is_part


def rivals_of(code: str, codes: Iterable[str]) -> list[str]:
    """Those of ``codes`` that are another of the same: of ``urban``, ``rural``."""
    found = tables().qualifiers
    mine = found[code].among if code in found else "-"
    return sorted(other for other in codes if other != code and mine != "-" and other in found and found[other].among == mine)


# What lands and their parts alone have.
OF_LANDS = frozenset(
    (
        "budget_deficit", "building_permits", "consumption_spending", "continuing_claims", "cpi", "current_account", "durable_orders",
        "factory_orders", "gdp", "home_prices", "home_sales", "housing_starts", "industrial_output", "jobless_claims", "m0", "m1", "m2",
        "m3", "money_supply",
        "participation_rate", "payrolls", "pce", "policy_rate", "ppi", "private_payrolls", "reserves", "retail_sales", "trade_deficit",
        "trade_surplus", "unemployment_rate",
    )
)  # fmt: skip
# The row of what is told in pieces by the row of what is told in money.
VOLUME_OF = {"exports": "export_volume", "imports": "import_volume", "sales": "sales_volume"}
# What is owed told as a share of output is its ratio, and a tax told in money what it brought.
RATIO_OF = {"debt": "debt_ratio", "budget_deficit": "deficit_ratio"}
AMOUNT_OF = dict.fromkeys(("tax_rate", "vat", "sales_tax", "income_tax", "corporate_tax", "stamp_duty"), "tax_revenue")
# What a general word counts by what is done to it or in which unit: jobs that are cut, exports told in pieces.
DONE_TO_JOBS = {"add": "new_jobs", "create": "new_jobs", "gain": "new_jobs"} | dict.fromkeys(
    ("cut", "shed", "axe", "slash", "eliminate"), "layoffs"
)
DONE_TO_STAFF = dict.fromkeys(("lay", "fire", "dismiss", "sack", "cut", "shed", "axe"), "layoffs")
DONE_TO_PEOPLE = dict.fromkeys(("kill", "die", "drown", "perish"), "deaths") | dict.fromkeys(("injure", "wound", "hurt"), "injuries")
PER_SHARE = "eps"
TOLD_BY_USE = frozenset(
    (*DONE_TO_JOBS.values(), *DONE_TO_PEOPLE.values(), *VOLUME_OF.values(), *RATIO_OF.values(), *AMOUNT_OF.values(), PER_SHARE)
)


@lru_cache(maxsize=512)
def row_coded(code: str) -> MeasureRow | None:
    """The row of a code; None where no row has it."""
    found = tables()
    return next((row for row in (*found.chinese.values(), *found.english.values()) if row.code == code), None)


@lru_cache(maxsize=4096)
def row_of(words: str) -> MeasureRow | None:
    """The measure that a phrase names: the longest writing at its end, else anywhere in it; None where no row has one."""
    return _chinese_row(chinese_key(words)) if any(map(is_han, words)) else _english_row(english_key(words))


def is_writing(words: str) -> bool:
    """Whether a phrase is one of the writings of the table, no more and no less."""
    found = tables()
    return chinese_key(words) in found.chinese or english_key(words) in found.english


@lru_cache(maxsize=4096)
def own_qualifiers(words: str) -> frozenset[str]:
    """What seems to narrow a measure inside its own name of several English words: "basis |gross domestic product|"."""
    key, found = english_key(words), tables().english
    for length in range(min(len(key), _LONGEST), _NAME_WORDS - 1, -1):
        for start in range(len(key) - length, -1, -1):
            if key[start : start + length] in found:
                return frozenset(_english_qualifiers(key[start : start + length]))
    return frozenset()


def general_tail(words: str) -> int:
    """How many of the last signs of a Chinese phrase name the general measure of a class (价格 of 黄金价格); 0 where none or all do."""
    key = chinese_key(words)
    if len(key) != len(words) or key in tables().chinese:
        return 0
    rows = ((len(key) - at, tables().chinese.get(key[at:])) for at in range(1, len(key)))
    return next((length for length, row in rows if row is not None and row.is_general), 0)


def narrowing_words(words: str) -> list[str]:
    """What stands before the measure that a phrase ends with, qualifiers aside: 物流 of 物流裁员人数, Energy of "Energy revenue"."""
    if any(map(is_han, words)):
        key = chinese_key(words)
        start = next((at for at in range(len(key)) if key[at:] in tables().chinese), 0)
        found = [word for word, _ in segment(key[:start])]
        return [
            word for word in found if len(word) > 1 and not _PERIODIC.match(word) and is_everyday(word, "zh") and not qualifiers_of(word)
        ]
    keys = english_key(words)
    start = next((at for at in range(len(keys)) if keys[at:] in tables().english), 0)
    tokens = latin_tokens(words.replace("-", " "))[:start]
    return [words.replace("-", " ")[token.start : token.end] for token in tokens if not qualifiers_of(token.key)]


def _chinese_row(key: str) -> MeasureRow | None:
    found = tables().chinese
    for start in range(len(key)):
        if row := found.get(key[start:]):
            return row
    for length in range(len(key) - 1, 1, -1):
        for start in range(len(key) - length, -1, -1):
            if row := found.get(key[start : start + length]):
                return row
    return None


def _english_row(key: tuple[str, ...]) -> MeasureRow | None:
    found = tables().english
    for length in range(min(len(key), 6), 0, -1):
        for start in range(len(key) - length, -1, -1):
            if row := found.get(key[start : start + length]):
                return row
    return None


@lru_cache(maxsize=4096)
def qualifiers_of(words: str) -> frozenset[str]:
    """The qualifiers that a phrase names, longest writings first: 非制造业 is not 制造业."""
    if any(map(is_han, words)):
        return frozenset(_chinese_qualifiers(chinese_key(words)))
    return frozenset(_english_qualifiers(english_key(words)))


def _chinese_qualifiers(key: str) -> Iterable[str]:
    found, at = tables().chinese_qualifiers, 0
    while at < len(key):
        for length in range(min(len(key) - at, _LONGEST), 0, -1):
            if qualifier := found.get(key[at : at + length]):
                yield qualifier.code
                at += length
                break
        else:
            at += 1


def _english_qualifiers(key: tuple[str, ...]) -> Iterable[str]:
    found, at = tables().english_qualifiers, 0
    while at < len(key):
        for length in range(min(len(key) - at, _LONGEST), 0, -1):
            if qualifier := found.get(key[at : at + length]):
                yield qualifier.code
                at += length
                break
        else:
            at += 1


_LONGEST = 10
_NAME_WORDS = 3
