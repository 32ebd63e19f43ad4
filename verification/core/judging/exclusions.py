"""What no words outweigh: the table of exclusions. Each has its record (``make record``) and leaves it when it errs too often.

An exclusion that fires on more than two right figures in a hundred of the open data is a feature and stands in no row here.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from verification.core.reasons import WhyCode

Features = Mapping[str, float]
# Of the question's words, by what they tell.
_MOSTLY = 0.7
_HALF = 0.5


# Slots are read by rules that err too: what they say against a figure yields to a judge that is sure of it (``Bars.sure``). What a text
# denies, supposes or foresees never does.
YIELDING = frozenset((WhyCode.OTHER_SUBJECT, WhyCode.OTHER_MEASURE, WhyCode.OTHER_PERIOD))

# What exclusions alone read: too seldom told for the forests to learn from.
UNLEARNT = frozenset(("term_differs", "span_elsewhere", "part_elsewhere", "counterpart_untold", "second_untold"))


class Excluded(NamedTuple):
    """Why a figure is no answer; ``yields``: unless the judge is sure of it."""

    code: WhyCode
    yields: bool


class Exclusion(NamedTuple):
    """``fires`` is given the features of the figure; ``is_firm``: both sides are known, so that no judge is surer than the tables."""

    name: str
    code: WhyCode
    fires: Callable[[Features], bool]
    is_firm: bool = False

    @property
    def told(self) -> Excluded:
        return Excluded(self.code, yields=self.code in YIELDING and not self.is_firm)


def _is_of_other_period(features: Features) -> bool:
    """Of a name that asks for a period any other; of a sentence, which a page may tell at another time, one that both readings find beside
    the figure. Where a name asks for none, the price of a purchase is as right in the year after: the judge weighs how old it is."""
    if not features["asks_sentence"]:
        return features["period_clashes"] == 1 and features["period_wanted"] == 1
    return features["period_clashes"] == 1 and features["period_slot_clashes"] == 1 and features["period_own"] == 1


def _has_no_day(features: Features) -> bool:
    """Of a name that asks for a day: neither text nor page tells one."""
    is_open = features["period_agrees"] == 0 and features["period_clashes"] == 0
    return not features["asks_sentence"] and features["period_days_wanted"] == 1 and is_open and features["age_days"] < 0


def _is_denied(features: Features) -> bool:
    return not features["asks_sentence"] and features["mood_differs"] == 1 and features["mood_denied"] == 1


def _is_foreseen(features: Features) -> bool:
    """Of a name: both readings find it foreseen; where one alone does, one such figure in seven is the answer."""
    is_told_so = features["mood_differs"] == 1 and features["mood_forecast"] == 1
    return not features["asks_sentence"] and is_told_so and features["status_not_asserted"] == 1


def _is_not_vouched(features: Features) -> bool:
    """Of a name or question: subject and measure are those asked for, and the text denies, asks, foresees or supposes it."""
    is_told = features["subject_slot_found"] == 1 and features["measure_slot_found"] == 1
    return not features["asks_sentence"] and is_told and features["status_not_asserted"] == 1


def _is_another(features: Features) -> bool:
    """Of a name or question: the statement has another subject, of which less than half is found of the one asked for.

    Where most of it is found (the bank of a country, a firm and its product) one in fifteen such figures is the answer after all; where
    less is, they are mostly words that the names share (a gold hoard, smartphones).
    """
    return not features["asks_sentence"] and features["differs_other_subject"] == 1 and features["statement_coverage"] < _HALF


def _is_wholly_other(features: Features) -> bool:
    """Another subject and another measure."""
    return _is_another(features) and features["differs_other_measure"] == 1


def _is_other_subject(features: Features) -> bool:
    """Another subject, and the rarest word of the one asked for stands nowhere about it.

    Sentences with a blank tell their subject in many words, of which a page that says the same uses others.
    """
    return _is_another(features) and features["rarest_0"] == 0


def _is_rival(features: Features) -> bool:
    """The statement and the names up to the title are another subject's, and the one asked for stands not beside."""
    return _is_another(features) and features["chain_rival"] == 1 and features["name_own"] == 0


def _is_other_measure(features: Features) -> bool:
    """Of a name or question: the statement has another measure, and words of the one asked for stand nowhere about it."""
    return not features["asks_sentence"] and features["differs_other_measure"] == 1 and features["whole_anywhere"] < _MOSTLY


def _is_known_other_measure(features: Features) -> bool:
    """Of a name or question: both measures have a row of their own, and it is not the same: a mortgage's rate and a central bank's."""
    is_known = features["asks_measure_known"] == 1 and features["says_measure_known"] == 1
    return not features["asks_sentence"] and features["differs_other_measure"] == 1 and is_known


