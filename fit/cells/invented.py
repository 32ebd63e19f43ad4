"""Invented tables in both languages with sentences about their cells: statements, segments, macro tables, pay; upright and on their side,
with headings, nested heads, totals, notes, empty and ragged rows, as pipes, Markdown, tabs and HTML. All is drawn from one seed."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path

from fit.cells.cases import Case

SEED = 20_261_123
TABLES = 420
_QUESTIONS = {
    "en": ("What was the {row}{in_}: {v}.", "How much was {row}{in_}: {v}.", "What is the value of {row}{in_}: {v}."),
    "zh": ("{in_}{row}是多少：{v}。", "{in_}{row}为多少？{v}。"),
}
_PLAIN = {
    "en": (
        "{Row} was {v}{in_}.",
        "{Row} came to {v}{in_}.",
        "In_{row} stood at {v}.",
        "The company reported {row} of {v}{in_}.",
        "{Row} amounted to {v}{in_}.",
        "{Row}{in_} reached {v}.",
    ),
    "zh": ("{in_}{row}为{v}。", "{in_}，{row}达到{v}。", "{row}{in_}为{v}。", "公司{in_}实现{row}{v}。", "{in_}的{row}是{v}。"),
}
_MOVES = {
    "en": {
        1: ("{Row} rose to {v}{in_} from {w}{before}.", "{Row} increased from {w}{before} to {v}{in_}.", "{Row} grew to {v}{in_}."),
        -1: ("{Row} fell to {v}{in_} from {w}{before}.", "{Row} decreased from {w}{before} to {v}{in_}.", "{Row} declined to {v}{in_}."),
    },
    "zh": {
        1: ("{row}由{before}的{w}增至{in_}的{v}。", "{in_}{row}上升至{v}。", "{in_}{row}增长到{v}，{before}为{w}。"),
        -1: ("{row}由{before}的{w}降至{in_}的{v}。", "{in_}{row}下降至{v}。", "{in_}{row}下降到{v}，{before}为{w}。"),
    },
}
_PROSE = {"en": "{Row} was {v} in {year}, compared with {w} in {last}.", "zh": "{year}年{row}为{v}，{last}年为{w}。"}
_CAPTIONS = {
    "en": (("(in thousands)", " thousand"), ("(in millions)", " million"), ("Dollars in millions", " million"), ("", "")),
    "zh": (("单位：万元", "万元"), ("（单位：百万元）", "百万元"), ("单位：亿元", "亿元"), ("单位：千元", "千元"), ("", "")),
}
_RESCALED = 0.2
_LARGER = {
    " thousand": (" million", Decimal(1000)),
    " million": (" billion", Decimal(1000)),
    "万元": ("亿元", Decimal(10_000)),
    "千元": ("万元", Decimal(10)),
    "百万元": ("亿元", Decimal(100)),
}
_TAIL = {"en": ("", "", " (1)", "*"), "zh": ("", "", "（注1）", "*")}


@dataclass(frozen=True, slots=True)
class _Grid:
    """An invented table: heads and headings as they are shown, values by row and column; ``names`` how a sentence calls a row."""

    lang: str
    text: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]
    unit: str
    is_dated: bool


@cache
def _labels() -> tuple[tuple[str, str, str, str], ...]:
    lines = (Path(__file__).parent / "labels.tsv").read_text(encoding="utf-8").splitlines()
    return tuple(tuple(line.split("\t")) for line in lines if line and not line.startswith("#"))  # type: ignore[misc]


def named_labels(kind: str, lang: str) -> list[tuple[str, str]]:
    """The labels of a kind in a language, each behind the heading that it stands under."""
    return [(heading, label) for k, code, heading, label in _labels() if (k, code) == (kind, lang)]


def invented_cases() -> Iterator[Case]:
    """Right and exchanged sentences about invented tables."""
    for number in range(TABLES):
        draw = random.Random(SEED + number)  # noqa: S311 - no secret
        lang = draw.choice(("en", "zh"))
        grid = _grid(draw, lang)
        yield from _sentences(draw, grid, number)
        yield from moved_prose(number)


def moved_prose(number: int) -> Iterator[Case]:
    """Sentences about moves that a paragraph tells: as they were, the wrong way round, and with the ends exchanged."""
    draw = random.Random(SEED - number)  # noqa: S311 - no secret
    lang = draw.choice(("en", "zh"))
    year = draw.randrange(2015, 2027)
    names = draw.sample([label for kind in ("statement", "macro") for _, label in named_labels(kind, lang)], 3)
    told, asked = [], []
    for name in names:
        unit = draw.choice(("%", *(u for _, u in _CAPTIONS[lang])))
        values = [_value(draw, unit) for _ in range(2)]
        now, then = (float(value.replace(",", "")) for value in values)
        if now == then:
            continue
        way = 1 if now > then else -1
        words = {"row": name.lower(), "Row": name, "v": values[0] + unit, "w": values[1] + unit}
        is_dated = draw.random() < 0.6
        spans = {"in_": _year(lang, year, is_dated=is_dated), "before": _year(lang, year - 1, is_dated=is_dated)}
        told.append(draw.choice(_MOVES[lang][way]).format(**words, **spans))
        asked.append((way, words, spans, told[-1]))
    documents = (" ".join(told),)
    for at, (way, words, spans, said) in enumerate(asked):
        if words["w"] not in said:
            continue
        turned = {**words, "v": words["w"], "w": words["v"]}
        key = f"moved-{number}-{at}-moved"
        for scenario, sign, given in (("own", way, words), ("direction", -way, words), ("year", -way, turned), ("direction", way, turned)):
            text = draw.choice(_MOVES[lang][sign]).format(**given, **spans)
            yield Case("invented", f"invented-prose-{number // 3}", scenario, key, text, documents, scenario == "own")


def _year(lang: str, year: int, *, is_dated: bool) -> str:
    if not is_dated:
        return "" if lang == "en" else "期末"
    return f" in {year}" if lang == "en" else f"{year}年"


def _grid(draw: random.Random, lang: str) -> _Grid:
    kind = draw.choice(("statement", "statement", "statement", "segment", "place", "coded", "macro", "person", "measures"))
    year = draw.randrange(2015, 2027)
    years = tuple(str(year - at) for at in range(draw.choice((2, 2, 3, 4))))
    if draw.random() < 0.25:
        years = years[::-1]
    rows: Sequence[tuple[str, str]]
    if kind == "person":
        rows, columns, is_dated = named_labels("person", lang), tuple(name for _, name in named_labels("pay", lang)), False
    elif kind == "measures":
        rows, columns, is_dated = named_labels("segment", lang), tuple(name for _, name in named_labels("measure", lang)[:4]), False
    elif kind == "macro":
        rows, columns, is_dated = named_labels("macro", lang), _parts(draw, lang, year), True
    else:
        rows, columns, is_dated = named_labels(kind, lang), years if lang == "en" else tuple(f"{one}年" for one in years), True
    first = draw.randrange(0, max(1, len(rows) - 4))
    chosen = list(rows[first : first + draw.randrange(4, 12)])
    if kind in ("segment", "place", "coded"):
        chosen.append(("-", "Total" if lang == "en" else "合计"))
    caption, unit = draw.choice(_CAPTIONS[lang])
    if kind == "macro":
        caption, unit = draw.choice((("", "%"), ("(%)", "%")))
    values = tuple(tuple(_value(draw, unit) for _ in columns) for _ in chosen)
    if len({v for row in values for v in row}) < 4:
        unit = unit or ""
    text = _laid_out(draw, lang, chosen, columns, values, caption)
    return _Grid(lang, text, tuple(label for _, label in chosen), columns, values, unit, is_dated)


def _parts(draw: random.Random, lang: str, year: int) -> tuple[str, ...]:
    if lang == "en":
        months = ("January", "February", "March", "April", "May", "June")
        return draw.choice((tuple(f"{m} {year}" for m in months[:4]), tuple(f"Q{q} {year}" for q in range(1, 5))))
    return draw.choice((tuple(f"{year}年{m}月" for m in range(1, 6)), tuple(f"{year}年第{q}季度" for q in "一二三四")))


def _value(draw: random.Random, unit: str) -> str:
    if unit == "%":
        return f"{draw.randrange(1, 160) / 10:.1f}"
    size = draw.choice((90, 900, 9_000, 90_000, 900_000))
    if draw.random() < 0.3:
        return f"{draw.randrange(size // 10, size) / 10:,.1f}"
    return f"{draw.randrange(size // 10, size):,}"


def _laid_out(
    draw: random.Random, lang: str, rows: Sequence[tuple[str, str]], columns: Sequence[str], values: Sequence[Sequence[str]], caption: str
) -> str:
    is_turned = draw.random() < 0.15
    lines: list[list[str]] = []
    if is_turned:
        lines.append(["", *(label for _, label in rows)])
        lines += [[column, *(row[at] for row in values)] for at, column in enumerate(columns)]
    else:
        corner = caption if draw.random() < 0.3 else ""
        if draw.random() < 0.3:
            lines.append(["", "Year ended December 31," if lang == "en" else "截至12月31日止年度", *("" for _ in columns[1:])])
        lines.append([corner, *columns])
        shown, heading = "", draw.random() < 0.6
        money = draw.random() < 0.3 and lang == "en"
        for (head, label), line in zip(rows, values, strict=True):
            if heading and head not in ("-", shown):
                lines.append([f"{head}:" if lang == "en" else head, *("" for _ in columns)])
                shown = head
            lines.append([label + draw.choice(_TAIL[lang]), *((f"${v}" if money else v) for v in line)])
    above = f"{caption}\n" if caption and draw.random() < 0.7 else ""
    return above + written_table(draw, lines)


def written_table(draw: random.Random, lines: Sequence[Sequence[str]]) -> str:
    """Rows of cells in one of the forms that texts give tables."""
    form = draw.choice(("pipe", "pipe", "markdown", "tab", "html", "ragged"))
    if form == "html":
        return "<table>" + "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in line) + "</tr>" for line in lines) + "</table>"
    if form == "tab":
        return "\n".join("\t".join(line) for line in lines)
    if form == "markdown":
        made = ["| " + " | ".join(line) + " |" for line in lines]
        return "\n".join([made[0], "|" + "---|" * len(lines[0]), *made[1:]])
    if form == "ragged":
        made = []
        for line in lines:
            cells = [piece for cell in line for piece in (("$", cell[1:]) if cell.startswith("$") else (cell,))]
            made.append("| " + " | ".join(cells) + " |")
        return "\n".join(made)
    return "\n".join(" | ".join(line) for line in lines)


def _sentences(draw: random.Random, grid: _Grid, number: int) -> Iterator[Case]:
    documents = [_about(draw, grid), grid.text, *_beside(draw, grid)]
    draw.shuffle(documents)
    group = f"invented-{number // 3}"
    for at in range(4):
        row, column = draw.randrange(len(grid.rows)), draw.randrange(len(grid.columns))
        key = f"invented-{number}-{at}"
        value = grid.values[row][column]
        yield Case("invented", group, "own", key, _sentence(draw, grid, row, column, value), tuple(documents), True)
        other = [r for r in range(len(grid.rows)) if grid.values[r][column] != value]
        if other:
            swapped = grid.values[draw.choice(other)][column]
            yield Case("invented", group, "row", key, _sentence(draw, grid, row, column, swapped), tuple(documents), False)
        apart = [c for c in range(len(grid.columns)) if grid.values[row][c] != value]
        if apart:
            swapped = grid.values[row][draw.choice(apart)]
            yield Case("invented", group, "column", key, _sentence(draw, grid, row, column, swapped), tuple(documents), False)
    yield from _moved(draw, grid, group, f"invented-{number}", tuple(documents))


def _about(draw: random.Random, grid: _Grid) -> str:
    if grid.lang == "en":
        return draw.choice(("The following table sets out the figures of the period.", "Notes to the consolidated financial statements"))
    return draw.choice(("下表列示了相关期间的主要数据。", "合并财务报表附注"))


def _beside(draw: random.Random, grid: _Grid) -> list[str]:
    """Sometimes a sentence about another measure, which the table doesn't hold."""
    if draw.random() < 0.5:
        return []
    kind = draw.choice(("statement", "macro"))
    names = [label for _, label in named_labels(kind, grid.lang) if label not in grid.rows]
    if not names:
        return []
    row, year = draw.choice(names), draw.randrange(2015, 2026)
    values = {"v": _value(draw, grid.unit) + _suffix(grid), "w": _value(draw, grid.unit) + _suffix(grid)}
    return [_PROSE[grid.lang].format(row=row, Row=row, year=year, last=year - 1, **values)]


