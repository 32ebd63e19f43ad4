"""Tables as reports have them, with sentences as reports write them: two tables that only their captions tell apart, columns of changes and
of shares beside their years, figures of the latest year without its name, and what something moved from. All is drawn from one seed."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from fit.cells.cases import Case
from fit.cells.invented import named_labels, written_table

SEED = 20_261_130
OF_EACH_KIND = 120
_ON_ITS_SIDE = 0.3
_UNITS = {"en": (" million", "(in millions)"), "zh": ("百万元", "（单位：百万元）")}
_CAPTIONED = {
    "en": ("{Measure} of {row} was {v} in {year}.", "In {year}, {row} had {measure} of {v}.", "{Measure} came to {v} for {row} in {year}."),
    "zh": ("{year}年{row}的{measure}为{v}。", "{row}{year}年{measure}{v}。", "{year}年，{row}{measure}达到{v}。"),
}
_CAPTIONS = {
    "en": ("{measure} by segment {unit}", "Table {n}. {measure}, {unit}", "The following table shows {small} {unit}:"),
    "zh": ("各分部{measure}{unit}", "表{n} {measure}{unit}", "下表列示{measure}{unit}："),
}
_COMPARED = {
    "en": {
        1: ("{Row} was {v}{in_}, up {c}%.", "{Row} rose {c}% to {v}{in_}.", "{Row} came to {v}{in_}, an increase of {c}%."),
        -1: ("{Row} was {v}{in_}, down {c}%.", "{Row} fell {c}% to {v}{in_}.", "{Row} came to {v}{in_}, a decrease of {c}%."),
    },
    "zh": {
        1: ("{in_}{row}为{v}，同比增长{c}%。", "{row}{in_}达{v}，较上年上升{c}%。", "{in_}公司实现{row}{v}，同比增加{c}%。"),
        -1: ("{in_}{row}为{v}，同比下降{c}%。", "{row}{in_}为{v}，较上年减少{c}%。", "{in_}公司实现{row}{v}，同比下滑{c}%。"),
    },
}
_CHANGE_HEADS = {"en": ("Change", "% change", "Change (%)", "YoY"), "zh": ("同比增减(%)", "本年比上年增减", "同比变动", "增减幅度（%）")}
_SHARED = {
    "en": (
        "{Row} made up {v}% of sales in {year}.",
        "In {year}, {row} accounted for {v}% of sales.",
        "{v}% of sales came from {row} in {year}.",
    ),
    "zh": ("{year}年{row}占营业收入的{v}%。", "{row}{year}年占比为{v}%。", "{year}年，{row}收入占比{v}%。"),
}
_SHARE_HEADS = {"en": ("% of sales", "Share of sales", "%"), "zh": ("占营业收入比重", "占比", "占比(%)")}
_BASED = {
    "en": {
        1: (
            "{Row} was {v} in {year}, up from {w} in {last}.",
            "{Row} rose from {w} to {v} in {year}.",
            "{Row} rose to {v} in {year} from {w} the year before.",
        ),
        -1: (
            "{Row} was {v} in {year}, down from {w} in {last}.",
            "{Row} fell from {w} to {v} in {year}.",
            "{Row} fell to {v} in {year} from {w} the year before.",
        ),
    },
    "zh": {
        1: ("{year}年{row}为{v}，高于{last}年的{w}。", "{row}由上年的{w}上升至{year}年的{v}。", "{year}年{row}从{w}增至{v}。"),
        -1: ("{year}年{row}为{v}，低于{last}年的{w}。", "{row}由上年的{w}下降至{year}年的{v}。", "{year}年{row}从{w}降至{v}。"),
    },
}  # fmt: skip

_BRACKETS = {
    "en": (
        "{Row} was {v} ({last}: {w}).",
        "In {year}, {row} came to {v} ({last}: {w}).",
        "{Row} amounted to {v} in {year} ({last}: {w}).",
    ),
    "zh": ("{row}为{v}（{last}年：{w}）。", "{year}年{row}{v}（{last}年：{w}）。", "{row}{v}（{last}年为{w}）。"),
}
_DATED = {
    "en": ("{Row} was {v} in {year}.", "What was {row} in {year}: {v}.", "In {year}, {row} came to {v}."),
    "zh": ("{year}年{row}为{v}。", "{row}{year}年为{v}。", "{year}年{row}是多少：{v}。"),
}


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What all tables of a draw share."""

    draw: random.Random
    lang: str
    year: int
    group: str
    key: str

    def amount(self) -> Decimal:
        return Decimal(self.draw.randrange(120, 99_000)) / 10

    def near(self, value: Decimal) -> Decimal:
        """An amount of the same size, as those of the year before are."""
        return (value * self.draw.randrange(60, 150) / 100).quantize(Decimal("0.1"))

    def heads(self, *years: int) -> list[str]:
        return [str(year) if self.lang == "en" else f"{year}年" for year in years]

    def rows(self, kind: str, count: int) -> list[str]:
        return self.draw.sample([label for _, label in named_labels(kind, self.lang)], count)

    def shown(self, value: Decimal) -> str:
        return f"{value:,.1f}{_UNITS[self.lang][0]}"

    def case(self, scenario: str, text: str, documents: Sequence[str], exchanged: str = "") -> Case:
        """A sentence that is right, or in which ``exchanged`` stands in another figure's place."""
        at = text.find(exchanged) if exchanged else -1
        return Case("reported", self.group, scenario, self.key, text, tuple(documents), scenario == "own", at)


