"""Who did it to whom, by the words alone: two runs of words that stand round the same verb the other way round."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from verification.core.claims.vocabulary import STOP_WORDS
from verification.core.language.script import to_simplified
from verification.core.language.texts import fold, is_han
from verification.core.patterns import lazy_regex

_TOKEN = lazy_regex(r"[a-z\d]+(?:['’.-][a-z\d]+)*|[\u3400-\u9fff]|[^\s\w]")
_LONGEST, _MOST_TOKENS = 8, 160
_LEAST_SIGNS = 2
# What stands between two things that may change places.
_BOTH_WAYS = frozenset(
    {"and", "or", "nor", "with", "between", "versus", "vs", "is", "are", "was", "were", "be", "been", "being", "not"}
    | {"as", "but", "while", "than", "the", "a", "an", "of", "in", "on", "at", "by", "for", "from"}
)
_ZH_BOTH_WAYS = frozenset("和与及或跟同以是为的在不非没有并且而")

Tokens = Sequence[str]


def places_exchanged(claim: str, told: Iterable[str]) -> bool:
    """Whether sentences (``told``) have "B sued A" for a claim's "A sued B", and nowhere the claim's own order."""
    mine, theirs = _tokens(claim), _tokens(" | ".join(told))
    if max(len(mine), len(theirs)) > _MOST_TOKENS:
        return False
    places = defaultdict(list)
    for at, token in enumerate(theirs):
        places[token].append(at)
    return any(_is_exchanged(mine, at, theirs, place) for at in range(1, len(mine) - 1) for place in places[mine[at]] if place)


def _is_exchanged(mine: Tokens, at: int, theirs: Tokens, place: int) -> bool:
    """Whether what both have from ``at`` and ``place`` on stands between the same two runs, exchanged."""
    for length in range(1, _LONGEST):
        end, stop = at + length, place + length
        if end >= len(mine) or stop >= len(theirs) or mine[end - 1] != theirs[stop - 1]:
            return False
        first, last = _end_and_head(mine[:at], theirs[stop:]), _end_and_head(theirs[:place], mine[end:])
        between = mine[at:end]
        if _is_thing(first) and _is_thing(last) and _is_told(between) and not _stands(theirs, (*first, *between, *last)):
            return True
    return False


def _end_and_head(left: Tokens, right: Tokens) -> Tokens:
    """The longest run with which ``left`` ends and ``right`` begins."""
    most = min(len(left), len(right), _LONGEST)
    return next((left[-size:] for size in range(most, 0, -1) if left[-size:] == right[:size]), ())


def _is_thing(tokens: Tokens) -> bool:
    signs = sum(map(is_han, tokens))
    return signs >= _LEAST_SIGNS or (not signs and any(map(_is_word, tokens)))


def _is_word(token: str) -> bool:
    return len(token) > 1 and token[0].isalpha() and token not in STOP_WORDS


def _is_told(tokens: Tokens) -> bool:
    """Whether words between two things, without a mark among them, tell what the one does to the other."""
    is_whole = all(token[0].isalnum() for token in tokens)
    return is_whole and any(_tells(token) for token in tokens)


def _tells(token: str) -> bool:
    return token not in _ZH_BOTH_WAYS if is_han(token) else len(token) > 1 and token.isalpha() and token not in _BOTH_WAYS


def _stands(tokens: Tokens, run: Tokens) -> bool:
    return any(tuple(tokens[at : at + len(run)]) == tuple(run) for at in range(len(tokens) - len(run) + 1))


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(fold(to_simplified(text))))