def _suffix(grid: _Grid) -> str:
    return grid.unit


def _when(grid: _Grid, column: int) -> str:
    name = grid.columns[column]
    if not grid.is_dated:
        return f" in {name}" if grid.lang == "en" else name
    return f" in {name}" if grid.lang == "en" else name


def _called(draw: random.Random, grid: _Grid, row: int) -> str:
    """A row as a sentence calls it: whole, in small letters, or with a word of its own beside."""
    label = grid.rows[row]
    if grid.lang == "zh":
        return label
    return draw.choice((label, label.lower(), label.lower().replace(", net", "").replace(",", "")))


def _sentence(draw: random.Random, grid: _Grid, row: int, column: int, value: str) -> str:
    shown = ("$" if grid.lang == "en" and grid.unit.strip() in ("thousand", "million") and draw.random() < 0.6 else "") + value
    shown += grid.unit if draw.random() < 0.85 else "%" if grid.unit == "%" else ""
    if draw.random() < _RESCALED:
        shown = _rescaled(value, grid.unit) or shown
    called = _called(draw, grid, row)
    if not grid.is_dated:
        name = grid.columns[column]
        called, when = (f"{name.lower()} of {called}", "") if grid.lang == "en" else (f"{called}的{name}", "")
    else:
        when = _when(grid, column)
    pattern = draw.choice((_QUESTIONS if draw.random() < 0.4 else _PLAIN)[grid.lang])
    if pattern.startswith("In_"):
        pattern = (f"{when.strip()[:1].upper()}{when.strip()[1:]}, {{row}} stood at {{v}}.") if when else "{Row} stood at {v}."
    return pattern.format(row=called, Row=called[:1].upper() + called[1:], in_=when, v=shown)