def reported_cases() -> Iterator[Case]:
    """Right and exchanged sentences of each kind."""
    for number in range(OF_EACH_KIND):
        for place, made in enumerate((_captioned, _compared, _shared, _based, _nested, _bracketed)):
            draw = random.Random(SEED + 6 * number + place)  # noqa: S311 - no secret
            key = f"reported-{place}-{number}"
            yield from made(_Drawn(draw, draw.choice(("en", "zh")), draw.randrange(2016, 2027), f"reported-{place}-{number // 3}", key))


def _words(row: str) -> dict[str, str]:
    return {"row": row, "Row": row[:1].upper() + row[1:]}


def _captioned(one: _Drawn) -> Iterator[Case]:
    rows, years = one.rows(one.draw.choice(("segment", "place")), 4), (one.year, one.year - 1)
    measures = one.draw.sample([name for _, name in named_labels("measure", one.lang)], 2)
    values = [[[one.amount() for _ in years] for _ in rows] for _ in measures]
    caption, unit = one.draw.choice(_CAPTIONS[one.lang]), _UNITS[one.lang][1]
    texts = []
    for number, (measure, table) in enumerate(zip(measures, values, strict=True), 1):
        lines = [["", *one.heads(*years)], *([row, *(f"{value:,.1f}" for value in line)] for row, line in zip(rows, table, strict=True))]
        texts.append(f"{caption.format(measure=measure, small=measure.lower(), unit=unit, n=number)}\n\n{written_table(one.draw, lines)}")
    documents = ["\n\n".join(texts)] if one.draw.random() < 0.5 else texts
    for which, measure in enumerate(measures):
        yield from _told(one, values, which, (rows, measure, years), documents)


def _compared(one: _Drawn) -> Iterator[Case]:
    rows, heads = one.rows("statement", 6), one.heads(one.year, one.year - 1)
    pairs = [(now, one.near(now)) for now in (one.amount() for _ in rows)]
    changes = [((now - then) / then * 100).quantize(Decimal("0.1")) for now, then in pairs]
    change_head = one.draw.choice(_CHANGE_HEADS[one.lang])
    is_signed = "%" not in change_head
    lines = [["", *heads, change_head]]
    for row, (now, then), change in zip(rows, pairs, changes, strict=True):
        lines.append([row, f"{now:,.1f}", f"{then:,.1f}", f"{change}{'%' if is_signed else ''}"])
    documents = [f"{_UNITS[one.lang][1]}\n{written_table(one.draw, lines)}"]
    for row in one.draw.sample(range(len(rows)), 3):
        if not changes[row]:
            continue
        way = 1 if changes[row] > 0 else -1
        dated = (f" in {one.year}" if one.lang == "en" else f"{one.year}年") if one.draw.random() < 0.5 else ""
        words = {**_words(rows[row]), "in_": dated}
        now, then, change = one.shown(pairs[row][0]), one.shown(pairs[row][1]), abs(changes[row])
        told, turned = (one.draw.choice(_COMPARED[one.lang][sign]) for sign in (way, -way))
        yield one.case("own", told.format(**words, v=now, c=change), documents)
        yield one.case("direction", turned.format(**words, v=now, c=change), documents)
        if then != now:
            yield one.case("year", told.format(**words, v=then, c=change), documents, then)
        other = abs(changes[row - 1])
        if other != change:
            yield one.case("row", told.format(**words, v=now, c=other), documents, f"{other}%")


def _shared(one: _Drawn) -> Iterator[Case]:
    rows, years = one.rows("segment", 4), (one.year, one.year - 1)
    amounts = [[one.amount() for _ in years] for _ in rows]
    wholes = [sum((line[at] for line in amounts), Decimal(0)) for at in range(len(years))]
    shares = [[(line[at] / wholes[at] * 100).quantize(Decimal("0.1")) for at in range(len(years))] for line in amounts]
    head = one.draw.choice(_SHARE_HEADS[one.lang])
    mark = "" if "%" in head and one.draw.random() < 0.5 else "%"
    lines = [["", *(cell for year in one.heads(*years) for cell in (year, head))]]
    for row, line, part in zip(rows, amounts, shares, strict=True):
        lines.append([row, *(cell for value, share in zip(line, part, strict=True) for cell in (f"{value:,.1f}", f"{share}{mark}"))])
    documents = [f"{_UNITS[one.lang][1]}\n{written_table(one.draw, lines)}"]
    for row in one.draw.sample(range(len(rows)), 2):
        column = one.draw.randrange(len(years))
        pattern = one.draw.choice(_SHARED[one.lang])
        words = {**_words(rows[row]), "year": years[column]}
        given = {"own": shares[row][column], "year": shares[row][1 - column], "row": shares[row - 1][column]}
        for scenario, value in given.items():
            if scenario == "own" or value != given["own"]:
                yield one.case(scenario, pattern.format(**words, v=value), documents)