def _is_known_other_subject(features: Features) -> bool:
    """Of a name or question: the clause tells the same measure of another country, company or bank that is known, and names not the one
    asked for; or no measure, as where an index closed."""
    is_told = features["subject_own"] == 1 and features["clause_rival"] == 1
    is_same = features["measure_slot_found"] == 1 or features["measure_slot_open"] == 1
    return _is_another(features) and features["subjects_known"] == 1 and is_told and is_same


def _is_of_other_part(features: Features) -> bool:
    """Of a name or question: the same thing's same measure, and one of the two is that of a part, which nobody leaves unsaid: core
    inflation and inflation."""
    is_one = features["subject_slot_found"] == 1 and features["asks_measure_known"] == 1 and features["says_measure_known"] == 1
    return not features["asks_sentence"] and is_one and (features["part_unsaid"] == 1 or features["part_added"] == 1)


def _is_known_to_measure_otherwise(features: Features) -> bool:
    """The same, of the thing asked for."""
    return _is_known_other_measure(features) and features["subject_slot_found"] == 1


def _is_known_to_be_wholly_other(features: Features) -> bool:
    """The same, of another subject."""
    return _is_known_other_measure(features) and features["differs_other_subject"] == 1


def _is_narrowed_otherwise(features: Features) -> bool:
    """Of a name or question: non-manufacturing was asked for, and the figure is of manufacturing."""
    return not features["asks_sentence"] and features["differs_other_qualifier"] == 1


def _is_bound(features: Features) -> bool:
    """Of a name or question: at least, no more than, 不足 tell where the figure ends, and not where it stands."""
    return not features["asks_sentence"] and features["limit_found"] == 1


def _is_of_a_place_unnamed(features: Features) -> bool:
    """Of a name or question: a page that names the place nowhere, in either language, gives the figure of another."""
    return not features["asks_sentence"] and features["place_unnamed"] == 1


def _is_of_a_part_unnamed(features: Features) -> bool:
    """Of a name or question: a page that names nothing of what stands behind a company's name gives the figure of the company."""
    return not features["asks_sentence"] and features["part_unnamed"] == 1


def _is_numbered_otherwise(features: Features) -> bool:
    """Of a name or question: what it tells from its like by a number stands there under another: iPhone 16, Terminal 3, a 49% stake."""
    return not features["asks_sentence"] and features["number_differs"] == 1


def _is_of_other_term(features: Features) -> bool:
    """Of a Chinese name: the term told last before the figure is another: of ten years, where thirty were asked for."""
    return features["term_differs"] == 1


def _is_of_other_span(features: Features) -> bool:
    """Of a name that asks for the move of a week, a month or the year so far: the sentence tells it of another figure further on."""
    return features["span_elsewhere"] == 1


def _is_told_of_the_part_elsewhere(features: Features) -> bool:
    """Of a Chinese name that asks for a part (纯电 of 比亚迪纯电销量): another figure of the page is told of it, this one not."""
    return features["part_elsewhere"] == 1


def _is_of_no_counterpart(features: Features) -> bool:
    """Of a Chinese name that asks for what is exchanged with a country (对华出口): it is named neither there nor above."""
    return features["counterpart_untold"] == 1


def _is_of_one_of_two(features: Features) -> bool:
    """Of a Chinese name that holds two known ones: one of them is named neither there nor above."""
    return features["second_untold"] == 1


def _is_reversed(features: Features) -> bool:
    """Of a name or question: what the second holds of the first, or sells it, was not asked for."""
    return not features["asks_sentence"] and features["roles_reversed"] == 1


def _is_of_other_division(features: Features) -> bool:
    """Of a name or question: the state of New York is not the city."""
    return not features["asks_sentence"] and features["division_differs"] == 1


def _is_not_per_share(features: Features) -> bool:
    """Of a name or question: what one share earns was asked for, and neither sentence nor what stands above tells of one."""
    return not features["asks_sentence"] and features["per_share_unsaid"] == 1


def _is_opposed(features: Features) -> bool:
    """Of a name or question: the sentence takes another side than was asked for, and that one nowhere: who opposes, who is uninsured."""
    return not features["asks_sentence"] and features["side_differs"] == 1


def _is_of_now(features: Features) -> bool:
    """Of a name or question: the value before was asked for, and the figure is told as the one of now."""
    is_before = features["mood_past"] == 1 or features["status_past"] == 1 or features["origin_found"] == 1
    return not features["asks_sentence"] and features["past_wanted"] == 1 and not is_before


def _is_given(features: Features) -> bool:
    """Of a name or question: the figure is one that the name itself holds."""
    return not features["asks_sentence"] and features["figure_given"] == 1


def _is_of_other_member(features: Features) -> bool:
    """In a list each figure has its own subject."""
    return features["differs_other_subject"] == 1 and features["list_length"] > 1


