"""The ten words of ``docs/start.md``: each is used for one thing alone, and has one word in Chinese."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from causalflow import catalogues

pytestmark = pytest.mark.pure

DOCS = Path(catalogues.PROJECT) / "docs"
# English forms of a word, and every form that its Chinese word takes in a sentence.
WORDS = {
    "node": (r"\bnodes?\b", "节点"),
    "value": (r"\bvalues?\b", "值|未知"),
    "badge": (r"\bbadges?\b", "结论|徽章"),
    "source": (r"\bsources?\b", "来源"),
    "story": (r"\bstor(?:y|ies)\b", "报道"),
    "whitelist": (r"\bwhitelists?\b", "白名单"),
    "run": (r"\bruns?\b", "核查"),
    "check": (r"\bchecks?\b|\bchecked\b", "查证"),
    "review": (r"\breviews?\b", "裁决|复核"),
    "ruling": (r"\brulings?\b", "裁定|待.*裁决"),
}
# Where an English word means what it means everywhere.
ELSEWHERE = re.compile(
    r"bank run|Run manage|Run again|run here|fact-?check|I have checked|check (?:the|it and|that)|Checks of the critic"
    r"|checks? (?:failed|passed)|How your program checks|health checked|query or node",
    re.IGNORECASE,
)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{[^}]*\}")


def _rows(path: Path) -> list[str]:
    """The words of the table under the second heading."""
    table = path.read_text(encoding="utf-8").split("\n## ")[1]
    return [line.split("|")[1].strip() for line in table.splitlines() if line.startswith("| ")][1:]


def _said() -> list[tuple[str, str]]:
    [path] = catalogues.catalogue_paths()
    with path.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    first = [
        (one.id if isinstance(one.id, str) else one.id[0], one.string if isinstance(one.string, str) else one.string[0]) for one in messages
    ]
    return [(PLACEHOLDER.sub("", said), PLACEHOLDER.sub("", translated)) for said, translated in first]


def test_both_languages_explain_the_same_ten_words() -> None:
    chinese = _rows(DOCS / "zh" / "start.md")
    assert _rows(DOCS / "start.md") == list(WORDS)
    assert [re.search(form, word) is not None for word, (_, form) in zip(chinese, WORDS.values(), strict=True)] == [True] * 10


@pytest.mark.parametrize("word", WORDS)
def test_a_word_has_one_translation(word: str) -> None:
    english, chinese = WORDS[word]
    holding = [(said, translated) for said, translated in _said() if re.search(english, said, re.IGNORECASE)]
    assert len(holding) > 5
    assert [pair for pair in holding if not re.search(chinese, pair[1]) and not ELSEWHERE.search(pair[0])] == []


def test_no_chinese_word_of_the_ten_means_two() -> None:
    """查证 is for what others wrote, 核查 for nodes."""
    mixed = [pair for pair in _said() if "查证" in pair[1] and re.search(r"\bruns?\b|\bverif", pair[0], re.IGNORECASE)]
    assert mixed == []
