"""How far rumours are read for what they say and believed for what pages say: types, propositions, stances, ends and confidence.

``python benchmarks/events_truth.py`` prints both halves of ``rumours/rumours.jsonl`` side by side. The seeds of one half are none of the
other's; the test half's cases are counted and never shown. The *message alone* is the same reading without any page: its confidence as
it is, carried where it speaks plainly, open where it hedges. A search brings exactly the pages played.

An alarm is a message that is believed (confidence of ``ACTING`` and more) and is not true: false, or open for want of pages. The Brier
score is the mean square of confidence less truth (1, 0, a half where only a part is true) over the messages whose truth the pages tell.
"""

import json
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.core.events.event_lists import shipped_lexicon
from verification.core.events.confidence import keep_preliminary, synthesise
from verification.core.events.evidence import EventQuestion, Evidence, Hit, tell, weigh
from verification.core.events.findings import Verdict
from verification.core.events.flow import ACTING
from verification.core.events.planning import judge_search, official_suffixes
from verification.core.events.propositions import Certainty, Kind, Proposition
from verification.core.events.reading import read_message
from verification.core.events.stances import SILENT, Told
from verification.core.events.vocabulary import Entity, EntityKind, EventReading, Lexicon
from verification.core.evidence import Page, Trust

FOLDER = Path(__file__).resolve().parent / "rumours"
NOW = datetime(2026, 6, 10, 12, tzinfo=UTC)
THRESHOLD = Decimal("0.75")
BINS = 5
# Messages whose pages are held against another one.
OTHERS = 3


@dataclass(frozen=True, slots=True)
class Outcome:
    """One message after all: what was gold, and what came of it with pages and without."""

    case: dict
    reading: EventReading
    propositions: tuple[Proposition, ...]
    is_searched: bool
    evidence: Evidence
    confidence: float
    alone: float


def lexicon() -> Lexicon:
    """The shipped lists, and the Chinese names with their hosts, which no spelling tells."""
    names = tomllib.loads((FOLDER / "names.toml").read_text(encoding="utf-8"))["zh"]
    own = [Entity(name, EntityKind.ORGANISATION, "", (), (host,)) for pool in names.values() for name, host in pool if host]
    shipped = shipped_lexicon()
    return replace(shipped, entities=(*shipped.entities, *own))


def trust() -> Trust:
    names = tomllib.loads((FOLDER / "names.toml").read_text(encoding="utf-8"))
    return Trust(whitelist=(*names["outlets_en"], *names["outlets_zh"]))


def run(case: dict, lists: Lexicon, trusted: Trust) -> Outcome:
    text = case["message"]
    reading = read_message(text, lists)
    official = official_suffixes(text, reading, lists)
    question = EventQuestion(text=text, reading=reading, lexicon=lists, official=official, as_of=NOW, trust=trusted)
    gate = judge_search(text, reading, lists, similar=None, threshold=THRESHOLD)
    hits = [Hit(_page(page), None) for page in case["pages"]] if gate.is_searched else []
    evidence = weigh(hits, question)
    after = synthesise(reading.confidence, evidence.summary) if gate.is_searched else keep_preliminary(reading.confidence)
    return Outcome(case, reading, question.propositions, gate.is_searched, evidence, float(after.confidence), float(reading.confidence))


def _page(page: dict) -> Page:
    return Page(page["url"], "", page["text"], NOW - timedelta(hours=20))


def stances(outcome: Outcome, lists: Lexicon) -> Iterator[tuple[str, str]]:
    """Gold and found for each page and each proposition of the gold: events in their order, figures with figures."""
    events = [at for at, one in enumerate(outcome.propositions) if one.kind is Kind.EVENT]
    figures = [at for at, one in enumerate(outcome.propositions) if one.kind is Kind.FIGURE]
    for page in outcome.case["pages"]:
        told = tell(_page(page), outcome.propositions, lists)
        left = iter(events), iter(figures)
        for gold, stance in zip(outcome.case["propositions"], page["stances"], strict=True):
            at = next(left[gold["is_figure"]], None)
            yield stance, _said(told, at)


def of_others(outcomes: Sequence[Outcome], lists: Lexicon) -> Iterator[str]:
    """What pages about somebody else say of a message: those of the next ``OTHERS`` messages of its type, of another seed and name."""
    by_type: dict[str, list[dict]] = {}
    for one in outcomes:
        by_type.setdefault(one.case["type"], []).append(one.case)
    for one in outcomes:
        own, same = one.case, by_type[one.case["type"]]
        at = next(place for place, case in enumerate(same) if case is own)
        others = [case for case in same[at:] + same[:at] if case["seed"] != own["seed"] and case["name"] != own["name"]]
        for page in (page for case in others[:OTHERS] for page in case["pages"] if own["name"] not in page["text"]):
            told = tell(_page(page), one.propositions[:1], lists)
            yield from (found.says.value for found in told)


def _said(told: Sequence[Told], at: int | None) -> str:
    return (told[at] if at is not None else SILENT).says.value


def share(right: int, of: int) -> str:
    return f"{right / of:.3f} ({right}/{of})" if of else "-"


