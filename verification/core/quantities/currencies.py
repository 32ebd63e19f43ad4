"""Currencies by sign, code and name in English and Chinese: CLDR's, and a list of our own for slang and for names that stand for several.

Codes are those of ISO 4217 (active list), and BTC; ``dinar``, ``rial`` and ``krone`` are names that no code can be told from.
"""

from decimal import Decimal

from verification.core.language.tables import read_rows
from verification.core.language.word_tables import words

_COMPILED = tuple(read_rows("quantities", "currencies"))  # code, status, language, form, name
_NAMES = tuple(read_rows("quantities", "currency_names"))  # name, language, code, place, reason
_SIGNS = tuple(read_rows("quantities", "currency_signs"))  # sign, code, reason
_PARTS = tuple(read_rows("quantities", "currency_parts"))  # name, language, code, share, reason


def _own(lang: str) -> dict[str, str]:
    return {name: code for name, language, code, *_ in _NAMES if language == lang}


def _compiled(lang: str) -> dict[str, str]:
    return {name: code for code, _, language, _, name in _COMPILED if language == lang}


def _signs() -> dict[str, str]:
    """Every sign, with letters or without, that stands for one currency; our own list decides where CLDR has several."""
    claims: dict[str, set[str]] = {}
    for code, _, lang, _, sign in _COMPILED:
        if lang == "mul":
            claims.setdefault(sign, set()).add(code)
    return {sign: min(codes) for sign, codes in claims.items() if len(codes) == 1} | {sign: code for sign, code, _ in _SIGNS}


_ALL_SIGNS = _signs()
ALIASES = {name: code for name, code in _own("code").items() if name != code}
CODES = frozenset(code for code, status, *_ in _COMPILED if status == "current") | frozenset(_own("code").values())
WORDS_TOO = words("ALL AMD BAM BOB COP CUP ERN FR GEL LAK LE MAD PEN RON RS SOS STN TOP TRY")  # codes that are words too
YEN_OR_YUAN = "¥"
SIGNS = {sign: code for sign, code in _ALL_SIGNS.items() if len(sign) == 1}
# The letters before a dollar sign, in lower case: hk for HK$.
DOLLARS = {sign[:-1].lower(): code for sign, code in _ALL_SIGNS.items() if sign[-1] == "$" and len(sign) > 1}
_OWN_ENGLISH = {form: code for name, code in _own("en").items() for form in (name, f"{name}s")}
ENGLISH = {name.lower(): code for name, code in _compiled("en").items()} | _OWN_ENGLISH
CHINESE = _compiled("zh") | _own("zh")
CHINESE_PREFIXES = {name: code for name, lang, code, place, _ in _NAMES if lang == "zh" and place == "both"}
MINOR = {name: code for name, lang, code, *_ in _PARTS if lang == "en" and code}
MINOR_AFTER_MAJOR = frozenset(name for name, lang, code, *_ in _PARTS if lang == "en" and not code)
CHINESE_MINOR = {name: Decimal(share) for name, lang, code, share, _ in _PARTS if lang == "zh" and not code}
CHINESE_MINOR_ALONE = {name: (code, Decimal(share)) for name, lang, code, share, _ in _PARTS if lang == "zh" and code}