def _based(one: _Drawn) -> Iterator[Case]:
    rows, years = one.rows("statement", 6), (one.year, one.year - 1, one.year - 2)
    values = [(now, one.near(now), one.near(now)) for now in (one.amount() for _ in rows)]
    lines = [["", *one.heads(*years)], *([row, *(f"{value:,.1f}" for value in line)] for row, line in zip(rows, values, strict=True))]
    if one.draw.random() < _ON_ITS_SIDE:
        lines = [list(line) for line in zip(*lines, strict=True)]
    documents = [f"{_UNITS[one.lang][1]}\n{written_table(one.draw, lines)}"]
    for row in one.draw.sample(range(len(rows)), 3):
        now, then, long_ago = values[row]
        if now == then:
            continue
        way = 1 if now > then else -1
        words = {**_words(rows[row]), "year": one.year, "last": one.year - 1}
        told, turned = (one.draw.choice(_BASED[one.lang][sign]) for sign in (way, -way))
        yield one.case("own", told.format(**words, v=one.shown(now), w=one.shown(then)), documents)
        yield one.case("direction", turned.format(**words, v=one.shown(now), w=one.shown(then)), documents)
        if long_ago not in (now, then):
            shown = one.shown(long_ago)
            yield one.case("year", told.format(**words, v=one.shown(now), w=shown), documents, shown)
        other = values[row - 1][0]
        if other not in (now, then):
            shown = one.shown(other)
            yield one.case("row", told.format(**words, v=shown, w=one.shown(then)), documents, shown)


def _nested(one: _Drawn) -> Iterator[Case]:
    """The same rows and years under two measures, side by side or one above the other."""
    rows, years = one.rows(one.draw.choice(("segment", "place")), 4), (one.year, one.year - 1)
    measures = one.draw.sample([name for _, name in named_labels("measure", one.lang)], 2)
    values = [[[one.amount() for _ in years] for _ in rows] for _ in measures]
    shown = [[[f"{value:,.1f}" for value in line] for line in table] for table in values]
    heads = one.heads(*years)
    if one.draw.random() < 0.5:
        lines = [["", measures[0], "", measures[1], ""], ["", *heads, *heads]]
        lines += [[row, *first, *second] for row, first, second in zip(rows, *shown, strict=True)]
    else:
        lines = [["", *heads]]
        for measure, table in zip(measures, shown, strict=True):
            lines += [[measure, "", ""], *([row, *line] for row, line in zip(rows, table, strict=True))]
    documents = [f"{_UNITS[one.lang][1]}\n{written_table(one.draw, lines)}"]
    for which, measure in enumerate(measures):
        yield from _told(one, values, which, (rows, measure, years), documents)


def _told(
    one: _Drawn,
    values: Sequence[Sequence[Sequence[Decimal]]],
    which: int,
    names: tuple[Sequence[str], str, Sequence[int]],
    documents: Sequence[str],
) -> Iterator[Case]:
    """A cell of the table of one measure, and what stands in the same place of the other's, in another row and year."""
    rows, measure, years = names
    row, column = one.draw.randrange(len(rows)), one.draw.randrange(len(years))
    words = {**_words(rows[row]), "measure": measure.lower(), "Measure": measure, "year": years[column]}
    pattern = one.draw.choice(_CAPTIONED[one.lang])
    given = {
        "own": values[which][row][column],
        "table": values[1 - which][row][column],
        "row": values[which][row - 1][column],
        "year": values[which][row][1 - column],
    }
    for scenario, value in given.items():
        if scenario == "own" or value != given["own"]:
            yield one.case(scenario, pattern.format(**words, v=one.shown(value)), documents)


def _bracketed(one: _Drawn) -> Iterator[Case]:
    """Paragraphs that give the year before in brackets."""
    rows = one.rows("statement", 3)
    values = [(now, one.near(now)) for now in (one.amount() for _ in rows)]
    told = one.draw.choice(_BRACKETS[one.lang])
    documents = [
        " ".join(
            told.format(**_words(row), year=one.year, last=one.year - 1, v=one.shown(now), w=one.shown(then))
            for row, (now, then) in zip(rows, values, strict=True)
        )
    ]
    for row in range(len(rows)):
        now, then = values[row]
        if now == then:
            continue
        for year, own, other in ((one.year, now, then), (one.year - 1, then, now)):
            pattern = one.draw.choice(_DATED[one.lang])
            words = {**_words(rows[row]), "year": year}
            yield one.case("own", pattern.format(**words, v=one.shown(own)), documents)
            yield one.case("year", pattern.format(**words, v=one.shown(other)), documents)
