"""Ways to put an act, written before the reader was read: of half of them the misses are printed, of the others counts alone."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple

from fit.support.cases import Case
from fit.support.generated import read_table
from verification.core.claims.entailment import Entailment, judge_statement
from verification.core.claims.judging import VERIFIED_FROM, SourceText, judge
from verification.core.evidence import Page

SEED, ACTS_OF_EACH = 20_261_130, 3
_PUBLISHED = datetime(2026, 3, 18, tzinfo=UTC)


class Fresh(NamedTuple):
    """One page beside an act. ``stands``: "1" asserted, "-1" denied, "0" neither; ``is_open``: the row may be looked at."""

    lang: str
    stands: str
    kind: str
    claim: str
    text: str
    way: str
    is_open: bool


def read_fresh() -> Iterator[Fresh]:
    """Each way with three acts, in the order of the table."""
    source = random.Random(SEED)  # noqa: S311 - a draw of acts, not a secret
    acts = read_table("fresh_acts")
    for lang, stands, kind, way in read_table("fresh_moods"):
        is_open = int(sha256(way.encode()).hexdigest(), 16) % 2 == 0
        for act in source.sample([act for act in acts if act[0] == lang], ACTS_OF_EACH):
            _, who, past, base, participle, going = act
            text = way.format(s=who, p=past, b=base, pp=participle, g=going)
            claim = f"{who} {past}" if lang == "en" else f"{who}{past}"
            yield Fresh(lang, stands, kind, claim[0].upper() + claim[1:], text[0].upper() + text[1:], way, is_open)


def fresh_cases() -> Iterator[Case]:
    """The ways that may be looked at, as claims beside their texts: those that are learnt from."""
    for number, row in enumerate(read_fresh()):
        if row.is_open:
            text = SourceText(row.text, f"({_PUBLISHED:%Y-%m-%d})")
            yield Case("fresh", f"fresh-{number}", f"fresh/{row.way}", row.claim, (text,), row.stands == "1", False)


def verdicts(row: Fresh) -> tuple[Entailment, bool]:
    """What the page says of the act as a statement, and whether it verifies it as a claim."""
    page = Page("https://harbour-ledger.example/fresh", "", row.text, _PUBLISHED)
    claim = f"{row.claim}{'.' if row.lang == 'en' else '。'}"
    return judge_statement(row.claim, page).entailment, judge(claim, [SourceText(row.text)]).score >= VERIFIED_FROM


def fresh_lines(rows: Iterable[Fresh]) -> Iterator[str]:
    """Counts by half, language and room; then what is wrong in the half that may be looked at."""
    judged = [(row, *verdicts(row)) for row in rows]
    counts = Counter[tuple[str, str, str, str]]()
    for row, stance, is_verified in judged:
        half, says = "open" if row.is_open else "counted", row.stands == "1"
        for room, is_green in (("statement", stance is Entailment.ENTAILED), ("claim", is_verified)):
            counts[half, row.lang, room, "says so" if says else "does not"] += 1
            counts[half, row.lang, room, "right" if says else "wrong"] += is_green
        counts[half, row.lang, "statement", "denied"] += says and stance is Entailment.DENIED
    for half, lang, room in sorted({key[:3] for key in counts}):
        of = {name: counts[half, lang, room, name] for name in ("right", "says so", "wrong", "does not", "denied")}
        yield (
            f"{half} {lang} {room}: {of['right']} of {of['says so']} that say so verified, {of['denied']} denied; "
            f"{of['wrong']} of {of['does not']} that do not"
        )
    for row, stance, is_verified in judged:
        if row.is_open and {is_verified, stance is Entailment.ENTAILED} != {row.stands == "1"}:
            yield "\t".join((row.lang, row.stands, row.kind, stance, str(is_verified), row.text))