def _is_narrower(features: Features) -> bool:
    """Of a sentence: the figure's group is another one, and its subject is not the one asked for."""
    return features["asks_sentence"] == 1 and features["qualifiers_differ"] == 1 and not features["subject_slot_found"]


EXCLUSIONS = (
    Exclusion("another subject that is known, of a name", WhyCode.OTHER_SUBJECT, _is_known_other_subject, is_firm=True),
    Exclusion("another known measure of the one asked for, of a name", WhyCode.OTHER_MEASURE, _is_known_to_measure_otherwise, is_firm=True),
    Exclusion("another subject and another known measure, of a name", WhyCode.OTHER_SUBJECT, _is_known_to_be_wholly_other, is_firm=True),
    Exclusion("of a part, or of the whole, of a name", WhyCode.OTHER_MEASURE, _is_of_other_part, is_firm=True),
    Exclusion("other period", WhyCode.OTHER_PERIOD, _is_of_other_period),
    Exclusion("a day, and neither text nor page has one", WhyCode.UNDATED, _has_no_day),
    Exclusion("denied, of a name", WhyCode.DENIED, _is_denied),
    Exclusion("foreseen, of a name", WhyCode.FORECAST, _is_foreseen),
    Exclusion("denied, asked, supposed or over, of a name", WhyCode.HYPOTHETICAL, _is_not_vouched),
    Exclusion("other subject and other measure", WhyCode.OTHER_SUBJECT, _is_wholly_other),
    Exclusion("other subject, the asked one nowhere", WhyCode.OTHER_SUBJECT, _is_other_subject),
    Exclusion("other subject, by statement and names", WhyCode.OTHER_SUBJECT, _is_rival),
    Exclusion("other measure, the asked one nowhere", WhyCode.OTHER_MEASURE, _is_other_measure),
    Exclusion("another measure that is known, of a name", WhyCode.OTHER_MEASURE, _is_known_other_measure),
    Exclusion("narrowed to something else, of a name", WhyCode.OTHER_MEASURE, _is_narrowed_otherwise),
    Exclusion("a bound, of a name", WhyCode.BOUND_ONLY, _is_bound),
    Exclusion("a place that its page never names, of a name", WhyCode.OTHER_SUBJECT, _is_of_a_place_unnamed),
    Exclusion("a part of a company that its page never names, of a name", WhyCode.OTHER_SUBJECT, _is_of_a_part_unnamed, is_firm=True),
    Exclusion("numbered otherwise, of a name", WhyCode.OTHER_SUBJECT, _is_numbered_otherwise, is_firm=True),
    Exclusion("of another term, of a name", WhyCode.OTHER_SUBJECT, _is_of_other_term, is_firm=True),
    Exclusion("a move over another time, of a name", WhyCode.OTHER_MEASURE, _is_of_other_span, is_firm=True),
    Exclusion("of the whole, where the part is told, of a name", WhyCode.OTHER_SUBJECT, _is_told_of_the_part_elsewhere, is_firm=True),
    Exclusion("exchanged with nobody, of a name", WhyCode.OTHER_SUBJECT, _is_of_no_counterpart, is_firm=True),
    Exclusion("of one of two names alone, of a name", WhyCode.OTHER_SUBJECT, _is_of_one_of_two, is_firm=True),
    Exclusion("of another side, of a name", WhyCode.OTHER_MEASURE, _is_opposed, is_firm=True),
    Exclusion("the other way round, of a name", WhyCode.OTHER_SUBJECT, _is_reversed, is_firm=True),
    Exclusion("of a division of the same name, of a name", WhyCode.OTHER_SUBJECT, _is_of_other_division, is_firm=True),
    Exclusion("of now, of a name that asks for the value before", WhyCode.OTHER_MEASURE, _is_of_now, is_firm=True),
    Exclusion("not of a share, of a name", WhyCode.OTHER_MEASURE, _is_not_per_share, is_firm=True),
    Exclusion("a figure that the name holds", WhyCode.OTHER_MEASURE, _is_given, is_firm=True),
    Exclusion("another member of a list", WhyCode.OTHER_SUBJECT, _is_of_other_member),
    Exclusion("another group than a sentence's", WhyCode.OTHER_SUBJECT, _is_narrower),
    Exclusion("on another basis", WhyCode.OTHER_MEASURE, lambda found: found["differs_other_basis"] == 1),
    Exclusion("opposite move", WhyCode.OTHER_MEASURE, lambda found: found["direction_clashes"] == 1),
)


def is_open(excluded: Excluded | None, chance: float, sure: float) -> bool:
    """Whether a figure may count: nothing excludes it, or what does yields, and its chance passes ``sure``."""
    return excluded is None or (excluded.yields and chance >= sure)


def exclusion_of(features: Features) -> Excluded | None:
    """What the first exclusion that fires says; None where the scorer decides."""
    return next((one.told for one in EXCLUSIONS if one.fires(features)), None)
