"""A sentence in other words is found by its vector; nothing that can be checked ever is."""

from hypothesis import given
from hypothesis import strategies as st

from attribution.core.answers.paraphrase import CLOSE, MOST_SCORE
from attribution.core.answers.reverse import attribute_answer, texts_to_compare
from attribution.core.answers.scores import SUPPORTED_FROM
from attribution.core.answers.sources import Limits, RankedDocument

PASSAGE = "Robbers emptied the accounts of the savings bank overnight."
OTHER = "The weather on the coast stayed mild and dry all week."
CLAIM = "Thieves looted deposits while everybody slept."
DOCUMENTS = (RankedDocument(OTHER), RankedDocument(PASSAGE))
ONE, AWAY = (1.0, 0.0), (0.0, 1.0)


def supported(claim: str, vectors: dict[str, tuple[float, float]], documents: tuple[RankedDocument, ...] = DOCUMENTS) -> list[bool]:
    return [sentence.supported for sentence in attribute_answer(claim, documents, vectors=vectors).sentences]


def test_closest_passage_carries_what_words_do_not() -> None:
    assert supported(CLAIM, {}) == [False]
    found = attribute_answer(CLAIM, DOCUMENTS, vectors={CLAIM: ONE, PASSAGE: ONE, OTHER: AWAY})
    [sentence], [source] = found.sentences, found.sources
    [link] = sentence.sources
    assert (sentence.supported, source.position, link.start, link.end, link.score) == (True, 1, 0, len(PASSAGE), MOST_SCORE)


def test_score_grows_with_likeness_and_starts_at_the_threshold() -> None:
    near = (CLOSE + 0.001, (1 - (CLOSE + 0.001) ** 2) ** 0.5)
    [source] = attribute_answer(CLAIM, DOCUMENTS, vectors={CLAIM: ONE, PASSAGE: near}).sources
    assert SUPPORTED_FROM <= source.match_score < SUPPORTED_FROM + 0.01
    far = (CLOSE - 0.01, (1 - (CLOSE - 0.01) ** 2) ** 0.5)
    assert supported(CLAIM, {CLAIM: ONE, PASSAGE: far}) == [False]


def test_denial_and_supposition_are_no_paraphrase() -> None:
    for passage in ("Robbers did not empty the accounts of the bank.", "Robbers may empty the accounts of the savings bank."):
        assert supported(CLAIM, {CLAIM: ONE, passage: ONE}, (RankedDocument(passage),)) == [False]


@given(st.integers(0, 10**6), st.sampled_from(["", " percent", " million dollars", "%"]))
def test_no_vector_makes_a_figure_match(number: int, unit: str) -> None:
    claim = f"Thieves looted {number}{unit} while everybody slept."
    assert supported(claim, {claim: ONE, PASSAGE: ONE, OTHER: ONE}) == [False]


def test_a_chinese_figure_in_words_is_a_figure() -> None:
    claim = "盗贼趁夜卷走了三亿元存款。"
    passage = "劫匪一夜之间搬空了储蓄银行的账户。"
    assert supported(claim, {claim: ONE, passage: ONE}, (RankedDocument(passage),)) == [False]


def test_nothing_is_compared_where_words_suffice() -> None:
    assert texts_to_compare(PASSAGE, DOCUMENTS, Limits()) == []
    assert texts_to_compare(CLAIM, DOCUMENTS, Limits()) == [CLAIM, OTHER, PASSAGE] or texts_to_compare(CLAIM, DOCUMENTS, Limits()) == [
        CLAIM,
        PASSAGE,
        OTHER,
    ]
