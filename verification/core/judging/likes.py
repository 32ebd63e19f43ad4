"""What tells the thing that a name asks for from its like, held against the sentence of a figure, as numbers."""

from collections.abc import Iterator

from verification.core.evidence import Quantity
from verification.core.judging.figure_features import Surroundings
from verification.core.judging.moves_told import is_span_elsewhere
from verification.core.judging.names_beside import is_counterpart_untold, is_second_untold
from verification.core.judging.opposed_roles import are_reversed
from verification.core.judging.opposed_words import asks_per_share, divisions_differ, is_opposed, is_per_share
from verification.core.judging.telling_numbers import is_given, is_of_other_term, numbers_differ
from verification.core.language.script import to_simplified
from verification.core.patterns import lazy_regex
from verification.core.reading.frames.labels import BLANK, Asking, Frame

_MARK = lazy_regex(r"[,;:，；：](?!\d)")


def like_features(frame: Frame, quantity: Quantity, sentence: str, around: Surroundings, part: str = "") -> Iterator[tuple[str, float]]:
    """Whether the sentence numbers it otherwise, takes another side, or whether the figure is the name's own; none of a sentence with a
    blank, which tells of several things. ``part`` is one that the name asks for and that some figure of the page is told of."""
    is_name = frame.asking != Asking.SENTENCE
    name, holes = frame.sentence.text, [(one.start, one.end) for one in frame.sentence.periods]
    above = " ".join((around.title, *around.earlier))
    yield "number_differs", float(is_name and numbers_differ(name, holes, sentence, above))
    yield "term_differs", float(is_name and frame.is_chinese and is_of_other_term(name, holes, sentence, quantity.start))
    yield "span_elsewhere", float(is_name and is_span_elsewhere(name, sentence, quantity.start))
    near = to_simplified(" ".join((*around.earlier[:1], sentence[: quantity.end])))
    yield "part_elsewhere", float(bool(part) and part not in near)
    yield "counterpart_untold", float(is_name and frame.is_chinese and is_counterpart_untold(name, f"{above} {sentence}"))
    yield "second_untold", float(is_name and frame.is_chinese and is_second_untold(name, f"{above} {sentence}"))
    asked = name.replace(BLANK, "").strip()
    clause = _clause(sentence, quantity.start)
    yield "side_differs", float(is_name and (is_opposed(asked, sentence, clause) or is_opposed(asked, clause)))
    yield "roles_reversed", float(is_name and are_reversed(asked, sentence))
    yield "division_differs", float(is_name and divisions_differ(asked, sentence))
    yield "per_share_unsaid", float(is_name and asks_per_share(asked) and not is_per_share(f"{above} {sentence}"))
    yield "figure_given", float(is_name and is_given(name, quantity, sentence))


def _clause(sentence: str, at: int) -> str:
    """What stands between two marks about ``at``."""
    start = max((one.end() for one in _MARK.finditer(sentence, 0, at)), default=0)
    end = _MARK.search(sentence, at)
    return sentence[start : end.start() if end else len(sentence)]
