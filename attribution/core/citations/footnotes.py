"""Footnotes and numbered reference lists: a mark in the text ("[^1]", "[3]", "[1, 2]", "[3-5]", "【2】") and the note that holds its link.

CommonMark knows neither; models write both. A note is a line that begins with the mark; it runs to the next note or empty line.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from verification.core.patterns import lazy_regex

_LABEL = r"\[\^[^\]\s\[]{1,40}\]|\[\d{1,3}\]|【\d{1,3}】"
_NOTE = lazy_regex(
    rf"^[ \t>]{{0,8}}(?:[-+*][ \t]{{1,4}})?(?P<label>{_LABEL})(?:(?:[:：][ \t]*|[ \t]+)(?=\S)|(?=[^\s(\[:：【]))", re.MULTILINE
)
_LIST = lazy_regex(
    r"^[ \t>]{0,8}(?:#{1,6}[ \t]*)?\*{0,2}(?:sources?|references?|citations?|bibliography|works cited"
    r"|参考(?:资料|文献|来源)|(?:资料|数据|信息)?来源|引用(?:来源)?|注释?)\*{0,2}[ \t]*[:：]?\*{0,2}[ \t]*\n",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBERED = lazy_regex(r"^[ \t>]{0,8}(?P<label>\d{1,3})[.)、．][ \t]*(?=\S)", re.MULTILINE)
_MARK = lazy_regex(_LABEL)
_SEPARATOR = r"[ \t]?[,，、;；\-–—~～][ \t]?"
_GROUP = lazy_regex(rf"\[\d{{1,3}}(?:{_SEPARATOR}\d{{1,3}}){{1,20}}\]|【\d{{1,3}}(?:{_SEPARATOR}\d{{1,3}}){{1,20}}】")
_PART = lazy_regex(r"\d{1,3}|[-–—~～]")
_LONGEST_RANGE = 50
# What may stand before and behind a mark that refers to nothing: it closes words, and is no index ("a[1]"), no link and no label.
_CLOSES = lazy_regex(r"(?:[^\W\d_]{3}|[\u3400-\u9fff]|[\d%‰.,;:!?。，；：！？)）】”’\"'》」]|\d\]|\S[ \t])\Z")
_OPENS = lazy_regex(r"[\s.,;:!?。，；：！？)）\[【”’\"'》」\u3400-\u9fff]|\Z")
_LABELS = lazy_regex(r"[:：(]|\[[^\]\d^]")
_EMPTY_LINE = lazy_regex(r"\n[ \t>]*(?=\n|\Z)")


# What a note holds that names a work: a title in quotes or italics, a year.
_WORK = lazy_regex(r"《[^》]{1,300}》|[“\"][^”\"]{4,300}[”\"]|(?<![*\w])[*_][^*_\n]{4,300}[*_](?![*\w])|(?<!\d)(?:19|20)\d{2}(?!\d)")


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
    """The marks that refer to ``notes``, in their order; the labels of the notes themselves are none.

    Of "[1, 2]" each number is a mark. Of "[3-5]" the dash stands for the first note in between; the others keep their place in the list.
    """
    own = {note.label_start for note in notes}
    known = {note.label for note in notes}
    marks = [NoteMark(_known_as(_key(found.group()), known), *found.span()) for found in _MARK.finditer(text) if found.start() not in own]
    marks += [mark for found in _GROUP.finditer(text) for mark in _parts(found, known)]
    return sorted((mark for mark in marks if mark.label in known), key=lambda mark: mark.start)


def find_loose_marks(text: str, notes: Sequence[Note]) -> list[NoteMark]:
    """The marks behind words that refer to no note of the text. Several numbers in brackets may be any range: they count where one
    of them has a note, or where a single mark has none either.
    """
    own = {note.label_start for note in notes}
    known = {note.label for note in notes}
    loose = [
        NoteMark(_known_as(_key(found.group()), known), *found.span()) for found in _MARK.finditer(text) if _is_behind_words(text, found)
    ]
    for found in _GROUP.finditer(text):
        parts = _parts(found, known)
        if _is_behind_words(text, found) and (loose or any(mark.label in known for mark in parts)):
            loose += parts
    return sorted((mark for mark in loose if mark.label not in known and mark.start not in own), key=lambda mark: mark.start)


def _parts(group: re.Match[str], known: set[str]) -> list[NoteMark]:
    """A mark for each number of a group, and one for the dash of a range that has others in between."""
    parts: list[NoteMark] = []
    dash: tuple[int, int] | None = None
    for found in _PART.finditer(group.group()):
        start, end = group.start() + found.start(), group.start() + found.end()
        if not found.group().isdigit():
            dash = start, end
            continue
        number = int(found.group())
        if dash and parts and 1 < number - int(parts[-1].label.lstrip("^")) <= _LONGEST_RANGE:
            parts.append(NoteMark(_known_as(str(int(parts[-1].label.lstrip("^")) + 1), known), *dash))
        parts.append(NoteMark(_known_as(str(number), known), start, end))
        dash = None
    return parts


def _known_as(label: str, known: set[str]) -> str:
    """Models write "[^1]" and list "1.", or the other way round."""
    other = label.removeprefix("^") if label.startswith("^") else f"^{label}"
    return other if label not in known and other in known else label


def _is_behind_words(text: str, found: re.Match[str]) -> bool:
    behind = text[found.end() : found.end() + 2]
    is_label = _LABELS.match(behind) is not None and not behind.startswith((": ", "："))
    is_closing = _CLOSES.search(text, max(0, found.start() - 3), found.start()) is not None
    return is_closing and _OPENS.match(behind) is not None and not is_label


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
