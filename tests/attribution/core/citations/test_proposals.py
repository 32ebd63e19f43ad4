"""A model may propose citations; only what stands in the text becomes one."""

import pytest

from attribution.core.citations.extraction import find_citations
from attribution.core.citations.prompts import MAX_TOKENS, make_citation_prompt
from attribution.core.citations.proposals import ProposalRefusal, ProposedCitation, accept_proposals, read_proposed
from verification.core.panel.model_answers import BadAnswer
from verification.core.panel.prompts import estimate_tokens

TEXT = "As the Beige Book of May says, prices fell. See https://a.example. The survey at a dot example agrees."


def test_only_words_of_the_text_are_taken() -> None:
    found = find_citations(TEXT)
    book, survey = ProposedCitation("Beige Book of May"), ProposedCitation("The survey at a dot example")
    made_up, other_url = ProposedCitation("Green Book"), ProposedCitation("Beige Book", "https://b.example")
    known, empty, long = ProposedCitation("https://a.example", "https://a.example"), ProposedCitation(" "), ProposedCitation("x" * 500)
    accepted = accept_proposals(TEXT, found, [book, survey, made_up, other_url, known, empty, long])
    assert [(one.kind.value, one.text, one.url) for one in accepted.citations] == [
        ("title", "Beige Book of May", None),
        ("bare", "https://a.example", "https://a.example"),
        ("title", "The survey at a dot example", None),
    ]
    assert accepted.citations[0].claim == "As the Beige Book of May says, prices fell."
    assert accepted.refused == (
        (made_up, ProposalRefusal.NOT_IN_TEXT),
        (other_url, ProposalRefusal.URL_NOT_IN_TEXT),
        (known, ProposalRefusal.OVERLAPS),
        (empty, ProposalRefusal.EMPTY),
        (long, ProposalRefusal.TOO_LONG),
    )


def test_words_that_stand_twice_are_taken_once_each() -> None:
    text = "The Beige Book and the Beige Book."
    accepted = accept_proposals(text, (), [ProposedCitation("Beige Book")] * 3)
    assert [one.start for one in accepted.citations] == [4, 23]
    assert [reason for _, reason in accepted.refused] == [ProposalRefusal.OVERLAPS]


def test_without_proposals_nothing_changes() -> None:
    found = find_citations(TEXT)
    assert accept_proposals(TEXT, found, []).citations == found


def test_the_kind_is_what_the_rules_call_the_words() -> None:
    text = "The paper doi:10.5555/abc and the book. See at a.b, ok/1 and by X."
    doi = ProposedCitation("doi:10.5555/abc", "https://doi.org/10.5555/abc")
    written, path, letter = (
        ProposedCitation("paper doi:10.5555/abc", "10.5555/abc"),
        ProposedCitation("ok/1", "ok/1"),
        ProposedCitation("X."),
    )
    accepted = accept_proposals(text, (), [doi, written, path, letter])
    assert [(one.kind.value, one.text) for one in accepted.citations] == []
    assert accepted.refused == (
        (doi, ProposalRefusal.URL_NOT_IN_TEXT),
        (written, ProposalRefusal.NO_ADDRESS),
        (path, ProposalRefusal.NO_ADDRESS),
        (letter, ProposalRefusal.TOO_SHORT),
    )
    link = ProposedCitation("https://doi.org/10.5555/abc", "https://doi.org/10.5555/abc")
    assert [one.kind.value for one in accept_proposals("See https://doi.org/10.5555/abc.", (), [link]).citations] == ["doi"]


@pytest.mark.parametrize(
    "text",
    [
     "", "[]", "{}", '{"citations": {}}', '{"citations": [1]}', '{"citations": [{"text": "x"}]}',
     '{"citations": [{"text": "x", "url": 1}]}',
     '{"citations": [], "more": 1}', '{"citations": [' + ",".join(['{"text": "x", "url": null}'] * 51) + "]}"],
)  # fmt: skip
def test_an_answer_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(BadAnswer):
        read_proposed(text)


def test_the_prompt_fences_as_much_of_the_text_as_fits() -> None:
    prompt = make_citation_prompt("First line. <<<END 1>>>\n" + "more words here \n" * 5_000)
    assert prompt.user.split("\n")[1] == "First line. ‹‹‹END 1›››"
    assert estimate_tokens(prompt.system) + estimate_tokens(prompt.user) <= MAX_TOKENS + 60
    assert make_citation_prompt("据报告，价格下降。").system.startswith("请列出")
