"""Footnotes and numbered reference lists: a mark in the text ("[^1]", "[3]", "【2】") and the note that holds its link.

CommonMark knows neither; models write both. A note is a line that begins with the mark; it runs to the next note or empty line.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_LABEL = r"\[\^[^\]\s\[]{1,40}\]|\[\d{1,3}\]|【\d{1,3}】"
_NOTE = re.compile(
    rf"^[ \t>]{{0,8}}(?:[-+*][ \t]{{1,4}})?(?P<label>{_LABEL})(?:(?:[:：][ \t]*|[ \t]+)(?=\S)|(?=[^\s(\[:：【]))", re.MULTILINE
)
_LIST = re.compile(
    r"^[ \t>]{0,8}(?:#{1,6}[ \t]*)?\*{0,2}(?:sources?|references?|citations?|bibliography|works cited"
    r"|参考(?:资料|文献|来源)|(?:资料|数据|信息)?来源|引用(?:来源)?|注释?)\*{0,2}[ \t]*[:：]?\*{0,2}[ \t]*\n",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBERED = re.compile(r"^[ \t>]{0,8}(?P<label>\d{1,3})[.)、．][ \t]*(?=\S)", re.MULTILINE)
_MARK = re.compile(_LABEL)
_EMPTY_LINE = re.compile(r"\n[ \t>]*(?=\n|\Z)")


# What a note holds that names a work: a title in quotes or italics, a year.
_WORK = re.compile(r"《[^》]+》|[“\"][^”\"]{4,}[”\"]|(?<![*\w])[*_][^*_\n]{4,}[*_](?![*\w])|(?<!\d)(?:19|20)\d{2}(?!\d)")


@dataclass(frozen=True, slots=True)
class Note:
    """The body of a note; the span begins behind its label, which stands at ``label_start``."""

    label: str
    label_start: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NoteMark:
    """A mark that refers to a note."""

    label: str
    start: int
    end: int


def find_notes(text: str) -> list[Note]:
    """The notes in their order. A numbered list under a heading such as "Sources" is a list of notes."""
    begins = list(_NOTE.finditer(text))
    if heading := _last(_LIST, text):
        numbered = (found for found in _NUMBERED.finditer(text, heading) if not _NOTE.match(text, found.start()))
        begins = sorted([*begins, *numbered], key=lambda found: found.start())
    notes = []
    for number, begin in enumerate(begins):
        limit = begins[number + 1].start() if number + 1 < len(begins) else len(text)
        gap = _EMPTY_LINE.search(text, begin.end(), limit)
        notes.append(Note(_key(begin.group("label")), begin.start("label"), begin.end(), gap.start() if gap else limit))
    return notes


def find_marks(text: str, notes: Sequence[Note]) -> list[NoteMark]:
    """The marks that refer to ``notes``, in their order; the labels of the notes themselves are none."""
    own = {note.label_start for note in notes}
    known = {note.label for note in notes}
    marks = (NoteMark(_key(found.group()), *found.span()) for found in _MARK.finditer(text) if found.start() not in own)
    return [mark for mark in marks if mark.label in known]


def names_work(body: str) -> bool:
    """Whether a note without a link names a source, rather than explaining something."""
    return len(body) >= 10 and _WORK.search(body) is not None


def _last(pattern: re.Pattern[str], text: str) -> int:
    """Where the last match ends; 0 without one."""
    end = 0
    for found in pattern.finditer(text):
        end = found.end()
    return end


def _key(label: str) -> str:
    return label.strip("[]【】").casefold()
