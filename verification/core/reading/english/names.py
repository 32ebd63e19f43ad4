"""The names of an English sentence as the reader of figures takes them: each member of a list by itself, without the measure behind it."""

from collections.abc import Iterator, Sequence

from verification.core.evidence import Quantity
from verification.core.language.word_tables import words
from verification.core.patterns import lazy_regex
from verification.core.reading.clause_words import english_words
from verification.core.reading.english.datelines import dateline_end
from verification.core.reading.figure_slots import Span
from verification.core.reading.measure_words import english_key, tables
from verification.core.subjects.known import find_known, latin_tokens
from verification.core.subjects.names import name_tokens
from verification.core.subjects.parts import is_headline

# "In |Quarter| 3 2026".
_NUMBERED_TIME = lazy_regex(r"(?:Quarter|Half|Week)\s\d")
_MEMBER = lazy_regex(r",\s|\sand\s")
_THE = lazy_regex(r"\sthe\s")
_NUMBER = lazy_regex(r"\s\d{1,4}(?![\d.,%]|\s?(?:percent|per\s|points|million|billion|trillion))")
_TIED_MEASURE = lazy_regex(r"(?P<noun>\S+)\s(?:of|for|in)\s")
# "CEO of Adobe" names Adobe.
_OFFICES = words("ceo cfo coo chairman chairwoman chair head director auditor auditors spokesman spokeswoman spokesperson")
_TIE = lazy_regex(r"\s(?:of|for|in)\s")
_PERIODS = ("Q", "H", "FY", "CY")
_SOLID = lazy_regex(r"\S+")
_REST = lazy_regex(r"[\w&/-]*")
_NEXT_WORD = lazy_regex(r"\s[a-z]+")
_SPEAKS = lazy_regex(
    r"[A-Z](?:(?<![\w’'-][A-Z])[a-z]{2,}(?=\s(?:said|says|posted|announced|told)\b|\sreported\s(?!by|in|for|at|on|to|as|over)\w|['’]s\s[a-z])"
    r"|(?<=\bat\s[A-Z])[a-z]{2,}(?=\s[a-z]))"
)


def names_told(text: str) -> list[Span]:
    """The names of a sentence, without those of the dateline that opens it: whoever reports is not told of."""
    begin = dateline_end(text)
    told = [(one.start + begin, one.end + begin) for one in name_tokens(text[begin:])]
    told = [span for span in told if not _NUMBERED_TIME.match(text, span[0])]
    return sorted({*told, *_small_places(text, begin, told)})


def _small_places(text: str, begin: int, names: Sequence[Span]) -> Iterator[Span]:
    """Places of several words that are written without a capital: "the |euro area| inflation rate"."""
    for one in find_known(text):
        is_small = one.start >= begin and text[one.start].islower() and " " in text[one.start : one.end]
        if is_small and any(entity.kind == "place" for entity in one.entities) and not any(a < one.end and one.start < b for a, b in names):
            yield one.start, one.end


def proper_names(text: str, names: Sequence[Span], quantities: Sequence[Quantity]) -> list[Span]:
    """Names without the measure that capitals make a part of them ("US GDP"), each member of a list by itself, with the number that belongs
    to them ("CAC 40")."""
    found: list[Span] = _speaking(text, names)
    for begin, stop in names:
        if (begin, stop) in found or _opens_measure(text, begin, stop):
            continue
        tie = _TIED_MEASURE.match(text, begin, stop)
        is_tied = tie is not None and (english_key(tie["noun"]) in tables().english or tie["noun"].lower() in _OFFICES)
        name = (tie.end() if tie is not None and is_tied else begin, stop)
        for start, end in _members_of(text, *name):
            start += len("the ") * text.startswith(("the ", "The "), start, end)
            cut = _without_measure(text, start, _before_period(text, start, end))
            is_currency = any(one.start <= start and cut <= one.end for one in quantities)  # NOK 1.60
            is_narrowing = english_key(text[start:cut]) in tables().english_qualifiers  # "|GAAP| net income"
            if cut > start and not (is_currency or is_narrowing):
                found.append((start, _with_number(text, start, cut, quantities) if cut == end else cut))
    return found


