"""Three extractors that vote without a model: each by its own means, none by the engine's."""

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.evidence import NodeSpec, Page
from verification.core.panel import rule_voters
from verification.core.panel.rule_voters import EXTRACTORS, vote_by_rules
from verification.core.vocabulary import NodeKind

NODE = NodeSpec(label="Elbonia policy rate", aliases=("埃尔博尼亚政策利率",), kind=NodeKind.PERCENT, unit="%")
PROSE = "The policy rate of Elbonia was kept at 5.25% on Thursday."
CHINESE = "埃尔博尼亚央行宣布，政策利率维持为5.25%不变。"


def _read(page: Page) -> dict[str, str | None]:
    return {vote.voter_id: vote.value for vote in vote_by_rules(NODE, [page])}


def test_prose_is_read_by_pattern_and_window_not_by_table() -> None:
    assert _read(Page("https://a.example/1", "", PROSE)) == {"pattern": "5.25%", "window": "5.25%", "title_and_table": None}


def test_chinese_prose() -> None:
    assert _read(Page("https://a.example/1", "", CHINESE))["pattern"] == "5.25%"


@pytest.mark.parametrize("row", ["Elbonia policy rate | 5.25%", "Policy rate, Elbonia: 5.25%", "埃尔博尼亚政策利率\t5.25%"])
def test_rows_are_read_by_table(row: str) -> None:
    assert _read(Page("https://a.example/1", "", f"Figures\n{row}\nInflation | 2.1%"))["title_and_table"] == "5.25%"


def test_a_title_alone_is_enough_for_one_of_them() -> None:
    assert _read(Page("https://a.example/1", "Elbonia keeps policy rate at 5.25%", "")) == {
        "pattern": None,
        "window": None,
        "title_and_table": "5.25%",
    }


def test_other_kinds_and_units_are_not_read() -> None:
    assert set(_read(Page("https://a.example/1", "", "The policy rate of Elbonia cost 5 million dollars.")).values()) == {None}


def test_most_publishers_win_and_one_that_repeats_is_one() -> None:
    pages = [Page(f"https://a.example/{place}", "", PROSE.replace("5.25", "9.99")) for place in range(3)]
    pages += [Page(f"https://{paper}.example/1", "", PROSE) for paper in "bc"]
    vote = vote_by_rules(NODE, pages)[0]
    assert (vote.value, vote.number, vote.domains) == ("5.25%", "5.25", ("b.example", "c.example"))
    assert vote.quote in pages[vote.position].content


def test_of_a_statement_they_say_nothing() -> None:
    node = NodeSpec(label="Elbonia left the union", kind=NodeKind.TEXT)
    assert [vote.value for vote in vote_by_rules(node, [Page("https://a.example/1", "", PROSE)])] == [None] * 3


def test_they_share_no_binding_code_with_the_engine() -> None:
    tree = ast.parse(Path(rule_voters.__file__).read_text(encoding="utf-8"))
    modules = {node.module.rpartition(".")[2] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    assert modules & {"binding", "choosing", "grounding", "exhibits", "matching", "places", "consensus"} == set()


@given(st.text(max_size=300), st.text(max_size=60))
def test_any_text_is_survived_and_quotes_stand_in_the_page(content: str, title: str) -> None:
    page = Page("https://a.example/1", title, content)
    for vote in vote_by_rules(NODE, [page]):
        assert vote.voter_id in EXTRACTORS
        assert vote.value is None or vote.quote in page.content or vote.quote in page.title
