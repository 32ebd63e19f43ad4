"""A model may propose citations; only what stands in the text becomes one."""

from attribution.core.citations import find_citations
from attribution.core.proposals import ProposedCitation, Refusal, accept_proposals

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
        (made_up, Refusal.NOT_IN_TEXT),
        (other_url, Refusal.URL_NOT_IN_TEXT),
        (known, Refusal.OVERLAPS),
        (empty, Refusal.EMPTY),
        (long, Refusal.TOO_LONG),
    )


def test_words_that_stand_twice_are_taken_once_each() -> None:
    text = "The Beige Book and the Beige Book."
    accepted = accept_proposals(text, (), [ProposedCitation("Beige Book")] * 3)
    assert [one.start for one in accepted.citations] == [4, 23]
    assert [reason for _, reason in accepted.refused] == [Refusal.OVERLAPS]


def test_without_proposals_nothing_changes() -> None:
    found = find_citations(TEXT)
    assert accept_proposals(TEXT, found, []).citations == found