def _opens_measure(text: str, start: int, end: int) -> bool:
    """Whether a rare word with a capital only opens what is measured: "|Jobless| claims"."""
    following = _NEXT_WORD.match(text, end)
    return " " not in text[start:end] and following is not None and english_key(text[start : following.end()]) in tables().english


def _speaking(text: str, names: Sequence[Span]) -> list[Span]:
    """The words for a measure that are names, as they say or own something: "|Target| said its"; no measure speaks."""
    found = [one.span() for one in _SPEAKS.finditer(text)]
    return [
        (start, end)
        for start, end in found
        if english_key(text[start:end]) in tables().english and not any(one[0] <= start < one[1] and one != (start, end) for one in names)
    ]


def _members_of(text: str, start: int, end: int) -> list[Span]:
    """The names of a list that stands where one name was found; a known name stays whole."""
    joints = [joint.span() for joint in _MEMBER.finditer(text, start, end)]
    joints += [joint.span() for joint in _THE.finditer(text, start, end) if _is_place(text[start : joint.start()])]  # "In Seoul |the Kospi"
    if not joints or any(one.start == 0 and one.end == end - start for one in find_known(text[start:end])):
        return [(start, end)]
    edges = [start, *(stop for _, stop in joints)]
    return list(zip(edges, [*(begin for begin, _ in joints), end], strict=True))


def _is_place(written: str) -> bool:
    return any(one.end - one.start == len(written) and all(it.kind == "place" for it in one.entities) for one in find_known(written))


def _without_measure(text: str, start: int, end: int) -> int:
    """Where the measure begins that ends a name; ``end`` where none does, ``start`` where it is nothing else."""
    words_at = [found.start() for found in _SOLID.finditer(text, start, end)]
    if any(known.start == 0 and known.end == end - start for known in find_known(text[start:end]) if " " in text[start:end]):
        return end  # "the |euro area|"
    if len(words_at) > 1 and _is_measure(text[start:end]):
        return start  # "|Total Revenue| was"
    for at in words_at:
        key = english_key(text[at:end])
        if at > start and at == words_at[-1] and text[at:end].istitle() and not is_headline(latin_tokens(text)):
            break  # "Calloway |Freight|"
        if key in tables().english:
            return len(text[:at].rstrip())
        if key in english_words()[1]:  # "US |YoY|", "US CPI |YoY|"
            return _without_measure(text, start, len(text[:at].rstrip())) if at > start else start
    for at in words_at[1:]:
        if _goes_on_as_measure(text, at, end):
            return len(text[:at].rstrip())  # "China |FX reserves", "HSBC |CET1"
        tie = _TIE.search(text, at, end)
        if tie is not None and english_key(text[at : tie.start()]) in tables().english:
            return len(text[:at].rstrip())  # "U.S. |Consumer Price Index| for All Urban Consumers"
    return end


def _goes_on_as_measure(text: str, at: int, end: int) -> bool:
    """Whether a measure begins with initials inside a name and ends behind it."""
    if not text[at:end].isupper():
        return False  # "Oakwell |Homes| completions"
    token = _REST.match(text, end)
    stop = token.end() if token else end
    following = _NEXT_WORD.match(text, stop)
    ends = [one for one in (stop, following.end() if following else end) if one > end]
    return any(english_key(text[at:one]) in tables().english for one in ends)


def _is_measure(written: str) -> bool:
    """Whether words with capitals name but a measure, perhaps with what narrows it: "Total Revenue", "Core Consumer Prices"."""
    key = english_key(written)
    while len(key) > 1 and key[:1] in tables().english_qualifiers:
        key = key[1:]
    return key in tables().english


def _before_period(text: str, start: int, end: int) -> int:
    """Where a name ends that runs into a period: "Novonesis |Q3"."""
    last = text.rfind(" ", start, end) + 1 or start
    is_period = text[end : end + 1].isdigit() and text[last:end].upper() in _PERIODS
    return len(text[:last].rstrip()) if is_period else end


def _with_number(text: str, start: int, end: int, quantities: Sequence[Quantity]) -> int:
    number = _NUMBER.match(text, end) if text[start:end].isupper() or "&" in text[start:end] else None
    if number is None or any(one.start < number.end() and number.start() < one.end for one in quantities):
        return end
    return number.end()
