"""The named features of a claim beside its documents: what the logistic model of support weighs. All are finite and cheap."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from verification.core.claims.claims import dates_in
from verification.core.claims.figures import FigureCheck, check_figures
from verification.core.claims.passages import DocumentsReading, PassageWindow
from verification.core.claims.signs import is_negative, is_supposed, opposed_pairs, opposed_words
from verification.core.claims.trends import clashing_figures, compare_trends
from verification.core.claims.wording import is_han, terms_of, tokens_of, weight_of
from verification.core.language.texts import common_subsequence

_MOST = 3


@dataclass(frozen=True, slots=True)
class Look:
    """What the features are read from: the best window and line, the keys in them, and the checks of the figures."""

    reading: DocumentsReading
    window: PassageWindow | None
    line: int | None
    near: list[str]
    best: list[str]
    text: str
    checks: tuple[FigureCheck, ...]
    numbers: frozenset[str]
    dates: frozenset[tuple[str, str]]


def look(reading: DocumentsReading) -> Look:
    window = reading.best_window()
    line = reading.best_line()
    lines = range(window.first, window.last + 1) if window else range(0)
    near = [token for index in lines for token in reading.lines[index].tokens]
    best = reading.lines[line].tokens if line is not None else []
    text = reading.text_of(line) if line is not None else ""
    return Look(reading, window, line, near, best, text, check_figures(reading), _all_numbers(reading), _all_dates(reading))


def _all_dates(reading: DocumentsReading) -> frozenset[tuple[str, str]]:
    """Those dates of the claim that stand anywhere in the documents."""
    if not reading.claim.dates:
        return frozenset()
    return frozenset(date for line in reading.lines for date in dates_in(line.tokens) if date in reading.claim.dates)


def _all_numbers(reading: DocumentsReading) -> frozenset[str]:
    """The numbers anywhere in the documents, where the claim has some to look for."""
    if not reading.claim.numbers:
        return frozenset()
    texts = [token for document in reading.documents for token in tokens_of(document.title)]
    return reading.claim.numbers.intersection(texts) | frozenset(
        token for line in reading.lines for token in line.tokens if token in reading.claim.numbers
    )


def features_of(seen: Look) -> dict[str, float]:
    """Every feature by its name."""
    return {
        **_sizes(seen),
        **_coverage(seen),
        **_missing(seen),
        **_order(seen),
        **_verbatim(seen),
        **_clauses(seen),
        **_figures(seen),
        **_numbers(seen),
        **_signs(seen),
        **_slots(seen),
    }


def _sizes(seen: Look) -> dict[str, float]:
    reading = seen.reading
    claim = reading.claim
    return {
        "terms": math.log1p(len(claim.weights)),
        "words": math.log1p(len(claim.tokens)),
        "size": math.log1p(reading.size),
        "documents": math.log1p(len(reading.documents)),
        "digits": min(1.0, 4.0 * reading.number_share),
        "ratio": min(3.0, len(seen.best) / max(1, len(claim.tokens))),
    }


def _mask(seen: Look) -> int:
    if seen.window is None:
        return 0
    return seen.window.mask


def _title(seen: Look) -> int:
    return seen.reading.titles[seen.reading.lines[seen.window.first].document] if seen.window else 0


def _coverage(seen: Look) -> dict[str, float]:
    reading = seen.reading
    mask, title = _mask(seen), _title(seen)
    line = reading.lines[seen.line].mask if seen.line is not None else 0
    tail = reading.mask_of(reading.claim.tail)
    last = reading.mask_of(reading.claim.terms[-1:])
    return {
        "cov_line": reading.share(line),
        "cov_window": reading.share(mask),
        "cov_titled": reading.share(mask | title),
        "cov_document": max((reading.share(held) for held in reading.by_document), default=0.0),
        "cov_all": reading.share(reading.everything),
        "cov_tail": reading.share_of(mask, tail),
        "cov_tail_line": reading.share_of(line, tail),
        "cov_last": reading.share_of(mask, last),
        "cov_names": reading.share_of(mask | title, reading.names),
        "cov_names_all": reading.share_of(reading.everything, reading.names),
    }


def _missing(seen: Look) -> dict[str, float]:
    reading = seen.reading
    claim = reading.claim
    near, everything = _mask(seen) | _title(seen), reading.everything
    tail = frozenset(claim.tail)
    found: dict[str, float] = {}
    for name, mask in (("window", near), ("all", everything)):
        weights = [weight for term, weight in claim.weights.items() if not mask & reading.mask_of((term,))]
        names = (reading.names & ~mask).bit_count()
        tails = [claim.weights[term] for term in tail if not mask & reading.mask_of((term,))]
        found[f"miss_{name}"] = min(6.0, sum(weights))
        found[f"miss_max_{name}"] = max(weights, default=0.0)
        found[f"miss_names_{name}"] = float(min(_MOST, names))
        found[f"miss_tail_{name}"] = min(4.0, sum(tails))
    found["has_names"] = float(bool(claim.names))
    return found


def _order(seen: Look) -> dict[str, float]:
    claim = seen.reading.claim
    length = len(claim.tokens) or 1
    places: dict[str, list[int]] = defaultdict(list)
    for at, term in enumerate(terms_of(seen.near)):
        places[term].append(at)
    pairs = list(pairwise(claim.terms))
    follow = close = 0
    for one, other in pairs:
        if one in places and other in places:
            gaps = [second - first for first in places[one][:20] for second in places[other][:20]]
            follow += any(0 < gap <= 2 for gap in gaps)
            close += any(abs(gap) <= 5 for gap in gaps)
    near = seen.window.score if seen.window else 0.0
    return {
        "lcs_line": common_subsequence(claim.tokens, seen.best) / length,
        "lcs_window": common_subsequence(claim.tokens, seen.near) / length,
        "follow": follow / len(pairs) if pairs else near,
        "close": close / len(pairs) if pairs else near,
        "run": _longest_run(claim.tokens, (seen.best, seen.near)) / length,
    }


def _longest_run(claim: Sequence[str], passages: Sequence[Sequence[str]]) -> int:
    places: dict[str, list[int]] = defaultdict(list)
    for at, token in enumerate(claim):
        places[token].append(at)
    best = 0
    for tokens in passages:
        before: dict[int, int] = {}
        for token in tokens:
            before = {at: before.get(at - 1, 0) + 1 for at in places.get(token, ())}
            best = max(best, max(before.values(), default=0))
    return best


def _verbatim(seen: Look) -> dict[str, float]:
    """How many runs of two, three and five words of the claim stand anywhere in the documents."""
    tokens = seen.reading.claim.tokens
    runs = {size: {tokens[at : at + size] for at in range(len(tokens) - size + 1)} for size in (2, 3, 5)}
    held: dict[int, set[tuple[str, ...]]] = {size: set() for size in runs}
    for line in seen.reading.lines:
        if line.mask:
            for size, wanted in runs.items():
                if wanted:
                    held[size] |= wanted.intersection(zip(*(line.tokens[at:] for at in range(size)), strict=False))
    found = {}
    share = common_subsequence(tokens, seen.best) / (len(tokens) or 1)
    for size, name in ((2, "pairs"), (3, "triples"), (5, "fives")):
        share = len(held[size]) / len(runs[size]) if runs[size] else share
        found[name] = share
    return {**found, **_chinese(tokens, held[2])}


def _chinese(tokens: Sequence[str], held: set[tuple[str, ...]]) -> dict[str, float]:
    if not any(is_han(token) for token in tokens):
        return {"han": 0.0, "han_gap": 0.0}
    run = longest = 0
    for pair in pairwise(tokens):
        run = 0 if pair in held else run + 1
        longest = max(longest, run)
    return {"han": 1.0, "han_gap": min(8, longest) / 8}


def _clauses(seen: Look) -> dict[str, float]:
    reading = seen.reading
    worst = worst_all = 1.0
    opposed = negated = 0
    tokens = frozenset(reading.claim.tokens)
    for unit in reading.claim.units:
        whole = reading.mask_of(unit.terms)
        line = reading.best_line(whole)
        share = reading.share_of(reading.lines[line].mask, whole) if line is not None else 0.0
        worst = min(worst, share)
        worst_all = min(worst_all, reading.share_of(reading.everything, whole))
        if line is not None and share >= 0.5:
            keys = frozenset(tokens_of(reading.claim.text[unit.start : unit.end]))
            held = frozenset(reading.lines[line].tokens)
            opposed += any(key in keys for key in opposed_words(tokens, held))
            negated += is_negative(reading.claim.text[unit.start : unit.end]) != is_negative(reading.text_of(line))
    return {
        "clauses": float(min(4, len(reading.claim.units))),
        "clause_worst": worst,
        "clause_worst_all": worst_all,
        "clause_opposed": float(min(2, opposed)),
        "clause_negated": float(min(2, negated)),
    }


def _figures(seen: Look) -> dict[str, float]:
    checks = seen.checks
    window = seen.window
    stated = [check for check in checks if check.line is not None]
    unfound = [check for check in checks if check.is_unfound]
    lost = [check for check in unfound if check.is_lost]
    inside = [check for check in stated if window and check.line is not None and window.first <= check.line <= window.last]
    return {
        "figures": float(min(_MOST, len(checks))),
        "figures_lost": float(min(_MOST, len(lost))),
        "figures_spelt_lost": float(min(_MOST, len(unfound) - len(lost))),
        "figures_away": float(min(_MOST, len(stated) - len(inside))),
        "figures_here": float(min(_MOST, len(inside))),
        "figures_derived": float(sum(check.derived is not None and not check.is_cross for check in checks)),
        "figures_crossed": float(sum(check.is_cross for check in checks)),
        "figures_clash": float(min(2, len(clashing_figures(seen.reading, checks)))),
        "figures_outbid": max((check.rival_context - check.context for check in stated if check.rival is not None), default=0.0),
        "figures_swapped": max((_sharp(check.rival_context) for check in lost if check.rival is not None), default=0.0),
        "figures_rival": max((check.rival_context for check in lost if check.rival is not None), default=0.0),
    }


def _numbers(seen: Look) -> dict[str, float]:
    """Years, days and codes: whether the passage, or any document, has them."""
    claim = seen.reading.claim
    near = {token for token in seen.near if token[0].isdigit()}
    if seen.window:
        near |= set(tokens_of(seen.reading.documents[seen.reading.lines[seen.window.first].document].title))
    missing = [number for number in claim.numbers if number not in near]
    dates = [date for date in claim.dates if date not in dates_in(seen.near)]
    other = any(len(token) == len(number) and token not in claim.numbers for number in missing for token in near)
    return {
        "numbers": float(min(_MOST, len(claim.numbers))),
        "numbers_here": float(min(_MOST, len(claim.numbers) - len(missing))),
        "numbers_missing": float(min(_MOST, len(missing))),
        "numbers_lost": float(min(_MOST, sum(number not in seen.numbers for number in claim.numbers))),
        "numbers_other": float(other),
        "numbers_swapped": _sharp(_topic(seen)) if other and any(number not in seen.numbers for number in missing) else 0.0,
        "dates_lost": float(min(2, sum(date not in seen.dates for date in dates))),
        "dates_missing": float(min(2, len(dates))),
    }


def _topic(seen: Look) -> float:
    """How much of the claim, numbers aside, stands in the best line."""
    reading = seen.reading
    if seen.line is None:
        return 0.0
    return reading.share_of(reading.lines[seen.line].mask, reading.mask_of(reading.claim.weights) & ~reading.counts)


def _sharp(share: float) -> float:
    """0 up to half, 1 for all."""
    return max(0.0, 2 * share - 1)


def _signs(seen: Look) -> dict[str, float]:
    claim = seen.reading.claim
    mine, theirs = is_negative(claim.text), is_negative(seen.text)
    tokens, best = frozenset(claim.tokens), frozenset(seen.best)
    same, other = compare_trends(seen.reading)
    return {
        "negative": float(mine),
        "negative_claim": float(mine and not theirs),
        "negative_passage": float(theirs and not mine),
        "supposed_claim": float(is_supposed(claim.text) and not is_supposed(seen.text)),
        "supposed_passage": float(is_supposed(seen.text) and not is_supposed(claim.text)),
        "opposed": float(min(2, len(opposed_words(tokens, best)))),
        "pairs_opposed": float(min(2, _opposed_pairs(seen))),
        "trend_same": float(min(2, same)),
        "trend_other": float(min(2, other)),
        "only": float("only" in tokens and "only" not in best),
    }


def _opposed_pairs(seen: Look) -> int:
    """Pairs of words of the claim that no line has, while one has the pair that says the contrary."""
    wanted = opposed_pairs(seen.reading.claim.terms)
    if not wanted:
        return 0
    held: set[tuple[str, str]] = set()
    for line in seen.reading.lines:
        if line.mask:
            held.update(pairwise(token for token in line.tokens if weight_of(token)))
    return sum(pair not in held and not contrary.isdisjoint(held) for pair, contrary in wanted.items())


def _slots(seen: Look) -> dict[str, float]:
    """Words of the claim in whose place, beside a word both share, the best line has another content word."""
    before: dict[str, set[str]] = defaultdict(set)
    after: dict[str, set[str]] = defaultdict(set)
    for one, other in pairwise(seen.best):
        before[other].add(one)
        after[one].add(other)
    tokens = seen.reading.claim.tokens
    mine, theirs = frozenset(tokens), frozenset(seen.best)
    strong = weak = 0
    for at, token in enumerate(tokens):
        if token in theirs or weight_of(token) < 0.4:
            continue
        following = tokens[at + 1] if at + 1 < len(tokens) else ""
        if following in theirs and weight_of(following) and _has_rival(before[following], mine):
            strong += 1
        elif at and tokens[at - 1] in theirs and _has_rival(after[tokens[at - 1]], mine):
            weak += 1
    return {"slot_before": float(min(2, strong)), "slot_after": float(min(2, weak))}


def _has_rival(words: set[str], claim: frozenset[str]) -> bool:
    return any(weight_of(word) >= 0.7 and word not in claim for word in words)
