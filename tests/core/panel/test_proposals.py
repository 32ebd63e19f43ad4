"""A model's answer is read strictly: exactly the object asked for, or no proposal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hostile import hostile_rows
from verification.core.panel.grounding import Proposal, ProposedSource
from verification.core.panel.model_answers import BadAnswer
from verification.core.panel.proposals import read_proposal

GOOD = '{"value": "5.25%", "quote": "stays at 5.25%", "sources": [{"url": "https://www.a.example/1", "title": "Rates"}]}'


def test_answer_is_a_proposal_whose_domain_is_that_of_its_address() -> None:
    source = ProposedSource(title="Rates", url="https://www.a.example/1", domain="a.example")
    assert read_proposal(GOOD) == Proposal(value="5.25%", quote="stays at 5.25%", sources=(source,))


@pytest.mark.parametrize("value", ["null", '"unknown"', '""', '" N/A "', '"未知"'])
def test_nothing_found_is_no_proposal(value: str) -> None:
    assert read_proposal(f'{{"value": {value}, "quote": null, "sources": []}}') is None


@pytest.mark.parametrize(
    "text, problem",
    [
        ("", "not JSON: Expecting value (character 1)"),
        ("I can't help with that.", "not JSON: Expecting value (character 1)"),
        (f"```json\n{GOOD}\n```", "not JSON: Expecting value (character 1)"),
        (f"Here it is: {GOOD}", "not JSON: Expecting value (character 1)"),
        (f"{GOOD} I hope this helps.", "not JSON: Extra data (character 114)"),
        (GOOD[:40], "not JSON: Unterminated string starting at (character 29)"),
        (GOOD.replace('"5.25%"', "NaN"), "not JSON: NaN is no number"),
        (GOOD.replace('"5.25%"', "-Infinity"), "not JSON: -Infinity is no number"),
        (GOOD.replace('"quote"', '"value"'), "the key 'value' stands twice in one object"),
        ("[" * 100_000, "the answer is longer than 20000 characters"),
        ("[" * 15_000, "not JSON that can be read: nested too deeply"),
        (f"[{GOOD}]", "expected a JSON object, got a list"),
        ('{"value": "5.25%"}', "expected exactly the keys value, quote, sources"),
        (GOOD.replace('"value"', '"confidence": 1, "value"'), "expected exactly the keys value, quote, sources"),
        (GOOD.replace('"5.25%"', "5.25"), "value is no text"),
        (GOOD.replace('"5.25%"', '["5.25%"]'), "value is no text"),
        (GOOD.replace('"stays at 5.25%"', "true"), "quote is no text"),
        (GOOD.replace("stays", "stays" * 1_000), "quote is longer than 2000 characters"),
        ('{"value": "1", "quote": "1", "sources": "https://a.example"}', "sources is no list of at most 20 objects"),
        (
            '{"value": "1", "quote": "1", "sources": ["https://a.example"]}',
            "each of sources has to be an object with exactly url and title",
        ),
        ('{"value": "1", "quote": "1", "sources": [{"url": null, "title": "a"}]}', "url is no text"),
    ],
)
def test_anything_else_is_a_bad_answer(text: str, problem: str) -> None:
    with pytest.raises(BadAnswer) as caught:
        read_proposal(text)
    assert str(caught.value) == problem


def test_no_row_of_broken_json_is_a_proposal() -> None:
    for row in hostile_rows("broken_json"):
        try:
            found = read_proposal(row["text"])
        except BadAnswer:
            continue
        assert found is None, row["id"]


def test_source_without_a_host_keeps_no_domain() -> None:
    found = read_proposal(GOOD.replace("https://www.a.example/1", "javascript:alert(1)"))
    assert found is not None
    assert found.sources[0].domain == ""


@given(st.text(max_size=300))
def test_any_text_is_a_proposal_a_nothing_or_a_bad_answer(text: str) -> None:
    try:
        found = read_proposal(text)
    except BadAnswer:
        return
    assert found is None or isinstance(found, Proposal)
