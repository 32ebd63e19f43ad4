"""The models of a played demo: three plain readers that answer whatever the product asks a model, each from what the prompt shows.

They differ as real ones do: the first counts pages, the second trusts titles and first pieces, the third takes the first figure it meets.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from tests.core.events.event_lists import shipped_lexicon
from tests.stubs.chat import Said, answer_json
from tests.stubs.models import FENCED, FIGURE, Shown, read_prompt
from verification.core.events.planning import build_keywords
from verification.core.events.reading import read_message

_UNIT = re.compile(r"^(?:Unit|单位): (.*)$", re.MULTILINE)
_ASKED = re.compile(r"^(?:Asked|所问): (.*)$", re.MULTILINE)
_BARE = re.compile(r"(?:19|20)\d\d|\d{1,2}")
_WORDS = re.compile(r"[A-Za-z]{4,}|[\u4e00-\u9fff]{2}")
_BAND = re.compile(r"^delta: from (\S+) to (\S+),", re.MULTILINE)
# A model that reads well: as the rules do, on the lists that are shipped.
_LEXICON = shipped_lexicon()


def play(body: Mapping) -> str | Said:
    """What the model ``body["model"]`` writes for one of the product's prompts; an empty object for what it does not know."""
    if "tools" in body:
        return _plan(body)
    form = body.get("response_format", {}).get("json_schema", {}).get("schema", {})
    asked = set(form.get("properties", ()))
    for field, write in _FORMS:
        if field in asked:
            return answer_json(write(body))
    return answer_json({})


def _read_event(body: Mapping) -> dict[str, object]:
    read = read_message(_fenced(body), _LEXICON)
    return {
        "event_type": read.event_type,
        "asset": read.asset,
        "direction": read.direction,
        "confidence": float(read.confidence),
        "summary": read.summary[:120],
    }


def _plan(body: Mapping) -> Said:
    name, message = body["tools"][0]["function"]["name"], _fenced(body)
    keywords = build_keywords(message, read_message(message, _LEXICON), _LEXICON)
    decided = {"tools": ["search"], "search_keywords": keywords, "reason": "News could confirm or refute the message."}
    return Said(None, "tool_calls", tool_calls=((name, answer_json(decided)),))


def _argue(body: Mapping) -> dict[str, object]:
    low, high = (float(bound) for bound in _BAND.search(body["messages"][0]["content"]).groups())
    return {"delta": round((low + high) / 2, 3), "reason": "The evidence shown moves it by the middle of the band."}


def _challenge(body: Mapping) -> dict[str, object]:
    value, pages = _told(body, "ANSWER")[0]["value"], _about(body, read_prompt(body))
    if value in ("yes", "no"):
        return {"challenges": []}
    others = [(figure, piece) for page in pages for piece in _pieces(page) for figure in _figures(piece, body) if figure != value]
    found = [
        {"type": "data_accuracy", "severity": "medium", "claim": f"Another page gives {figure}.", "evidence": piece}
        for figure, piece in others[:1]
    ]
    return {"challenges": found}


def _rule(body: Mapping) -> dict[str, object]:
    value = _told(body, "ANSWER")[0]["value"]
    carrying = sum(value in piece for page in read_prompt(body) for piece in _pieces(page))
    ruling, reason = "dismissed" if carrying > 1 else "upheld", f"Pieces with {value}: {carrying}."
    rulings = [{"challenge_id": told["challenge_id"], "ruling": ruling, "reason": reason} for told in _told(body, "CHALLENGE")]
    return {"rulings": rulings}


def _propose(body: Mapping) -> dict[str, object]:
    pages = read_prompt(body)
    read = _READERS.get(body["model"], _count_pages)
    is_statement = "bear out a statement" in body["messages"][0]["content"] or "是否证实一个陈述" in body["messages"][0]["content"]
    value, quote = _bears_out(body, pages) if is_statement else read(body, _about(body, pages))
    carrying = [page for page in pages if quote and any((value if not is_statement else quote) in piece for piece in _pieces(page))]
    sources = [{"url": page.url, "title": page.title} for page in carrying]
    proposed: dict[str, object] = {"value": value, "quote": quote, "sources": sources}
    if "confidence" in body["response_format"]["json_schema"]["schema"]["properties"]:
        proposed |= {"confidence": 0.9 if value else 0.3, "reasoning": f"{len(carrying)} of {len(pages)} pages say so."}
    return proposed


