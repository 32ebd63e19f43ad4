"""A page that has nearly all of a claim's words tells of its like: another number, side, order or time, or the two of it exchanged."""

import pytest

from verification.core.claims.exchanges import places_exchanged
from verification.core.claims.judging import VERIFIED_FROM, SourceText, judge
from verification.core.claims.likes import is_of_its_like
from verification.core.claims.orders import orders_differ
from verification.core.claims.telling import Telling, telling_of


def _score(claim: str, text: str) -> float:
    return judge(claim, [SourceText(text, "", "https://eastwire.example/1")]).score


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("The first phase of the Corran wind farm opened in May.", "The second phase of the Corran wind farm opened in May."),
        ("Unvaccinated pupils fell ill four times as often, Brenn said.", "Vaccinated pupils fell ill four times as often, Brenn said."),
        ("Orders at Fulton Gear doubled in the first half of 2025.", "Orders at Fulton Gear doubled in the second half of 2025."),
        ("Dorset United beat Avon City 3–1 on Sunday.", "Avon City beat Dorset United 3–1 on Sunday."),
        ("The alarm went off before the guard had left the building.", "The alarm went off after the guard had left the building."),
        ("维利亚向马洛出口300辆客车。", "马洛向维利亚出口300辆客车。"),
        ("议会在预算通过后解散。", "议会在预算通过前解散。"),
        ("上届展会吸引了6.1万名观众。", "本届展会吸引了6.1万名观众。"),
    ],
)  # fmt: skip
def test_its_like_is_not_verified(text: str, other: str) -> None:
    assert _score(text, text) >= VERIFIED_FROM
    assert _score(other, text) <= 0.45


def test_a_claim_without_a_time_is_of_none() -> None:
    text = "The plant in Tarnbrook opened in September 2025 and cost 45 million dollars."

    assert telling_of("The plant in Tarnbrook cost 45 million dollars.", [SourceText(text)]) is Telling.SAID
    assert telling_of("The plant in Tarnbrook opened in March 2025.", [SourceText(text)]) is Telling.OF_ANOTHER
    assert telling_of("The plant in Tarnbrook opened in September 2025.", [SourceText(text)]) is Telling.SAID


@pytest.mark.parametrize(
    ("claim", "told", "is_other"),
    [
        ("Section 301 applies", "Section 232 applies to steel.", True),
        ("Section 301 applies", "Section 301 applies, Section 232 does not.", False),
        ("The third edition has maps", "Brought out for the third time, it has maps that the second edition lacked.", False),
        ("Vaccinated staff may enter", "Unvaccinated staff may enter.", True),
        ("Vaccinated staff may enter", "Vaccinated and unvaccinated staff may enter.", False),
        ("Exports rose", "Imports rose.", True),
        ("非制造业指数回升", "制造业指数回升。", True),
        ("非制造业指数回升", "制造业指数回落，非制造业指数回升。", False),
        ("各国还没有表态", "各国至今未表态。", False),
    ],
)
def test_another_number_or_side_is_of_its_like(claim: str, told: str, is_other: bool) -> None:
    assert is_of_its_like(claim, (), [told], told) is is_other
    assert not is_of_its_like(claim, (), [], told)


def test_a_period_numbers_nothing() -> None:
    claim, told = "Sales rose in December 2023", "Sales rose in December 2022."

    assert not is_of_its_like(claim, [(14, 27)], [told], told)


@pytest.mark.parametrize(
    ("claim", "told", "is_exchanged"),
    [
        ("Osprey Bank sued Marlin Capital", "Marlin Capital sued Osprey Bank in April.", True),
        ("Osprey Bank sued Marlin Capital", "Osprey Bank sued Marlin Capital in April.", False),
        ("Osprey Bank sued Marlin Capital", "Marlin Capital sued Osprey Bank after Osprey Bank sued Marlin Capital.", False),
        ("Osprey Bank was sued by Marlin Capital", "Marlin Capital sued Osprey Bank.", False),
        ("Osprey Bank and Marlin Capital merged", "Marlin Capital and Osprey Bank merged.", False),
        ("Yuan is the currency of China", "The currency of China is the yuan.", False),
        ("The yuan is not the currency of Peru", "The currency of Peru is not the yuan.", False),
        ("Osprey Bank sued Marlin Capital", "Marlin Capital grew. It sued. Osprey Bank shrank.", False),
        ("亮水借给瀑布公司1200万元", "瀑布公司借给亮水1200万元。", True),
        ("亮水与瀑布公司合并", "瀑布公司与亮水合并。", False),
        ("亮水借给瀑布公司1200万元", "亮水借给瀑布公司1200万元，瀑布公司借给亮水设备。", False),
    ],
)
def test_what_two_do_to_each_other_is_told_in_one_order(claim: str, told: str, is_exchanged: bool) -> None:
    assert places_exchanged(claim, [told]) is is_exchanged


@pytest.mark.parametrize(
    ("claim", "told", "differs"),
    [
        ("The dam broke before the siren sounded", "The dam broke after the siren had sounded.", True),
        ("The dam broke before the siren sounded", "The siren sounded after the dam had broken.", False),
        ("The dam broke before the siren sounded", "First the siren sounded, then the dam broke.", True),
        ("The dam broke before the siren sounded", "After the siren had sounded, the dam broke.", True),
        ("The dam broke before the siren sounded", "The dam broke, and only then the siren sounded.", False),
        ("The dam broke before the siren sounded", "The siren sounded at noon. The dam broke.", False),
        ("The dam broke at noon", "The dam broke after the siren had sounded.", False),
        ("The dam broke after the flood", "The dam broke before the trial, after the flood.", False),
        ("警报在保安离开之前响起", "警报在保安离开之后响起。", True),
        ("公司先召回取暖器，后来发生两起火灾", "发生两起火灾之后，公司召回取暖器。", True),
        ("公司先发生两起火灾，后来召回取暖器", "发生两起火灾之后，公司召回取暖器。", False),
        ("三年前公司召回取暖器", "公司召回取暖器三年后停产。", False),
    ],
)
def test_what_came_first_came_first(claim: str, told: str, differs: bool) -> None:
    assert orders_differ(claim, [told]) is differs
