"""How many periods of the slot gold are read: ``python -m fit.slots.periods [--misses]``; misses are those of the learn half alone.

*named*: the text names the right period somewhere, or names none where the gold has none; *chosen*: it is the one taken for the figure or
event (or, of a name, asked about).
"""

import sys
from collections.abc import Iterator, Sequence

from fit.slots.gold import LANGUAGES, Name, Sentence, Slots, halves, read_names, read_sentences
from verification.core.periods.calendar import Period
from verification.core.periods.choice import period_asked, period_at
from verification.core.periods.grammar import find_periods
from verification.core.periods.reference import parse_reference_period


def read_sentence(row: Sentence) -> tuple[Sequence[Period], Period | None]:
    """The periods that a sentence and its title name, and the one of its figure."""
    is_chinese = row.lang == "zh"
    mentions = find_periods(row.text, row.published, is_chinese=is_chinese)
    title = [mention.period for mention in find_periods(row.title, row.published, is_chinese=is_chinese)]
    found = period_at(row.text, mentions, row.start, row.end, is_chinese=is_chinese)
    chosen = found.period if found else title[0] if title else None
    return [*title, *(mention.period for mention in mentions)], chosen


def read_name(row: Name) -> tuple[Sequence[Period], Period | None]:
    """The periods of a name, and the one asked about."""
    mentions = find_periods(row.name, row.asked, is_chinese=row.lang == "zh")
    return [mention.period for mention in mentions], period_asked(mentions)


def _right(slots: Slots) -> tuple[Period | None, ...]:
    return tuple(map(parse_reference_period, (slots.period, *slots.period_also)))


def _judged(rows: Sequence[Sentence] | Sequence[Name]) -> Iterator[tuple[Sentence | Name, bool, bool, Period | None]]:
    for row in rows:
        named, chosen = read_sentence(row) if isinstance(row, Sentence) else read_name(row)
        right = _right(row.slots)
        yield row, chosen in right or any(period in right for period in named) or (None in right and not named), chosen in right, chosen


def main() -> int:
    """Prints the shares by half, language and kind."""
    shows_misses = "--misses" in sys.argv[1:]
    for lang in LANGUAGES:
        for kind, parted in (("sentences", halves(read_sentences(lang))), ("names", halves(read_names(lang)))):
            for half, rows in zip(("learn", "test"), parted, strict=True):
                judged = list(_judged(rows))
                named, chosen = sum(one[1] for one in judged), sum(one[2] for one in judged)
                sys.stdout.write(f"{lang} {kind} {half}: {len(judged)} rows, named {named}, chosen {chosen}\n")
                for row, _, is_right, period in judged if shows_misses and half == "learn" else ():
                    if not is_right:
                        sys.stdout.write(f"  {row.id} wanted {row.slots.period or 'none'}, read {period or 'none'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
