"""Names that other hands wrote: each for a fact that is there, its own names answered by its value, look-alikes by nothing known."""

from collections import Counter

from fit.judge.cases import corpus_documents, read_cases
from fit.judge.corpus import Corpus
from fit.judge.named import _of_fact, _of_news
from fit.judge.swap_pages import read_table
from verification.core.vocabulary import Stage

FACTS = {case.key: case for name in ("train/binding_pairs", "train/news_large") for case in read_cases(name)}
NAMES = list(read_table("named"))
NEWS = list(read_table("named_news"))


def test_every_name_is_of_a_fact_that_is_there_and_stands_once() -> None:
    assert {key for key, _, _ in NAMES} <= FACTS.keys()
    assert len({(key, name) for key, _, name in NAMES}) == len(NAMES)
    assert Counter(use for _, use, _ in NAMES).keys() == {"short", "other", "cross", "wrong"}
    assert Counter(row[1] for row in NEWS).keys() == {"named", "wrong"}


def test_a_fact_is_answered_under_its_own_name_alone() -> None:
    key, _, name = next(row for row in NAMES if row[1] == "short")
    fact = FACTS[key]
    own, other = _of_fact("own", fact, "short", name), _of_fact("other", fact, "wrong", name)

    assert (own.right, own.wrong, own.node.label, own.group) == (fact.right, (), name, fact.group)
    assert (other.right, other.wrong, other.stage) == ((), fact.right, Stage.WHITELIST)


def test_a_figure_of_the_news_stands_beside_what_a_search_finds() -> None:
    row = next(row for row in NEWS if row[1] == "named")
    # To read all of them takes longer than a hundred tests, and every tenth leaves enough to find.
    corpus = Corpus(document for place, document in enumerate(corpus_documents()) if place % 10 == 0 or document["url"] == row[0])
    (case,) = _of_news("news", row, corpus)

    assert row[0] in {page.url for page in case.pages}
    assert 1 < len(case.pages) <= 6
    assert (case.right, case.supports) == ((row[5],), {row[0]: True})
