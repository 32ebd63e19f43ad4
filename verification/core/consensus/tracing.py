"""What the verdict's trace says of origins, silent pages and values set aside (evidence, step 11)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from verification.core.evidence import SourceFinding, TraceStep
from verification.core.reasons import TraceCode, WhyCode
from verification.core.sources.independence import Origin, Votes
from verification.core.sources.origins import OriginKind
from verification.core.vocabulary import Stance

MAX_REJECTED = 5
_SET_ASIDE = (Stance.PAST, Stance.FORECAST, Stance.HYPOTHETICAL, Stance.DENIED, Stance.STALE)


def trace_origins_of(origins: Sequence[Origin], votes: Votes) -> tuple[TraceStep, ...]:
    """Copies merged, releases and reports restated, and pages of publishers that have voted already."""
    steps = []
    copies = sum(origin.stance == Stance.DUPLICATE for origin in origins)
    if copies:
        steps.append(TraceStep(TraceCode.COPIES_MERGED, {"copies": copies}))
    releases = [origin.credit.name for origin in origins if origin.credit and origin.credit.kind == OriginKind.OFFICIAL]
    if len(releases) > 1:
        steps.append(TraceStep(TraceCode.OFFICIAL_ORIGIN, {"origin": _most_named(releases), "publishers": len(releases)}))
    reports: dict[int, list[str]] = {}
    for origin in origins:
        if origin.credit and origin.credit.kind == OriginKind.NEWS:
            reports.setdefault(origin.story, []).append(origin.credit.name)
    for _, names in sorted(reports.items()):
        if len(names) > 1:
            steps.append(TraceStep(TraceCode.NEWS_ORIGIN, {"origin": _most_named(names), "publishers": len(names)}))
    silent = Counter(why.code for why in votes.silent.values())
    for why, code in ((WhyCode.SAME_DOMAIN, TraceCode.ONE_VOTE_PER_DOMAIN), (WhyCode.SAME_OWNER, TraceCode.ONE_VOTE_PER_OWNER)):
        if silent[why]:
            steps.append(TraceStep(code, {"pages": silent[why]}))
    return tuple(steps)


def trace_writings(writings: Iterable[str], value: str) -> tuple[TraceStep, ...]:
    """That several writings are one value: "5.25 percent" and "525 bp"."""
    distinct = tuple(sorted({" ".join(writing.split()) for writing in writings}))
    return (TraceStep(TraceCode.SAME_VALUE, {"writings": distinct, "value": value}),) if len(distinct) > 1 else ()


def trace_rejected(others: Iterable[SourceFinding]) -> tuple[TraceStep, ...]:
    """The figures about the node that did not count, each once with its stance."""
    aside = dict.fromkeys((finding.value, finding.stance) for finding in others if finding.stance in _SET_ASIDE and finding.value)
    return tuple(
        TraceStep(TraceCode.REJECTED_VALUE, {"value": value or "", "stance": stance.value}) for value, stance in list(aside)[:MAX_REJECTED]
    )


def _most_named(names: Sequence[str]) -> str:
    """The commonest name; of two as common the one first in the alphabet, so that no order of pages decides."""
    return min(Counter(names).items(), key=lambda item: (-item[1], item[0]))[0]
