"""What the fit is worth, out of fold: by set at a half and at green, whether a probability means what it says, and what was excluded."""

from collections.abc import Iterator, Sequence

from fit.support.reading import ReadClaim
from fit.support.training import Fitted
from verification.core.claims.exclusions import EXCLUSIONS
from verification.core.claims.judging import VERIFIED_FROM

_BINS = 10


def shown_chances(claims: Sequence[ReadClaim], fitted: Fitted) -> list[float]:
    """The probabilities as readers see them: out of fold, and never above what the exclusions leave."""
    return [min(chance, one.bound) for one, chance in zip(claims, fitted.chances, strict=True)]


def report_lines(claims: Sequence[ReadClaim], fitted: Fitted) -> Iterator[str]:
    """The report, a line at a time, in Markdown."""
    shown = shown_chances(claims, fitted)
    yield f"| set | cases | balanced at .5 | false verified at {VERIFIED_FROM} | recall at {VERIFIED_FROM} |"
    yield "|---|---|---|---|---|"
    for source in dict.fromkeys(one.case.source for one in claims):
        pairs = [(chance, one.case.is_supported) for chance, one in zip(shown, claims, strict=True) if one.case.source == source]
        good, bad = [chance for chance, label in pairs if label], [chance for chance, label in pairs if not label]
        balanced = f"{(_from(good, 0.5) + 1 - _from(bad, 0.5)) / 2:.3f}" if good else "–"
        recall = f"{_from(good, VERIFIED_FROM):.3f}" if good else "–"
        yield f"| {source.removeprefix('train/')} | {len(pairs)} | {balanced} | {_from(bad, VERIFIED_FROM):.3f} | {recall} |"
    yield ""
    yield "| probability | claims of the open sets | supported | supported, sets and answers weighed alike |"
    yield "|---|---|---|---|"
    yield from _reliability(claims, shown, fitted.weights)
    yield ""
    yield from record_lines(claims)


def record_lines(claims: Sequence[ReadClaim]) -> Iterator[str]:
    """On how many supported and other claims of the open sets each exclusion fired."""
    yield "| excluded | supported claims | others | wrong of all |"
    yield "|---|---|---|---|"
    for name in EXCLUSIONS:
        fired = [one.case.is_supported for one in claims if _is_open(one) and name in one.excluded]
        share = f"{sum(fired) / len(fired):.3f}" if fired else "–"
        yield f"| {name.replace('_', ' ')} | {sum(fired)} | {len(fired) - sum(fired)} | {share} |"


def _from(chances: Sequence[float], least: float) -> float:
    return sum(chance >= least for chance in chances) / len(chances) if chances else 0.0


def _is_open(one: ReadClaim) -> bool:
    return not one.case.source.startswith(("generated", "foreign"))


def _reliability(claims: Sequence[ReadClaim], shown: Sequence[float], weights: Sequence[float]) -> Iterator[str]:
    for at in range(_BINS):
        chosen = [
            (one.case.is_supported, weight)
            for one, chance, weight in zip(claims, shown, weights, strict=True)
            if _is_open(one) and min(int(chance * _BINS), _BINS - 1) == at
        ]
        whole = sum(weight for _, weight in chosen)
        plain = sum(label for label, _ in chosen) / len(chosen) if chosen else 0.0
        alike = sum(weight for label, weight in chosen if label) / whole if whole else 0.0
        yield f"| {at / _BINS:.1f}–{(at + 1) / _BINS:.1f} | {len(chosen)} | {plain:.3f} | {alike:.3f} |"