def _bears_out(body: Mapping, pages: Sequence[Shown]) -> tuple[str | None, str | None]:
    wanted = set(_WORDS.findall(_label(body)))
    pieces = [piece for page in pages for piece in _pieces(page)]
    best = max(pieces, key=lambda piece: len(wanted & set(_WORDS.findall(piece))), default="")
    return ("yes", best) if best and 2 * len(wanted & set(_WORDS.findall(best))) >= len(wanted) else (None, None)


def _about(body: Mapping, pages: Sequence[Shown]) -> list[Shown]:
    """The pages without the pieces that hardly share a word with the question."""
    wanted = set(_WORDS.findall(_label(body)))
    kept = []
    for page in pages:
        pieces = tuple(piece for piece in page.pieces if 3 * len(wanted & set(_WORDS.findall(f"{page.title} {piece}"))) >= len(wanted))
        if pieces:
            kept.append(Shown(page.url, page.title, pieces))
    return kept


def _count_pages(body: Mapping, pages: Sequence[Shown]) -> tuple[str | None, str | None]:
    counts = Counter(figure for page in pages for figure in {found for piece in _pieces(page) for found in _figures(piece, body)})
    return _quoted(max(counts, key=lambda figure: (counts[figure], figure), default=None), pages)


def _trust_titles(body: Mapping, pages: Sequence[Shown]) -> tuple[str | None, str | None]:
    counts = Counter(figure for page in pages for piece in (page.title, *page.pieces[:1]) for figure in _figures(piece, body))
    return _quoted(max(counts, key=lambda figure: (counts[figure], figure), default=None), pages)


def _take_first(body: Mapping, pages: Sequence[Shown]) -> tuple[str | None, str | None]:
    return _quoted(next((figure for page in pages for piece in _pieces(page) for figure in _figures(piece, body)), None), pages)


def _quoted(figure: str | None, pages: Iterable[Shown]) -> tuple[str | None, str | None]:
    pieces = (piece for page in pages for piece in _pieces(page))
    return figure, next((piece for piece in pieces if figure in piece), None) if figure else None


def _figures(piece: str, body: Mapping) -> list[str]:
    """Figures that could answer: with a per cent sign where one is asked for, never a bare year or day."""
    unit = _UNIT.search(body["messages"][1]["content"])
    found = [figure.strip() for figure in FIGURE.findall(piece)]
    if unit and "%" in unit.group(1):
        return [figure for figure in found if figure.endswith(("%", "percent"))]
    return [figure for figure in found if not _BARE.fullmatch(figure)]


def _pieces(page: Shown) -> tuple[str, ...]:
    return (*page.pieces, page.title)


def _fenced(body: Mapping) -> str:
    found = FENCED.search(body["messages"][1]["content"])
    return found.group(2) if found else ""


def _label(body: Mapping) -> str:
    found = _ASKED.search(body["messages"][1]["content"])
    return found.group(1) if found else ""


def _told(body: Mapping, name: str) -> list[dict]:
    """What other models said before, as the prompt repeats it."""
    return [json.loads(line) for line in re.findall(rf"^{name}: (.*)$", body["messages"][1]["content"], re.MULTILINE)]


_READERS: Mapping[str, Callable] = {"played-1": _count_pages, "played-2": _trust_titles, "played-3": _take_first}
_FORMS: tuple[tuple[str, Callable[[Mapping], dict[str, object]]], ...] = (
    ("event_type", _read_event),
    ("delta", _argue),
    ("challenges", _challenge),
    ("rulings", _rule),
    ("value", _propose),
)
