"""A little web of papers that tell each node's rate, so that a run takes a search, its pages and a model.

Excerpts lack the figure, and the rules don't bind the sentences: the model is the one that names it.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from tests.stubs.models import answer, read_prompt
from tests.stubs.pages import StubPage

# Under a headline that names the rate: of the words about the figure the rules know none, and nothing in them speaks against it.
LOOSE = "Painters in yellow raincoats chalk {rate}% on wet walls."
PAPERS = ("ant", "bee", "cow")
SAYINGS = {"ant": LOOSE, "bee": LOOSE.replace("yellow", "blue"), "cow": LOOSE.replace("yellow", "green")}
FILLERS = {
    "ant": "Bankers in the capital had waited for weeks, and so had the owners of houses with loans that float.",
    "bee": "Savers wrote letters, unions marched, and a former minister gave a speech about patience.",
    "cow": "Farmers borrow in March and pay back in November, which is why this season looks at interest.",
}


def name_of(number: int) -> str:
    """A country of its own for each number below 650."""
    return f"{chr(65 + number % 26)}{'aeiou'[number // 26 % 5]}{'nrstl'[number // 130 % 5]}landia"


def rate_of(number: int) -> str:
    return f"{3 + number % 4}.{number % 9 + 1}"


def pages_of(nodes: int) -> list[StubPage]:
    """What the papers wrote two hours ago about nodes 0 to ``nodes`` - 1."""
    at = datetime.now(UTC) - timedelta(hours=2)
    return [
        StubPage(f"http://{paper}-{number}.example/rate", f"Markets, {name_of(number)}", _article(paper, number), at)
        for number in range(nodes)
        for paper in PAPERS
    ]


def name_the_rate(body: Mapping) -> str:
    """What a good model answers."""
    shown = read_prompt(body)
    for page in shown:
        for piece in page.pieces:
            if "raincoats" in piece:
                return answer(next(word for word in piece.split() if "%" in word), piece, shown)
    return answer(None, None)


def _article(paper: str, number: int) -> str:
    name = name_of(number)
    before = [f"{name}: {FILLERS[paper]}"] + [FILLERS[paper][place:] + FILLERS[paper][:place] for place in (9, 23, 41, 55)]
    return "\n".join([*before, SAYINGS[paper].format(rate=rate_of(number)), before[2][::-1]])