def _rescaled(value: str, unit: str) -> str:
    """A value as people round it into the next scale: 4,812 thousand is 4.8 million; empty where it is too small for that."""
    larger, step = _LARGER.get(unit, ("", Decimal(1)))
    exact = Decimal(value.replace(",", "")) / step
    return f"{exact:.2f}{larger}" if larger and exact >= 1 else ""


def _moved(draw: random.Random, grid: _Grid, group: str, key: str, documents: tuple[str, ...]) -> Iterator[Case]:
    """Sentences about a move between two years: as it was, and the wrong way round."""
    years = [int(name[:4]) for name in grid.columns if name[:4].isdigit()]
    if not grid.is_dated or len(years) != len(grid.columns):
        return
    row = draw.randrange(len(grid.rows))
    latest = years.index(max(years))
    before = years.index(sorted(years)[-2]) if len(set(years)) > 1 else latest
    now, then = (float(grid.values[row][at].replace(",", "")) for at in (latest, before))
    if now == then:
        return
    way = 1 if now > then else -1
    called = _called(draw, grid, row)
    words = {"row": called, "Row": called[:1].upper() + called[1:]}
    words |= {"v": grid.values[row][latest] + grid.unit, "w": grid.values[row][before] + grid.unit}
    spans = {"in_": _when(grid, latest), "before": _when(grid, before)}
    yield Case("invented", group, "own", f"{key}-moved", draw.choice(_MOVES[grid.lang][way]).format(**words, **spans), documents, True)
    turned = draw.choice(_MOVES[grid.lang][-way]).format(**words, **spans)
    yield Case("invented", group, "direction", f"{key}-moved", turned, documents, False)
    wrong = {**words, "v": words["w"], "w": words["v"]}
    yield Case("invented", group, "year", f"{key}-moved", draw.choice(_MOVES[grid.lang][-way]).format(**wrong, **spans), documents, False)
