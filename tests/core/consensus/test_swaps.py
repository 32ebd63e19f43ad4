"""For any two subjects, measures or periods, a page about one never verifies a node about the other; nor does what is not asserted."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import drawn
from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust, Verdict
from verification.core.reasons import WhyCode
from verification.core.subjects.gazetteer import all_places
from verification.core.vocabulary import Independence, NodeKind

AT = datetime(2026, 3, 20, tzinfo=UTC)
PUBLISHED = datetime(2026, 3, 18, tzinfo=UTC)
HOSTS = ("plainview.example", "eastwire.example", "harbour-ledger.example")
PLACES = {
    lang: sorted(
        (place.name, place.code) for place in all_places() if (place.kind, place.lang) == ("territory", lang) and len(place.name) > 1
    )
    for lang in ("en", "zh")
}
# Names that no table knows, made of a stem and an ending of their language.
INVENTED = {
    "en": st.builds(
        "{}{}".format,
        st.from_regex(r"[A-Z][aeiou][bdfgklmnprst][aeiou][dlmnrst]", fullmatch=True),
        st.sampled_from(("ia", "land", "ville")),
    ),
    "zh": st.builds(
        "{}{}".format, st.text("埃尔博尼亚哈塞维诺科卡德罗米特巴索丹贝", min_size=2, max_size=3), st.sampled_from(("亚", "国", "市"))
    ),
}
# The same measure stands at the same place of both.
MEASURES = {
    "en": (
        "unemployment rate",
        "inflation rate",
        "savings rate",
        "vacancy rate",
        "literacy rate",
        "poverty rate",
        "youth unemployment rate",
        "core inflation rate",
        "policy rate",
        "mortgage rate",
    ),
    "zh": ("失业率", "通胀率", "储蓄率", "空置率", "识字率", "贫困率", "青年失业率", "核心通胀率", "政策利率", "房贷利率"),
}
OTHER = {"en": "zh", "zh": "en"}
# Countries by their first name in each language.
COUNTRIES = {lang: {code: name for name, code in reversed(names)} for lang, names in PLACES.items()}
NAMED_IN_BOTH = sorted(COUNTRIES["en"].keys() & COUNTRIES["zh"].keys())
LABELS = {"en": "{s} {m}", "zh": "{s}{m}"}
SAID = {
    "en": (
        "The {m} in {s} stood at {v}%{t}, the office said.",
        "{s}'s {m} came to {v}%{t}.",
        "{s}'s {m} rose to {v}%{t}.",
    ),
    "zh": ("{t}{s}{m}为{v}%。", "数据显示，{t}{s}的{m}为{v}%。", "{t}，{s}{m}达到{v}%。"),
}
UNSAID = {
    "en": ("Is the {m} in {s} really {v}%?", "The {m} in {s} is forecast to reach {v}% next year.", "{s} denied that its {m} was {v}%."),
    "zh": ("{s}{m}真的是{v}%吗？", "预计明年{s}{m}将达到{v}%。", "{s}否认{m}为{v}%。"),
}
MONTHS = {"en": (" in January", " in February"), "zh": ("1月", "2月")}
langs = st.sampled_from(("en", "zh"))


def settled(label: str, sentence: str, *, is_trusted: bool) -> Verdict:
    node = NodeSpec(label, NodeKind.PERCENT, unit="%", independence=Independence.DOMAINS)
    hosts = HOSTS[:1] if is_trusted else HOSTS
    pages = [Page(f"https://{host}/{at}", "", sentence, PUBLISHED) for at, host in enumerate(hosts)]
    trust = Trust(whitelist=HOSTS if is_trusted else ())
    return settle(node, pages, as_of=AT, trust=trust)


def told(patterns: dict[str, tuple[str, ...]], lang: str, index: int, subject: str, measure: str, value: int, period: str = "") -> str:
    text = patterns[lang][index].format(s=subject, m=measure, v=value / 10, t=period)
    return text.lstrip("，")


def subjects(lang: str) -> st.SearchStrategy[tuple[str, str]]:
    """A name with its code: that of a country, or one that no table knows, which is its own."""
    return st.one_of(st.sampled_from(PLACES[lang]), INVENTED[lang].map(lambda name: (name, name)))


@given(st.data(), langs, st.integers(0, 2), st.integers(10, 990), st.booleans())
@drawn(75)
def test_another_subject_is_never_verified(data: st.DataObject, lang: str, pattern: int, value: int, is_trusted: bool) -> None:
    (asked, code), (said, other) = data.draw(st.tuples(subjects(lang), subjects(lang)).filter(lambda pair: pair[0][1] != pair[1][1]))
    measure = data.draw(st.sampled_from(MEASURES[lang]))
    verdict = settled(LABELS[lang].format(s=asked, m=measure), told(SAID, lang, pattern, said, measure, value), is_trusted=is_trusted)
    assert not verdict.is_accepted, (asked, code, said, other, measure)


@given(st.data(), langs, st.integers(0, 2), st.integers(10, 990), st.booleans())
@drawn(50)
def test_another_measure_is_never_verified(data: st.DataObject, lang: str, pattern: int, value: int, is_trusted: bool) -> None:
    place, _ = data.draw(subjects(lang))
    asked, said = data.draw(st.permutations(MEASURES[lang]).map(lambda drawn: (drawn[0], drawn[1])))
    verdict = settled(LABELS[lang].format(s=place, m=asked), told(SAID, lang, pattern, place, said, value), is_trusted=is_trusted)
    assert not verdict.is_accepted, (place, asked, said)


@given(st.data(), langs, st.integers(0, 2), st.integers(10, 990), st.booleans())
@drawn(50)
def test_another_period_is_never_verified(data: st.DataObject, lang: str, pattern: int, value: int, is_trusted: bool) -> None:
    (place, _), measure = data.draw(st.tuples(subjects(lang), st.sampled_from(MEASURES[lang])))
    asked, said = data.draw(st.permutations(MONTHS[lang]))
    label = f"{place} {measure}{asked}" if lang == "en" else f"{place}{asked}{measure}"
    verdict = settled(label, told(SAID, lang, pattern, place, measure, value, said), is_trusted=is_trusted)
    assert not verdict.is_accepted, (label, said, verdict.value)


@given(st.data(), langs, st.integers(0, 2), st.integers(10, 990), st.booleans())
@drawn(50)
def test_what_is_asked_foreseen_or_denied_is_never_verified(
    data: st.DataObject, lang: str, pattern: int, value: int, is_trusted: bool
) -> None:
    (place, _), measure = data.draw(st.tuples(subjects(lang), st.sampled_from(MEASURES[lang])))
    label = LABELS[lang].format(s=place, m=measure)
    verdict = settled(label, told(UNSAID, lang, pattern, place, measure, value), is_trusted=is_trusted)
    assert not verdict.is_accepted, (label, verdict.value)


@given(st.data(), langs, st.integers(0, 2), st.integers(10, 990), st.booleans())
@drawn(75)
def test_across_languages_another_country_or_measure_is_never_verified(
    data: st.DataObject, lang: str, pattern: int, value: int, is_trusted: bool
) -> None:
    mine, other = data.draw(st.permutations(NAMED_IN_BOTH).map(lambda codes: codes[:2]))
    asked, said = data.draw(st.permutations(range(len(MEASURES[lang]))).map(lambda drawn: drawn[:2]))
    is_another_country = data.draw(st.booleans())
    label = LABELS[lang].format(s=COUNTRIES[lang][mine], m=MEASURES[lang][asked])
    page = OTHER[lang]
    country, measure = (other, asked) if is_another_country else (mine, said)
    sentence = told(SAID, page, pattern, COUNTRIES[page][country], MEASURES[page][measure], value)
    verdict = settled(label, sentence, is_trusted=is_trusted)
    assert not verdict.is_accepted, (label, sentence, verdict.value)


@pytest.mark.parametrize("is_trusted", [True, False])
@pytest.mark.parametrize(("lang", "place", "measure"), [("en", "Peru", "unemployment rate"), ("zh", "秘鲁", "失业率")])
@pytest.mark.parametrize("pattern", [0, 1, 2])
def test_its_own_page_verifies_it(lang: str, place: str, measure: str, pattern: int, is_trusted: bool) -> None:
    label = LABELS[lang].format(s=place, m=measure)
    verdict = settled(label, told(SAID, lang, pattern, place, measure, 67), is_trusted=is_trusted)
    assert (verdict.is_accepted, verdict.number) == (True, "6.7")


@pytest.mark.parametrize(
    ("label", "place", "measure"), [("Peru unemployment rate", "秘鲁", "失业率"), ("秘鲁失业率", "Peru", "unemployment rate")]
)
def test_its_own_page_in_the_other_language_verifies_it(label: str, place: str, measure: str) -> None:
    page = "zh" if label.isascii() else "en"
    for pattern in range(3):
        verdict = settled(label, told(SAID, page, pattern, place, measure, 67), is_trusted=True)
        assert (verdict.is_accepted, verdict.number) == (True, "6.7")


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("韩国央行基准利率", "泰国央行周五宣布维持基准利率在1.5%不变，符合预期。"),
        ("Bank of Korea base rate", "泰国央行周五宣布维持基准利率在1.5%不变，符合预期。"),
        ("South Korea core CPI May 2026", "韩国统计部门公布，2026年5月韩国CPI同比上涨2.2%。"),
        ("Kenya unemployment rate", "Kenya's youth unemployment rate rose to 21.0% from 19.3%, data showed."),
        ("智利通胀率", "Chile's policy rate rose to 5.4% from 5.0%, data showed on Wednesday."),
    ],
)
def test_what_only_looks_alike_is_not_verified(label: str, said: str) -> None:
    assert not settled(label, said, is_trusted=True).is_accepted


def test_a_country_beside_a_company_has_to_be_named() -> None:
    said = "Ford Motor said its U.S. sales rose 16.3% to 220,959 vehicles in May."
    node = NodeSpec("福特5月中国销量", NodeKind.NUMBER)
    page = Page(f"https://{HOSTS[0]}/1", "Ford sales jump", said, datetime(2026, 6, 3, tzinfo=UTC))
    verdict = settle(node, [page], as_of=datetime(2026, 6, 4, tzinfo=UTC), trust=Trust(whitelist=HOSTS))
    assert (verdict.is_accepted, [source.why.code for source in verdict.others]) == (False, [WhyCode.OTHER_SUBJECT])