def report(outcomes: list[Outcome], lists: Lexicon) -> dict[str, str]:
    worth = [one for one in outcomes if one.case["is_worth"]]
    idle = [one for one in outcomes if not one.case["is_worth"]]
    gold = Counter(one.case["end"] for one in worth)
    pairs = Counter(pair for one in worth for pair in stances(one, lists))
    ends = sum(one.evidence.verdict.value == one.case["end"] for one in worth)
    alone = sum(_alone(one) == one.case["end"] for one in worth)
    constant, count = gold.most_common(1)[0]
    known = [one for one in worth if one.case["truth"] is not None]
    settled = [one for one in known if one.case["truth"] != 0.5]
    untrue = [one for one in worth if one.case["truth"] in (0, None)]
    acting = float(ACTING)
    told = [pair for pair in pairs.elements() if "silent" not in pair]
    aside = [*of_others(worth, lists)]
    return {
        "messages": str(len(outcomes)),
        "type": share(sum(one.reading.event_type.value == one.case["type"] for one in outcomes), len(outcomes)),
        "propositions, their number": share(sum(len(one.propositions) == len(one.case["propositions"]) for one in worth), len(worth)),
        "polarity": share(sum(_polarity(one) for one in worth), len(worth)),
        "hedged or not": share(sum(_hedge(one) for one in worth), len(worth)),
        "searched where it is worth it": share(sum(one.is_searched for one in worth), len(worth)),
        "not searched where it is not": share(sum(not one.is_searched for one in idle), len(idle)),
        "stances, all": share(sum(count for (one, other), count in pairs.items() if one == other), pairs.total()),
        "  of supports or contradicts": share(
            sum(count for (one, other), count in pairs.items() if one == other != "silent"),
            sum(count for (one, _), count in pairs.items() if one != "silent"),
        ),
        "  the opposite said": str(sum(one != other for one, other in told)),
        "  supports from a page that contradicts": str(pairs["contradicts", "supports"]),
        "silent where a page tells of another": share(aside.count("silent"), len(aside)),
        "  support instead": str(aside.count("supports")),
        "end": share(ends, len(worth)),
        "  by the message alone": share(alone, len(worth)),
        f"  always {constant}": share(count, len(worth)),
        "official side": share(sum(_official(one) for one in worth), len(worth)),
        "true or false, by .5": share(sum((one.confidence >= 0.5) == bool(one.case["truth"]) for one in settled), len(settled)),
        "  by the message alone ": share(sum((one.alone >= 0.5) == bool(one.case["truth"]) for one in settled), len(settled)),
        "false alarms": share(sum(one.confidence >= acting for one in untrue), len(untrue)),
        "  by the message alone  ": share(sum(one.alone >= acting for one in untrue), len(untrue)),
        "Brier": f"{sum((one.confidence - one.case['truth']) ** 2 for one in known) / len(known):.3f}",
        "  by the message alone   ": f"{sum((one.alone - one.case['truth']) ** 2 for one in known) / len(known):.3f}",
    }


def _alone(outcome: Outcome) -> str:
    first = next(iter(outcome.propositions), None)
    return (Verdict.OPEN if first is None or first.certainty is Certainty.HEDGED else Verdict.CARRIED).value


def _polarity(outcome: Outcome) -> bool:
    """A message denies by a negation or by the contrary words: "not hacked", "kept its peg"."""
    first = next(iter(outcome.propositions), None)
    gold = outcome.case["propositions"][0]["is_denied"]
    return (first is not None and first.is_denied) == gold or (gold and first is not None and first.value < 0)


def _hedge(outcome: Outcome) -> bool:
    first = next(iter(outcome.propositions), None)
    return (first is not None and first.certainty is Certainty.HEDGED) == outcome.case["is_hedged"]


def _official(outcome: Outcome) -> bool:
    """Whether the side of those concerned, on their own pages or an authority's, is told right."""
    gold = {page["stances"][0] for page in outcome.case["pages"] if page["is_official"]} - {"silent"}
    own = {witness.told[0].says.value for witness in outcome.evidence.witnesses if witness.is_official and witness.told} - {"silent"}
    return gold == own


def reliability(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """How often what is believed so far is true, by fifths of the confidence."""
    for number in range(BINS):
        low, high = number / BINS, (number + 1) / BINS
        inside = [one for one in outcomes if one.case["truth"] is not None and low <= one.confidence < high + (number == BINS - 1)]
        if inside:
            said = sum(one.confidence for one in inside) / len(inside)
            true = sum(one.case["truth"] for one in inside) / len(inside)
            yield f"  {low:.1f}–{high:.1f}  {len(inside):4d}  said {said:.2f}  true {true:.2f}  {'█' * round(20 * true)}"


if __name__ == "__main__":
    lists, trusted = lexicon(), trust()
    cases = [json.loads(line) for line in (FOLDER / "rumours.jsonl").read_text(encoding="utf-8").splitlines()]
    began = time.monotonic()
    done = [run(case, lists, trusted) for case in cases]
    took = time.monotonic() - began
    halves = {half: report([one for one in done if one.case["half"] == half], lists) for half in ("train", "test")}
    rows = list(zip(halves["train"].items(), halves["test"].items(), strict=True))
    print(f"{'':42}{'train':>18}{'test':>18}")
    for (name, left), (_, right) in rows:
        print(f"{name:42}{left:>18}{right:>18}")
    print("Reliability, test half:")
    print("\n".join(reliability([one for one in done if one.case["half"] == "test"])))
    print(f"{len(cases)} messages, {sum(len(case['pages']) for case in cases)} pages in {took:.1f} s")
    if "--misses" in sys.argv:
        for one in done:
            if one.case["half"] == "train" and one.case["is_worth"] and one.evidence.verdict.value != one.case["end"]:
                says = [(page["url"][:40], page["stances"]) for page in one.case["pages"]]
                print(one.case["id"], one.case["end"], "<>", one.evidence.verdict.value, one.case["message"], says)
                for witness in one.evidence.witnesses:
                    print("    ", witness.domain, witness.stance.value, witness.story, [told.says.value for told in witness.told])
