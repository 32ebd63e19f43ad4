"""Sentences with figures and their documents, from the open sets: as they stand, written as plain sentences, and with exchanged figures.

``group`` must stay on one side of every fold: a report for tables, a question or page for prose.
"""

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from verification.core.tables.acronyms import with_acronyms
from verification.core.tables.judging import PlaceFinder
from verification.core.tables.library import Library, read_library
from verification.core.tables.places import Place
from verification.core.tables.sentences import SentenceFacts, read_answer
from verification.core.tables.spoken import speak_of

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
_QUESTION = re.compile(r"^(?:What|How much|How many)\s(?:was|is|were|are)\s(?P<what>.+?):\s(?P<value>[^:]+?)\.?$")
_YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_PLAIN = ("{What} was {value}.", "{What} amounted to {value}.", "{What} came to {value}.", "The company reported {what} of {value}.")
_DATED = re.compile(r"^(?P<what>.+?)\s(?P<when>(?:in|for|at|as of|as at|during)\s(?:the\s)?[^:]*20\d\d)$")
_PROSE_SETS = {
    "support_answers": 500,
    "support_webpages": 250,
    "support_citations": 500,
    "support_pairs": 250,
    "support_chinese": 250,
    "support_filings": 300,
}
SETS = ("train/attribution_swap", "attribution_reports", *_PROSE_SETS)


@dataclass(frozen=True, slots=True)
class Case:
    """One sentence beside its documents. ``is_own`` False: one figure of it is exchanged, the one at ``at`` of the text or the last."""

    source: str
    group: str
    scenario: str
    key: str
    text: str
    documents: tuple[str, ...]
    is_own: bool
    at: int = -1


def _rows(name: str) -> Iterator[tuple[dict, dict]]:
    gold = {row["id"]: row for row in map(json.loads, (DATA / f"{name}.gold.jsonl").read_text(encoding="utf-8").splitlines())}
    for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield row, gold[row["id"]]


def report_documents() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The documents of every report's table once, the table last, with the group of the report."""
    seen = set()
    for name in ("train/attribution_swap", "attribution_reports"):
        for row, _gold in _rows(name):
            documents = tuple(sorted((d["content"] for d in row["documents"]), key=lambda text: text.count("|")))
            if documents[-1] not in seen:
                seen.add(documents[-1])
                yield row["documents"][0]["metadata"]["document_name"], documents


def fold_key(key: str) -> int:
    """A number that a key always has."""
    return int(sha256(key.encode()).hexdigest()[:8], 16)


def report_cases() -> Iterator[Case]:
    """Answers from reports: the set of exchanged figures, and all other answers that state a figure."""
    seen = set()
    for row, gold in _rows("train/attribution_swap"):
        documents = tuple(d["content"] for d in row["documents"])
        group = row["documents"][0]["metadata"]["document_name"]
        is_own = gold["expected"] == "supported"
        case = Case("train/attribution_swap", group, gold["scenario"], row["id"].rsplit("-", 1)[0], row["answer"], documents, is_own)
        seen.add(case.key)
        yield case
        yield from _as_plain(case)
    for row, gold in _rows("attribution_reports"):
        if gold["answer_type"] not in ("span", "multi-span") or not gold["numeric"]:
            continue
        documents = tuple(d["content"] for d in row["documents"])
        group = row["documents"][0]["metadata"]["document_name"]
        if not re.search(r"\d", row["answer"].rpartition(":")[2]) or row["id"] in seen:
            continue
        own = Case("attribution_reports", group, "own", row["id"], row["answer"], documents, True)
        for case in (own, *_as_plain(own)):
            yield case
            yield from exchanged(case)


