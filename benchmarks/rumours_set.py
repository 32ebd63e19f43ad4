"""The set of rumours: 400 messages in English and Chinese with the pages that are played to them, made from the seeds beside it.

``python benchmarks/rumours_set.py`` writes ``rumours/rumours.jsonl``. One line a message: what it says (``propositions``, of which the
first may be denied by the message), of which ``type``, whether a search is worth it, the pages with their stance to each proposition, the
``end`` that follows from those stances, and whether it is true (1, 0, a half, or null where the pages can't tell). The seeds are ordered
by hash and every other one with all its messages is the test half, so that no wording stands on both sides.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "rumours"
WANTED = 400
SIGNS = {"+": "supports", "-": "contradicts", "0": "silent"}
_OPPOSITE = {"supports": "contradicts", "contradicts": "supports", "silent": "silent"}
MULTI = 2


@dataclass(slots=True)
class Seed:
    """One block: messages by letter, propositions (text, is_figure), pages (stances, whose, text)."""

    name: str
    type: str
    kind: str
    lang: str
    is_worth: bool
    sums: list[tuple[str, str]]
    messages: list[tuple[str, str]] = field(default_factory=list)
    propositions: list[tuple[str, bool]] = field(default_factory=list)
    pages: list[tuple[tuple[str, ...], str, str]] = field(default_factory=list)


def read_seeds(lang: str) -> list[Seed]:
    seeds: list[Seed] = []
    for line in (FOLDER / f"seeds_{lang}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(("= ", "! ")):
            name, kind_of, kind, *sums = (part.strip() for part in line[2:].split("|"))
            pairs = [tuple(pair.strip().split("/")) for pair in sums[0].split(", ")] if sums and sums[0] else []
            seeds.append(Seed(name, kind_of, kind, lang, line[0] == "=", pairs))
        elif line and not line.startswith("#"):
            head, text = line.split(": ", 1)
            if head in ("P", "P#"):
                seeds[-1].propositions.append((text, head == "P#"))
            elif len(head) == 1:
                seeds[-1].messages.append((head, text))
            else:
                signs, whose = head.split(" ")
                seeds[-1].pages.append((tuple(SIGNS[sign] for sign in signs), whose, text))
    return seeds


def cases_of(seed: Seed, names: dict) -> Iterator[dict]:
    if not seed.is_worth:
        for at, (_letter, message) in enumerate(seed.messages):
            yield _case(seed, names, f"{seed.name}-{at}", at, message, "M", [])
        return
    for at, (scene, letters, pages) in enumerate(_scenes(seed)):
        own = [message for letter, message in seed.messages if letter in letters]
        if own and pages:
            letter = next(letter for letter, message in seed.messages if message == own[at % len(own)])
            yield _case(seed, names, f"{seed.name}-{scene}", at, own[at % len(own)], letter, pages)


Pages = list[tuple[tuple[str, ...], str, str]]


def _scenes(seed: Seed) -> Iterator[tuple[str, str, Pages]]:
    """What is played: a name, the letters of the messages that fit, the pages."""

    def told(*signs: str, by: str = "") -> Pages:
        return [page for page in seed.pages if "".join(_sign(one) for one in page[0]) in signs and (not by or _by(page[1]) in by.split())]

    most = len(seed.propositions)
    yes, no, silent = told("+" * most), told("-" + "0" * (most - 1), "-" * most), told("0" * most)
    known_yes = [page for page in yes if page[1] != "blog"]
    official_no = [page for page in no if _by(page[1]) == "official"]
    paper_no = [page for page in no if _by(page[1]) == "news"]
    blog = [page for page in yes if page[1] == "blog"]
    papers = [page for page in known_yes if _by(page[1]) == "news"]
    yield "carried", "M", known_yes[:3] + silent[:1]
    yield "denied", "M", (blog[:1] + official_no[:1] + paper_no[:1] + silent[:1]) if official_no else []
    yield "refuted", "SM", paper_no[:2] + silent[:1] if len(paper_no) > 1 else []
    yield "silent", "MH", silent[:2]
    if most == 2:
        yield "partly", "M", told("+-") + silent[:1]
        yield "partly-again", "M", told("+-")
    yield "hedged-carried", "H", papers[:2]
    yield "hedged-refuted", "H", no[:3]
    yield "denial-carried", "N", no[:2] + silent[:1] if len(paper_no) > 1 or official_no else []
    yield "denial-refuted", "N", known_yes[:3]
    yield "copies", "MS", [*([blog[0]] * 3), *silent[:1]] if blog else []
    yield "disputed", "MS", papers[:2] + paper_no[:2] if len(papers) > 1 and len(paper_no) > 1 else []


def _sign(stance: str) -> str:
    return next(sign for sign, name in SIGNS.items() if name == stance)


def _by(whose: str) -> str:
    return whose if whose in ("news", "blog") else "official"


def _case(seed: Seed, names: dict, name: str, at: int, message: str, letter: str, pages: Pages) -> dict:
    pool = names[seed.lang][seed.kind]
    drawn = int(hashlib.sha256(name.encode()).hexdigest(), 16)
    who, host = pool[drawn % len(pool)]
    sums = seed.sums[drawn % len(seed.sums)] if seed.sums else ("", "")
    filled = {"n": who, "a": sums[0], "b": sums[-1]}
    is_denied = letter == "N"
    kept = [
        (text, is_figure)
        for number, (text, is_figure) in enumerate(seed.propositions)
        if number == 0 or (not is_denied and letter != "S" and (not is_figure or "{a}" in message))
    ]
    outlets, blogs = list(names[f"outlets_{seed.lang}"]), list(names["blogs"])
    shown = []
    for stances, whose, text in pages:
        place = drawn % max(1, len(outlets))
        page_host = {"own": host, "news": outlets[place] if outlets else "", "blog": blogs[0] if blogs else ""}.get(whose, whose)
        outlets, blogs = [one for one in outlets if one != page_host], [one for one in blogs if one != page_host]
        body = text.format(**filled)
        first = _OPPOSITE[stances[0]] if is_denied else stances[0]
        shown.append(
            {
                "url": f"https://{page_host}/{name}",
                "text": body,
                "stances": [first, *stances[1 : len(kept)]],
                "is_official": _by(whose) == "official",
                "is_blog": whose == "blog",
            }
        )
    end = _end(shown, len(kept)) if seed.is_worth else "open"
    return {
        "id": name,
        "seed": seed.name,
        "lang": seed.lang,
        "message": message.format(**filled),
        "type": seed.type,
        "is_hedged": letter == "H",
        "is_worth": seed.is_worth,
        "name": who,
        "host": host,
        "propositions": [
            {"text": text.format(**filled), "is_figure": is_figure, "is_denied": is_denied and number == 0}
            for number, (text, is_figure) in enumerate(kept)
        ],
        "pages": shown,
        "end": end,
        "truth": {"carried": 1, "contradicted": 0, "partly": 0.5}.get(end),
    }


def _end(pages: Sequence[dict], count: int) -> str:
    """What the pages come to: the official word before others, else two stories on one side and none on the other."""
    ends = [_end_of(pages, number) for number in range(count)]
    if set(ends) == {"carried"} or ends[0] != "carried":
        return ends[0]
    return "partly"


def _end_of(pages: Sequence[dict], number: int) -> str:
    told = {side: [page for page in pages if page["stances"][number] == side] for side in ("supports", "contradicts")}
    official = {side: any(page["is_official"] for page in said) for side, said in told.items()}
    stories = {side: len({page["text"] for page in said}) for side, said in told.items()}
    if official["contradicts"] and not official["supports"]:
        return "contradicted"
    if official["supports"] and not official["contradicts"]:
        return "carried"
    if stories["supports"] and stories["contradicts"]:
        return "disputed"
    if stories["contradicts"]:
        return "contradicted"
    return "carried" if stories["supports"] >= MULTI else "open"


def build() -> list[dict]:
    names = tomllib.loads((FOLDER / "names.toml").read_text(encoding="utf-8"))
    seeds = [seed for lang in ("en", "zh") for seed in read_seeds(lang)]
    ordered = sorted(seeds, key=lambda seed: _hash(seed.name))
    half = {seed.name: ("train", "test")[place % 2] for place, seed in enumerate(ordered)}
    cases = [case | {"half": half[seed.name]} for seed in seeds for case in cases_of(seed, names)]
    # What is beyond the number wanted goes by hash, none of the rarer ends.
    common = [case for case in cases if case["is_worth"] and case["end"] != "partly"]
    spare = sorted(common, key=lambda case: _hash(case["id"]))[: max(0, len(cases) - WANTED)]
    dropped = {case["id"] for case in spare}
    return [case for case in cases if case["id"] not in dropped]


def _hash(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


if __name__ == "__main__":
    lines = [json.dumps(case, ensure_ascii=False, sort_keys=True) for case in build()]
    (FOLDER / "rumours.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(len(lines), "messages")
