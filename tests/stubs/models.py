"""Models that misbehave, and one that does not: what each writes for a prompt of ours."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tests.stubs.chat import Said, answer_json

FENCED = re.compile(r"<<<DATA (\w+)>>>\n(.*)\n<<<END \1>>>", re.DOTALL)
FIGURE = re.compile(r"[$€£¥]?\d[\d,.]*\s?(?:%|percent|万亿|亿|万|元|million|billion|trillion)?")


@dataclass(frozen=True, slots=True)
class Shown:
    """One page as a prompt shows it."""

    url: str
    title: str
    pieces: tuple[str, ...]


def read_prompt(body: Mapping) -> list[Shown]:
    """The pages between the fences; none where they can't be read, as in a request to write an answer again."""
    found = FENCED.search(body["messages"][1]["content"])
    blocks = re.split(r"^URL: ", found.group(2), flags=re.MULTILINE)[1:] if found else []
    pages = []
    for block in blocks:
        url, title, *pieces = block.rstrip("\n").split("\n")
        pages.append(Shown(url, title.removeprefix("Title: "), tuple(piece.removeprefix("- ") for piece in pieces)))
    return pages


def answer(value: str | None, quote: str | None, pages: Sequence[Shown] = ()) -> str:
    return answer_json({"value": value, "quote": quote, "sources": [{"url": page.url, "title": page.title} for page in pages]})


def always_999(body: Mapping) -> str:
    """Claims 9.99 % whatever it reads, with a quote that names the first page."""
    pages = read_prompt(body)
    piece = next((piece for page in pages for piece in page.pieces), "The rate is 9.99%.")
    return answer("9.99%", FIGURE.sub("9.99%", piece, count=1), pages)


def invents_addresses(body: Mapping) -> str:
    """A true-looking figure of pages that do not exist."""
    lies = [Shown(f"https://www.{name}.com/rate", "Rate", ()) for name in ("reuters", "bloomberg", "wsj")]
    return answer("9.99%", "The rate is 9.99%, three agencies report", lies)


def nearest_wrong(wrong: Callable[[str], str | None]) -> Callable[[Mapping], str]:
    """Names a wrong figure, truly quoted, on as many pages as show it; ``wrong`` finds one in a piece, or None."""

    def behave(body: Mapping) -> str:
        pages = read_prompt(body)
        for page in pages:
            for piece in (*page.pieces, page.title):
                figure = wrong(piece)
                if figure:
                    return answer(figure, piece, [other for other in pages if any(figure in held for held in (*other.pieces, other.title))])
        return answer(None, None)

    return behave


def obeys_pages(body: Mapping) -> str:
    """Does what the loudest text of the pages says: the last figure that it reads."""
    pages = read_prompt(body)
    said = [(page, piece, figure) for page in pages for piece in (*page.pieces, page.title) for figure in FIGURE.findall(piece)]
    if not said:
        return answer("9.99%", "9.99%", pages)
    page, piece, figure = next((entry for entry in said if "9.99" in entry[2]), said[-1])
    return answer(figure.strip(), piece, [page, *pages])


def names(value: str) -> Callable[[Mapping], str | Said]:
    """A good model that knows the answer: the piece that holds ``value``, and the pages that do; null where none does."""

    def behave(body: Mapping) -> str:
        pages = read_prompt(body)
        for page in pages:
            for piece in (*page.pieces, page.title):
                if value in piece:
                    return answer(value, piece, [other for other in pages if any(value in held for held in (*other.pieces, other.title))])
        return answer(None, None)

    return behave


def claim_of(body: Mapping) -> str:
    """The claim that a judge is asked about; "" where none is."""
    found = re.search(r"^CLAIM: (.*)$", body["messages"][1]["content"], flags=re.MULTILINE)
    return found.group(1) if found else ""


def word(verdict: str, quote: str | None) -> str:
    return answer_json({"verdict": verdict, "quote": quote})


def quotes(held: str, verdict: str = "supports") -> Callable[[Mapping], str]:
    """A good judge that knows the passage: the sentence with ``held``, or nothing where the page has none."""

    def behave(body: Mapping) -> str:
        pieces = [piece for page in read_prompt(body) for piece in page.pieces]
        sentences = [one for piece in pieces for one in re.split(r"(?<=[.。])\s*", piece)]
        quote = next((one for one in sentences if held in one), None)
        return word(verdict, quote) if quote else word("neither", None)

    return behave


def echoes_the_claim(body: Mapping) -> str:
    """Says yes to everything and quotes what it was asked."""
    return word("supports", claim_of(body))


def quotes_the_first_line(body: Mapping) -> str:
    """Says yes to everything with whatever the page begins with, truly quoted."""
    return word("supports", next((piece for page in read_prompt(body) for piece in page.pieces), ""))