def _as_plain(case: Case) -> Iterator[Case]:
    """The question and answer as a plain sentence: "Trade payables in 2019 amounted to 3,486 thousand."."""
    match = _QUESTION.match(case.text)
    if match is None:
        return
    draw = fold_key(case.key)
    what = re.sub(r"^the\s(?:(?:amount|value)\s(?:of|for)\s)?", "", match["what"].strip(), flags=re.IGNORECASE)
    dated = _DATED.match(what)
    if dated and draw % 3 == 0:
        when = dated["when"]
        text = f"{when[:1].upper()}{when[1:]}, {dated['what']} was {match['value']}."
    elif dated and draw % 3 == 1:
        text = f"{dated['what'][:1].upper()}{dated['what'][1:]} was {match['value']} {dated['when']}."
    else:
        text = _PLAIN[draw % len(_PLAIN)].format(What=what[:1].upper() + what[1:], what=what, value=match["value"])
    yield replace(case, source=f"{case.source}, plain", text=text)


def prose_cases() -> Iterator[Case]:
    """Claims with figures that their documents carry, and the same with a figure of another sentence or row in its place."""
    for name, most in _PROSE_SETS.items():
        found = []
        for row, gold in _rows(name):
            if gold["label"] == "supported" and _NUMBER.search(row["claim"]):
                documents = tuple(f"{d.get('title') or ''}\n{d['text']}"[:60_000] for d in row["documents"][:8])
                group = f"{name}-{gold.get('group') or gold.get('base') or row['id']}"
                found.append(Case(name, group, "own", row["id"], row["claim"], documents, True))
        for case in sorted(found, key=lambda case: fold_key(case.key))[:most]:
            yield case
            yield from exchanged(case)


def exchanged(case: Case) -> Iterator[Case]:
    """The sentence with its last stated figure exchanged for one of the same row, the same column, another cell, another sentence; and
    with another year of the same heads."""
    facts, library = read_case(case)
    finder = PlaceFinder(library)
    for sentence in facts:
        told = speak_of(sentence.text, sentence.figures, sentence.also)
        for said in reversed(told):
            places = finder.places(sentence, said)
            holding = [place for place in places if place.states(said.figure)]
            if holding and len(said.figure.digits) > 1:
                yield from _exchanged(case, sentence, said.figure.start, said.figure.end, holding, places)
                return


def _exchanged(
    case: Case, sentence: SentenceFacts, start: int, end: int, holding: Sequence[Place], places: Sequence[Place]
) -> Iterator[Case]:
    draw = random.Random(fold_key(case.key))  # noqa: S311 - no secret
    own = holding[0]
    held = {place.value for place in holding} | {0}
    alike = [place for place in places if (place.unit == "%") == (own.unit == "%") and place.value not in held]
    kinds: Mapping[str, list[Place]] = {
        "column": [place for place in alike if own.is_cell and place.line == own.line],
        "row": [place for place in alike if own.is_cell and place.columns == own.columns and place.at == own.at],
        "sentence": [place for place in alike if not place.is_cell and not own.is_cell],
        "anywhere": [place for place in alike if place.is_cell != own.is_cell],
    }
    span = (sentence.start + start, sentence.start + end)
    for kind, others in kinds.items():
        if others and (text := with_figure_of(draw.choice(others), case.text, span)) is not None:
            yield replace(case, scenario=kind, text=text, is_own=False, at=span[0])
    years = sorted({year for place in holding for year in place.years} & {int(y) for y in _YEAR.findall(sentence.text)})
    heads = sorted({year for place in places if place.line == own.line and place.is_cell for year in place.years} - set(years))
    if len(years) == 1 and heads and len(holding) == 1:
        text = case.text.replace(str(years[0]), str(draw.choice(heads)))
        yield replace(case, scenario="year", text=text, is_own=False, at=sentence.start + start)


def with_figure_of(place: Place, text: str, span: tuple[int, int]) -> str | None:
    """A text whose figure at ``span`` has the digits of ``place``; None where it has them already."""
    value = place.figure.written if place.figure is not None else place.value
    figure = text[slice(*span)]
    changed = _NUMBER.sub(f"{abs(value):,}", figure, count=1)
    return text[: span[0]] + changed + text[span[1] :] if changed != figure else None


def read_case(case: Case) -> tuple[tuple[SentenceFacts, ...], Library]:
    """The sentences of a case and the library of its documents."""
    facts = with_acronyms(read_answer(case.text), case.documents)
    return facts, read_library(case.documents, facts)
