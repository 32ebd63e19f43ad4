"""Which words of a text are names: known ones, and those that capitals, quotes, legal forms or rarity give away."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from verification.core.language.capitals import CapitalRun, capital_runs, organisation_words
from verification.core.language.everyday import is_everyday
from verification.core.language.frequency import zipf
from verification.core.language.lexicon import STOP_WORDS
from verification.core.language.script import to_simplified
from verification.core.language.tables import read_rows
from verification.core.language.texts import MAX_SENTENCE, fold, has_han, split_sentences
from verification.core.patterns import lazy_regex
from verification.core.subjects.chinese_words import segment
from verification.core.subjects.known import Known, Token, find_known, latin_tokens
from verification.core.subjects.parts import FORMS, FUNCTION, is_headline
from verification.core.subjects.registry import Entity

_RARE = 3.5
_JOINERS = frozenset(("of", "and", "de", "the", "for", "&"))
_NEAR = lazy_regex(r"[\s.,'’&-]{0,2}")
_QUOTED = lazy_regex(r"[《“「](?P<name>[^《》“”「」，。；：！？\n]{2,20})[》”」]")
_LATIN = lazy_regex(r"[A-Za-z][A-Za-z0-9&.+-]*(?:\s[A-Z][A-Za-z0-9&.+-]*)*")
_HAN_RUN = lazy_regex(r"[\u3400-\u9fff\uf900-\ufaff]+")
# What a Chinese name of an organisation ends in.
_ORGANISATION = lazy_regex(
    "公司|集团|股份|控股|银行|证券|基金|保险|信托|科技|电子|汽车|药业|医药|能源|重工|锂业|矿业|钢铁|航空|影业|酒业|大学|学院|研究院|协会|法院|央行"
)
_REACH = 8
_FORM_WORDS = 3
_GOODS = frozenset(("commodity", "currency"))
# Signs that end what stands before a name, and are in no name.
_BORDERS = frozenset(
    "的了在是和与为将及从到由对以其于被把让给向比据称说并而或且也都就还又已要破创达超近约逾"  # words between names
    "年月日周季个一二三四五六七八九十百千万亿"  # of times and figures
)
_TIME_WORDS = frozenset(name.lower() for kind, _, lang, _, name in read_rows("periods", "calendar") if kind != "quarter" and lang == "en")


_LEAD = 10
# What leads to a time: "in |March Networks said".
_TIMES = lazy_regex(r"\b(?:in|on|by|since|until|till|from|last|next|this|late|early|mid|during|through|before|after|end)\s$", re.IGNORECASE)


class NameWords(NamedTuple):
    """A name at ``text[start:end]``, with all the known things it may stand for; none where only its writing tells that it is one."""

    start: int
    end: int
    text: str
    entities: tuple[Entity, ...] = ()


def name_tokens(text: str) -> tuple[NameWords, ...]:
    """The names of ``text`` in their order, none inside another."""
    # Sentences and titles are asked for again and again, by one page after the other; whole pages are not kept.
    return _kept_tokens(text) if len(text) <= MAX_SENTENCE else _find_tokens(text)


def _find_tokens(text: str) -> tuple[NameWords, ...]:
    known = find_known(text)
    found = [NameWords(one.start, one.end, text[one.start : one.end], one.entities) for one in known]
    if has_han(text):
        found += _chinese_names(text, known)
    else:
        found += _english_names(text, known)
        found += list(_everyday_names(text, found))
    return tuple(_outermost(found))


_kept_tokens = lru_cache(maxsize=2048)(_find_tokens)


def _outermost(names: Sequence[NameWords]) -> Iterator[NameWords]:
    """The longest name at each place: Kobe Steel before Kobe."""
    end = 0
    for name in sorted(names, key=lambda one: (one.start, -one.end, not one.entities)):
        if name.start >= end:
            yield name
            end = name.end


def _english_names(text: str, known: Sequence[Known]) -> Iterator[NameWords]:
    for start, end in split_sentences(text).spans:
        tokens = [_moved(token, start) for token in latin_tokens(text[start:end])]
        is_loud = text[start:end].isupper() and sum(token.key[0].isalpha() for token in tokens) > 1
        inside = frozenset(
            token.start for token in tokens for one in known if one.start <= token.start < one.end and not _is_good(text, one)
        )
        yield from _runs(text, tokens, inside, is_headline=is_loud or is_headline(tokens))


def _is_good(text: str, known: Known) -> bool:
    """Whether a known name is but a good or a currency written small, which no name goes on with: "Nigeria |crude|", "Thales |won|"."""
    return text[known.start].islower() and all(entity.kind in _GOODS for entity in known.entities)


def _moved(token: Token, by: int) -> Token:
    return Token(token.key, token.start + by, token.end + by, token.is_capital) if by else token


def _runs(text: str, tokens: Sequence[Token], inside: frozenset[int], *, is_headline: bool) -> Iterator[NameWords]:
    """Capitals in a row, small words between two of them included."""
    run: list[Token] = []
    for index, token in enumerate(tokens):
        is_first = index == 0
        is_name = token.start in inside or _is_name(text, token, is_first=is_first, is_headline=is_headline)
        joined = not run or _NEAR.fullmatch(text, run[-1].end, token.start)
        if (is_name and joined) or (run and joined and token.key in _JOINERS):
            run.append(token)
        elif run and token.start < run[-1].end:
            continue  # of the form before
        elif is_headline and run and (form := _form_behind(text, run[-1], tokens[index : index + _FORM_WORDS])):
            run.extend(form)
        else:
            yield from _name_of(text, run)
            run = [token] if is_name else []
    yield from _name_of(text, run)


def _form_behind(text: str, last: Token, tokens: Sequence[Token]) -> Sequence[Token]:
    """The words of a company behind its name up to its legal form, in a headline too: "Ardmore |Shipping Group|"."""
    end = last.end
    for at, token in enumerate(tokens):
        if not token.is_capital or text[end : token.start] != " " or token.key not in organisation_words() | FORMS:
            break
        if token.key in FORMS:
            return tokens[: at + 1]
        end = token.end
    return ()


def _is_name(text: str, token: Token, *, is_first: bool, is_headline: bool) -> bool:
    if not token.is_capital or token.key in _TIME_WORDS or (token.key in FUNCTION and token.key != "us"):
        return False
    written = text[token.start : token.end]
    if written[1:] != written[1:].lower() and not (is_headline and written.isupper()):  # OpenAI, IBM
        return True
    if is_first or is_headline:
        return zipf(token.key, "en") < _RARE or not is_everyday(token.key, "en")  # "|Deutsche| Bahn said"
    return True


def _name_of(text: str, run: list[Token]) -> Iterator[NameWords]:
    while run and (run[-1].key in _JOINERS or run[-1].key == "s"):
        run.pop()
    if run and not all(token.key in FORMS for token in run):
        yield NameWords(run[0].start, run[-1].end, text[run[0].start : run[-1].end])


def _everyday_names(text: str, found: Sequence[NameWords]) -> Iterator[NameWords]:
    """Names of words of every day that begin with what else opens a sentence or tells a time: "Best |Buy", "March |Networks"."""
    for run in capital_runs(text):
        if run.end in {one.end for one in found if one.start <= run.start} or not _is_everyday_name(text, run, found):
            continue
        # "State Bank |of India"
        end = max((one.end for one in found if run.start <= one.start < run.end), default=run.end)
        yield NameWords(run.start, max(end, run.end), text[run.start : max(end, run.end)])


def _is_everyday_name(text: str, run: CapitalRun, found: Sequence[NameWords]) -> bool:
    first, second = (text[start:end] for start, end in run.words[:2])
    if text[run.words[0][1] : run.words[1][0]] == " & ":
        return True
    is_told = any(one.start == run.words[1][0] and one.entities for one in found)
    if is_told or not second.istitle() or not is_everyday(second.lower(), "en"):
        return False  # "Yesterday |Samsung"
    key = first.lower()
    is_small = key in STOP_WORDS or key in FUNCTION or key.endswith("ly") or key in _TIME_WORDS
    return (run.is_organisation and _TIMES.search(text, max(0, run.start - _LEAD), run.start) is None) or (run.opens and not is_small)


def _chinese_names(text: str, known: Sequence[Known]) -> Iterator[NameWords]:
    for match in _QUOTED.finditer(text):
        yield NameWords(match.start("name"), match.end("name"), match["name"])
    for match in _LATIN.finditer(text):
        if zipf(match.group().lower(), "en") < _RARE or match.group().isupper():
            yield NameWords(match.start(), match.end(), match.group())
    simple = fold(to_simplified(text))
    for run in _HAN_RUN.finditer(simple):
        yield from _organisations(text, simple, run, known)
        yield from _rare_words(text, run, known)


def _organisations(text: str, simple: str, run: re.Match[str], known: Sequence[Known]) -> Iterator[NameWords]:
    """What ends as an organisation does, back to the word before it that is none of its name."""
    for match in _ORGANISATION.finditer(simple, run.start(), run.end()):
        start = _beginning(simple, max(run.start(), match.start() - _REACH), match.start(), known)
        if match.start() - start > 1:
            yield NameWords(start, match.end(), text[start : match.end()])


def _beginning(simple: str, first: int, end: int, known: Sequence[Known]) -> int:
    """Where the name that goes on at ``end`` begins: after the last sign that is in no name, or with a known name."""
    for one in known:
        if first <= one.start < end <= one.end + _REACH:
            first = max(first, one.start)
    start = first
    for at in range(first, end):
        if simple[at] in _BORDERS:
            start = at + 1
    words = list(segment(simple[start:end]))
    # Common words before a rare one tell of it: 总部位于|泓川.
    rare = next((index for index, (_, is_name) in enumerate(words) if is_name), None)
    return start + sum(len(word) for word, _ in words[:rare]) if rare else start


def _rare_words(text: str, run: re.Match[str], known: Sequence[Known]) -> Iterator[NameWords]:
    at = run.start()
    for word, is_name in segment(run.group()):
        end = at + len(word)
        overlaps = any(one.start < end and at < one.end for one in known)
        if is_name and not overlaps and _BORDERS.isdisjoint(word) and len(word) <= _REACH:
            yield NameWords(at, end, text[at:end])
        at = end
