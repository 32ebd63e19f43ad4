"""Texts of other hands: each figure is read, half the names are learnt from, and what may stand beside an answer is not called wrong."""

from collections import Counter
from datetime import timedelta

from fit.judge.swap_pages import AS_OF, GENERATED, UNSEEN, read_table
from fit.judge.written import told_cases, written_cases
from verification.core.consensus.source_pages import open_evidence_set
from verification.core.vocabulary import Stage

CASES = list(written_cases())


def test_no_text_stands_twice_under_a_name_and_every_figure_in_its_text() -> None:
    rows = list(read_table("written"))
    assert len({(row[3], row[5]) for row in rows}) == len(rows)
    assert all(figure in text for *_, figure, text in rows)
    assert {(row[0], row[2]) for row in rows} == {("en", "yes"), ("en", "no"), ("zh", "yes"), ("zh", "no")}


def test_half_the_names_are_learnt_from_and_the_others_only_counted() -> None:
    sources = Counter(case.source for case in CASES)
    assert set(sources) == {GENERATED, UNSEEN}
    assert min(sources.values()) > len(CASES) / 3


def test_beside_a_figure_that_is_no_answer_another_may_be() -> None:
    case = next(case for case in CASES if case.wrong)
    page = open_evidence_set(case.node, case.pages, as_of=case.as_of, trust=case.trust).source_pages[0]
    labels = {case.label(one.value, page.page.url) for one in page.candidates}

    assert case.stage is None
    assert labels <= {False, None}
    assert all(case.stage is Stage.WHITELIST for case in CASES if not case.wrong)


def test_a_text_is_published_soon_after_what_it_speaks_of() -> None:
    for case in CASES:
        assert case.pages[0].published_at == case.as_of <= AS_OF + timedelta(days=1)
    august = next(case for case in told_cases() if "in August" in case.pages[0].content)
    assert august.as_of.month == 9


def test_nothing_is_learnt_from_the_second_hand() -> None:
    told = list(told_cases())
    assert {case.source for case in told} == {UNSEEN}
    assert Counter(case.scenario for case in told).keys() == {"told, yes", "told, no"}
    assert {case.node.label for case in told}.isdisjoint(case.node.label for case in CASES)
